"""What a reader of cards says about a picture, as enrolment takes it: every index, and the card it belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

EMBEDDING = 96
"""Numbers of an embedding: what the crop network makes of an index before it names it."""

ByteArray = NDArray[np.uint8]
FloatArray = NDArray[np.float32]
Float64Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class IndexLook:
    """One index of a card (the rank and suit in a corner), as a reader saw it.

    `card` are probabilities (52,) in the order of `vision.card_names.CARDS`, `reject` that of being none of
    them; together they sum to 1. `embedding` is float32 (96,). `centre` is the middle of the index and `middle` the
    predicted middle of its card, px (x, y); `up` points to the head of the index, a unit vector in px. `tint` (3,) is
    that of its ink (`vision.cards.inks`), if anybody looked.
    """

    card: FloatArray
    reject: float
    embedding: FloatArray
    centre: tuple[float, float]
    up: tuple[float, float]
    middle: tuple[float, float]
    tint: FloatArray | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """One card in a picture: its one to four indices, and what they say together.

    `card` are probabilities (52,) in the order of `CARDS`; what they lack of 1 is none of them (a joker, another
    thing). `position` is the card's middle px (x, y), `up` its direction, a unit vector in px; a card that reads the
    same both ways up has either.
    """

    looks: tuple[IndexLook, ...]
    card: FloatArray
    position: tuple[float, float]
    up: tuple[float, float]

    @property
    def reject(self) -> float:
        """The probability of being none of the 52."""
        return float(max(0.0, 1.0 - float(self.card.sum())))


class ReadsCards(Protocol):
    """A reader of cards. `network` names the network that makes the embeddings: those of another one mean nothing."""

    @property
    def network(self) -> str: ...

    def read(self, picture: ByteArray) -> Sequence[SeenCard]:
        """Return every card of a picture, uint8 BGR (h, w, 3)."""
        ...
