"""What hears the tables is a process of its own: whatever becomes of it, the page goes on."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest

from companion.club import keeping
from companion.club.boards import Boards
from companion.club.broker import Broker
from tests.companion.club.playing import wait_until

HEARD = {"heard": [], "touched": True, "status": {"said": [], "has_broker": True, "has_database": True}}


class Process:
    """A process that says some text and ends."""

    returncode = 0

    def __init__(self, says: str) -> None:
        self.stdin, self.stdout = io.StringIO(), io.StringIO(says)

    def wait(self, timeout: float | None = None) -> int:
        return 0

    def kill(self) -> None:
        """It has ended."""


def test_half_a_line_has_it_started_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = json.dumps(HEARD)
    say: Iterator[str] = iter([f"{whole[:20]}\n{whole}\n"])

    def started(*_: Any, **__: Any) -> Process:
        return Process(next(say, f"{whole}\n"))

    monkeypatch.setattr(keeping.subprocess, "Popen", started)
    monkeypatch.setattr(keeping, "AGAIN_S", 0.01)
    boards = Boards()
    keeper = keeping.Keeper(Broker(address="mqtt://127.0.0.1:1883"), "postgresql:///none", boards)
    keeper.start()
    wait_until(lambda: boards.version > 0, "nothing was heard any more")
    keeper.close()
