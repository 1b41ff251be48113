"""How surely a piece stands on a square: a logistic regression on what speaks for it.

The weights were fitted on boards of three kinds, strongly held back (ridge 30), for what they say of a fourth kind:
fitted on two kinds they read the third nearly as well (docs/boards.md). Fitting them to each board anew, on its
enrolled photographs read without themselves, was tried and made readings worse: too few, and too much alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import Floats

_MIDDLE = (
    -1.211,
    -1.245,
    -1.631,
    -0.7541,
    0.2758,
    1.574,
    0.4517,
    0.2525,
    0.4057,
    -0.9735,
    0.9612,
    0.9915,
    0.1123,
    -2.177,
    -1.196,
    0.0773,
    0.08352,
    0.1904,
)
_SPREAD = (
    2.24,
    2.203,
    2.301,
    2.824,
    0.3637,
    4.946,
    6.138,
    0.3457,
    0.2155,
    2.575,
    1.356,
    0.03555,
    0.171,
    1.11,
    1.786,
    0.1359,
    0.1425,
    0.2847,
)
_WEIGHTS = (
    0.4549,
    0.5709,
    0.5836,
    0.2994,
    0.1804,
    -0.6319,
    -0.1144,
    0.1384,
    -0.6145,
    0.0004199,
    0.5442,
    0.3944,
    0.04736,
    0.6041,
    0.5285,
    0.2526,
    -0.1409,
    -0.02508,
    -2.299,
)
"""Middle and spread of each term, and its weight; the last weight stands alone."""

_FITTED_SHARE = 0.3
"""The share of occupied squares among those that the weights were fitted to."""
_USUAL = 0.6
"""How much is believed that as much stands on a board as when it was enrolled."""
_NEVER_SEEN = 1.0


@dataclass(frozen=True, slots=True)
class Certainty:
    """How evidence is turned into probabilities: the weights, and how far the lead over the second colour is
    believed.
    """

    weights: tuple[float, ...] = _WEIGHTS
    colour_slope: float = 5.0

    def presence(self, signs: Sequence[Floats], usual: float, seen_empty: Floats) -> Floats:
        """How likely a piece stands there, float64 (n,), given the signs of squares, float64 (SIGNS,) each.

        ``usual`` is the share of the squares on which something stood when the board was enrolled, ``seen_empty``
        float64 (n,) how much of each was ever seen bare: what is only like other squares is believed less.
        """
        share = float(np.clip(usual, 0.05, 0.95))
        odds = np.log(share / (1 - share)) - np.log(_FITTED_SHARE / (1 - _FITTED_SHARE))
        sums = _terms(signs) @ np.array(self.weights) + _USUAL * odds - _NEVER_SEEN * (1.0 - seen_empty)
        chances = 1.0 / (1.0 + np.exp(-np.clip(sums, -30.0, 30.0)))
        return np.asarray(chances, np.float64)


def _terms(signs: Sequence[Floats]) -> NDArray[np.float64]:
    """What the weights belong to: the signs, and products of those that mean more together."""
    x = np.array(signs, np.float64).reshape(len(signs), -1)
    evidence, coloured, strange, alike, around = x[:, 0], x[:, 4], x[:, 7], x[:, 8], x[:, 12]
    both = np.column_stack(
        [x, 0.3 * evidence * np.abs(evidence), strange * around, alike * coloured, coloured * strange]
    )
    return np.column_stack([(both - np.array(_MIDDLE)) / np.array(_SPREAD), np.ones(len(x))])
