"""Playing cards as a small stream shows them: white with dark or red signs, or a patterned back."""

from __future__ import annotations

import cv2
import numpy as np

from companion.playing_cards import RANKS
from vision.scene.arrays import ByteArray
from vision.scene.style import Colour

CARD_MM = (63.0, 88.0)
_FINE = 4
_COLUMNS = (0.30, 0.5, 0.70)
_PIPS: dict[int, tuple[tuple[int, float], ...]] = {
    1: ((1, 0.5),),
    2: ((1, 0.2), (1, 0.8)),
    3: ((1, 0.2), (1, 0.5), (1, 0.8)),
    4: ((0, 0.2), (2, 0.2), (0, 0.8), (2, 0.8)),
    5: ((0, 0.2), (2, 0.2), (1, 0.5), (0, 0.8), (2, 0.8)),
    6: ((0, 0.2), (2, 0.2), (0, 0.5), (2, 0.5), (0, 0.8), (2, 0.8)),
    7: ((0, 0.2), (2, 0.2), (1, 0.35), (0, 0.5), (2, 0.5), (0, 0.8), (2, 0.8)),
    8: ((0, 0.2), (2, 0.2), (1, 0.35), (0, 0.5), (2, 0.5), (1, 0.65), (0, 0.8), (2, 0.8)),
    9: (
        *((0, y) for y in (0.2, 0.4, 0.6, 0.8)),
        *((2, y) for y in (0.2, 0.4, 0.6, 0.8)),
        (1, 0.5),
    ),
    10: (
        *((0, y) for y in (0.2, 0.4, 0.6, 0.8)),
        *((2, y) for y in (0.2, 0.4, 0.6, 0.8)),
        (1, 0.3),
        (1, 0.7),
    ),
}
_RED: Colour = (48.0, 40.0, 190.0)
_BLACK: Colour = (38.0, 34.0, 34.0)


def card_face(rank: int, suit: int, px_per_mm: float, seed: int = 0) -> ByteArray:
    """Draw a card, uint8 (height, width, 4) BGRA; ``rank`` 1..13, ``suit`` 0..3 (0 and 1 are red).

    ``seed`` picks the court's clothes and the tint of the paper. Raises ValueError on another rank or suit.
    """
    if not (1 <= rank <= 13 and 0 <= suit <= 3):
        raise ValueError(f"no card has rank {rank} and suit {suit}")
    rng = np.random.default_rng((seed, rank, suit))
    paper = float(np.random.default_rng(seed).uniform(222, 250))
    card, (height, width) = _blank(px_per_mm, (paper - 6, paper - 2, paper))
    ink = _RED if suit < 2 else _BLACK
    pip = 0.075 * width
    if rank in _PIPS:
        for column, y in _PIPS[rank]:
            size = pip * (2.2 if rank == 1 else 1.0)
            _sign(card, (_COLUMNS[column] * width, y * height), size, suit, ink, upside=y > 0.55)
    else:
        _court(card, rng)
    for turn in (0, 2):
        turned = np.ascontiguousarray(np.rot90(card, turn))
        scale = height / 430.0
        cv2.putText(
            turned,
            RANKS[rank - 1],
            (round(0.05 * width), round(0.13 * height)),
            cv2.FONT_HERSHEY_SIMPLEX,
            1.7 * scale,
            (*ink, 255.0),
            max(1, round(5 * scale)),
            cv2.LINE_AA,
        )
        _sign(turned, (0.12 * width, 0.20 * height), pip * 0.75, suit, ink, upside=False)
        card = np.ascontiguousarray(np.rot90(turned, turn))
    return _shrunk(card)


def card_back(px_per_mm: float, seed: int = 0) -> ByteArray:
    """Draw the back of a card, uint8 (height, width, 4) BGRA: a white rim around a lattice in one colour."""
    rng = np.random.default_rng((seed, 99))
    inks: tuple[Colour, ...] = (
        (44.0, 36.0, 160.0),
        (140.0, 66.0, 34.0),
        (54.0, 92.0, 30.0),
        (40.0, 40.0, 44.0),
    )
    ink = inks[int(rng.integers(len(inks)))]
    card, (height, width) = _blank(px_per_mm, (236.0, 240.0, 242.0))
    rim = round(0.06 * width)
    cv2.rectangle(card, (rim, rim), (width - rim, height - rim), (*ink, 255.0), -1)
    pitch = max(6, round(width * float(rng.uniform(0.08, 0.16))))
    for offset in range(-height, width + height, pitch):
        for x0, x1 in ((offset, offset + height), (offset + height, offset)):
            line = np.zeros_like(card)
            cv2.line(
                line, (x0, rim), (x1, height - rim), (*(0.35 * c + 150 for c in ink), 255.0), 3, cv2.LINE_AA
            )
            inner = (slice(rim, height - rim), slice(rim, width - rim))
            drawn = line[inner][..., 3] > 0
            card[inner][drawn] = line[inner][drawn]
    return _shrunk(card)


