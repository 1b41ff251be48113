"""The page as ``companion play`` serves it: how soon a hundred spectators hear of a tap, what memory it takes;
where a browser can be driven, how soon a screen is painted and brought up to date.

Server and spectators are processes of their own. Delays begin when the server publishes an entry, by the machine's
monotonic clock, and end when its whole event has reached the spectator, or when the page's document changes.
"""

from __future__ import annotations

import http.client
import json
import random
import re
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.bench.browser import NoBrowser, opened_browser
from companion.bench.measure import Measure
from companion.domains import pick
from companion.games import first_game
from companion.progress import progress
from companion.simulated.outcome import quantile

SPECTATORS = 100
SHORT_TAPS, LONG_TAPS = 40, 400
DELIVERY_TARGET_MS, MEMORY_TARGET_MB = 100.0, 150.0
PAINT_TARGET_MS, UPDATE_TARGET_MS = 1000.0, 50.0
SCREENS = (
    "",
    "home",
    "games",
    "league",
    "rules",
    "settings",
    "seats",
    "stand",
    "?panel=menu",
    "?panel=new",
)
_GAME, _PLAYERS = first_game(), ("Ada", "Bea", "Cyd")
_SEED = 5
_PAUSE_S = 0.1
_WAITS_S = 120.0
_WATCH_PAGE = """() => {
  window.updates = [];
  new MutationObserver(() => {
    const tablet = document.getElementById('tablet');
    const seq = tablet ? Number(tablet.dataset.seq) : 0;
    const last = window.updates.at(-1);
    if (!last || last[0] !== seq) window.updates.push([seq, performance.timeOrigin + performance.now()]);
  }).observe(document.getElementById('page'), { childList: true, subtree: true });
}"""
_SHOWS = "(seq) => window.updates.some((one) => one[0] === seq)"
_PAINTED = "() => performance.getEntriesByName('first-contentful-paint').map((entry) => entry.startTime)"


@dataclass
class Served:
    """A server in a process of its own, and a browser's session with it."""

    process: subprocess.Popen[bytes]
    port: int
    cookie: str = ""
    token: str = ""
    seq: int = 0

    def enter(self) -> None:
        """Waits until the server answers, and keeps what a tablet needs for its taps."""
        until = time.monotonic() + _WAITS_S
        while True:
            try:
                status, body, cookie = self._ask("GET", "/api/v1/state")
                break
            except OSError:
                if time.monotonic() > until or self.process.poll() is not None:
                    raise
                time.sleep(0.05)
        if status != http.client.OK:
            raise OSError(f"the server answered {status}")
        self.cookie, self.token, self.seq = cookie, body["token"], body["seq"]

    def tap(self, action: Mapping[str, Any]) -> float:
        """Plays a move as a tablet does; how long the answer took, in ms."""
        begun = time.monotonic()
        status, body, _ = self._ask("POST", "/api/v1/actions", {**action, "expected_seq": self.seq})
        if status != http.client.OK:
            raise OSError(f"a tap was answered with {status}: {body}")
        self.seq = body["seq"]
        return (time.monotonic() - begun) * 1000

    def state(self) -> dict[str, Any]:
        """The table as everybody may see it."""
        return self._ask("GET", "/api/v1/state")[1]

    def memory_mb(self) -> float:
        """The most memory that the server has held so far (VmHWM), in MB of 1024 kB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return int(found[1]) / 1024 if found else 0.0

    def _ask(
        self, method: str, path: str, body: Mapping[str, Any] | None = None
    ) -> tuple[int, dict[str, Any], str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=_WAITS_S)
        try:
            headers = {"Cookie": self.cookie, "X-CSRF-Token": self.token} if self.cookie else {}
            headers |= {"Origin": f"http://127.0.0.1:{self.port}", "Content-Type": "application/json"}
            connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            answer = connection.getresponse()
            cookie = (answer.getheader("Set-Cookie") or "").partition(";")[0]
            return answer.status, json.loads(answer.read()), cookie
        finally:
            connection.close()


@contextmanager
def served(players: Sequence[str] = _PLAYERS) -> Iterator[Served]:
    """``companion play`` without a camera, on a free port and in a folder of its own."""
    with TemporaryDirectory(prefix="companion-bench-") as folder:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [sys.executable, "-m", "companion", "play", "--camera", "none", "--voice", "tablet"]
        command += ["--game", _GAME, "--port", str(port), "--data", folder, "--first", players[0]]
        for player in players:
            command += ["--player", player]
        process = subprocess.Popen(  # noqa: S603 - our own program
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            made = Served(process, port)
            made.enter()
            yield made
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            if process.poll() is None:
                process.kill()


# ---------------------------------------------------------------- spectators


@dataclass
class _Line:
    """One spectator's stream, as far as it was read."""

    unread: bytes = b""
    delays: dict[int, float] = field(default_factory=dict)
    published: dict[int, float] = field(default_factory=dict)

    def take(self, data: bytes, now: float) -> None:
        """Takes bytes in; of every snapshot that is whole now, how old it is, in ms."""
        *blocks, self.unread = (self.unread + data).split(b"\n\n")
        for block in blocks:
            if b"event: snapshot" in block:
                told = json.loads(block.partition(b"data: ")[2].partition(b"\n")[0])
                self.delays[told["seq"]] = now * 1000 - told["sent_ms"]
                self.published[told["seq"]] = told["sent_ms"]


