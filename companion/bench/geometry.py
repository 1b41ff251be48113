"""How well a family's table is known in mm: markers laid by hand under a real lens, drawn, found, measured.

What each figure means is told in ``docs/stand.md``. Every view has a camera of its own height, tilt and lens, markers
laid crooked, blur and noise; the lens is the one measured from drawn pictures of the printed board, not the true one.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.charuco import find_board, measure_lens
from calibration.geometry import Homography, Point
from calibration.layout import BadLayout, MarkerLayout, measured_layout
from calibration.lens import Lens, Points
from calibration.markers import Image, Marker, find_markers
from calibration.optics import CAMERAS, CameraModel, camera_model
from calibration.printed import (
    BOARD_COLUMNS,
    BOARD_ROWS,
    BOARD_SQUARE_MM,
    CORNER_QUIET_MM,
    CORNER_SIDE_MM,
    lens_board,
    marker_dictionary,
)
from calibration.tracking import TableTracker
from calibration.view import TableView
from companion.bench.measure import Measure, share_measure
from companion.progress import progress
from vision.scene.flat_table import as_filmed, board_sheet, draw_markers, draw_sheet, view_from_above

BENCH = "geometry"
WIDTH_MM, HEIGHT_MM = 900.0, 700.0
MOST_TILT_DEG = 20.0
MEAN_TARGET_MM, MAX_TARGET_MM = 0.5, 1.0
SMALL_WIDTH = 640
"""The small stream, on which the view is only watched."""
_BOARDS = 10
_MARGIN = 0.02
"""Which share of the picture's width people leave free around the markers."""
_GRID = np.array([[x, y] for x in np.linspace(0, WIDTH_MM, 10) for y in np.linspace(0, HEIGHT_MM, 8)])


@dataclass(frozen=True, slots=True)
class Counts:
    """How many lenses are measured for each camera, and how many views are taken through each."""

    cameras: tuple[str, ...]
    lenses: int
    views: int
    looks: int = 5


SHORT = Counts(("usb_1080p",), 1, 6)
LONG = Counts(tuple(camera.id for camera in CAMERAS if camera.id != "pi_hq_16mm"), 1, 20)


@dataclass(frozen=True, slots=True)
class ViewOutcome:
    """One view: the errors (mm) over the table with a mat, with markers laid by hand, and on the small stream."""

    found: bool
    printed: tuple[float, float] = (math.nan, math.nan)
    measured: tuple[float, float] = (math.nan, math.nan)
    small: tuple[float, float] = (math.nan, math.nan)
    still_ms: float = math.nan
    small_ms: float = math.nan


def measure(counts: Counts = SHORT) -> Iterator[Measure]:
    """The figures of the table's geometry, all cameras together and the worst of each."""
    outcomes: list[ViewOutcome] = []
    for name in counts.cameras:
        views = (one for seed in range(counts.lenses) for one in _views(camera_model(name), seed, counts))
        own = list(progress(views, f"views of {name}", counts.lenses * counts.views))
        outcomes.extend(own)
        yield from _errors(f"{name}.", [one.measured for one in own if one.found])
    seen = [one for one in outcomes if one.found]
    yield share_measure(BENCH, "views_with_all_markers", len(seen), len(outcomes), target=99.0)
    yield from _errors("", [one.measured for one in seen], targets=(MEAN_TARGET_MM, MAX_TARGET_MM))
    yield from _errors("mat.", [one.printed for one in seen], targets=(MEAN_TARGET_MM, MAX_TARGET_MM))
    yield from _errors("small_stream.", [one.small for one in seen])
    yield _figure("still_ms", float(np.median([one.still_ms for one in seen])), "ms", len(seen))
    yield _figure("small_stream_ms", float(np.median([one.small_ms for one in seen])), "ms", len(seen))


def _errors(
    prefix: str,
    errors: Sequence[tuple[float, float]],
    targets: tuple[float, float] | tuple[None, None] = (None, None),
) -> Iterator[Measure]:
    if not errors:
        return
    means, most = zip(*errors, strict=True)
    yield _figure(f"{prefix}error_mean", float(np.mean(means)), "mm", len(errors), targets[0])
    yield _figure(f"{prefix}error_max", float(np.max(most)), "mm", len(errors), targets[1])


