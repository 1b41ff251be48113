"""The side of a camera's own process that speaks with the program: messages out, wishes in, pictures in memory.

Used by ``capture_process`` and ``pi_process``; needs the standard library and numpy only. Messages are JSON,
one a line. To the program on stdout (see ``hardware.messages``):
``{"message": "opened", "width", "height", "layout", "range", "still_width", "still_height"}``, ``{"message":
"ready"}``, ``{"message": "frame", "seq", "monotonic_ms"}``, ``{"message": "still", "number", "monotonic_ms"}``,
``{"message": "no_still", "number", "reason"}``, ``{"message": "locked", "controls", "settled"}``,
``{"message": "failed", "reason", "detail"}``.
From the program on stdin: ``{"message": "memory", "path"}`` in answer to ``opened``, then, any number of times,
``{"message": "still", "number", "path", "ev"}``; the end of stdin means that the program is gone.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from numpy.typing import NDArray

from hardware.shared_frames import Layout, SharedFrames


@dataclass(frozen=True, slots=True)
class StillWish:
    """A still that is wanted: its number, the file to put it in, and by how many EV brighter than usual."""

    number: int
    path: Path
    ev: float


class Program:
    """The program that this process serves, seen from here."""

    def __init__(
        self, inlet: TextIO, outlet: TextIO, leave: Callable[[], None] = lambda: os._exit(0)
    ) -> None:
        """``leave`` ends this process; it is called in a thread of its own when the program has gone."""
        self._inlet = inlet
        self._outlet = outlet
        self._leave = leave
        self._speaking = threading.Lock()
        self._wishes: queue.SimpleQueue[StillWish] = queue.SimpleQueue()
        self._ring: SharedFrames | None = None
        self._still_size = (0, 0)
        self._seq = 0

    def say(self, message: str, **details: Any) -> None:
        """Send a message."""
        line = json.dumps({"message": message, **details}) + "\n"
        with self._speaking:
            self._outlet.write(line)
            self._outlet.flush()

    def meet(
        self,
        size: tuple[int, int],
        still_size: tuple[int, int],
        *,
        layout: Layout = Layout.BGR,
        full_range: bool = True,
    ) -> bool:
        """Say that the camera is open (sizes in px: width, height) and get memory; False: the program has gone."""
        self._still_size = still_size
        self.say(
            "opened",
            width=size[0],
            height=size[1],
            layout=layout.value,
            range="full" if full_range else "limited",
            still_width=still_size[0],
            still_height=still_size[1],
        )
        answer = self._inlet.readline()
        if not answer:
            return False
        self._ring = SharedFrames(Path(json.loads(answer)["path"]), *size, layout=layout)
        threading.Thread(target=self._listen, name="wishes", daemon=True).start()
        self.say("ready")
        return True

    def hand_over(self, picture: NDArray[np.uint8], monotonic_ms: int) -> None:
        """Hand over the next frame of the stream. Raises ValueError when it has not the size that was said."""
        if self._ring is None:
            raise ValueError("there is no memory yet")
        self._seq += 1
        self._ring.write(self._seq, picture)
        self.say("frame", seq=self._seq, monotonic_ms=monotonic_ms)

    def wish(self) -> StillWish | None:
        """Return the still that is wanted next, None if there is none."""
        try:
            return self._wishes.get_nowait()
        except queue.Empty:
            return None

    def hand_over_still(self, wish: StillWish, picture: NDArray[np.uint8], monotonic_ms: int) -> None:
        """Hand over a still (uint8, (height, width, 3), BGR), or say that it has not the size that was said."""
        try:
            memory = SharedFrames(wish.path, *self._still_size, slots=1)
        except (OSError, ValueError):
            # The program has waited long enough and taken the memory away.
            self.refuse(wish, "no_memory")
            return
        try:
            memory.write(wish.number, picture)
        except ValueError:
            self.refuse(wish, "wrong_size")
            return
        finally:
            memory.close()
        self.say("still", number=wish.number, monotonic_ms=monotonic_ms)

    def refuse(self, wish: StillWish, reason: str) -> None:
        """Say that a still cannot be taken."""
        self.say("no_still", number=wish.number, reason=reason)

    def _listen(self) -> None:
        for line in iter(self._inlet.readline, ""):
            try:
                told = json.loads(line)
                wish = StillWish(int(told["number"]), Path(told["path"]), float(told["ev"]))
            except (ValueError, TypeError, KeyError):
                continue
            self._wishes.put(wish)
        # A call into the camera may hang for ever: only leaving at once is sure to end this process.
        self._leave()


def own_stdout() -> TextIO:
    """Return stdout for messages alone: what libraries print goes to stderr from now on."""
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return messages
