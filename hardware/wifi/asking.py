"""The table asks the helper that keeps the box's Wi-Fi (``hardware.wifi.serving``), where there is one."""

from __future__ import annotations

import json
import shutil
import socket
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hardware.wifi.nmcli import PROGRAM

VARIABLE = "COMPANION_WIFI"
"""Where the socket lies; the unit of a box says so, and nobody else."""
ANSWER_S = 2.0
FRESH_S = 2.0
"""So long an answer counts: every page that is asked for on the hotspot wants to know."""
LONGEST_ANSWER = 1_000_000


class WifiLine:
    """The line to the helper, as the page knows it (``web.outside.WifiService``)."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._clock = clock
        self._lock = threading.Lock()
        self._told: tuple[float, Mapping[str, Any] | None] | None = None

    def state(self) -> Mapping[str, Any] | None:
        """All that the page shows; None where nobody answers."""
        with self._lock:
            if self._told is None or self._clock() - self._told[0] > FRESH_S:
                told = self._answer({"ask": "state"})
                self._told = (self._clock(), told if told is not None and "mode" in told else None)
            return self._told[1]

    def look(self) -> str:
        """Look for networks: "accepted", "busy" or "no_answer"."""
        return self._code({"ask": "look"})

    def join(self, name: str, password: str, hidden: bool) -> str:
        """Join a network: "accepted", or why not."""
        return self._code({"ask": "join", "name": name, "password": password, "hidden": hidden})

    def _code(self, asked: Mapping[str, Any]) -> str:
        told = self._answer(asked)
        with self._lock:
            self._told = None
        return "no_answer" if told is None else str(told.get("code"))

    def _answer(self, asked: Mapping[str, Any]) -> Mapping[str, Any] | None:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
                line.settimeout(ANSWER_S)
                line.connect(str(self._path))
                line.sendall(json.dumps(asked).encode() + b"\n")
                told = json.loads(_read(line))
        except (OSError, ValueError):
            return None
        return told if isinstance(told, dict) else None


def _read(line: socket.socket) -> bytes:
    found = b""
    while not found.endswith(b"\n") and len(found) < LONGEST_ANSWER and (part := line.recv(65_536)):
        found += part
    return found


def wifi_line(environment: Mapping[str, str]) -> WifiLine | None:
    """The line to the helper on a box; None on every other machine, and where NetworkManager is not installed."""
    path = environment.get(VARIABLE)
    return WifiLine(Path(path)) if path and shutil.which(PROGRAM) else None
