"""Which camera at which height shows how much of a table, and how finely: reckoned before anything is bought.

Focal lengths follow from the makers' data sheets (Raspberry Pi's camera documentation; for USB cameras the usual
field of view of 70 degrees across); a lens measured with the printed board is better.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.geometry import Homography, Point
from calibration.lens import Lens, Points
from calibration.view import TableView
from calibration.zones import Holds, PlannedZone, TablePlan

NEEDED_PX_PER_MM = 2.0
"""Everywhere on the table: hands, dice, pieces, backs."""
READING_PX_PER_MM = 3.0
"""Where the indices of cards are read."""
MARGIN_MM = 60.0
"""Around the rectangle of the markers' centres: the markers themselves, and five hundredths for a crooked stand."""
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class CameraModel:
    """A camera that families have: the size of its stills (px) and its focal length in px of those."""

    id: str
    name: str
    width: int
    height: int
    focal_px: float
    bends: bool = False
    """Its lens bends straight lines so much that it must be measured with the printed board."""

    def px_per_mm(self, height_mm: float) -> float:
        """Return the magnification in the middle of the picture from so high above the table, in px per mm."""
        return self.focal_px / height_mm

    def covers(self, height_mm: float) -> tuple[float, float]:
        """Return the width and height (mm) of what the picture shows from so high, looking straight down."""
        return self.width * height_mm / self.focal_px, self.height * height_mm / self.focal_px

    def least_height(self, width: float, height: float) -> float:
        """Return how high (mm) it must hang to show a table of so many mm between the markers, with their margin."""
        across, down = sorted((width + 2 * MARGIN_MM, height + 2 * MARGIN_MM), reverse=True)
        return max(across / self.width, down / self.height) * self.focal_px

    def above(self, width: float, height: float) -> TableView:
        """Return what it sees of a table of so many mm from the least height, straight above its middle."""
        mm = self.least_height(width, height) / self.focal_px
        left, top = width / 2 - mm * (self.width - 1) / 2, height / 2 - mm * (self.height - 1) / 2
        plane = Homography(np.array([[mm, 0.0, left], [0.0, mm, top], [0.0, 0.0, 1.0]]))
        return TableView(self.width, self.height, plane, self.lens(self.width, self.height))

    def lens(self, width: int, height: int) -> Lens:
        """Return the lens by the data sheet for pictures of so many px. Raises OtherPicture."""
        return Lens.pinhole(self.width, self.height, self.focal_px).scaled(width, height)


def _by_sensor(focal_mm: float, pixel_um: float) -> float:
    return focal_mm * 1000.0 / pixel_um


def _by_angle(width: int, across_deg: float) -> float:
    return width / 2 / math.tan(math.radians(across_deg / 2))


CAMERAS = (
    CameraModel("pi_3", "Raspberry Pi Camera Module 3", 4608, 2592, _by_sensor(4.74, 1.4)),
    CameraModel(
        "pi_3_wide", "Raspberry Pi Camera Module 3 Wide", 4608, 2592, _by_sensor(2.75, 1.4), bends=True
    ),
    CameraModel(
        "pi_hq_6mm", "Raspberry Pi HQ Camera, 6 mm lens", 4056, 3040, _by_sensor(6.0, 1.55), bends=True
    ),
    CameraModel("pi_hq_16mm", "Raspberry Pi HQ Camera, 16 mm lens", 4056, 3040, _by_sensor(16.0, 1.55)),
    CameraModel("pi_2", "Raspberry Pi Camera Module 2", 3280, 2464, _by_sensor(3.04, 1.12)),
    CameraModel("usb_4k", "USB camera, 4K", 3840, 2160, _by_angle(3840, 70.0)),
    CameraModel("usb_1080p", "USB camera, 1080p", 1920, 1080, _by_angle(1920, 70.0)),
)
"""What docs/stand.md tells about; ``camera_model`` finds one by its id."""


def camera_model(name: str) -> CameraModel:
    """Return the camera with this id. Raises KeyError."""
    for camera in CAMERAS:
        if camera.id == name:
            return camera
    raise KeyError(name)


def likely_lens(width: int, height: int) -> tuple[Lens, bool]:
    """Return the lens that a camera with such pictures is likely to have; False: not even their shape is known.

    A size of its own tells the camera; else the shape tells the family: Camera Module 3 and most USB cameras are
    16:9, Camera Module 2 is 4:3. Other shapes (photographs) are taken for as wide as the latter. What is wrong by
    some per cent here is wrong by as much in mm, but alike everywhere; the printed board tells better.
    """
    own = [camera for camera in CAMERAS if (camera.width, camera.height) == (width, height)]
    for camera in (*own, camera_model("pi_3"), camera_model("pi_2")):
        if math.isclose(width / height, camera.width / camera.height, rel_tol=0.01):
            # By its own size: a mode of the camera may be a row of pixels narrower than the shape says.
            return Lens.pinhole(width, height, camera.focal_px * width / camera.width), True
    camera = camera_model("pi_2")
    return Lens.pinhole(width, height, camera.focal_px * max(width, height) / camera.width), False


@dataclass(frozen=True, slots=True)
class ZoneSight:
    """How well a zone can be seen: the coarsest magnification at its corners, and whether it is in the picture."""

    zone: str
    px_per_mm: float
    needed: float
    in_picture: bool

    @property
    def good(self) -> bool:
        """Whether its reader can work."""
        return self.in_picture and self.px_per_mm >= self.needed


def zone_sights(view: TableView, plan: TablePlan, margin_mm: float = 0.0) -> tuple[ZoneSight, ...]:
    """Say of every zone of a game how well this view shows it; in the picture is one with so many mm around it."""
    if not plan.zones:
        return ()
    areas = [(zone.left, zone.top, zone.width, zone.height) for zone in plan.zones]
    finest = view.least_magnifications(_corners(areas)).reshape(-1, 4).min(axis=1)
    wider = [(x - margin_mm, y - margin_mm, w + 2 * margin_mm, h + 2 * margin_mm) for x, y, w, h in areas]
    shown = np.all(view.shown(_corners(wider)).reshape(-1, 4), axis=1)
    return tuple(
        ZoneSight(zone.id, px, needed_px_per_mm(zone), inside)
        for zone, px, inside in zip(plan.zones, finest.tolist(), np.asarray(shown).tolist(), strict=True)
    )


def needed_px_per_mm(zone: PlannedZone) -> float:
    """Return what a zone's reader needs; a board's squares lie where they were tapped, and pieces are large."""
    return NEEDED_PX_PER_MM if zone.holds is Holds.BOARD else zone.least_px_per_mm


def _corners(areas: Sequence[tuple[float, float, float, float]]) -> Points:
    return np.array(
        [(x + a * width, y + d * height) for x, y, width, height in areas for a, d in _CORNERS], np.float64
    )


def table_points(width: float, height: float) -> tuple[Point, ...]:
    """Return places all over a table of so many mm, its corners included."""
    return tuple(
        Point(float(x), float(y)) for x in np.linspace(0.0, width, 5) for y in np.linspace(0.0, height, 5)
    )