def _figure(name: str, value: float, unit: str, n: int, target: float | None = None) -> Measure:
    return Measure(BENCH, name, round(value, 3), unit, n, target=target, higher_is_better=False)


# ---------------------------------------------------------------- one camera


def _views(camera: CameraModel, seed: int, counts: Counts) -> Iterator[ViewOutcome]:
    chance = random.Random(f"{camera.id}/{seed}")  # noqa: S311 - lenses and tables of a simulation
    true = _lens(camera, chance)
    boards = [find_board(picture) for picture in _board_pictures(true, chance)]
    lens = measure_lens([board for board in boards if board is not None], true.width, true.height)
    for number in range(counts.views):
        yield _view(true, lens, chance, number, counts.looks)


def _view(true: Lens, lens: Lens, chance: random.Random, number: int, looks: int) -> ViewOutcome:
    layout = laid_by_hand(chance)
    view = _hung(true, layout, chance)
    pictures = [_picture(view, layout.corners, chance, 100 * number + look) for look in range(looks)]
    begun = time.process_time()
    seen = [find_markers(pictures[0])]
    still_ms = 1000 * (time.process_time() - begun)
    seen += [find_markers(picture) for picture in pictures[1:]]
    if not all(_complete(look) for look in seen):
        return ViewOutcome(False)
    try:
        measured = measured_layout(seen, lens)
    except BadLayout:
        return ViewOutcome(False)
    size = (true.width, true.height)
    reduced = _reduced(pictures[0])
    small_size = (reduced.shape[1], reduced.shape[0])
    begun = time.process_time()
    small = find_markers(reduced)
    small_ms = 1000 * (time.process_time() - begun)
    tracker = TableTracker(measured, lens)
    tracker.watch(small, small_size)
    coarse = tracker.view
    if coarse is None:
        return ViewOutcome(False)
    tracker = TableTracker(measured, lens)
    tracker.refine(seen[0], size)
    mat = TableTracker(layout, lens)
    mat.refine(seen[0], size)
    if tracker.view is None or mat.view is None:
        return ViewOutcome(False)
    return ViewOutcome(
        True,
        _error(mat.view, view),
        _error(tracker.view, view),
        _error(coarse.scaled(*size), view),
        still_ms,
        small_ms,
    )


def _hung(lens: Lens, layout: MarkerLayout, chance: random.Random) -> TableView:
    """A camera hung by people: tilted, off the middle, and as low as still shows every marker with its margin."""
    across, down = chance.uniform(-15, 15), chance.uniform(-15, 15)
    tilt, heading, roll = chance.uniform(0, MOST_TILT_DEG), chance.uniform(0, 360), chance.uniform(-4, 4)
    target = Point(WIDTH_MM / 2 + across, HEIGHT_MM / 2 + down)
    corners = [
        Point(float(x), float(y))
        for quad in layout.corners.values()
        for x, y in _widened(quad, CORNER_QUIET_MM)
    ]
    distance = HEIGHT_MM / lens.height * lens.focal_px
    while True:
        view = view_from_above(lens, target, distance, tilt_deg=tilt, heading_deg=heading, roll_deg=roll)
        if all(view.shows(corner, margin_px=_MARGIN * lens.width) for corner in corners):
            return view
        distance *= 1.01


def _widened(quad: Points, margin: float) -> Points:
    middle = quad.mean(axis=0)
    return np.asarray(middle + (quad - middle) * (1.0 + 2 * margin / CORNER_SIDE_MM), np.float64)


def _error(found: TableView, true: TableView) -> tuple[float, float]:
    """The mean and the greatest error over the table, mm."""
    off = np.linalg.norm(found.to_mm(true.to_px(_GRID)) - _GRID, axis=1)
    return float(off.mean()), float(off.max())


def _complete(look: Sequence[Marker]) -> bool:
    return [marker.number for marker in look] == [0, 1, 2, 3]


