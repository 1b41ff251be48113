"""The event stream: a whole snapshot first, every entry after it, and places that are freed."""

from __future__ import annotations

import gc
import http.client
import json
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from companion.showing import Snapshot
from companion.sighting import EyeStatus
from companion.table import Table
from web.bodies import EyesEvent, StateEvent, TableState
from web.live.hub import QUEUE, Viewer
from web.live.stream import message


class Stream:
    """A reader of the event stream over a real socket."""

    def __init__(self, port: int, headers: dict[str, str] | None = None, query: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        self.connection.request("GET", f"/api/v1/events{query}", headers=headers or {})
        self.response = self.connection.getresponse()

    def blocks(self) -> Iterator[dict[str, str]]:
        """Every block that ends with an empty line, fields by name (a comment by "")."""
        block: dict[str, str] = {}
        while True:
            line = self.response.readline().decode().rstrip("\n")
            if line:
                name, _, value = line.partition(":")
                block[name] = value.strip()
            elif block:
                yield block
                block = {}

    def events(self, kind: str | None = None) -> Iterator[dict[str, str]]:
        """The events of a kind, or all but heartbeats."""
        for block in self.blocks():
            if "event" in block and (
                block["event"] == kind or (kind is None and block["event"] != "heartbeat")
            ):
                yield block

    def close(self) -> None:
        self.response.close()
        self.connection.close()


@pytest.fixture
def listen(serving: Callable[..., Any]) -> Iterator[Callable[..., Stream]]:
    streams: list[Stream] = []

    def start(port: int, headers: dict[str, str] | None = None, query: str = "") -> Stream:
        streams.append(Stream(port, headers, query))
        return streams[-1]

    yield start
    for stream in streams:
        stream.close()


@pytest.fixture
def running(table: Any) -> Any:
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    return table


def test_first_a_whole_snapshot_then_every_entry(serving: Any, listen: Any, running: Any) -> None:
    stream = listen(serving().port)
    assert stream.response.status == 200
    assert stream.response.headers["Content-Type"].startswith("text/event-stream")
    events = stream.events()
    first = next(events)
    body = StateEvent.model_validate_json(first["data"])
    assert (first["event"], first["id"], body.seq) == ("snapshot", str(running.seq), running.seq)
    assert body.spoken == []
    running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    running.act({"by": "Bea", "do": "roll", "dice": ["K", "9"]})
    second, third = next(events), next(events)
    assert [int(second["id"]), int(third["id"])] == [running.seq - 1, running.seq]
    assert json.loads(second["data"])["spoken"] == ["Rien !", "À Bea de jouer."]


def test_the_viewers_language_is_spoken(serving: Any, listen: Any, running: Any) -> None:
    stream = listen(serving(language="en").port)
    events = stream.events()
    next(events)
    running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    assert json.loads(next(events)["data"])["spoken"] == ["Nothing!", "Bea to play."]


def test_the_seeing_part_is_told_without_an_id(serving: Any, listen: Any, running: Any, eyes: Any) -> None:
    events = listen(serving().port).events()
    next(events)
    eyes.become("doubts", "doubt", (("K", 0.61),))
    told = next(events)
    assert told["event"] == "eyes"
    assert "id" not in told
    assert EyesEvent.model_validate_json(told["data"]).dice[0].p == 0.61


def test_a_page_that_fetches_itself_anew_is_told_little_more_than_that(
    serving: Any, listen: Any, running: Any
) -> None:
    port = serving().port
    brief, whole = (next(listen(port, query=query).events())["data"] for query in ("?brief", ""))
    assert len(brief) < 0.5 * len(whole)
    assert set(json.loads(brief)) - {"seq", "game", "changes", "question"} == set(
        StateEvent.model_fields
    ) - set(TableState.model_fields) | {"eyes"}


def newer(told: str, shown: str) -> bool:
    """Whether a page that shows so much lacks something of what was told, as live.js finds out."""
    (run, *now), (same, *then) = told.split("."), shown.split(".")
    return run != same or any(int(one) > int(other) for one, other in zip(now, then, strict=True))


def test_an_event_says_whether_a_fragment_shows_all(
    app: Any, serving: Any, listen: Any, running: Any, eyes: Any
) -> None:
    hub, client = app.extensions["companion"].hub, app.test_client()
    shown = client.get("/fragment").headers["X-News"]
    assert f'data-news="{shown}"' in client.get("/").get_data(as_text=True)
    assert not newer(str(hub.news), shown)
    for change in (
        lambda: running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]}),
        lambda: running.note("simulated"),
        lambda: eyes.become("doubts", "doubt", (("K", 0.61),)),
        hub.tell_seats,
    ):
        change()
        assert newer(str(hub.news), shown)
        shown = client.get("/fragment").headers["X-News"]
        assert not newer(str(hub.news), shown)
    events = listen(serving().port).events()
    first = json.loads(next(events)["data"])["news"]
    eyes.become("sees", "still")
    second = json.loads(next(events)["data"])["news"]
    running.act({"by": "Bea", "do": "roll", "dice": ["9", "9"]})
    third = json.loads(next(events)["data"])["news"]
    assert newer(second, first) and newer(third, second)


