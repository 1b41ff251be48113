"""Medians, quarters and percentiles as numpy gives them, which looks for NaN and takes much longer."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]
LEVELS = 256
"""So many levels a byte has."""


def medians(values: Numbers) -> Numbers:
    """Return the medians along the last axis, at least one number long."""
    half = values.shape[-1] // 2
    if values.shape[-1] % 2:
        return np.partition(values, half, axis=-1)[..., half]
    ordered = np.partition(values, (half - 1, half), axis=-1)
    return np.asarray((ordered[..., half - 1] + ordered[..., half]) / np.float32(2), np.float32)


def lower_quarters(values: Numbers) -> Numbers:
    """Return below what a quarter of the numbers lies along the last axis, at least one number long."""
    place, beyond = divmod(values.shape[-1] - 1, 4)
    ordered = np.partition(values, place, axis=-1)
    below = ordered[..., place]
    if not beyond:
        return below
    above = ordered[..., place + 1 :].min(axis=-1)
    apart, share = above - below, np.float32(beyond / 4)
    # From the nearer one, as numpy does it.
    return np.asarray(below + apart * share if beyond == 1 else above - apart * (1 - share), np.float32)


def quantiles(values: Numbers | NDArray[np.float64], shares: Sequence[float]) -> list[float]:
    """Return below what such shares, 0..1, of numbers (n,) lie, at least one of them."""
    ordered, last = np.sort(values), len(values) - 1
    found = []
    for share in shares:
        below = math.floor(share * last)
        low, high = float(ordered[below]), float(ordered[min(below + 1, last)])
        found.append(low + (high - low) * (share * last - below))
    return found


def percentiles(picture: NDArray[np.uint8], shares: Sequence[float]) -> list[NDArray[np.float64]]:
    """Return below what so many of a hundred pixels lie in each channel of a picture, uint8 (h, w, 3): float64 (3,)
    for each share, by counting how often each level is shown.
    """
    counts = [cv2.calcHist([picture], [channel], None, [LEVELS], [0, LEVELS]) for channel in range(3)]
    up_to = np.cumsum(np.array(counts, np.float64).reshape(3, LEVELS), axis=1)
    found = []
    for share in shares:
        place = (picture.shape[0] * picture.shape[1] - 1) * (share / 100.0)
        below = math.floor(place)
        low, high = (
            np.array([np.searchsorted(one, at, side="right") for one in up_to], np.float64)
            for at in (below, min(below + 1, up_to[0, -1] - 1))
        )
        # From the nearer one, as numpy does it.
        beyond = place - below
        found.append(low + (high - low) * beyond if beyond < 0.5 else high - (high - low) * (1.0 - beyond))
    return found
