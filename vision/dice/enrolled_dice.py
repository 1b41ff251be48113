"""A family's own dice, poker dice or ones with stickers: reads a face by what the network says and by how they look.

Dice whose faces are pictures look like no other maker's; dice with plain letters are known to the network already.
Which of the two counts how much, faces left out of the learning decide.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.dice.face_match import FaceGallery, face_gallery, laid_ways
from vision.readings import SURE

POKER_FACES = ("9", "10", "J", "Q", "K", "A")
DiceKind = Literal["numbers", "poker_dice"]
FACES_OF: Mapping[DiceKind, tuple[str, ...]] = {
    "poker_dice": POKER_FACES,
    "numbers": ("1", "2", "3", "4", "5", "6"),
}
"""The six faces of each kind of dice, in the order of the network's answers."""
FACTORY_FLOOR = 1e-3
"""The network never makes a face less likely than so."""
_PRINT_WEIGHTS = (0.0, 5.0, 10.0, 20.0, 40.0, 60.0)
_FACTORY_WEIGHTS = (0.0, 0.25, 0.5, 1.0)
_KNOWN = 0.75
"""The network knows dice of which it names so many of the examples right."""
_NO_LUCK = 0.01
FEWEST = 2
"""Fewest looks at every face: one can then be left out to try the others on it."""
_LIKEST = 2
"""A face is as like as its so many likest examples are on average."""
_STRANGE, _STRANGE_WIDTH = 0.8, 0.012
"""As like as this a look may be one of these dice or of others. Of 104 things on real photographs that were taken
for dice none was liker than 0.76 to any of 16 drawn sets; of 500 faces of 20 such sets one was less than 0.82 like
its own.
"""

ByteArray = NDArray[np.uint8]
FloatArray = NDArray[np.float32]
Float64Array = NDArray[np.float64]


class TooFewFaces(ValueError):
    """Dice cannot be learnt from these faces; the message says which are missing."""


@dataclass(frozen=True, slots=True, eq=False)
class FaceExample:
    """A face that somebody named: what it is, its upright crop uint8 BGR (64, 64, 3), and what the network said of
    the six faces of its kind (6,), in their order in `FACES_OF`.
    """

    face: str
    crop: ByteArray
    factory: FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDice:
    """Dice as they were enrolled: the examples to compare with, and which face of their `kind` each shows (n,).

    Likeness to a face times `print_weight` and the network's log-probability times `factory_weight` are added. Of
    `checked` faces that were left out of the learning `right` were told right so, and `misleading` wrong and surely.
    """

    kind: DiceKind
    gallery: FaceGallery
    shown: NDArray[np.intp]
    print_weight: float
    factory_weight: float
    checked: int
    right: int
    misleading: int

    def compared(self, ways: FloatArray) -> Float64Array:
        """Return how like each of the six faces (6,) a face is, given in its `laid_ways`."""
        return _of_faces(self.gallery.likeness(ways), self.shown)

    def is_one(self, likeness: Float64Array) -> float:
        """Return how probable it is that a face `compared` so is one of these dice, by its look alone."""
        strange = (_STRANGE - float(likeness.max())) / _STRANGE_WIDTH
        return 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, strange))))

    def judge(self, likeness: Float64Array, factory: FloatArray) -> Float64Array:
        """Return the probabilities (6,) of the faces for one `compared` so; `factory` (6,) is the network's word."""
        told = _mixed(likeness[None], _shares(factory)[None], self.print_weight, self.factory_weight)[0]
        # A few faces that were all told right do not make a reader that is never wrong.
        doubt = (self.misleading + 1) / (self.checked + 2)
        return np.asarray((1.0 - doubt) * told + doubt / len(told), np.float64)


def enrol_dice(examples: Sequence[FaceExample], kind: DiceKind = "poker_dice") -> EnrolledDice:
    """Learn dice from named faces, every face of their kind at least twice, in any order; the same every time.

    Raises TooFewFaces where a face is there less often, ValueError on one of another kind.
    """
    faces = FACES_OF[kind]
    shown = np.array([faces.index(example.face) for example in examples], np.intp)
    few = [face for at, face in enumerate(faces) if int((shown == at).sum()) < FEWEST]
    if few:
        raise TooFewFaces(f"every face is needed at least twice; too few of {', '.join(few)}")
    gallery = face_gallery([example.crop for example in examples])
    factory = np.stack([_shares(example.factory) for example in examples])
    likeness = np.stack([_left_out(gallery, example.crop, shown, at) for at, example in enumerate(examples)])
    print_weight, factory_weight = _weights(likeness, factory, shown)
    told = _mixed(likeness, factory, print_weight, factory_weight)
    is_right = told.argmax(axis=1) == shown
    misleading = ~is_right & (told.max(axis=1) >= SURE)
    return EnrolledDice(
        kind,
        gallery,
        shown,
        print_weight,
        factory_weight,
        len(shown),
        int(is_right.sum()),
        int(misleading.sum()),
    )


def _of_faces(likeness: Float64Array, shown: NDArray[np.intp]) -> Float64Array:
    """How like each face (6,) a look is that is so like the examples of all of them (n,)."""
    faces = range(int(shown.max()) + 1)
    return np.array([float(np.sort(likeness[shown == at])[-_LIKEST:].mean()) for at in faces])


def _left_out(gallery: FaceGallery, crop: ByteArray, shown: NDArray[np.intp], at: int) -> Float64Array:
    """The likeness of one example to the faces of the others."""
    others = np.arange(len(shown)) != at
    return _of_faces(gallery.likeness(laid_ways(crop))[others], shown[others])


def _weights(likeness: Float64Array, factory: Float64Array, numbers: NDArray[np.intp]) -> tuple[float, float]:
    """The weights that make the left out faces likeliest; the smaller ones where several do as well.

    A network that does not know these dice has no say, however well it happens to fit: on a face that lies otherwise
    it says otherwise.
    """
    knows_them = (factory.argmax(axis=1) == numbers).mean() >= _KNOWN
    factory_weights = _FACTORY_WEIGHTS if knows_them else (0.0,)

    def likelihood(weights: tuple[float, float]) -> float:
        shares = _mixed(likeness, factory, *weights)[np.arange(len(numbers)), numbers]
        return float(np.log((1.0 - _NO_LUCK) * shares + _NO_LUCK / likeness.shape[1]).sum())

    return max(((one, other) for one in _PRINT_WEIGHTS for other in factory_weights), key=likelihood)


def _mixed(
    likeness: Float64Array, factory: Float64Array, print_weight: float, factory_weight: float
) -> Float64Array:
    logits = print_weight * likeness + factory_weight * np.log(factory + FACTORY_FLOOR)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), np.float64)


def _shares(factory: FloatArray) -> Float64Array:
    """The network's word on the six faces as probabilities."""
    shares = np.asarray(factory, np.float64) + 1e-9
    return np.asarray(shares / shares.sum(), np.float64)
