"""Tables, broker, club and database together: nothing is lost or doubled, whatever is killed in between."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.club.boards import Boards
from companion.club.broker import Broker
from companion.club.message import chained, packed, topic
from companion.club.outbox import Outbox
from companion.club.publisher import Called, Publisher
from companion.club.servers import BrokerServer, DatabaseServer
from companion.club.telling import public_entries
from companion.journal import Journal
from companion.table import Table
from tests.companion.club.conftest import PASSWORDS, emptied
from tests.companion.club.playing import CHAIN, PlayedTable, entry, wait_until
from tests.companion.club.test_home_assistant import LAID

pytestmark = pytest.mark.xdist_group("the club's servers")


class Club:
    """A club and its tables over the real servers."""

    def __init__(self, broker: BrokerServer, database: DatabaseServer, folder: Path) -> None:
        from companion.club.hall import Hall
        from companion.club.reading import Reading

        self.broker, self.database, self.folder = broker, database, folder
        self.boards = Boards()
        asks = Broker(address=broker.address, user="club", password=PASSWORDS["club"])
        self.hall = Hall(asks, database.address, self.boards, wait_s=0.05)
        self.hall.start()
        self.reading = Reading(database.address)
        self.publishers: list[Publisher] = []

    def publish(self, played: PlayedTable, table: str) -> Publisher:
        """Lets a table tell the club."""
        from companion.club.connection import Connection

        broker = Broker(address=self.broker.address, user=table, password=PASSWORDS[table])
        made = Publisher(
            played.table, Outbox(played.folder / "club.sqlite", table), broker, Called(table, table.title()),
            Connection, wait_s=0.05,
        )  # fmt: skip
        made.start()
        self.publishers.append(made)
        return made

    def kept(self, table: str) -> list[dict[str, Any]]:
        """All entries of a table that the database has, in order."""
        import psycopg

        with psycopg.connect(self.database.address) as line:
            found = line.execute("SELECT body FROM entry WHERE table_name = %s ORDER BY chain, seq", (table,))
            return [row[0] for row in found]

    def kept_or_none(self, table: str) -> list[dict[str, Any]]:
        """The same, nothing while there is no database or no table in it."""
        import psycopg

        try:
            return self.kept(table)
        except psycopg.Error:
            return []

    def has_all(self, played: PlayedTable, table: str) -> bool:
        """Whether the club has heard of the last entry of a table."""
        store = self.hall._store
        heads = {} if store is None else store.heads
        return any(of == table and seq == played.table.seq for (of, _), (seq, _) in heads.items())

    def close(self) -> None:
        for one in self.publishers:
            one.close()
        self.hall.close()
        self.reading.close()


@pytest.fixture
def club(broker_server: BrokerServer, database_server: DatabaseServer, tmp_path: Path) -> Iterator[Club]:
    emptied(database_server)
    made = Club(broker_server, database_server, tmp_path)
    yield made
    made.close()


def whole(bodies: list[dict[str, Any]], played: PlayedTable) -> bool:
    """Whether these are the entries of a table's journal, each once, in one chain."""
    return [one["seq"] for one in bodies] == list(range(1, played.table.seq + 1)) and [
        one["previous"] for one in bodies
    ] == ["", *(one["hash"] for one in bodies[:-1])]


def test_whatever_is_killed_nothing_is_lost_or_doubled(club: Club, tmp_path: Path) -> None:
    from companion.club.store import broken_links

    window = PlayedTable(tmp_path / "window").open()
    door = PlayedTable(tmp_path / "door", "racko", seed=3).open()
    telling = club.publish(window, "window")
    club.publish(door, "door")
    window.play(10), door.play(10)
    wait_until(lambda: club.has_all(window, "window"), "the first entries did not come")
    for killed in (club.database, club.broker, club.database, club.broker):
        window.play(6), door.play(6)
        killed.kill()
        window.play(6), door.play(6)
        killed.start()
    telling.close()  # the table is switched off and on again
    window.play(3)
    club.publish(window, "window")
    for played, name in ((window, "window"), (door, "door")):
        wait_until(lambda: club.has_all(played, name), f"not all of {name} came")  # noqa: B023
        assert whole(club.kept(name), played)
    assert not list(broken_links(club.database.address))
    games = {one.table: one for one in club.reading.games(10)}
    assert (games["window"].moves, games["window"].players[0]) == (len(window.table.moves()), "Ada")
    shown = {one.name: one for one in club.boards.shown()}
    wait_until(
        lambda: {one.seq for one in club.boards.shown()} == {window.table.seq, door.table.seq}, "boards"
    )
    assert shown["window"].title == "Window" and shown["window"].online


