"""What readers say about a picture: values with their probabilities, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

SURE = 0.9
"""A value whose score reaches this counts as sure."""
ASKED = 0.5
"""A value whose score stays below this counts as asked."""


@dataclass(frozen=True)
class DieReading:
    """One die in a picture.

    `box` (x0, y0, x1, y1) encloses the die in px; `centre` and `side_px` are those of its top face; `candidates` are
    faces ("1".."6", "9".."A") with probabilities, the best first; `score` is the calibrated probability that the best
    face is right; `presence` the probability that it is a die at all.
    """

    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    side_px: float
    candidates: tuple[tuple[str, float], ...]
    score: float
    presence: float

    @property
    def face(self) -> str | None:
        """The most probable face, or None where nothing could be read."""
        return self.candidates[0][0] if self.candidates else None


@dataclass(frozen=True)
class TrayReading:
    """The dice of a tray whose number is known, the most probable first, and the presence of the best one
    left out.
    """

    dice: tuple[DieReading, ...]
    surplus: float
