"""The inks of a deck's suits: red and black of many shades, or four colours."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.style import Colour

FOUR_COLOURS = 0.14
"""The share of decks with a colour for each suit."""


def random_inks(rng: np.random.Generator) -> dict[str, Colour]:
    """Return the ink of each suit, BGR 0..255: H, D, S, C."""
    red = _shade(rng, (173, 186), (165, 252), (130, 240))
    black = _black(rng)
    inks = {"H": red, "D": red, "S": black, "C": black}
    if rng.random() < FOUR_COLOURS:
        inks |= _other_two(rng)
    elif rng.random() < 0.1:
        # Hearts and diamonds of slightly different reds, spades of a bluish black.
        inks["D"] = _shade(rng, (174, 190), (165, 252), (150, 245))
        inks["S"] = _shade(rng, (100, 125), (60, 160), (25, 70))
    return inks


def four_inks(rng: np.random.Generator) -> dict[str, Colour]:
    """Return inks of four colours: H, D, S, C."""
    inks = random_inks(rng)
    return {**inks, "H": _shade(rng, (173, 186), (165, 252), (130, 240)), "S": _black(rng), **_other_two(rng)}


def _other_two(rng: np.random.Generator) -> dict[str, Colour]:
    """Diamonds and clubs that are neither red nor black: blue and green, or orange and green with, now and then, blue
    spades.
    """
    inks = {}
    if rng.random() < 0.75:
        inks["D"] = _shade(rng, (98, 122), (120, 250), (110, 230))
        inks["C"] = _shade(rng, (45, 78), (120, 250), (70, 170))
    else:
        inks["D"] = _shade(rng, (6, 18), (190, 255), (190, 250))
        inks["C"] = _shade(rng, (50, 78), (120, 250), (70, 170))
        if rng.random() < 0.5:
            inks["S"] = _shade(rng, (105, 125), (120, 250), (80, 170))
    return inks


def _black(rng: np.random.Generator) -> Colour:
    value = float(rng.uniform(10, 62))
    b, g, r = np.clip(value + rng.normal(0, 5, 3), 0, 90)
    return (float(b), float(g), float(r))


def _shade(
    rng: np.random.Generator, hue: tuple[int, int], saturation: tuple[int, int], value: tuple[int, int]
) -> Colour:
    """A colour of OpenCV's HSV ranges (hue 0..180, round the end)."""
    tone = [rng.uniform(*hue) % 180, rng.uniform(*saturation), rng.uniform(*value)]
    b, g, r = cv2.cvtColor(np.array([[tone]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return (float(b), float(g), float(r))
