"""A USB camera, read by OpenCV in a process of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hardware.capture_process import WANTED_SIZE
from hardware.causes import BUSY, NO_PERMISSION, NOT_FOUND
from hardware.supervised import SupervisedCamera, Timing
from hardware.watchdog import Rectangle

__all__ = ["Timing", "UsbSource"]


class UsbSource(SupervisedCamera):
    """USB camera ``index``: the newest frame each time, at most about twelve a second.

    ``size`` (px) is the resolution that the camera is asked for; it gives the nearest that it has. Frames come
    at that size, or ``small_width`` px wide where that is less; stills always whole, so that (3840, 2160)
    and 640 give a light stream and large stills. ``command`` starts the process that holds the camera (see
    ``hardware.capture_process``); tests hand in another.
    """

    def __init__(
        self,
        index: int,
        *,
        size: tuple[int, int] = WANTED_SIZE,
        small_width: int | None = None,
        command: Sequence[str] | None = None,
        timing: Timing | None = None,
        patch: Rectangle | None = None,
        devices: Path = Path("/dev"),
    ) -> None:
        super().__init__(timing=timing, patch=patch)
        numbers = (index, *size) if small_width is None else (index, *size, small_width)
        self._index, self._devices = index, devices
        self._given = tuple(command or (sys.executable, "-m", "hardware.capture_process", *map(str, numbers)))

    @property
    def description(self) -> str:
        """The camera's number."""
        return f"USB camera {self._index}"

    def _is_there(self) -> bool:
        return (self._devices / f"video{self._index}").exists() or not self._devices.is_dir()

    def _command(self) -> Sequence[str]:
        return self._given

    def _environment(self) -> Mapping[str, str]:
        folder = str(Path(__file__).resolve().parent.parent)
        paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        return {"PYTHONPATH": os.pathsep.join(paths)}

    def _explain(self, cause: str) -> str:
        others = _cameras_found()
        if cause == BUSY:
            return (
                f"USB camera {self._index} is used by another program: close it, "
                f"or choose another camera ({others})."
            )
        if cause == NO_PERMISSION:
            return (
                f"USB camera {self._index} may not be used by this user: "
                f"sudo usermod -aG video $USER and log in again, or choose another camera ({others})."
            )
        what = "cannot be opened" if cause == NOT_FOUND else "gives no picture"
        return (
            f"USB camera {self._index} {what}: plug it in, close other programs that use it, "
            f"or choose another camera ({others})."
        )


def _cameras_found() -> str:
    numbers = sorted(
        int(path.name.removeprefix("video"))
        for path in Path("/dev").glob("video*")
        if path.name.removeprefix("video").isdecimal()
    )
    if not numbers:
        return "none is plugged in; --camera none plays by taps"
    return "there may be one at " + ", ".join(f"usb:{number}" for number in numbers)
