"""Real cards and real tables for drawn films: cut out of labelled photographs, laid by the same hands as drawn ones.

Source of the filling of what cards covered: the light of a place from its surroundings, its grain from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_names import BACK
from vision.channels import smallest
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.deck import CARD_MM, CardArt, DrawnCard, cut_out, rounded

Box = tuple[float, float, float, float]

_PX_PER_MM = 4.0
_ASPECTS = (1.2, 1.9)
"""A card seen from above is so much longer than wide, the camera's tilt included."""
_RECTANGULAR, _WHOLE = 0.96, 0.93
"""The outline of a card fills the smallest rectangle, or four sides, around it by this share at least."""
_ROUND = 1.015
_FULL_BOX = 0.9
_CORNER_MM = 3.4
_BESIDE_PX = 14
_GRAIN_PX = 9.0
_COARSE = 16
_RIM = 0.06
"""At the rim of a photograph the table often ends."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotographedCard:
    """A card as a photograph shows it: upright, uint8 (height, width, 3) BGR, and how fine the photograph was."""

    picture: ByteArray
    px_per_mm: float


def card_quad(photograph: ByteArray, box: Box) -> Float64Array | None:
    """Find the corners of the card in a labelled box, px (4, 2) clockwise from its top left; None where the box shows
    no whole card.
    """
    height, width = photograph.shape[:2]
    x0, y0 = max(0, round(box[0])), max(0, round(box[1]))
    x1, y1 = min(width, round(box[2])), min(height, round(box[3]))
    crop = photograph[y0:y1, x0:x1]
    if min(crop.shape[:2]) < 40:
        return None
    # Paper is white: dark in no colour.
    whiteness = cv2.medianBlur(smallest(crop), 5)
    _, paper = cv2.threshold(whiteness, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    contours, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    hull = np.asarray(cv2.convexHull(max(contours, key=cv2.contourArea)), np.float32)
    if cv2.contourArea(hull) > _FULL_BOX * crop.shape[0] * crop.shape[1]:
        # Laid straight, beside others: the box is the card.
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)
    else:
        found = _four_corners(hull)
        if found is None:
            return None
        corners = found + np.array([x0, y0], np.float64)
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    if sides[0] + sides[2] > sides[1] + sides[3]:
        corners = np.roll(corners, -1, axis=0)
        sides = np.roll(sides, -1)
    aspect = (sides[1] + sides[3]) / (sides[0] + sides[2])
    return corners if _ASPECTS[0] <= aspect <= _ASPECTS[1] else None


def _four_corners(hull: FloatArray) -> Float64Array | None:
    """The corners of the four sides that an outline follows, (4, 2) clockwise; None where it has not four."""
    length = cv2.arcLength(hull, True)
    for share in (0.02, 0.03, 0.04, 0.05, 0.06):
        few = cv2.approxPolyDP(hull, share * length, True)
        if len(few) == 4:
            break
    else:
        return None
    middle, size, turn = cv2.minAreaRect(hull)
    rectangle = np.asarray(cv2.boxPoints((middle, size, turn)), np.float64)
    area = cv2.contourArea(hull)
    if area >= _RECTANGULAR * size[0] * size[1]:
        return rectangle
    # The corners are round: those of the sides lie a little outside the outline.
    corners = np.asarray(few, np.float64).reshape(4, 2)
    corners = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * _ROUND
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    return corners if area >= _WHOLE * abs(cv2.contourArea(corners.astype(np.float32))) else None


def cut_card(photograph: ByteArray, quad: Float64Array) -> PhotographedCard:
    """Cut a card out of a photograph, straight."""
    width, height = (round(side * _PX_PER_MM) for side in CARD_MM)
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    fine = float((sides[0] + sides[2]) / (2 * CARD_MM[0]))
    source = photograph
    if fine > _PX_PER_MM:
        # Averaged rather than sampled: thin strokes must not break.
        scale = _PX_PER_MM / fine
        source = np.asarray(
            cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        quad = quad * scale
    mapped = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    picture = cv2.warpPerspective(source, mapped, (width, height), flags=cv2.INTER_CUBIC)
    return PhotographedCard(np.asarray(picture, np.uint8), fine)


class PhotographedDeck:
    """A pack of photographed cards; its back, and nothing else, is drawn: that of ``back_of``.

    Of a card that was photographed several times the picture number ``take`` is used, counted round.
    """

    def __init__(
        self, name: str, cards: Mapping[str, Sequence[PhotographedCard]], back_of: CardArt, take: int = 0
    ) -> None:
        self.name = name
        self.size_mm = CARD_MM
        self.gloss = 0.0
        self.cards = tuple(sorted(cards))
        self._pictures = {card: found[take % len(found)].picture for card, found in cards.items()}
        self._back_of = back_of
        self._paper = float(np.median([np.percentile(one, 90) for one in self._pictures.values()]))

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card, or the back for "back"; raises ValueError on a card that was not photographed."""
        width, height = (round(side * px_per_mm) for side in self.size_mm)
        if card == BACK:
            drawn = self._back_of.draw(BACK, px_per_mm).picture[..., :3]
            picture = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
            picture = cv2.multiply(picture, np.full(4, self._paper / 255.0))
        elif card in self._pictures:
            picture = cv2.resize(self._pictures[card], (width, height), interpolation=cv2.INTER_AREA)
        else:
            raise ValueError(f"{self.name} has no {card}")
        cover = rounded(width, height, _CORNER_MM * px_per_mm)
        return DrawnCard(cut_out(np.asarray(picture, np.uint8), cover), px_per_mm, ())


