"""A filmed evening, refereed before the visitor's eyes: a second table with a page of its own."""

from __future__ import annotations

import contextlib
import http.client
import socket
import subprocess
import sys
import tempfile
import threading

from companion.games import all_games

PLAYERS = ("Camille", "Papi Henri")
_ANSWERS_WITHIN_S = 1.0
_ENDS_WITHIN_S = 5.0


class Demonstration:
    """A process that films simulated players, one of whom is careless; it ends with this one, and keeps nothing."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._port = 0

    def begin(self, language: str, boxes_at: int) -> None:
        """Starts it in this language, unless it runs; its way to the boxes leads to the program at this port."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            self._forget()
            self._folder = tempfile.TemporaryDirectory(prefix="companion-shown-")
            self._port = _free_port()
            # A game that brings players of its own is played as people play it, faults and all.
            game = next(one.id for one in all_games() if one.simulation.player is not None)
            asked = ["--game", game, "--camera", "simulated", "--lang", language, "--exit-at-end"]
            for player in PLAYERS:
                asked += ["--player", player]
            asked += ["--port", str(self._port), "--boxes-at", str(boxes_at), "--data", self._folder.name]
            self._process = subprocess.Popen(  # noqa: S603 - this program itself
                [sys.executable, "-m", "companion", "play", *asked],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    @property
    def port(self) -> int | None:
        """Where its page answers; None while it does not."""
        with self._lock:
            runs = self._process is not None and self._process.poll() is None
            return self._port if runs and _answers(self._port) else None

    def close(self) -> None:
        """Ends it, with all that it kept."""
        with self._lock:
            self._forget()

    def _forget(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(_ENDS_WITHIN_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._folder is not None:
            self._folder.cleanup()
        self._process = self._folder = None


def _free_port() -> int:
    with contextlib.closing(socket.socket()) as one:
        one.bind(("", 0))
        return int(one.getsockname()[1])


def _answers(port: int) -> bool:
    line = http.client.HTTPConnection("localhost", port, timeout=_ANSWERS_WITHIN_S)
    try:
        line.request("GET", "/api/v1/openapi.json")
        return line.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
