"""Printed sheets on a table, drawn exactly as a real lens shows them: markers, and the board that measures a lens.

Every pixel asks where on the sheet it looks, sixteen times over its area, so that edges are where they belong to a
few hundredths of a pixel: drawings of this kind are what geometry is measured with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Homography, Point
from calibration.lens import Lens
from calibration.view import TableView
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera

_SAMPLES = 4
_INK, _PAPER = 26.0, 232.0
_STEP_PX = 4
"""The map from picture to table is reckoned at every fourth pixel: between them it is straight to 0.001 mm.

OpenCV interpolates at thirty-seconds of a step: the sixteen samples of a pixel lie on them, at every eighth they did
not, and edges along the rows were up to 0.25 px astray.
"""
_BAND = 256


@dataclass(frozen=True, slots=True)
class Sheet:
    """A flat print: ``bitmap`` uint8 (rows, columns), each cell ``cell_mm`` wide, its corner at (0, 0) mm."""

    bitmap: ByteArray
    cell_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height."""
        rows, columns = self.bitmap.shape
        return columns * self.cell_mm, rows * self.cell_mm


def view_from_above(
    lens: Lens,
    target: Point,
    distance_mm: float,
    *,
    tilt_deg: float = 0.0,
    heading_deg: float = 0.0,
    roll_deg: float = 0.0,
) -> TableView:
    """Return what a camera with this lens sees of the table, so far from ``target`` (mm) and so tilted."""
    camera = PinholeCamera.over_table(
        lens.width,
        lens.height,
        view_width_mm=lens.width * distance_mm / lens.focal_px,
        distance_mm=distance_mm,
        tilt_deg=tilt_deg,
        heading_deg=heading_deg,
        roll_deg=roll_deg,
        target_mm=(target.x, target.y),
    )
    offset = -camera.rotation @ camera.position_mm
    plane = lens.matrix @ np.column_stack([camera.rotation[:, 0], camera.rotation[:, 1], offset])
    return TableView(lens.width, lens.height, Homography(np.asarray(np.linalg.inv(plane), np.float64)), lens)


def marker_sheet(number: int, dictionary: cv2.aruco.Dictionary, side_mm: float, quiet_mm: float) -> Sheet:
    """Draw a marker with its quiet zone, a cell a module or finer; ``quiet_mm`` in whole tenths of a module."""
    fine = 10
    module = side_mm / (dictionary.markerSize + 2)
    quiet = round(quiet_mm / module * fine)
    bits = cv2.aruco.generateImageMarker(dictionary, number, dictionary.markerSize + 2)
    large = np.kron(np.asarray(bits, np.uint8), np.ones((fine, fine), np.uint8))
    return Sheet(np.pad(large, quiet, constant_values=255), module / fine)


def board_sheet(board: cv2.aruco.CharucoBoard, margin_mm: float) -> Sheet:
    """Draw a ChArUco board with a white margin; its first inner corner's origin lies ``margin_mm`` inside."""
    columns, rows = board.getChessboardSize()
    cell = 0.5
    square = round(board.getSquareLength() / cell)
    picture = board.generateImage((columns * square, rows * square))
    margin = round(margin_mm / cell)
    return Sheet(np.pad(np.asarray(picture, np.uint8), margin, constant_values=255), cell)


def draw_sheet(
    image: ByteArray,
    view: TableView,
    sheet: Sheet,
    to_sheet: Callable[[Float64Array], Float64Array],
    outline_mm: Float64Array,
    light: float = 1.0,
) -> None:
    """Draw a sheet into a picture, uint8 (h, w, 3) BGR, in place.

    ``to_sheet`` takes table positions (n, 2) mm to the sheet's own mm; ``outline_mm`` are its corners on the table.
    """
    height, width = image.shape[:2]
    around = view.to_px(_dense(outline_mm))
    left, top = np.maximum(np.floor(around.min(axis=0)).astype(int) - 2, 0)
    right, bottom = np.minimum(np.ceil(around.max(axis=0)).astype(int) + 3, (width, height))
    if right <= left or bottom <= top:
        return
    for upper in range(top, bottom, _BAND):
        lower = min(bottom, upper + _BAND)
        at = _positions(view, to_sheet, (left, upper, right, lower)) / sheet.cell_mm
        _blend(image[upper:lower, left:right], sheet.bitmap, np.floor(at).astype(np.int32), light)


