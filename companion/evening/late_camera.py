"""A camera that was missing when the evening began: it is looked for, and comes into use when it is plugged in."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from companion.evening.cameras import CameraChoice
from companion.evening.seeing import Seeing
from companion.sighting import EyeStatus
from web.outside import Eyes, NoEyes

LOOK_EVERY_S = 4.0
_log = logging.getLogger("companion.cameras")


class LateEyes:
    """The eyes as the page knows them from the start: off until there are some."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._eyes: Eyes = NoEyes()
        self._subscribers: dict[Callable[[EyeStatus], None], Callable[[], None]] = {}

    def status(self) -> EyeStatus:
        """What they do now."""
        return self._eyes.status()

    def picture(self, evidence: str) -> bytes | None:
        """A JPEG that shows why something was read so; None when it is not kept."""
        return self._eyes.picture(evidence)

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Calls back with every new status, also of eyes that come later; returns how to stop it."""
        with self._lock:
            self._subscribers[callback] = self._eyes.subscribe(callback)

        def unsubscribe() -> None:
            with self._lock:
                stop = self._subscribers.pop(callback, None)
            if stop is not None:
                stop()

        return unsubscribe

    def become(self, eyes: Eyes) -> None:
        """There are eyes now: whoever subscribed is told."""
        with self._lock:
            self._eyes = eyes
            for callback, stop in self._subscribers.items():
                stop()
                self._subscribers[callback] = eyes.subscribe(callback)
            subscribers = tuple(self._subscribers)
        for callback in subscribers:
            callback(eyes.status())


class CameraSearch:
    """Looks for the missing camera every few seconds, in a thread of its own, until it is found or closed."""

    def __init__(
        self,
        seeing: Seeing,
        found: Callable[[], None],
        *,
        every_s: float = LOOK_EVERY_S,
        devices: Path = Path("/dev"),
    ) -> None:
        """``found`` is called when the camera is looked through."""
        self._seeing, self._found = seeing, found
        self._every_s, self._devices = every_s, devices
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._look, name="camera search", daemon=True)

    def start(self) -> None:
        """Begins to look, where a camera is missing."""
        if self._seeing.missing is not None:
            self._thread.start()

    def close(self) -> None:
        """Looks no more."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join()

    def _look(self) -> None:
        while (choice := self._seeing.missing) is not None and not self._closed.wait(self._every_s):
            if not self._may_be_there(choice):
                continue
            try:
                if self._seeing.open_missing():
                    self._found()
            except Exception as error:  # the family plays on by taps
                _log.warning("The camera was found and could not be used (%s).", error)

    def _may_be_there(self, choice: CameraChoice) -> bool:
        """Whether it is worth opening: a device that is plugged in has its file, where the system has such files."""
        if choice.kind != "usb" or not self._devices.is_dir():
            return True
        return (self._devices / f"video{choice.number}").exists()
