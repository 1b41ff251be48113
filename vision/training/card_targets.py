"""From the truth about cards to what the networks learn: the detector's maps, crops of indices with their answers.

Rows are those of ``vision.training.card_dataset``.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.cards import maps
from vision.cards.answers import FIGURE_REJECT, SUIT_REJECT
from vision.cards.crops import CROP_HEIGHT, CROP_WIDTH, crop_index
from vision.scene.arrays import BoolArray, ByteArray, FloatArray
from vision.training.card_dataset import BACK_COLUMNS, COLUMNS

HEAT_WEIGHTS = (0, 2)
"""Which weights count the heat of indices and of backs; 1 and 3 count the rest of their channels, but for
the way to the card's middle, which has a weight of its own."""
REACH_WEIGHT = 4
_AT = {name: number for number, name in enumerate(COLUMNS)}
_BACK_AT = {name: number for number, name in enumerate(BACK_COLUMNS)}
_BACK_USED_FROM, _BACK_IGNORED_FROM = 0.4, 0.1
_INDEX_PEAK, _BACK_PEAK = (0.13, 1.7), (0.075, 2.6)
"""How wide a peak is: as a share of the height, and at most in cells. A back's middle is hard to place."""
_RIGHT_HAND_COUNTS = 4.0
"""How much more the way to the middle counts from a right-hand index: one in eight is one, and without this the
network takes them all for left-hand ones.
"""
_UNREADABLE_TO = 0.6
"""Of an index less than this is seen: the reader learns to reject it."""


def quarter_turned(rows: FloatArray, quarters: int, size: int, columns: tuple[str, ...]) -> FloatArray:
    """Turn what rows tell of a picture of ``size`` px by quarter turns, as numpy.rot90 turns the picture."""
    turned = rows.copy()
    for _ in range(quarters % 4):
        for first, second in (("x", "y"), ("card_x", "card_y")):
            if first in columns:
                x, y = columns.index(first), columns.index(second)
                turned[:, x], turned[:, y] = turned[:, y].copy(), size - 1 - turned[:, x]
        x, y = columns.index("up_x"), columns.index("up_y")
        turned[:, x], turned[:, y] = turned[:, y].copy(), -turned[:, x]
    return turned


def detector_target(indices: FloatArray, backs: FloatArray, size: int) -> tuple[FloatArray, FloatArray]:
    """Return the target (CHANNELS, size/8, size/8), heat as 0..1, and the weights (5, size/8, size/8).

    Weights: heat of the indices (0 where one is half hidden), what tells of them, heat of the backs, what tells of
    those, and the way from the indices to the middles of their cards.
    """
    cells = size // maps.STRIDE
    target = np.zeros((maps.CHANNELS, cells, cells), np.float32)
    weights = np.zeros((5, cells, cells), np.float32)
    weights[list(HEAT_WEIGHTS)] = 1.0
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for row in indices[np.argsort(indices[:, _AT["used"]])]:
        cx, cy = row[_AT["x"]] / maps.STRIDE, row[_AT["y"]] / maps.STRIDE
        height = float(row[_AT["height"]])
        distance = (xs - cx) ** 2 + (ys - cy) ** 2
        if row[_AT["used"]] < 0.5:
            weights[0][distance < (0.4 * height / maps.STRIDE + 0.7) ** 2] = 0.0
            continue
        near = _mark(target[maps.INDEX_HEAT], weights[:2], distance, height / maps.STRIDE, _INDEX_PEAK)
        target[maps.INDEX_OFFSET, near] = np.stack([(cx - xs)[near], (cy - ys)[near]])
        for channels, told in _told_of_an_index(row):
            target[channels, near] = np.asarray(told, np.float32)[:, None]
        right_hand = float(target[maps.INDEX_REACH, near][0].mean()) < 0 if near.any() else False
        weights[REACH_WEIGHT][near] = weights[1][near] * (_RIGHT_HAND_COUNTS if right_hand else 1.0)
    order = np.argsort(backs[:, _BACK_AT["visible"]])
    for row in backs[order]:
        cx, cy = row[_BACK_AT["x"]] / maps.STRIDE, row[_BACK_AT["y"]] / maps.STRIDE
        visible, height = float(row[_BACK_AT["visible"]]), float(row[_BACK_AT["height"]])
        distance = (xs - cx) ** 2 + (ys - cy) ** 2
        if not is_seen_well(row, size):
            if visible >= _BACK_IGNORED_FROM:
                weights[2][distance < (0.25 * height / maps.STRIDE) ** 2] = 0.0
            continue
        near = _mark(target[maps.BACK_HEAT], weights[2:], distance, height / maps.STRIDE, _BACK_PEAK)
        target[maps.BACK_OFFSET, near] = np.stack([(cx - xs)[near], (cy - ys)[near]])
        twice = 2 * math.atan2(row[_BACK_AT["up_y"]], row[_BACK_AT["up_x"]])
        target[maps.BACK_TURN, near] = np.array([[math.cos(twice)], [math.sin(twice)]], np.float32)
        target[maps.BACK_SIZE][near] = math.log2(height / maps.USUAL_CARD_PX)
    return target, weights


def is_seen_well(back: FloatArray, size: int) -> bool:
    """Whether enough of a back is seen in a picture of ``size`` px, its middle too, to learn from it."""
    x, y = float(back[_BACK_AT["x"]]), float(back[_BACK_AT["y"]])
    return bool(back[_BACK_AT["visible"]] >= _BACK_USED_FROM) and 0 <= x < size and 0 <= y < size


