"""A crowd that watches: thousands of open connections in a process of their own, each sent the same bytes.

The page's server takes a spectator's request and hands the connection over (``SCM_RIGHTS``), so that all come by one
port. What a link shows is compressed once, in pieces that stand for themselves (deflate with full flushes): whoever
comes later, or reads too slowly for one of them, goes on with the next.

``python -m companion.club.crowd FD`` is that process; the socket's messages are ``join KEY`` with a connection,
``show KEY`` and the bytes, and ``end KEY``.
"""

from __future__ import annotations

import contextlib
import resource
import selectors
import socket
import subprocess
import sys
import threading
import time
import zlib
from dataclasses import dataclass, field

HEARTBEAT_S = 15.0
STUCK_S = 60.0
"""A spectator who takes nothing for so long has gone."""
MOST_MESSAGE = 180_000
"""Bytes; a larger piece is not shown: a socket between two processes holds no more."""
_GZIP_BEGINS = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Encoding: gzip\r\nCache-Control: no-store\r\n"
    b"X-Content-Type-Options: nosniff\r\nX-Accel-Buffering: no\r\nConnection: close\r\n\r\n" + _GZIP_BEGINS
)
_LISTENS = selectors.EVENT_READ
_WAITS = selectors.EVENT_READ | selectors.EVENT_WRITE


def piece(text: str) -> bytes:
    """A piece of a compressed stream that stands for itself, wherever it comes."""
    packing = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packing.compress(text.encode()) + packing.flush(zlib.Z_FULL_FLUSH)


def event(version: int, shown: str) -> bytes:
    """What is sent to everybody of a link: a server-sent event with the whole page's part that changes."""
    lines = "".join(f"data: {line}\n" for line in shown.splitlines())
    return piece(f"id: {version}\n{lines}\n")


class Crowd:
    """The process of a crowd, as the page's server speaks to it. Every method may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._shown: dict[str, bytes] = {}

    @property
    def pid(self) -> int | None:
        """The number of its process; None before anybody has come."""
        return None if self._process is None else self._process.pid

    def join(self, key: str, spectator: socket.socket) -> None:
        """Hands a connection over, which is the crowd's from then on; raises OSError."""
        joins, given = [f"join {key}".encode()], [spectator.fileno()]
        with self._lock:
            try:
                socket.send_fds(self._open(), joins, given)
            except OSError:  # it has ended just now
                self._hang_up()
                socket.send_fds(self._open(), joins, given)

    def show(self, key: str, shown: bytes) -> None:
        """Everybody with this key is sent a piece, and whoever comes later first of all."""
        with self._lock:
            self._shown[key] = shown
            if self._line is not None and len(shown) <= MOST_MESSAGE:
                self._tell(f"show {key}\n".encode() + shown)

    def end(self, key: str) -> None:
        """Nobody watches by this key any more."""
        with self._lock:
            self._shown.pop(key, None)
            if self._line is not None:
                self._tell(f"end {key}".encode())

    def close(self) -> None:
        """Everybody goes home."""
        with self._lock:
            self._hang_up()

    def _hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(5.0)
            if self._process.poll() is None:
                self._process.kill()
                self._process.wait()
            self._process = None

    def _tell(self, message: bytes) -> None:
        if self._line is not None:
            with contextlib.suppress(OSError):  # it has ended: the next who joins starts it anew
                self._line.send(message)

    def _open(self) -> socket.socket:
        if self._line is not None and self._process is not None and self._process.poll() is None:
            return self._line
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * MOST_MESSAGE)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-m", "companion.club.crowd", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
            )
        self._line = ours
        for key, shown in self._shown.items():
            self._tell(f"show {key}\n".encode() + shown)
        return ours


# ---------------------------------------------------------------- the process


@dataclass(slots=True)
class _Spectator:
    """One connection; ``left`` is what it has not taken of the piece before, ``missed`` whether one was left out
    since, ``waits`` whether it is told when more can be sent."""

    line: socket.socket
    key: str
    left: memoryview
    moved_at: float
    missed: bool = False
    waits: bool = False


@dataclass(slots=True)
class _Link:
    """All who watch by one key, and what they were shown last."""

    shown: bytes = b""
    spectators: set[int] = field(default_factory=set)


