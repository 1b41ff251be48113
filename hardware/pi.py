"""The Pi camera: picamera2 in a process of its own, on the system's Python."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from hardware.causes import (
    BUSY,
    COLOURS_SWAPPED,
    NO_MEMORY,
    NO_PERMISSION,
    NOT_FOUND,
    NOT_INSTALLED,
)
from hardware.frame_source import CameraError
from hardware.messages import Controls, Failed, Locked, Ready, checked_controls, parse
from hardware.supervised import SupervisedCamera, Timing
from hardware.watchdog import Rectangle

Stills: TypeAlias = Literal["auto", "stream", "switch"]

SYSTEM_PYTHON = Path("/usr/bin/python3")
SMALL_WIDTH = 640
FIND_S = 15.0
TIMING = Timing(start_s=30.0)
"""Loading picamera2, focusing and letting exposure settle takes a Pi a while."""
_ELSE = "or choose --camera usb:0, folder:DIR or none"
_SENTENCES = {
    NOT_INSTALLED: f"python3-picamera2 is not installed: sudo apt install python3-picamera2, {_ELSE}.",
    NOT_FOUND: f"No Pi camera is found: switch the Pi off and check both ends of the camera's cable, {_ELSE}.",
    BUSY: f"The Pi camera is used by another program: close that program, {_ELSE}.",
    NO_PERMISSION: (
        f"The Pi camera may not be used by this user: sudo usermod -aG video $USER and log in again, {_ELSE}."
    ),
    NO_MEMORY: f"There is not enough memory for the Pi camera: close other programs, {_ELSE}.",
    COLOURS_SWAPPED: (
        f"The Pi camera does not give the colours asked for: sudo apt update && sudo apt full-upgrade, {_ELSE}."
    ),
}
_NO_PICTURE = (
    f"The Pi camera gives no picture: switch the Pi off and check both ends of the camera's cable, {_ELSE}."
)
# The process finds this package alone: with the program's folder on its path it would meet the venv's numpy.
_BOOT = (
    "import os, sys, types; "
    "package = types.ModuleType('hardware'); package.__path__ = [sys.argv.pop(1)]; "
    "sys.modules['hardware'] = package; "
    "from hardware.pi_process import main; os._exit(main(sys.argv[1:]))"
)


class PiSource(SupervisedCamera):
    """Pi camera ``camera``: a stream ``small_width`` px wide, ten to twelve frames a second, and stills.

    Frames have the shape of the sensor, so one scale in x and y joins a frame and a still. The camera focuses
    once; then focus, exposure and white balance are locked, and stay so over stills and restarts. ``locked``
    are the values of an earlier run, which spare the camera that; ``on_locked`` is told (in another thread)
    those that were found and are worth keeping. ``stills``: "stream" keeps full resolution running beside
    the stream, "switch" interrupts the stream for each still, "auto" chooses the first where the camera is
    fast enough. ``python`` is the interpreter that has picamera2.
    """

    def __init__(
        self,
        camera: int = 0,
        *,
        small_width: int = SMALL_WIDTH,
        stills: Stills = "auto",
        locked: Controls | None = None,
        on_locked: Callable[[Controls], None] = lambda _: None,
        python: Path = SYSTEM_PYTHON,
        settings: Mapping[str, float] | None = None,
        timing: Timing = TIMING,
        patch: Rectangle | None = None,
    ) -> None:
        """``settings`` are limits (s) of the process: "focus", "settle", "wait"."""
        super().__init__(timing=timing, patch=patch)
        self._camera = camera
        self._small_width = small_width
        self._stills = stills
        self._given = checked_controls(locked)
        self._on_locked = on_locked
        self._python = python
        self._settings = dict(settings or {})

    @property
    def description(self) -> str:
        """The camera's number where it is not the first."""
        return "Pi camera" if self._camera == 0 else f"Pi camera {self._camera}"

    @property
    def locked(self) -> Controls | None:
        """The locked controls, by libcamera's names (see ``checked_controls``); None before there are any."""
        return self._given

    def find(self) -> bool:
        """Return whether there is such a camera and picamera2 to use it; takes a Pi about two seconds."""
        if not self._python.is_file():
            return False
        try:
            found = subprocess.run(  # noqa: S603 - our own process
                (*self._command(), "--find"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=FIND_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        told = [parse(line) for line in found.stdout.splitlines()]
        # A camera that another program holds is there, too: what is wrong with it is told when it is opened.
        return any(isinstance(one, Ready) or (isinstance(one, Failed) and one.reason == BUSY) for one in told)

    def __enter__(self) -> PiSource:
        """Open the camera. Raises CameraError, which says what to do, if it gives no picture."""
        if not self._python.is_file():
            raise CameraError(self._explain(NOT_INSTALLED))
        super().__enter__()
        return self

    def _command(self) -> Sequence[str]:
        # -P, -s: neither the folder one stands in nor packages of the user are looked at.
        python = (str(self._python), "-P", "-s", "-c", _BOOT, str(Path(__file__).resolve().parent))
        options = [
            f"--camera={self._camera}",
            f"--small-width={self._small_width}",
            f"--stills={self._stills}",
        ]
        options += [f"--{name}-s={seconds}" for name, seconds in self._settings.items()]
        if self._given is not None:
            options.append(f"--locked={json.dumps(dict(self._given))}")
        return (*python, *options)

    def _locked(self, told: Locked) -> None:
        new = self._given is None
        self._given = told.controls
        if new and told.settled:
            self._on_locked(told.controls)

    def _explain(self, cause: str) -> str:
        return _SENTENCES.get(cause, _NO_PICTURE)
