"""A few pictures from the camera, taken in a thread of its own: a camera that hangs is told, not waited for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from hardware.frame_source import CameraError, Frame, FrameSource, Image

LIMIT_S = 15.0
SETTLE_S = 2.0
"""A camera that has just been opened still looks for its exposure."""
LOOKS = 3
STILLS_S = 6.0
"""How long stills are taken, after the stream's pictures."""


@runtime_checkable
class TakesStills(Protocol):
    """A camera whose stream is small, and which takes a picture at its full resolution when asked."""

    def still(self) -> Frame | None: ...


@dataclass(slots=True, eq=False)
class Pictures:
    """What the camera gave: up to three pictures, uint8 (h, w, 3) BGR; one only where it is a photograph.

    ``error`` is one sentence that says what to do, ``fault`` the code with which the camera said last why it gave
    none. Without ``description`` there is no camera at all.
    """

    description: str | None = None
    images: list[Image] = field(default_factory=list)
    error: str | None = None
    hangs: bool = False
    fault: str | None = None


def take_pictures(
    source_of: Callable[[], FrameSource | None],
    *,
    limit_s: float = LIMIT_S,
    settle_s: float = SETTLE_S,
    clock: Callable[[], float] = time.monotonic,
) -> Pictures:
    """Open the camera that ``source_of`` gives (None: there is none), take pictures, and close it.

    Returns after ``limit_s`` at the latest; a source that still hangs then is left behind in its thread.
    """
    taken, done, stop = Pictures(), threading.Event(), threading.Event()
    problems: list[Exception] = []

    def take() -> None:
        try:
            _take(source_of(), taken, settle_s, clock, stop)
        except Exception as error:  # a driver may raise anything; it must reach the line that tells it
            problems.append(error)
        finally:
            done.set()

    threading.Thread(target=take, name="doctor's camera", daemon=True).start()
    finished = done.wait(limit_s)
    stop.set()
    # The thread may go on; it fills its own list, not this one.
    result = Pictures(taken.description, list(taken.images), fault=taken.fault)
    if problems:
        error = problems[0]
        result.error = str(error) if isinstance(error, CameraError) else f"{type(error).__name__}: {error}"
    elif not finished and not result.images:
        result.hangs = True
    return result


def _take(
    source: FrameSource | None,
    taken: Pictures,
    settle_s: float,
    clock: Callable[[], float],
    stop: threading.Event,
) -> None:
    if source is None:
        return
    taken.description = source.description
    with source:
        taken.description = source.description
        begun = clock()
        for frame in source:
            if stop.is_set():
                return
            if frame.image is None:
                taken.fault = frame.fault
                continue
            if frame.settled:
                taken.images[:] = [frame.image]
                return
            taken.images[:] = [*taken.images, frame.image][-LOOKS:]
            if len(taken.images) == LOOKS and clock() - begun >= settle_s:
                break
        if isinstance(source, TakesStills) and taken.images:
            _take_stills(source, taken, clock, stop)


def _take_stills(
    source: TakesStills, taken: Pictures, clock: Callable[[], float], stop: threading.Event
) -> None:
    """Replace the stream's pictures by stills; where none can be taken they stay."""
    stills: list[Image] = []
    begun = clock()
    while len(stills) < LOOKS and clock() - begun < STILLS_S and not stop.is_set():
        still = source.still()
        if still is None or still.image is None:
            break
        stills.append(still.image)
    if stills:
        taken.images[:] = stills