def _mark(
    heat: FloatArray,
    weights: FloatArray,
    distance: FloatArray,
    height_cells: float,
    peak: tuple[float, float],
) -> BoolArray:
    """Draw one peak, ``peak`` telling its share of the height and its largest radius in cells; returns the cells
    near it, whose other channels count too.
    """
    row, column = np.unravel_index(int(distance.argmin()), distance.shape)
    near: BoolArray = distance < 1.6**2
    if not near.any():
        return near
    sigma = min(peak[1], max(0.75, peak[0] * height_cells))
    np.maximum(heat, np.exp(-distance / (2 * sigma * sigma)), out=heat)
    heat[row, column] = 1.0
    weights[0][near] = 1.0
    weights[1][near] = np.maximum(weights[1][near], 0.4)
    weights[1][row, column] = 1.0
    return near


def _told_of_an_index(row: FloatArray) -> tuple[tuple[slice, tuple[float, float]], ...]:
    up_x, up_y = float(row[_AT["up_x"]]), float(row[_AT["up_y"]])
    way_x, way_y = float(row[_AT["card_x"]] - row[_AT["x"]]), float(row[_AT["card_y"]] - row[_AT["y"]])
    to_right, to_down = -up_y * way_x + up_x * way_y, -up_x * way_x - up_y * way_y
    usual_width, usual_height = maps.USUAL_INDEX_PX
    return (
        (maps.INDEX_UP, (up_x, up_y)),
        (
            maps.INDEX_SIZE,
            (
                math.log2(float(row[_AT["width"]]) / usual_width),
                math.log2(float(row[_AT["height"]]) / usual_height),
            ),
        ),
        (maps.INDEX_REACH, (to_right / maps.USUAL_REACH_PX, to_down / maps.USUAL_REACH_PX)),
    )


def index_answer(row: FloatArray) -> tuple[int, int] | None:
    """Return the numbers of figure and suit that the reader shall give, both reject where too little is seen; None
    where neither would be fair.
    """
    if row[_AT["used"]] > 0.5:
        return int(row[_AT["figure"]]), int(row[_AT["suit"]])
    return (FIGURE_REJECT, SUIT_REJECT) if row[_AT["visible"]] < _UNREADABLE_TO else None


def jittered_crop(image: ByteArray, row: FloatArray, rng: np.random.Generator) -> ByteArray:
    """Cut the crop of an index as an imperfect detector would."""
    width, height = float(row[_AT["width"]]), float(row[_AT["height"]])
    shift = rng.normal(0, 0.05, 2) * height
    centre = (float(row[_AT["x"]] + shift[0]), float(row[_AT["y"]] + shift[1]))
    turn = math.radians(float(rng.normal(0, 6.0))) + math.atan2(row[_AT["up_y"]], row[_AT["up_x"]])
    grow = float(np.exp(rng.normal(0, 0.12)))
    return crop_index(image, centre, (math.cos(turn), math.sin(turn)), (width * grow, height * grow))


def rejected_crop(image: ByteArray, rows: FloatArray, rng: np.random.Generator) -> ByteArray | None:
    """Cut a crop that shows no whole upright index: one upside down or lying on its side, a near miss, the middle of
    a card, the table; None where the dice gave one that shows an index after all.
    """
    size = image.shape[0]
    used = rows[rows[:, _AT["used"]] > 0.5]
    turn = float(rng.uniform(0, 2 * math.pi))
    height = math.exp(float(rng.uniform(math.log(22), math.log(110))))
    width = height * float(rng.uniform(0.35, 0.6))
    centre = (float(rng.uniform(0, size)), float(rng.uniform(0, size)))
    if len(used) and rng.random() < 0.65:
        row = used[int(rng.integers(len(used)))]
        width, height = float(row[_AT["width"]]), float(row[_AT["height"]])
        own = math.atan2(row[_AT["up_y"]], row[_AT["up_x"]])
        centre = (float(row[_AT["x"]]), float(row[_AT["y"]]))
        if rng.random() < 0.55:
            turn = own + (math.pi if rng.random() < 0.7 else float(rng.choice([-0.5, 0.5])) * math.pi)
            turn += float(rng.normal(0, 0.1))
            shift = rng.normal(0, 0.06, 2) * height
        else:
            turn = own + float(rng.normal(0, 0.15))
            away, reach = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.5, 1.3)) * height
            shift = np.array([math.cos(away) * reach, math.sin(away) * reach])
        centre = (centre[0] + float(shift[0]), centre[1] + float(shift[1]))
    for row in rows:
        off = math.hypot(float(row[_AT["x"]]) - centre[0], float(row[_AT["y"]]) - centre[1])
        own = math.atan2(row[_AT["up_y"]], row[_AT["up_x"]])
        upright = math.cos(turn - own) > 0.5
        if off < 0.42 * float(row[_AT["height"]]) and upright:
            return None
    return crop_index(image, centre, (math.cos(turn), math.sin(turn)), (width, height))


def resample(crop: ByteArray, rng: np.random.Generator) -> ByteArray:
    """Lose detail as a smaller or blurred picture would."""
    draw = rng.random()
    if draw < 0.3:
        share = float(rng.uniform(0.35, 1.0))
        small = (max(8, round(CROP_WIDTH * share)), max(12, round(CROP_HEIGHT * share)))
        lesser = cv2.resize(crop, small, interpolation=cv2.INTER_AREA)
        return np.asarray(
            cv2.resize(lesser, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8
        )
    if draw < 0.4:
        return np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.4, 1.4))), np.uint8)
    return crop
