"""Runs what is handed to a thread or a process at once instead, so that a test knows when it is done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

import pytest


class Inline(Executor):
    """An executor whose work is done before it answers."""

    def submit(self, do: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Do it now."""
        done: Future[Any] = Future()
        try:
            done.set_result(do(*given, **named))
        except Exception as error:
            done.set_exception(error)
        return done


class OneCore(Inline):
    """The cores of a measurement, all of whose work is done here: a process that is forked from one with the threads
    of other tests may wait for ever for what they held.
    """

    cores = 1

    def __init__(self, *start: object) -> None:
        super().__init__()


@pytest.fixture(autouse=True)
def evenings_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Evenings of measurements are played in this process; to be imported where they are measured."""
    monkeypatch.setattr("companion.bench.referee.Cores", OneCore)
