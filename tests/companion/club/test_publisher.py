"""A table tells the real broker what everybody may know: in order, all of it, and without ever waiting for it."""

from __future__ import annotations

import json
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.club.broker import Broker
from companion.club.message import packed, topic
from companion.club.outbox import Outbox
from companion.club.publisher import REFUSED, THERE, Called, Publisher
from companion.club.servers import BrokerServer
from companion.journal import Entry, Journal
from companion.table import Table
from tests.companion.club.conftest import PASSWORDS
from tests.companion.club.playing import PlayedTable, wait_until

pytestmark = pytest.mark.xdist_group("the club's servers")


class Listener:
    """Somebody who hears all that is said at the broker; it calls again when the broker was away."""

    def __init__(self, server: BrokerServer) -> None:
        self.server = server
        self.heard: list[tuple[str, dict[str, Any]]] = []
        self._listens = threading.Event()
        self.call()

    def call(self) -> None:
        from companion.club.connection import Connection

        broker = Broker(address=self.server.address, user="club", password=PASSWORDS["club"])
        self._line = Connection(
            broker, "listener", connected=self._connected, lost=lambda reason: None, heard=self._heard,
            keeps_session_s=600,
        )  # fmt: skip
        self._listens.clear()
        self._line.open()
        assert self._listens.wait(20.0), "the broker did not answer"

    def _connected(self) -> None:
        self._line.listen("companion/#")
        self._listens.set()

    def _heard(self, where: str, payload: bytes, number: int) -> None:
        self.heard.append((where, json.loads(payload)))
        self._line.take(number)

    def of(self, part: str, table: str = "window") -> list[dict[str, Any]]:
        """What was said on one topic."""
        return [body for where, body in self.heard if where == f"companion/{table}/{part}"]

    def seqs(self) -> list[int]:
        """The numbers of the entries that were heard, each once."""
        return list(dict.fromkeys(body["seq"] for body in self.of("events")))

    def keeps(self, body: dict[str, Any], *, again: bool) -> None:
        """Says, as a club does, up to where it has everything."""
        kept = {"chain": body["chain"], "seq": body["seq"], "hash": body["hash"], "again": again}
        self._line.say(topic("window", "kept"), packed(kept), retain=True)

    def hang_up(self) -> None:
        self._line.close()


@pytest.fixture
def listener(broker_server: BrokerServer) -> Iterator[Listener]:
    made = Listener(broker_server)
    yield made
    made.hang_up()


def publisher(
    played: PlayedTable, server: BrokerServer, table: str = "window", password: str = ""
) -> Publisher:
    from companion.club.connection import Connection

    broker = Broker(address=server.address, user="window", password=password or PASSWORDS["window"])
    called = Called(table, "By the window")
    outbox = Outbox(played.folder / "club.sqlite", table)
    return Publisher(played.table, outbox, broker, called, Connection, wait_s=0.05)


def test_what_is_played_is_told_in_order_and_the_last_state_stays(
    broker_server: BrokerServer, listener: Listener, tmp_path: Path
) -> None:
    played = PlayedTable(tmp_path).open()
    telling = publisher(played, broker_server)
    telling.start()
    played.play(20)
    last = played.table.seq
    wait_until(lambda: last in listener.seqs(), "the last entry was not told")
    assert listener.seqs() == list(range(1, last + 1))
    wait_until(lambda: listener.of("state")[-1]["seq"] == last, "the last state was not told")
    state = listener.of("state")[-1]
    assert state["view"] == played.table.snapshot().view
    assert state["title"] == "By the window"
    assert listener.of("health")[-1]["online"]
    wait_until(lambda: telling.waiting == 0, "the broker has not taken all")
    telling.close()
    wait_until(lambda: not listener.of("health")[-1]["online"], "it did not say goodbye")


def test_a_broker_that_dies_misses_nothing(
    broker_server: BrokerServer, listener: Listener, tmp_path: Path
) -> None:
    """Killed before it wrote down who listens, it takes what it is told before anybody listens again, and drops it:
    then the club asks for what it lacks (``Hall``), and is told in order."""
    played = PlayedTable(tmp_path, seed=5).open()
    telling = publisher(played, broker_server)
    telling.start()
    played.play(10)
    wait_until(lambda: played.table.seq in listener.seqs(), "the first entries were not told")
    chain = listener.of("events")[-1]["chain"]
    known = listener.of("events")[-1]
    listener.keeps(known, again=False)
    broker_server.kill()
    played.play(10)
    wait_until(lambda: telling.status != THERE, "nobody saw that the broker is away")
    broker_server.forget()
    broker_server.start()
    wait_until(lambda: telling.waiting == 0, "the broker was not told")
    listener.call()
    listener.keeps(known, again=True)
    last = played.table.seq
    wait_until(lambda: last in listener.seqs(), "what was played meanwhile was not told")
    assert listener.seqs() == list(range(1, last + 1))
    assert {body["chain"] for body in listener.of("events")} == {chain}
    telling.close()


