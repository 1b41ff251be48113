"""The club's page over boards that a test fills, and what a database would give."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from companion.club.boards import Boards
from companion.club.message import VERSION, Health, PublicState
from companion.club.pairings import Meeting, Result, System, Tournament
from companion.club.people import Person
from companion.club.results import Call, ClubGame, NotNow, RefusedMessage, RightCall
from tests.web.conftest import ORIGIN
from tests.web.kept.test_kept_pages import words
from web.club import create_club_app
from web.club.accounts import Provider
from web.club.services import Books, Said, Served, club_pins

CHAIN, OTHER = "00112233445566ff", "ff00112233445566"
PINS = {"referee": "1111", "owner": "2222"}


class FakeKept:
    """What a database would give; nothing while it is away."""

    def __init__(self) -> None:
        self.is_away = False
        self.played: list[ClubGame] = []
        self.called: list[Call] = []
        self.right: list[RightCall] = []
        self.changed: Callable[[], None] = lambda: None

    def games(self, most: int | None, *, finished: bool = False) -> Sequence[ClubGame]:
        self._require()
        return self.played[:most]

    def finished_mark(self) -> str:
        self._require()
        return str(self.played)

    def calls(self, most: int) -> Sequence[Call]:
        self._require()
        return self.called[:most]

    def right_calls(self) -> Sequence[RightCall]:
        self._require()
        return self.right

    def refused(self, most: int) -> Sequence[RefusedMessage]:
        self._require()
        return [RefusedMessage(datetime(2026, 1, 2, tzinfo=UTC), "companion/door/events", "not JSON", 3)]

    def _require(self) -> None:
        if self.is_away:
            raise NotNow("away")


class FakePeople:
    """Everybody who plays in one of the games, in the order of the names."""

    def __init__(self, kept: FakeKept) -> None:
        self._kept = kept
        self.agreed: set[int] = set()
        self.links: dict[str, int] = {}
        self.forgotten: list[int] = []

    def people(self) -> Sequence[Person]:
        names = sorted({name for game in self._kept.games(None) for name in game.players})
        return [
            Person(number, name, number in self.agreed, number in self.forgotten)
            for number, name in enumerate(names, start=1)
        ]

    def agree(self, *names: str) -> None:
        self.agreed |= {one.number for one in self.people() if one.name in names}
        self._kept.changed()

    def consent(self, number: int, *, agrees: bool) -> None:
        (self.agreed.add if agrees else self.agreed.discard)(number)

    def make_link(self, number: int) -> str:
        self.links = {f"secret-of-{number}": number}
        return f"secret-of-{number}"

    def of_link(self, secret: str) -> int | None:
        return self.links.get(secret)

    def known_of(self, number: int) -> dict[str, Any] | None:
        return next(({"player": {"name": one.name}} for one in self.people() if one.number == number), None)

    def forget(self, number: int) -> bool:
        self.forgotten.append(number)
        return True


class FakeTournaments:
    """Tournaments in memory."""

    def __init__(self) -> None:
        self.kept: dict[int, Tournament] = {}

    def all(self) -> Sequence[tuple[int, str]]:
        return [(number, one.title) for number, one in reversed(self.kept.items())]

    def one(self, number: int) -> Tournament | None:
        return self.kept.get(number)

    def begin(self, title: str, box: str, system: System, rounds: int, players: Sequence[int]) -> int:
        number = len(self.kept) + 1
        self.kept[number] = Tournament(number, title, box, system, rounds, tuple(players))
        return number

    def pair(self, number: int, round_: int, pairs: Sequence[tuple[int, int | None]]) -> None:
        fresh = [Meeting(round_, place, one, other) for place, (one, other) in enumerate(pairs, start=1)]
        self.kept[number] = replace(self.kept[number], meetings=(*self.kept[number].meetings, *fresh))

    def call(self, number: int, round_: int, place: int, table: str) -> None:
        self._change(number, round_, place, table=table)

    def decide(self, number: int, round_: int, place: int, result: Result | None) -> None:
        self._change(number, round_, place, decided=result)

    def _change(self, number: int, round_: int, place: int, **changed: Any) -> None:
        meetings = tuple(
            replace(one, **changed) if (one.round, one.place) == (round_, place) else one
            for one in self.kept[number].meetings
        )
        self.kept[number] = replace(self.kept[number], meetings=meetings)


class Hall:
    """The page with its boards, and a clock that a test sets."""

    def __init__(self, folder: Path, language: str = "en", provider: Provider | None = None) -> None:
        self.now, self.kept = 1000.0, FakeKept()
        self.people, self.tournaments = FakePeople(self.kept), FakeTournaments()
        self.boards = Boards(lambda: self.now, lambda: 1_795_000_000_000, announce_s=0)
        said = Said(lines=lambda: ["A line for the owner."])
        self.kept.changed = self.boards.touch
        books = Books(kept=self.kept, people=self.people, tournaments=self.tournaments)
        self.app = create_club_app(
            self.boards, books, said, Served(language=language, folder=folder, provider=provider)
        )
        self.app.testing = True
        for role, pin in club_pins(self.app):
            pin.set(PINS[role])

    def visitor(self) -> FlaskClient:
        return self.app.test_client()

    def entered(self, role: str) -> FlaskClient:
        """The browser of a referee, or of the owner."""
        client = self.visitor()
        posted(client, "/enter", pin=PINS[role])
        return client

    def play(self, players: str, winner: str = "", **more: Any) -> None:
        """A finished game of players with names of one letter; the club heard of it after all others."""
        number = len(self.kept.played) + 1
        told = {"box": "racko", "moves": 20, "calls": 0, "over": True, "seen_ms": number, **more}
        self.kept.played.insert(
            0,
            ClubGame(
                "window", CHAIN, number, players=tuple(players), winners=tuple(winner), began_ms=1, last_ms=number,
                **told,
            ),
        )  # fmt: skip
        self.kept.changed()

    def hear(self, name: str, chain: str = CHAIN, **changed: Any) -> None:
        """A table tells how it stands."""
        state = {
            **{"version": VERSION, "table": name, "chain": chain, "seq": 0, "at": 1_795_000_000_000},
            **{"title": name.title(), "game": None, "over": False, "winners": [], "view": None},
            **{"awaited": [], "events": [], "question": None},
        }
        self.boards.hear(PublicState.model_validate({**state, **changed}))

    def health(
        self, name: str, chain: str = CHAIN, *, online: bool = True, at: int = 1_795_000_000_000
    ) -> None:
        said = {"version": VERSION, "table": name, "chain": chain, "seq": 0, "at": at, "online": online}
        self.boards.hear(Health.model_validate(said))


def shown(client: FlaskClient, path: str = "/") -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return words(answer.get_data(as_text=True))


def posted(client: FlaskClient, path: str, **fields: Any) -> Any:
    token = re.search(r'name="token" value="([^"]+)"', client.get("/").get_data(as_text=True))
    assert token is not None
    return client.post(path, data={"token": token[1], **fields}, headers={"Origin": ORIGIN})
