"""Who plays at a club: numbers instead of names, consent, a link of one's own, all that is known, and forgetting."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from companion.club.message import PublicEntry, packed
from companion.club.people import key_of, placeholder, renamed
from companion.club.servers import DatabaseServer
from tests.companion.club.conftest import emptied
from tests.companion.club.playing import entry

if TYPE_CHECKING:
    from companion.club.register import Register
    from companion.club.store import Store

pytestmark = pytest.mark.xdist_group("the club's servers")


class Club:
    """What a club keeps, without a broker."""

    def __init__(self, address: str) -> None:
        from companion.club.reading import Reading
        from companion.club.register import Register
        from companion.club.store import Store

        self.address = address
        self.store: Store = Store(address)
        self.register: Register = Register(address)
        self.reading = Reading(address)

    def take(self, *bodies: dict[str, Any]) -> None:
        """Keeps entries as they come from a table."""
        self.store.take([(PublicEntry.model_validate(one), packed(one).decode()) for one in bodies])

    def broken(self) -> list[str]:
        from companion.club.store import broken_links

        return list(broken_links(self.address))

    def written(self) -> str:
        """Everything that the database holds, in one text."""
        tables = ("entry", "game", "player", "parked", "refused", "forgotten", "redacted", "entrant")
        return "\n".join(
            str(row["row"])
            for table in tables
            for row in self.register._rows(f"SELECT row_to_json({table})::text AS row FROM {table}")
        )

    def number_of(self, name: str) -> int:
        return next(one.number for one in self.register.people() if one.name == name)


@pytest.fixture
def club(database_server: DatabaseServer) -> Iterator[Club]:
    made = Club(emptied(database_server))
    yield made
    for one in (made.store, made.register, made.reading):
        one.close()


def played(
    players: tuple[str, ...] = ("Zoë", "Bea"), game: int = 1, after: dict[str, Any] | None = None, **more: Any
) -> list[dict[str, Any]]:
    """A short game with a pile of the first player's and a score: opened, a move, won."""
    first = players[0]
    seq, previous = (after["seq"], after["hash"]) if after else (0, "")
    told = {"game": game, **more}
    opened = entry(
        seq + 1, previous, opened={"game": "whist", "players": list(players), "options": {}}, **told
    )
    line = {"action": {"by": first, "from": f"waste:{first}"}, "faults": [{"by": first}]}
    move = entry(seq + 2, opened["hash"], line=line, events=[{"scores": {first: 3, "Bea": 1}}], **told)
    return [opened, move, entry(seq + 3, move["hash"], over=True, winners=[first], **told)]


def test_all_who_play_have_numbers_and_nobody_has_agreed(club: Club) -> None:
    club.take(*played(), *played(("ZOË ", "Cyd"), chain="ff00ff00ff"))
    people = club.register.people()
    assert [(one.number, one.name, one.consents) for one in people] == [
        (1, "Zoë", False),
        (2, "Bea", False),
        (3, "Cyd", False),
    ]
    club.register.consent(2, agrees=True)
    assert [one.consents for one in club.register.people()] == [False, True, False]
    club.register.consent(2, agrees=False)
    assert not any(one.consents for one in club.register.people())


def test_only_the_last_link_of_somebody_holds(club: Club) -> None:
    club.take(*played())
    first, second = club.register.make_link(1), club.register.make_link(1)
    assert (club.register.of_link(first), club.register.of_link(second)) == (None, 1)
    assert club.register.of_link("") is None
    assert second not in club.written()


def test_all_that_is_known_of_somebody_names_nobody_else(club: Club) -> None:
    club.take(*played())
    known = club.register.known_of(1)
    assert known is not None
    assert known["player"]["name"] == "Zoë"
    assert [one["winners"] for one in known["games"]] == [["Zoë"]]
    assert len(known["entries"]) == 3
    assert "Bea" not in json.dumps(known) and "#2" in json.dumps(known)
    assert club.register.known_of(9) is None


def test_forgetting_leaves_the_chain_whole_and_no_name(club: Club) -> None:
    first = played()
    club.take(*first, *played(("Zoë", "Cyd"), game=2, after=first[-1]))
    waiting = entry(9, "ab" * 32, winners=["Zoë"])
    club.take(waiting)
    mark = club.reading.finished_mark()
    assert club.register.forget(1)
    assert "Zoë" not in club.written() and "Bea" in club.written()
    assert club.broken() == []
    game = club.reading.games(9)[0]
    assert game.players == ("#4", "Bea") and game.winners == ("#4",)
    assert next(one for one in club.register.people() if one.is_forgotten).name == "#4"
    body = club.reading.entries("window", first[0]["chain"], 1)[1]
    assert body["line"]["action"] == {"by": "#4", "from": "waste:#4"} and body["hash"] == first[1]["hash"]
    assert club.reading.finished_mark() != mark
    assert not club.register.forget(1) and club.register.known_of(4) is None


def test_what_was_changed_otherwise_is_found_also_after_forgetting(club: Club) -> None:
    import psycopg

    club.take(*played())
    with psycopg.connect(club.address, autocommit=True) as line:
        line.execute("ALTER TABLE entry DISABLE TRIGGER only_added")
        line.execute("UPDATE entry SET body = replace(body::text, '\"moves\":2', '\"moves\":7')::json")
        line.execute("ALTER TABLE entry ENABLE TRIGGER only_added")
    assert len(club.broken()) == 1
    club.register.forget(1)
    assert len(club.broken()) == 1
    with psycopg.connect(club.address) as line, pytest.raises(psycopg.Error, match="only added"):
        line.execute("UPDATE entry SET body = '{}'")


def test_what_comes_late_does_not_bring_the_name_back(club: Club) -> None:
    """The rest of the game in play, and a game of before that a table tells only now; a new game is a new one."""
    now = int(datetime.now(UTC).timestamp() * 1000)
    bodies = played()
    club.take(*bodies[:2])
    club.register.forget(1)
    club.take(bodies[2])
    before = played(("Zoë", "Cyd"), game=2, after=bodies[2], at=now - 60_000)
    club.take(*before)
    assert "Zoë" not in club.written() and club.broken() == []
    assert club.reading.games(1)[0].winners == ("#3",)
    club.take(*played(("Zoë", "Cyd"), game=3, after=before[-1], at=now + 60_000))
    assert (club.number_of("Zoë"), club.broken()) == (5, [])


def test_a_database_of_before_gets_its_players_from_its_games(club: Club) -> None:
    from companion.club.store import Store

    club.take(*played())
    with club.register._change() as database:
        database.execute("DELETE FROM player")
        database.execute("UPDATE layout SET version = 1")
    Store(club.address).close()
    assert [one.name for one in club.register.people()] == ["Zoë", "Bea"]


def test_what_a_name_is_and_where_it_stands() -> None:
    assert key_of("  ADA  B. ") == key_of("Ada b.") != key_of("Ada C.")
    body = {"kind": "Ada", "line": {"by": "Ada", "text": "Adam", "to": "Ada:3", "Ada": 1}, "winners": ["Ada"]}
    assert renamed(body, {"Ada": placeholder(3)}.get) == {
        "kind": "Ada",
        "line": {"by": "#3", "text": "Adam", "to": "#3:3", "#3": 1},
        "winners": ["#3"],
    }
