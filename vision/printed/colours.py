"""How unlike the colours of two cut-out cards are, as people name them: a dark yellow is green, and so is a teal."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import ByteArray

_CELLS = (16, 24)
"""A card's colours are compared in so many cells across and down."""
_HUES = (0.0, 18.0, 32.0, 54.0, 72.0, 160.0, 190.0, 250.0, 275.0, 310.0, 340.0, 360.0)
_NAMED = (0.0, 25.0, 65.0, 105.0, 165.0, 205.0, 230.0, 262.0, 290.0, 320.0, 340.0, 360.0)
"""Hues in degrees, and where they lie among colours that have names: red, orange, yellow, green, blue, purple."""
_DARK_YELLOW, _DARK_BELOW, _GREENER = (38.0, 74.0), 0.75, 45.0
_LEAST_CHROMA = 0.1
_MOST_COLOURED = 97.0
_BINS, _SPREAD = 36, 35.0
"""Named hues are counted in so many bins, each spread over its neighbours by so many degrees."""
_SAME_NAME = 0.3
"""Colours that differ by less go by the same name: light and pale print do as much."""
_LEAST_COLOURED = 0.5
"""Cells of full colour that a card has at least, if its colours say anything."""
_NAMES = (-20.0, 18.0, 43.0, 66.0, 170.0, 255.0, 300.0, 340.0)
"""Where hues, degrees, begin to go by another name: red, orange, yellow, green, blue, purple, pink."""
_LEAST_CHROMA_OF_PRINT, _LEAST_PRINT = 0.12, 40.0
"""What is less coloured has no hue, and of a name's hue a look shows so many pixels of full colour, or it is left."""


def colours_of(card: ByteArray) -> FloatArray:
    """Return how much of a balanced card, uint8 BGR, is of which named hue, float32 (bins,): sums up to 1, or to less
    where it has hardly any colour.
    """
    cells = cv2.resize(card, _CELLS, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    hsv = cv2.cvtColor(cells, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    hue, chroma = hsv[:, 0], hsv[:, 1] * hsv[:, 2]
    low, high = _DARK_YELLOW
    dark = np.clip((high - hue) / 10, 0, 1) * np.clip((hue - low) / 10, 0, 1)
    hue = hue + dark * np.clip(_DARK_BELOW - hsv[:, 2], 0, 1) * _GREENER
    named = np.interp(hue, _HUES, _NAMED)
    share = np.clip(chroma / max(_LEAST_CHROMA, float(np.percentile(chroma, _MOST_COLOURED))), 0, 1) ** 2
    apart = np.abs(named[:, None] - np.arange(_BINS) * (360.0 / _BINS))
    near = np.exp(-0.5 * (np.minimum(apart, 360.0 - apart) / _SPREAD) ** 2)
    counted = (near / near.sum(axis=1, keepdims=True) * share[:, None]).sum(axis=0)
    return np.asarray(counted / max(_LEAST_COLOURED, float(counted.sum())), np.float32)


def colours_apart(seen: FloatArray, others: FloatArray) -> FloatArray:
    """Return how unlike the colours of a card (bins,) and of each of several others (n, bins) are, float32 (n,): 0
    alike or nearly so, 1 all of other colours.
    """
    apart = 0.5 * np.abs(others - seen).sum(axis=1)
    return np.asarray(np.maximum(0.0, apart - _SAME_NAME) / (1 - _SAME_NAME), np.float32)


def in_hues_of(card: ByteArray, other: ByteArray) -> ByteArray:
    """Return a card, balanced, uint8 BGR, the hues of each name moved to where another look, also balanced, has them:
    a print that a camera shows olive is as green as in the other's light, and none becomes another colour by name.
    """
    seen, wanted = _hsv(card), _hsv(other)
    names, others = (np.digitize(each[..., 0], _NAMES[1:-1]) for each in (seen, wanted))
    weights, other_weights = (_of_print(each) for each in (seen, wanted))
    for name, (low, high) in enumerate(pairwise(_NAMES)):
        here, there = names == name, others == name
        ours, theirs = float(weights[here].sum()), float(other_weights[there].sum())
        if min(ours, theirs) < _LEAST_PRINT:
            continue
        middle = float((seen[..., 0] * weights)[here].sum()) / ours
        by = float((wanted[..., 0] * other_weights)[there].sum()) / theirs - middle
        seen[..., 0][here] = np.clip(seen[..., 0][here] + by, low, high - 0.01)
    seen[..., 0] %= 360.0
    return cv2.convertScaleAbs(cv2.cvtColor(seen, cv2.COLOR_HSV2BGR), alpha=255.0).astype(np.uint8)


def _hsv(card: ByteArray) -> FloatArray:
    """Hue from the first of _NAMES on, degrees, saturation and value, 0..1."""
    hsv = cv2.cvtColor(card.astype(np.float32) / 255, cv2.COLOR_BGR2HSV)
    hsv[..., 0] = (hsv[..., 0] - _NAMES[0]) % 360.0 + _NAMES[0]
    return np.asarray(hsv, np.float32)


def _of_print(hsv: FloatArray) -> FloatArray:
    """How coloured each pixel is, 0 where its hue says nothing."""
    chroma = hsv[..., 1] * hsv[..., 2]
    return np.asarray(np.where(chroma > _LEAST_CHROMA_OF_PRINT, chroma, 0), np.float32)