def test_a_club_that_lacks_some_is_told_again(
    broker_server: BrokerServer, listener: Listener, tmp_path: Path
) -> None:
    played = PlayedTable(tmp_path, seed=6).open().play(10)
    telling = publisher(played, broker_server)
    telling.start()
    wait_until(lambda: played.table.seq in listener.seqs(), "the entries were not told")
    heard = listener.of("events")
    listener.keeps(heard[3], again=True)
    wait_until(lambda: len(listener.of("events")) > len(heard) + 3, "nothing was told again")
    assert listener.of("events")[len(heard)] == heard[4]
    telling.close()


def test_only_games_that_have_something_new_are_read(tmp_path: Path) -> None:
    played = PlayedTable(tmp_path).open().play(3)
    first = played.table.seq
    outbox = Outbox(tmp_path / "club.sqlite", "window")
    telling = Publisher(
        played.table, outbox, Broker(address="mqtt://nobody"), Called("window", "Window"), no_line
    )
    telling.write(played.table.snapshot())
    assert outbox.seq == first
    for _ in range(3):
        played.open().play(3)
    asked = list[int]()

    def entries_of(table: Table, number: int) -> Sequence[Entry]:
        asked.append(number)
        return read(table, number)

    read = Table.entries_of
    with patch.object(Table, "entries_of", entries_of), patch.object(Journal, "entries", None):
        telling.write(played.table.snapshot())
        assert asked == [2, 3]  # the last one is as the snapshot has it
        played.play(2)
        telling.write(played.table.snapshot())
        assert asked == [2, 3] and outbox.seq == played.table.seq
    assert [body["game"] for body in bodies(outbox)] == [one.game for one in played.table.entries_after(0)]
    assert [body["moves"] for body in bodies(outbox)][-1] == 5
    outbox.close()


def test_a_journal_that_cannot_be_read_is_told_later_and_in_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    played = PlayedTable(tmp_path).open().play(3)
    outbox = Outbox(tmp_path / "club.sqlite", "window")
    told_first = Publisher(
        played.table, outbox, Broker(address="mqtt://nobody"), Called("window", "W"), no_line
    )
    told_first.write(played.table.snapshot())
    played.play(3)
    played.open().play(3)
    telling = Publisher(
        played.table, outbox, Broker(address="mqtt://nobody"), Called("window", "W"), no_line, wait_s=0.01
    )
    readable = played.journal._database
    played.journal._database = sqlite3.connect(":memory:", check_same_thread=False)
    telling.start()
    wait_until(lambda: "cannot be read" in caplog.text, "nobody said that it cannot be read")
    assert not any(one.exc_info for one in caplog.records)
    played.journal._database = readable
    wait_until(lambda: outbox.seq == played.table.seq, "it was not told later")
    telling.close()


def no_line(*_: Any, **__: Any) -> Any:
    raise OSError("nobody is there")


def bodies(outbox: Outbox) -> list[dict[str, Any]]:
    return [json.loads(one.body) for one in outbox.after(0, 1000)]


def test_a_table_of_another_name_is_refused(broker_server: BrokerServer, tmp_path: Path) -> None:
    played = PlayedTable(tmp_path).open()
    telling = publisher(played, broker_server, table="door")
    telling.start()
    wait_until(lambda: telling.status == REFUSED, "it spoke for another table")
    telling.close()
    assert telling.status == REFUSED


def test_a_wrong_password_is_refused(broker_server: BrokerServer, tmp_path: Path) -> None:
    telling = publisher(PlayedTable(tmp_path).open(), broker_server, password="guessed")
    telling.start()
    wait_until(lambda: telling.status == REFUSED, "a wrong password was taken")
    telling.close()


def test_nobody_waits_for_a_broker_that_never_answers(tmp_path: Path) -> None:
    pytest.importorskip("paho.mqtt")
    from companion.club.connection import Connection

    played = PlayedTable(tmp_path).open()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"mqtt://127.0.0.1:{silent.getsockname()[1]}"
        outbox = Outbox(tmp_path / "club.sqlite", "window")
        telling = Publisher(
            played.table, outbox, Broker(address=address), Called("window", "Window"), Connection
        )
        telling.start()
        begun = time.monotonic()
        played.play(30)
        assert time.monotonic() - begun < 4.0  # paho alone would wait for 5 seconds
        wait_until(lambda: outbox.seq == played.table.seq, "the outbox waited for the broker")
        telling.close()
