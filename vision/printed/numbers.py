"""Reads the numbers printed on cards of any box, without anything being enrolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.network import FloatArray, Network, load_network
from vision.printed.cut_out import ByteArray, Outline, cut_out
from vision.printed.embedding import prepared
from vision.printed.enrolled_box import LOOK_SIZE
from vision.printed.finding import CardFinder, FoundCard

MODEL = Path(__file__).parent.parent / "models" / "number_reader.onnx"
NUMBERS = 100
"""The network tells the numbers 0 to 99; its last answer is that a card has none, or lies upside down."""
_SQUARE = 0.76
_LEAST = 0.005


@dataclass(frozen=True, slots=True, eq=False)
class NumberReading:
    """A card with a number: ``value`` is the most probable one, None where it tells none; ``candidates`` are
    numbers with their probabilities, the best first; ``score`` the probability that the value is right; ``outline``
    where the card lies, px.
    """

    value: int | None
    score: float
    candidates: tuple[tuple[int, float], ...]
    presence: float
    outline: Outline


class NumberReader:
    """Reads number cards; holds networks of its own. Not for several threads at once."""

    def __init__(self, threads: int = 1, finder: CardFinder | None = None, model: Path = MODEL) -> None:
        self._finder = finder or CardFinder(threads)
        self._network: Network = load_network(model, threads=threads)

    def read(self, image: ByteArray) -> list[NumberReading]:
        """Return the cards in a picture, uint8 BGR (h, w, 3)."""
        return self.told(image, self._finder.find(image))

    def told(self, image: ByteArray, cards: Sequence[FoundCard]) -> list[NumberReading]:
        """Return the numbers on the cards that were found in a picture."""
        found = []
        for card in cards:
            ways = [card.outline] if card.outline.ratio < _SQUARE else [card.outline, card.outline.turned(1)]
            shares = self.shares([cut_out(image, way, LOOK_SIZE) for way in ways])
            found.append(_reading(card, shares))
        return found

    def shares(self, ways: Sequence[ByteArray]) -> FloatArray:
        """Return the probability of each number, float32 (NUMBERS,), of one card cut out in the ways in which it may
        stand, each of which is looked at upside down, too; what lacks to 1 is that it shows none.
        """
        upright = [prepared(way) for way in ways]
        turned = [prepared(np.asarray(cv2.rotate(way, cv2.ROTATE_180), np.uint8)) for way in ways]
        logits = self._network.run(np.stack([*upright, *turned]).astype(np.float32))
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        answers = powers / powers.sum(axis=1, keepdims=True)
        # Only one way is the right one; whichever tells a number tells it for the card.
        none = float(np.prod(answers[:, NUMBERS]))
        told = answers[:, :NUMBERS].sum(axis=0)
        return np.asarray(told / max(1e-9, float(told.sum())) * (1 - none), np.float32)


def _reading(card: FoundCard, shares: FloatArray) -> NumberReading:
    order = np.argsort(shares)[::-1][:4]
    candidates = tuple((int(number), float(shares[number])) for number in order if shares[number] >= _LEAST)
    none = 1.0 - float(shares.sum())
    if not candidates or none > candidates[0][1]:
        return NumberReading(None, none * card.presence, candidates, card.presence, card.outline)
    return NumberReading(
        candidates[0][0], candidates[0][1] * card.presence, candidates, card.presence, card.outline
    )
