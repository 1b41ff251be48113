"""No byte that is served depends on what its reader may not know: pages, fragments, events, errors, headers, cookies.

A game is played at random on two tables at once. Whenever an action hides something from the observer, the tables
get different instances of it (``Worlds`` of the games' kit). Clocks and chance stand still, so that everything served
to the observer must be equal to the last byte, in its headers, its tags and its size too.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextvars import copy_context
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask, current_app
from flask.testing import FlaskClient

from companion.action import Action
from companion.club.broker import Broker
from companion.club.outbox import Outbox
from companion.club.publisher import Called, Publisher
from companion.games import load
from companion.journal import Journal
from companion.simulated.players import CarelessPlayer, Opening, opened, played
from companion.table import Table
from tests.companion.games.kit import LONG, as_json, refusal
from tests.companion.games.test_kit_secrets import HIDING, Worlds, tried
from tests.page_app import page_app
from tests.web.conftest import ORIGIN, Tablet
from tests.web.seats.test_secrets import HANDICAP
from web.live.stream import HEARTBEAT

STEPS, EVERY, LATER = 16, 8, 60
"""So many steps are played; after every so many all is looked at; some games begin up to so many moves in."""
TABLE = ("/", "/fragment", "/?panel=history", "/api/v1/state")
ALL = (
    *TABLE,
    *("/fragment/eyes", "/?panel=menu", "/?panel=where", "/?panel=new", "/seats", "/seats/fragment", "/sit"),
    *("/pin", "/home", "/games", "/games/1", "/games/1/record", "/league", "/nothing", "/seat/forged"),
    *("/api/v1/differences", "/api/v1/games", "/api/v1/games/1", "/api/v1/games/1/record", "/api/v1/nothing"),
)
WORLDS = ("here", "there")
Answer = tuple[int, tuple[tuple[str, str], ...], bytes]


class Browser:
    """A browser of the observer on one of the two tables, with its line to the table."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.line()

    def line(self) -> None:
        """Opens a line to the table."""
        self.token: str = self.client.get("/api/v1/state").json["token"]
        self._apart = copy_context()  # the line stays open while other requests come and go
        self._stream = self._apart.run(self.client.get, "/api/v1/events", buffered=False)
        self._lines = iter(self._stream.response)

    def get(self, path: str) -> Answer:
        """Everything that is answered."""
        return answer(self.client.get(path))

    def post(self, path: str, sent: Mapping[str, Any]) -> Answer:
        """The same of an attempt by the API."""
        headers = {"Origin": ORIGIN, "X-CSRF-Token": self.token}
        return answer(self.client.post(f"/api/v1/{path}", json=dict(sent), headers=headers))

    def heard(self) -> list[str]:
        """What came down the line since."""
        news = []
        while True:
            line = self._apart.run(next, self._lines, HEARTBEAT)  # a line that has ended tells no more
            said = line.decode() if isinstance(line, bytes) else line
            if said == HEARTBEAT:
                break
            news.append(said)
        return news

    def close(self) -> None:
        """Hangs up."""
        self._apart.run(self._stream.close)


def answer(response: Any) -> Answer:
    # Until when a cookie is kept werkzeug reckons by the machine's clock, which does not stand still.
    headers = ((name, re.sub(r"Expires=[^;]+", "", value)) for name, value in response.headers.items())
    return response.status_code, tuple(sorted(headers)), response.get_data()


def _never(*_: Any, **__: Any) -> Any:
    raise AssertionError("nothing is sent here")


class Told:
    """What a table tells a club: everything that is sent, and with which topic."""

    def __init__(self, table: Table, folder: Path) -> None:
        self.table = table
        self.outbox = Outbox(folder / "club.sqlite", "window")
        self.publisher = Publisher(
            table, self.outbox, Broker(address="mqtt://nowhere"), Called("window", "Window"), _never
        )
        self._read = 0

    def news(self) -> list[bytes]:
        """The entries since, and the state."""
        snapshot = self.table.snapshot()
        self.publisher.write(snapshot)
        fresh = self.outbox.after(self._read, 1000)
        self._read += len(fresh)
        return [*(one.body for one in fresh), self.publisher.state(snapshot)]


