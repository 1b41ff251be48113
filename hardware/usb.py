"""A USB camera, read in a process of its own that is killed and restarted when it stalls."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.capture_process import CANNOT_OPEN
from hardware.frame_source import NO_FRAMES, CameraError, Frame
from hardware.shared_frames import SharedFrames

START_S = 15.0
STALL_S = 3.0
REPORT_S = 1.0
"""While no pictures come, one frame with the fault "no_frames" is yielded in this many seconds."""
BACKOFF_S = (1.0, 2.0, 4.0, 8.0, 16.0, 30.0)
HEALTHY_S = 30.0
"""A camera that gave frames for this long begins with the shortest back-off again."""


@dataclass(frozen=True, slots=True)
class Timing:
    """How long (s) the source waits: for the start, before a stall is a fault, between restarts."""

    start_s: float = START_S
    stall_s: float = STALL_S
    report_s: float = REPORT_S
    backoff_s: tuple[float, ...] = BACKOFF_S
    healthy_s: float = HEALTHY_S


class UsbSource:
    """USB camera ``index``: the newest frame each time, at most about twelve a second.

    ``command`` starts the process that holds the camera (see ``hardware.capture_process``); tests hand in
    another. A stall of three seconds, or the process's death, is answered by killing it and starting
    another after 1, 2, 4 ... 30 s; meanwhile frames with the fault "no_frames" are yielded.
    """

    def __init__(
        self, index: int, *, command: Sequence[str] | None = None, timing: Timing | None = None
    ) -> None:
        self._index = index
        self._command = tuple(command or (sys.executable, "-m", "hardware.capture_process", str(index)))
        self._timing = timing or Timing()
        self._process: _CaptureProcess | None = None
        self._closed = threading.Event()
        self.restarts = 0

    @property
    def description(self) -> str:
        """The camera's number."""
        return f"USB camera {self._index}"

    def __enter__(self) -> Self:
        """Open the camera. Raises CameraError if there is none with this number, or it gives no picture."""
        self._closed.clear()
        process = _CaptureProcess(self._command)
        reason = process.wait_until_ready(self._timing.start_s)
        if reason is not None:
            process.kill()
            what = "cannot be opened" if reason == CANNOT_OPEN else "gives no picture"
            raise CameraError(
                f"USB camera {self._index} {what}: plug it in, close other programs that use it, "
                f"or choose another camera ({_cameras_found()})."
            )
        self._process = process
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Kill the camera's process; an iteration that goes on elsewhere ends."""
        self._closed.set()
        if self._process is not None:
            self._process.kill()
            self._process = None

    def __iter__(self) -> Iterator[Frame]:
        """Yield the newest frame again and again; with the fault "no_frames" while there is none."""
        timing = self._timing
        seq = 0
        failures = 0
        since = last = time.monotonic()
        while not self._closed.is_set():
            process = self._process
            taken = process.newest_frame(timing.report_s) if process is not None else None
            now = time.monotonic()
            if taken is not None:
                last = now
                if now - since > timing.healthy_s:
                    failures = 0
                seq += 1
                monotonic_ms, image = taken
                yield Frame(seq, monotonic_ms, image)
                continue
            if now - last > timing.report_s:
                seq += 1
                yield Frame(seq, round(now * 1000), None, fault=NO_FRAMES)
            dead = process is not None and process.ended
            patience = timing.stall_s if process is None or process.ready else timing.start_s
            if not dead and now - last < patience:
                continue
            if process is not None:
                process.kill()
                self._process = None
            pause = timing.backoff_s[min(failures, len(timing.backoff_s) - 1)]
            failures += 1
            resume = now + pause
            while (now := time.monotonic()) < resume:
                if self._closed.wait(min(timing.report_s, resume - now)):
                    return
                seq += 1
                yield Frame(seq, round(time.monotonic() * 1000), None, fault=NO_FRAMES)
            if self._closed.is_set():
                return
            self.restarts += 1
            self._process = _CaptureProcess(self._command)
            since = last = time.monotonic()


class _CaptureProcess:
    """One run of the camera's process: its messages are read by a thread, its frames from the shared ring."""

    def __init__(self, command: Sequence[str]) -> None:
        self._ring: SharedFrames | None = None
        self._frames: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._ready = threading.Event()
        self._ended = threading.Event()
        self._reason: str | None = None
        folder = str(Path(__file__).resolve().parent.parent)
        paths = [folder, *filter(None, [os.environ.get("PYTHONPATH")])]
        self._process = subprocess.Popen(  # noqa: S603 - our own module and a number
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self._reader = threading.Thread(target=self._listen, name="camera messages", daemon=True)
        self._reader.start()

    @property
    def ready(self) -> bool:
        """Whether the camera has given its first picture (opening one may take seconds)."""
        return self._ring is not None

    @property
    def ended(self) -> bool:
        """Whether the process has gone or said that it failed."""
        return self._ended.is_set()

    def wait_until_ready(self, seconds: float) -> str | None:
        """Wait for the first picture; returns why there is none, or None if there is."""
        self._ready.wait(seconds)
        return None if self._ring is not None else (self._reason or "no_answer")

    def newest_frame(self, seconds: float) -> tuple[int, Any] | None:
        """Return the newest frame's clock (ms) and picture after at most ``seconds``; None without one."""
        try:
            message = self._frames.get(timeout=seconds)
        except queue.Empty:
            return None
        while not self._frames.empty():
            message = self._frames.get()
        ring = self._ring
        image = ring.read(int(message["seq"])) if ring is not None else None
        return None if image is None else (int(message["monotonic_ms"]), image)

    def kill(self) -> None:
        """End the process at once, hanging or not."""
        self._process.kill()
        self._process.wait()
        self._reader.join(timeout=2.0)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    continue
        if self._ring is not None and not self._reader.is_alive():
            self._ring.close()
            self._ring = None

    def _listen(self) -> None:
        path: Path | None = None
        ring: SharedFrames | None = None
        try:
            for line in self._process.stdout or ():
                message = json.loads(line)
                match message["message"]:
                    case "opened":
                        path = SharedFrames.new_file()
                        ring = SharedFrames(path, int(message["width"]), int(message["height"]), create=True)
                        self._tell({"message": "memory", "path": str(path)})
                    case "ready":
                        if path is not None:
                            path.unlink(missing_ok=True)
                        self._ring = ring
                        self._ready.set()
                    case "frame":
                        self._frames.put(message)
                    case "failed":
                        self._reason = str(message["reason"])
                        break
        except (OSError, ValueError, KeyError):
            # A process killed in mid-line: the same as one that ended.
            self._reason = self._reason or "no_answer"
        finally:
            if path is not None:
                path.unlink(missing_ok=True)
            self._ended.set()
            self._ready.set()

    def _tell(self, message: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()


def _cameras_found() -> str:
    numbers = sorted(
        int(path.name.removeprefix("video"))
        for path in Path("/dev").glob("video*")
        if path.name.removeprefix("video").isdecimal()
    )
    if not numbers:
        return "none is plugged in; --camera none plays by taps"
    return "there may be one at " + ", ".join(f"usb:{number}" for number in numbers)
