"""A camera in a process of its own: supervised, started again when it fails, asked for stills."""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from hardware.camera_run import CameraRun
from hardware.causes import NO_FRAMES, TIMED_OUT, cause_of
from hardware.frame_source import CameraError, Frame, Image
from hardware.messages import Locked
from hardware.restarts import BACKOFF_S, HEALTHY_S, START_S, Restarts
from hardware.watchdog import Rectangle, Watchdog

STALL_S = 2.5
REPORT_S = 1.0
"""While no pictures come, one frame with a fault is yielded in this many seconds."""
STILL_S = 5.0
HELD_UP_S = 20.0
"""Stills may hold the stream up for so long; a camera that hangs is found although more and more are asked for."""
_CLOCK_SLACK_MS = 60_000
_log = logging.getLogger("hardware.camera")


@dataclass(frozen=True, slots=True)
class Timing:
    """How long (s) the source waits: for the start, before a stall is a fault, between restarts, and for stills."""

    start_s: float = START_S
    stall_s: float = STALL_S
    report_s: float = REPORT_S
    backoff_s: tuple[float, ...] = BACKOFF_S
    healthy_s: float = HEALTHY_S
    held_up_s: float = HELD_UP_S


class SupervisedCamera(ABC):
    """A camera whose process gives frames all the time and stills when asked.

    A stall of the stream, or the process's death, is answered by killing the process and starting another
    after 1, 2, 4, 8, 8 ... s, and as soon as it is plugged in again; meanwhile frames are yielded whose fault
    is the cause ("busy", "unplugged", "timed_out" ...; "no_frames" while it is unknown). What is wrong with a
    picture that comes is its ``warning``. Iterate in one thread; ``still`` and ``bracket`` may be called from
    any.
    """

    def __init__(self, *, timing: Timing | None = None, patch: Rectangle | None = None) -> None:
        """``patch`` is a place in the frames (px) that must be redder than blue; see ``Watchdog``."""
        self._timing = timing or Timing()
        self._watchdog = Watchdog(patch)
        self._restarts = Restarts(self._timing.backoff_s, self._timing.healthy_s, self._timing.start_s)
        self._process: CameraRun | None = None
        self._closed = threading.Event()
        self._seq = 0
        self._last_ms = 0
        self.restarts = 0

    @property
    @abstractmethod
    def description(self) -> str:
        """What it is, in a few words for a log line."""

    @abstractmethod
    def _command(self) -> Sequence[str]:
        """The command that starts the camera's process."""

    @abstractmethod
    def _explain(self, cause: str) -> str:
        """The sentence for a camera that cannot be used: what is wrong and what to do."""

    def _environment(self) -> Mapping[str, str]:
        """What the process needs in its environment, besides the program's own."""
        return {}

    def _is_there(self) -> bool:
        """Whether the camera is plugged in, as far as that can be known without opening it."""
        return True

    def _locked(self, told: Locked) -> None:  # noqa: B027 - most cameras lock nothing
        """The camera has locked its controls; called in another thread."""

    def __enter__(self) -> Self:
        """Open the camera. Raises CameraError, which says what to do, if it gives no picture."""
        self._closed.clear()
        begun = time.monotonic()
        process = self._start()
        if process is None or not process.wait_until_ready(self._timing.start_s):
            cause = self._watchdog.fault if process is None else self._end(process)
            raise CameraError(self._explain(cause))
        self._restarts.was_there_after(time.monotonic() - begun)
        self._process = process
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the camera's process; an iteration that goes on elsewhere ends."""
        self._closed.set()
        process, self._process = self._process, None
        if process is not None:
            process.leave()

    def still(self, timeout_s: float = STILL_S) -> Frame | None:
        """Take a picture at the camera's full resolution now; None if that fails or takes longer (s)."""
        frames = self.bracket((0.0,), timeout_s)
        return frames[0] if frames else None

    def bracket(self, ev_steps: Sequence[float], timeout_s: float = 2 * STILL_S) -> tuple[Frame, ...]:
        """Take a still for each exposure step (EV; 1.0 is twice as bright), within ``timeout_s`` altogether.

        Those that the camera cannot take are left out; a USB camera takes those at 0 EV alone. ``seq`` is
        that of the last frame of the stream.
        """
        process = self._process
        if process is None:
            return ()
        return tuple(
            Frame(self._seq, self._believed_ms(monotonic_ms), image)
            for monotonic_ms, image in process.stills(ev_steps, timeout_s)
        )

    def __iter__(self) -> Iterator[Frame]:
        """Yield the newest frame again and again; with a fault while there is none."""
        timing = self._timing
        since = last = came = time.monotonic()
        starting = False
        while not self._closed.is_set():
            process = self._process
            taken = process.newest_frame(timing.report_s) if process is not None else None
            now = time.monotonic()
            if taken is not None:
                if starting:
                    self._restarts.was_there_after(now - since)
                    starting = False
                last = came = now
                self._restarts.healthy_for(now - since)
                yield self._frame(*taken, now)
                continue
            if self._closed.is_set():
                return
            if process is not None and not process.ended:
                # A still may hold the stream up: neither a fault nor a stall until its time is over.
                last = max(last, min(now, process.busy_until(), came + timing.held_up_s))
                if now - last > timing.report_s:
                    yield self._fault(now)
                if process.ready and now - last < timing.stall_s:
                    continue
                if not process.ready and now - since < timing.start_s and self._is_starting(process):
                    continue
            self._give_up(process)
            resume, was_there = now + self._restarts.pause_s(now), self._is_there()
            while (now := time.monotonic()) < resume:
                yield self._fault(now)
                if self._closed.wait(min(timing.report_s, resume - now)):
                    return
                if not was_there and self._is_there():
                    break  # it has just been plugged in: nobody waits for the end of the pause
            self.restarts += 1
            self._restarts.started(now)
            process = self._process = self._start()
            # Closed meanwhile, perhaps before there was a process to end.
            if self._closed.is_set():
                if process is not None:
                    process.kill()
                return
            since = last = came = time.monotonic()
            starting = True

    def _start(self) -> CameraRun | None:
        self._watchdog.restarted()
        try:
            return CameraRun(self._command(), environment=self._environment(), on_locked=self._locked)
        except OSError as error:
            self._watchdog.failed(cause_of(error))
            return None

    def _is_starting(self, process: CameraRun) -> bool:
        """Whether a process without a picture may be coming up, rather than hang."""
        return process.rested_s() < self._restarts.patience_s

    def _give_up(self, process: CameraRun | None) -> None:
        """End a process that failed or hangs, and remember why."""
        self._process = None
        if process is None:
            return
        self._watchdog.failed(self._end(process))
        _log.warning(
            "%s: %s (%d restarts so far). %s",
            self.description,
            self._watchdog.fault,
            self.restarts,
            " | ".join(process.last_lines[-3:]),
        )

    @staticmethod
    def _end(process: CameraRun) -> str:
        """End a process and return why it gave no picture."""
        hung = not process.ended
        process.kill()
        return TIMED_OUT if hung else process.reason or NO_FRAMES

    def _frame(self, monotonic_ms: int, image: Image, now: float) -> Frame:
        self._seq += 1
        warning = self._watchdog.looked(image, now)
        self._last_ms = max(self._believed_ms(monotonic_ms), self._last_ms)
        return Frame(self._seq, self._last_ms, image, warning=warning)

    def _fault(self, now: float) -> Frame:
        self._seq += 1
        self._last_ms = max(round(now * 1000), self._last_ms)
        return Frame(self._seq, self._last_ms, None, fault=self._watchdog.fault)

    @staticmethod
    def _believed_ms(monotonic_ms: int) -> int:
        """The camera's clock, or ours where the two cannot be the same clock."""
        now_ms = round(time.monotonic() * 1000)
        return monotonic_ms if -_CLOCK_SLACK_MS < monotonic_ms - now_ms <= 1000 else now_ms
