"""Reads the printed cards of an enrolled box in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.network import FloatArray
from vision.printed.certainty import PrintCertainty
from vision.printed.cut_out import ByteArray, Outline, cut_out
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import LOOK_SIZE, BoxMemory, Comparison, EnrolledBox
from vision.printed.finding import CardFinder, FoundCard

_CANDIDATES = 5
_SHARPNESS = 20.0
_SQUARE = 0.76
"""A card that looks narrower than this is surely longer than wide; one that looks squarer may be either way round."""


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
        self._certainty = PrintCertainty.load()
        self.memory = BoxMemory(box, self._embedder)

    def read(self, image: ByteArray) -> list[PrintedReading]:
        """Return the cards in a picture, uint8 BGR (h, w, 3)."""
        return self.told(image, self._finder.find(image))

    def told(self, image: ByteArray, cards: Sequence[FoundCard]) -> list[PrintedReading]:
        """Return what the cards that were found in a picture are."""
        return [self._told(card, self.compare(image, card.outline)) for card in cards]

    def compare(self, image: ByteArray, outline: Outline) -> Comparison:
        """Compare what an outline shows with every card of the box, the way round that fits best."""
        crops = [cut_out(image, one, LOOK_SIZE) for one in _ways_round(outline, self.memory.box)]
        compared = [self.memory.compare(one) for one in self._embedder.embed(crops)]
        return max(compared, key=lambda one: float(one.alike.max()))

    def _told(self, card: FoundCard, compared: Comparison) -> PrintedReading:
        known, right = self._certainty.of(compared, self.memory.nearest, card)
        presence = self._certainty.presence(card)
        order = np.argsort(compared.alike)[::-1][:_CANDIDATES]
        shares = [known * right, *(_shared(compared.alike[order[1:]]) * known * (1 - right))]
        named = tuple((self.memory.labels[at], float(share)) for at, share in zip(order, shares, strict=True))
        if known * right >= 1 - known:
            return PrintedReading(named[0][0], presence * known * right, named, presence, card.outline)
        return PrintedReading(None, presence * (1 - known), named, presence, card.outline)


def _shared(alike: FloatArray) -> FloatArray:
    """What is left over for the other cards of the box goes to those that are more like the card seen."""
    powers = np.exp((alike - alike.max(initial=0.0)) * _SHARPNESS)
    return np.asarray(powers / max(1e-9, float(powers.sum())), np.float32)


def _ways_round(outline: Outline, box: EnrolledBox) -> list[Outline]:
    """The outline as the box's cards are kept; both ways where it cannot be told which side is the short one."""
    if box.shape == "round" or max(outline.ratio, box.ratio) < _SQUARE:
        return [outline]
    return [outline, outline.turned(1)]
