"""What systemd is told of an evening: that it has begun, that it works, that it ends. Nothing where there is none.

It works while the evening's own loop goes round and its page answers; otherwise nothing is said, and systemd ends and
starts the program anew (``WatchdogSec`` of its unit). The messages are those of sd_notify(3).
"""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import threading
import time
from collections.abc import Callable, MutableMapping
from types import TracebackType
from typing import Self

ANSWER_S = 4.0
"""A page that takes longer is as good as none."""
LOOP_S = 4.0
_OFTEN_S = 1.0
_PATH = "/api/v1/state"


def page_answers(port: int) -> bool:
    """Whether this machine's own page answers in time."""
    page = http.client.HTTPConnection("localhost", port, timeout=ANSWER_S)
    try:
        page.request("GET", _PATH)
        answer = page.getresponse()
        answer.read()
        return answer.status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        page.close()


class ServiceManager:
    """Tells the service manager that started this program, if one did (``NOTIFY_SOCKET``), how it goes.

    A context manager: it says that the evening has begun on entering, and that it ends on leaving. ``goes_round`` is
    to be called by the evening's loop.
    """

    def __init__(
        self,
        works: Callable[[], bool],
        *,
        environment: MutableMapping[str, str] = os.environ,
        often_s: float = _OFTEN_S,
        loop_s: float = LOOP_S,
    ) -> None:
        # Programs that are started from here must not speak for this one.
        self._address = environment.pop("NOTIFY_SOCKET", "")
        self._watched = "WATCHDOG_USEC" in environment
        self._works = works
        self._often_s = often_s
        self._loop_s = loop_s
        self._round_s = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="service", daemon=True)

    def __enter__(self) -> Self:
        if self._address:
            self._say("READY=1")
            if self._watched:
                self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._address:
            self._say("STOPPING=1")

    def goes_round(self) -> None:
        """The evening's loop is alive."""
        self._round_s = time.monotonic()

    def _watch(self) -> None:
        while True:
            if self._works() and time.monotonic() - self._round_s < self._loop_s:
                self._say("WATCHDOG=1")
            if self._over.wait(self._often_s):
                return

    def _say(self, message: str) -> None:
        # An address that begins with @ lies in no folder: Linux writes it with a zero byte.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(address)
            channel.sendall(message.encode())
