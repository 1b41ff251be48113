"""A stand-in for picamera2 with its documented behaviours, faults among them, where there is no Pi.

What it does like the original (raspberrypi/picamera2, read at 0.3.3x; the numbers are its issues):

- a capture waits for ever, or until ``wait`` seconds are over (TimeoutError); a job that timed out stays queued;
- requests that are not released stall the camera once all buffers are out;
- YUV420 rows are padded to a multiple of 64 bytes, "RGB888" is B, G, R in numpy (#645, #848);
- on a Pi 4 ("vc4") the lores stream must be YUV; sizes are even, lores is not larger than main;
- ``configure`` forgets every control that is not in the configuration (#800), and needs a stopped camera;
- controls reach a frame some frames later; unknown ones raise;
- exposure and white balance converge over many frames; ``AeLocked`` may never come (#908);
- a camera in use: RuntimeError "Camera __init__ sequence did not complete." because of another RuntimeError;
- no camera: ``global_camera_info()`` is empty, opening raises IndexError;
- after a cable fault no frame comes, and ``stop()`` may never return (#1065, #1264).

Faults are told in the environment: ``FAKE_PICAMERA2`` is JSON with ``runs``, one object of settings for each
process that is started, the last for all later ones; ``counter`` is the file that counts them. Frames come
``speed`` times as fast as a camera would give them, so that tests need not wait.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections import deque
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

_TOLD = json.loads(os.environ.get("FAKE_PICAMERA2", "{}"))
_DEFAULTS = {
    "cameras": ["/base/axi/pcie@120000/rp1/i2c@88000/imx708@1a"],
    "sensor": [1152, 648],
    "platform": "vc4",
    "fastest_us": [69_686, 17_849],
    "busy": False,
    "missing": False,
    "autofocus": True,
    "focus_hangs": False,
    "settles": True,
    "light": 1.0,
    "hang_after": None,
    "stop_hangs": False,
    "no_memory_beside": False,
    "main_format": None,
    "range": "Full",
    "nan": False,
    "speed": 4.0,
}
_DELAY = 3
_GAINS = (2.0, 1.5)
_GOOD_EXPOSURE = 20_000.0


def _settings() -> dict[str, Any]:
    runs = _TOLD.get("runs", [{}])
    number = 0
    if "counter" in _TOLD:
        counter = Path(_TOLD["counter"])
        with counter.open("a") as file:
            file.write("run\n")
        number = len(counter.read_text().splitlines()) - 1
    return {**_DEFAULTS, **runs[min(number, len(runs) - 1)]}


_SET = _settings()
if _SET["missing"]:
    raise ModuleNotFoundError("No module named 'picamera2'", name="picamera2")


class _ColourSpace:
    range = f"Range.{_SET['range']}"


class CompletedRequest:
    """One frame of all streams, and its metadata; it must be released."""

    def __init__(self, camera: Picamera2, metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._metadata = metadata
        self._configuration = {
            name: dict(camera.camera_config[name]) for name in ("main", "lores") if camera.camera_config[name]
        }
        self._run = camera._runs
        self._released = False

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)

    def make_array(self, name: str) -> np.ndarray:
        stream = self._configuration[name]
        width, height = stream["size"]
        factors = tuple(round(one, 4) for one in _factors(self._metadata))
        picture = _scene(width, height, factors)
        if stream["format"] == "RGB888":
            return picture.copy()
        if stream["format"] == "YUV420":
            return _padded_yuv(width, height, stream["stride"], factors, _SET["range"])
        raise RuntimeError("Format " + stream["format"] + " not supported")

    def release(self) -> None:
        assert not self._released, "CompletedRequest: lock now has negative ref_count"
        self._released = True
        with self._camera._lock:
            if self._run == self._camera._runs:
                self._camera._out -= 1


class Picamera2:
    """The camera."""

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Id": name, "Model": "fake", "Num": number} for number, name in enumerate(_SET["cameras"])]

    def __init__(self, camera_num: int = 0) -> None:
        self.global_camera_info()[camera_num]["Num"]
        try:
            if _SET["busy"]:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
        except Exception:
            raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904 - as in the original
        self.camera_config: dict[str, Any] | None = None
        self.sensor_resolution = tuple(_SET["sensor"])
        self._lock = threading.Lock()
        self._prod = threading.Event()
        self._jobs: deque[_Job] = deque()
        self._completed: list[CompletedRequest] = []
        self._coming: deque[dict[str, Any]] = deque()
        self._active: dict[str, Any] = {}
        self._started = False
        self._runs = 0
        self._out = 0
        self._frames = 0
        self._exposure = 2000.0
        self._gain = 1.0
        self._colours = (1.0, 1.0)
        self._lens = 1.0
        self._focusing = 0
        threading.Thread(target=self._loop, daemon=True).start()

    # ---- configuration

    @property
    def camera_controls(self) -> dict[str, Any]:
        limits = {
            "AeEnable": (False, True, None),
            "AwbEnable": (False, True, None),
            "ExposureTime": (26, 112_015_443, None),
            "AnalogueGain": (1.0, 16.0, None),
            "ColourGains": (0.0, 32.0, None),
            "FrameDurationLimits": (self._fastest(), 112_015_443, None),
            "NoiseReductionMode": (0, 4, 0),
        }
        if _SET["autofocus"]:
            limits |= {"AfMode": (0, 2, 0), "AfTrigger": (0, 1, 0), "LensPosition": (0.0, 32.0, 1.0)}
        return limits

    def _fastest(self) -> int:
        whole = (
            self.camera_config is None
            or self.camera_config["main"]["size"][0] > self.sensor_resolution[0] * 0.75
        )
        return _SET["fastest_us"][0 if whole else 1]

    def create_preview_configuration(
        self,
        main: Any = None,
        lores: Any = None,
        raw: Any = None,
        buffer_count: int = 4,
        controls: Any = None,
        display: Any = "main",
        encode: Any = "main",
        queue: bool = True,
    ) -> dict[str, Any]:
        controls = {"NoiseReductionMode": 3, "FrameDurationLimits": (100, 83_333)} | (controls or {})
        return self._make(
            {"format": "XBGR8888", "size": (640, 480)} | (main or {}), lores, raw, buffer_count, controls
        )

    def create_still_configuration(
        self,
        main: Any = None,
        lores: Any = None,
        raw: Any = None,
        buffer_count: int = 1,
        controls: Any = None,
        display: Any = None,
        encode: Any = None,
        queue: bool = True,
    ) -> dict[str, Any]:
        controls = {"NoiseReductionMode": 2, "FrameDurationLimits": (100, 10**9)} | (controls or {})
        main = {"format": "BGR888", "size": self.sensor_resolution} | (main or {})
        return self._make(main, lores, raw, buffer_count, controls)

    def _make(self, main: Any, lores: Any, raw: Any, buffers: int, controls: Any) -> dict[str, Any]:
        if lores is not None:
            lores = {"format": "YUV420", "size": main["size"]} | lores
        return {
            "main": main,
            "lores": lores,
            "raw": raw,
            "buffer_count": buffers,
            "controls": controls,
            "colour_space": _ColourSpace(),
        }

    def configure(self, configuration: dict[str, Any]) -> None:
        if self._started:
            raise RuntimeError("Camera must be stopped before configuring")
        configuration = configuration.copy()
        for name in ("main", "lores"):
            stream = configuration[name]
            if stream is None:
                continue
            stream = configuration[name] = dict(stream)
            width, height = stream["size"]
            if width % 2 or height % 2:
                raise RuntimeError("width and height should be even")
            per_pixel = {"RGB888": 3, "BGR888": 3, "XBGR8888": 4, "XRGB8888": 4, "YUV420": 1}[
                stream["format"]
            ]
            stream["stride"] = -(-width * per_pixel // 64) * 64
        main, lores = configuration["main"], configuration["lores"]
        if lores is not None:
            if lores["size"][0] > main["size"][0] or lores["size"][1] > main["size"][1]:
                raise RuntimeError("lores stream dimensions may not exceed main stream")
            if _SET["platform"] == "vc4" and lores["format"] != "YUV420":
                raise RuntimeError("lores stream must be YUV")
        if _SET["no_memory_beside"] and lores is not None and main["size"] == self.sensor_resolution:
            raise OSError(12, "Cannot allocate memory")
        if _SET["main_format"]:
            main["format"] = _SET["main_format"]
        self._check(configuration["controls"])
        self.camera_config = configuration
        # Everything that was set before is forgotten.
        self._active = {}
        self._coming = deque([dict(configuration["controls"])])
        self._exposure, self._gain, self._colours = 2000.0, 1.0, (1.0, 1.0)

    def camera_configuration(self) -> Any:
        return self.camera_config

    def stream_configuration(self, name: str = "main") -> Any:
        assert self.camera_config is not None
        return self.camera_config[name]

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._check(controls)
        with self._lock:
            while len(self._coming) < _DELAY:
                self._coming.append({})
            self._coming[-1].update(controls)

    def _check(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")

    # ---- running

    def start(self, config: Any = None) -> None:
        if config is not None:
            self.configure(config)
        if self.camera_config is None:
            raise RuntimeError("Camera has not been configured")
        self._start()

    def _start(self) -> None:
        with self._lock:
            self._out = 0
            self._runs += 1
            self._started = True

    def stop(self) -> None:
        if self._started:
            self._dispatch([self._stop], None, at_once=True)

    def _stop(self) -> tuple[bool, None]:
        if self._started:
            if _SET["stop_hangs"]:
                threading.Event().wait()
            with self._lock:
                self._started = False
                self._completed.clear()
        return True, None

    def cancel_all_and_flush(self) -> None:
        with self._lock:
            self._jobs.clear()

    def capture_request(self, wait: Any = None) -> Any:
        return self._dispatch([self._pop], wait)

    def capture_array(self, name: str = "main", wait: Any = None) -> Any:
        request = self.capture_request(wait)
        try:
            return request.make_array(name)
        finally:
            request.release()

    def autofocus_cycle(self, wait: Any = None) -> Any:
        self.set_controls({"AfMode": 1, "AfTrigger": 0})
        self._focusing = 10**9 if _SET["focus_hangs"] else 8

        def focused() -> tuple[bool, Any]:
            while self._completed:
                self._completed.pop(0).release()
            return self._focusing == 0, True

        return self._dispatch([focused], wait)

    def switch_mode_capture_request_and_stop(self, camera_config: Any, wait: Any = None) -> Any:
        def switch() -> tuple[bool, None]:
            self._stop()
            self.configure(camera_config)
            self._start()
            return True, None

        def capture_and_stop() -> tuple[bool, Any]:
            done, request = self._pop()
            if done:
                self._stop()
            return done, request

        return self._dispatch([switch, capture_and_stop], wait, at_once=True)

    def _pop(self) -> tuple[bool, Any]:
        return (True, self._completed.pop(0)) if self._completed else (False, None)

    def _dispatch(self, functions: list[Any], wait: Any, *, at_once: bool = False) -> Any:
        job = _Job(functions)
        with self._lock:
            self._jobs.append(job)
        if at_once:
            self._prod.set()
        if not job.done.wait(None if wait is True else wait):
            raise TimeoutError
        if job.error is not None:
            raise job.error
        return job.result

    def _loop(self) -> None:
        due = time.monotonic()
        while True:
            if self._prod.wait(max(0.0, due - time.monotonic())):
                self._prod.clear()
            elif self._started:
                self._frame()
            if time.monotonic() >= due:
                due = time.monotonic() + self._duration_s()
            while self._jobs:
                if not self._jobs[0].run():
                    break
                with self._lock:
                    job = self._jobs.popleft() if self._jobs else None
                if job is not None:
                    job.done.set()
            with self._lock:
                stale, self._completed = self._completed, []
            for request in stale:
                request.release()

    def _duration_s(self) -> float:
        if not self._started:
            return 0.005
        shortest = self._active.get("FrameDurationLimits", (0, 0))[0]
        return max(shortest, self._fastest(), self._exposure) / 1e6 / _SET["speed"]

    def _frame(self) -> None:
        with self._lock:
            if self._out >= self.camera_config["buffer_count"]:
                return
            self._frames += 1
            if _SET["hang_after"] is not None and self._frames > _SET["hang_after"]:
                return
            if self._coming:
                self._active.update(self._coming.popleft())
            self._out += 1
        self._expose()
        stamp = time.monotonic_ns() - int(self._exposure * 1000)
        metadata = {
            "SensorTimestamp": stamp,
            "ExposureTime": round(self._exposure),
            "AnalogueGain": self._gain,
            "ColourGains": self._colours,
            "AeLocked": _SET["settles"] and abs(self._exposure * self._gain / _good() - 1) < 0.02,
        }
        if _SET["autofocus"]:
            metadata["LensPosition"] = self._lens
        if _SET["nan"]:
            metadata |= {
                "SensorTimestamp": float("nan"),
                "ExposureTime": float("nan"),
                "ColourGains": (float("nan"), 1),
            }
        self._completed.append(CompletedRequest(self, metadata))

    def _expose(self) -> None:
        active = self._active
        if self._focusing and active.get("AfMode") == 1:
            self._focusing -= 1
            self._lens = 4.5 if self._focusing == 0 else self._lens + 0.3
        if active.get("AfMode") == 0 and "LensPosition" in active:
            self._lens = active["LensPosition"]
        if active.get("ExposureTime"):
            self._exposure, self._gain = float(active["ExposureTime"]), active.get("AnalogueGain", self._gain)
        elif _SET["settles"]:
            self._exposure += 0.3 * (min(_good(), 66_000) - self._exposure)
            self._gain += 0.3 * (min(max(_good() / 66_000, 1.0), 16.0) - self._gain)
        else:
            self._exposure = _good() * (1.1 if self._frames % 2 else 0.9)
        if active.get("ColourGains"):
            self._colours = tuple(active["ColourGains"])
        else:
            self._colours = tuple(
                was + 0.3 * (aim - was) for was, aim in zip(self._colours, _GAINS, strict=True)
            )


class _Job:
    """What the event loop is asked to do: functions one after the other, each until it is done."""

    def __init__(self, functions: list[Any]) -> None:
        self._functions = list(functions)
        self.done = threading.Event()
        self.result: Any = None
        self.error: Exception | None = None

    def run(self) -> bool:
        try:
            while self._functions:
                done, self.result = self._functions[0]()
                if not done:
                    return False
                self._functions.pop(0)
        except Exception as error:
            self.error = error
        return True


def _good() -> float:
    return _GOOD_EXPOSURE / _SET["light"]


def _factors(metadata: dict[str, Any]) -> tuple[float, float, float]:
    """How bright blue, green and red come out, 1.0 being right."""
    exposure, (red, blue) = metadata["ExposureTime"] * metadata["AnalogueGain"], metadata["ColourGains"]
    if exposure != exposure:
        return 1.0, 1.0, 1.0
    light = exposure / _GOOD_EXPOSURE * _SET["light"]
    return light * blue / _GAINS[1], light, light * red / _GAINS[0]


@lru_cache(maxsize=8)
def _scene(width: int, height: int, factors: tuple[float, float, float]) -> np.ndarray:
    """A table: stripes for sharp edges, a red patch at the top left; (height, width, 3), B, G, R."""
    x = np.arange(width) * 1000 // width
    y = np.arange(height) * 1000 // height
    base = np.where(((x // 40) % 2)[None, :] ^ ((y // 60) % 2)[:, None], 150, 70).astype(np.uint8)
    picture = np.repeat(base[:, :, None], 3, axis=2)
    picture[: height // 4, : width // 4] = (30, 40, 170)
    steps = np.arange(256)
    return np.dstack(
        [np.clip(steps * one, 0, 255).astype(np.uint8)[picture[..., at]] for at, one in enumerate(factors)]
    )


@lru_cache(maxsize=8)
def _yuv(
    width: int, height: int, stride: int, factors: tuple[float, float, float], extent: str
) -> np.ndarray:
    blue, green, red = np.moveaxis(_scene(width, height, factors).astype(np.float32), 2, 0)
    luma = 0.299 * red + 0.587 * green + 0.114 * blue
    u, v = 128 + (blue - luma) * 0.564, 128 + (red - luma) * 0.713
    if extent == "Limited":
        luma, u, v = 16 + luma * 219 / 255, 128 + (u - 128) * 224 / 255, 128 + (v - 128) * 224 / 255
    padded = np.full((height * 3 // 2, stride), 77, np.uint8)
    padded[:height, :width] = np.clip(np.rint(luma), 0, 255)
    planes = padded[height:].reshape(2, height // 2, stride // 2)
    planes[0, :, : width // 2] = np.clip(np.rint(u[::2, ::2]), 0, 255)
    planes[1, :, : width // 2] = np.clip(np.rint(v[::2, ::2]), 0, 255)
    return padded


def _padded_yuv(*given: Any) -> np.ndarray:
    return _yuv(*given).copy()
