"""Two tables that differ in a secret only are alike to whoever may not know it: on every route, on every line to the
table and in the log; also after a move was taken back, a seat was left, a PIN was set and the program began anew.

The routes are those of the page's own map, so that a new one is compared without anybody's thinking of it.
"""

from __future__ import annotations

import logging
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.evening.family import FamilyFolder
from companion.journal import Journal
from companion.simulated.players import Opening
from companion.table import Table
from tests.companion.games.test_kit_secrets import HIDING
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, pins_that_are_quick_to_try
from tests.web.seats.test_joining import began
from tests.web.test_canary import WORLDS, Answer, Browser, Tables, answer, still, watched

__all__ = ["pins_that_are_quick_to_try", "still"]

LONG = bool(os.environ.get("COMPANION_LONG"))
MOVES, MOST_MOVES, MOMENTS = 10, 40, 3
"""So many moves are played, and on until something is hidden then; in ``make test`` each moment of an evening sees
every so manieth route."""
LEAST = 100 if LONG else 30
"""So many addresses at least are compared at every moment by every browser."""
PIN = {"pin": "4711", "again": "4711"}
GIVEN = {
    **{"<int:number>": ("1", "2"), "<number>": ("1", "2"), "<evidence>": ("e" * 8,), "<code>": ("ABCD2345",)},
    **{"<tap>": ("go-on", "corners"), "<token>": ("forged",), "<language>": ("fr",), "<name>": ("x",)},
}
"""What stands in an address for each of its parts; ``<game>`` is the game in play."""
PANELS = ("menu", "history", "where", "new", "amend&entry=3", "amend&entry=5")
ON_PURPOSE = frozenset({"/seat/leave", "/watch/leave", "/pin/set", "/pin/remove"})
"""What is posted when its turn comes."""


class Log(logging.Handler):
    """What is written into the log, by the world that it is about."""

    def __init__(self) -> None:
        super().__init__()
        self.world = 0
        self.lines: tuple[list[str], list[str]] = ([], [])

    def emit(self, record: logging.LogRecord) -> None:
        """One line, with what was raised, but for where on this machine that was."""
        raised = repr(record.exc_info[1]) if record.exc_info else ""
        self.lines[self.world].append(f"{record.name} {record.getMessage()} {raised}")


class HeardTable(Table):
    """A table that says in whose world what follows is logged."""

    def __init__(self, journal: Journal, log: Log, world: int) -> None:
        self._log, self._world = log, world
        super().__init__(journal)

    def act(self, *given: Any, **more: Any) -> Any:
        self._log.world = self._world
        return super().act(*given, **more)

    def undo(self, **given: Any) -> Any:
        self._log.world = self._world
        return super().undo(**given)


class Houses(Tables):
    """The two tables with all that is kept beside them, and the browsers of whoever knows the secret."""

    def __init__(
        self, opening: Opening, observer: str | None, chance: random.Random, folder: Path, heard: Log
    ) -> None:
        self.heard, self.moments = heard, 0
        super().__init__(opening, observer, chance, folder)
        self.folder = folder

    def app(self, table: Table, folder: Path) -> Flask:
        kept = {"house_file": folder / "house.json", "family": FamilyFolder(folder)}
        made = page_app(table, FakeEyes("sees", "still"), heartbeat_s=0.01, **kept)
        made.before_request(self._in(WORLDS.index(folder.name)))
        return made

    def _in(self, world: int) -> Callable[[], None]:
        def begins() -> None:
            self.heard.world = world

        return begins

    def _opened(self, opening: Opening, folder: Path) -> Table:
        folder.mkdir()
        table = HeardTable(Journal(folder / "journal.sqlite"), self.heard, WORLDS.index(folder.name))
        game, setup = opening.game.id, dict(opening.setup)
        table.open_game(game, opening.players, options=dict(opening.options), setup=setup)
        return table

    def walk(self) -> int:
        """Fails when anything that is served or logged tells of a difference; how many answers were compared."""
        compared = 0
        self.hear()
        every = list(addresses(self.apps[0], self.game.id, self.tables[0].seq))
        self.moments += 1
        chosen = every if LONG else every[self.moments % MOMENTS :: MOMENTS]
        assert len(chosen) >= LEAST
        for method, address in chosen:
            for one, other in self.browsers:
                asked = [asked_for(browser, method, address) for browser in (one, other)]
                assert asked[0] == asked[1], f"{method} {address}"
                compared += 1
        self.hear()
        assert self.heard.lines[0] == self.heard.lines[1]
        return compared

    def holders_know(self) -> bool:
        """Whether the holders' own pages differ: what is compared is there to be told."""
        here, there = (tablet.state()["view"] for tablet in self.holders)
        return bool(here != there)

    def leave(self) -> None:
        """The holders give their seats back: their browsers, and lines that were open, are compared from now on."""
        left = tuple(Browser(tablet.client) for tablet in self.holders)
        for browser in left:
            assert browser.heard()
        for tablet in self.holders:
            assert tablet.form("/seat/leave", {}).status_code == 303
        for browser in left:
            browser.heard()
        self.browsers.append(left)

    def sit_down_again(self) -> None:
        """The holders sit again."""
        self.browsers.pop()
        for tablet in self.holders:
            tablet.form("/seats/here", {"player": self.holder})

    def set_pin(self) -> None:
        """The owner sets a PIN, by which all seats end."""
        for app in self.apps:
            assert began(app).form("/pin/set", PIN).status_code == 303
        self.browsers.append(tuple(Browser(tablet.client) for tablet in self.holders))

    def begin_anew(self) -> None:
        """Both programs end, and others go on with what was kept; browsers keep their cookies."""
        self.close()
        for world, name in enumerate(WORLDS):
            self.tables[world]._journal.close()
            journal = Journal(self.folder / name / "journal.sqlite")
            self.tables[world] = HeardTable(journal, self.heard, world)
            self.apps[world] = self.app(self.tables[world], self.folder / name)
            clients = [pair[world].client for pair in self.browsers] + [self.holders[world].client]
            for client in clients:
                client.application = self.apps[world]
            for pair in self.browsers:
                pair[world].line()


