"""What a request to the club's page may use."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

from flask import Flask, current_app

from companion.club.boards import Board, Boards
from companion.club.pairings import Paired
from companion.club.ratings import Ladder
from companion.club.records import Record, records
from companion.club.results import ClubGame, Kept, People
from companion.club.spectators import Spectators
from web.club.accounts import Provider
from web.club.audience import Audience
from web.seats.house import House
from web.seats.pin import Pin
from web.services import EXTENSION
from web.table.screen import Sheets

Read = TypeVar("Read")
REFEREE, OWNER = "referee", "owner"
MOST_DRAWN = 2_000
"""So many are kept: of each table one in each language and for each kind of screen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Books:
    """What the club keeps: the games, who plays, and who was paired with whom."""

    kept: Kept
    people: People
    tournaments: Paired


class Finished:
    """The finished games and what was worked out of them, read anew when one of them has changed."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._lock = threading.Lock()
        self._mark = ""
        self._games: tuple[ClubGame, ...] = ()
        self._records: list[Record] = []
        self._ladder = Ladder()

    def read(self) -> tuple[tuple[ClubGame, ...], Ladder]:
        """All of them, and their ratings; raises ``NotNow``."""
        with self._lock:
            if (mark := self._kept.finished_mark()) != self._mark:
                self._games = tuple(self._kept.games(None, finished=True))
                self._ladder.update(self._games)
                self._records = records(self._games, self._kept.right_calls())
                self._mark = mark
            return self._games, self._ladder

    def records(self) -> Sequence[Record]:
        """The hall of records; raises ``NotNow``."""
        self.read()
        return self._records


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the club has to say for itself."""

    lines: Callable[[], Sequence[str]] = tuple
    """What was unusual, one line each, the newest last."""
    has_broker: Callable[[], bool] = lambda: True
    has_database: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """How the club's page is served."""

    language: str = "fr"
    browsers_decide: bool = False
    title: str = "Club"
    secret_key: str | bytes | None = None
    hosts: tuple[str, ...] = ()
    folder: Path | None = None
    """Keeps the PINs of the referees and of the owner; without one nobody is either."""
    viewers: int = 200
    provider: Provider | None = None
    """Where people may sign in with accounts; None where there are none."""


class Changes:
    """What has changed since a version, written once for all who ask for it at the same moment."""

    def __init__(self, boards: Boards) -> None:
        self._boards = boards
        self._lock = threading.Lock()
        self._version = -1
        self._texts: dict[Hashable, str] = {}
        self._locks: dict[Hashable, threading.Lock] = {}

    def text(self, who: Hashable, write: Callable[[], str]) -> str:
        """The text for all who share ``who``, as long as nothing newer was announced."""
        with self._lock:
            if self._version != (version := self._boards.last_announced):
                self._version, self._texts, self._locks = version, {}, {}
            texts, lock = self._texts, self._locks.setdefault(who, threading.Lock())
        with lock:
            if who not in texts:
                begun = time.monotonic()
                texts[who] = write()
                self._boards.took(time.monotonic() - begun)
            return texts[who]


class _Streams:
    """What the server ends when it closes."""

    def __init__(self, boards: Boards, audience: Audience) -> None:
        self._boards = boards
        self._audience = audience

    def close(self) -> None:
        """Lets everybody go who waits for news, or watches."""
        self._boards.close()
        self._audience.close()


class ClubServices:
    """The boards, what is kept, who may do what."""

    def __init__(
        self,
        boards: Boards,
        books: Books,
        said: Said,
        served: Served,
        draw: Callable[[Board | None, str], str],
    ) -> None:
        """``draw`` makes what a spectator of a board sees in a language."""
        self.boards = boards
        self.kept = books.kept
        self.people = books.people
        self.tournaments = books.tournaments
        self.finished = Finished(books.kept)
        self.spectators = Spectators(boards)
        self.changes = Changes(boards)
        self.said = said
        self.serving = served
        self.audience = Audience(boards, self.spectators, draw)
        self.hub = _Streams(boards, self.audience)
        folder = served.folder
        self.pins = {
            role: Pin(House(None if folder is None else folder / f"{role}.json")) for role in (REFEREE, OWNER)
        }
        self.shown: dict[tuple[str, str, str, Sheets], Any] = {}
        """Tables as they were shown last: by table, journal, language, and the shapes in which it was drawn."""
        self._read: dict[str, tuple[Hashable, Any]] = {}
        self.coming: dict[tuple[str, str], int] = {}
        """The tables to which a referee is on the way, and since which entry."""
        self.streams = threading.BoundedSemaphore(served.viewers)

    def once(self, what: str, reading: Callable[[], Read], of: Hashable = None) -> Read:
        """What is read of the database, once for all who look before anything changes that is listed, or what it is
        read of."""
        mark = (self.boards.listed, of)
        known = self._read.get(what)
        if known is None or known[0] != mark:
            known = self._read[what] = (mark, reading())
        found: Read = known[1]
        return found


def club_pins(app: Flask) -> Iterable[tuple[str, Pin]]:
    """The PINs of an app: whose, and each."""
    return cast(ClubServices, app.extensions[EXTENSION]).pins.items()


def club() -> ClubServices:
    """The services of the running app."""
    return cast(ClubServices, current_app.extensions[EXTENSION])
