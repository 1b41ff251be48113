"""What the stream carries for the voice: less than for screen readers, for everybody's ears, and nothing twice."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest

from companion.table import Table
from tests.page_app import page_app

LOST = {"urgency": "news", "lines": ["Rien !"], "turn": ["À Bea de jouer."], "sounds": {}}


@pytest.fixture
def running(table: Any) -> Table:
    running: Table = table
    running.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    return running


def lose(table: Table) -> None:
    player = table.snapshot().as_json()["view"]["turn"]
    table.act({"by": player, "do": "roll", "dice": ["9", "9"]})


@pytest.fixture
def listen() -> Iterator[Callable[..., Iterator[list[Any]]]]:
    """What is to be said aloud, snapshot by snapshot, over a real socket."""
    connections: list[HTTPConnection] = []

    def start(server: Any, query: str = "") -> Iterator[list[Any]]:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=5)
        connections.append(connection)
        connection.request("GET", "/api/v1/events" + query)
        response = connection.getresponse()

        def heard() -> Iterator[list[Any]]:
            kind = ""
            while line := response.readline().decode():
                name, _, value = line.strip().partition(": ")
                kind = value if name == "event" else kind
                if name == "data" and kind == "snapshot":
                    yield json.loads(value)["aloud"]

        return heard()

    yield start
    for connection in connections:
        connection.close()


def test_nothing_at_first_then_what_happens(serving: Any, listen: Any, running: Table) -> None:
    lose(running)
    heard = listen(serving())
    assert next(heard) == []
    running.undo()
    assert next(heard) == []
    lose(running)
    assert next(heard) == [{**LOST, "game": 1, "seq": running.seq}]


def test_who_comes_back_hears_what_was_missed_once(serving: Any, listen: Any, running: Table) -> None:
    before, server = running.seq, serving()
    first = listen(server)
    next(first)
    lose(running)
    assert [one["lines"] for one in next(first)] == [["Rien !"]]
    assert next(listen(server, f"?since={running.seq}")) == []
    assert next(listen(server, f"?since={before}")) == [{**LOST, "game": 1, "seq": running.seq}]
    for odd in ("?since=", "?since=-1", "?since=x"):
        assert next(listen(server, odd)) == []


def test_what_was_missed_and_holds_no_longer_is_not_said(serving: Any, listen: Any, running: Table) -> None:
    before, server = running.seq, serving()
    lose(running)
    running.undo()
    assert next(listen(server, f"?since={before}")) == []


def test_an_evening_without_a_voice(serving: Any, listen: Any, running: Table) -> None:
    heard = listen(serving(tablets=False))
    next(heard)
    lose(running)
    assert next(heard) == []


def test_the_page_offers_no_voice_where_none_is_wanted(table: Any) -> None:
    pages = {
        voice: page_app(table, tablets=voice).test_client().get("/?game=poker_dice_race").text
        for voice in (True, False)
    }
    assert 'id="wake-voice" hidden' in pages[True]
    assert "voiceless" not in pages[True]
    assert 'id="wake-voice"' not in pages[False]
    assert 'class="voiceless"' in pages[False]
