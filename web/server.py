"""Serving the page with waitress, in the settings that were measured for event streams."""

from __future__ import annotations

import contextlib
import copy
import errno
import socket
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.trigger import trigger as Trigger

from web.doors import MOST_CONNECTIONS, PatientChannel, make_room, network_of
from web.live.hub import RESERVED, Hub
from web.security import FILE_PATHS, HEADERS, MAX_FILE
from web.services import EXTENSION
from web.sharing import HAND_OVER, REST

SPARE_THREADS = 16 + RESERVED
"""Threads beyond those that viewers hold with their streams: for seats, and for all else."""

MOST_READ = 1_048_576
"""Bytes; a longer body is refused unread. A little more than the page takes, which refuses in its own words."""
MOST_READ_OF_FILES = MAX_FILE + MOST_READ
"""The same where a file may be sent."""
MOST_HEARD_OUT = 4 * MOST_READ
"""Bytes of a refused request that are still taken in, and thrown away."""
LONGEST_HEARD_OUT_S = 5.0
TURN_S = 0.001
"""How long a thread of Python keeps the others waiting; with five times as much, as is usual, a seat's request waits
for each of the threads that work for others every time that it has waited for the disk or the network."""


class PortError(Exception):
    """The page cannot be served on this address; the message is one line that says what to do."""


class PortInUse(PortError):
    """Something else listens on the port already."""


class LastRestedFirst(threading.Condition):
    """Whoever began to wait last goes on first."""

    _waiters: deque[object]

    def notify(self, n: int = 1) -> None:
        """Wakes up to ``n`` of those who wait."""
        self._waiters.reverse()
        super().notify(n)
        self._waiters.reverse()


class _Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc]
    """Worker threads that are free soon after shutdown is asked for: the streams they hold end first.

    The one that rested last works next. Each keeps memory for its next allocations (glibc's tcache): in turn all of
    them would, most for nothing.
    """

    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self.queue_cv = LastRestedFirst(self.lock)
        self._hub = hub

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self._hub.close()
        return bool(super().shutdown(cancel_pending, timeout))


class _Parser(HTTPRequestParser):  # type: ignore[misc]
    """A request, whose body may be longer where a file may be sent."""

    adj: Any

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.command == "POST" and self.path in FILE_PATHS:
            self.adj = copy.copy(self.adj)
            self.adj.max_request_body_size = MOST_READ_OF_FILES


class _Refusal(ErrorTask):  # type: ignore[misc]
    """An answer of the server itself, to what is no request: with the headers of all others."""

    def execute(self) -> None:
        self.response_headers.extend([*HEADERS, ("Cache-Control", "no-store")])
        super().execute()


class _Task(WSGITask):  # type: ignore[misc]
    """A request that knows how to keep its connection from asking again at once, and how to give it away."""

    _is_handed_over = False

    def get_environment(self) -> dict[str, Any]:
        environment: dict[str, Any] = super().get_environment()
        environment[REST] = self.channel.rest
        environment[HAND_OVER] = self._hand_over
        return environment

    def _hand_over(self, takes: Callable[[socket.socket], None]) -> None:
        """Somebody else answers on this connection: nothing of this answer is sent, and our end of it is let go."""
        takes(self.channel.socket)
        self._is_handed_over = self.close_on_finish = True

    def write(self, data: bytes) -> None:
        if not self._is_handed_over:
            super().write(data)

    def finish(self) -> None:
        if not self._is_handed_over:
            super().finish()


