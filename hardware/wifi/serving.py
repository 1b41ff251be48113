"""The helper of a box: it keeps the hotspot and answers the table over a socket, one line of JSON each way.

    {"ask": "state"}                                            → what ``Hotspot.state`` tells
    {"ask": "look"}                                             → {"code": "accepted"}
    {"ask": "join", "name": …, "password": …, "hidden": false}  → {"code": "accepted"}

A program and a user of its own, for who may ask NetworkManager for this may also read every password that it knows.
The table, which talks to everybody in the house, may only ask for these three things; and the hotspot is there while
the table is being started anew.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socketserver
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hardware.wifi.hotspot import Hotspot
from hardware.wifi.radio import ADDRESS, Radio, Wish, is_password

PASSWORD = "companion"  # noqa: S105 - the documented one, to be changed in /etc/default/companion
PASSWORD_VARIABLE = "COMPANION_HOTSPOT_PASSWORD"  # noqa: S105
SOCKET = Path("/run/companion-wifi/socket")
LONGEST_LINE = 4096
STEP_S = 5.0
TABLE = Path("/proc/self/net/tcp")


def somebody_is_on_it(table: Path = TABLE) -> bool:
    """Whether a device has a line open to the box's address in its hotspot: a page that is shown keeps one."""
    own = "".join(f"{int(part):02X}" for part in reversed(ADDRESS.split(".")))
    try:
        return re.search(rf"^ *\d+: {own}:\S+ \S+ 01 ", table.read_text(), re.MULTILINE) is not None
    except OSError:
        return False


def answer(hotspot: Hotspot, line: bytes) -> Mapping[str, Any]:
    """What a line is answered; one that is nothing of the above: ``{"code": "unknown"}``."""
    try:
        asked = json.loads(line)
    except ValueError:
        return {"code": "unknown"}
    match asked:
        case {"ask": "state"}:
            return hotspot.state()
        case {"ask": "look"}:
            return {"code": hotspot.ask_look()}
        case {"ask": "join", "name": str(name), "password": str(password), "hidden": bool(hidden)}:
            return {"code": hotspot.ask_join(Wish(name, password, hidden))}
    return {"code": "unknown"}


class Server(socketserver.ThreadingUnixStreamServer):
    """Answers on a socket, for the group that its folder lets in."""

    daemon_threads = True

    def __init__(self, path: Path, hotspot: Hotspot) -> None:
        path.unlink(missing_ok=True)
        self.hotspot = hotspot
        super().__init__(str(path), _Handler)
        path.chmod(0o660)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a trace would show what was asked."""


class _Handler(socketserver.StreamRequestHandler):
    timeout = 5
    server: Server

    def handle(self) -> None:
        told = answer(self.server.hotspot, self.rfile.readline(LONGEST_LINE))
        with contextlib.suppress(OSError):
            self.wfile.write(json.dumps(told).encode() + b"\n")


def wanted_password(environment: Mapping[str, str]) -> str:
    """The hotspot's password; the documented one where the one that is written down can be none."""
    given = environment.get(PASSWORD_VARIABLE) or PASSWORD
    if is_password(given):
        return given
    print(f"{PASSWORD_VARIABLE} needs 8 to 63 characters: the usual one counts.", flush=True)
    return PASSWORD


def keep(hotspot: Hotspot, over: threading.Event, wait: Callable[[float], object]) -> None:
    """Go step by step until it is over."""
    while not over.is_set():
        hotspot.step()
        wait(STEP_S)


def main() -> int:
    """Serve until a signal comes. The hotspot stays as it is: whoever starts next goes on with it."""
    hotspot = Hotspot(Radio(), wanted_password(os.environ), somebody_is_on_it)
    over = threading.Event()

    def end(*_: object) -> None:
        over.set()
        hotspot.news.set()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)

    def wait(seconds: float) -> None:
        hotspot.news.wait(seconds)
        hotspot.news.clear()

    with Server(SOCKET, hotspot) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        keep(hotspot, over, wait)
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
