"""How all the tables of a club stand now, as they told it last; only in memory, the broker keeps the last states."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.club.message import Health, PublicState

SILENT_S = 150.0
"""A table that said nothing for longer is away, whatever it said last: each says every minute that it is there."""
CLOCK_WRONG_MS = 10 * 60_000
MOST_BOARDS = 1_000
ANNOUNCE_S = 0.12
"""Open pages are told of changes at most so often, less often where drawing them takes long."""
MOST_ANNOUNCE_S = 2.0
"""However long drawing takes, so often they are told at least."""


@dataclass(frozen=True, slots=True)
class Board:
    """One table: who it is, and what it said last. ``heard`` and ``changed`` are seconds of a clock that runs on.

    ``version`` is that of all boards since when it looks as it does; ``is_double`` says that another table has the
    same name now; ``clock_off_ms`` how far its clock is before the club's, where that is more than minutes.
    """

    name: str
    chain: str
    title: str
    seq: int = 0
    online: bool = True
    heard: float = 0.0
    changed: float = 0.0
    state: Mapping[str, Any] | None = None
    version: int = 0
    is_double: bool = False
    clock_off_ms: int = 0

    @property
    def box(self) -> str | None:
        """The game's id."""
        game = (self.state or {}).get("game")
        return None if game is None else str(game.get("id"))


class Boards:
    """All boards, for the thread that hears and those that show. ``version`` grows with every change."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        wall_ms: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        announce_s: float = ANNOUNCE_S,
    ) -> None:
        self.clock = clock
        """Seconds of a clock that runs on."""
        self._wall_ms = wall_ms
        self._boards: dict[tuple[str, str], Board] = {}
        self._changed = threading.Condition()
        self._version = self._announced = self._listed = 0
        self._announce_s, self._announced_at = announce_s, -announce_s
        self._rests_s = announce_s
        self._is_over = False
        self._told: list[Callable[[Board], None]] = []

    def tell(self, whom: Callable[[Board], None]) -> None:
        """From now on tells somebody of every board that is heard; it must not take long."""
        self._told.append(whom)

    def hear(self, message: PublicState | Health) -> None:
        """A table told how it stands, or that it is there or leaves."""
        key, now = (message.table, message.chain), self.clock()
        with self._changed:
            before = self._boards.get(key)
            if before is None and len(self._boards) >= MOST_BOARDS:
                del self._boards[min(self._boards, key=lambda one: self._boards[one].heard)]
            board = before or Board(message.table, message.chain, message.table)
            off = message.at - self._wall_ms()
            board = replace(
                board,
                heard=now,
                clock_off_ms=off
                if abs(off) > CLOCK_WRONG_MS and message_is_fresh(message)
                else board.clock_off_ms,
            )
            if isinstance(message, Health):
                board = replace(
                    board, online=message.online, changed=now if before is None else board.changed
                )
            else:
                board = replace(
                    board,
                    title=message.title or message.table,
                    seq=message.seq,
                    changed=now,
                    online=True if before is None else board.online,
                    state=dict(message),
                )
            if _looks_alike(before, board, now):
                self._boards[key] = board
                return
            self._has_changed()
            board = self._boards[key] = replace(board, version=self._version)
        for told in self._told:
            told(board)

    def touch(self, table: tuple[str, str] | None = None) -> None:
        """Something else that is shown has changed; with a table's name and chain, on its board."""
        with self._changed:
            self._has_changed()
            if table is None:
                self._listed += 1
            elif table in self._boards:
                self._boards[table] = replace(self._boards[table], version=self._version)

    def _has_changed(self) -> None:
        self._version += 1
        if self._version == self._announced + 1:  # whoever waits has known since how long the others rest
            self._changed.notify_all()

    @property
    def version(self) -> int:
        """How often anything changed."""
        return self._version

    @property
    def listed(self) -> int:
        """How often something else than a board changed: what pages list beside them."""
        return self._listed

    def announced(self, told: int, seconds: float) -> int:
        """Waits until there is news after this version that everybody is told at the same time, at most so long; then
        it is the version. Between two such moments a little time passes: all who look then ask for the same."""
        due = time.monotonic() + seconds
        with self._changed:
            while (rests := self._announce()) is not None or self._announced <= told:
                left = due - time.monotonic()
                if self._is_over or left <= 0 or self._announced > told:
                    break
                self._changed.wait(left if rests is None else min(left, rests))
            return self._announced

    def took(self, seconds: float) -> None:
        """It took so long to draw what was new: on a busy machine pages are told less often, of more at once.

        Otherwise what is drawn too late would be drawn again and again, ever later.
        """
        with self._changed:
            if self._announce_s:
                self._rests_s = max(self._announce_s, min(2 * seconds, MOST_ANNOUNCE_S))

    @property
    def last_announced(self) -> int:
        """The version that everybody knows of now."""
        with self._changed:
            self._announce()
            return self._announced

    def _announce(self) -> float | None:
        """Announces what is new, if the last time is long enough ago; else gives how long to wait (s)."""
        if self._version == self._announced:
            return None
        rests = self._announced_at + self._rests_s - time.monotonic()
        if rests > 0:
            return rests
        self._announced, self._announced_at = self._version, time.monotonic()
        self._changed.notify_all()
        return None

    @property
    def is_over(self) -> bool:
        """Whether nobody need wait any more."""
        return self._is_over

    def close(self) -> None:
        """Lets everybody go who waits."""
        with self._changed:
            self._is_over = True
            self._changed.notify_all()

    def shown(self) -> tuple[Board, ...]:
        """The boards by title. Of journals that one table left behind only the last is shown; two tables that speak
        by one name at the same time are both shown, and marked."""
        now = self.clock()
        with self._changed:
            boards = list(self._boards.values())
        present = [
            replace(one, online=False) if one.online and now - one.heard >= SILENT_S else one
            for one in boards
        ]
        by_name: dict[str, list[Board]] = {}
        for one in sorted(present, key=lambda board: board.heard):
            by_name.setdefault(one.name, []).append(one)
        shown: list[Board] = []
        for of_name in by_name.values():
            speaking = [one for one in of_name if one.online] or of_name[-1:]
            shown += [replace(one, is_double=True) for one in speaking] if len(speaking) > 1 else speaking
        return tuple(sorted(shown, key=lambda board: (board.title.casefold(), board.chain)))

    def behind(
        self, heads: Mapping[tuple[str, str], tuple[int, str]], patience_s: float
    ) -> list[tuple[str, str]]:
        """The tables that have told of an entry some time ago that did not come."""
        now = self.clock()
        with self._changed:
            boards = list(self._boards.items())
        return [
            key
            for key, board in boards
            if board.online and board.seq > heads.get(key, (0, ""))[0] and now - board.changed > patience_s
        ]


def _looks_alike(before: Board | None, board: Board, now: float) -> bool:
    """Whether nothing of a board is shown otherwise than before: each table says every minute that it is there."""
    return (
        before is not None
        and now - before.heard < SILENT_S
        and before.state is board.state
        and (before.online, before.clock_off_ms == 0) == (board.online, board.clock_off_ms == 0)
    )


def message_is_fresh(message: PublicState | Health) -> bool:
    """Whether a message was said just now: a goodbye may have been kept by the broker for days."""
    return isinstance(message, Health) and message.online
