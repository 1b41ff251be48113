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

from vision.dice.face_print import turned_prints

POKER_FACES = ("9", "10", "J", "Q", "K", "A")
DiceKind = Literal["numbers", "poker_dice"]
FACES_OF: Mapping[DiceKind, tuple[str, ...]] = {
    "poker_dice": POKER_FACES,
    "numbers": ("1", "2", "3", "4", "5", "6"),
}
"""The six faces of each kind of dice, in the order of the network's answers."""
FACTORY_FLOOR = 1e-3
"""The network never makes a face less likely than so."""
_PRINT_WEIGHTS = (0.0, 5.0, 10.0, 20.0, 40.0)
_FACTORY_WEIGHTS = (0.0, 0.25, 0.5, 1.0)
_NO_LUCK = 0.01
FEWEST = 2
"""So many looks at every face are needed: one can then be left out to try the others on it."""
_USUAL, _BEYOND, _NARROWEST = 0.1, 2.0, 0.01
"""How much less like its nearest face than nine in ten left out ones a stranger is, in units of how far those spread;
and how far they spread at least.
"""
_LEAST_FAR = 0.8
"""Less like than this no face is that belongs to a family's dice, however badly one of the examples was cut out."""
_ROUNDS = 3

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
    """Dice as they were enrolled: `means` (6, n) describe the faces, in the order of those of their `kind`.

    Likeness to a face times `print_weight` and the network's log-probability times `factory_weight` are added. A face
    as like its nearest as `far` is as likely of other dice as of these; `width` is how fast that changes. Of
    `checked` faces that were left out of the learning `right` were told right so.
    """

    kind: DiceKind
    means: FloatArray
    print_weight: float
    factory_weight: float
    far: float
    width: float
    checked: int
    right: int

    def likeness(self, crop: ByteArray) -> float:
        """Return how probable it is that a crop shows a face of these dice, by its print alone."""
        nearest = float(_likeness(turned_prints(crop), self.means).max())
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, (nearest - self.far) / self.width))))

    def judge(self, crop: ByteArray, factory: FloatArray) -> Float64Array:
        """Return the probabilities (6,) of the faces for an upright crop in any quarter turn."""
        likeness = _likeness(turned_prints(crop), self.means)
        told = _mixed(likeness[None], _shares(factory)[None], self.print_weight, self.factory_weight)[0]
        # A few faces that were all told right do not make a reader that is never wrong.
        doubt = (self.checked - self.right + 1) / (self.checked + 2)
        return np.asarray((1.0 - doubt) * told + doubt / len(told), np.float64)


def enrol_dice(examples: Sequence[FaceExample], kind: DiceKind = "poker_dice") -> EnrolledDice:
    """Learn dice from named faces, every face of their kind at least twice, in any order; the same every time.

    Raises TooFewFaces where a face is there less often, ValueError on one of another kind.
    """
    faces = FACES_OF[kind]
    numbers = np.array([faces.index(example.face) for example in examples], np.intp)
    few = [face for at, face in enumerate(faces) if int((numbers == at).sum()) < FEWEST]
    if few:
        raise TooFewFaces(f"every face is needed at least twice; too few of {', '.join(few)}")
    prints = np.stack([turned_prints(example.crop) for example in examples])
    factory = np.stack([_shares(example.factory) for example in examples])
    means = np.stack([_mean(prints[numbers == at]) for at in range(len(faces))])
    likeness = np.stack([_left_out(prints, numbers, means, at) for at in range(len(examples))])
    print_weight, factory_weight = _weights(likeness, factory, numbers)
    told = _mixed(likeness, factory, print_weight, factory_weight).argmax(axis=1)
    of_own = likeness[np.arange(len(numbers)), numbers]
    usual = float(np.quantile(of_own, _USUAL))
    spread = max(_NARROWEST, float(np.median(of_own)) - usual)
    return EnrolledDice(
        kind,
        means,
        print_weight,
        factory_weight,
        max(_LEAST_FAR, usual - _BEYOND * spread),
        _BEYOND * spread / 4.0,
        len(numbers),
        int((told == numbers).sum()),
    )


def _mean(prints: FloatArray) -> FloatArray:
    """What the looks (n, 4, m) at one face have in common (m,), each in the quarter turn that fits the others."""
    mean = prints[0, 0]
    for _ in range(_ROUNDS):
        fitting = prints[np.arange(len(prints)), (prints @ mean).argmax(axis=1)]
        mean = fitting.mean(axis=0)
        mean = mean / np.linalg.norm(mean)
    return np.asarray(mean, np.float32)


def _likeness(prints: FloatArray, means: FloatArray) -> Float64Array:
    """How like each face (6,) a look (4, m) is in its best quarter turn, 1 at most."""
    return np.asarray((prints @ means.T).max(axis=0), np.float64)


def _left_out(prints: FloatArray, numbers: NDArray[np.intp], means: FloatArray, at: int) -> Float64Array:
    """The likeness of one look to the faces learnt without it."""
    without = means.copy()
    others = (numbers == numbers[at]) & (np.arange(len(numbers)) != at)
    without[numbers[at]] = _mean(prints[others])
    return _likeness(prints[at], without)


def _weights(likeness: Float64Array, factory: Float64Array, numbers: NDArray[np.intp]) -> tuple[float, float]:
    """The weights that make the left out faces likeliest; the smaller ones where several do as well."""

    def likelihood(weights: tuple[float, float]) -> float:
        shares = _mixed(likeness, factory, *weights)[np.arange(len(numbers)), numbers]
        return float(np.log((1.0 - _NO_LUCK) * shares + _NO_LUCK / likeness.shape[1]).sum())

    return max(((one, other) for one in _PRINT_WEIGHTS for other in _FACTORY_WEIGHTS), key=likelihood)


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
