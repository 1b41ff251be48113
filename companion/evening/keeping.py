"""An evening's pictures on their way to whoever keeps them: the stream, and stills of what has changed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from calibration.geometry import DegenerateCorners, Zone
from calibration.lens import OtherPicture
from calibration.view import TableView
from hardware.frame_source import Frame, TakesStills
from vision.stillness.gate import GateZone, Settled, StillnessGate, ZoneOutsidePicture
from vision.stillness.table_gate import TableGate

MOST_OFTEN_MS = 1000
"""Things that are moved at the same time come to rest within this time, and are kept in one still."""
_MOST_FAILURES_TOLD = 10
_log = logging.getLogger("companion.watch")


class Keeper(Protocol):
    """Who keeps an evening's pictures; ``hardware.recorder.Recorder`` has this form."""

    def frame(self, frame: Frame) -> None: ...
    def still(self, frame: Frame) -> object: ...


class Keeping:
    """Hands a camera's frames to a keeper and passes them on; nothing that fails here ends the evening.

    A still is taken, at the camera's full resolution where it can, soon after a zone has come to rest and looks
    otherwise than before, unless the eyes have taken one by then. ``place`` tells of a frame where the table lies in
    it and which zones are on it; without that the picture as a whole is watched.
    """

    def __init__(
        self,
        keeper: Keeper,
        source: object,
        place: Callable[[Frame], tuple[TableView, tuple[Zone, ...]] | None] = lambda frame: None,
    ) -> None:
        self._keeper = keeper
        self._source = source
        self._place = place
        self._gate: TableGate | StillnessGate = StillnessGate([GateZone("picture")])
        self._watched: tuple[TableView, tuple[Zone, ...]] | None = None
        self._due_ms: int | None = None
        self._failures = 0

    def kept(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """Pass on every frame of a camera that is open."""
        for frame in frames:
            try:
                self._keep(frame)
            except Exception as error:  # a family's evening must outlive a full disk
                self._report(error)
            yield frame

    def seen(self, still: Frame) -> None:
        """Keep the still that the eyes have just read: nothing else shows what they saw before hands came again."""
        try:
            self._due_ms = None
            self._keeper.still(still)
        except Exception as error:  # a family's evening must outlive a full disk
            self._report(error)

    def _keep(self, frame: Frame) -> None:
        self._keeper.frame(frame)
        if frame.image is None:
            return
        changed = any(one.changed for one in self._settled(frame))
        if changed and self._due_ms is None:
            self._due_ms = frame.monotonic_ms + (0 if frame.settled else MOST_OFTEN_MS)
        if self._due_ms is not None and frame.monotonic_ms >= self._due_ms:
            self._due_ms = None
            self._keeper.still(self._full(frame))

    def _settled(self, frame: Frame) -> tuple[Settled, ...]:
        """What has come to rest in this frame."""
        assert frame.image is not None  # noqa: S101 - the caller has looked
        height, width = frame.image.shape[:2]
        placed = self._place(frame)
        if placed != self._watched:
            self._watched = placed
            self._gate = StillnessGate([GateZone("picture")])
            if placed is not None and placed[1]:
                try:
                    self._gate = TableGate(placed[0].scaled(width, height), placed[1])
                except (OtherPicture, DegenerateCorners) as error:
                    _log.info("The picture is kept as a whole: %s", error)
        try:
            return self._gate.feed(frame.image, frame.monotonic_ms, settled=frame.settled).settled
        except (ZoneOutsidePicture, DegenerateCorners) as error:
            _log.info("The picture is kept as a whole: %s", error)
            self._gate = StillnessGate([GateZone("picture")])
            return ()

    def _full(self, frame: Frame) -> Frame:
        taken = self._source.still() if isinstance(self._source, TakesStills) else None
        return frame if taken is None or taken.image is None else taken

    def _report(self, error: Exception) -> None:
        self._failures += 1
        # The same fault may come with every frame: the first ten and then every hundredth say enough.
        if self._failures <= _MOST_FAILURES_TOLD or self._failures % 100 == 0:
            _log.error("The recording failed (%s: %s); going on.", type(error).__name__, error)