def test_a_club_that_lost_its_database_is_told_everything_again(club: Club, tmp_path: Path) -> None:
    window = PlayedTable(tmp_path / "window").open().play(10)
    club.publish(window, "window")
    wait_until(lambda: club.has_all(window, "window"), "the entries did not come")
    club.database.kill()
    club.database.start()
    emptied(club.database)
    window.play(1)  # the next entry follows one that the club does not know
    wait_until(lambda: whole(club.kept_or_none("window"), window), "not all came again")


def test_a_table_is_told_what_is_kept_of_it_now_and_then_not_at_every_move(
    club: Club, tmp_path: Path
) -> None:
    """It asks for that only when it calls: a message and its answer for every tap would be for nothing."""
    from companion.club.connection import Connection
    from companion.club.hall import TELL_KEPT_S

    told: list[int] = []
    begun, window = time.monotonic(), PlayedTable(tmp_path / "window").open()
    listener = Connection(
        Broker(address=club.broker.address, user="club", password=PASSWORDS["club"]),
        "listener",
        connected=lambda: listener.listen(topic("window", "kept")),
        lost=lambda reason: None,
        heard=lambda where, payload, number: told.append(json.loads(payload)["seq"]) or listener.take(number),  # type: ignore[func-returns-value]
    )
    listener.open()
    club.publish(window, "window")
    for _ in range(12):
        window.play(1)
        wait_until(lambda: club.has_all(window, "window"), "it was not kept")
    wait_until(lambda: window.table.seq in told, "the table was not told")
    assert len(told) <= 3 + (time.monotonic() - begun) / TELL_KEPT_S
    listener.close()


def test_a_table_set_back_to_an_old_backup_loses_neither_way(club: Club, tmp_path: Path) -> None:
    window = PlayedTable(tmp_path / "window").open().play(4)
    club.publish(window, "window").close()
    backup = {one: (window.folder / one).read_bytes() for one in ("journal.sqlite", "club.sqlite")}
    assert backup
    again = PlayedTable(tmp_path / "restored", seed=9).open().play(2)
    (tmp_path / "restored" / "club.sqlite").write_bytes(backup["club.sqlite"])
    club.publish(again, "window")
    wait_until(lambda: club.has_all(again, "window"), "the restored table was not heard")
    chains = {one["chain"] for one in club.kept("window")}
    assert len(chains) == 2
    assert len(club.kept("window")) == window.table.seq + again.table.seq


# ---------------------------------------------------------------- bad input


def said(club: Club, where: str, payload: bytes) -> None:
    """Says something at the broker with the club's own rights, which may say anything that a test needs."""
    club.hall._heard.put((-1, where, payload, 0))


def test_what_comes_out_of_order_or_twice_is_kept_once_and_in_order(club: Club) -> None:
    first = entry(1, "")
    second = entry(2, first["hash"])
    third = entry(3, second["hash"])
    for one in (third, second, second, first, third):
        said(club, topic("window", "events"), packed(one))
    wait_until(lambda: len(club.kept_or_none("window")) == 3, "they were not kept")
    assert [one["hash"] for one in club.kept("window")] == [first["hash"], second["hash"], third["hash"]]


