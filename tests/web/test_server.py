"""Serving: the port, the limits, and a quick end."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

from tests.page_app import page_app
from web.security import HEADERS
from web.server import (
    MOST_HEARD_OUT,
    MOST_READ_OF_FILES,
    SPARE_THREADS,
    LastRestedFirst,
    PageServer,
    PortError,
    PortInUse,
)


def test_a_port_in_use_says_what_to_do(table: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=rf"^Port {port} is in use: .*--port {port + 1}\.$") as refused:
            PageServer(page_app(table), "127.0.0.1", port)
    assert "\n" not in str(refused.value)


def test_an_address_that_is_not_ours_says_what_to_do(table: Any) -> None:
    with pytest.raises(PortError, match="choose another"):
        PageServer(page_app(table), "203.0.113.7", 8080)


def test_it_ends_soon_though_viewers_watch(table: Any) -> None:
    server = PageServer(page_app(table, viewers=4), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run)
    thread.start()
    viewers = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=5) for _ in range(3)]
    for viewer in viewers:
        viewer.request("GET", "/api/v1/events")
        assert viewer.getresponse().status == 200
    started = time.monotonic()
    server.close()
    server.close()
    thread.join(5)
    assert not thread.is_alive()
    assert time.monotonic() - started < 3
    for viewer in viewers:
        viewer.close()


def test_there_are_threads_beyond_those_of_the_viewers(table: Any) -> None:
    server = PageServer(page_app(table, viewers=7), "127.0.0.1", 0)
    try:
        assert len(server._dispatcher.threads) == 7 + SPARE_THREADS
    finally:
        server.close()


def request(body_length: int) -> bytes:
    """The head of a change with a body of so many bytes."""
    return f"POST /api/v1/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: {body_length}\r\n\r\n".encode()


def answer_of(line: socket.socket) -> bytes:
    """All that the server says until it ends the line."""
    said = b""
    while part := line.recv(4096):
        said += part
    return said


def status(answer: bytes) -> int:
    """The status of an answer, of which there must be exactly one."""
    assert answer.count(b"HTTP/1.") == 1
    return int(answer.split()[1])


def test_the_thread_that_rested_last_works_next() -> None:
    """So few threads do the work, and the others keep no memory for it."""
    rests, woken = LastRestedFirst(), list[int]()

    def rest(number: int) -> None:
        with rests:
            begun.release()
            rests.wait()
            woken.append(number)
            done.release()

    begun, done = threading.Semaphore(0), threading.Semaphore(0)
    for number in range(4):
        threading.Thread(target=rest, args=(number,), daemon=True).start()
        assert begun.acquire(timeout=20)
        with rests:  # free only once the thread rests
            pass
    for _ in range(2):
        with rests:
            rests.notify()
        assert done.acquire(timeout=20)
    with rests:
        rests.notify_all()
    assert done.acquire(timeout=20) and done.acquire(timeout=20)
    assert woken[:2] == [3, 2] and sorted(woken) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("sent", "refused"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Pad: " + b"x" * 20_000 + b"\r\n\r\n", 431),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: brew\r\n\r\n", 501),
    ],
)
def test_what_the_server_itself_refuses_carries_the_same_headers(
    serving: Any, sent: bytes, refused: int
) -> None:
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(sent)
        answer = answer_of(line)
    assert status(answer) == refused
    for name, value in (*HEADERS, ("Cache-Control", "no-store")):
        assert f"\r\n{name}: {value}\r\n".lower().encode() in answer.lower(), name


def test_huge_headers_are_refused(serving: Any) -> None:
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Pad: " + b"x" * 20_000 + b"\r\n\r\n")
        assert status(answer_of(line)) == 431


@pytest.mark.parametrize("sent", [0, 1_100_000, 2_000_000], ids=["waits", "in_the_middle", "sent_all"])
def test_a_huge_body_is_heard_out_and_refused(serving: Any, race: Any, sent: int) -> None:
    before = race.state()
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(request(2_000_000))
        line.sendall(b"x" * sent)
        assert status(answer_of(line)) == 413
    assert race.state() == before


def test_a_file_may_be_longer_than_any_other_body_but_not_endless(serving: Any) -> None:
    for length, answered in ((2_000_000, 403), (MOST_READ_OF_FILES + 1, 413)):
        head = f"POST /stand/cards/take-over HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n"
        with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
            line.sendall(head.encode())
            if answered == 403:  # heard whole, and then refused by the page, which was told no token
                line.sendall(b"x" * length)
                assert line.recv(64).startswith(b"HTTP/1.1 403")
            else:
                assert status(answer_of(line)) == answered


def test_a_huge_body_without_an_announced_length_is_refused(serving: Any, race: Any) -> None:
    before = race.state()
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(b"POST /api/v1/undo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(20):
            line.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        assert status(answer_of(line)) == 413
    assert race.state() == before


def test_what_follows_a_refused_body_is_no_request(serving: Any, race: Any) -> None:
    before = race.state()
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(
            request(2_000_000) + b"x" * 10 + b"GET /api/v1/state HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        assert status(answer_of(line)) == 413
    assert race.state() == before


def test_nobody_is_heard_out_for_ever(serving: Any, race: Any) -> None:
    """An endless body is cut off: a client still sending may meet a closed line before it reads the answer."""
    port, before = serving().port, race.state()
    said, sent = b"", 0
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(request(1_000_000_000))
        with pytest.raises(ConnectionError):
            while sent < 20 * MOST_HEARD_OUT:
                sent += line.send(b"x" * 65_536)
        with suppress(ConnectionError):
            said = answer_of(line)
    assert not said or status(said) == 413
    assert race.state() == before
    with socket.create_connection(("127.0.0.1", port), timeout=5) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert status(answer_of(line)) == 200


def test_a_refused_client_that_falls_silent_is_cut_off(serving: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.server.LONGEST_HEARD_OUT_S", 0.1)
    with socket.create_connection(("127.0.0.1", serving().port), timeout=5) as line:
        line.sendall(request(2_000_000))
        assert status(answer_of(line)) == 413
        started = time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() - started < 5:
                time.sleep(0.05)
                line.sendall(b"x")
