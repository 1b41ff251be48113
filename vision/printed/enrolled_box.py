"""The cards of a family's box: what was shown of each once, and which of them a cut-out card is."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.network import FloatArray
from vision.printed.colours import colours_apart, colours_of
from vision.printed.cut_out import HEIGHT, WIDTH, ByteArray, Float64Array, Outline, Shape, balanced
from vision.printed.embedding import FEATURES, PLACES, Prints

LOOK_SIZE = (128, 192)
"""Width and height at which a look is kept, px."""
_ROUND_TURNS = 24
OTHER_COLOUR = 0.2
"""By so much a card of wholly another colour is less like one than its shapes say."""
_RELATIONS = 4
"""So many cards of the box say where cards like one differ from it."""
SHIFTS = tuple((right, down) for down in range(-2, 3) for right in range(-2, 3))
"""Places to the right and down by which a card that was cut out beside its edges is moved."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Where a look comes from that was learnt in play: the zone, the day, the game by a name for it, and the entries
    of its journal by which people told the card.
    """

    zone: str
    day: str
    evening: str
    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CardLook:
    """One card on one photograph: its name, the number of the photograph from 1, and the card cut out, uint8 BGR of
    ``LOOK_SIZE``. A look that was learnt in play is of no photograph, 0, and ``confirmed`` says where it comes from.
    """

    label: str
    photograph: int
    picture: ByteArray
    confirmed: Confirmed | None = None


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
    """How much a card is like each card of a box, float32 (labels,), how much each place of it differs from the most
    alike, and how much that one from those of the box that are most like it, float32 ``PLACES``, the logit that both
    show the same print, where the card lies, px of the picture, and in a box of numbers what ``StandingNumber`` says.
    """

    alike: FloatArray
    apart: FloatArray
    relations: FloatArray
    same: float
    outline: Outline
    number_says: Float64Array | None = None


class BoxMemory:
    """An enrolled box as the reader compares with it: every look, turned as a card may lie."""

    def __init__(self, box: EnrolledBox, prints: Prints) -> None:
        self.box = box
        self.labels = box.labels
        number_of = {label: number for number, label in enumerate(self.labels)}
        pictures, owners = [], []
        for look in box.looks:
            for turned in turns(look.picture, box.shape):
                pictures.append(turned)
                owners.append(number_of[look.label])
        self._embeddings = prints.embed(pictures)
        self._owners = np.array(owners, np.intp)
        order = np.argsort(self._owners, kind="stable")
        self._embeddings, self._owners = self._embeddings[order], self._owners[order]
        self.looks = [pictures[number] for number in order]
        """Every turned look as it is kept, uint8 BGR of ``LOOK_SIZE``."""
        self.pictures = [smaller(pictures[number]) for number in order]
        """Every turned look, uint8 BGR (HEIGHT, WIDTH, 3), balanced."""
        self._colours = np.stack([colours_of(picture) for picture in self.pictures])
        self._starts = np.searchsorted(self._owners, np.arange(len(self.labels)))
        self._relations: dict[int, FloatArray] = {}

    def likeness(self, embedding: FloatArray, card: ByteArray) -> FloatArray:
        """How much a card, balanced, uint8 BGR, and its embedding (numbers,) are like each turned look, float32
        (turned looks,): by the embedding, less what the colours say against it.
        """
        colours = colours_apart(colours_of(card), self._colours)
        return np.asarray(self._embeddings @ embedding - OTHER_COLOUR * colours, np.float32)

    def shifted_likeness(self, embedding: FloatArray) -> tuple[FloatArray, NDArray[np.intp]]:
        """The same with the card moved by up to two places in any direction, whichever fits best: likeness float32
        (turned looks,) and the moves, places to the right and down in the card seen, (turned looks, 2).
        """
        products = _shifted(embedding) @ self._embeddings.T
        best = products.argmax(axis=0)
        return np.asarray(products.max(axis=0), np.float32), np.array(SHIFTS, np.intp)[best]

    def owner(self, turned_look: int) -> int:
        """The number of the card that a turned look shows."""
        return int(self._owners[turned_look])

    def looks_of(self, label: int) -> slice:
        """The turned looks at the card of this number."""
        ends = (*self._starts, len(self._owners))
        return slice(int(ends[label]), int(ends[label + 1]))

    def by_card(self, likeness: FloatArray) -> FloatArray:
        """The best likeness of each card of the box, float32 (labels,)."""
        return np.asarray(np.maximum.reduceat(likeness, self._starts), np.float32)

    def relations(self, turned_look: int) -> FloatArray:
        """How much each place of a turned look differs from the same place of the cards most like it, float32
        ``PLACES``; the same everywhere in a box of one.
        """
        if turned_look not in self._relations:
            likeness = self._embeddings @ self._embeddings[turned_look]
            nearest: dict[int, int] = {}
            for look in np.argsort(likeness)[::-1]:
                owner = self.owner(int(look))
                if owner != self.owner(turned_look) and len(nearest) < _RELATIONS:
                    nearest.setdefault(owner, int(look))
            apart = [self.apart(self._embeddings[look], turned_look) for look in nearest.values()]
            self._relations[turned_look] = (
                np.asarray(np.mean(apart, axis=0), np.float32) if apart else np.ones(PLACES, np.float32)
            )
        return self._relations[turned_look]

    def apart(self, embedding: FloatArray, turned_look: int) -> FloatArray:
        """How much each place of a card differs from a turned look, float32 ``PLACES``; sums up to 1 less the
        likeness.
        """
        seen, best = (one.reshape(FEATURES, -1) for one in (embedding, self._embeddings[turned_look]))
        apart = ((seen * seen).sum(axis=0) + (best * best).sum(axis=0)) / 2 - (seen * best).sum(axis=0)
        return np.asarray(apart.reshape(PLACES), np.float32)


def smaller(picture: ByteArray) -> ByteArray:
    """A cut-out card as the networks see it, uint8 BGR (HEIGHT, WIDTH, 3), balanced."""
    return balanced(np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8))


def _shifted(embedding: FloatArray) -> FloatArray:
    """An embedding moved by each of SHIFTS, float32 (shifts, numbers); what leaves the card is lost."""
    maps = embedding.reshape(FEATURES, *PLACES)
    moved = np.zeros((len(SHIFTS), FEATURES, *PLACES), np.float32)
    for number, (right, down) in enumerate(SHIFTS):
        seen = maps[:, max(0, down) : PLACES[0] + min(0, down), max(0, right) : PLACES[1] + min(0, right)]
        at_y, at_x = max(0, -down), max(0, -right)
        moved[number, :, at_y : at_y + seen.shape[1], at_x : at_x + seen.shape[2]] = seen
    return moved.reshape(len(SHIFTS), -1)


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
