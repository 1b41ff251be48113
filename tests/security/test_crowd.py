"""A player's page and taps, while many look on and one address asks for all it can get.

The program is ``companion play`` in a process of its own. With COMPANION_LONG=1 as many look on and ask as were asked
for, and the times are printed (``-s``): they are worth something on a machine that does nothing else.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import re
import selectors
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.end_to_end.running import Running

LONG = bool(os.environ.get("COMPANION_LONG"))
SPECTATORS, ATTACKERS, ASKED = (100, 20, 500) if LONG else (30, 10, 10)
"""So many look on, so many connections of one address ask without end, and so often a player asks."""
COSTLY = ("/?panel=history", "/home", "/?panel=menu", "/api/v1/state", "/seats")
FORM = "application/x-www-form-urlencoded"


def look_on(port: int) -> None:
    """Every spectator's line is read as it comes, each three of an address."""
    ready = selectors.DefaultSelector()
    for number in range(SPECTATORS):
        line = socket.create_connection(
            ("127.0.0.1", port), 20, source_address=(f"127.0.1.{1 + number // 3}", 0)
        )
        line.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        ready.register(line, selectors.EVENT_READ)
    while True:
        for key, _ in ready.select():
            assert isinstance(key.fileobj, socket.socket)
            if not key.fileobj.recv(65_536):
                ready.unregister(key.fileobj)


def attack(port: int) -> None:
    """Connections of one address, each of which asks again as soon as it is answered, or refused."""
    with ThreadPoolExecutor(ATTACKERS) as connections:
        for _ in range(ATTACKERS):
            connections.submit(ask_without_end, port)


def ask_without_end(port: int) -> None:
    """One of them, which comes again where it is closed."""
    while True:
        with suppress(OSError, http.client.HTTPException):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=("127.0.0.66", 0))
            for path in COSTLY:
                line.request("GET", path)
                line.getresponse().read()


@contextmanager
def beside(work: Callable[[int], None], port: int) -> Iterator[None]:
    """A process that does this meanwhile."""
    process = multiprocessing.get_context("fork").Process(target=work, args=(port,))
    process.start()
    try:
        yield
    finally:
        process.kill()
        process.join()


class Player:
    """A phone on Ada's seat, on one connection that is kept."""

    def __init__(self, port: int) -> None:
        self._origin = f"http://127.0.0.1:{port}"
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookie = self._token = ""
        page = self._asked("GET", "/?panel=menu")
        (self._token, *_) = re.findall(r'name="token" value="([^"]+)"', page)
        self._asked("POST", "/seats/here", f"token={self._token}&player=Ada")
        self.state = json.loads(self._asked("GET", "/api/v1/state"))
        assert self.state["seat"] == "Ada"
        self._token = self.state["token"]

    def _asked(self, method: str, path: str, body: str | None = None, kind: str = FORM) -> str:
        headers = {"Origin": self._origin, "Cookie": self._cookie, "Content-Type": kind}
        self._line.request(method, path, body, headers | ({"X-CSRF-Token": self._token} if body else {}))
        answer = self._line.getresponse()
        if cookie := answer.headers["Set-Cookie"]:
            self._cookie = cookie.partition(";")[0]
        said = answer.read().decode()
        assert answer.status < 400, (method, path, answer.status, said[:500])
        return said

    def look(self) -> float:
        """How long the page of the seat takes, s."""
        begun = time.monotonic()
        self._asked("GET", "/")
        return time.monotonic() - begun

    def tap(self) -> float:
        """How long a tap takes that everybody is told of, s: who begins, and that it was not so."""
        begun = time.monotonic()
        seq = self.state["seq"]
        if self.state["legal_actions"][0]["do"] == "first_player":
            act = {"by": "table", "do": "first_player", "player": "Ada", "expected_seq": seq}
            said = self._asked("POST", "/api/v1/actions", json.dumps(act), "application/json")
        else:
            said = self._asked("POST", "/api/v1/undo", json.dumps({"expected_seq": seq}), "application/json")
        took = time.monotonic() - begun
        self.state = json.loads(said)
        return took


def told(what: str, times: Sequence[float]) -> str:
    first, *_, last = ordered = sorted(times)
    half, most = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100]
    return f"{what}: {half * 1000:.0f} ms (p50), {most * 1000:.0f} (p99), {first * 1000:.0f} to {last * 1000:.0f}"


def test_a_player_is_answered_while_many_look_on_and_one_address_asks_without_end(tmp_path: Path) -> None:
    game = ("--game", "poker_dice_race", "--player", "Ada", "--player", "Bea")
    running = Running("--camera", "none", *game, data=tmp_path)
    try:
        running.serving()
        player = Player(running.port)
        with beside(look_on, running.port):
            alone = [player.look() for _ in range(ASKED)], [player.tap() for _ in range(ASKED)]
            with beside(attack, running.port):
                time.sleep(1 + 2 * LONG)
                attacked = [player.look() for _ in range(ASKED)], [player.tap() for _ in range(ASKED)]
        for when, (looks, taps) in {"spectators only": alone, "and attacked": attacked}.items():
            print(f"{SPECTATORS} {when}: {told('page', looks)}; {told('tap', taps)}")
    finally:
        running.kill()
