"""Reads indices: an upright crop of each, and how likely each figure and each suit is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.answers import EMBEDDED, FIGURE_LOGITS, SUIT_LOGITS
from vision.cards.crops import crop_index
from vision.cards.finding import IndexSpot
from vision.cards.inks import tints
from vision.network import FloatArray, Network

_BATCH = 32
_WIDE = 0.6
"""From this share of its height an index is so wide that the detector may take its width for its height."""
_TURNS_DEG = (-90.0, -67.5, -45.0, -22.5, 22.5, 45.0, 67.5, 90.0)
_SWAPPED_FROM_DEG = 60.0
_MOST_TURNED = 24
_REJECTED_FROM, _ACCEPTED_TO = 0.5, 0.2
_AS_SURELY = 0.97

ByteArray = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class OwnPrint:
    """What a family's own deck says about an index: probabilities (52,) in the order of CARDS, given that it is an
    index; the name of the deck, how likely it is one of its cards, and how likely no index of a card, 0..1.
    """

    deck: str
    cards: FloatArray = field(compare=False)
    likeness: float
    rejected: float


@dataclass(frozen=True, slots=True)
class ReadIndex:
    """An index with what the network says about it: probabilities of the figures and reject (19,), of the suits and
    reject (5,), and the embedding (96,) and the tint (3,) by which a family's own deck is told; `own` where one was
    asked.
    """

    spot: IndexSpot
    figures: FloatArray = field(compare=False)
    suits: FloatArray = field(compare=False)
    embedding: FloatArray = field(compare=False)
    own: OwnPrint | None = None
    tint: FloatArray | None = field(default=None, compare=False)

    @property
    def rejected(self) -> float:
        """How likely this is no whole upright index, 0..1."""
        return float(max(self.figures[-1], self.suits[-1])) if self.own is None else self.own.rejected

    @property
    def surest(self) -> float:
        """How likely the index is what it most likely is, 0..1, a reject counted."""
        if self.own is not None:
            return float(self.own.cards.max()) * (1.0 - self.own.rejected)
        return float(self.figures[:-1].max() * self.suits[:-1].max())


def read_indices(network: Network, image: ByteArray, spots: Sequence[IndexSpot]) -> list[ReadIndex]:
    """Read the indices at these spots of a picture (uint8 BGR), in their order."""
    read: list[ReadIndex] = []
    for start in range(0, len(spots), _BATCH):
        part = spots[start : start + _BATCH]
        crops = np.stack([crop_index(image, spot.centre, spot.up, spot.size) for spot in part])
        batch = crops.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255.0)
        answers = network.run(np.ascontiguousarray(batch))
        figures, suits = softmax(answers[:, FIGURE_LOGITS]), softmax(answers[:, SUIT_LOGITS])
        inks = tints(crops)
        read += [
            ReadIndex(spot, figures[number], suits[number], answers[number, EMBEDDED], tint=inks[number])
            for number, spot in enumerate(part)
        ]
    return read


def set_upright(network: Network, image: ByteArray, read: Sequence[ReadIndex]) -> list[ReadIndex]:
    """Read wide indices of a picture (uint8 BGR) that were rejected once more, turned about their middles, and take
    the direction in which one is read best; the others stay as they are.

    A sign beside the figure and one below it look alike from afar, and the detector may take the one for the other.
    """
    best = list(read)
    doubtful = [
        number
        for number, one in enumerate(read)
        if one.rejected > _REJECTED_FROM and one.spot.size[0] > _WIDE * one.spot.size[1]
    ][:_MOST_TURNED]
    turned = [_turned(read[number].spot, degrees) for number in doubtful for degrees in _TURNS_DEG]
    for place, one in enumerate(read_indices(network, image, turned)):
        number = doubtful[place // len(_TURNS_DEG)]
        if one.rejected < min(_ACCEPTED_TO, best[number].rejected):
            best[number] = one
    return best


def reads_when_turned(network: Network, image: ByteArray, read: ReadIndex, degrees: float) -> bool:
    """Whether an index of a picture (uint8 BGR) reads as surely when it is turned about its middle.

    The network reads one that stands 20 to 30 degrees out of the upright with a little more doubt.
    """
    (turned,) = read_indices(network, image, [_turned(read.spot, degrees)])
    return turned.surest > _AS_SURELY * replace(read, own=None).surest


def _turned(spot: IndexSpot, degrees: float) -> IndexSpot:
    """The spot with its head, and the way to its card's middle, turned about the index's middle."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    (x, y), (up_x, up_y) = spot.centre, spot.up
    way_x, way_y = spot.card_middle[0] - x, spot.card_middle[1] - y
    return replace(
        spot,
        up=(cos * up_x - sin * up_y, sin * up_x + cos * up_y),
        size=spot.size[::-1] if abs(degrees) > _SWAPPED_FROM_DEG else spot.size,
        card_middle=(x + cos * way_x - sin * way_y, y + sin * way_x + cos * way_y),
    )


def softmax(logits: FloatArray) -> FloatArray:
    """Return probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)
