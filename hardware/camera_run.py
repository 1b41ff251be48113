"""One run of a camera's own process, seen from the program: its messages, its pictures, and its end."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.causes import FAULTS, NO_MEMORY, cause_in
from hardware.frame_source import Image
from hardware.messages import (
    LONGEST_LINE,
    Failed,
    FrameCame,
    Locked,
    Message,
    NoStill,
    Opened,
    Ready,
    StillCame,
    parse,
)
from hardware.shared_frames import Layout, SharedFrames

GRACE_S = 1.0
"""A process that is asked to leave has this long to stop its camera."""
_GONE_S = 0.5
_WORK_S = 0.1
"""So much processor time is work, and less than that is a process that waits."""
_LAST_LINES = 20
_MOST_NONSENSE = 1000
_log = logging.getLogger("hardware.camera")


class CameraRun:
    """Starts the camera's process; a thread reads its messages and keeps the newest frame's number.

    ``on_locked`` is called in that thread with what the camera has locked. What the process writes to stderr
    is read, too: its last lines tell the cause where the process itself could not.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        on_locked: Callable[[Locked], None] = lambda _: None,
    ) -> None:
        """Raises OSError when the command cannot be started."""
        self._on_locked = on_locked
        self._changed = threading.Condition()
        self._opened: Opened | None = None
        self._ring: SharedFrames | None = None
        self._ready = False
        self._ended = False
        self._reason: str | None = None
        self._newest: FrameCame | None = None
        self._stills: dict[int, _Still] = {}
        self._asked = 0
        self._log_lines: deque[str] = deque(maxlen=_LAST_LINES)
        self._worked = time.monotonic(), 0.0
        self.nonsense = 0
        """Lines of the process that were no message."""
        self._process = subprocess.Popen(  # noqa: S603 - our own process
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self._readers = (
            threading.Thread(target=self._listen, name="camera messages", daemon=True),
            threading.Thread(target=self._overhear, name="camera log", daemon=True),
        )
        for reader in self._readers:
            reader.start()

    @property
    def ready(self) -> bool:
        """Whether the camera has given its first picture (opening one may take seconds)."""
        return self._ready

    @property
    def ended(self) -> bool:
        """Whether the process has gone or said that it failed."""
        return self._ended

    @property
    def reason(self) -> str | None:
        """The cause why the process failed, None if it did not or nothing is known."""
        if self._reason in FAULTS:
            return self._reason
        with self._changed:
            return cause_in("\n".join(self._log_lines))

    @property
    def last_lines(self) -> tuple[str, ...]:
        """The last lines that the process wrote to stderr."""
        with self._changed:
            return tuple(self._log_lines)

    def busy_until(self) -> float:
        """Until when (s, monotonic) stills are waited for; they may hold up the stream."""
        with self._changed:
            return max((still.deadline for still in self._stills.values()), default=0.0)

    def rested_s(self) -> float:
        """For how long (s) it has used next to no processor, since this was asked first; 0 where no system tells it.

        What hangs on a device rests; what starts slowly on a busy machine does not.
        """
        now, used_s = time.monotonic(), _processor_s(self._process.pid)
        if used_s is None or used_s - self._worked[1] >= _WORK_S:
            self._worked = now, used_s or 0.0
        return now - self._worked[0]

    def wait_until_ready(self, seconds: float) -> bool:
        """Wait for the first picture at most ``seconds``; returns whether it has come."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready or self._ended, seconds)
        return self._ready

    def newest_frame(self, seconds: float) -> tuple[int, Image] | None:
        """Return the newest frame's clock (ms) and picture (BGR), waiting at most ``seconds``; None without one."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest is not None or self._ended, seconds)
            came, self._newest = self._newest, None
            ring, opened = self._ring, self._opened
        if came is None or ring is None or opened is None:
            return None
        pixels = _read(ring, came.seq)
        if pixels is None:
            return None
        return came.monotonic_ms, in_bgr(pixels, opened)

    def stills(self, ev_steps: Sequence[float], seconds: float) -> tuple[tuple[int, Image], ...]:
        """Take a still for each step (EV brighter than usual) within ``seconds``; those that came, in order."""
        deadline = time.monotonic() + seconds
        asked: list[_Still] = []
        try:
            asked.extend(filter(None, (self._ask(ev, deadline) for ev in ev_steps)))
            for still in asked:
                still.done.wait(max(0.0, deadline - time.monotonic()))
            return tuple(still.picture for still in asked if still.picture is not None)
        finally:
            with self._changed:
                for still in asked:
                    self._stills.pop(still.number, None)
            for still in asked:
                still.memory.close()
                still.path.unlink(missing_ok=True)

    def leave(self) -> None:
        """Ask the process to stop its camera and go; end it if it does not within a second."""
        self._close(self._process.stdin)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE_S)
        self.kill()

    def kill(self) -> None:
        """End the process at once, hanging or not; never waits for much longer than a second."""
        self._process.kill()
        try:
            self._process.wait(_GONE_S)
        except subprocess.TimeoutExpired:
            # A process that waits inside the kernel dies when the driver lets it go: nobody can wait for that.
            _log.warning("The camera's process %d cannot be ended yet.", self._process.pid)
        with self._changed:
            self._end()
        for reader in self._readers:
            reader.join(_GONE_S / 2)
        self._close(self._process.stdin)
        if not any(reader.is_alive() for reader in self._readers):
            for pipe in (self._process.stdout, self._process.stderr):
                self._close(pipe)
        with self._changed:
            ring, self._ring = self._ring, None
        if ring is not None:
            ring.close()

    def _ask(self, ev: float, deadline: float) -> _Still | None:
        opened = self._opened
        if opened is None or not self._ready or self._ended:
            return None
        path: Path | None = None
        try:
            path = SharedFrames.new_file()
            memory = SharedFrames(path, opened.still_width, opened.still_height, create=True, slots=1)
        except OSError as error:
            _log.warning("There is no memory for a still (%s).", error.strerror)
            if path is not None:
                path.unlink(missing_ok=True)
            return None
        with self._changed:
            self._asked += 1
            still = _Still(self._asked, path, memory, deadline)
            self._stills[still.number] = still
        try:
            self._tell({"message": "still", "number": still.number, "path": str(path), "ev": float(ev)})
        except (OSError, ValueError):
            still.done.set()
        return still

    def _listen(self) -> None:
        stdout = self._process.stdout
        path: Path | None = None
        try:
            for line in iter(lambda: stdout.readline(LONGEST_LINE) if stdout is not None else b"", b""):
                message = parse(line)
                if message is None:
                    self.nonsense += 1
                    if self.nonsense > _MOST_NONSENSE:
                        break
                    continue
                if isinstance(message, Opened):
                    if self._opened is not None:
                        break
                    path = self._meet(message)
                    if path is None:
                        break
                    continue
                if path is not None and isinstance(message, Ready):
                    path.unlink(missing_ok=True)
                self._take(message)
                if isinstance(message, Failed):
                    break
        except (OSError, ValueError):
            # The pipe was closed under this thread: the same as a process that ended.
            pass
        finally:
            if path is not None:
                path.unlink(missing_ok=True)
            with self._changed:
                self._end()

    def _meet(self, opened: Opened) -> Path | None:
        """Make the ring that the camera's pictures need; None when that is impossible."""
        path: Path | None = None
        try:
            path = SharedFrames.new_file()
            ring = SharedFrames(path, opened.width, opened.height, create=True, layout=opened.layout)
            with self._changed:
                self._opened, self._ring = opened, ring
            self._tell({"message": "memory", "path": str(path)})
        except (OSError, ValueError) as error:
            if path is not None:
                path.unlink(missing_ok=True)
            # A pipe that is broken or closed tells that the process is gone, and nothing about memory.
            if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
                _log.warning("There is no memory for the camera's pictures (%s).", error.strerror)
                with self._changed:
                    self._reason = NO_MEMORY
            return None
        return path

    def _take(self, message: Message) -> None:
        still: _Still | None = None
        with self._changed:
            match message:
                case Ready():
                    self._ready = self._ring is not None
                case FrameCame() if self._ready:
                    self._newest = message
                case Failed(reason, detail):
                    self._reason = reason
                    self._log_lines.extend(detail.splitlines())
                case StillCame(number) | NoStill(number):
                    still = self._stills.get(number)
            self._changed.notify_all()
        if isinstance(message, Locked):
            self._on_locked(message)
        if still is not None and isinstance(message, StillCame):
            still.take(message.monotonic_ms)
        elif still is not None and isinstance(message, NoStill):
            _log.info("The camera cannot take this still (%s).", message.reason)
            still.done.set()

    def _overhear(self) -> None:
        stderr = self._process.stderr
        with contextlib.suppress(OSError, ValueError):
            for line in iter(lambda: stderr.readline(LONGEST_LINE) if stderr is not None else b"", b""):
                with self._changed:
                    self._log_lines.append(line.decode("utf-8", "replace").rstrip())

    def _end(self) -> None:
        self._ended = True
        for still in self._stills.values():
            still.done.set()
        self._changed.notify_all()

    def _tell(self, message: dict[str, Any]) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(json.dumps(message).encode() + b"\n")
            self._process.stdin.flush()

    @staticmethod
    def _close(pipe: Any) -> None:
        if pipe is not None:
            with contextlib.suppress(OSError, ValueError):
                pipe.close()


