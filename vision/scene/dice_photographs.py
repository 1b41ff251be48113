"""Photographs of a family's own poker dice, or of dice with stickers: shown to be enrolled, and thrown."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.faces import NUMBER_FACES, POKER_FACES
from vision.scene.renderer import SceneDie, ScenePicture, SceneRenderer
from vision.scene.style import DIE_STYLES, Colour, DieStyle

DicePrint = Literal["letters", "pictures", "stickers"]
_UNSEEN_FROM = 700
"""No training draws glyphs of these numbers."""
_LININGS = ("brown_leather", "green_felt", "black_leather")
_APART_MM = 30.0
_BODIES: tuple[Colour, ...] = ((208, 228, 234), (232, 234, 236), (150, 200, 225), (60, 60, 64), (90, 60, 140))


@dataclass(frozen=True, slots=True, eq=False)
class DicePhotograph:
    """Dice in a picture, uint8 BGR: the face that each shows and its middle px, how long a side is, px, and the tray
    (x0, y0, x1, y1) px.
    """

    picture: ByteArray
    faces: tuple[str, ...]
    middles: tuple[tuple[float, float], ...]
    side_px: float
    tray: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class PrintedDice:
    """Dice of one make: their style, and the names of their six faces."""

    style: DieStyle
    names: tuple[str, ...]


def unseen_dice(kind: DicePrint, number: int) -> PrintedDice:
    """Return the dice with this number; letters and pictures are poker dice, stickers are on either kind."""
    rng = np.random.default_rng((number, 61))
    body = _BODIES[int(rng.integers(len(_BODIES)))]
    pip: Colour = (24.0, 22.0, 22.0) if sum(body) > 390 else (232.0, 234.0, 236.0)
    style = DieStyle(
        body=body,
        pip=pip,
        second=body,
        rounding=float(rng.uniform(0.06, 0.16)),
        gloss=float(rng.uniform(0.1, 0.6)),
        glyph_seed=_UNSEEN_FROM + number,
        pictured=kind == "pictures",
    )
    if kind == "stickers":
        names = POKER_FACES if rng.random() < 0.5 else NUMBER_FACES
        return PrintedDice(replace(style, stickers=_UNSEEN_FROM + number), names)
    return PrintedDice(style, POKER_FACES)


def numbered_dice(number: int) -> PrintedDice:
    """Return the dice with pips that have this number."""
    rng = np.random.default_rng((number, 64))
    style = list(DIE_STYLES.values())[int(rng.integers(len(DIE_STYLES)))]
    pips = replace(
        style,
        rounding=float(rng.uniform(0.08, 0.16)),
        pip_radius=float(rng.uniform(0.085, 0.11)),
        gloss=float(rng.uniform(0.1, 0.6)),
        glyph_seed=0,
        pictured=False,
    )
    return PrintedDice(pips, NUMBER_FACES)


def shown_dice(dice: PrintedDice, number: int) -> tuple[DicePhotograph, ...]:
    """Return three photographs of six dice, each of which shows every face once, in one room."""
    rng = np.random.default_rng((number, 62))
    lining = _LININGS[int(rng.integers(len(_LININGS)))]
    return tuple(
        _photograph(dice, [dice.names[int(at)] for at in rng.permutation(6)], lining, rng) for _ in range(3)
    )


def thrown_dice(dice: PrintedDice, number: int, throws: int, count: int = 5) -> tuple[DicePhotograph, ...]:
    """Return throws of so many of the dice on another evening: in a tray of any lining, in another light."""
    rng = np.random.default_rng((number, 63))
    return tuple(
        _photograph(
            dice,
            [dice.names[int(at)] for at in rng.integers(0, 6, count)],
            _LININGS[int(rng.integers(len(_LININGS)))],
            rng,
        )
        for _ in range(throws)
    )


def _photograph(dice: PrintedDice, faces: list[str], lining: str, rng: np.random.Generator) -> DicePhotograph:
    renderer = SceneRenderer(
        seed=int(rng.integers(1 << 30)),
        lining=lining,
        tilt_deg=float(rng.uniform(2.0, 14.0)),
        noise=float(rng.uniform(2.0, 5.0)),
    )
    lying = tuple(
        SceneDie(face, x, y, float(rng.uniform(0, 360)), style=dice.style)
        for face, (x, y) in zip(faces, _apart(len(faces), rng), strict=True)
    )
    scene = renderer.render(ScenePicture(lying))
    warm = float(rng.normal(0, 0.08))
    bright = float(rng.uniform(0.65, 1.1))
    gains = bright * np.array([1.0 - warm, 1.0, 1.0 + warm])
    picture = cv2.GaussianBlur(
        np.clip(scene.image * gains, 0, 255).astype(np.uint8), (0, 0), float(rng.uniform(0.3, 0.7))
    )
    sides = [
        np.linalg.norm(np.roll(die.top_quad, -1, axis=0) - die.top_quad, axis=1).mean() for die in scene.dice
    ]
    corners: Float64Array = scene.tray_corners_px
    x0, y0 = (max(0, int(value)) for value in corners.min(axis=0))
    x1, y1 = (int(value) + 1 for value in corners.max(axis=0))
    return DicePhotograph(
        np.asarray(picture, np.uint8),
        tuple(die.face for die in scene.dice),
        tuple(die.centre for die in scene.dice),
        float(np.median(sides)),
        (x0, y0, x1, y1),
    )


def _apart(count: int, rng: np.random.Generator) -> list[tuple[float, float]]:
    """Places in the tray, mm, that are far enough apart for dice to lie free."""
    places: list[tuple[float, float]] = []
    while len(places) < count:
        x, y = float(rng.uniform(-95, 95)), float(rng.uniform(-62, 62))
        if all((x - a) ** 2 + (y - b) ** 2 > _APART_MM**2 for a, b in places):
            places.append((x, y))
    return places
