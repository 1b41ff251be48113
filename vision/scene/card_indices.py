"""The indices of cards: rank and suit sign in the corners, drawn, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.card_names import printed_rank
from vision.scene.arrays import ByteArray
from vision.scene.arrays import ink as print_ink
from vision.scene.lettering import Lettering
from vision.scene.style import Colour
from vision.scene.suit_signs import SignStyle, sign_shape


@dataclass(frozen=True, slots=True)
class CardIndex:
    """One printed index: its middle in mm from the card's top left corner (x right, y down), ``up`` as a unit vector,
    width across and height along ``up`` in mm, rank ("A" to "K") and suit; ``language`` tells what is printed for it.
    """

    rank: str
    suit: str
    centre_mm: tuple[float, float]
    up: tuple[float, float]
    width_mm: float
    height_mm: float
    language: str = "english"


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """How a deck prints its indices; lengths in mm.

    ``width`` is that of an ordinary rank, ``rank_height`` the height of its figure, ``sign_height`` that of the
    suit's sign, ``gap`` what lies between them, ``margin_x`` and ``margin_y`` how far the index stands from the
    card's edges. ``beside`` puts the sign to the right of the rank, else beneath; ``corners`` is 2 (top left and its
    opposite) or 4; ``ten`` what is printed for a ten, ``ten_width`` how much wider than other ranks it may be.
    """

    lettering: Lettering
    signs: SignStyle
    inks: Mapping[str, Colour]
    language: str = "english"
    width: float = 7.0
    rank_height: float = 9.0
    sign_height: float = 6.5
    gap: float = 1.2
    margin_x: float = 2.2
    margin_y: float = 3.0
    beside: bool = False
    corners: int = 2
    ten: str = "10"
    ten_width: float = 1.15


def index_coverage(style: IndexStyle, rank: str, suit: str, px_per_mm: float) -> ByteArray:
    """Draw an index upright, coverage uint8 (height, width), nothing around it."""
    text = style.ten if rank == "10" else printed_rank(rank, style.language)
    figure = style.lettering.text(text)
    height = max(4, round(style.rank_height * px_per_mm))
    # One stretch for all ranks: a deck's figures are of one type, made as wide as the deck wants its queen.
    queen = style.lettering.text("Q")
    stretch = style.width / (style.rank_height * queen.shape[1] / queen.shape[0])
    natural = style.rank_height * figure.shape[1] / figure.shape[0] * stretch
    widest = style.width * (style.ten_width if len(text) > 1 else 1.1)
    width = max(2, round(min(widest, natural) * px_per_mm))
    figure = _sized(figure, width, height)
    sign = sign_shape(suit, style.signs)
    sign_height = max(3, round(style.sign_height * px_per_mm))
    sign = _sized(sign, max(3, round(sign.shape[1] / sign.shape[0] * sign_height)), sign_height)
    gap = round(style.gap * px_per_mm)
    if style.beside:
        out = np.zeros((max(height, sign_height), width + gap + sign.shape[1]), np.uint8)
        out[:height, :width] = figure
        out[:sign_height, width + gap :] = sign
    else:
        column = max(width, sign.shape[1])
        out = np.zeros((height + gap + sign_height, column), np.uint8)
        left = (column - width) // 2
        out[:height, left : left + width] = figure
        left = (column - sign.shape[1]) // 2
        out[height + gap :, left : left + sign.shape[1]] = sign
    return out


def column_width(style: IndexStyle, px_per_mm: float) -> int:
    """How wide an index of the style usually is, px: indices are centred on this column, whatever their width."""
    return round(max(style.width, 0.95 * style.sign_height if not style.beside else 0.0) * px_per_mm)


def stamp_indices(
    picture: ByteArray,
    style: IndexStyle,
    rank: str,
    suit: str,
    px_per_mm: float,
    paper: Colour | None = None,
    coverage: ByteArray | None = None,
) -> tuple[CardIndex, ...]:
    """Print the indices of a card on its picture, uint8 BGR or BGRA changed in place; returns where they are.

    ``paper`` clears the ground under them first: court pictures reach there. ``coverage`` is the index where it was
    drawn before. Raises ValueError where it does not fit on the card.
    """
    if coverage is None:
        coverage = index_coverage(style, rank, suit, px_per_mm)
    rows, columns = coverage.shape
    middle = column_width(style, px_per_mm) / 2
    left = max(round(0.8 * px_per_mm), round(style.margin_x * px_per_mm + middle - columns / 2))
    if style.beside:
        left = round(style.margin_x * px_per_mm)
    top = round(style.margin_y * px_per_mm)
    height, width = picture.shape[:2]
    lefts = (left, width - left - columns) if style.corners == 4 else (left,)
    ink = np.asarray(style.inks[suit], np.uint8)
    # No half tones: cards are drawn finer than they are shown.
    printed = coverage > 127
    found = []
    for turn in (0, 2):
        turned = np.rot90(picture, turn)
        for x in lefts:
            part = turned[top : top + rows, x : x + columns, :3]
            if part.shape[:2] != coverage.shape:
                raise ValueError(
                    f"an index {style.width:g} mm wide does not fit on a card {width / px_per_mm:g} mm wide"
                )
            if paper is not None:
                pad = round(0.7 * px_per_mm)
                ground = turned[max(0, top - pad) : top + rows + pad, max(0, x - pad) : x + columns + pad, :3]
                ground[:] = np.asarray(paper, np.uint8)
            print_ink(part, printed, ink)
            centre = ((x + columns / 2) / px_per_mm, (top + rows / 2) / px_per_mm)
            up = (0.0, -1.0)
            if turn:
                centre = (width / px_per_mm - centre[0], height / px_per_mm - centre[1])
                up = (0.0, 1.0)
            size = (columns / px_per_mm, rows / px_per_mm)
            found.append(CardIndex(rank, suit, centre, up, *size, style.language))
    return tuple(found)


def _sized(coverage: ByteArray, width: int, height: int) -> ByteArray:
    shrinks = width * height < coverage.size
    return np.asarray(
        cv2.resize(coverage, (width, height), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR),
        np.uint8,
    )
