"""Tables with markers, drawn exactly, for the tests of geometry."""

from __future__ import annotations

import math
import random

import numpy as np

from calibration.geometry import Point
from calibration.layout import MarkerLayout
from calibration.lens import Lens
from calibration.printed import CORNER_QUIET_MM, marker_dictionary
from calibration.view import TableView
from vision.scene.flat_table import as_filmed, draw_markers, view_from_above

WIDTH, HEIGHT = 900.0, 700.0
MIDDLE = Point(WIDTH / 2, HEIGHT / 2)
STRAIGHT = Lens.pinhole(1280, 720, 907.0)
BENT = Lens(1280, 720, STRAIGHT.matrix, np.array([-0.08, 0.02, 0.0003, -0.0002, 0.0]))
MAT = MarkerLayout.printed(WIDTH, HEIGHT)
GRID = np.array([[x, y] for x in np.linspace(0, WIDTH, 10) for y in np.linspace(0, HEIGHT, 8)])


def view(
    lens: Lens = STRAIGHT, *, tilt: float = 8.0, heading: float = 60.0, roll: float = 2.0, **moved: float
) -> TableView:
    """A camera that sees the whole table; ``right`` and ``down`` move it (mm)."""
    distance = lens.focal_px * 1010 / lens.height
    target = Point(MIDDLE.x + moved.get("right", 0.0), MIDDLE.y + moved.get("down", 0.0))
    return view_from_above(lens, target, distance, tilt_deg=tilt, heading_deg=heading, roll_deg=roll)


def laid_by_hand(seed: int, *, astray_mm: float = 12.0, turned_deg: float = 4.0) -> MarkerLayout:
    """Four markers as people lay them: nearly in a rectangle, each a little turned, in the table's coordinates."""
    chance = random.Random(seed)
    corners = {}
    for number, printed in MAT.corners.items():
        centre = printed.mean(axis=0) + (
            (0, 0)
            if number == 0
            else (chance.uniform(-astray_mm, astray_mm), chance.uniform(-astray_mm, astray_mm))
        )
        turn = math.radians(chance.uniform(-turned_deg, turned_deg))
        about = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        corners[number] = (printed - printed.mean(axis=0)) @ about + centre
    x, y = corners[1].mean(axis=0)
    heading = math.atan2(y, x)
    straighten = np.array([[math.cos(heading), -math.sin(heading)], [math.sin(heading), math.cos(heading)]])
    return MarkerLayout({number: quad @ straighten for number, quad in corners.items()})


def picture(
    of: TableView,
    layout: MarkerLayout = MAT,
    *,
    light: float = 1.0,
    blur: float = 0.8,
    noise: float = 4.0,
    seed: int = 1,
) -> np.ndarray:
    """What the camera takes of the markers on a dark green table."""
    image = np.empty((of.height, of.width, 3), np.uint8)
    image[:] = np.array([58, 82, 44]) * light
    draw_markers(image, of, layout.corners, marker_dictionary(), CORNER_QUIET_MM, light)
    return as_filmed(image, blur_px=blur, noise=noise, seed=seed)


def errors_mm(found: TableView, true: TableView) -> np.ndarray:
    """How far from the truth the found view takes 80 places of the table, mm."""
    return np.linalg.norm(found.to_mm(true.to_px(GRID)) - GRID, axis=1)