def _positions(
    view: TableView, to_sheet: Callable[[Float64Array], Float64Array], box: tuple[int, int, int, int]
) -> FloatArray:
    """Where on the sheet (mm) the samples of a box of pixels look, float32 (4 h, 4 w, 2)."""
    left, top, right, bottom = box
    columns, rows = (right - left) // _STEP_PX + 3, (bottom - top) // _STEP_PX + 3
    xs, ys = left + _STEP_PX * (np.arange(columns) - 1), top + _STEP_PX * (np.arange(rows) - 1)
    nodes = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2).astype(np.float64)
    coarse = to_sheet(view.to_mm(nodes)).reshape(rows, columns, 2).astype(np.float32)
    offsets = (np.arange(_SAMPLES) + 0.5) / _SAMPLES - 0.5
    across = ((np.arange(right - left)[:, None] + offsets) / _STEP_PX + 1).ravel().astype(np.float32)
    down = ((np.arange(bottom - top)[:, None] + offsets) / _STEP_PX + 1).ravel().astype(np.float32)
    map_x, map_y = np.meshgrid(across, down)
    fine = cv2.remap(coarse, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(fine, np.float32)


def _blend(patch: ByteArray, bitmap: ByteArray, cells: NDArray[np.int32], light: float) -> None:
    rows, columns = bitmap.shape
    inside = (cells[..., 0] >= 0) & (cells[..., 1] >= 0) & (cells[..., 0] < columns) & (cells[..., 1] < rows)
    value = np.zeros(inside.shape, np.float32)
    value[inside] = np.where(bitmap[cells[inside, 1], cells[inside, 0]] > 127, _PAPER * light, _INK * light)
    shape = (patch.shape[0], _SAMPLES, patch.shape[1], _SAMPLES)
    share = inside.reshape(shape).mean(axis=(1, 3), dtype=np.float32)[..., None]
    drawn = value.reshape(shape).mean(axis=(1, 3))[..., None]
    patch[:] = np.clip(patch * (1.0 - share) + drawn + 0.5, 0, 255).astype(np.uint8)


def draw_marker(
    image: ByteArray,
    view: TableView,
    number: int,
    corners_mm: Float64Array,
    dictionary: cv2.aruco.Dictionary,
    quiet_mm: float,
    light: float = 1.0,
) -> None:
    """Draw a marker whose black square has these corners on the table, (4, 2) mm, clockwise from its own top left."""
    side = float(np.linalg.norm(corners_mm[1] - corners_mm[0]))
    sheet = marker_sheet(number, dictionary, side, quiet_mm)
    quiet = (sheet.size_mm[0] - side) / 2
    across, down = (corners_mm[1] - corners_mm[0]) / side, (corners_mm[3] - corners_mm[0]) / side
    axes = np.stack([across, down])
    begin = corners_mm[0] - quiet * (across + down)
    width = sheet.size_mm[0]
    outline = begin + np.array([[0, 0], [width, 0], [width, width], [0, width]]) @ axes
    draw_sheet(image, view, sheet, lambda points: (points - begin) @ np.linalg.inv(axes), outline, light)


def draw_markers(
    image: ByteArray,
    view: TableView,
    corners_mm: Mapping[int, Float64Array],
    dictionary: cv2.aruco.Dictionary,
    quiet_mm: float,
    light: float = 1.0,
) -> None:
    """Draw all markers of a table, by number."""
    for number, corners in corners_mm.items():
        draw_marker(image, view, number, corners, dictionary, quiet_mm, light)


def as_filmed(image: ByteArray, *, blur_px: float, noise: float, seed: int) -> ByteArray:
    """Make a drawing a photograph: a lens that is not perfectly sharp, and a sensor's noise (grey levels)."""
    picture = cv2.GaussianBlur(image, (0, 0), blur_px) if blur_px > 0 else image
    if noise <= 0:
        return np.asarray(picture, np.uint8)
    grain = np.zeros(picture.shape[:2], np.int16)
    cv2.setRNGSeed(seed)
    cv2.randn(grain, np.zeros(1), np.full(1, noise))
    return np.asarray(cv2.add(picture, cv2.merge([grain] * 3), dtype=cv2.CV_8U), np.uint8)


def _dense(outline: Float64Array) -> Float64Array:
    """Points along an outline: a bent edge reaches farther than its ends."""
    steps = np.linspace(0.0, 1.0, 9)[:-1, None]
    following = np.roll(outline, -1, axis=0)
    return np.concatenate([a + (b - a) * steps for a, b in zip(outline, following, strict=True)])