def bare_table(
    photograph: ByteArray,
    quads: Iterable[Float64Array],
    px_per_mm: float,
    size_mm: tuple[float, float],
    fine: float,
) -> ByteArray | None:
    """Make the table of a photograph without its cards (``quads``, px), uint8 (h, w, 3) BGR: ``size_mm`` large at
    ``fine`` px/mm, of a photograph with ``px_per_mm``. Its light is stretched over the table, its grain mirrored on
    and on. None where too little of the table is seen between the cards.
    """
    scale = fine / px_per_mm
    shown = cv2.resize(
        photograph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    )
    covered = np.zeros(shown.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(covered, np.round(quad * scale).astype(np.int32), 255)
    covered = np.asarray(cv2.dilate(covered, np.ones((2 * _BESIDE_PX + 1,) * 2, np.uint8)), np.uint8)
    rim = round(_RIM * min(covered.shape))
    covered[:rim] = covered[-rim:] = 255
    covered[:, :rim] = covered[:, -rim:] = 255
    patch = _largest_free(covered)
    if patch is None:
        return None
    coarse = (max(4, shown.shape[1] // _COARSE), max(4, shown.shape[0] // _COARSE))
    free = (covered == 0).astype(np.float32)
    weight = cv2.resize(free, coarse, interpolation=cv2.INTER_AREA)
    sums = cv2.resize(shown.astype(np.float32) * free[..., None], coarse, interpolation=cv2.INTER_AREA)
    known = sums / np.maximum(weight, 1e-3)[..., None]
    holes = (weight < 0.2).astype(np.uint8)
    light = cv2.inpaint(np.clip(known, 0, 255).astype(np.uint8), holes, 5, cv2.INPAINT_TELEA)
    width, height = (round(side * fine) for side in size_mm)
    stretched = cv2.resize(light, (width, height), interpolation=cv2.INTER_CUBIC).astype(np.float32)
    x, y, across, down = patch
    piece = shown[y : y + down, x : x + across].astype(np.float32)
    grain = piece - cv2.GaussianBlur(piece, (0, 0), _GRAIN_PX, borderType=cv2.BORDER_REFLECT)
    table = np.clip(stretched + _mirrored(grain, width, height), 0, 255)
    return np.asarray(table, np.uint8)


def _mirrored(grain: FloatArray, width: int, height: int) -> FloatArray:
    """Lay a piece side by side, every other one mirrored so that no seam shows."""
    both = np.concatenate([grain, grain[:, ::-1]], axis=1)
    four = np.concatenate([both, both[::-1]], axis=0)
    down, across = -(-height // four.shape[0]), -(-width // four.shape[1])
    return np.asarray(np.tile(four, (down, across, 1))[:height, :width], np.float32)


def _largest_free(covered: ByteArray) -> tuple[int, int, int, int] | None:
    """The largest upright rectangle without cards, as x, y, width, height px; None below a card's size."""
    step = 8
    free = cv2.erode((covered == 0).astype(np.uint8), np.ones((step, step), np.uint8))[::step, ::step]
    best, area = None, 0
    heights = np.zeros(free.shape[1], np.int64)
    for row in range(free.shape[0]):
        heights = np.where(free[row] > 0, heights + 1, 0)
        for left in range(len(heights)):
            lowest = heights[left]
            for right in range(left, len(heights)):
                lowest = min(lowest, heights[right])
                if lowest == 0:
                    break
                found = int(lowest) * (right - left + 1)
                if found > area:
                    area = found
                    top = row - int(lowest) + 1
                    best = (left * step, top * step, (right - left + 1) * step, int(lowest) * step)
    if best is None or min(best[2:]) < 60:
        return None
    return best
