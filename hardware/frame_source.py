"""What every camera is: a source of frames. One small interface, many devices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""A picture: uint8, (height, width, 3), channels blue, green, red."""

BAD_PICTURE = "bad_picture"


class CameraError(Exception):
    """A camera cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table, or the news that there is none.

    ``monotonic_ms`` is the camera's monotonic clock in ms. ``settled`` marks a photograph: a picture that is
    still by itself and was preceded by a disturbance of everything. ``name`` is the file's name where
    there is one. With a ``fault`` ("no_frames", "bad_picture", or a cause of ``hardware.causes``) ``image`` is
    None. A ``warning`` says what is wrong with a picture that is there ("too_dark", "overexposed", "blurred",
    "colours_swapped").
    """

    seq: int
    monotonic_ms: int
    image: Image | None
    settled: bool = False
    name: str | None = None
    fault: str | None = None
    warning: str | None = None


@runtime_checkable
class FrameSource(Protocol):
    """A camera or what stands for one: a context manager that is iterated over for its frames.

    Entering opens it and raises CameraError if that fails. Iterating ends when there are no more pictures; a
    live camera that gives none for about a second yields a frame with a fault ("no_frames", or the cause if it
    is known) instead of blocking.
    """

    @property
    def description(self) -> str:
        """What it is, in a few words for a log line."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def __iter__(self) -> Iterator[Frame]: ...


@runtime_checkable
class TakesStills(Protocol):
    """A camera that takes pictures at its full resolution on demand, beside its stream."""

    def still(self) -> Frame | None:
        """Take one now; None if that fails."""


@runtime_checkable
class TakesBrackets(Protocol):
    """A camera whose exposure can be set for a picture at full resolution."""

    def bracket(self, ev_steps: Sequence[float]) -> tuple[Frame, ...]:
        """Take a picture for each exposure step (EV; 1.0 is twice as bright); those that fail are left out."""
