"""What is read of a club: its games, its calls, and what it refused. It needs no database to be shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from companion.club.people import Person


@dataclass(frozen=True, slots=True)
class ClubGame:
    """One game at one of the tables. Times are of the table's own clock (ms since 1970, UTC), but ``seen_ms``: when
    the club heard of it first."""

    table: str
    chain: str
    number: int
    box: str | None
    players: tuple[str, ...]
    began_ms: int
    last_ms: int
    moves: int
    calls: int
    over: bool
    winners: tuple[str, ...]
    seen_ms: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """A fault that was called at a table: what the rules say of it, and the move."""

    table: str
    happened_ms: int
    box: str | None
    fault: Mapping[str, Any]
    action: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RightCall:
    """A player called a fault of another and was right: how many cards were put back; in a game that has ended."""

    table: str
    happened_ms: int
    box: str | None
    by: str
    put_back: int


@dataclass(frozen=True, slots=True)
class RefusedMessage:
    """A message that was not taken."""

    received: datetime
    topic: str
    reason: str
    size: int


class NotNow(Exception):
    """What was kept cannot be read now; the boards go on."""


class Kept(Protocol):
    """What the club's page reads. Every method may raise ``NotNow``."""

    def games(self, most: int | None, *, finished: bool = False) -> Sequence[ClubGame]:
        """The games, the one played last first; all with None."""

    def finished_mark(self) -> str:
        """Changes whenever a finished game does."""

    def calls(self, most: int) -> Sequence[Call]:
        """The last calls, the newest first."""

    def right_calls(self) -> Sequence[RightCall]:
        """The calls of players that were right, the oldest first."""

    def refused(self, most: int) -> Sequence[RefusedMessage]:
        """What was not taken, the newest first."""


class People(Protocol):
    """Who plays at the club. Every method may raise ``NotNow``."""

    def people(self) -> Sequence[Person]:
        """All who have played, in the order in which they came."""

    def consent(self, number: int, *, agrees: bool) -> None:
        """Somebody agrees that the name is shown outside its own table, or does not any more."""

    def make_link(self, number: int) -> str:
        """The secret of somebody's own link; an earlier one does not hold any more."""

    def of_link(self, secret: str) -> int | None:
        """Whose link has this secret."""

    def known_of(self, number: int) -> dict[str, Any] | None:
        """All that is kept of somebody."""

    def forget(self, number: int) -> bool:
        """Takes somebody's name out of everything that is kept."""