def addresses(app: Flask, game: str, seq: int) -> Iterator[tuple[str, str]]:
    """Every method and address of the page's map, but what gives a seat back or sets a PIN."""
    for rule in app.url_map.iter_rules():
        found = [rule.rule.replace("<game>", game)]
        for part, given in GIVEN.items():
            found = [
                one.replace(part, each) for one in found for each in (given if part in one else given[:1])
            ]
        for method in sorted((rule.methods or set()) & {"GET", "POST"}):
            if rule.endpoint not in ("static", "made", "live.events"):
                yield from ((method, one) for one in found if one not in ON_PURPOSE)
    yield from (("GET", f"/?panel={panel}") for panel in PANELS)
    yield from (("GET", address) for address in (f"/games/1?at={seq - 1}", f"/?panel=amend&entry={seq}"))


def asked_for(browser: Browser, method: str, address: str) -> Answer:
    """Everything that is answered."""
    if method == "GET":
        return browser.get(address)
    if address.startswith("/api/v1/"):
        return browser.post(address.removeprefix("/api/v1/"), {"expected_seq": 0})
    headers = {"Origin": ORIGIN}
    return answer(browser.client.post(address, data={"token": browser.token}, headers=headers))


@pytest.fixture
def heard() -> Iterator[Log]:
    root, listening = logging.getLogger(), Log()
    before = root.level
    root.addHandler(listening)
    root.setLevel(logging.DEBUG)
    yield listening
    root.setLevel(before)
    root.removeHandler(listening)


@pytest.fixture
def writable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance stands still, but two new files beside an old one have two names."""
    numbers = count()
    named = SimpleNamespace(token_hex=lambda size: f"{next(numbers)}")
    monkeypatch.setattr("calibration.whole_file.secrets", named)


def hiding(game: str, seat: int | None, seed: int, folder: Path, heard: Log) -> Houses:
    """Two houses in the middle of a game, with a secret that its holder is shown; of games without one the next."""
    for number in range(seed, 1000, 100):
        chance, mine = random.Random(number), folder / str(number)
        mine.mkdir()
        houses = Houses(*watched(game, chance, seat), chance, mine, heard)
        for move in range(MOST_MOVES):
            if move >= MOVES and houses.holders_know():
                break
            if not any(map(houses.play, houses.ideas(secrets_first=move % 2 == 0))):
                break
        if houses.differences and houses.holders_know():
            return houses
        houses.close()
        heard.lines = ([], [])
    raise AssertionError("nothing is hidden")


@pytest.mark.usefixtures("still", "writable")
@pytest.mark.parametrize("seed", range(1, 12) if LONG else [1])
@pytest.mark.parametrize("seat", [None, 1] if LONG else [None])
@pytest.mark.parametrize("game", HIDING)
def test_no_route_no_line_and_no_log_tells_a_secret(
    game: str, seat: int | None, seed: int, heard: Log, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    houses = hiding(game, seat, seed, tmp_path, heard)
    compared = houses.walk()
    houses.take_back()
    compared += houses.walk()
    if seat is None:
        houses.leave()
        compared += houses.walk()
        houses.sit_down_again()
        assert houses.holders_know()
        houses.set_pin()
        compared += houses.walk()
    # Programs that come after name browsers that are new to them otherwise than those before did.
    names: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1000))
    monkeypatch.setattr("web.seats.viewer.new_name", lambda: f"b{next(names[str(heard.world)])}")
    houses.begin_anew()
    compared += houses.walk()
    houses.close()
    print(f"{game}, {houses.observer or 'the public'}, seed {seed}: {compared} answers alike")