class Serving:
    """The loop: one thread, everything that is sent goes as far as each connection takes it at once."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._selector = selectors.DefaultSelector()
        self._selector.register(line, selectors.EVENT_READ)
        self._spectators: dict[int, _Spectator] = {}
        self._links: dict[str, _Link] = {}

    def run(self) -> None:
        """Serves until the page's server hangs up."""
        beat_at = time.monotonic() + HEARTBEAT_S
        while True:
            for key, events in self._selector.select(max(0.0, beat_at - time.monotonic())):
                if key.data is None:
                    if not self._hear():
                        return
                elif (one := self._spectators.get(key.fd)) is not None:
                    self._move(one, events)
            if time.monotonic() >= beat_at:
                beat_at = time.monotonic() + HEARTBEAT_S
                self._beat()

    def _hear(self) -> bool:
        """Takes one message of the page's server; False when it has hung up."""
        message, lines, _, _ = socket.recv_fds(self._line, 2 * MOST_MESSAGE, 1)
        if not message:
            return False
        head, _, shown = message.partition(b"\n")
        command, _, key = head.decode().partition(" ")
        if command == "join" and lines:
            self._join(key, lines[0])
        elif command == "show":
            self._show(self._links.setdefault(key, _Link()), shown)
        elif command == "end":
            for number in tuple(self._links.pop(key, _Link()).spectators):
                self._leave(self._spectators[number])
        return True

    def _join(self, key: str, number: int) -> None:
        line = socket.socket(fileno=number)
        line.setblocking(False)
        link = self._links.setdefault(key, _Link())
        one = _Spectator(line, key, memoryview(b""), time.monotonic())
        self._spectators[number] = one
        link.spectators.add(number)
        self._selector.register(line, _LISTENS, one)
        self._send(one, _HEAD + link.shown)

    def _show(self, link: _Link, shown: bytes) -> None:
        link.shown = shown
        for number in tuple(link.spectators):
            self._send(self._spectators[number], shown)

    def _send(self, one: _Spectator, what: bytes) -> None:
        if one.left:
            one.missed = True  # the last piece of all is sent when it has taken the one before
            return
        one.left = memoryview(what)
        self._push(one)

    def _push(self, one: _Spectator) -> None:
        """Sends as much as the connection takes; what is left goes when it takes more."""
        try:
            taken = one.line.send(one.left)
        except BlockingIOError:
            taken = 0
        except OSError:
            self._leave(one)
            return
        if taken:
            one.moved_at = time.monotonic()
        one.left = one.left[taken:]
        if one.left and not one.waits:
            one.waits = True
            self._selector.modify(one.line, _WAITS, one)

    def _move(self, one: _Spectator, events: int) -> None:
        if events & selectors.EVENT_READ and self._has_gone(one):
            self._leave(one)
            return
        if events & selectors.EVENT_WRITE:
            if not one.left and one.missed:
                one.missed, one.left = False, memoryview(self._links[one.key].shown)
            if one.left:
                self._push(one)
            elif one.waits:
                one.waits = False
                self._selector.modify(one.line, _LISTENS, one)

    def _has_gone(self, one: _Spectator) -> bool:
        try:
            return not one.line.recv(4096)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def _beat(self) -> None:
        """A sign of life, so that lines on the way stay open; who takes nothing for long is let go."""
        now, beat = time.monotonic(), piece(": still here\n\n")
        for one in tuple(self._spectators.values()):
            if not one.left:
                one.left = memoryview(beat)
                self._push(one)
            elif now - one.moved_at > STUCK_S:
                self._leave(one)

    def _leave(self, one: _Spectator) -> None:
        number = one.line.fileno()
        if number < 0:
            return
        self._selector.unregister(one.line)
        one.line.close()
        self._spectators.pop(number, None)
        if one.key in self._links:
            self._links[one.key].spectators.discard(number)


def main() -> None:
    """Serves a crowd, as many as the machine allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with socket.socket(fileno=int(sys.argv[1])) as line:
        Serving(line).run()


if __name__ == "__main__":
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever stops the club stops this by hanging up
    main()