class Crowd:
    """Spectators who listen to the event stream, all in one thread."""

    def __init__(self, port: int, count: int) -> None:
        self._selector = selectors.DefaultSelector()
        self.lines = [_Line() for _ in range(count)]
        for line in self.lines:
            opened = socket.create_connection(("127.0.0.1", port), timeout=_WAITS_S)
            opened.sendall(b"GET /api/v1/events?brief HTTP/1.1\r\nHost: localhost\r\n\r\n")
            opened.setblocking(False)
            self._selector.register(opened, selectors.EVENT_READ, line)

    def listen(self, seq: int, longest_s: float = _WAITS_S) -> bool:
        """Reads until every spectator has heard of an entry of the journal; whether all have."""
        until = time.monotonic() + longest_s
        while any(seq not in line.delays for line in self.lines):
            if time.monotonic() > until:
                return False
            for key, _ in self._selector.select(0.5):
                opened = key.fileobj
                if isinstance(opened, socket.socket) and (data := opened.recv(1 << 20)):
                    key.data.take(data, time.monotonic())
        return True

    def close(self) -> None:
        """All go home."""
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()


@dataclass(frozen=True, slots=True)
class Crowded:
    """What came of a game before spectators: delays and answers in ms, the most memory in MB."""

    delays: tuple[float, ...]
    answers: tuple[float, ...]
    memory_mb: float


def before_spectators(spectators: int, taps: int, pause_s: float = _PAUSE_S) -> Crowded:
    """A game played by taps before spectators; raises ``OSError`` where one of them is left out."""
    with served() as server:
        crowd = Crowd(server.port, spectators)
        try:
            if not crowd.listen(server.seq):
                raise OSError("not every spectator was let in")
            first, answers = server.seq, []
            for action in progress(moves(server, taps), "taps before spectators", taps):
                answers.append(server.tap(action))
                if not crowd.listen(server.seq):
                    raise OSError("not every spectator heard of a tap")
                time.sleep(pause_s)
            heard = [delay for line in crowd.lines for seq, delay in line.delays.items() if seq > first]
            return Crowded(tuple(heard), tuple(answers), server.memory_mb())
        finally:
            crowd.close()


def moves(server: Served, count: int) -> Iterator[Mapping[str, Any]]:
    """Moves drawn from those that the table offers, up to ``count``, and none after the game's end."""
    chance = random.Random(_SEED)  # noqa: S311 - a game, no secret
    for _ in range(count):
        offered = [one for one in server.state()["legal_actions"] if one["do"] == "roll"]
        if not offered:
            return
        yield pick(chance.choice(offered), chance.choice)


