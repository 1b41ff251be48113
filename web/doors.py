"""How long a connection may take, and how many one address may have: nobody alone keeps the others from the table.

waitress has neither: it waits two minutes for whoever is silent, and for ever for whoever does not read.
"""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct
import termios
import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

from waitress.channel import HTTPChannel

MOST_CONNECTIONS = 768
MOST_OF_AN_ADDRESS = 144
"""More than all places of viewers, for whoever looks on through one router; of more the longest silent is let go."""
HEADER_S, BODY_S = 10.0, 60.0
"""How long a request may be on its way: until its headers are there, and until it is whole."""
IDLE_S = 75.0
"""How long a connection may wait for its next request."""
RESTS_S = 1.0
"""After a refusal nothing more is read from a connection for so long: to refuse is work, too."""
READING_S, LEAST_READ = 20.0, 8192
"""Whoever has not taken so many bytes in so long, while some wait, does not read."""
_KERNEL_BUFFER = 65_536
"""Bytes that the machine keeps for whoever reads slowly; what is more waits here, and is seen."""
_LOOK_EVERY_S = 1.0


class PatientChannel(HTTPChannel):  # type: ignore[misc]
    """A connection that is closed when it takes too long over anything. The loop looks at it once a second."""

    def __init__(self, server: Any, sock: socket.socket, addr: Any, adj: Any, map: Any = None) -> None:
        with contextlib.suppress(OSError):  # who has hung up already: noticed at once
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _KERNEL_BUFFER)
        now = time.monotonic()
        self.network = network_of(addr)
        self.silent_since = now
        self._looked_at = now
        self._half_sent: object = None
        self._sent = 0
        self._taken: tuple[float, int] | None = None
        self._rests_until = 0.0
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def is_busy(self) -> bool:
        """Whether a request is being answered."""
        return bool(self.requests)

    def rest(self) -> None:
        """What this connection asks next is read later: it was told to wait."""
        self._rests_until = time.monotonic() + RESTS_S

    def readable(self) -> bool:
        now = time.monotonic()
        if now - self._looked_at >= _LOOK_EVERY_S:
            self._looked_at = now
            if self.connected and self._takes_too_long(now):
                HTTPChannel.handle_close(
                    self
                )  # at once: a line that nobody reads never asks to be written to
        return self._fileno is not None and now >= self._rests_until and bool(super().readable())

    def handle_read(self) -> None:
        if time.monotonic() >= self._rests_until:  # it began to rest while the loop was waiting for it
            super().handle_read()

    def writable(self) -> bool:
        return self._fileno is not None and bool(super().writable())

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent = int(super().send(data, do_close) or 0)
        self._sent += sent
        return sent

    def service(self) -> None:
        super().service()
        self.silent_since = time.monotonic()

    def _takes_too_long(self, now: float) -> bool:
        half_sent = self.request
        if half_sent is not self._half_sent:
            self._half_sent, self.silent_since = half_sent, now
        waited = now - self.silent_since
        if self.requests or self.total_outbufs_len:
            return self._does_not_read(now)
        if half_sent is not None:
            return waited > (BODY_S if half_sent.headers_finished else HEADER_S)
        return waited > IDLE_S

    def _does_not_read(self, now: float) -> bool:
        unread = self._unread()
        if not unread and not self.total_outbufs_len:
            self._taken = None
            return False
        taken = self._sent - unread
        if self._taken is None or taken - self._taken[1] >= LEAST_READ:
            self._taken = (now, taken)
        return now - self._taken[0] > READING_S

    def _unread(self) -> int:
        """The bytes that were sent and that the other side has not taken."""
        try:
            return int(struct.unpack("i", fcntl.ioctl(self.socket, termios.TIOCOUTQ, b"\0" * 4))[0])
        except (OSError, ValueError, AttributeError):
            return 0


def network_of(addr: Any) -> str:
    """The address that a connection is counted under; of IPv6 the network, in which a device draws new ones."""
    try:
        address = ipaddress.ip_address(str(addr[0]).partition("%")[0])
    except (ValueError, IndexError, TypeError):
        return ""
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network(f"{address}/64", strict=False))


def make_room(channels: Iterable[Any], network: str) -> bool:
    """Whether one more connection from a network is let in; where there are too many, the longest silent one goes."""
    here = [channel for channel in channels if not channel.will_close]
    own = [channel for channel in here if channel.network == network]
    if len(own) >= MOST_OF_AN_ADDRESS:
        return _let_one_go(own)
    if len(here) >= MOST_CONNECTIONS:
        counted = Counter(channel.network for channel in here if not channel.is_busy)
        busiest = counted.most_common(1)[0][0] if counted else ""
        return _let_one_go([channel for channel in here if channel.network == busiest])
    return True


def _let_one_go(channels: list[Any]) -> bool:
    silent = [channel for channel in channels if not channel.is_busy]
    if not silent:
        return False
    min(silent, key=lambda channel: channel.silent_since).will_close = True
    return True
