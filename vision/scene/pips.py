"""The middle of number cards and aces: the suit's signs in their places."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.scene.arrays import BoolArray, ByteArray
from vision.scene.arrays import ink as print_ink
from vision.scene.style import Colour
from vision.scene.suit_signs import SignStyle, sign_shape

_PLACES: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((0.5, 0.0), (0.5, 1.0)),
    "3": ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    "4": ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)),
    "5": ((0.0, 0.0), (1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (1.0, 1.0)),
    "6": ((0.0, 0.0), (1.0, 0.0), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)),
    "7": ((0.0, 0.0), (1.0, 0.0), (0.5, 0.25), (0.0, 0.5), (1.0, 0.5), (0.0, 1.0), (1.0, 1.0)),
    "8": ((0.0, 0.0), (1.0, 0.0), (0.5, 0.25), (0.0, 0.5), (1.0, 0.5), (0.5, 0.75), (0.0, 1.0), (1.0, 1.0)),
    "9": (*((x, y / 3) for x in (0.0, 1.0) for y in range(4)), (0.5, 0.5)),
    "10": (*((x, y / 3) for x in (0.0, 1.0) for y in range(4)), (0.5, 1 / 6), (0.5, 5 / 6)),
}
"""Where the signs are: x 0 left column .. 1 right column, y 0 upper row .. 1 lower row."""


def stamp_sign(
    picture: ByteArray,
    suit: str,
    signs: SignStyle,
    ink: Colour,
    centre: tuple[float, float],
    height_px: float,
    *,
    upside_down: bool = False,
) -> None:
    """Print a sign on a picture, uint8 BGR, changed in place; what would lie outside is left away."""
    printed = _printed(suit, signs, height_px)
    rows, columns = printed.shape
    if upside_down:
        printed = printed[::-1, ::-1]
    x, y = round(centre[0] - columns / 2), round(centre[1] - rows / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(picture.shape[1], x + columns), min(picture.shape[0], y + rows)
    if x1 <= x0 or y1 <= y0:
        return
    part = printed[y0 - y : y1 - y, x0 - x : x1 - x]
    print_ink(picture[y0:y1, x0:x1], part, np.asarray(ink, np.uint8))


@lru_cache(maxsize=64)
def _printed(suit: str, signs: SignStyle, height_px: float) -> BoolArray:
    """Where a sign so high has ink: the ten of a suit has ten of them."""
    shape = sign_shape(suit, signs)
    rows = max(3, round(height_px))
    columns = max(3, round(height_px * shape.shape[1] / shape.shape[0]))
    smaller = rows < shape.shape[0]
    sized = cv2.resize(shape, (columns, rows), interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LINEAR)
    # No half tones: cards are drawn finer than they are shown.
    return np.asarray(np.asarray(sized, np.uint8) > 127)


def draw_pips(
    picture: ByteArray,
    rank: str,
    suit: str,
    signs: SignStyle,
    ink: Colour,
    left_px: float,
    height_px: float,
    taken_px: tuple[float, float],
) -> None:
    """Print the signs of a card from 2 to 10 on it, uint8 BGR, changed in place.

    ``left_px`` is where the left column may begin; ``taken_px`` (width, height) the corner that an index fills, where
    no sign is printed. Raises KeyError on another rank.
    """
    height, width = picture.shape[:2]
    shape = sign_shape(suit, signs)
    # Signs never touch: three fit beside each other, and those in the middle stand between two rows.
    size = min(height_px, 0.19 * height, (width - 2 * left_px) / 2.4 * shape.shape[0] / shape.shape[1])
    half = 0.5 * size * shape.shape[1] / shape.shape[0]
    upper = max(0.09 * height, 0.5 * size + 0.06 * height)
    for across, down in _PLACES[rank]:
        x = left_px + half + across * (width - 2 * (left_px + half))
        y = upper + down * (height - 2 * upper)
        turned = down > 0.5
        edge = (x - half, y - size / 2) if not turned else (width - x - half, height - y - size / 2)
        if edge[0] < taken_px[0] and edge[1] < taken_px[1]:
            continue
        stamp_sign(picture, suit, signs, ink, (x, y), size, upside_down=turned)


def draw_ace(
    picture: ByteArray, suit: str, signs: SignStyle, ink: Colour, height_px: float, ornate: bool, seed: int
) -> None:
    """Print one large sign in the middle of a card, uint8 BGR, changed in place; ``ornate`` adds rings and rays."""
    height, width = picture.shape[:2]
    middle = (width / 2, height / 2)
    if ornate:
        rng = np.random.default_rng((seed, 1))
        at = (round(middle[0]), round(middle[1]))
        rays = int(rng.integers(12, 60))
        inner = 0.6 * height_px
        outer = min(inner * float(rng.uniform(1.1, 1.5)), 0.44 * width)
        line = max(1, round(width / 250))
        for angle in np.linspace(0, 2 * np.pi, rays, endpoint=False):
            way = np.array([np.cos(angle), np.sin(angle)])
            start, end = (np.round(np.array(middle) + way * r).astype(int).tolist() for r in (inner, outer))
            cv2.line(picture, start, end, ink, line, cv2.LINE_AA)
        for radius in (inner, outer):
            cv2.circle(picture, at, round(radius), ink, line, cv2.LINE_AA)
    stamp_sign(picture, suit, signs, ink, middle, height_px)
    if ornate:
        lighter = tuple(float(0.45 * c + 0.55 * 245) for c in ink)
        stamp_sign(picture, suit, signs, (lighter[0], lighter[1], lighter[2]), middle, 0.45 * height_px)
