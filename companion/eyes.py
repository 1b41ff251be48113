"""What the page is told of the seeing part: what it does now, and the pictures that show why; once for all eyes."""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.sighting import EyeStatus


class ShownEyes:
    """The side of the eyes that people see; whoever looks calls ``show``. ``read`` gives kept pictures by id."""

    def __init__(self, read: Callable[[str], bytes | None] = lambda evidence: None) -> None:
        self._read_evidence = read
        self._status_lock = threading.Lock()
        self._status = EyeStatus("waits", "reading")
        self._subscribers: list[Callable[[EyeStatus], None]] = []

    def status(self) -> EyeStatus:
        """What the eyes do now."""
        with self._status_lock:
            return self._status

    def picture(self, evidence: str) -> bytes | None:
        """Return the picture with this evidence id as JPEG, None if there is none (any more)."""
        return self._read_evidence(evidence)

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Call ``callback`` with every new status, in the thread that looks; returns what ends that."""
        with self._status_lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._status_lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    def show(self, status: EyeStatus) -> None:
        """The eyes do something else now: everybody who subscribed is told, once."""
        with self._status_lock:
            if status == self._status:
                return
            self._status = status
            subscribers = tuple(self._subscribers)
        for callback in subscribers:
            callback(status)

    def moving(self) -> None:
        """Say that the camera is being moved, so that nothing can be read."""
        self.show(EyeStatus("lost", "moving_camera"))

    def failed(self) -> None:
        """Say that the last frame could not be looked at."""
        self.show(EyeStatus("lost", "bad_picture"))

    def finished(self) -> None:
        """Say that no more pictures come."""
        self.show(EyeStatus("lost", "end_of_pictures"))
