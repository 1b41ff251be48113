"""One game before a crowd: how soon thousands of spectators, on their own links' page, are shown a tap.

Server, crowd and broker are those of a club, in their own processes; all spectators are in this one. Delays are from
the moment in which the tap begins to that in which a spectator has the whole of what it changes.
"""

from __future__ import annotations

import http.cookiejar
import re
import resource
import selectors
import socket
import time
import urllib.parse
import urllib.request
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.bench.club import accounting
from companion.bench.club.running import ClubEnded, Servers, servers, table_name
from companion.bench.measure import Measure
from companion.club.broker import Broker
from companion.club.publisher import Called
from companion.club.trial import PlayingTable
from companion.progress import Progress
from companion.simulated.outcome import quantile

SHORT, LONG = (200, 10), (10_000, 60)
"""Spectators and taps."""
SEED = 31
WAITS_S = 60.0
_AT_ONCE = 20
_ENDS = b"\x00\x00\xff\xff"
_LEAST = 80
"""Bytes; what is shorter is a sign of life."""


@dataclass(slots=True)
class Audience:
    """Spectators who listen; ``heard`` are those who have the last piece."""

    port: int
    path: str
    lines: list[socket.socket] = field(default_factory=list)
    selector: selectors.BaseSelector = field(default_factory=selectors.DefaultSelector)

    def come(self, count: int) -> float:
        """All are let in; the seconds that it took. Raises ``ClubEnded`` where somebody is not."""
        begun = time.monotonic()
        with Progress("spectators", count) as came:
            while len(self.lines) < count:
                fresh = [self._called() for _ in range(min(_AT_ONCE, count - len(self.lines)))]
                for line in fresh:
                    head = line.recv(65_536)
                    while not head.endswith(_ENDS):
                        more = line.recv(65_536)
                        if not more:
                            raise ClubEnded(f"A spectator was not let in: {head[:60]!r}.")
                        head += more
                    line.setblocking(False)
                    self.selector.register(line, selectors.EVENT_READ)
                    came.step()
                self.lines += fresh
        return time.monotonic() - begun

    def hear(self, since_ns: int) -> tuple[list[float], bytes]:
        """Waits until all have a whole piece; each one's delay (ms), and the piece. Raises ``ClubEnded``."""
        begun: dict[int, bytes] = {}
        delays: list[float] = []
        until = time.monotonic() + WAITS_S
        piece = b""
        while len(delays) < len(self.lines):
            if time.monotonic() > until:
                raise ClubEnded(f"{len(self.lines) - len(delays)} spectators were shown nothing.")
            for key, _ in self.selector.select(0.5):
                line = key.fileobj
                if not isinstance(line, socket.socket):
                    continue
                data = begun.pop(key.fd, b"") + line.recv(262_144)
                if not data.endswith(_ENDS):
                    begun[key.fd] = data
                elif len(data) >= _LEAST:
                    delays.append((time.monotonic_ns() - since_ns) / 1e6)
                    piece = data
        return delays, piece

    def leave(self) -> None:
        """All go home."""
        self.selector.close()
        for line in self.lines:
            line.close()

    def _called(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), timeout=WAITS_S)
        line.sendall(f"GET {self.path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        return line


def measure(spectators: int, taps: int) -> Iterator[Measure]:
    """Play before a crowd and yield the figures; raises ``NoServer`` and ``ClubEnded``."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with TemporaryDirectory(prefix="companion-club-") as disk, servers(Path(disk)) as club:
        name = table_name(1)
        broker = Broker(address=club.broker.address, user=name, password=club.passwords[name])
        table = _Table(Path(disk) / name, Called(name, "Table 1"), broker, SEED)
        try:
            table.begin()
            audience = Audience(club.port, f"{_link(club, name)}/events")
            try:
                yield from _watched(club, table, audience, spectators, taps)
            finally:
                audience.leave()
        finally:
            table.stop()


class _Table(PlayingTable):
    """A table at which nobody plays but by taps."""

    def begin(self) -> None:
        """Opens a game."""
        self.tell()
        self._moves = self.moves()
        next(self._moves)

    def tap_once(self) -> int:
        """The next move; when it began (ns)."""
        begun = time.monotonic_ns()
        next(self._moves)
        return begun


def _watched(
    club: Servers, table: _Table, audience: Audience, spectators: int, taps: int
) -> Iterator[Measure]:
    bench = f"{spectators} spectators"
    let_in_s = audience.come(spectators)
    crowd = accounting.family(club.club.pid)
    before, delays, sizes = accounting.processor_s(crowd), list[float](), list[int]()
    with Progress("taps before spectators", taps) as played:
        for _ in range(taps):
            heard, piece = audience.hear(table.tap_once())
            delays += heard
            sizes.append(len(piece))
            played.step()
    spent = accounting.processor_s(crowd) - before
    if b"<svg" not in zlib.decompressobj(-zlib.MAX_WBITS).decompress(piece):
        raise ClubEnded("What the spectators were shown is no board.")
    for share in ("p50", "p99"):
        value = quantile(delays, float(share[1:]) / 100)
        yield _less(f"{bench}: tap to a spectator, {share}", value, "ms", len(delays))
    yield _less(f"{bench}: let in", let_in_s, "s", spectators)
    yield _less(f"{bench}: processor, a tap", 1000 * spent / taps, "ms", taps)
    yield _less(f"{bench}: bytes, a tap and spectator", sum(sizes) / taps, "bytes", taps)
    yield _less(f"{bench}: memory of the club", accounting.memory_mb(crowd), "MB", 1)


def _link(club: Servers, table: str) -> str:
    """A link that a referee makes to the game of a table: its path."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    place = f"http://127.0.0.1:{club.port}"

    def asked(path: str, **fields: str) -> str:
        data = urllib.parse.urlencode(fields).encode() if fields else None
        request = urllib.request.Request(f"{place}{path}", data, {"Origin": place})  # noqa: S310 - our own server
        with browser.open(request, timeout=WAITS_S) as answer:
            return str(answer.read().decode())

    until = time.monotonic() + WAITS_S
    board = pin = None
    while board is None or pin is None:
        if time.monotonic() > until:
            raise ClubEnded("The club does not show the table, or has no PIN.")
        time.sleep(0.1)
        board = re.search(rf'href="(/table/{table}/\w+)"', asked("/"))
        pin = re.search(r"PIN of the referee: (\d+)", (club.folder / "club.log").read_text())
    token = re.search(r'name="token" value="([^"]+)"', asked("/"))
    if token is None:
        raise ClubEnded("The club's page has no form.")
    asked("/enter", pin=pin[1], token=token[1])
    made = asked(f"{board[1]}/watch", delay="0", token=token[1])
    link = re.search(r'href="http://[^/"]+(/watch/[^"]+)"', made)
    if link is None:
        raise ClubEnded("The club makes no link.")
    return link[1]


def _less(name: str, value: float, unit: str, count: int) -> Measure:
    return Measure("club", name, round(value, 1), unit, count, higher_is_better=False)
