"""Packs that were played with for years: creased, bleached by the sun; and two packs with one back."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from vision.card_names import BACK
from vision.scene.arrays import ByteArray
from vision.scene.deck import ArtOver, CardArt, DeckStyle, DrawnCard
from vision.scene.style import Colour

MOST_CREASES = 3
YELLOWED: Colour = (196.0, 226.0, 236.0)
"""Paper after many years in the sun."""


def worn(style: DeckStyle, rng: np.random.Generator) -> DeckStyle:
    """The same deck with rims that many hands have made grey."""
    return replace(style, wear=float(rng.uniform(0.3, 0.6)))


def bleached(style: DeckStyle, rng: np.random.Generator) -> DeckStyle:
    """The same deck after years in the sun: inks faded by a fifth to a half, paper yellow."""
    paper = _mixed(style.paper, YELLOWED, float(rng.uniform(0.3, 0.9)))
    fading = float(rng.uniform(0.2, 0.5))
    inks = {suit: _mixed(ink, paper, fading) for suit, ink in style.index.inks.items()}
    return replace(style, paper=paper, index=replace(style.index, inks=inks))


def _mixed(colour: Colour, other: Colour, share: float) -> Colour:
    b, g, r = ((1 - share) * one + share * two for one, two in zip(colour, other, strict=True))
    return b, g, r


class CreasedDeck(ArtOver):
    """The cards of ``art``, each with folds of its own: the same seed gives the same folds."""

    def __init__(self, art: CardArt, seed: int) -> None:
        super().__init__(art)
        self._seed = seed

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a card with its folds: a dark line beside a light one. Raises ValueError on an unknown card."""
        drawn = self._art.draw(card, px_per_mm)
        rng = np.random.default_rng((self._seed, *card.encode()))
        picture = drawn.picture.copy()
        for _ in range(int(rng.integers(MOST_CREASES + 1))):
            crease(picture, px_per_mm, rng)
        return replace(drawn, picture=picture)


def crease(picture: ByteArray, px_per_mm: float, rng: np.random.Generator) -> None:
    """Fold a card, uint8 BGRA (multiplied by coverage), somewhere: a dark line beside a light one, in place."""
    height, width = picture.shape[:2]
    middle = rng.uniform(0.1, 0.9, 2) * (width, height)
    angle = float(rng.uniform(0, math.pi))
    ahead = np.array([math.cos(angle), math.sin(angle)]) * float(rng.uniform(8.0, 45.0)) * px_per_mm
    aside = np.array([-math.sin(angle), math.cos(angle)]) * 0.35 * px_per_mm
    strength = float(rng.uniform(0.15, 0.5))
    for way, light in ((-1.0, False), (1.0, True)):
        line = np.zeros((height, width), np.uint8)
        start, end = (
            tuple(np.rint(middle + way * aside + to * ahead).astype(int).tolist()) for to in (-1, 1)
        )
        cv2.line(line, start, end, 255, max(1, round(0.4 * px_per_mm)), cv2.LINE_AA)
        _shade(picture, line, strength, light=light)


def _shade(picture: ByteArray, line: ByteArray, strength: float, *, light: bool) -> None:
    """Make a card, uint8 BGRA, changed in place, lighter or darker where a line lies; elsewhere nothing changes."""
    left, top, across, down = cv2.boundingRect(line)
    place = (slice(top, top + down), slice(left, left + across))
    part = picture[place]
    cover = (line[place].astype(np.float32) / 255.0 * strength)[..., None]
    # Colours are multiplied by the coverage: the lightest that a px can be is its alpha.
    lightest = part[..., 3:].astype(np.float32) if light else np.float32(0.0)
    part[..., :3] = (part[..., :3] * (1 - cover) + lightest * cover).astype(np.uint8)


class SameBack(ArtOver):
    """The faces of ``art`` with the back of ``back_of``."""

    def __init__(self, art: CardArt, back_of: CardArt) -> None:
        super().__init__(art)
        self._back_of = back_of

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Draw a face of the one deck, or the back of the other. Raises ValueError on an unknown card."""
        return (self._back_of if card == BACK else self._art).draw(card, px_per_mm)
