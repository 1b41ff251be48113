"""A card that was found in a picture."""

from __future__ import annotations

from dataclasses import dataclass

from vision.printed.cut_out import Outline


@dataclass(frozen=True, slots=True, eq=False)
class FoundCard:
    """A card that lies in a picture: its outline, px, how surely a card lies there, 0..1, how well the outline fits
    what is seen of it, 0..1, and whether the picture's edge cuts it off.
    """

    outline: Outline
    presence: float
    agreement: float
    cut_off: bool
