"""Reads the printed cards of an enrolled box in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import ByteArray, Outline, cut_out
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import LOOK_SIZE, BoxMemory, EnrolledBox
from vision.printed.finding import CardFinder, FoundCard

_SQUARE = 0.76
"""A card that looks shorter than this is surely longer than wide; one that looks squarer may be either way round."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedReading:
    """One printed card in a picture.

    ``label`` is the name of the card; None: not one of the enrolled. ``score`` is the calibrated probability that the
    label (or that it has none) is right; ``candidates`` are names with their probabilities, the best first;
    ``presence`` the probability that a card lies there at all; ``outline`` where, px.
    """

    label: str | None
    score: float
    candidates: tuple[tuple[str, float], ...]
    presence: float
    outline: Outline


class PrintedReader:
    """Reads the cards of one enrolled box; holds networks of its own. Not for several threads at once."""

    def __init__(
        self,
        box: EnrolledBox,
        threads: int = 1,
        finder: CardFinder | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        self._finder = finder or CardFinder(threads)
        self._embedder = embedder or Embedder(threads)
        self._memory = BoxMemory(box, self._embedder)

    def read(self, image: ByteArray) -> list[PrintedReading]:
        """Return the cards in a picture, uint8 BGR (h, w, 3)."""
        return self.told(image, self._finder.find(image))

    def told(self, image: ByteArray, cards: Sequence[FoundCard]) -> list[PrintedReading]:
        """Return what the cards that were found in a picture are."""
        alike = self.alike(image, cards)
        raise NotImplementedError

    def alike(self, image: ByteArray, cards: Sequence[FoundCard]) -> FloatArray:
        """Return how much each card found is like each card of the box, float32 (cards, labels)."""
        crops, owners = [], []
        for number, card in enumerate(cards):
            for outline in _ways_round(card.outline, self._memory.box):
                crops.append(cut_out(image, outline, LOOK_SIZE))
                owners.append(number)
        best = np.full((len(cards), len(self._memory.labels)), -1.0, np.float32)
        if crops:
            np.maximum.at(best, np.array(owners), self._memory.alike(self._embedder.embed(crops)))
        return best


def _ways_round(outline: Outline, box: EnrolledBox) -> list[Outline]:
    """The outline as the box's cards are kept; both ways where it cannot be told which side is the short one."""
    if box.shape == "round" or max(outline.ratio, box.ratio) < _SQUARE:
        return [outline]
    return [outline, outline.turned(1)]
