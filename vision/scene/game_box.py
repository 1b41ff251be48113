"""The printed cards of a box as a shop would sell it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.deck import DrawnCard, cut_out, rounded
from vision.scene.printed_boxes import Shape

BACK = "back"
PX_PER_MM = 5.0
"""How finely cards are printed: finer than any camera over a table sees them."""


@dataclass(frozen=True, slots=True, eq=False)
class GameBox:
    """The cards of one box, by name, and their back: uint8 BGR, all of one size, upright, cut to ``shape``.

    ``corner`` is the radius of the corners as a share of the short side; ``ratio`` the short side by the long one;
    ``size_mm`` width and height of a card as it is drawn; ``gloss`` how much it mirrors, 0..1.
    """

    name: str
    cards: Mapping[str, ByteArray] = field(repr=False)
    back: ByteArray = field(repr=False)
    corner: float
    size_mm: tuple[float, float]
    shape: Shape = "rectangle"
    gloss: float = 0.5

    @property
    def ratio(self) -> float:
        """The short side divided by the long one."""
        return min(self.size_mm) / max(self.size_mm)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the cards, each once."""
        return tuple(self.cards)


class BoxArt:
    """A box as scenes lay it: cards by name, and "back"."""

    def __init__(self, box: GameBox) -> None:
        self._box = box
        self.name = box.name
        self.size_mm = box.size_mm
        self.gloss = box.gloss
        self.cards = box.labels

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        """Return a card, or the back for "back", cut out; raises ValueError on a card that the box has not."""
        picture = self._box.back if card == BACK else self._box.cards.get(card)
        if picture is None:
            raise ValueError(f"{self.name} has no {card}")
        width, height = (round(side * px_per_mm) for side in self.size_mm)
        size = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        cover = rounded(width, height, self._box.corner * min(width, height))
        return DrawnCard(cut_out(np.asarray(size, np.uint8), cover), px_per_mm, ())


def print_size(size_mm: tuple[float, float]) -> tuple[int, int]:
    """Width and height at which a card of this size is printed, px."""
    return round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM)
