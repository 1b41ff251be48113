"""A USB camera's own process: opens a device with OpenCV and hands its frames over until it is killed.

Started as ``python -m hardware.capture_process INDEX [WIDTH HEIGHT [SMALL_WIDTH]]``; ``hardware.serving`` tells
the messages.
"""

from __future__ import annotations

import errno
import os
import stat
import struct
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, TextIO

import numpy as np

from hardware.causes import BUSY, NO_FRAMES, NO_PERMISSION, NOT_FOUND, TIMED_OUT
from hardware.frame_source import Image
from hardware.serving import Program, own_stdout

WANTED_SIZE = (1920, 1080)
FRAME_INTERVAL_S = 0.08
"""At most about twelve frames a second are handed over; the others are only taken to keep the queue empty."""
REFUSED_S = 3.0
"""Pictures that are refused come to nothing sooner than this; a camera that hangs takes OpenCV ten seconds."""
_QUERY_CAPABILITIES = 0x80685600
"""VIDIOC_QUERYCAP of <linux/videodev2.h>: struct v4l2_capability, 104 bytes."""
_CAPABILITIES = struct.Struct("<16s32s32sIII12x")
_DEVICE_CAPABILITIES = 0x80000000
_VIDEO_CAPTURE = 0x00000001


class Capture(Protocol):
    """What the process needs of a device; ``cv2.VideoCapture`` has this form.

    One that also has ``grab()`` and ``retrieve()`` decodes only the pictures that are handed over.
    """

    def read(self) -> tuple[bool, Any]: ...


def serve(
    capture: Capture | None,
    inlet: TextIO,
    outlet: TextIO,
    *,
    small_width: int | None = None,
    diagnose: Callable[[], str] = lambda: NO_FRAMES,
) -> int:
    """Hand over the frames of an opened device (None: it could not be opened). Returns the exit status.

    Frames wider than ``small_width`` (px) are handed over at that width, stills always whole. ``diagnose``
    names the cause when no picture comes.
    """
    program = Program(inlet, outlet)
    first = _picture(capture) if capture is not None else None
    if capture is None or first is None:
        program.say("failed", reason=diagnose())
        return 1
    height, width = first.shape[:2]
    size = _small_size(width, height, small_width)
    if not program.meet(size, (width, height)):
        return 0
    grab = getattr(capture, "grab", None)
    due = 0.0
    while True:
        wish = program.wish()
        if wish is None and grab is not None and time.monotonic() < due:
            if not grab():
                program.say("failed", reason=diagnose())
                return 1
            continue
        image = _picture(capture)
        if image is None or image.shape[:2] != (height, width):
            program.say("failed", reason=diagnose())
            return 1
        now = time.monotonic()
        if wish is not None:
            if wish.ev == 0:
                program.hand_over_still(wish, image, round(now * 1000))
            else:
                program.refuse(wish, "no_exposure_control")
        if now < due:
            continue
        due = now + FRAME_INTERVAL_S
        program.hand_over(_downscaled(image, size), round(now * 1000))


def open_usb(index: int, size: tuple[int, int] = WANTED_SIZE) -> Capture | None:
    """Open USB camera ``index`` at ``size`` (px: width, height) or what it has nearest; None if there is none."""
    import cv2

    capture = cv2.VideoCapture(index, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
    if not capture.isOpened():
        return None
    # Motion JPEG: most USB cameras have no bandwidth for full HD otherwise.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def diagnose_usb(index: int, devices: Path = Path("/dev"), *, answered: bool = False) -> str:
    """Return why camera ``index`` gives no picture, as far as its device file tells.

    ``answered``: it was not refused at once, so it cannot be another program that holds it.
    """
    try:
        device = os.open(devices / f"video{index}", os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            return NO_PERMISSION
        return BUSY if error.errno == errno.EBUSY else NOT_FOUND
    try:
        if not stat.S_ISCHR(os.fstat(device).st_mode) or not _captures(device):
            return NOT_FOUND
    except OSError:
        return NOT_FOUND
    finally:
        os.close(device)
    # V4L2 lets anybody open a device, and refuses pictures to all but one.
    return TIMED_OUT if answered else BUSY


def main(
    arguments: list[str],
    open_device: Callable[[int, tuple[int, int]], Capture | None] = open_usb,
) -> int:
    """Run the process for the camera index and sizes in ``arguments``."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")
    numbers = [int(argument) for argument in arguments]
    size = (numbers[1], numbers[2]) if len(numbers) > 2 else WANTED_SIZE
    outlet = own_stdout()
    begun = time.monotonic()
    try:
        capture = open_device(numbers[0], size)
        return serve(
            capture,
            sys.stdin,
            outlet,
            small_width=numbers[3] if len(numbers) > 3 else None,
            diagnose=lambda: diagnose_usb(
                numbers[0], answered=capture is not None and time.monotonic() - begun > REFUSED_S
            ),
        )
    except BrokenPipeError:
        return 0


def _captures(device: int) -> bool:
    import fcntl

    told = fcntl.ioctl(device, _QUERY_CAPABILITIES, bytes(_CAPABILITIES.size))
    _, _, _, _, capabilities, device_capabilities = _CAPABILITIES.unpack(told)
    own = device_capabilities if capabilities & _DEVICE_CAPABILITIES else capabilities
    return bool(own & _VIDEO_CAPTURE)


def _picture(capture: Capture) -> Image | None:
    there, image = capture.read()
    if not there or image is None:
        return None
    picture = np.asarray(image)
    if picture.ndim == 2:
        picture = np.repeat(picture[:, :, None], 3, axis=2)
    return np.ascontiguousarray(picture[:, :, :3], dtype=np.uint8)


def _small_size(width: int, height: int, small_width: int | None) -> tuple[int, int]:
    if small_width is None or small_width >= width:
        return width, height
    return small_width, max(2, round(height * small_width / width))


def _downscaled(image: Image, size: tuple[int, int]) -> Image:
    if (image.shape[1], image.shape[0]) == size:
        return image
    import cv2

    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
