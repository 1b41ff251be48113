"""Where the table is, picture after picture: hands cover markers, somebody bumps the camera, a marker is pushed.

The view is measured on a still and then only watched on the small stream, which is coarser: as long as the markers
that can be seen lie where the view says, it stays. A camera that moved is said, and healed once it stands still.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.geometry import DegenerateCorners, Homography
from calibration.layout import MarkerLayout
from calibration.lens import Lens, Points
from calibration.markers import Marker
from calibration.view import TableView

MOVED_MM = 2.0
"""A marker farther than this from where the view says was moved, or the camera was; a small stream errs by 0.3 mm."""
STEADY_MM = 1.0
LOOKS = 3
"""How many looks in a row must agree before a moved camera counts as standing still."""
LEAST_MARKERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class TableSight:
    """What one look at the markers told: the view that holds now (None: nothing can be read) and how sure it is.

    ``code`` is a word of the page: ``seen`` (all markers), ``partly_covered`` and ``covered`` (the last view holds),
    ``marker_moved`` (``numbers`` were pushed on the table; the others hold), ``moving`` (the camera moves, or was
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
        return replace(sight, view=fitted, residual_mm=self._worst_mm(usable, fitted))

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
        too_many = len(strayed) > 1 or (strayed and len(usable) < 3)
        if too_many and not self._were_pushed(usable, off, size):
            return self._heal(usable, size)
        self._begin_anew()
        if strayed:
            return TableSight("marker_moved", self._view, strayed, max(off[number] for number in strayed))
        missing = self._missing(usable)
        code = "partly_covered" if missing else "seen"
        return TableSight(code, self._view, missing, self._worst_mm(usable, view))

    def _heal(self, usable: Mapping[int, Points], size: tuple[int, int]) -> TableSight:
        """The camera was moved: wait until it stands still, then take the new view."""
        fitted, before = self._fitted(usable, size) or self._fitted_without_one(usable, size), self._candidate
        steady = (
            fitted is not None
            and before is not None
            and self._apart_mm(self._agreeing(usable, fitted), fitted, before.scaled(*size)) < STEADY_MM
        )
        self._astray = self._astray + 1 if steady else 1
        self._candidate = fitted
        if fitted is None or self._astray < LOOKS:
            return TableSight("moving", None, tuple(sorted(usable)))
        self._view = fitted
        self._begin_anew()
        agreeing = self._agreeing(usable, fitted)
        return TableSight("moved", fitted, tuple(sorted(agreeing)), self._worst_mm(agreeing, fitted))

    def _were_pushed(
        self, usable: Mapping[int, Points], off: Mapping[int, float], size: tuple[int, int]
    ) -> bool:
        """Whether markers moved, not the camera: two are where they were, and no pose explains the rest."""
        if sum(distance < STEADY_MM for distance in off.values()) < 2:
            return False
        fitted = self._fitted(usable, size)
        return fitted is None or self._unlike_a_pose_mm(usable, fitted) > STEADY_MM

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
        if max(self._off_mm(usable, view).values()) >= MOVED_MM:
            return None
        if self._unlike_a_pose_mm(usable, view) >= MOVED_MM:
            return None
        # Three leave the fourth corner to a homography's guess, which errs by millimetres there; a pose does not.
        return view if len(usable) > LEAST_MARKERS else self._posed(usable, view) or view

    def _fitted_without_one(self, usable: Mapping[int, Points], size: tuple[int, int]) -> TableView | None:
        """The view of the three markers that agree, where no other three agree nearly as well."""
        fits: list[tuple[float, TableView]] = []
        for left_out in usable:
            three = {number: corners for number, corners in usable.items() if number != left_out}
            view = self._fitted(three, size)
            if view is not None and view.lens is not None:
                fits.append((self._worst_mm(three, view), view))
        fits.sort(key=lambda fit: fit[0])
        if not fits or fits[0][0] > STEADY_MM:
            return None
        return fits[0][1] if len(fits) == 1 or 3 * fits[0][0] < fits[1][0] else None

    def _unlike_a_pose_mm(self, usable: Mapping[int, Points], view: TableView) -> float:
        """How far (mm) the worst marker is from where any pose of the camera shows it; 0 without a lens.

        A homography bends to the corners of a table that was pulled longer; a camera over a flat table cannot.
        """
        if view.lens is None:
            return 0.0
        posed = self._posed(usable, view)
        return math.inf if posed is None else self._worst_mm(usable, posed)

    def _posed(self, usable: Mapping[int, Points], view: TableView) -> TableView | None:
        """The view of the pose that fits the markers best; None without a lens, or where there is none."""
        if view.lens is None:
            return None
        matrix = view.lens.matrix
        straight = view.lens.straight(np.concatenate([usable[number] for number in usable]))
        points = np.concatenate([self._layout.corners[number] for number in usable])
        flat = np.column_stack([points, np.zeros(len(points))])
        found, turn, place = cv2.solvePnP(flat, straight, matrix, None, flags=cv2.SOLVEPNP_IPPE)
        if not found:
            return None
        turn, place = cv2.solvePnPRefineLM(flat, straight, matrix, None, turn, place)
        rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
        plane = matrix @ np.column_stack([rotation[:, :2], np.ravel(place)])
        if not np.all(np.isfinite(plane)) or abs(np.linalg.det(plane)) < 1e-9:
            return None
        return TableView(
            view.width, view.height, Homography(np.asarray(np.linalg.inv(plane), np.float64)), view.lens
        )

    def _agreeing(self, usable: Mapping[int, Points], view: TableView) -> Mapping[int, Points]:
        """The markers that lie where the view says."""
        off = self._off_mm(usable, view)
        return {number: corners for number, corners in usable.items() if off[number] < MOVED_MM}

    @staticmethod
    def _apart_mm(usable: Mapping[int, Points], one: TableView, other: TableView) -> float:
        """How far apart (mm) two views put the marker over which they agree least."""
        return max(
            float(np.sqrt(np.mean(np.sum((one.to_mm(corners) - other.to_mm(corners)) ** 2, axis=1))))
            for corners in usable.values()
        )

    def _off_mm(self, usable: Mapping[int, Points], view: TableView) -> dict[int, float]:
        """How far each marker lies from its place in the layout, mm (root mean square of its corners)."""
        return {
            number: float(
                np.sqrt(np.mean(np.sum((view.to_mm(corners) - self._layout.corners[number]) ** 2, axis=1)))
            )
            for number, corners in usable.items()
        }

    def _worst_mm(self, usable: Mapping[int, Points], view: TableView) -> float:
        return max(self._off_mm(usable, view).values())
