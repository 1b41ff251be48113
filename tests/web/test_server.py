"""Serving: the port, the limits, and a quick end."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from contextlib import suppress
from typing import Any

import pytest

from web import create_app
from web.server import SPARE_THREADS, PageServer, PortError, PortInUse


def test_a_port_in_use_says_what_to_do(table: Any) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse, match=rf"^Port {port} is in use: .*--port {port + 1}\.$") as refused:
            PageServer(create_app(table), "127.0.0.1", port)
    assert "\n" not in str(refused.value)


def test_an_address_that_is_not_ours_says_what_to_do(table: Any) -> None:
    with pytest.raises(PortError, match="choose another"):
        PageServer(create_app(table), "203.0.113.7", 8080)


def test_it_ends_soon_though_viewers_watch(table: Any) -> None:
    server = PageServer(create_app(table, viewers=4), "127.0.0.1", 0)
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
    server = PageServer(create_app(table, viewers=7), "127.0.0.1", 0)
    try:
        assert len(server._dispatcher.threads) == 7 + SPARE_THREADS
    finally:
        server.close()


def test_huge_headers_and_bodies_are_refused(serving: Any) -> None:
    port = serving().port
    with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
        raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Pad: " + b"x" * 20_000 + b"\r\n\r\n")
        assert raw.recv(200).split()[1] == b"431"
    with socket.create_connection(("127.0.0.1", port), timeout=5) as raw:
        raw.sendall(b"POST /api/v1/undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n")
        # The server answers and hangs up before it has read it all: what is still being sent meets a closed line.
        with suppress(ConnectionError):
            raw.sendall(b"x" * 1_100_000)
        try:
            answer = raw.recv(200)
        except ConnectionResetError:
            return
        assert answer.split()[1] == b"413"
