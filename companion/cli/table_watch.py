"""Is the table still where it was set up? Its markers tell; a camera that was bumped is said and healed."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Protocol

from calibration.geometry import DegenerateCorners
from calibration.lens import OtherPicture
from calibration.markers import find_markers
from calibration.stand import Stand
from calibration.tracking import TableSight, TableTracker
from calibration.view import TableView
from calibration.zones import Holds, TablePlan
from hardware.frame_source import Frame
from vision.eyes import TrayGeometry

EVERY_MS = 2000
WHILE_MOVING_MS = 300
"""A camera that moves is looked at more often, so that play can go on soon."""
DIE_MM = 16.0
_log = logging.getLogger("companion.watch")


class Placeable(Protocol):
    """What is told where the tray lies; ``vision.eyes.Eyes`` has this form."""

    def place(self, tray: TrayGeometry | None) -> None: ...
    def moving(self) -> None: ...


class TableWatch:
    """Watches the markers of a stand in a camera's frames. ``sight`` is what the last look told."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand
        self._tracker = (
            None if stand.layout is None else TableTracker(stand.layout, stand.view.lens, stand.view)
        )
        self._due_ms: int | None = None
        self.sight = TableSight("seen", stand.view)

    def look(self, frame: Frame) -> TableSight | None:
        """Look at the markers if it is time; returns what they tell, None if it is not, or nothing can be told."""
        if self._tracker is None or frame.image is None:
            return None
        if self._due_ms is not None and frame.monotonic_ms < self._due_ms:
            return None
        self._due_ms = frame.monotonic_ms + EVERY_MS
        size = (frame.image.shape[1], frame.image.shape[0])
        try:
            self.sight = self._tracker.watch(find_markers(frame.image), size)
        except OtherPicture as error:
            # Another camera than the one that was set up: its pictures are no use for this table.
            _log.warning("%s", error)
            self._tracker = None
            self.sight = TableSight("searching", None)
            return None
        if self.sight.code == "moving":
            self._due_ms = frame.monotonic_ms + WHILE_MOVING_MS
        return self.sight

    def tray(self, plan: TablePlan | None, size: tuple[int, int]) -> TrayGeometry | None:
        """Where the game's dice zone lies in pictures of this size (width, height); None where it has none."""
        view = self.sight.view
        zone = next((zone for zone in plan.zones if zone.holds is Holds.DICE), None) if plan else None
        if zone is None or view is None:
            return None
        try:
            corners = view.scaled(*size).polygon_px(zone.area.polygon)
        except (OtherPicture, DegenerateCorners):
            return None
        return TrayGeometry(corners, zone.width, zone.height, DIE_MM)


def watched(
    frames: Iterator[Frame], watch: TableWatch, eyes: Placeable, plan: TablePlan | None
) -> Iterator[Frame]:
    """Pass a camera's frames on; the eyes are told where the tray lies, first and whenever the camera was moved."""
    placed: tuple[TableView | None, tuple[int, int]] | None = None
    for frame in frames:
        if frame.image is not None:
            size = (frame.image.shape[1], frame.image.shape[0])
            _looked(watch, frame)
            sight = watch.sight
            if sight.code == "moving":
                # Nothing that is seen now lies where it seems to.
                eyes.moving()
                continue
            if placed is None or placed[0] is not sight.view or placed[1] != size:
                eyes.place(watch.tray(plan, size))
                placed = (sight.view, size)
        yield frame


def _looked(watch: TableWatch, frame: Frame) -> None:
    """Look at the markers; a picture in which that fails must not end the evening."""
    try:
        watch.look(frame)
    except Exception as error:
        _log.error("The markers could not be looked for (%s: %s).", type(error).__name__, error)
