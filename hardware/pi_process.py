"""The Pi camera's own process: picamera2 on the system's Python, a small stream and full-resolution stills.

Started by ``hardware.pi``; ``hardware.serving`` tells the messages. It needs the standard library, numpy and
picamera2 (apt: python3-picamera2), nothing else. What of picamera2 and libcamera is relied on, and why:

- The stream's frames are the configuration's ``lores`` in YUV420: a Pi 4 gives no other format there. Rows are
  padded; they are cropped by the stream's own configuration (raspberrypi/picamera2#645).
- ``main`` is "RGB888", whose bytes in numpy are B, G, R; libcamera may adjust what it was asked for, so
  the formats are checked.
- Where the sensor gives ten whole frames a second, ``main`` runs at full resolution beside the stream: a still
  costs no switch. Elsewhere a still switches the mode: controls live in the configuration, because a switch
  forgets all others (#800).
- Any wait may last for ever when the cable fails (#1065), so each has a limit; after one that ran out this
  process leaves at once: ``stop()`` could hang, too.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.causes import (
    COLOURS_SWAPPED,
    NO_FRAMES,
    NO_MEMORY,
    cause_of,
)
from hardware.messages import Controls, checked_controls
from hardware.serving import Program, StillWish, own_stdout
from hardware.shared_frames import Layout

FRAME_DURATION_US = (80_000, 100_000)
"""Ten to twelve and a half frames a second; also the longest exposure."""
LEAST_RATE = 9.0
"""A stream beside full resolution that is slower than this (frames/s) is given up for one that is not."""
STOP_S = 0.7
_COLOUR = "RGB888"
_SMALL = "YUV420"
_AE_CONVERGED = 2
_AF_MANUAL = 0
_EXPOSURE = ("ExposureTime", "AnalogueGain")
_STEADY_FRAMES = 6
_STEADY = 0.02
_APPLIED = 0.1
_MOST_FRAMES = 20
_EV_ERROR = 0.3
_NS_IN_MS = 1_000_000


class WrongFormat(RuntimeError):
    """The camera does not give the one pixel format whose colours are sure."""


class PiCamera:
    """A picamera2 camera with a small stream and stills; every wait has the limit ``wait_s``."""

    def __init__(self, camera: Any, small_width: int, locked: Controls | None, wait_s: float) -> None:
        self._camera = camera
        self._locked: dict[str, Any] = dict(locked or {})
        self._wait_s = wait_s
        self._configuration: dict[str, Any] = {}
        self._streaming = False
        self._usual: dict[str, Any] = {}
        """Exposure time and gain that are locked."""
        self._exposed: dict[str, Any] = {}
        """Exposure time and gain that the stream was given last."""
        self.beside = False
        """Whether full resolution runs beside the stream."""
        self.full_range = True
        width, height = camera.sensor_resolution
        self.still_size = (width - width % 2, height - height % 2)
        small_width = min(small_width, self.still_size[0])
        small_height = round(small_width * self.still_size[1] / self.still_size[0])
        self.size = (small_width - small_width % 2, small_height - small_height % 2)

    def start(self, stills: str) -> None:
        """Start the stream. ``stills``: "stream" (full resolution beside it), "switch" (mode switch) or "auto"."""
        if stills != "switch":
            try:
                self._run(beside=True)
                if stills == "stream" or self._rate() >= LEAST_RATE:
                    return
            except (RuntimeError, OSError) as error:
                if stills == "stream" or cause_of(error) != NO_MEMORY:
                    raise
            self._camera.stop()
        self._run(beside=False)

    def settle(self, focus_s: float, settle_s: float) -> bool:
        """Focus once, let exposure and white balance come to rest, and lock all three; within the limits (s).

        Returns whether they had come to rest. Some sensors never report that they have (#908). A lens that finds
        no focus goes where most is sharp.
        """
        focused = self._focus(focus_s)
        metadata, steady = self._steady(settle_s)
        found = checked_controls(metadata)
        if found is not None:
            self._locked = dict(found)
            if not focused:
                self._locked["LensPosition"] = _limit(self._camera.camera_controls, "LensPosition", 2, 1.0)
            locking = self.locking()
            self._configuration["controls"] = {**self._configuration["controls"], **locking}
            self._usual = _exposure_in(locking)
            self._set(locking)
        return focused and steady

    def locking(self) -> dict[str, Any]:
        """Return the controls that lock focus, exposure and white balance, as far as this camera has them."""
        if not self._locked:
            return {}
        controls: dict[str, Any] = {"AeEnable": False, **self._locked}
        if "ColourGains" in self._locked:
            controls["AwbEnable"] = False
        if "LensPosition" in self._locked:
            controls["AfMode"] = _AF_MANUAL
        # libcamera refuses what it does not know, and releases differ.
        known = self._camera.camera_controls
        return {name: value for name, value in controls.items() if name in known}

    @property
    def locked(self) -> dict[str, Any]:
        """The locked values, by libcamera's names."""
        return dict(self._locked)

    def frame(self) -> tuple[NDArray[np.uint8], int]:
        """Wait for the next frame of the stream; returns it as I420 and its time (ms). Raises TimeoutError."""
        self._resume()
        with self._request() as request:
            return self._small(request), _taken_ms(request.get_metadata())

    def still(self, ev: float) -> tuple[NDArray[np.uint8], int]:
        """Take a picture at full resolution (BGR), ``ev`` brighter than locked; returns it and its time (ms).

        Raises ValueError if the camera cannot be exposed so.
        """
        exposure = self._exposure(ev)
        return self._still_beside(exposure) if self.beside else self._still_by_switch(exposure)

    def _resume(self) -> None:
        """Go back to the stream and its exposure after stills."""
        if not self._streaming:
            self._camera.configure(self._configuration)
            self._camera.start()
            self._streaming = True
            self._exposed = self._usual
        elif self._exposed != self._usual:
            self._set(self.locking())

    def _run(self, *, beside: bool) -> None:
        camera = self._camera
        width, height = self.still_size
        # Half the sensor's size picks the mode that joins two by two pixels and sees as much.
        size = self.still_size if beside else (width // 4 * 2, height // 4 * 2)
        size = (max(size[0], self.size[0]), max(size[1], self.size[1]))
        self._configuration = camera.create_preview_configuration(
            main={"size": size, "format": _COLOUR},
            lores={"size": self.size, "format": _SMALL},
            raw=None,
            buffer_count=3,
            queue=False,
            display=None,
            encode=None,
            controls={"FrameDurationLimits": FRAME_DURATION_US, **self.locking()},
        )
        camera.configure(self._configuration)
        self._check_format("main", _COLOUR)
        self._check_format("lores", _SMALL)
        space = camera.camera_configuration().get("colour_space")
        self.full_range = "limited" not in str(getattr(space, "range", "full")).lower()
        given = camera.stream_configuration("lores")["size"]
        self.size = (given[0], given[1])
        if beside:
            given = camera.stream_configuration("main")["size"]
            self.still_size = (given[0], given[1])
        self.beside = beside
        camera.start()
        self._streaming = True
        self._usual = self._exposed = _exposure_in(self.locking())

    def _check_format(self, stream: str, wanted: str) -> None:
        given = self._camera.stream_configuration(stream)["format"]
        if given != wanted:
            raise WrongFormat(f"the {stream} stream is {given}, not {wanted}")

    def _rate(self) -> float:
        """Measure the rate of the stream (frames/s)."""
        for _ in range(3):
            self._metadata()
        begun = time.monotonic()
        for _ in range(5):
            self._metadata()
        return 5.0 / max(time.monotonic() - begun, 1e-6)

    def _focus(self, focus_s: float) -> bool:
        """Focus once; returns whether that succeeded, or there is nothing to focus."""
        if "AfMode" not in self._camera.camera_controls:
            return True
        try:
            return bool(self._camera.autofocus_cycle(wait=focus_s))
        except TimeoutError:
            # The job would otherwise stay first in the queue and hold up every capture.
            self._camera.cancel_all_and_flush()
            return False

    def _steady(self, settle_s: float) -> tuple[dict[str, Any], bool]:
        end = time.monotonic() + settle_s
        seen: deque[tuple[float, ...]] = deque(maxlen=_STEADY_FRAMES)
        while True:
            metadata = self._metadata()
            seen.append(_look_of(metadata))
            converged = metadata.get("AeLocked") is True or metadata.get("AeState") == _AE_CONVERGED
            values = np.array(seen)
            spread = np.ptp(values, axis=0) / np.maximum(np.abs(values.mean(axis=0)), 1e-9)
            # Exposure: the camera's word, or our own eyes. White balance has no word of its own.
            balanced = len(seen) == _STEADY_FRAMES and bool(np.all(spread[1:] < _STEADY))
            if balanced and (converged or spread[0] < _STEADY):
                return metadata, True
            if time.monotonic() >= end:
                return metadata, False

    def _set(self, controls: Mapping[str, Any]) -> bool:
        """Set controls and wait until the frames have them; returns whether they do."""
        self._camera.set_controls(dict(controls))
        self._exposed = _exposure_in(controls)
        return any(_has(self._metadata(), controls) for _ in range(_MOST_FRAMES))

    def _exposure(self, ev: float) -> dict[str, Any]:
        """Return exposure time and gain, ``ev`` brighter than locked."""
        if ev == 0:
            return self._usual
        if len(self._usual) != len(_EXPOSURE):
            raise ValueError("the camera's exposure is not known")
        limits = self._camera.camera_controls
        wanted = self._usual["ExposureTime"] * self._usual["AnalogueGain"] * 2.0**ev
        shortest = max(1, _limit(limits, "ExposureTime", 0, 1))
        longest = min(FRAME_DURATION_US[1], _limit(limits, "ExposureTime", 1, FRAME_DURATION_US[1]))
        time_us = min(max(self._usual["ExposureTime"] * 2.0**ev, shortest), longest)
        lowest, highest = _limit(limits, "AnalogueGain", 0, 1.0), _limit(limits, "AnalogueGain", 1, 8.0)
        gain = min(max(wanted / time_us, lowest), highest)
        if abs(math.log2(time_us * gain / wanted)) > _EV_ERROR:
            raise ValueError("the camera cannot be exposed so")
        return {"ExposureTime": round(time_us), "AnalogueGain": gain}

    def _still_beside(self, exposure: Mapping[str, Any]) -> tuple[NDArray[np.uint8], int]:
        asked_ms = time.monotonic() * 1000
        if exposure != self._exposed:
            if not self._set(exposure):
                raise ValueError("the camera did not take this exposure")
            asked_ms = 0.0
        while True:
            with self._request() as request:
                taken_ms = _taken_ms(request.get_metadata())
                # The frame in hand may be older than the wish for it (#426).
                if taken_ms >= asked_ms:
                    return _cropped(request.make_array("main"), self.still_size), taken_ms

    def _still_by_switch(self, exposure: Mapping[str, Any]) -> tuple[NDArray[np.uint8], int]:
        camera = self._camera
        configuration = camera.create_still_configuration(
            main={"size": self.still_size, "format": _COLOUR},
            raw=None,
            buffer_count=1,
            controls={**self.locking(), **exposure},
        )
        self._streaming = False
        request = camera.switch_mode_capture_request_and_stop(configuration, wait=2 * self._wait_s)
        try:
            self._check_format("main", _COLOUR)
            return _cropped(request.make_array("main"), self.still_size), _taken_ms(request.get_metadata())
        finally:
            # Memory goes back before the stream takes its own: it may run short otherwise (#869).
            request.release()

    @contextlib.contextmanager
    def _request(self) -> Iterator[Any]:
        request = self._camera.capture_request(wait=self._wait_s)
        try:
            yield request
        finally:
            request.release()

    def _metadata(self) -> dict[str, Any]:
        with self._request() as request:
            return dict(request.get_metadata())

    def _small(self, request: Any) -> NDArray[np.uint8]:
        return packed_i420(request.make_array("lores"), *self.size)


def packed_i420(padded: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Return a YUV420 picture without the padding of its rows.

    ``padded``: (height * 3 // 2, stride); its last third holds U, then V, two of their rows in one of its own.
    """
    stride = padded.shape[1]
    if padded.shape[0] != height * 3 // 2 or stride < width:
        raise ValueError(f"a YUV420 picture of {width} x {height} px cannot have the shape {padded.shape}")
    packed = np.empty((height * 3 // 2, width), np.uint8)
    packed[:height] = padded[:height, :width]
    planes = padded[height:].reshape(2, height // 2, stride // 2)
    packed[height:].reshape(2, height // 2, width // 2)[...] = planes[:, :, : width // 2]
    return packed


def serve(camera: PiCamera, program: Program) -> int:
    """Hand over frames, and stills when they are wanted, until the program leaves. Raises what the camera raises."""
    picture, taken_ms = camera.frame()
    if not program.meet(camera.size, camera.still_size, layout=Layout.I420, full_range=camera.full_range):
        return 0
    while True:
        program.hand_over(picture, taken_ms)
        while (wish := program.wish()) is not None:
            _take(camera, program, wish)
        picture, taken_ms = camera.frame()


def main(arguments: Sequence[str]) -> int:
    """Run the process; returns its exit status. Leave by ``os._exit``: what a camera does at exit may hang."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--camera", type=int, default=0)
    parser.add_argument("--small-width", type=int, default=640)
    parser.add_argument("--stills", choices=("auto", "stream", "switch"), default="auto")
    parser.add_argument("--locked", type=json.loads, default=None)
    parser.add_argument("--focus-s", type=float, default=5.0)
    parser.add_argument("--settle-s", type=float, default=3.0)
    parser.add_argument("--wait-s", type=float, default=2.0)
    parser.add_argument("--find", action="store_true", help="only say whether there is a camera")
    options = parser.parse_args(arguments)
    device: Any = None
    leaving = threading.Event()

    def leave() -> None:
        leaving.set()
        timer = threading.Timer(STOP_S, os._exit, (0,))
        timer.daemon = True
        timer.start()
        if device is not None:
            with contextlib.suppress(Exception):
                device.stop()
        os._exit(0)

    program = Program(sys.stdin, own_stdout(), leave)
    try:
        check_there_is_one(options.camera)
        if options.find:
            program.say("ready")
            return 0
        device = _picamera2(options.camera)
        locked = checked_controls(options.locked)
        camera = PiCamera(device, options.small_width, locked, options.wait_s)
        camera.start(options.stills)
        settled = True if locked is not None else camera.settle(options.focus_s, options.settle_s)
        if camera.locked:
            program.say("locked", controls=camera.locked, settled=settled)
        return serve(camera, program)
    except BrokenPipeError:
        return 0
    except Exception as error:
        if leaving.is_set():
            # The camera was stopped under this thread; the other one ends the process.
            time.sleep(STOP_S)
            return 0
        reason = COLOURS_SWAPPED if isinstance(error, WrongFormat) else cause_of(error) or NO_FRAMES
        program.say("failed", reason=reason, detail=f"{type(error).__name__}: {error}")
        return 1


def check_there_is_one(number: int, devices: Path = Path("/dev")) -> None:
    """Raise an error that tells the cause if there is no Pi camera with this number (USB cameras are none)."""
    from picamera2 import Picamera2

    found = [one for one in Picamera2.global_camera_info() if "/usb" not in str(one.get("Id", ""))]
    if number < len(found):
        return
    # Whoever may not open the media devices is shown no camera at all.
    media = list(devices.glob("media*"))
    if media and not any(os.access(one, os.R_OK | os.W_OK) for one in media):
        raise PermissionError("permission denied: /dev/media*")
    raise LookupError(f"no cameras available: {len(found)} found, number {number} wanted")


def _picamera2(number: int) -> Any:
    from picamera2 import Picamera2

    return Picamera2(number)


def _take(camera: PiCamera, program: Program, wish: StillWish) -> None:
    try:
        picture, taken_ms = camera.still(wish.ev)
    except ValueError:
        program.refuse(wish, "out_of_range")
        return
    program.hand_over_still(wish, picture, taken_ms)


def _taken_ms(metadata: Mapping[str, Any]) -> int:
    """The moment the frame was taken (ms, monotonic); now, where the camera tells no time that can be."""
    now_ms = time.monotonic_ns() // _NS_IN_MS
    stamp = metadata.get("SensorTimestamp")
    if isinstance(stamp, int) and abs(stamp // _NS_IN_MS - now_ms) < 10_000:
        return stamp // _NS_IN_MS
    return now_ms


def _look_of(metadata: Mapping[str, Any]) -> tuple[float, ...]:
    """Exposure, and the gains of red and blue: what must come to rest."""
    gains = metadata.get("ColourGains") or (1.0, 1.0)
    exposure = float(metadata.get("ExposureTime") or 0) * float(metadata.get("AnalogueGain") or 0)
    return (exposure, float(gains[0]), float(gains[1]))


def _has(metadata: Mapping[str, Any], controls: Mapping[str, Any]) -> bool:
    """Whether a frame was taken with the exposure that was set; sensors round it."""
    for name in _EXPOSURE:
        wanted, given = controls.get(name), metadata.get(name)
        if wanted and given and abs(given / wanted - 1.0) > _APPLIED:
            return False
    return True


def _exposure_in(controls: Mapping[str, Any]) -> dict[str, Any]:
    return {name: controls[name] for name in _EXPOSURE if name in controls}


def _limit(limits: Mapping[str, Any], name: str, index: int, otherwise: float) -> float:
    value = limits.get(name, (None, None))[index]
    return float(value) if isinstance(value, int | float) and value > 0 else float(otherwise)


def _cropped(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    return picture[: size[1], : size[0], :3]