class _Still:
    """A still that was asked for, and the memory that waits for it."""

    def __init__(self, number: int, path: Path, memory: SharedFrames, deadline: float) -> None:
        self.number = number
        self.path = path
        self.memory = memory
        self.deadline = deadline
        self.done = threading.Event()
        self.picture: tuple[int, Image] | None = None

    def take(self, monotonic_ms: int) -> None:
        """Copy the picture out of the memory."""
        pixels = _read(self.memory, self.number)
        if pixels is not None:
            self.picture = monotonic_ms, pixels
        self.done.set()


def _processor_s(pid: int, processes: Path = Path("/proc")) -> float | None:
    """The processor time (s) of a process, as Linux counts it; None elsewhere, and of one that has gone."""
    try:
        fields = (processes / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_bgr(pixels: NDArray[np.uint8], opened: Opened) -> Image:
    """Return a picture of the ring as BGR (uint8, (height, width, 3)).

    I420 is converted with the coefficients of ITU-R BT.601, in the range that the camera gives.
    """
    if opened.layout is Layout.BGR:
        return pixels
    if not opened.full_range:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_YUV2BGR_I420), dtype=np.uint8)
    height, width = opened.height, opened.width
    chroma = pixels[height:].reshape(2, height // 2, width // 2)
    blue, red = (cv2.resize(plane, (width, height), interpolation=cv2.INTER_LINEAR) for plane in chroma)
    return np.asarray(
        cv2.cvtColor(cv2.merge([pixels[:height], red, blue]), cv2.COLOR_YCrCb2BGR), dtype=np.uint8
    )


def _read(ring: SharedFrames, seq: int) -> NDArray[np.uint8] | None:
    try:
        return ring.read(seq)
    except ValueError:
        # Closed in another thread, because the process was ended meanwhile.
        return None
