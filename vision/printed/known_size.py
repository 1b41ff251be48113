"""How large the cards of a box are on one table, mm: learnt from cards that were told surely, since their prints
say exactly where they lie.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from vision.printed.cut_out import Outline

_ENOUGH, _KEPT = 2, 15
_SAME_RATIO = 0.05
"""A print that was laid over its card gives it back its shape to this share, or it was laid wrongly."""
_LEAST_MM, _MOST_MM = 25.0, 160.0
"""No side of a card is shorter or longer."""


class KnownSize:
    """The size of the cards of a box whose short side is ``ratio`` times the long one."""

    def __init__(self, ratio: float) -> None:
        self._ratio = ratio
        self._long_mm: deque[float] = deque(maxlen=_KEPT)

    def learn(self, outline: Outline, px_per_mm: float) -> None:
        """A card that was told surely lies there, by the print that was laid over it."""
        short, long = sides_of(outline)
        if self.may_be(outline, px_per_mm, _SAME_RATIO):
            # Both sides tell the size: what one of them is off by the other is not.
            self._long_mm.append((long + short / self._ratio) / 2 / px_per_mm)

    @property
    def mm(self) -> tuple[float, float] | None:
        """The short and the long side; None before enough was seen."""
        if len(self._long_mm) < _ENOUGH:
            return None
        long = float(np.median(self._long_mm))
        return self._ratio * long, long

    def may_be(self, outline: Outline, px_per_mm: float, share: float) -> bool:
        """Whether an outline is that of a whole card of this box, as far as that is known, its shape off by no more
        than a share.
        """
        short, long = sides_of(outline)
        fits = short / px_per_mm > _LEAST_MM and long / px_per_mm < _MOST_MM
        return fits and abs(short / long / self._ratio - 1) < share


def sides_of(outline: Outline) -> tuple[float, float]:
    """The mean short and long side of an outline, px."""
    sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
    short, long = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    return min(short, long), max(1e-6, short, long)
