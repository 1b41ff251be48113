"""Whoever asks without end is refused after a few; seats and whoever looks after the table never are."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask, request

from tests.web.conftest import Tablet
from tests.web.seats.test_joining import app, began, joined, table, whispers
from tests.web.seats.test_seats import phone
from web.sharing import MOST_AT_ONCE, MOST_TURNS

__all__ = ["app", "table", "whispers"]


@pytest.fixture
def slow(app: Flask) -> Iterator[threading.Event]:
    """Pages that, where this is cleared, take until somebody lets them go on."""
    go_on = threading.Event()
    go_on.set()
    app.before_request(lambda: go_on.wait(5) and None)
    yield go_on
    go_on.set()


def asked(client: Any, address: str, path: str = "/home") -> int:
    return int(client.get(path, environ_base={"REMOTE_ADDR": address}).status_code)


def test_an_address_has_a_few_requests_at_once_and_another_is_not_kept_waiting(
    app: Flask, slow: threading.Event
) -> None:
    slow.clear()
    with ThreadPoolExecutor(40) as browsers:
        greedy = [browsers.submit(asked, app.test_client(), "10.0.0.66") for _ in range(30)]
        while sum(one.done() for one in greedy) < 30 - MOST_AT_ONCE:
            pass
        other = browsers.submit(asked, app.test_client(), "10.0.0.7")
        slow.set()
        answers = [one.result(10) for one in greedy]
        assert other.result(10) == 200
    assert answers.count(200) == MOST_AT_ONCE and answers.count(429) == 30 - MOST_AT_ONCE
    assert asked(app.test_client(), "10.0.0.66") == 200


@pytest.mark.parametrize(
    ("path", "apart"), [("/home", True), ("/static/table.css", False), ("/static/icon.svg", False)]
)
def test_whoever_does_not_play_takes_turns_whatever_the_address(
    app: Flask, monkeypatch: pytest.MonkeyPatch, path: str, apart: bool
) -> None:
    """A page asks for many files: those are not counted by address, but wait for their turn as well."""
    monkeypatch.setattr("web.sharing.LONGEST_WAIT_S", 30.0)
    at_work, most, go_on = 0, 0, threading.Event()

    def works() -> None:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        go_on.wait(20)
        at_work -= 1

    app.before_request(works)
    with ThreadPoolExecutor(9) as browsers:
        asking = [
            browsers.submit(asked, app.test_client(), f"10.0.0.{number if apart else 66}", path)
            for number in range(9)
        ]
        while at_work < MOST_TURNS:
            pass
        time.sleep(0.1)  # whoever else got in would be there by now
        go_on.set()
        assert [one.result(30) for one in asking] == [200] * 9
    assert most == MOST_TURNS


@pytest.mark.parametrize("who", ["a seat", "where the game was begun"])
def test_those_who_play_are_never_refused(app: Flask, slow: threading.Event, who: str) -> None:
    tablet: Tablet = joined(app, "Ada") if who == "a seat" else began(app)
    slow.clear()
    with ThreadPoolExecutor(40) as browsers:
        strangers = [browsers.submit(asked, app.test_client(), "127.0.0.1") for _ in range(MOST_AT_ONCE + 4)]
        while sum(one.done() for one in strangers) < 4:
            pass
        playing = browsers.submit(lambda: tablet.client.get("/").status_code)
        slow.set()
        assert playing.result(10) == 200


def test_what_was_refused_is_not_counted(app: Flask) -> None:
    for _ in range(3 * MOST_AT_ONCE):
        assert phone(app).client.get("/nowhere").status_code == 404
        assert phone(app).client.post("/play/undo").status_code == 403
    assert phone(app).client.get("/").status_code == 200


@pytest.mark.parametrize("longest_s", [20.0, 0.2])
def test_what_is_drawn_for_others_stands_still_while_a_seat_is_answered(
    app: Flask, monkeypatch: pytest.MonkeyPatch, longest_s: float
) -> None:
    """But not for ever: seats that ask without end do not keep the others out."""
    monkeypatch.setattr("web.sharing.STANDS_STILL_S", longest_s)
    reached = {"/home": threading.Event(), "/api/v1/state": threading.Event()}
    go_on = {"/home": threading.Event(), "/api/v1/state": threading.Event()}
    stopping = threading.Event()

    def stops() -> None:
        if stopping.is_set():
            reached[request.path].set()
            go_on[request.path].wait(20)

    app.before_request(stops)
    seat = joined(app, "Ada")
    stopping.set()
    with ThreadPoolExecutor(2) as browsers:
        other = browsers.submit(asked, app.test_client(), "10.0.0.7")
        assert reached["/home"].wait(20)
        played = browsers.submit(lambda: seat.client.get("/api/v1/state").status_code)
        assert reached["/api/v1/state"].wait(20)
        go_on["/home"].set()
        if longest_s < 1:
            assert other.result(20) == 200
        else:
            with pytest.raises(TimeoutError):
                other.result(0.5)
        go_on["/api/v1/state"].set()
        assert other.result(20) == played.result(20) == 200
