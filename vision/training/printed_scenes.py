"""Tables with printed cards of any box on any ground, and the truth of where each card lies, for training."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.hand import draw_hand, hand_mask
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import LONG_PX, PrintedBox, fill_rounded
from vision.scene.surfaces import smooth_noise
from vision.training.card_clutter import random_ground
from vision.training.photometry import photograph_print

SCENE_PX = 320
"""Side of a training picture, px."""
_SHORTEST_PX, _LONGEST_PX = 28.0, 300.0
_CARD_MM = 88.0
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, slots=True, eq=False)
class PlacedCard:
    """A card on a table: its number in the box, and its corners float64 (4, 2), px, from its upper left one on."""

    card: int
    corners: Float64Array


@dataclass(frozen=True, slots=True, eq=False)
class PrintedScene:
    """A picture, uint8 BGR (n, n, 3), which card each pixel shows, uint8 (n, n): 0 for none, else its number in
    ``placed`` from 1, and the cards that were laid, the uppermost last.
    """

    picture: ByteArray
    owner: ByteArray
    placed: tuple[PlacedCard, ...]


def draw_scene(
    box: PrintedBox, letterings: tuple[Lettering, ...], rng: np.random.Generator, size: int = SCENE_PX
) -> PrintedScene:
    """Draw a table with one to some thirty cards of a box, any of them and some of them twice, seen from above or at
    a slant; ``size`` is the side of the picture, px.
    """
    long_px = float(np.exp(rng.uniform(math.log(_SHORTEST_PX), math.log(_LONGEST_PX)))) * size / SCENE_PX
    places = _places(box, long_px, size, rng)
    cards = [int(number) for number in rng.integers(len(box.cards), size=len(places))]
    return _drawn(box, list(zip(cards, places, strict=True)), long_px, letterings, rng, size, hands=True)


def draw_spread(
    box: PrintedBox,
    cards: list[int],
    letterings: tuple[Lettering, ...],
    rng: np.random.Generator,
    size: int,
    hands: bool = False,
) -> PrintedScene:
    """Draw a table on which a family laid cards of a box in rows, each once, all the same way up; ``hands``: theirs
    and shadows lie over some of them now and then.
    """
    ratio = box.cards[0].shape[1] / LONG_PX
    columns = max(1, math.ceil(math.sqrt(len(cards) / ratio)))
    rows = math.ceil(len(cards) / columns)
    long_px = 0.8 * size / max(columns * ratio * 1.2, rows * 1.2)
    places = []
    for number in range(len(cards)):
        row, column = divmod(number, columns)
        at = np.array([(column - (columns - 1) / 2) * ratio, row - (rows - 1) / 2]) * 1.2 * long_px + size / 2
        places.append((at + rng.normal(0, 0.02, 2) * long_px, float(rng.normal(0, 0.04))))
    return _drawn(box, list(zip(cards, places, strict=True)), long_px, letterings, rng, size, hands)


def _drawn(
    box: PrintedBox,
    laid: list[tuple[int, tuple[Float64Array, float]]],
    long_px: float,
    letterings: tuple[Lettering, ...],
    rng: np.random.Generator,
    size: int,
    hands: bool,
) -> PrintedScene:
    ground = _ground(box, long_px / _CARD_MM, letterings, rng, size)
    owner = np.zeros((size, size), np.uint8)
    seen_from = _slant(rng, size)
    thickness = float(rng.uniform(0.3, 1.2)) * max(1.0, long_px / 120)
    light = rng.normal(0, 1, 2)
    light /= float(np.hypot(*light)) + 1e-6
    placed = []
    for number, (card, (centre, turn)) in enumerate(laid, 1):
        corners = _corners(box.cards[card], centre, turn, long_px)
        corners = np.asarray(cv2.perspectiveTransform(corners[None], seen_from)[0], np.float64)
        _lay(ground, owner, box.cards[card], box, corners, number, thickness, light, rng)
        placed.append(PlacedCard(card, corners))
    if hands:
        _over_the_table(ground, owner, long_px, rng)
    return PrintedScene(photograph_print(ground, rng), owner, tuple(placed))


def _ground(
    box: PrintedBox, px_per_mm: float, letterings: tuple[Lettering, ...], rng: np.random.Generator, size: int
) -> ByteArray:
    if rng.random() < 0.3:
        # Paper on a table of nearly its own colour: all that is seen of a card is its edge.
        paper = box.cards[0][3, box.cards[0].shape[1] // 2].astype(np.float32)
        level = paper * float(rng.uniform(0.72, 1.04)) + rng.normal(0, 5, 3)
        cell = float(rng.uniform(20, 200))
        ground = level + smooth_noise(size, size, cell, cell, rng)[..., None] * float(rng.uniform(0, 5))
        return np.asarray(np.clip(ground, 0, 255), np.uint8)
    return random_ground(size, px_per_mm, rng, letterings)


def _slant(rng: np.random.Generator, size: int) -> Float64Array:
    """A homography that tilts the table about the middle of the picture, by up to 42 degrees."""
    tilt = min(math.radians(float(abs(rng.normal(0, 18)))), math.radians(42))
    toward = float(rng.uniform(0, 2 * np.pi))
    distance = size * float(rng.uniform(1.6, 4.0))
    spin = np.array([[math.cos(toward), -math.sin(toward)], [math.sin(toward), math.cos(toward)]])
    squeeze = np.eye(3)
    squeeze[1, 1] = math.cos(tilt)
    squeeze[2, 1] = math.sin(tilt) / distance
    turned, back = np.eye(3), np.eye(3)
    turned[:2, :2], back[:2, :2] = spin, spin.T
    middle = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1.0]])
    return np.asarray(middle @ back @ squeeze @ turned @ np.linalg.inv(middle), np.float64)


def _places(
    box: PrintedBox, long_px: float, size: int, rng: np.random.Generator
) -> list[tuple[Float64Array, float]]:
    """Where cards lie: in rows, racked, in a fan, scattered, or one alone; middle (px) and turn (rad) of each."""
    short_px = long_px * box.cards[0].shape[1] / LONG_PX
    middle = np.array([size / 2, size / 2])
    square = float(rng.choice([0, 0.5, 1, 1.5]) * np.pi)
    base = float(rng.uniform(0, 2 * np.pi)) if rng.random() < 0.5 else square
    draw = rng.random()
    if long_px > 0.55 * size or draw < 0.1:
        return [(middle + rng.normal(0, 0.12 * size, 2), base + float(rng.normal(0, 0.1)))]
    if draw < 0.48:
        return _rows(middle, base, short_px, long_px, rng)
    if draw < 0.61:
        return _racked(middle, base, short_px, long_px, rng)
    if draw < 0.68:
        return _heaped(middle, long_px, rng)
    if draw < 0.76:
        count = int(rng.integers(3, 10))
        step = short_px * float(rng.uniform(0.25, 0.6))
        direction = np.array([math.cos(base), math.sin(base)])
        bend = float(rng.uniform(-0.15, 0.15))
        return [
            (middle + direction * step * (number - count / 2), base + bend * (number - count / 2))
            for number in range(count)
        ]
    places: list[tuple[Float64Array, float]] = []
    for _ in range(int(rng.integers(2, 16))):
        at = rng.uniform(0, size, 2)
        if rng.random() < 0.75 and any(
            float(np.hypot(*(at - other))) < 1.05 * long_px for other, _ in places
        ):
            continue
        places.append((at, float(rng.uniform(0, 2 * np.pi))))
    return places


def _rows(
    middle: Float64Array, base: float, short_px: float, long_px: float, rng: np.random.Generator
) -> list[tuple[Float64Array, float]]:
    gap = float(rng.choice([rng.uniform(1.0, 1.05), rng.uniform(1.05, 1.5)], p=[0.3, 0.7]))
    step_x, step_y = short_px * gap, long_px * gap
    columns, rows = int(rng.integers(1, 8)), int(rng.integers(1, 6))
    jitter, spin = float(rng.uniform(0, 0.08)) * long_px, float(rng.choice([0.02, 0.06, 0.15]))
    cos, sin = math.cos(base), math.sin(base)
    places = []
    for row in range(rows):
        for column in range(columns):
            x, y = (column - (columns - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y
            at = middle + np.array([x * cos - y * sin, x * sin + y * cos]) + rng.normal(0, jitter, 2)
            flipped = math.pi if rng.random() < 0.3 else 0.0
            places.append((at, base + flipped + float(rng.normal(0, spin))))
    return places


def _racked(
    middle: Float64Array, base: float, short_px: float, long_px: float, rng: np.random.Generator
) -> list[tuple[Float64Array, float]]:
    """Up to twelve cards in one row, as pushed out of a rack: they touch, or lie a little over one another."""
    count = int(rng.integers(5, 13))
    step = short_px * float(rng.uniform(0.93, 1.04))
    direction = np.array([math.cos(base), math.sin(base)])
    across = np.array([-direction[1], direction[0]])
    return [
        (
            middle
            + direction * (step * (number - (count - 1) / 2) + float(rng.normal(0, 0.015)) * short_px)
            + across * float(rng.normal(0, 0.02)) * long_px,
            base + float(rng.normal(0, 0.025)),
        )
        for number in range(count)
    ]


def _heaped(
    middle: Float64Array, long_px: float, rng: np.random.Generator
) -> list[tuple[Float64Array, float]]:
    """Cards in a heap, each partly on the ones before."""
    count = int(rng.integers(3, 16))
    reach = long_px * float(rng.uniform(0.35, 0.7)) * math.sqrt(count) / 2
    return [(middle + rng.normal(0, reach, 2), float(rng.uniform(0, 2 * np.pi))) for _ in range(count)]


def _corners(card: ByteArray, centre: Float64Array, turn: float, long_px: float) -> Float64Array:
    """Corners (4, 2) of a card on the table, px, from its upper left one on."""
    height, width = long_px, long_px * card.shape[1] / LONG_PX
    cos, sin = math.cos(turn), math.sin(turn)
    flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    return np.asarray(flat @ np.array([[cos, sin], [-sin, cos]]) + centre, np.float64)


def card_shape(box: PrintedBox, height: int, width: int) -> ByteArray:
    """Return what of its rectangle a card of the box covers, uint8 (height, width), 0 or 255 but at its edge."""
    mask = np.zeros((height, width), np.uint8)
    if box.shape == "round":
        cv2.ellipse(
            mask,
            (width // 2, height // 2),
            (width // 2 - 1, height // 2 - 1),
            0,
            0,
            360,
            255,
            -1,
            cv2.LINE_AA,
        )
    else:
        fill_rounded(mask, (0, 0, width, height), round(box.corner * min(width, height)))
    return mask


def _lay(
    ground: ByteArray,
    owner: ByteArray,
    card: ByteArray,
    box: PrintedBox,
    corners: Float64Array,
    number: int,
    thickness: float,
    light: Float64Array,
    rng: np.random.Generator,
) -> None:
    height, width = card.shape[:2]
    size = (ground.shape[1], ground.shape[0])
    low = np.maximum(np.floor(corners.min(axis=0) - 8), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0) + 8), size).astype(int)
    if (high - low).min() < 4:
        return
    # A small card is made smaller first: a warp alone would skip pixels of it.
    span = float(np.hypot(*(corners[3] - corners[0])))
    shrunk, mask = card, card_shape(box, height, width)
    if span < 0.75 * height:
        share = max(0.08, span / height)
        small = (max(4, round(width * share)), max(4, round(height * share)))
        shrunk = np.asarray(cv2.resize(card, small, interpolation=cv2.INTER_AREA), np.uint8)
        mask = np.asarray(cv2.resize(mask, small, interpolation=cv2.INTER_AREA), np.uint8)
    h, w = shrunk.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    part = (int(high[0] - low[0]), int(high[1] - low[1]))
    shown = cv2.warpPerspective(shrunk, matrix, part, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, matrix, part, flags=cv2.INTER_LINEAR)
    here = ground[low[1] : high[1], low[0] : high[0]]
    moved = np.array([[1.0, 0.0, thickness * light[0]], [0.0, 1.0, thickness * light[1]]])
    soft = float(rng.uniform(0.5, 2.2)) * thickness
    shadow = cv2.GaussianBlur(cv2.warpAffine(cover, moved, part), (0, 0), soft)
    shade = 1.0 - shadow.astype(np.float32) * (float(rng.uniform(0.15, 0.6)) / 255)
    under = here * shade[..., None]
    shown = shown * np.float32(rng.normal(1.0, 0.025)) * _sheen(part, rng)
    if rng.random() < 0.5:
        # The cut edge of the cardboard: lighter or darker than both.
        inner = cv2.erode(cover, np.ones((3, 3), np.uint8))
        rim = (cover.astype(np.float32) - inner) / 255 * float(rng.uniform(0.1, 0.7))
        shown = shown + rim[..., None] * np.float32(rng.choice([-70, -40, 40]))
    share = cover[..., None].astype(np.float32) / 255
    here[:] = np.clip(under * (1 - share) + shown * share, 0, 255).astype(np.uint8)
    owner[low[1] : high[1], low[0] : high[0]][cover > 127] = number


def _sheen(
    size: tuple[int, int], rng: np.random.Generator
) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """How a card that is a little bent takes the light, float32 (h, w, 1) about 1."""
    ys, xs = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    toward = float(rng.uniform(0, 2 * np.pi))
    along = (xs / size[0] - 0.5) * math.cos(toward) + (ys / size[1] - 0.5) * math.sin(toward)
    return np.asarray(1.0 + along * np.float32(rng.normal(0, 0.08)), np.float32)[..., None]


def _over_the_table(ground: ByteArray, owner: ByteArray, long_px: float, rng: np.random.Generator) -> None:
    """What is above the cards: a sleeve, a hand, the shadow of one, a spot of sun."""
    palm_px = long_px * float(rng.uniform(0.7, 1.3))
    if rng.random() < 0.15:
        _cover(ground, owner, rng)
    if rng.random() < 0.12:
        at, turn = rng.uniform(0.05, 0.95, 2) * len(ground), float(rng.uniform(0, 360))
        shadow = hand_mask((len(ground), len(ground)), (float(at[0]), float(at[1])), turn, palm_px)
        blur = float(rng.uniform(0.02, 0.3)) * palm_px
        shadow = np.asarray(cv2.GaussianBlur(shadow, (0, 0), blur), np.uint8)
        _shade(ground, shadow, -float(rng.uniform(0.2, 0.6)))
    if rng.random() < 0.07:
        spot = np.zeros((len(ground), len(ground)), np.uint8)
        corners = rng.uniform(-0.1, 1.1, 2) * len(ground) + _SQUARE * rng.uniform(0.15, 0.9, 2) * len(ground)
        cv2.fillConvexPoly(
            spot, np.rint(corners + rng.normal(0, 0.03, (4, 2)) * len(ground)).astype(np.int32), 255
        )
        spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(0.6, 8))), np.uint8)
        _shade(ground, spot, float(rng.uniform(0.15, 0.9)))
    if rng.random() < 0.08:
        at, turn = rng.uniform(0.05, 0.95, 2) * len(ground), float(rng.uniform(0, 360))
        skin = np.array([128.0, 158.0, 205.0]) * float(rng.uniform(0.35, 1.1)) + rng.normal(0, 8, 3)
        colour = (float(skin[0]), float(skin[1]), float(skin[2]))
        owner[draw_hand(ground, (float(at[0]), float(at[1])), turn, palm_px, colour) > 127] = 0


def _shade(ground: ByteArray, cover: ByteArray, by: float) -> None:
    """Make what is covered (uint8, 255: wholly) darker or brighter by a share, in place."""
    gain = 1 + cover.astype(np.float32) * np.float32(by / 255)
    ground[:] = np.clip(ground * gain[..., None], 0, 255).astype(np.uint8)


def _cover(ground: ByteArray, owner: ByteArray, rng: np.random.Generator) -> None:
    """Something of one colour lies over a part of the table: a sleeve, a finger, a pencil."""
    size = len(ground)
    start, end = rng.uniform(-0.2, 1.2, (2, 2)) * size
    wide = round(float(rng.uniform(0.012, 0.16)) * size)
    colour = [float(value) for value in rng.uniform(20, 235, 3)]
    ends = tuple(tuple(round(float(value)) for value in point) for point in (start, end))
    cv2.line(ground, ends[0], ends[1], colour, wide, cv2.LINE_AA)
    cv2.line(owner, ends[0], ends[1], 0, wide)
