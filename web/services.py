"""What the page needs from outside, handed in by whoever starts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from flask import Flask, current_app

from companion.kept.shelf import Shelf
from companion.table import Table
from web.live.hub import Hub
from web.live.speaking import Recordings, Speaking
from web.outside import BoardService, Eyes, Family, NewGameDefaults, NoFamily, StandService
from web.seats.chairs import Chairs
from web.seats.house import House
from web.seats.pin import Pin

EXTENSION = "companion"


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a request may use."""

    table: Table
    eyes: Eyes
    hub: Hub
    language: str
    defaults: NewGameDefaults
    address: str | None = None
    voice: bool = True
    stand: StandService | None = None
    boards: BoardService | None = None
    chairs: Chairs = field(default_factory=lambda: Chairs(House()))
    pin: Pin = field(default_factory=lambda: Pin(House()))
    family: Family = field(default_factory=NoFamily)
    health: Callable[[], Sequence[Mapping[str, str | None]]] | None = None
    """Looks the machine over: every finding has a ``check``, a ``state`` ("ok", "not_here", "limit", "to_do"), a
    ``text`` and an ``advice``, without the names of people or folders."""
    speaks: str | None = None
    """Who speaks this evening: "auto", "off", "tablet" or "speaker"."""
    speaking: Speaking = field(default_factory=lambda: Speaking(House()))
    recordings: Recordings = field(default_factory=Recordings)
    shelf: Shelf = field(init=False)
    """The kept games behind the table."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "shelf", Shelf(self.table.entries_after))


def kept_games(app: Flask) -> Shelf:
    """The kept games of an app."""
    return cast(Services, app.extensions[EXTENSION]).shelf


def services() -> Services:
    """The services of the running app."""
    return cast(Services, current_app.extensions[EXTENSION])
