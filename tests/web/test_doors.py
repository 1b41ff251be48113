"""One device that means ill: half-sent requests, lines that nobody reads, more lines than there are places."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from flask import Flask, request

from web import doors
from web.live.hub import MOST_OF_A_BROWSER, RESERVED, Comes, Hub
from web.seats.seat import Seat
from web.server import PageServer
from web.sharing import REST

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-More: "


@pytest.fixture
def lines() -> Iterator[Callable[..., socket.socket]]:
    """Opens lines to a port, from one address or another of this machine."""
    with ExitStack() as open_:

        def line(port: int, *, sent: bytes = b"", come_from: str = "127.0.0.1") -> socket.socket:
            one = socket.create_connection(("127.0.0.1", port), 5, source_address=(come_from, 0))
            open_.callback(one.close)
            one.sendall(sent)
            return one

        yield line


def asked(port: int, path: str = "/api/v1/state", come_from: str = "127.0.0.1") -> tuple[int, float]:
    """The status of an answer, and how long it took (s)."""
    begun = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5, source_address=(come_from, 0))
    try:
        connection.request("GET", path)
        return connection.getresponse().status, time.monotonic() - begun
    finally:
        connection.close()


def is_closed(line: socket.socket, seconds: float = 5.0) -> bool:
    """Whether the other side ends a line within so many seconds."""
    line.settimeout(seconds)
    try:
        while line.recv(65_536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def stream(brief: bool = False) -> bytes:
    path = "/api/v1/events?brief" if brief else "/api/v1/events"
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def status_of(line: socket.socket) -> int:
    line.settimeout(5)
    return int(line.recv(64).split()[1])


# ---------------------------------------------------------------- half sent


def test_hundreds_of_half_sent_requests_keep_nobody_out(serving: Any, lines: Any) -> None:
    port = serving().port
    for number in range(300):
        lines(port, sent=b"" if number % 3 == 0 else HALF)
    for come_from in ("127.0.0.1", "127.0.0.2"):
        answered, took = asked(port, come_from=come_from)
        assert answered == 200 and took < 2


def test_whoever_does_not_finish_a_request_is_cut_off(
    serving: Any, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEADER_S", 0.2)
    monkeypatch.setattr(doors, "BODY_S", 0.3)
    monkeypatch.setattr(doors, "_LOOK_EVERY_S", 0.05)
    port = serving().port
    head = b"POST /api/v1/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
    slow = [lines(port, sent=HALF), lines(port, sent=head + b"x")]
    for _ in range(4):  # a byte now and then does not help
        time.sleep(0.1)
        for one in slow:
            with suppress(OSError):
                one.sendall(b"x")
    assert all(is_closed(one) for one in slow)


def test_whoever_is_quick_keeps_the_line_for_many_requests(
    serving: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "HEADER_S", 0.2)
    monkeypatch.setattr(doors, "_LOOK_EVERY_S", 0.01)
    connection = http.client.HTTPConnection("127.0.0.1", serving().port, timeout=5)
    for _ in range(20):
        connection.request("GET", "/api/v1/state")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
        time.sleep(0.03)
    connection.close()


def test_an_address_has_so_many_lines_and_the_longest_silent_goes(
    serving: Any, lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "MOST_OF_AN_ADDRESS", 8)
    port = serving().port
    first, *others = [lines(port) for _ in range(8)]
    lines(port)
    assert is_closed(first)
    assert not is_closed(others[-1], 0.2)
    monkeypatch.setattr(doors, "MOST_CONNECTIONS", 8)
    assert asked(port, come_from="127.0.0.9")[0] == 200
    assert is_closed(others[0])


# ---------------------------------------------------------------- not read


def test_whoever_never_reads_is_dropped(
    serving: Any, lines: Any, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "READING_S", 0.5)
    monkeypatch.setattr(doors, "_LOOK_EVERY_S", 0.05)
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    server = serving(heartbeat_s=0.05)
    hub = server._dispatcher._hub
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.connect(("127.0.0.1", server.port))
    deaf.sendall(stream())
    reads = lines(server.port, sent=stream())
    deadline = time.monotonic() + 20
    while hub.watching < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    reads.setblocking(False)
    while hub.watching > 1 and time.monotonic() < deadline:
        for _ in range(5):
            hub._on_snapshot(table.snapshot())
        with suppress(BlockingIOError):
            while reads.recv(65_536):
                pass
        time.sleep(0.02)
    assert hub.watching == 1
    deaf.close()
    hub._on_snapshot(table.snapshot())
    reads.settimeout(5)
    assert reads.recv(65_536)


# ---------------------------------------------------------------- places


@pytest.fixture
def hub(table: Any, eyes: Any) -> Hub:
    table.open_game("poker_dice_race", ["Ada", "Bea"], options={"stable": "single"}, first="Ada")
    return Hub(table, eyes, viewers=6)


def is_ended(viewer: Any) -> bool:
    return bool(viewer._closed)


def test_a_seat_finds_a_place_however_many_look_on(hub: Hub) -> None:
    assert all(hub.open(comes=Comes("10.0.0.66")) for _ in range(6))
    assert hub.open(comes=Comes("10.0.0.66")) is None
    for number in range(RESERVED + 3):
        assert hub.open(Seat(1, "Ada"), comes=Comes("10.0.0.66", f"phone {number}", True)) is not None
    assert hub.watching == 6 + RESERVED


def test_whoever_has_many_lines_gives_one_up_for_whoever_has_none(hub: Hub) -> None:
    greedy = [hub.open(comes=Comes("10.0.0.66")) for _ in range(6)]
    guest = hub.open(comes=Comes("10.0.0.7"))
    assert guest is not None and is_ended(greedy[-1]) and not is_ended(greedy[0])
    assert hub.open(comes=Comes("10.0.0.66")) is None
    assert not is_ended(guest)


def test_one_browser_has_few_lines(hub: Hub) -> None:
    comes = Comes("10.0.0.7", "a phone", True)
    own = [hub.open(Seat(1, "Ada"), comes=comes) for _ in range(MOST_OF_A_BROWSER + 2)]
    assert [is_ended(one) for one in own] == [True, True] + [False] * MOST_OF_A_BROWSER


def test_a_player_gets_through_while_every_place_is_taken(serving: Any, lines: Any, table: Any) -> None:
    table.open_game("racko", ["Ada", "Bea"])
    server = serving(viewers=8)
    held = [lines(server.port, sent=stream(brief=True)) for _ in range(8)]
    assert [status_of(one) for one in held] == [200] * 8
    assert status_of(lines(server.port, sent=stream())) == 503
    player = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    player.request("GET", "/?panel=menu")
    answer = player.getresponse()
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    token = re.findall(r'name="token" value="([^"]+)"', answer.read().decode())[0]
    origin = f"http://127.0.0.1:{server.port}"
    headers = {"Cookie": cookie, "Origin": origin, "Content-Type": "application/x-www-form-urlencoded"}
    player.request("POST", "/seats/here", f"token={token}&player=Ada", headers)
    seated = player.getresponse()
    cookie = seated.headers["Set-Cookie"].partition(";")[0]
    seated.read()
    player.request("GET", "/api/v1/events", headers={"Cookie": cookie})
    assert player.getresponse().status == 200
    player.close()


def test_a_connection_that_was_refused_is_not_read_for_a_while(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "RESTS_S", 0.6)
    app.before_request(lambda: request.environ[REST]())
    server = PageServer(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    refused = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for _ in range(2):
        begun = time.monotonic()
        refused.request("GET", "/api/v1/state")
        refused.getresponse().read()
    waited = time.monotonic() - begun
    refused.close()
    others = asked(server.port)[1]
    server.close()
    assert others < 0.5 < waited
