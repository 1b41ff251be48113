"""Where the table is, picture after picture: hands cover markers, somebody bumps the camera, a marker is pushed.

The view is measured on a still and then only watched on the small stream, which is coarser: as long as the markers
that can be seen lie where the view says, it stays. A camera that moved is said, and healed once it stands still.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.geometry import DegenerateCorners
from calibration.layout import MarkerLayout
from calibration.lens import Lens, Points
from calibration.markers import Marker
from calibration.view import TableView

MOVED_MM = 2.0
"""A marker farther than this from where the view says was moved, or the camera was; a small stream errs by 0.3 mm."""
STEADY_MM = 1.0
LOOKS = 3
"""So many looks one after the other must agree before a camera that was moved counts as standing still."""
LEAST_MARKERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class TableSight:
    """What one look at the markers told: the view that holds now (None: nothing can be read) and how sure it is.

    ``code`` is a word of the page: ``seen`` (all markers), ``partly_covered`` and ``covered`` (the last view holds),
    ``marker_moved`` (``numbers`` was pushed on the table; the others hold), ``moving`` (the camera moves, or was
    moved a moment ago: there is no view), ``moved`` (it was moved and stands still: the view is a new one),
    ``searching`` (no view yet). ``numbers`` are the markers it is about: those that are missing, or that moved.
    ``residual_mm`` is how far the worst marker is from its place in the layout.
    """

    code: str
    view: TableView | None
    numbers: tuple[int, ...] = ()
    residual_mm: float | None = None


class TableTracker:
    """Keeps the view of the table for one camera and one layout of markers; ``view`` is one kept from before."""

    def __init__(self, layout: MarkerLayout, lens: Lens | None, view: TableView | None = None) -> None:
        self._layout = layout
        self._lens = lens
        self._view = view
        self._candidate: TableView | None = None
        self._astray = 0

    @property
    def view(self) -> TableView | None:
        """The view that holds now."""
        return self._view

    def refine(self, markers: Sequence[Marker], size: tuple[int, int]) -> TableSight:
        """Measure the view anew on a still of ``size`` (width, height) px, where it agrees with the last one."""
        sight = self.watch(markers, size)
        usable = self._usable(markers)
        fitted = self._fitted(usable, size) if sight.code in ("seen", "partly_covered", "moved") else None
        if fitted is None:
            return sight
        self._view = fitted
        return replace(sight, view=fitted, residual_mm=self._residual_mm(usable, fitted))

    def watch(self, markers: Sequence[Marker], size: tuple[int, int]) -> TableSight:
        """Take the markers of the next picture of ``size`` px, still or small. Raises OtherPicture."""
        usable = self._usable(markers)
        if self._view is None:
            self._view = self._fitted(usable, size)
            if self._view is None:
                return TableSight("searching", None, self._missing(usable))
        view = self._view.scaled(*size)
        if not usable:
            self._begin_anew()
            return TableSight("covered", self._view, self._missing(usable))
        off = self._off_mm(usable, view)
        strayed = tuple(number for number in sorted(usable) if off[number] > MOVED_MM)
        if len(strayed) > 1 or (strayed and len(usable) < 3):
            return self._heal(usable, size)
        self._begin_anew()
        if strayed:
            return TableSight("marker_moved", self._view, strayed, off[strayed[0]])
        missing = self._missing(usable)
        code = "partly_covered" if missing else "seen"
        return TableSight(code, self._view, missing, self._residual_mm(usable, view))

    def _heal(self, usable: Mapping[int, Points], size: tuple[int, int]) -> TableSight:
        """The camera was moved: wait until it stands still, then take the new view."""
        fitted, before = self._fitted(usable, size), self._candidate
        steady = (
            fitted is not None
            and before is not None
            and max(self._off_mm(usable, before.scaled(*size)).values()) < STEADY_MM
        )
        self._astray = self._astray + 1 if steady else 1
        self._candidate = fitted
        if fitted is None or self._astray < LOOKS:
            return TableSight("moving", None, tuple(sorted(usable)))
        self._view = fitted
        self._begin_anew()
        return TableSight("moved", fitted, tuple(sorted(usable)), self._residual_mm(usable, fitted))

    def _begin_anew(self) -> None:
        self._candidate, self._astray = None, 0

    def _usable(self, markers: Sequence[Marker]) -> Mapping[int, Points]:
        """The corners of each marker of the layout that was found once; of doubles none can be trusted."""
        numbers = [marker.number for marker in markers]
        return {
            marker.number: marker.corners
            for marker in markers
            if marker.number in self._layout.corners and numbers.count(marker.number) == 1
        }

    def _missing(self, usable: Mapping[int, Points]) -> tuple[int, ...]:
        return tuple(number for number in self._layout.corners if number not in usable)

    def _fitted(self, usable: Mapping[int, Points], size: tuple[int, int]) -> TableView | None:
        if len(usable) < LEAST_MARKERS:
            return None
        pixels = np.concatenate([usable[number] for number in usable])
        points = np.concatenate([self._layout.corners[number] for number in usable])
        try:
            view = TableView.from_pairs(pixels, points, size, self._lens)
        except DegenerateCorners:
            return None
        # Markers that do not fit the layout together (one was pushed, or mixed up) make no view.
        return view if max(self._off_mm(usable, view).values()) < MOVED_MM else None

    def _off_mm(self, usable: Mapping[int, Points], view: TableView) -> dict[int, float]:
        """How far each marker lies from its place in the layout, mm (root mean square of its corners)."""
        return {
            number: float(
                np.sqrt(np.mean(np.sum((view.to_mm(corners) - self._layout.corners[number]) ** 2, axis=1)))
            )
            for number, corners in usable.items()
        }

    def _residual_mm(self, usable: Mapping[int, Points], view: TableView) -> float:
        return max(self._off_mm(usable, view).values())
