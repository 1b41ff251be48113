"""The machine itself: packages, models, sound, disk, clock, network, pins, and what only a Raspberry Pi has."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from companion.evening.address import page_address
from companion.evening.health.finding import Finding, not_here, ok, to_do
from hardware.speaker import find_espeak, has_sound_device

LEAST_FREE_MB = 500
"""An evening's journal and pictures take some 100 MB; a card that runs full takes the system with it."""
LEAST_OPENCV = (4, 11)
FIRST_YEAR = 2026
"""No evening was earlier than this program; a clock that was never set says 1970, or the day of the last plug."""
LAST_YEAR = 2100
CLOCK_BACK_S = 86_400.0
SYSTEM_PYTHON = Path("/usr/bin/python3")
PICAMERA = "import simplejpeg, picamera2"
"""Both in one process: a picamera2 whose numpy is another than it was built for fails only here."""
ANSWER_S = 20.0

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a command; returns its exit status and what it printed, errors included. Raises OSError."""


def run_command(command: Sequence[str]) -> tuple[int, str]:
    """Run a short command; one that hangs counts as failed. Raises OSError if it is not there."""
    try:
        done = subprocess.run(  # noqa: S603 - fixed commands of this module
            list(command), capture_output=True, text=True, timeout=ANSWER_S, check=False
        )
    except subprocess.TimeoutExpired:
        return 1, f"no answer in {ANSWER_S:.0f} s"
    return done.returncode, (done.stdout + done.stderr).strip()


# ---------------------------------------------------------------- programs


def check_packages(
    providers: Callable[[], Mapping[str, Sequence[str]]] = importlib.metadata.packages_distributions,
    version: Callable[[], str] | None = None,
) -> Finding:
    """Exactly one distribution may provide ``cv2``: all of them write into the same folder."""
    check = "packages"
    found = sorted(set(providers().get("cv2", ())))
    if not found:
        return to_do(check, "OpenCV is not installed", "run make play again, it installs what is missing")
    if len(found) > 1:
        return to_do(
            check,
            f"{' and '.join(found)} both provide cv2 and overwrite each other",
            "delete the folder .venv and run make play again",
        )
    opencv = (version or _opencv_version)()
    numbers = tuple(int(part) for part in opencv.split(".")[:2] if part.isdecimal())
    if numbers < LEAST_OPENCV:
        return to_do(
            check, f"OpenCV {opencv} is too old", "install opencv-python 4.11 or newer (make play does)"
        )
    return ok(check, f"Python {platform.python_version()}, OpenCV {opencv} by {found[0]} alone")


def _opencv_version() -> str:
    import cv2

    return str(cv2.__version__)


def check_models(load: Callable[[], str] | None = None) -> Finding:
    """The models of the readers must load."""
    check = "models"
    try:
        return ok(check, (load or _load_models)())
    except FileNotFoundError as error:
        return to_do(check, f"a model is missing ({error})", "install Companion anew, with vision/models")
    except Exception as error:  # onnxruntime and OpenCV have errors of their own for every damage
        return to_do(
            check, f"the models do not load ({type(error).__name__}: {error})", "run make play again"
        )


def _load_models() -> str:
    import vision.models
    from vision.network import load_network
    from vision.runtime_probe import probe_onnxruntime

    models = sorted(Path(vision.models.__path__[0]).glob("*.onnx"))
    if not models:
        raise FileNotFoundError("vision/models is empty")
    for model in models:
        load_network(model, "auto", 1)
    refused = probe_onnxruntime().why_not
    by = f"OpenCV, which is slower ({refused})" if refused else "onnxruntime"
    return f"{len(models)} models load, run by {by}"


# ---------------------------------------------------------------- things of the machine


def check_sound(
    espeak: Callable[[], str | None] = find_espeak, device: Callable[[], bool] = has_sound_device
) -> Finding:
    """The voice of the machine's own speaker."""
    check = "sound"
    if espeak() is None:
        return not_here(check, "espeak-ng is not installed, tablets can speak", "apt install espeak-ng")
    if not device():
        return not_here(check, "no sound device here: tablets can speak")
    return ok(check, "espeak-ng and a sound device")


