"""What systemd is told: an evening that works says so again and again, one that hangs falls silent."""

from __future__ import annotations

import http.server
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.evening.service_manager import ServiceManager, page_answers


class Systemd:
    """The other end of the socket."""

    def __init__(self, path: Path) -> None:
        self.environment = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": "6000000"}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.settimeout(5)

    def hears(self) -> str:
        return self._socket.recv(100).decode()

    def silent_for(self, seconds: float) -> bool:
        """Whether nothing is said for so long, once what was on its way is heard."""
        self._socket.setblocking(False)
        try:
            while True:
                self._socket.recv(100)
        except BlockingIOError:
            pass
        self._socket.settimeout(seconds)
        try:
            self._socket.recv(100)
        except TimeoutError:
            return True
        return False

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    made = Systemd(tmp_path / "notify")
    yield made
    made.close()


def test_it_is_told_that_the_evening_begins_works_and_ends(systemd: Systemd) -> None:
    with ServiceManager(lambda: True, environment=systemd.environment, often_s=0.02) as service:
        service.goes_round()
        assert [systemd.hears() for _ in range(3)] == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
    last = ""
    while last != "STOPPING=1":
        last = systemd.hears()
    assert "NOTIFY_SOCKET" not in systemd.environment


def test_a_page_that_does_not_answer_is_silence(systemd: Systemd) -> None:
    works = True
    with ServiceManager(lambda: works, environment=systemd.environment, often_s=0.02) as service:
        service.goes_round()
        assert not systemd.silent_for(1)
        works = False
        time.sleep(0.1)
        assert systemd.silent_for(0.3)


def test_a_loop_that_hangs_is_silence(systemd: Systemd) -> None:
    with ServiceManager(lambda: True, environment=systemd.environment, often_s=0.02, loop_s=0.2):
        assert systemd.hears() == "READY=1"
        time.sleep(0.4)
        assert systemd.silent_for(0.3)


def test_without_a_service_manager_nothing_is_said_and_nothing_asked() -> None:
    asked: list[bool] = []
    with ServiceManager(lambda: not asked.append(True), environment={}, often_s=0.01) as service:
        service.goes_round()
        time.sleep(0.1)
    assert asked == []


def test_a_service_manager_that_has_gone_harms_nothing(tmp_path: Path) -> None:
    environment = {"NOTIFY_SOCKET": str(tmp_path / "gone"), "WATCHDOG_USEC": "1"}
    with ServiceManager(lambda: True, environment=environment, often_s=0.01) as service:
        service.goes_round()
        time.sleep(0.05)


@pytest.mark.parametrize(("status", "answers"), [(200, True), (503, False)])
def test_whether_a_page_answers(status: int, answers: bool) -> None:
    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/api/v1/state" else 404)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = http.server.ThreadingHTTPServer(("localhost", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    assert page_answers(server.server_address[1]) is answers
    server.shutdown()
    server.server_close()
    assert not page_answers(server.server_address[1])
