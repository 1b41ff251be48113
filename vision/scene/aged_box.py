"""Printed cards that were played with for years: bleached by the sun, rubbed off at their rims, creased."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from vision.scene.aged_deck import MOST_CREASES, YELLOWED, crease
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.deck import rounded
from vision.scene.game_box import PX_PER_MM, GameBox
from vision.scene.surfaces import smooth_noise

_CARDBOARD = (172.0, 182.0, 188.0)
"""What comes out where the print is rubbed off: blue, green, red."""
_RUBBED_MM, _RUBBED_OFF = (0.8, 2.2), (0.4, 0.9)
"""How far inwards a rim is rubbed, and how much of the print is gone at its very edge."""
_UNEVEN_MM = 5.0


def bleached_box(box: GameBox, rng: np.random.Generator) -> GameBox:
    """The same cards after years in the sun: inks faded by a fifth to a half, paper yellow."""
    sun, fading = float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.2, 0.5))
    paper = 255.0 + sun * (np.array(YELLOWED) - 255.0)

    def bleach(picture: ByteArray, _: str) -> ByteArray:
        return np.asarray(paper * ((1.0 - fading) * picture / 255.0 + fading), np.uint8)

    return _aged(box, bleach)


def rubbed_box(box: GameBox, rng: np.random.Generator) -> GameBox:
    """The same cards with rims from which hands have rubbed the print, each otherwise."""
    deep, off, seed = (
        float(rng.uniform(*_RUBBED_MM)),
        float(rng.uniform(*_RUBBED_OFF)),
        int(rng.integers(1 << 30)),
    )
    inwards, grain = _inwards_mm(box), _UNEVEN_MM * PX_PER_MM

    def rub(picture: ByteArray, name: str) -> ByteArray:
        chance = np.random.default_rng((seed, *name.encode()))
        uneven = smooth_noise(inwards.shape[0], inwards.shape[1], grain, grain, chance)
        reach = deep * np.clip(1.0 + 0.5 * uneven, 0.1, 2.0)
        gone = (off * np.clip(1.0 - inwards / reach, 0.0, 1.0))[..., None]
        return np.asarray(picture * (1.0 - gone) + np.array(_CARDBOARD) * gone, np.uint8)

    return _aged(box, rub)


def creased_box(box: GameBox, seed: int) -> GameBox:
    """The same cards, each with folds of its own; another seed: other copies of them."""

    def fold(picture: ByteArray, name: str) -> ByteArray:
        chance = np.random.default_rng((seed, *name.encode()))
        whole = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
        for _ in range(int(chance.integers(MOST_CREASES + 1))):
            crease(whole, PX_PER_MM, chance)
        return whole[..., :3].copy()

    return _aged(box, fold)


def _aged(box: GameBox, age: Callable[[ByteArray, str], ByteArray]) -> GameBox:
    cards = {name: age(picture, name) for name, picture in box.cards.items()}
    return replace(box, cards=cards, back=age(box.back, "back"))


def _inwards_mm(box: GameBox) -> FloatArray:
    """How far each px of a card lies inside its rim, mm, float32 (h, w)."""
    height, width = box.back.shape[:2]
    cover = cv2.copyMakeBorder(
        rounded(width, height, box.corner * min(width, height)), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0
    )
    inside = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 5)
    return np.asarray(inside[1:-1, 1:-1] / PX_PER_MM, np.float32)
