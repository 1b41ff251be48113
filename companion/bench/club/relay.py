"""A line to the broker that can be cut: what is said while it is cut waits, as in a network that is parted in two."""

from __future__ import annotations

import contextlib
import selectors
import socket
import threading
from dataclasses import dataclass, field

_MOST_READ = 65_536
_LOOK_S = 0.05


@dataclass(slots=True)
class _End:
    """One end of a connection that goes through; ``waiting`` is what its other end has said, and it has not taken."""

    line: socket.socket
    other: _End | None = None
    waiting: bytearray = field(default_factory=bytearray)


class Relay:
    """Passes on connections to a port of this machine, in a thread of its own."""

    def __init__(self, to_port: int) -> None:
        self._to = to_port
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = int(self._listener.getsockname()[1])
        self._whole = threading.Event()
        self._whole.set()
        self._over = False
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._thread = threading.Thread(target=self._run, name="relay", daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Nothing goes through any more, and nobody is told."""
        self._whole.clear()

    def mend(self) -> None:
        """What was said meanwhile goes through, and what comes."""
        self._whole.set()

    def close(self) -> None:
        """Hangs up on all."""
        self._over = True
        self._whole.set()
        self._thread.join(5)
        for key in list(self._selector.get_map().values()):
            if isinstance(key.fileobj, socket.socket):
                key.fileobj.close()
        self._selector.close()

    def _run(self) -> None:
        while not self._over:
            if not self._whole.wait(_LOOK_S):
                continue
            for key, events in self._selector.select(_LOOK_S):
                if key.data is None:
                    self._accept()
                elif not self._pass_on(key.data, events):
                    self._hang_up(key.data)

    def _accept(self) -> None:
        line, _ = self._listener.accept()
        try:
            out = socket.create_connection(("127.0.0.1", self._to), timeout=1.0)
        except OSError:
            line.close()
            return
        one, two = _End(line), _End(out)
        one.other, two.other = two, one
        for end in (one, two):
            end.line.setblocking(False)
            end.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(end.line, selectors.EVENT_READ, end)

    def _pass_on(self, end: _End, events: int) -> bool:
        """Reads what one end says and hands it to the other; False where one of them has gone."""
        if end.other is None or end.line.fileno() < 0:
            return True
        try:
            if events & selectors.EVENT_READ:
                said = end.line.recv(_MOST_READ)
                if not said:
                    return False
                end.other.waiting += said
                self._hand_over(end.other)
            if events & selectors.EVENT_WRITE:
                self._hand_over(end)
        except OSError:
            return False
        return True

    def _hand_over(self, end: _End) -> None:
        with contextlib.suppress(BlockingIOError):
            del end.waiting[: end.line.send(end.waiting)]
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if end.waiting else 0)
        self._selector.modify(end.line, wanted, end)

    def _hang_up(self, end: _End) -> None:
        for one in (end, end.other):
            if one is not None and one.line.fileno() >= 0:
                self._selector.unregister(one.line)
                one.line.close()
