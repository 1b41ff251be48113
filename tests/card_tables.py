"""Drawn tables with cards on them, seen from above at a known scale, for tests of what reads cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from vision.card_names import CARDS
from vision.scene.arrays import ByteArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_scene import CardScene, LaidCard, SceneLight
from vision.scene.deck import Deck, KeptDrawings, random_deck_style
from vision.scene.surfaces import random_surface

WIDTH_MM, HEIGHT_MM = 320.0, 270.0
CARD_MM = (63.0, 88.0)


@cache
def deck(seed: int, language: str = "english", width_mm: float = 7.0) -> KeptDrawings:
    """A deck of poker size with indices of a width in a language, its drawings kept."""
    style = random_deck_style(seed, language=language, width_mm=min(width_mm, 15.0))
    index = replace(style.index, width=width_mm, corners=2 if width_mm > 12.0 else style.index.corners)
    return KeptDrawings(Deck(replace(style, size=CARD_MM, index=index)), 60)


def empty_table(seed: int, px_per_mm: float = 3.0, kind: str | None = None) -> ByteArray:
    """A table's surface, uint8 BGR, WIDTH_MM by HEIGHT_MM."""
    rng = np.random.default_rng((seed, 7))
    surface = random_surface(round(HEIGHT_MM * px_per_mm), round(WIDTH_MM * px_per_mm), rng, kind)
    return np.clip(surface, 0, 255).astype(np.uint8)


def table(cards: Sequence[LaidCard], seed: int, px_per_mm: float = 3.0, tilt_deg: float = 4.0) -> CardScene:
    """Cards on a table, the middle of the picture at (0, 0) mm, with a little noise of a camera's."""
    ground = empty_table(seed, px_per_mm)
    camera = PinholeCamera.over_table(
        ground.shape[1],
        ground.shape[0],
        view_width_mm=WIDTH_MM,
        distance_mm=900.0,
        tilt_deg=tilt_deg,
        heading_deg=40.0 * seed,
    )
    scene = CardScene(ground, camera, SceneLight(direction_deg=50.0 * seed))
    for card in cards:
        scene.lay(card)
    rng = np.random.default_rng((seed, 8))
    noise = 3 * rng.standard_normal(scene.image.shape, dtype=np.float32)
    scene.image[:] = np.clip(scene.image + noise, 0, 255).astype(np.uint8)
    return scene


def spread(art: KeptDrawings, names: Sequence[str], seed: int) -> list[LaidCard]:
    """Up to eight cards that lie apart, each turned its own way."""
    rng = np.random.default_rng((seed, 9))
    laid = []
    for number, name in enumerate(names):
        x, y = (-119.0, -37.0, 46.0, 120.0)[number % 4], -65.0 + 130.0 * (number // 4)
        quarters = int(rng.choice([1, 3])) if number % 4 == 1 else int(rng.choice([0, 2]))
        turn = 90.0 * quarters + float(rng.normal(0, 4))
        laid.append(LaidCard(art, name, x, y, turn))
    return laid


def spread_deck(art: KeptDrawings, seed: int, px_per_mm: float = 2.6) -> ByteArray:
    """A photograph of a whole deck in four rows, sorted, each card a little crooked and either way up."""
    rng = np.random.default_rng((seed, 10))
    width_mm, height_mm = 13 * 70.0 + 60.0, 4 * 98.0 + 60.0
    surface = random_surface(round(height_mm * px_per_mm), round(width_mm * px_per_mm), rng)
    ground = np.clip(surface, 0, 255).astype(np.uint8)
    camera = PinholeCamera.over_table(
        ground.shape[1], ground.shape[0], view_width_mm=width_mm, distance_mm=1100.0, tilt_deg=4.0
    )
    scene = CardScene(ground, camera, SceneLight(direction_deg=50.0 * seed))
    for number, name in enumerate(CARDS):
        row, column = divmod(number, 13)
        x, y = (column - 6) * 70.0 + rng.normal(0, 1.5), (row - 1.5) * 98.0 + rng.normal(0, 1.5)
        scene.lay(LaidCard(art, name, x, y, float(rng.normal(0, 3)) + 180.0 * int(rng.integers(2))))
    noise = 3 * rng.standard_normal(scene.image.shape, dtype=np.float32)
    return np.clip(np.float32(0.9) * scene.image + noise, 0, 255).astype(np.uint8)
