"""A deck of real art with other indices: corners wiped, the middle drawn smaller, printed anew."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.card_names import BACK, JOKERS, rank_of, suit_of
from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.card_indices import CardIndex, IndexStyle, column_width, stamp_indices
from vision.scene.deck import ArtOver, CardArt, DrawnCard, cut_out
from vision.scene.style import Colour

_CLEAR_MM = 0.8
UNEVEN_PAPER = frozenset({"ornamental"})
"""Decks whose paper is of more than one colour: a wiped corner would show."""


class RedrawnDeck(ArtOver):
    """Card art that prints indices of another style over a base deck's own, in the base deck's inks.

    The ground under a wiped index is the card's own paper, taken from its rim, so that no patch of another white
    tells where indices are; the middle of the card is shrunk where the new index is wider than the old one.
    """

    def __init__(self, base: CardArt, index: IndexStyle, seed: int = 0) -> None:
        super().__init__(base)
        self._index = index
        self._seed = seed

    @property
    def name(self) -> str:
        """The base's name and this style's number."""
        return f"{self._art.name}+{self._seed}"

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card; raises ValueError on one that the base has not."""
        drawn = self._art.draw(card, px_per_mm)
        if card == BACK or card in JOKERS or not drawn.indices:
            return drawn
        cover = np.ascontiguousarray(drawn.picture[..., 3])
        picture = np.ascontiguousarray(drawn.picture[..., :3])
        paper = paper_of(drawn)
        # Under the round corners, too, there is paper now: what was cut off is cut off again at the end.
        picture[cover < 250] = paper
        ink = _ink_of(picture, drawn.indices[0], px_per_mm, paper)
        style = replace(self._index, inks={**self._index.inks, suit_of(card): ink})
        for index in drawn.indices:
            _wipe(picture, index.centre_mm, (index.width_mm, index.height_mm), px_per_mm, paper)
        inner = _shrunk_middle(picture, cover, paper, style, px_per_mm)
        indices = stamp_indices(inner, style, rank_of(card), suit_of(card), px_per_mm)
        return DrawnCard(cut_out(inner, cover), px_per_mm, indices)


def paper_of(drawn: DrawnCard) -> ByteArray:
    """The colour of a card's paper, BGR uint8 (3,): the commonest one between its edge and its picture."""
    picture = drawn.picture[..., :3]
    inner, outer = round(4.5 * drawn.px_per_mm), max(2, round(1.2 * drawn.px_per_mm))
    corner = round(4.0 * drawn.px_per_mm)
    # An outline printed along the edge, or a frame, is narrower than the paper beside it.
    rim = np.concatenate(
        [
            picture[corner:-corner, outer:inner].reshape(-1, 3),
            picture[corner:-corner, -inner:-outer].reshape(-1, 3),
            picture[outer:inner, corner:-corner].reshape(-1, 3),
            picture[-inner:-outer, corner:-corner].reshape(-1, 3),
        ]
    )
    shades = (rim >> 4).astype(np.int32) @ np.array([256, 16, 1], np.int32)
    commonest = np.bincount(shades).argmax()
    return np.asarray(np.median(rim[shades == commonest], axis=0), np.uint8)


def _ink_of(picture: ByteArray, index: CardIndex, px_per_mm: float, paper: ByteArray) -> Colour:
    """The ink of a printed index: a deck has its signs and its indices in one colour."""
    x0, x1 = (round((index.centre_mm[0] + side * index.width_mm / 2) * px_per_mm) for side in (-1, 1))
    y0, y1 = (round((index.centre_mm[1] + side * index.height_mm / 2) * px_per_mm) for side in (-1, 1))
    part = picture[max(0, y0) : y1, max(0, x0) : x1].reshape(-1, 3)
    far = np.abs(part.astype(np.int16) - paper).max(axis=1)
    b, g, r = np.median(part[far >= 0.8 * far.max()], axis=0)
    return (float(b), float(g), float(r))


def _wipe(
    picture: ByteArray,
    centre: tuple[float, float],
    size: tuple[float, float],
    px_per_mm: float,
    paper: ByteArray,
) -> None:
    half_x, half_y = size[0] / 2 + _CLEAR_MM, size[1] / 2 + _CLEAR_MM
    x0, y0 = max(0, round((centre[0] - half_x) * px_per_mm)), max(0, round((centre[1] - half_y) * px_per_mm))
    x1, y1 = round((centre[0] + half_x) * px_per_mm), round((centre[1] + half_y) * px_per_mm)
    picture[y0:y1, x0:x1] = paper


def _shrunk_middle(
    picture: ByteArray, cover: ByteArray, paper: ByteArray, index: IndexStyle, px_per_mm: float
) -> ByteArray:
    """Draw what lies between the indices small enough for the new ones."""
    height, width = picture.shape[:2]
    needed = index.margin_x * px_per_mm + column_width(index, px_per_mm) + 0.8 * px_per_mm
    if index.beside:
        needed = (index.margin_x + index.width + index.gap + index.sign_height) * px_per_mm
    first = _art_begins(picture, paper)
    if first >= needed:
        return picture
    out = np.empty_like(picture)
    out[:] = paper
    left = min(needed, 0.3 * width)
    shrink = (width - 2 * left) / (width - 2 * first)
    # The thin line that some decks print along the edge stays at the edge, or it is no more.
    inside = cv2.distanceTransform(np.pad((cover > 200).astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1]
    picture[inside < 1.1 * px_per_mm] = paper
    body = picture[:, first : width - first]
    tall = round(height * (0.5 + 0.5 * shrink))
    wide = max(4, round(body.shape[1] * shrink))
    body = np.asarray(cv2.resize(body, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    y, x = (height - tall) // 2, (width - wide) // 2
    out[y : y + tall, x : x + wide] = body
    return out


def _art_begins(picture: ByteArray, paper: ByteArray) -> int:
    """How far from the left edge a card's picture begins, px; the thin line along the edge is none."""
    differs = np.abs(picture.astype(np.int16) - paper).max(axis=2) > 40
    share: Float64Array = differs.mean(axis=0, dtype=np.float64)
    edge = round(0.03 * picture.shape[1])
    inked = np.flatnonzero(share[edge : picture.shape[1] // 2] > 0.01)
    return int(edge + inked[0]) if len(inked) else int(picture.shape[1] // 3)