class Tables(Worlds):
    """The two copies of a game on two running tables, watched by browsers that may know what the observer knows."""

    def __init__(self, opening: Opening, observer: str | None, chance: random.Random, folder: Path) -> None:
        super().__init__(opening, observer, chance)
        self.tables = [self._opened(opening, folder / name) for name in WORLDS]
        self.told = [Told(table, folder / name) for table, name in zip(self.tables, WORLDS, strict=True)]
        self.apps = [self.app(table, folder / name) for table, name in zip(self.tables, WORLDS, strict=True)]
        self.holder = next(player for player in opening.players if player != observer)
        self.holders = [Tablet(app.test_client()) for app in self.apps]
        for one in self.holders:
            # Somebody has a page of their own: from now on there are secrets from the table.
            one.form("/seats/here", {"player": self.holder})
        self.browsers = list(zip(*(self._browsers(app) for app in self.apps), strict=True))
        self.last: Action | None = None
        self.before = (self.here, self.there)

    def app(self, table: Table, folder: Path) -> Flask:
        """The page of one of the two tables."""
        return page_app(table, heartbeat_s=0.01)

    def _opened(self, opening: Opening, folder: Path) -> Table:
        folder.mkdir()
        table = Table(Journal(folder / "journal.sqlite"))
        table.open_game(
            opening.game.id, opening.players, options=dict(opening.options), setup=dict(opening.setup)
        )
        return table

    def _browsers(self, app: Any) -> list[Browser]:
        client = app.test_client()
        if self.observer is not None:
            Tablet(client).form("/seats/here", {"player": self.observer})
            return [Browser(client)]
        watching = app.test_client()
        shown = watching.get("/seats").get_data(as_text=True)
        watching.get("/watch/" + shown.split("/watch/")[1].split('"')[0])
        return [Browser(client), Browser(watching)]

    def lead(self, actions: Iterator[Action]) -> None:
        """Plays the same on both tables."""
        for action in actions:
            for table in self.tables:
                table.act(action)
            self.here = self.there = self.game.apply(self.here, action)[0]

    def play(self, action: Action) -> bool:
        """Plays on the tables too what was played in the two worlds."""
        twins: list[Action] = []
        original = self._twin
        self._twin = lambda one: twins.append(original(one)) or twins[-1]  # type: ignore[method-assign,func-returns-value]
        try:
            done = super().play(action)
        finally:
            self._twin = original  # type: ignore[method-assign]
        if done:
            for table, one in zip(self.tables, (action, twins[-1]), strict=True):
                table.act(one)
            self.hear()
        return done

    def ideas(self, *, secrets_first: bool) -> list[Action]:
        """Things to do; ``secrets_first``: what hides something from the observer comes before anything else."""
        found = list(tried(self.game, self.here, self.chance))
        return sorted(found, key=lambda action: secrets_first and self.log(action) == as_json(dict(action)))

    def hear(self) -> None:
        """Fails when the lines to the tables tell of a difference."""
        for one, other in self.browsers:
            assert one.heard() == other.heard()
        if self.observer is None:
            assert self.told[0].news() == self.told[1].news()

    def look(self, paths: Iterable[str] = TABLE) -> None:
        """Fails when anything that is served tells of a difference."""
        for path in paths:
            for one, other in self.browsers:
                assert one.get(path) == other.get(path), path

    def attempt(self) -> int:
        """Fails when the same is refused otherwise; how many attempts were refused on both tables."""
        made = 0
        for action in CarelessPlayer(slipping=1.0)(self.game, self.here, self.chance):
            if self._known_elsewhere(action):
                continue
            if None in (refusal(self.game, state, action) for state in (self.here, self.there)):
                continue
            for one, other in self.browsers:
                for seq in (self.tables[0].seq, 0):
                    sent = {**action, "expected_seq": seq}
                    assert one.post("actions", sent) == other.post("actions", sent), dict(action)
            made += 1
        for path in ("undo", "amend", "answers"):
            for one, other in self.browsers:
                assert one.post(path, {"expected_seq": 0}) == other.post(path, {"expected_seq": 0})
        return made

    def take_back(self) -> None:
        """Takes the last move back on both tables, looks, and plays it again as it was."""
        moves = [table.moves()[-1].action for table in self.tables]
        for table in self.tables:
            table.undo()
        self.hear()
        self.look()
        for table, action in zip(self.tables, moves, strict=True):
            table.act(action)
        self.hear()

    def close(self) -> None:
        """Hangs up everywhere."""
        for pair in self.browsers:
            for browser in pair:
                browser.close()


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock runs and nothing is drawn: what is left to differ is what is told."""
    monkeypatch.setattr("time.time", lambda: 1_900_000_000.0)
    monkeypatch.setattr("time.time_ns", lambda: 1_900_000_000_000_000_000)
    monkeypatch.setattr("web.live.hub.steady_clock", lambda: 1_000.0)
    monkeypatch.setattr("secrets.token_hex", lambda size=32: "c" * 2 * size)
    monkeypatch.setattr("secrets.token_urlsafe", lambda size=32: "t" * size)
    monkeypatch.setattr("secrets.choice", lambda of: of[0])
    named: defaultdict[Flask, Iterator[int]] = defaultdict(count)
    told = cast(Any, current_app)
    monkeypatch.setattr("web.seats.viewer.new_name", lambda: f"b{next(named[told._get_current_object()])}")


def watched(game: str, chance: random.Random, seat: int | None) -> tuple[Opening, str | None]:
    """A game and who looks on; ``seat`` None: the tablet and a spectator."""
    opening = _dealing(chance) if game == "super_crack" else opened(load(game), chance, plain=True)
    return opening, None if seat is None else opening.players[seat % len(opening.players)]


def begun(game: str, seed: int, seat: int | None, folder: Path, ahead: int) -> Tables:
    """Two tables so many moves into a game."""
    folder.mkdir()
    chance = random.Random(seed)
    opening, observer = watched(game, chance, seat)
    tables = Tables(opening, observer, chance, folder)
    tables.lead(
        step.action for step in [*played(opening, chance, most=ahead)] if not load(game).is_over(step.after)
    )
    tables.hear()
    return tables


def _dealing(chance: random.Random) -> Opening:
    """Super-Crack as the special cards are dealt: nothing is hidden before the first race."""
    cards = chance.sample(("advance_2", "back_own_3", "pay_500", "receive_500", "joker", "back_any_2"), 4)
    hands = {"Ada": [*cards[:2], None, None], "Bea": [*cards[2:], None, None]}
    return Opening(load("super_crack"), ("Ada", "Bea"), {}, {**HANDICAP, "hands": hands})


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("seed", range(1, 30) if LONG else [1])
@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize("game", HIDING)
def test_no_byte_depends_on_a_secret(game: str, seat: int | None, seed: int, tmp_path: Path) -> None:
    """Some way into a game and, where nothing hidden is played soon, from the beginning on, and further."""
    some_way_in = LATER * LONG * (seed % 2)
    for ahead, steps in dict.fromkeys(((some_way_in, STEPS), (0, STEPS), (0, 4 * STEPS))):
        if compared(begun(game, seed, seat, tmp_path / f"{ahead} {steps}", ahead), steps):
            return
    raise AssertionError("nothing that is hidden was played")


def compared(tables: Tables, steps: int) -> int:
    """Compares all that is served while both tables play on; how often they played otherwise."""
    for number in range(1, steps + 1):
        if tables.game.is_over(tables.here):
            break
        if not any(map(tables.play, tables.ideas(secrets_first=number % 2 == 1))):
            break
        if number % EVERY == 0:
            tables.look()
            tables.attempt()
    last = tables.tables[0].seq
    over = tables.game.is_over(tables.here)  # then its record may be had, with everybody's secrets
    served = [path for path in ALL if not (over and path.endswith("/record"))]
    tables.look((*served, f"/?panel=amend&entry={last}", f"/games/1?at={last - 1}"))
    if not over:
        tables.take_back()
    tables.close()
    return tables.differences
