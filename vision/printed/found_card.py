"""A card that was found in a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.printed.cut_out import Float64Array, Outline


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card that lies in a picture: its outline, px, how surely a card lies there, 0..1, how well the outline fits
    what is seen of it, 0..1, whether the picture's edge cuts it off, and where its pixels say that its middle is,
    px, which they also do where a part of it is hidden; None: nothing tells it.
    """

    outline: Outline
    presence: float
    agreement: float
    cut_off: bool
    told_middle: Float64Array | None = None

    @property
    def middle(self) -> Float64Array:
        """Where its middle is, (2,), px."""
        corners = self.outline.corners
        return np.asarray(corners.mean(axis=0) if self.told_middle is None else self.told_middle, np.float64)
