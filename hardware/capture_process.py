"""The camera's own process: opens a device and hands its frames over until it is killed.

Started as ``python -m hardware.capture_process INDEX``. Messages are JSON, one a line.
To the parent on stdout:
``{"message": "opened", "width", "height"}``, ``{"message": "frame", "seq", "monotonic_ms"}``,
``{"message": "failed", "reason"}``. From the parent on stdin: ``{"message": "memory", "path"}``, then
nothing; the end of stdin means that the parent is gone.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TextIO

import numpy as np

from hardware.frame_source import Image
from hardware.shared_frames import SharedFrames

WANTED_WIDTH = 1920
WANTED_HEIGHT = 1080
FRAME_INTERVAL_S = 0.08
"""At most about twelve frames a second are handed over; the others are read to keep the queue empty."""

CANNOT_OPEN = "cannot_open"
NO_PICTURE = "no_picture"


class Capture(Protocol):
    """What the process needs of a device; ``cv2.VideoCapture`` has this form."""

    def read(self) -> tuple[bool, Any]: ...


def serve(capture: Capture | None, inlet: TextIO, outlet: TextIO) -> int:
    """Hand over the frames of an opened device (None: it could not be opened). Returns the exit status."""

    def say(**message: Any) -> None:
        outlet.write(json.dumps(message) + "\n")
        outlet.flush()

    first = _picture(capture) if capture is not None else None
    if capture is None or first is None:
        say(message="failed", reason=CANNOT_OPEN if capture is None else NO_PICTURE)
        return 1
    height, width = first.shape[:2]
    say(message="opened", width=width, height=height)
    answer = inlet.readline()
    if not answer:
        return 0
    ring = SharedFrames(Path(json.loads(answer)["path"]), width, height)
    say(message="ready")
    threading.Thread(target=_leave_with_parent, args=(inlet,), daemon=True).start()
    seq = 0
    due = 0.0
    while True:
        image = _picture(capture)
        if image is None or image.shape[:2] != (height, width):
            say(message="failed", reason=NO_PICTURE)
            return 1
        now = time.monotonic()
        if now < due:
            continue
        due = now + FRAME_INTERVAL_S
        seq += 1
        ring.write(seq, image)
        say(message="frame", seq=seq, monotonic_ms=round(now * 1000))


def open_usb(index: int) -> Capture | None:
    """Open USB camera ``index`` at full HD where it can; None if there is none."""
    import cv2

    capture = cv2.VideoCapture(index)
    if not capture.isOpened():
        return None
    # Motion JPEG: most USB cameras have no bandwidth for full HD otherwise.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WIDTH)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_HEIGHT)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def main(arguments: list[str], open_device: Callable[[int], Capture | None] = open_usb) -> int:
    """Run the process for the camera index in ``arguments``."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    try:
        return serve(open_device(int(arguments[0])), sys.stdin, sys.stdout)
    except BrokenPipeError:
        return 0


def _picture(capture: Capture) -> Image | None:
    there, image = capture.read()
    if not there or image is None:
        return None
    picture = np.asarray(image)
    if picture.ndim == 2:
        picture = np.repeat(picture[:, :, None], 3, axis=2)
    return np.ascontiguousarray(picture[:, :, :3], dtype=np.uint8)


def _leave_with_parent(inlet: TextIO) -> None:
    while inlet.readline():
        pass
    # A read of the device may hang for ever: only leaving at once is sure to end this process.
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
