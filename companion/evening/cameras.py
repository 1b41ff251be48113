"""``--camera SOURCE``: what there is, and how to build it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from calibration.settings import Settings, TraySettings
from companion.record import MalformedRecord, Record, read
from companion.table import Table
from companion.wrong_use import WrongUse
from hardware.folder import FolderSource, photographs
from hardware.frame_source import CameraError, FrameSource
from hardware.pi import PiSource
from hardware.recording import RecordingSource
from hardware.stream_process import is_address
from hardware.url import UrlSource
from hardware.usb import UsbSource
from hardware.video import VideoSource
from vision.dice.dice_zones import TrayGeometry
from vision.eyes.evidence import shown_photographs
from vision.picture import load_picture

PI_WIDTH = 1920
"""Dice are read in the frames of the stream: they need more than the 640 px that stillness does."""
SOURCES = (
    "auto, real, pi, usb:N, url:ADDRESS, folder:DIR, video:FILE, recording:DIR, simulated[:RECORD] or none"
)
_log = logging.getLogger("companion.cameras")


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """A parsed SOURCE: its kind, and the camera's number or the path where the kind has one."""

    kind: str
    number: int = 0
    path: Path | None = None
    address: str = field(default="", repr=False)
    """Of a stream; it may hold a password."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera that is not yet open, and where the tray lies in its pictures, if known."""

    source: FrameSource
    tray: TrayGeometry | None


def parse_camera(text: str) -> CameraChoice:
    """Parse SOURCE. Raises WrongUse with the list of what there is."""
    kind, colon, rest = text.partition(":")
    match kind:
        case "auto" | "pi" | "none" if not colon:
            return CameraChoice(kind)
        case "usb" if rest.isdecimal() and len(rest) <= 3:
            return CameraChoice(kind, number=int(rest))
        case "url" if is_address(rest):
            return CameraChoice(kind, address=rest)
        case "url":
            raise WrongUse(
                "--camera url:ADDRESS needs an address such as http://192.168.1.20:8080/video or rtsp://…"
            )
        case "folder" | "video" | "recording" if rest:
            return CameraChoice(kind, path=Path(rest).expanduser())
        case "simulated" if not colon:
            return CameraChoice(kind)
        case "simulated" if rest:
            return CameraChoice(kind, path=Path(rest).expanduser())
    raise WrongUse(f"Unknown camera {text!r}: choose {SOURCES}")


def real_camera(
    text: str,
    devices: Path = Path("/dev"),
    find_pi: Callable[[], bool] = lambda: PiSource().find(),
) -> str:
    """What ``real`` stands for here: the Pi camera, else USB camera 0, else none; any other SOURCE as it is.

    A table in a living room has the camera that is plugged in, and never plays by itself.
    """
    if text != "real":
        return text
    if find_pi():
        return "pi"
    return "usb:0" if (devices / "video0").exists() else "none"


def read_script(choice: CameraChoice) -> Record | None:
    """Read the record of ``simulated:RECORD``; None for any other camera. Raises WrongUse."""
    if choice.kind != "simulated" or choice.path is None:
        return None
    try:
        return read(choice.path)
    except MalformedRecord as error:
        raise WrongUse(f"{choice.path}: {error}: give another record, simulated:RECORD") from error
    except OSError as error:
        raise WrongUse(
            f"{choice.path} cannot be read ({error.strerror}): give a record, simulated:RECORD"
        ) from error


def open_camera(
    choice: CameraChoice,
    table: Table | None,
    *,
    settings: Settings | None = None,
    script: Record | None = None,
    begin: int = 0,
    evidence: Iterable[str] = (),
    seed: int | None = None,
    speed: float = 1.0,
    exit_at_end: bool = False,
) -> Camera | None:
    """Build the chosen camera; None for ``none``, and for a simulated one without a ``table``.

    It opens when it is entered (CameraError, one sentence).

    ``script`` is what ``read_script`` gave, ``begin`` how many of its actions are played already;
    ``evidence`` are the evidence ids in the running game's journal: a folder goes on after the last
    photograph among them. ``seed``, ``speed`` and ``exit_at_end`` are for the simulated table.
    """
    tray = None if settings is None or settings.tray is None else tray_of(settings.tray)

    def simulate() -> Camera | None:
        if table is None:
            return None
        from companion.filmed.simulated_tray import SimulatedTable

        simulated = SimulatedTable(
            table, seed=seed, speed=speed, record=script, begin=begin, exit_at_end=exit_at_end
        )
        return Camera(simulated, simulated.tray)

    match choice.kind:
        case "none":
            return None
        case "pi":
            return Camera(PiSource(small_width=PI_WIDTH), tray)
        case "usb":
            return Camera(UsbSource(choice.number), tray)
        case "url":
            return Camera(UrlSource(choice.address), tray)
        case "folder" if choice.path is not None:
            return Camera(FolderSource(choice.path, load_picture, shown=_shown(choice.path, evidence)), tray)
        case "video" if choice.path is not None:
            return Camera(VideoSource(choice.path), tray)
        case "recording" if choice.path is not None:
            return Camera(RecordingSource(choice.path), tray)
        case "auto":
            return _first_pi(tray) or _first_usb(tray) or simulate()
        case _:
            return simulate()


def tray_of(settings: TraySettings) -> TrayGeometry:
    """The tray of the settings in the form that the eyes take."""
    return TrayGeometry(settings.corners, settings.width_mm, settings.height_mm, settings.die_mm)


def _first_pi(
    tray: TrayGeometry | None,
    probe: Callable[[], PiSource] = lambda: PiSource(small_width=PI_WIDTH),
) -> Camera | None:
    """The Pi camera if there is one and it gives a picture; it stays focused and exposed as it was found."""
    source = probe()
    if not source.find():
        return None
    try:
        with source:
            return Camera(source, tray)
    except CameraError as error:
        _log.info("%s Another camera is looked for.", error)
        return None


def _first_usb(
    tray: TrayGeometry | None,
    devices: Path = Path("/dev"),
    probe: Callable[[], Any] = lambda: UsbSource(0),
) -> Camera | None:
    """USB camera 0 if it opens and gives a picture."""
    if devices.is_dir() and not any(devices.glob("video*")):
        return None
    source = probe()
    try:
        with source:
            return Camera(source, tray)
    except CameraError as error:
        _log.info("%s It is done without.", error)
        return None


def _shown(folder: Path, evidence: Iterable[str]) -> frozenset[str]:
    try:
        names = [path.name for path in photographs(folder)]
    except OSError:
        # The source says what is wrong with the folder when it opens.
        return frozenset()
    return frozenset(shown_photographs(names, evidence))