def test_the_answer_to_a_tap_shows_what_the_tap_brought(race: Any, app: Any) -> None:
    race.roll("Ada", "K", "9")
    answer = race.form("/play/undo", {"expected_seq": race.seq}, **{"X-Fragment": "1"})
    assert not newer(str(app.extensions["companion"].hub.news), answer.headers["X-News"])


def test_the_line_is_kept_alive_by_a_comment_and_an_event(serving: Any, listen: Any, running: Any) -> None:
    blocks = listen(serving(heartbeat_s=0.1).port).blocks()
    beat = next(block for block in blocks if block.get("event") == "heartbeat")
    assert beat[""] == "still here"
    assert beat["data"]


def test_past_the_cap_it_is_503_and_places_are_freed(serving: Any, listen: Any, running: Any) -> None:
    server = serving(viewers=2, heartbeat_s=0.1)
    held = [listen(server.port), listen(server.port)]
    for stream in held:
        next(stream.events())
    refused = listen(server.port)
    assert refused.response.status == 503
    assert int(refused.response.headers["Retry-After"]) > 0
    held[0].close()
    deadline = time.monotonic() + 5
    while (again := listen(server.port)).response.status == 503 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert again.response.status == 200


def test_all_places_taken_still_leaves_the_page_answering(serving: Any, listen: Any, running: Any) -> None:
    server = serving(viewers=4)
    for _ in range(4):
        next(listen(server.port).events())
    started = time.monotonic()
    page = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    page.request("GET", "/")
    assert page.getresponse().status == 200
    assert time.monotonic() - started < 2


def test_what_was_missed_a_moment_ago_is_still_said(serving: Any, listen: Any, running: Any) -> None:
    server = serving()
    seq = running.seq
    running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    back = next(listen(server.port, {"Last-Event-ID": str(seq)}).events())
    assert json.loads(back["data"])["spoken"] == ["Rien !", "À Bea de jouer."]
    uptodate = next(listen(server.port, {"Last-Event-ID": str(running.seq)}).events())
    assert json.loads(uptodate["data"])["spoken"] == []
    odd = next(listen(server.port, {"Last-Event-ID": "-1; DROP"}).events())
    assert json.loads(odd["data"])["spoken"] == []


def test_what_was_told_is_held_no_longer_than_it_may_be_said(
    app: Flask, running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot has its whole game with it."""
    hub = app.extensions["companion"].hub
    running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    told = weakref.ref(running.snapshot())
    text = hub.encoder.json(running.snapshot())
    assert hub.encoder.json(running.snapshot()) is text
    assert hub.missed(0)[-1] is told()
    monkeypatch.setattr("web.live.hub.FRESH_S", -1.0)
    running.act({"by": "Bea", "do": "roll", "dice": ["9", "9"]})
    gc.collect()
    assert told() is None


def test_an_open_line_holds_only_what_it_told_last(
    serving: Any, listen: Any, running: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.live.hub.FRESH_S", -1.0)
    first = weakref.ref(running.snapshot())
    line = listen(serving().port).events()
    next(line)
    assert first() is not None
    running.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    next(line)
    until = time.monotonic() + 10
    while first() is not None and time.monotonic() < until:
        time.sleep(0.05)
        gc.collect()
    assert first() is None


def test_closing_the_server_ends_the_streams(serving: Any, listen: Any, running: Any) -> None:
    server = serving()
    stream = listen(server.port)
    next(stream.events())
    server.close()
    assert stream.response.read() is not None


def snapshot(seq: int) -> Snapshot:
    return Snapshot(seq)


def test_a_slow_viewer_gets_the_newest_not_everything() -> None:
    viewer = Viewer(snapshot(0))
    for seq in range(1, QUEUE + 5):
        viewer.put(snapshot(seq))
    got = [viewer.next(0) for _ in range(QUEUE + 5)]
    seqs = [one.seq for one in got if isinstance(one, Snapshot)]
    assert seqs == list(range(QUEUE, QUEUE + 5))


def test_only_the_newest_status_waits() -> None:
    viewer = Viewer(snapshot(0))
    for state in ("waits", "doubts", "sees"):
        viewer.put_eyes(EyeStatus(state, "still"))
    viewer.next(0)
    status = viewer.next(0)
    assert isinstance(status, EyeStatus)
    assert status.state == "sees"
    assert viewer.next(0) is None


def test_line_breaks_cannot_forge_an_event() -> None:
    forged = message({"name": "a\n\nevent: snapshot\ndata: {}"}, event="snapshot", identity=3)
    assert forged.count("\n") == 4


def test_what_a_correction_changed_is_the_news(serving: Any, listen: Any, running: Any) -> None:
    running.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    events = listen(serving().port).events()
    next(events)
    running.amend(running.seq, {"dice": ["K", "K"]})
    corrected = json.loads(next(events)["data"])["spoken"]
    assert corrected == ["Corrigé : « Ada lance Roi + Neuf » devient « Ada lance Roi + Roi »."]
    running.undo(target=3)
    assert json.loads(next(events)["data"])["spoken"] == ["Annulé : Ada lance Roi + Neuf."]
    running.note("simulated")
    assert json.loads(next(events)["data"])["spoken"] == []
