"""The tint of an index's ink: which colours it takes from the paper, however dark or blurred the picture is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]
Float64Array = NDArray[np.float64]
ByteArray = NDArray[np.uint8]

SUITS, RANKS = 4, 13
_PLAIN = 10
"""The first so many ranks, ace to ten, have nothing but their ink on the paper; court cards have a picture."""
_BLACK_LEVEL = 4.0
"""Added before logarithms are taken: what a camera shows of no light at all (levels)."""
_PAPER, _INK = 90.0, 3.0
"""Of a crop so many per cent are darker than the paper, and no more than so many darker than the ink."""
_MARGIN = 1 / 8
"""This share of a crop lies around the index on each side: there the card may end."""
_LEAST_DEPTH = 0.25
"""Ink that takes less light than this (natural logarithm) from the paper tells no tint."""
_WIDTH = 0.12
"""How much a tint differs from look to look: those of the two decks of film 9693, a dim room, by 0.01 to 0.06."""
_MOST = 7.0
"""So much (log odds: one in a thousand) one index's tint may speak against a suit."""


def tints(crops: ByteArray) -> FloatArray:
    """Return of each crop, uint8 BGR (n, h, w, 3), how much of the light its ink takes in every colour, beside the
    colour of which it takes most: float32 (n, 3) of 0..1, in the order blue, green, red.

    Black ink takes all alike, (1, 1, 1); red takes hardly any red. A blurred or dark index takes less light of
    all colours, and keeps its tint. Zeros where there is no ink to speak of.
    """
    height, width = crops.shape[1:3]
    down, across = round(_MARGIN * height), round(_MARGIN * width)
    inside = crops[:, down : height - down, across : width - across]
    logs = np.log(inside.reshape(len(crops), -1, 3).astype(np.float32) + np.float32(_BLACK_LEVEL))
    paper = np.percentile(logs, _PAPER, axis=1)
    count = max(1, round(logs.shape[1] * _INK / 100.0))
    darkest = np.argpartition(logs.sum(axis=2), count, axis=1)[:, :count]
    ink = np.take_along_axis(logs, darkest[:, :, None], axis=1).mean(axis=1)
    taken = np.maximum(paper - ink, 0.0)
    most = taken.max(axis=1, keepdims=True)
    return np.asarray(np.where(most < _LEAST_DEPTH, 0.0, taken / np.maximum(most, _LEAST_DEPTH)), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class DeckInks:
    """The inks of a deck: the usual tint of each suit (4, 3), in the order of the cards; NaN of one never seen."""

    usual: Float64Array

    @classmethod
    def of(cls, seen: FloatArray, codes: Sequence[int]) -> DeckInks:
        """The inks by the tints (n, 3) of cards of these places in ``CARDS``."""
        suits, ranks = np.divmod(np.asarray(codes, np.intp), RANKS)
        usual = np.full((SUITS, 3), np.nan)
        for suit in range(SUITS):
            inked = seen[(suits == suit) & (ranks < _PLAIN) & seen.any(axis=1)]
            if len(inked):
                usual[suit] = np.median(inked, axis=0)
        return cls(usual)

    def told(self, cards: Float64Array, tint: FloatArray) -> Float64Array:
        """Probabilities (52,) of cards, with what the tint (3,) of an index says of its suit; of the rank it says
        nothing, and of court cards nothing at all.
        """
        if not tint.any() or np.isnan(self.usual).any():
            return cards
        apart = ((self.usual - tint) ** 2).sum(axis=1) / (2.0 * _WIDTH**2)
        likely = np.exp(-np.minimum(apart - apart.min(), _MOST))
        by_suit = cards.reshape(SUITS, RANKS)
        told = by_suit * np.where(np.arange(RANKS) < _PLAIN, likely[:, None], 1.0)
        ranks = told.sum(axis=0)
        told *= np.divide(by_suit.sum(axis=0), ranks, out=np.zeros(RANKS), where=ranks > 0.0)
        return np.asarray(told.reshape(-1), np.float64)
