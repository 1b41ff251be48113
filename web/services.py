"""What a request may use: the table, what was handed in from outside, and what the page keeps itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

from flask import Flask, current_app

from companion.kept.shelf import Shelf
from companion.table import Table
from web.live.hub import HEARTBEAT_S, Hub
from web.live.speaking import Recordings, Speaking
from web.outside import Outside, Trouble
from web.seats.browsers import Browsers
from web.seats.codes import Codes
from web.seats.house import House
from web.seats.pin import Pin

EXTENSION = "companion"


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How the page is served."""

    language: str = "fr"
    """The table's, until a browser chooses another."""
    browsers_decide: bool = False
    """Nobody chose the table's language: that of a browser goes before it, where there is that one."""
    address: str | None = None
    """Where other machines in the house find the page, for the codes of the seats."""
    hosts: tuple[str, ...] = ()
    """Further names that this machine answers to."""
    secret_key: str | bytes | None = None
    """Signs the sessions; without one they end with the process."""
    house_file: Path | None = None
    """Keeps the owner's PIN and what browsers were given; without one they end with the process."""
    viewers: int = 112
    """How many event streams may be open at once."""
    heartbeat_s: float = HEARTBEAT_S


HERE = Serving()


class Services:
    """Everything a request may use."""

    def __init__(self, table: Table, outside: Outside, serving: Serving) -> None:
        house = House(serving.house_file)
        voices = outside.voices
        self.table = table
        self.outside = outside
        self.serving = serving
        self.codes = Codes()
        self.browsers = Browsers(house)
        if house.fault is not None:
            self.browsers.renew()  # what stood there before may give back what had ended
        self._house = house
        self._house_waited = False
        self._read_by_somebody: set[tuple[str, object]] = set()
        self.pin = Pin(house)
        self.hub = Hub(
            table,
            outside.eyes,
            viewers=serving.viewers,
            heartbeat_s=serving.heartbeat_s,
            browsers=self.browsers,
        )
        self.speaking = Speaking(house, clock=voices.clock, machine=voices.machine)
        self.recordings = Recordings(voices.recordings)
        self.shelf = Shelf(table)
        """The kept games behind the table."""

    def troubles(self) -> tuple[Trouble, ...]:
        """What is broken, and nobody has read yet or is still so."""
        fault, file = self._house.fault, self.serving.house_file
        own = () if fault is None or file is None else (Trouble(fault, {"file": file.name}),)
        told = [*own, *self.outside.troubles()]
        if self._house.unwritten and all(one.code != "disk_full" for one in told):
            told.append(Trouble("disk_full", lasts=True))
        return tuple(one for one in told if one.lasts or _which(one) not in self._read_by_somebody)

    def keep_house(self) -> bool:
        """Tries again to write what the page remembers; whether it waits for the disk now and did not, or no more."""
        before = self._house_waited
        self._house.write_waiting()
        self._house_waited = self._house.unwritten
        return self._house_waited is not before

    def troubles_read(self) -> None:
        """Somebody has read what is broken."""
        self._read_by_somebody |= {_which(one) for one in self.troubles()}


def _which(trouble: Trouble) -> tuple[str, object]:
    """What somebody has read who has read this: of one game it says nothing of another."""
    return trouble.code, trouble.details.get("game")


def kept_games(app: Flask) -> Shelf:
    """The kept games of an app."""
    return cast(Services, app.extensions[EXTENSION]).shelf


def keep_house(app: Flask) -> bool:
    """To be called now and then: writes what the page remembers beside the journal, if the disk had not taken it."""
    return cast(Services, app.extensions[EXTENSION]).keep_house()


def tell_everybody(app: Flask) -> None:
    """Something beside the game has changed that pages show: they fetch themselves anew."""
    cast(Services, app.extensions[EXTENSION]).hub.tell_seats()


def is_quiet(app: Flask) -> bool:
    """Whether the family's quiet hours are now: nothing sounds."""
    return bool(cast(Services, app.extensions[EXTENSION]).speaking.quiet)


def services() -> Services:
    """The services of the running app."""
    return cast(Services, current_app.extensions[EXTENSION])
