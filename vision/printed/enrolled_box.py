"""The cards of a family's box: what was shown of each once, and which of them a cut-out card is."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import ByteArray, Shape
from vision.printed.embedding import FEATURES, PLACES, Embedder

LOOK_SIZE = (128, 192)
"""Width and height at which a look is kept, px."""
_ROUND_TURNS = 24


@dataclass(frozen=True, slots=True, eq=False)
class CardLook:
    """One card on one photograph: its name, the number of the photograph from 1, and the card cut out, uint8 BGR of
    ``LOOK_SIZE``.
    """

    label: str
    photograph: int
    picture: ByteArray


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledBox:
    """All looks at the cards of one box. Raises ValueError where there is none."""

    name: str
    enrolled_on: str
    shape: Shape
    ratio: float
    """Short side by long side of a card, as it is, not as it is seen at a slant."""
    looks: tuple[CardLook, ...]

    def __post_init__(self) -> None:
        if not self.looks:
            raise ValueError("a box needs a card")

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the cards, each once, in the order in which they were shown."""
        return tuple(dict.fromkeys(look.label for look in self.looks))


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """How much a card is like each card of a box, float32 (labels,), 1 at most, and how much each place of it differs
    from the most alike, float32 ``PLACES``; these sum up to 1 less the likeness.
    """

    alike: FloatArray
    apart: FloatArray


class BoxMemory:
    """An enrolled box as the reader compares with it: every look, turned as a card may lie."""

    def __init__(self, box: EnrolledBox, embedder: Embedder) -> None:
        self.box = box
        self.labels = box.labels
        number_of = {label: number for number, label in enumerate(self.labels)}
        pictures, owners = [], []
        for look in box.looks:
            for turned in turns(look.picture, box.shape):
                pictures.append(turned)
                owners.append(number_of[look.label])
        self._embeddings = embedder.embed(pictures)
        self._owners = np.array(owners, np.intp)
        order = np.argsort(self._owners, kind="stable")
        self._embeddings, self._owners = self._embeddings[order], self._owners[order]
        self._starts = np.searchsorted(self._owners, np.arange(len(self.labels)))
        self.nearest = self._nearest()
        """How much each card is like the one most like it in the box, float32 (labels,); 0 in a box of one."""

    def _nearest(self) -> FloatArray:
        alike = np.maximum.reduceat(self._embeddings @ self._embeddings.T, self._starts, axis=1)
        alike[np.arange(len(alike)), self._owners] = 0.0
        return np.asarray(np.maximum.reduceat(alike.max(axis=1), self._starts), np.float32)

    def compare(self, embedding: FloatArray) -> Comparison:
        """Compare an embedding (numbers,) with every card of the box."""
        products = self._embeddings @ embedding
        alike = np.maximum.reduceat(products, self._starts)
        best = self._embeddings[int(np.argmax(products))].reshape(FEATURES, -1)
        seen = embedding.reshape(FEATURES, -1)
        apart = ((seen * seen).sum(axis=0) + (best * best).sum(axis=0)) / 2 - (seen * best).sum(axis=0)
        return Comparison(np.asarray(alike, np.float32), np.asarray(apart.reshape(PLACES), np.float32))


def turns(picture: ByteArray, shape: Shape) -> list[ByteArray]:
    """The ways in which a card may lie, its first side a short one: upright or upside down; a round one all about."""
    if shape == "rectangle":
        return [picture, np.asarray(cv2.rotate(picture, cv2.ROTATE_180), np.uint8)]
    width, height = LOOK_SIZE
    side = cv2.resize(picture, (height, height), interpolation=cv2.INTER_LINEAR)
    middle = ((height - 1) / 2, (height - 1) / 2)
    turned = []
    for number in range(_ROUND_TURNS):
        matrix = cv2.getRotationMatrix2D(middle, 360 * number / _ROUND_TURNS, 1.0)
        spun = cv2.warpAffine(side, matrix, (height, height), borderMode=cv2.BORDER_REFLECT)
        turned.append(np.asarray(cv2.resize(spun, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    return turned