def test_each_bad_message_is_one_line_and_kept_aside(club: Club) -> None:
    honest = entry(
        1, "", at=253_402_300_800_000, opened={"game": "whist", "players": ["Ö" * 500, 7], "options": {}}
    )
    bad = [
        ("companion/window/events", b"x" * 200_000),
        ("companion/window/events", json.dumps({"version": 9}).encode()),
        ("companion/window/events", json.dumps(honest).encode("utf-16")),
        ("companion/door/events", packed(honest)),
        ("companion/../events", packed(honest)),
        ("companion/window/events", packed({**honest, "seq": 7})),
    ]
    for where, payload in bad:
        said(club, where, payload)
    said(club, topic("window", "events"), packed(honest))
    wait_until(lambda: len(club.kept_or_none("window")) == 1, "the honest one was not kept")
    refused = club.reading.refused(10)
    assert len(refused) == len(bad) == len(club.hall.said)
    assert all("\n" not in one.reason for one in refused)
    game = club.reading.games(1)[0]
    assert game.players[0] == "Ö" * 500 and game.last_ms == 253_402_300_800_000


def test_one_entry_that_the_database_does_not_take_keeps_no_other_out(club: Club) -> None:
    from companion.club.message import PublicEntry
    from companion.club.store import Store

    good, poison = entry(1, ""), entry(1, "", moves=2)
    held = PublicEntry.model_validate(poison).model_copy(update={"game": 2**40})
    store, refused = Store(club.database.address), list[Any]()
    taken = club.hall._taken(
        store,
        [(held, packed(poison).decode()), (PublicEntry.model_validate(good), packed(good).decode())],
        refused,
    )
    assert (taken.kept, [one.reason for one in refused]) == (1, ["the database does not take what it holds"])
    assert [one["hash"] for one in club.kept("window")] == [good["hash"]]
    assert len(club.reading.refused(9)) == 1
    store.close()


def test_a_surprise_keeps_only_the_message_at_fault_out(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.club import hall, store

    read, kept = hall.understood, store.Store._take

    def understood(where: str, payload: bytes) -> Any:
        if b"never thought of" in payload:
            raise RecursionError
        return read(where, payload)

    def take(self: Any, entries: Any, *more: Any) -> None:
        if any(one.table == "door" for one, _ in entries):
            raise TypeError
        kept(self, entries, *more)

    monkeypatch.setattr(hall, "understood", understood)
    monkeypatch.setattr(store.Store, "_take", take)
    said(club, topic("window", "events"), b"never thought of")
    said(club, topic("door", "events"), packed(entry(1, "", table="door")))
    said(club, topic("window", "events"), packed(entry(1, "")))
    wait_until(lambda: len(club.kept_or_none("window")) == 1, "the honest one was not kept")
    wait_until(lambda: len(club.reading.refused(9)) == 2, "the others were not refused")
    reasons = {one.reason for one in club.reading.refused(9)}
    assert reasons == {"it cannot be read (RecursionError)", "it cannot be kept (TypeError)"}


def test_the_right_calls_of_players_are_read_of_the_entries(club: Club) -> None:
    table = Table(Journal(club.folder / "journal.sqlite"))
    table.open_game("crapette", ("Ada", "Bea"), options={"referee": "on_call"}, setup=LAID)
    table.act({"by": "Ada", "do": "move", "from": "reserve:Ada", "to": "T5", "card": "5C"})
    for by in ("Bea", "Bea"):  # the second time there is nothing left to be called
        table.act({"by": by, "do": "call"})
    told, before = list(public_entries(table.entries_after(0), table.entries_of, table.snapshot())), ""
    for one in told:
        body = chained({**one, "over": True, "table": "window", "chain": CHAIN}, before)
        before = body["hash"]
        said(club, topic("window", "events"), packed(body))
    wait_until(lambda: len(club.kept_or_none("window")) == len(told), "they were not kept")
    assert [(one.by, one.box, one.put_back) for one in club.reading.right_calls()] == [("Bea", "crapette", 1)]


def test_nothing_that_is_kept_is_changed(club: Club) -> None:
    import psycopg

    said(club, topic("window", "events"), packed(entry(1, "")))
    wait_until(lambda: len(club.kept_or_none("window")) == 1, "it was not kept")
    with psycopg.connect(club.database.address) as line, pytest.raises(psycopg.Error, match="only added"):
        line.execute("UPDATE entry SET seq = 2")
