"""Photographs of one deck: spread out in rows to be enrolled, and lying freely on any table to be read.

World: mm on the table, x right, y down as the camera sees it, the middle of the picture at (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.card_names import BACK, CARDS
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_scene import CardScene, Glare, LaidCard, SceneLight
from vision.scene.deck import CardArt
from vision.scene.jpeg import as_jpeg
from vision.scene.surfaces import random_surface

_GAP_MM = 7.0
"""The gap that people leave between cards that are to lie free."""
_BESIDE_MM = 30.0
_DISTANCE_MM = 1100.0
_ACROSS = 13


@dataclass(frozen=True, slots=True)
class TakenLight:
    """How a camera takes what lies there, the same in every still of it: how bright each colour (BGR) comes out, how
    much brighter one side is than the other and towards which, how blurred (standard deviation px) and noisy (grey
    levels) the picture is, and the quality of its JPEG.
    """

    gains: tuple[float, float, float]
    slope: float
    slope_deg: float
    blur_px: float
    noise: float
    quality: int

    def still(self, scene: ByteArray, rng: np.random.Generator) -> ByteArray:
        """Return one still of a drawn scene, uint8 BGR of the same shape; `rng` draws its noise."""
        height, width = scene.shape[:2]
        angle = math.radians(self.slope_deg)
        xs, ys = np.linspace(-0.5, 0.5, width), np.linspace(-0.5, 0.5, height)
        light = 1.0 + self.slope * (math.cos(angle) * xs[None, :] + math.sin(angle) * ys[:, None])
        planes = zip(cv2.split(scene), self.gains, strict=True)
        lit: FloatArray = np.asarray(
            cv2.merge([(plane * light * gain).astype(np.float32) for plane, gain in planes]), np.float32
        )
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), self.blur_px), np.float32)
        lit += rng.standard_normal(lit.shape, np.float32) * np.float32(self.noise)
        return as_jpeg(np.clip(lit, 0, 255).astype(np.uint8), self.quality)


def random_light(rng: np.random.Generator) -> TakenLight:
    """Return the light of a room that people play in, and a camera that is set up for it."""
    warm = float(rng.normal(0, 0.07))
    bright = float(rng.uniform(0.65, 1.05))
    return TakenLight(
        (bright * (1.0 - warm), bright, bright * (1.0 + warm)),
        float(rng.uniform(0.0, 0.4)),
        float(rng.uniform(0, 360)),
        float(rng.uniform(0.3, 0.8)),
        float(rng.uniform(2.0, 6.0)),
        int(rng.integers(85, 94)),
    )


@dataclass(frozen=True, slots=True)
class FreeCard:
    """A card that lies free in a picture: its code, and its middle px (x, y)."""

    code: str
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class SpreadDeck:
    """A photograph of cards spread in rows, uint8 BGR, and the cards in it, row by row from the left."""

    picture: ByteArray
    cards: tuple[FreeCard, ...]


@dataclass(frozen=True, slots=True, eq=False)
class FreeCards:
    """A table on which the cards of a deck lie free: the scene before a camera takes it, uint8 BGR, its scale, the
    cards that lie face up, and the light in which it is taken.
    """

    scene: ByteArray
    px_per_mm: float
    cards: tuple[FreeCard, ...]
    light: TakenLight


def free_cards(
    art: CardArt, codes: Sequence[str], rng: np.random.Generator, px_per_mm: float = 3.1
) -> FreeCards:
    """Lay cards (codes, "back" too) each by itself on any table, turned any way, under a camera that looks down at
    up to 8° aslant.
    """
    cell = math.hypot(*art.size_mm) + _GAP_MM
    across = math.ceil(math.sqrt(1.3 * len(codes)))
    rows = math.ceil(len(codes) / across)
    tilt = float(rng.uniform(0.0, 8.0))
    scene = _scene((across * cell, rows * cell), px_per_mm, tilt, rng)
    lamp = (float(rng.uniform(-0.5, 0.5)) * across * cell, float(rng.uniform(-0.5, 0.5)) * rows * cell)
    order = rng.permutation(across * rows)[: len(codes)]
    for place, code in zip(order, codes, strict=True):
        x, y = (int(place) % across - (across - 1) / 2) * cell, (int(place) // across - (rows - 1) / 2) * cell
        dx, dy = (float(way) for way in rng.uniform(-0.5, 0.5, 2) * _GAP_MM)
        scene.lay(_as_it_lies(LaidCard(art, code, x + dx, y + dy, float(rng.uniform(0, 360))), lamp, rng))
    seen = tuple(FreeCard(card.card, card.middle) for card in scene.cards() if card.card != BACK)
    return FreeCards(scene.image, px_per_mm, seen, random_light(rng))


def spread_in_rows(
    art: CardArt, codes: Sequence[str], rng: np.random.Generator, px_per_mm: float = 3.6
) -> SpreadDeck:
    """Photograph cards in rows of thirteen, each a little crooked and either way up."""
    across = min(_ACROSS, len(codes))
    rows = math.ceil(len(codes) / across)
    width, height = (side + _GAP_MM for side in art.size_mm)
    scene = _scene((across * width, rows * height), px_per_mm, float(rng.uniform(0.0, 10.0)), rng)
    for number, code in enumerate(codes):
        row, column = divmod(number, across)
        x, y = (column - (across - 1) / 2) * width, (row - (rows - 1) / 2) * height
        dx, dy = (float(way) for way in rng.normal(0, 1.0, 2))
        turn = 180.0 * int(rng.integers(2)) + float(rng.normal(0, 2.5))
        scene.lay(LaidCard(art, code, x + dx, y + dy, turn))
    seen = tuple(FreeCard(card.card, card.middle) for card in scene.cards())
    return SpreadDeck(random_light(rng).still(scene.image, rng), seen)


def enrolment_photographs(art: CardArt, rng: np.random.Generator) -> list[SpreadDeck]:
    """Return the one to three photographs that a family takes of its deck: all of it each time or, of three, mostly
    a part of it each; sorted by suits, or as it comes.
    """
    codes = list(CARDS) if rng.random() < 0.6 else [CARDS[int(number)] for number in rng.permutation(52)]
    count = int(rng.integers(1, 4))
    parts = [codes] * count
    if count == 3 and rng.random() < 0.7:
        parts = [codes[:18], codes[18:36], codes[36:]]
    return [spread_in_rows(art, part, rng, float(rng.uniform(3.1, 4.2))) for part in parts]


def _scene(
    size_mm: tuple[float, float], px_per_mm: float, tilt_deg: float, rng: np.random.Generator
) -> CardScene:
    """A bare table of this size with a little beside it, seen from above."""
    width_mm, height_mm = (side + 2 * _BESIDE_MM for side in size_mm)
    width, height = round(width_mm * px_per_mm), round(height_mm * px_per_mm)
    surface = random_surface(height, width, rng)
    camera = PinholeCamera.over_table(
        width,
        height,
        view_width_mm=width_mm,
        distance_mm=_DISTANCE_MM,
        tilt_deg=tilt_deg,
        heading_deg=float(rng.uniform(0, 360)),
    )
    light = SceneLight(
        float(rng.uniform(0, 360)), float(rng.uniform(0.2, 1.2)), float(rng.uniform(0.15, 0.6))
    )
    return CardScene(np.clip(surface, 0, 255).astype(np.uint8), camera, light)


def _as_it_lies(card: LaidCard, lamp_mm: tuple[float, float], rng: np.random.Generator) -> LaidCard:
    """Bow one card in eight a little, and let glossy ones near the lamp mirror it."""
    if rng.random() < 0.12:
        card = replace(card, arch_mm=float(rng.uniform(-2.0, 2.5)), arch_along_width=bool(rng.random() < 0.5))
    near = math.dist(lamp_mm, (card.x_mm, card.y_mm)) < 120.0
    if near and rng.random() < card.art.gloss:
        x, y = (float(way) for way in rng.normal(0, 30.0, 2))
        glare = Glare(
            card.x_mm + x, card.y_mm + y, float(rng.uniform(8.0, 22.0)), float(rng.uniform(0.2, 0.6))
        )
        card = replace(card, glare=glare)
    return card