def _picture(view: TableView, corners: Mapping[int, Points], chance: random.Random, seed: int) -> Image:
    image = np.empty((view.height, view.width, 3), np.uint8)
    light = chance.uniform(0.5, 1.0)
    image[:] = np.array([58, 82, 44]) * light
    draw_markers(image, view, corners, marker_dictionary(), CORNER_QUIET_MM, light)
    return as_filmed(image, blur_px=chance.uniform(0.6, 1.2), noise=chance.uniform(2.0, 6.0), seed=seed)


def _reduced(picture: Image) -> Image:
    height = round(picture.shape[0] * SMALL_WIDTH / picture.shape[1])
    return np.asarray(cv2.resize(picture, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA), np.uint8)


def laid_by_hand(chance: random.Random) -> MarkerLayout:
    """Four markers as people lay them: nearly in a rectangle, each a little turned, in the table's coordinates."""
    corners = {}
    for number, printed in MarkerLayout.printed(WIDTH_MM, HEIGHT_MM).corners.items():
        astray = np.array([chance.uniform(-12, 12), chance.uniform(-12, 12)]) if number else np.zeros(2)
        turn = math.radians(chance.uniform(-5.0, 5.0))
        middle = printed.mean(axis=0)
        corners[number] = (printed - middle) @ _turned(turn) + middle + astray
    x, y = corners[1].mean(axis=0)
    straight = _turned(-math.atan2(y, x))
    return MarkerLayout({number: quad @ straight for number, quad in corners.items()})


def _turned(angle: float) -> Points:
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.array([[cosine, sine], [-sine, cosine]])


def _lens(camera: CameraModel, chance: random.Random) -> Lens:
    """A lens of this kind as it may come from the factory: a little off in focus and centre, and bending lines."""
    focal = camera.focal_px * (1.0 + chance.uniform(-0.01, 0.01))
    shift = 0.004 * camera.width
    middle = (
        (camera.width - 1) / 2 + chance.uniform(-shift, shift),
        (camera.height - 1) / 2 + chance.uniform(-shift, shift),
    )
    strength = 0.12 if camera.bends else 0.06
    bending = [chance.uniform(-strength, strength / 2), chance.uniform(-0.01, 0.03)]
    crooked = [chance.uniform(-0.0005, 0.0005), chance.uniform(-0.0005, 0.0005)]
    matrix = np.array([[focal, 0.0, middle[0]], [0.0, focal, middle[1]], [0.0, 0.0, 1.0]])
    return Lens(camera.width, camera.height, matrix, np.array([*bending, *crooked, 0.0]))


def _board_pictures(lens: Lens, chance: random.Random) -> Iterator[Image]:
    """The printed board as people hold it: all over the picture, tilted otherwise each time."""
    wide, high, margin = BOARD_COLUMNS * BOARD_SQUARE_MM, BOARD_ROWS * BOARD_SQUARE_MM, 10.0
    sheet = board_sheet(lens_board(), margin)
    outline = np.array([[0, 0], [wide, 0], [wide, high], [0, high]]) + margin * np.array(
        [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    )
    for number in range(_BOARDS):
        azimuth, tilt = chance.uniform(0, 2 * math.pi), math.radians(chance.uniform(8.0, 35.0))
        tilted = np.asarray(cv2.Rodrigues(np.array([math.cos(azimuth), math.sin(azimuth), 0.0]) * tilt)[0])
        rolled = np.asarray(cv2.Rodrigues(np.array([0.0, 0.0, chance.uniform(-0.4, 0.4)]))[0])
        rotation = tilted @ rolled
        distance = lens.focal_px * wide / (lens.width * chance.uniform(0.42, 0.6))
        across = (number % 3 - 1) * 0.25 * lens.width / lens.focal_px
        down = (number // 3 % 3 - 1) * 0.22 * lens.height / lens.focal_px
        offset = np.array([across, down, 1.0]) * distance - rotation @ np.array([wide / 2, high / 2, 0.0])
        plane = lens.matrix @ np.column_stack([rotation[:, 0], rotation[:, 1], offset])
        view = TableView(lens.width, lens.height, Homography(np.linalg.inv(plane)), lens)
        image = np.full((lens.height, lens.width, 3), 90, np.uint8)
        draw_sheet(image, view, sheet, lambda points: points + margin, outline)
        yield as_filmed(image, blur_px=0.8, noise=4.0, seed=number)
