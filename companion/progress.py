"""How far long work is, and how long it will still take: a bar on a terminal, a plain line now and then in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sized
from types import TracebackType
from typing import Self, TypeVar

from tqdm import tqdm

Thing = TypeVar("Thing")

LINE_EVERY_S = 30.0
"""How often a line is written where nobody watches a terminal; short work writes none."""


class Progress:
    """Counts the steps of long work on stderr: ``with Progress("films", 12) as films: …; films.step()``."""

    def __init__(self, what: str, total: int | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._total = total
        self._clock = clock
        self._begun = self._told = clock()
        self._done = 0
        self._bar = tqdm(total=total, desc=what, leave=False) if sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()

    def step(self, by: int = 1) -> None:
        """Counts ``by`` more as done."""
        self._done += by
        if self._bar is not None:
            self._bar.update(by)
        elif self._clock() - self._told >= LINE_EVERY_S:
            self._told = self._clock()
            print(self._line(), file=sys.stderr, flush=True)

    def _line(self) -> str:
        if self._total is None:
            return f"{self._what}: {self._done} done"
        left_s = (self._clock() - self._begun) / max(1, self._done) * (self._total - self._done)
        return f"{self._what}: {self._done} of {self._total}, {about(left_s)} left"


def progress(things: Iterable[Thing], what: str, total: int | None = None) -> Iterator[Thing]:
    """The same things, counted on stderr while they are worked on; ``total`` says how many where they cannot."""
    if total is None and isinstance(things, Sized):
        total = len(things)
    with Progress(what, total) as counted:
        for thing in things:
            yield thing
            counted.step()


def about(seconds: float) -> str:
    """A time as one says it: "about 40 seconds", "about 3 minutes", "about 2 hours"."""
    for unit, length in (("hour", 3600.0), ("minute", 60.0)):
        if seconds >= 1.5 * length:
            return f"about {round(seconds / length)} {unit}s"
    return f"about {max(1, round(seconds))} second{'s' if round(seconds) > 1 else ''}"


def printed(line: str) -> None:
    """Prints a line on stdout; a bar on the terminal makes room for it."""
    if sys.stderr.isatty():
        tqdm.write(line, file=sys.stdout)
        sys.stdout.flush()
    else:
        print(line, flush=True)