def paste(canvas: ByteArray, sprite: ByteArray, centre: tuple[float, float], turn_deg: float = 0.0) -> None:
    """Draw a sprite (uint8 BGRA) over a canvas (uint8 BGR, changed in place), its middle at ``centre`` px."""
    rows, columns = sprite.shape[:2]
    reach = 0.5 * float(np.hypot(rows, columns)) + 2
    left, top = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
    right = min(canvas.shape[1], int(centre[0] + reach) + 1)
    bottom = min(canvas.shape[0], int(centre[1] + reach) + 1)
    if right <= left or bottom <= top:
        return
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), turn_deg, 1.0)
    turn[:, 2] += (centre[0] - left - (columns - 1) / 2, centre[1] - top - (rows - 1) / 2)
    laid = cv2.warpAffine(sprite, turn, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    cover = laid[..., 3:].astype(np.uint16)
    part = canvas[top:bottom, left:right]
    part[:] = ((laid[..., :3] * cover + part * (255 - cover)) // 255).astype(np.uint8)


def _blank(px_per_mm: float, paper: Colour) -> tuple[ByteArray, tuple[int, int]]:
    width, height = (round(side * px_per_mm) * _FINE for side in CARD_MM)
    card = np.zeros((height, width, 4), np.uint8)
    corner = round(0.055 * width)
    for inset, colour in ((0, tuple(0.72 * c for c in paper)), (2, paper)):
        full = (*colour, 255.0)
        cv2.rectangle(card, (corner, inset), (width - 1 - corner, height - 1 - inset), full, -1)
        cv2.rectangle(card, (inset, corner), (width - 1 - inset, height - 1 - corner), full, -1)
        for x in (corner, width - 1 - corner):
            for y in (corner, height - 1 - corner):
                cv2.circle(card, (x, y), corner - inset, full, -1)
    return card, (height, width)


def _shrunk(card: ByteArray) -> ByteArray:
    size = (card.shape[1] // _FINE, card.shape[0] // _FINE)
    return np.asarray(cv2.resize(card, size, interpolation=cv2.INTER_AREA), np.uint8)


def _sign(
    card: ByteArray, centre: tuple[float, float], size: float, suit: int, ink: Colour, *, upside: bool
) -> None:
    """One suit's sign: hearts, diamonds, spades, clubs, of discs and triangles."""
    x, y = centre
    up = -1.0 if upside else 1.0

    def disc(dx: float, dy: float, radius: float) -> None:
        at = (round(x + dx * size), round(y + up * dy * size))
        cv2.circle(card, at, max(1, round(radius * size)), (*ink, 255.0), -1, cv2.LINE_AA)

    def shape(*points: tuple[float, float]) -> None:
        corners = [(round(x + dx * size), round(y + up * dy * size)) for dx, dy in points]
        cv2.fillPoly(card, [np.array(corners, np.int32)], (*ink, 255.0), cv2.LINE_AA)

    if suit == 0:
        disc(-0.45, -0.3, 0.5)
        disc(0.45, -0.3, 0.5)
        shape((-0.9, -0.1), (0.9, -0.1), (0.0, 1.0))
    elif suit == 1:
        shape((0.0, -1.1), (0.8, 0.0), (0.0, 1.1), (-0.8, 0.0))
    elif suit == 2:
        disc(-0.45, 0.3, 0.5)
        disc(0.45, 0.3, 0.5)
        shape((-0.9, 0.15), (0.9, 0.15), (0.0, -1.0))
        shape((-0.35, 1.1), (0.35, 1.1), (0.0, 0.2))
    else:
        disc(-0.5, 0.2, 0.48)
        disc(0.5, 0.2, 0.48)
        disc(0.0, -0.5, 0.48)
        shape((-0.35, 1.1), (0.35, 1.1), (0.0, -0.1))


def _court(card: ByteArray, rng: np.random.Generator) -> None:
    """A framed figure of coloured patches, the same upside down."""
    height, width = card.shape[:2]
    x0, x1 = round(0.2 * width), round(0.8 * width)
    y0, y1 = round(0.13 * height), round(0.87 * height)
    figure = np.full((y1 - y0, x1 - x0, 4), 255, np.uint8)
    figure[..., :3] = (205, 226, 232)
    inks = ((44, 40, 180), (150, 80, 40), (40, 190, 225), (40, 40, 40), (150, 180, 215))
    for _ in range(26):
        ink = (*inks[int(rng.integers(len(inks)))], 255)
        x, y = rng.uniform(0, x1 - x0), rng.uniform(0, (y1 - y0) / 2)
        corners = np.array([x, y]) + rng.normal(0, 0.11 * width, (4, 2))
        cv2.fillConvexPoly(figure, cv2.convexHull(corners.astype(np.int32)), ink, cv2.LINE_AA)
    half = (y1 - y0) // 2
    figure[-half:] = figure[:half][::-1, ::-1]
    card[y0:y1, x0:x1] = figure
    cv2.rectangle(card, (x0, y0), (x1, y1), (60, 50, 50, 255), 2)