def check_disk(
    folder: Path, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
) -> Finding:
    """The data folder can be written and has room; a folder that is not there yet is not made."""
    check = "disk"
    there = next((path for path in (folder, *folder.absolute().parents) if path.exists()), Path("/"))
    elsewhere = "choose another folder with --data, or make it writable"
    if not there.is_dir():
        return to_do(check, f"{there} is not a folder", "choose another with --data")
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"doctor")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return to_do(check, f"{there} cannot be written ({error.strerror})", elsewhere)
    left = free(there) // 1_000_000
    if left < LEAST_FREE_MB:
        return to_do(
            check, f"{left} MB are free for {folder}", f"delete something: {LEAST_FREE_MB} MB are needed"
        )
    return ok(check, f"{left / 1000:,.1f} GB are free for {folder}")


def check_clock(
    folder: Path,
    wall: Callable[[], float] = time.time,
    monotonic: Callable[[], float] = time.monotonic,
) -> Finding:
    """The year is possible, the clock does not lie before the journal, and time does not run backwards."""
    check = "clock"
    advice = "connect the machine to the network once (sudo timedatectl set-ntp true), or set the time"
    now = wall()
    year = time.gmtime(now).tm_year
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return to_do(check, f"it is the year {year} here", advice)
    written = _last_written(folder / "journal.sqlite")
    if written is not None and written > now + CLOCK_BACK_S:
        return to_do(check, "the clock lies before the last entry of the journal", advice)
    ticks = [monotonic() for _ in range(3)]
    if ticks != sorted(ticks):
        return to_do(check, "the monotonic clock runs backwards", "restart the machine")
    return ok(check, time.strftime("%Y-%m-%d %H:%M", time.localtime(now)))


def _last_written(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None


def check_network(address: Callable[[], str] = lambda: page_address(8080)) -> Finding:
    """Where a tablet finds the page."""
    check = "network"
    host = urlsplit(address()).hostname or "localhost"
    if host == "localhost" or host.startswith("127."):
        return not_here(
            check, "no network: the page shows on this machine only", "connect it to the tablet's Wi-Fi"
        )
    return ok(check, f"this machine is {host}")


# ---------------------------------------------------------------- what a Raspberry Pi has


def raspberry_pi(model: Path = Path("/proc/device-tree/model")) -> str | None:
    """Return the board's name on a Raspberry Pi, else None."""
    try:
        name = model.read_text(errors="replace").strip("\0\n ")
    except OSError:
        return None
    return name if "Raspberry Pi" in name else None


def check_pins(pi: str | None, devices: Path = Path("/dev")) -> Finding:
    """Buttons and lamps hang on the pins of a Pi."""
    check = "pins"
    chips = sorted(devices.glob("gpiochip*"))
    if pi is None or not chips:
        return not_here(check, "no pins here: buttons on the page")
    if not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        return to_do(
            check,
            "the pins may not be used by this user",
            f"sudo usermod -aG gpio {os.environ.get('USER', '$USER')}, then log in again",
        )
    return ok(check, f"{pi}: {chips[0].name}")


def check_pi_camera(pi: str | None, python: Path = SYSTEM_PYTHON, run: Run = run_command) -> Finding:
    """The Pi camera is driven by the system's Python with apt's picamera2."""
    check = "pi_camera"
    if pi is None:
        return not_here(check, "no Raspberry Pi: USB cameras and photographs")
    try:
        status, told = run([str(python), "-c", PICAMERA])
    except OSError:
        return to_do(check, f"{python} is not there", "apt install python3 python3-picamera2")
    if status == 0:
        return ok(check, f"picamera2 of {python}")
    reason = told.splitlines()[-1] if told else f"exit status {status}"
    return to_do(check, f"picamera2 does not start ({reason})", "apt install --reinstall python3-picamera2")


def check_power(pi: str | None, run: Run = run_command) -> Finding:
    """Whether the Pi had too little voltage or ran too hot. Source: Raspberry Pi's documentation of vcgencmd."""
    check = "power"
    if pi is None:
        return not_here(check, "no Raspberry Pi: its supply is not watched")
    try:
        status, told = run(["vcgencmd", "get_throttled"])
        flags = int(told.partition("=")[2], 16) if status == 0 else None
    except (OSError, ValueError):
        flags = None
    if flags is None:
        return not_here(check, "vcgencmd does not answer: the supply is not watched")
    supply = "use the official supply and a short, thick cable"
    if flags & 0x1:
        return to_do(check, "too little voltage now", supply)
    if flags & 0x1_0000:
        return to_do(check, "there was too little voltage since it started", supply)
    if flags & 0xE or flags & 0xE_0000:
        return to_do(check, "the Pi slows down because it is too hot", "give it air or a fan")
    return ok(check, "voltage and temperature are good")
