"""A filmed evening, refereed before the visitor's eyes: a second table with a page of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import subprocess
import sys
import tempfile
import threading

from companion.games import all_games

PLAYERS = ("Camille", "Papi Henri")
# Of the evenings 0 to 149, played on symbols without errors of the camera, one of the few on which somebody is called
# within seven looks; of these, filmed, the one on which three different faults are called soonest: a reserve that was
# not turned, a hand out of turn, a card in the wrong series.
SEED = 119
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
            if self._runs() and not _is_over(self._port):
                return
            self._forget()
            self._folder = tempfile.TemporaryDirectory(prefix="companion-shown-")
            self._port = _free_port()
            # A game that brings players of its own is played as people play it, faults and all.
            game = next(one.id for one in all_games() if one.simulation.player is not None)
            asked = ["--game", game, "--camera", "simulated", "--lang", language, "--exit-at-end"]
            for player in PLAYERS:
                asked += ["--player", player]
            asked += ["--seed", str(SEED)]
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
            return self._port if self._runs() and _answer(self._port, "openapi.json") is not None else None

    def close(self) -> None:
        """Ends it, with all that it kept."""
        with self._lock:
            self._forget()

    def _runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

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


def _is_over(port: int) -> bool:
    """Whether its page only says that the film is over."""
    told = _answer(port, "state")
    return told is not None and bool(json.loads(told)["over"])


def _answer(port: int, path: str) -> bytes | None:
    """What its page answers; None while it does not."""
    line = http.client.HTTPConnection("localhost", port, timeout=_ANSWERS_WITHIN_S)
    try:
        line.request("GET", f"/api/v1/{path}")
        answer = line.getresponse()
        return answer.read() if answer.status == http.HTTPStatus.OK else None
    except (OSError, http.client.HTTPException):
        return None
    finally:
        line.close()