# ---------------------------------------------------------------- a browser


@dataclass(frozen=True, slots=True)
class Painted:
    """What a browser saw: ms to the first paint of each screen, and from an entry to the page that shows it."""

    screens: Mapping[str, float]
    updates: tuple[float, ...]


def in_a_browser(taps: int) -> Painted | None:
    """Opens every screen anew, then watches a game; None where no browser can be driven (Playwright, Chromium)."""
    try:
        with opened_browser() as browser, served() as server:
            return _painted(browser, server, taps)
    except NoBrowser:
        return None


def _painted(browser: Any, server: Served, taps: int) -> Painted:
    browser.new_page().goto(f"http://127.0.0.1:{server.port}/")  # a tablet's browser runs already
    screens = {}
    for path in SCREENS:
        tablet = browser.new_context(viewport={"width": 1280, "height": 800})
        page = tablet.new_page()
        page.goto(f"http://127.0.0.1:{server.port}/{path}")
        page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
        screens[path or "table"] = float(page.evaluate(_PAINTED)[0])
        tablet.close()
    updates = _watched(browser.new_page(viewport={"width": 1280, "height": 800}), server, taps)
    return Painted(screens, tuple(updates))


def _watched(page: Any, server: Served, taps: int) -> Iterable[float]:
    """How long after the server published an entry the page's document showed it, in ms."""
    with page.expect_response("**/api/v1/events*"):
        page.goto(f"http://127.0.0.1:{server.port}/")
    page.evaluate(_WATCH_PAGE)
    crowd = Crowd(server.port, 1)
    try:
        crowd.listen(server.seq)
        published: dict[int, float] = {}
        for action in progress(moves(server, taps), "taps before a browser", taps):
            server.tap(action)
            crowd.listen(server.seq)
            page.wait_for_function(_SHOWS, arg=server.seq)
            page.wait_for_timeout(1000 * _PAUSE_S)
            # The browser's clock is the wall clock.
            published[server.seq] = crowd.lines[0].published[server.seq] + 1000 * (
                time.time() - time.monotonic()
            )
        shown = dict(page.evaluate("window.updates"))
        return [shown[seq] - at for seq, at in published.items() if seq in shown]
    finally:
        crowd.close()


# ---------------------------------------------------------------- figures


def measure(*, long: bool = False) -> Iterator[Measure]:
    """Yield the figures of the page."""
    taps = LONG_TAPS if long else SHORT_TAPS
    crowded = before_spectators(SPECTATORS, taps)
    for name, share, target in (("p50", 0.5, None), ("p99", 0.99, DELIVERY_TARGET_MS)):
        value = quantile(crowded.delays, share)
        yield _milliseconds(f"{SPECTATORS} spectators: delivery, {name}", value, len(crowded.delays), target)
    tapped = quantile(crowded.answers, 0.5)
    yield _milliseconds(f"{SPECTATORS} spectators: a tap is answered, p50", tapped, len(crowded.answers))
    memory = round(crowded.memory_mb, 1)
    name = f"{SPECTATORS} spectators: the server's memory"
    yield Measure("page", name, memory, "MB", 1, target=MEMORY_TARGET_MB, higher_is_better=False)
    painted = in_a_browser(taps)
    if painted is None:
        return
    for screen, value in painted.screens.items():
        yield _milliseconds(f"first paint: {screen}", value, 1, PAINT_TARGET_MS)
    for name, share in (("p50", 0.5), ("p95", 0.95)):
        value = quantile(painted.updates, share)
        yield _milliseconds(f"the page shows an entry, {name}", value, len(painted.updates), UPDATE_TARGET_MS)


def _milliseconds(name: str, value: float, n: int, target: float | None = None) -> Measure:
    return Measure("page", name, round(value, 1), "ms", n, target=target, higher_is_better=False)
