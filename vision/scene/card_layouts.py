"""How families lay cards: singly, in fans and columns, on piles, in a round fan; each as cards with their places."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from vision.scene.card_scene import CARD_THICKNESS_MM, LaidCard
from vision.scene.deck import CardArt

Face = tuple[CardArt, str]
"""Whose card, and which."""


def row_of(
    faces: Sequence[Face],
    start_mm: tuple[float, float],
    turn_deg: float,
    step_mm: float,
    step_direction_deg: float,
    rng: np.random.Generator | None = None,
    *,
    crooked_deg: float = 1.5,
    drift_mm: float = 1.0,
    bend_deg: float = 0.0,
) -> list[LaidCard]:
    """Lay cards over each other, each ``step_mm`` further towards ``step_direction_deg`` (clockwise from x): a
    column, or a row that spreads sideways.

    ``bend_deg`` turns each card and the way a little more than the one before it, ``crooked_deg`` and ``drift_mm``
    are how carelessly it is laid (standard deviations); without ``rng`` it is laid exactly.
    """
    x, y = start_mm
    way, turn = step_direction_deg, turn_deg
    laid = []
    for number, (art, card) in enumerate(faces):
        off = (0.0, 0.0, 0.0) if rng is None else tuple(float(v) for v in rng.normal(0, 1, 3))
        laid.append(
            LaidCard(
                art,
                card,
                x + drift_mm * off[0],
                y + drift_mm * off[1],
                turn + crooked_deg * off[2],
                CARD_THICKNESS_MM * number,
            )
        )
        angle = math.radians(way)
        step = step_mm if rng is None else step_mm * float(rng.uniform(0.85, 1.15))
        x, y = x + step * math.cos(angle), y + step * math.sin(angle)
        way, turn = way + bend_deg, turn + bend_deg
    return laid


def round_fan(
    faces: Sequence[Face], pivot_mm: tuple[float, float], radius_mm: float, first_deg: float, step_deg: float
) -> list[LaidCard]:
    """Lay cards like a hand held open: each ``step_deg`` further about a pivot, its middle ``radius_mm`` away."""
    laid = []
    for number, (art, card) in enumerate(faces):
        turn = first_deg + number * step_deg
        angle = math.radians(turn - 90.0)
        x = pivot_mm[0] + radius_mm * math.cos(angle)
        y = pivot_mm[1] + radius_mm * math.sin(angle)
        laid.append(LaidCard(art, card, x, y, turn, CARD_THICKNESS_MM * number))
    return laid


def pile_of(
    faces: Sequence[Face],
    at_mm: tuple[float, float],
    turn_deg: float,
    rng: np.random.Generator,
    *,
    block_mm: float = 0.0,
    crooked_deg: float = 2.0,
    spread_mm: float = 1.2,
) -> list[LaidCard]:
    """Lay cards on a pile, a little crooked; ``block_mm`` is how high what lies beneath them is."""
    laid = []
    for number, (art, card) in enumerate(faces):
        dx, dy, turn = (float(v) for v in rng.normal(0, 1, 3))
        laid.append(
            LaidCard(
                art,
                card,
                at_mm[0] + spread_mm * dx,
                at_mm[1] + spread_mm * dy,
                turn_deg + crooked_deg * turn,
                block_mm + CARD_THICKNESS_MM * number,
            )
        )
    return laid


def moved(card: LaidCard, dx_mm: float, dy_mm: float) -> LaidCard:
    """Return a card as it lies somewhere else."""
    return dataclasses.replace(card, x_mm=card.x_mm + dx_mm, y_mm=card.y_mm + dy_mm)
