"""Is the table still where it was set up? Its markers tell; a camera that was bumped is said and healed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator

from calibration.geometry import Zone
from calibration.lens import OtherPicture
from calibration.markers import find_markers
from calibration.stand import Stand
from calibration.tracking import TableSight, TableTracker
from calibration.view import TableView
from calibration.zones import TablePlan
from hardware.frame_source import Frame
from vision.eyes.eyes import Eyes

EVERY_MS = 2000
WHILE_MOVING_MS = 300
"""A camera that moves is looked at more often, so that play can go on soon."""
_log = logging.getLogger("companion.watch")


class TableWatch:
    """Watches the markers of a stand in a camera's frames; without a stand there is nothing to watch yet.

    ``plan`` gives the zones of the game in play on this stand, None where it has none.
    """

    def __init__(
        self, stand: Stand | None, plan: Callable[[Stand], TablePlan | None] = lambda stand: None
    ) -> None:
        self._plan = plan
        self._stand: Stand | None = None
        self._fresh = stand
        self._tracker: TableTracker | None = None
        self._sight: TableSight | None = None
        self._due_ms: int | None = None
        self._placed: tuple[TableView, tuple[int, int]] | None = None

    @property
    def stand(self) -> Stand | None:
        """The set-up that counts now; by any thread."""
        return self._fresh or self._stand

    def tell_again(self) -> None:
        """Whoever looks has forgotten where the table lies, and is told with the next frame."""
        self._placed = None

    def take(self, stand: Stand) -> None:
        """Go on with a stand that was set up anew; by any thread."""
        self._fresh = stand

    def watched(
        self, frames: Iterable[Frame], eyes: Eyes, on_stand: Callable[[], bool] = lambda: True
    ) -> Iterator[Frame]:
        """Pass a camera's frames on; the eyes are told where the table lies, first and whenever that changes.

        While the camera moves its frames are left out: nothing in them lies where it seems to. While what is looked
        at does not lie ``on_stand``, frames are only passed on.
        """
        for frame in frames:
            if frame.image is not None and on_stand():
                size = (frame.image.shape[1], frame.image.shape[0])
                sight = self.look(frame)
                if sight is not None and sight.code == "moving":
                    eyes.moving()
                    continue
                view = None if sight is None else sight.view
                if view is not None and self._placed != (view, size):
                    self._placed = (view, size)
                    self._place(view, size, eyes)
            yield frame

    def _place(self, view: TableView, size: tuple[int, int], eyes: Eyes) -> None:
        try:
            view.scaled(*size)
        except OtherPicture as error:
            # Another camera than the one that was set up: where the table lies in its pictures is not known.
            _log.warning("%s", error)
        else:
            eyes.place(view)

    @property
    def plan(self) -> TablePlan | None:
        """The zones of the game in play on the stand, None without either."""
        self._take_fresh()
        return None if self._stand is None else self._plan(self._stand)

    def _take_fresh(self) -> None:
        fresh, self._fresh = self._fresh, None
        if fresh is None:
            return
        self._stand = fresh
        self._tracker = (
            None if fresh.layout is None else TableTracker(fresh.layout, fresh.view.lens, fresh.view)
        )
        self._sight, self._due_ms = TableSight("seen", fresh.view), None

    def look(self, frame: Frame) -> TableSight | None:
        """Look at the markers if it is time; returns what the last look told, None if this stand tells nothing."""
        self._take_fresh()
        if self._tracker is None or frame.image is None:
            return self._sight
        if self._due_ms is not None and frame.monotonic_ms < self._due_ms:
            return self._sight
        self._due_ms = frame.monotonic_ms + EVERY_MS
        size = (frame.image.shape[1], frame.image.shape[0])
        try:
            self._sight = self._tracker.watch(find_markers(frame.image), size)
        except OtherPicture as error:
            # Another camera than the one that was set up: its pictures are no use for this table.
            _log.warning("%s", error)
            self._tracker = self._sight = None
            return None
        except Exception as error:  # one picture must not end the evening
            _log.error("The markers could not be looked for (%s: %s).", type(error).__name__, error)
            return self._sight
        if self._sight.code == "moving":
            self._due_ms = frame.monotonic_ms + WHILE_MOVING_MS
        return self._sight

    def placed(self, frame: Frame) -> tuple[TableView, tuple[Zone, ...]] | None:
        """Where the table lies in this frame, and its zones; None while that is not known or the camera moves."""
        sight = self.look(frame)
        plan = None if self._stand is None else self._plan(self._stand)
        if sight is None or sight.code == "moving" or sight.view is None or plan is None:
            return None
        return sight.view, tuple(zone.area for zone in plan.zones)