class _Channel(PatientChannel):
    """A connection that hears a refused client out, within bounds, before it is closed.

    Closing while bytes lie unread resets the line, and the client may lose the answer that says why.
    """

    parser_class = _Parser
    task_class = _Task
    error_task_class = _Refusal
    _refused = False
    _heard_out_at: float | None = None
    _heard = 0

    def service(self) -> None:
        self._refused = self.requests[0].error is not None
        super().service()

    def handle_close(self) -> None:
        answered = self._refused and self.connected and not self.total_outbufs_len
        if answered and self._heard_out_at is None:
            self._heard_out_at = time.monotonic() + LONGEST_HEARD_OUT_S
            with contextlib.suppress(OSError):  # the client has gone: closed below
                self.socket.shutdown(socket.SHUT_WR)
                return
        super().handle_close()

    def readable(self) -> bool:
        return self._heard_out_at is not None or bool(super().readable())

    def writable(self) -> bool:
        if self._heard_out_at is None:
            return bool(super().writable())
        return time.monotonic() > self._heard_out_at

    def handle_write(self) -> None:
        if self._heard_out_at is None:
            super().handle_write()
        else:
            self.handle_close()

    def received(self, data: bytes) -> bool:
        if self._heard_out_at is None:
            return bool(super().received(data))
        self._heard += len(data)
        if self._heard > MOST_HEARD_OUT:
            self.handle_close()
        return False


def _admitted(
    server: Any, connection: socket.socket, address: Any, adjustments: Any, map: Any
) -> _Channel | None:
    """A connection that was accepted; closed again where its address has too many."""
    if make_room(server.active_channels.values(), network_of(address)):
        return _Channel(server, connection, address, adjustments, map=map)
    connection.close()
    return None


class PageServer:
    """A bound server: ``port`` is known before ``run`` begins to serve."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Binds; raises ``PortInUse`` or ``PortError``. Port 0 takes a free one."""
        threads = int(app.config["VIEWERS"]) + SPARE_THREADS
        self._sockets: dict[int, Any] = {}
        self._closed = threading.Lock()
        dispatcher = _Dispatcher(app.extensions[EXTENSION].hub)
        dispatcher.set_thread_count(threads)
        self._dispatcher = dispatcher
        try:
            self._server: Any = create_server(
                app,
                map=self._sockets,
                _dispatcher=dispatcher,
                host=host,
                port=port,
                threads=threads,
                connection_limit=MOST_CONNECTIONS + 8,
                channel_request_lookahead=1,
                outbuf_high_watermark=65_536,
                max_request_body_size=MOST_READ,
                max_request_header_size=16_384,
                asyncore_use_poll=True,
                ident=None,
                clear_untrusted_proxy_headers=True,
            )
        except OSError as error:
            dispatcher.shutdown(timeout=0.1)
            raise _refusal(error, host, port) from error
        for listener in self._sockets.values():
            if isinstance(listener, BaseWSGIServer):
                listener.channel_class = _admitted
        listening = getattr(self._server, "effective_listen", None)
        self.port = int(listening[0][1] if listening else self._server.effective_port)

    def run(self) -> None:
        """Serves until ``close`` is called, from any thread, or the process is interrupted."""
        sys.setswitchinterval(TURN_S)
        self._server.run()
        self.close()

    def close(self) -> None:
        """Ends all streams and stops serving; closing twice does nothing."""
        if not self._closed.acquire(blocking=False):
            return
        self._dispatcher.shutdown(timeout=2)
        for trigger in [one for one in self._sockets.values() if isinstance(one, Trigger)]:
            # Sockets may only be closed by the loop that polls them.
            with contextlib.suppress(OSError):  # the loop has ended by itself
                trigger.pull_trigger(lambda: wasyncore.close_all(self._sockets, ignore_all=True))
            break


def serve(app: Flask, host: str = "0.0.0.0", port: int = 8080) -> None:  # noqa: S104 - the family's tablets
    """Serves the page until interrupted; raises ``PortInUse`` or ``PortError`` before it begins."""
    server = PageServer(app, host, port)
    try:
        server.run()
    finally:
        server.close()


def _refusal(error: OSError, host: str, port: int) -> PortError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(
            f"Port {port} is in use: end the other program (perhaps this one, started twice), "
            f"or choose another port with --port {port + 1}."
        )
    if error.errno == errno.EACCES:
        return PortError(f"Port {port} may not be used by this user: choose one above 1023 with --port 8080.")
    return PortError(f"The page cannot be served on {host}:{port} ({error.strerror}): choose another --port.")
