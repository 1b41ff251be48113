"""A running ``companion play``, and a tablet that talks to it over HTTP."""

from __future__ import annotations

import http.cookiejar
import json
import multiprocessing
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PHOTOS = ROOT.parent / "shared" / "photos"


def free_port() -> int:
    """A port nobody listens on, of those that Linux gives to no connection, as of another test meanwhile."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Tablet:
    """A browser's view of the API: cookies, the token, and an Origin of its own."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({}), cookies).open
        self._token = ""

    def state(self) -> dict[str, Any]:
        """What the page shows now."""
        state: dict[str, Any] = json.load(self._open(self.origin + "/api/v1/state", timeout=10))
        self._token = state["token"]
        return state

    def answers(self, alive: Callable[[], bool], seconds: float = 30) -> bool:
        """Whether the page answers before its program is no longer alive, or so many seconds have passed."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.state()
                return True
            except (urllib.error.URLError, ConnectionError):
                if not alive() or time.monotonic() > deadline:
                    return False
                time.sleep(0.02)

    def post(self, what: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """One tap: the status and the answer."""
        headers = {"Content-Type": "application/json", "Origin": self.origin, "X-CSRF-Token": self._token}
        request = urllib.request.Request(
            f"{self.origin}/api/v1/{what}", json.dumps(body).encode(), headers, method="POST"
        )
        try:
            with self._open(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or b"{}")

    def wait(self, until: Callable[[dict[str, Any]], bool], seconds: float = 60) -> dict[str, Any]:
        """The state once a condition holds; fails after that many seconds."""
        deadline = time.monotonic() + seconds
        while True:
            state = self.state()
            if until(state):
                return state
            assert time.monotonic() < deadline, f"still waiting: {json.dumps(state)[:2000]}"
            time.sleep(0.1)


def play(port: int, data: Path, *arguments: str) -> list[str]:
    """The words of ``companion play`` on a port with a data folder."""
    return ["play", "--port", str(port), "--data", str(data), "--voice", "off", *arguments]


class Running:
    """A ``companion`` process of this checkout."""

    def __init__(self, *arguments: str, data: Path, port: int | None = None) -> None:
        self.port = port or free_port()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", *play(self.port, data, *arguments)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.tablet = Tablet(self.port)
        self.printed = ""
        """What it has printed, once it was killed."""

    def serving(self, seconds: float = 30) -> Tablet:
        """The tablet, once the page answers."""
        if not self.tablet.answers(lambda: self.process.poll() is None, seconds):
            self.kill()
            raise AssertionError(f"not serving: {self.printed}")
        return self.tablet

    def kill(self) -> None:
        """As a power cut would."""
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.process.kill()
            self.printed = self.process.communicate()[0]

    def stop(self) -> tuple[int, str]:
        """Asks it to leave; the exit code and all it printed."""
        self.process.terminate()
        output, _ = self.process.communicate(timeout=20)
        return self.process.returncode, output


class Prepared:
    """Programs that have imported all that ``companion play`` needs before they begin: each is there much sooner.

    Each plays in a process of its own, forked from one that does nothing else.
    """

    def __init__(self) -> None:
        self._processes = multiprocessing.get_context("forkserver")
        self._processes.set_forkserver_preload(["companion.cli.play", "companion.evening.running", "running"])

    @contextmanager
    def playing(self, *arguments: str, data: Path) -> Iterator[Tablet]:
        """A tablet before a program that plays, once its page answers; it is killed as by a power cut."""
        tablet, said = Tablet(free_port()), data / "said.txt"
        words = play(tablet.port, data, *arguments)
        process = self._processes.Process(target=_main, args=(words, said))
        process.start()
        try:
            assert tablet.answers(process.is_alive), f"not serving: {said.read_text()}"
            yield tablet
        finally:
            process.kill()
            process.join()

    def ended(self, *words: str) -> tuple[int | None, str]:
        """The exit status of ``companion`` with these words, None if it does not leave; and all that it printed."""
        with tempfile.TemporaryDirectory() as folder:
            said = Path(folder) / "said.txt"
            process = self._processes.Process(target=_main, args=(words, said))
            process.start()
            process.join(60)
            process.kill()
            return process.exitcode, said.read_text()


def _main(words: Sequence[str], said: Path) -> None:
    """``companion`` with these words; what it says goes into a file."""
    from companion.cli.main import main

    with said.open("w") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.exit(main(words))
