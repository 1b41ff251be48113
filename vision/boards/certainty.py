"""How surely a piece stands on a square: a logistic regression on what speaks for it, fitted anew to every board.

Boards differ in how much the bare board and its pieces look alike, so that the same evidence does not mean the same.
What is usual was fitted on many boards; the squares of the enrolled photographs, each read without itself, move it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import Floats

_MIDDLE = (-1.264, -1.303, -1.685, -0.8349, 0.2681, 1.748, 0.6601, 0.2415, 0.4121, -1.029, 0.8639, 0.99, 0.1035, -2.23, -1.247, 0.07023, 0.08053, 0.1833)
_SPREAD = (2.233, 2.191, 2.277, 2.819, 0.3618, 4.881, 6.102, 0.3398, 0.2925, 2.577, 1.301, 0.04037, 0.1627, 1.082, 1.777, 0.1274, 0.1414, 0.2796)
_USUAL = (0.3353, 2.923, 0.09695, 0.5079, -0.3046, -1.86, 1.236, -0.3011, -0.03317, -0.6385, 0.5314, 0.3218, -0.8273, 1.56, 1.009, 1.042, -0.5098, -0.4274, -2.489)
"""Middle and spread of each term on many boards, and its weight there; the last weight stands alone."""
_STIFF = 4.0
"""How many squares it takes to move a weight from what is usual."""
_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class Certainty:
    """The weights of one board, and how far the lead over the second colour is believed."""

    weights: tuple[float, ...] = _USUAL
    colour_slope: float = 5.0

    def presence(self, signs: Sequence[Floats]) -> Floats:
        """How likely a piece stands there, float64 (n,), given the signs of squares, float64 (SIGNS,) each."""
        chances = 1.0 / (1.0 + np.exp(-np.clip(_terms(signs) @ np.array(self.weights), -30.0, 30.0)))
        return np.asarray(chances, np.float64)


def fitted(signs: Sequence[Floats], stands: Sequence[bool]) -> Certainty:
    """Fit the weights to squares of which is known whether a piece stands there (maximum a posteriori)."""
    if not signs:
        return Certainty()
    terms, truth = _terms(signs), np.array(stands, np.float64)
    usual = np.array(_USUAL)
    weights = usual.copy()
    for _ in range(_ROUNDS):
        chances = 1.0 / (1.0 + np.exp(-np.clip(terms @ weights, -30.0, 30.0)))
        slope = terms.T @ (chances - truth) + _STIFF * (weights - usual)
        bend = (terms * (chances * (1 - chances))[:, None]).T @ terms + _STIFF * np.eye(len(usual))
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-4:
            break
    return Certainty(tuple(float(weight) for weight in weights))


def _terms(signs: Sequence[Floats]) -> NDArray[np.float64]:
    """What the weights belong to: the signs, and products of those that mean more together."""
    x = np.array(signs, np.float64).reshape(len(signs), -1)
    evidence, coloured, strange, alike, around = x[:, 0], x[:, 4], x[:, 7], x[:, 8], x[:, 12]
    both = np.column_stack(
        [x, 0.3 * evidence * np.abs(evidence), strange * around, alike * coloured, coloured * strange]
    )
    return np.column_stack([(both - np.array(_MIDDLE)) / np.array(_SPREAD), np.ones(len(x))])
