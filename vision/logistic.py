"""Log odds as a probability."""

from __future__ import annotations

import math

_MOST = 30.0
"""Nothing is surer than odds of e to this: the exponential of more has no room in a number."""


def logistic(odds: float) -> float:
    """Return the probability that has these log odds."""
    return 1.0 / (1.0 + math.exp(-max(-_MOST, min(_MOST, odds))))
