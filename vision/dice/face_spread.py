"""A family's own dice on a few photographs, every face with its name or a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from vision.dice.enrolled_dice import (
    FACES_OF,
    FEWEST,
    ByteArray,
    DiceKind,
    FaceExample,
    Float64Array,
    FloatArray,
)
from vision.dice.face_match import face_gallery, laid_ways
from vision.dice.family_dice import classes_of, crop_of
from vision.dice.reader import DiceReader
from vision.readings import SURE
from vision.rows import in_rows

_LEAST_HEAT, _LEAST_PRESENCE = 0.5, 0.5
"""What the detector or the calibration holds for a die is shown; the network may know nothing of its pictures."""
_ROW_IN_SIDES = 2.0
_ALIKE = 0.85
"""A face is not asked that is so like a named one, liker than all others, and sure by that and the network."""
_UNLIKE, _SAME = 0.65, 0.93
"""Two looks at one face are hardly less alike, nor those at two faces more."""
_KNOWN = 0.5
"""The network knows dice where it is sure of so many of their faces. Of 40 drawn sets of stickers it was sure of 28 %
of one set's faces, of fewer of the others'.
"""
_CROWDED = 1.5
"""Where all faces are shown equally often no name comes up so many times too often."""
_LIKENESS_WEIGHT = 40.0
_FACTORY_WEIGHT = 0.25
"""What the network's word counts once every face has a name: of pictures it knows little."""
_GUESSES = 4
_LEAST_GUESS = 0.01
_LEAST = 1e-3


class Known(Enum):
    """How a face got its name."""

    SURE = "sure"
    ALIKE = "alike"
    """It looks like a face that was named, and like no other."""
    DOUBTFUL = "doubtful"
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True, eq=False)
class SeenFace:
    """A face that a reader made out: its middle px (x, y), its side px, its upright crop uint8 BGR (64, 64, 3), what
    the network says of the six faces of its kind (6,), in their order in `FACES_OF`, and how certain the best of
    them is.
    """

    centre: tuple[float, float]
    side: float
    crop: ByteArray
    factory: FloatArray
    certainty: float


@dataclass(frozen=True, slots=True, eq=False)
class ShownFace:
    """A face of a spread. `number` counts all faces from 0; `photograph`, `row` and `place` (from the left) from 1.

    `face` is the likeliest one, None for no face of these dice; `guesses` are the likeliest with their
    probabilities, the best first.
    """

    number: int
    photograph: int
    row: int
    place: int
    seen: SeenFace
    face: str | None
    known: Known
    guesses: tuple[tuple[str, float], ...]

    @property
    def is_settled(self) -> bool:
        """Whether its name is not asked."""
        return self.known is not Known.DOUBTFUL


@dataclass(frozen=True, slots=True, eq=False)
class FaceSpread:
    """All faces of a kind of dice that were photographed, in the order of photographs, rows and places, and how like
    each other they are (n, n).
    """

    kind: DiceKind
    faces: tuple[ShownFace, ...]
    likeness: Float64Array

    @property
    def doubtful(self) -> tuple[ShownFace, ...]:
        """The faces to ask about."""
        return tuple(face for face in self.faces if not face.is_settled)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces that are settled less often than dice are learnt from, the lowest first."""
        seen = Counter(face.face for face in self.faces if face.is_settled)
        return tuple(face for face in FACES_OF[self.kind] if seen[face] < FEWEST)

    @property
    def examples(self) -> tuple[FaceExample, ...]:
        """The faces whose name is known, as dice are learnt from them."""
        return tuple(
            FaceExample(face.face, face.seen.crop, face.seen.factory)
            for face in self.faces
            if face.is_settled and face.face is not None
        )

    def answered(self, number: int, face: str | None) -> FaceSpread:
        """Return the spread after a person said what a face is; None: no face of these dice.

        What was doubtful, or settled by its likeness to others, is thought over; what was sure is asked where an
        answer about another face speaks against it. Who corrects what was sure sees to the rest as well. Raises
        ValueError where there is no such face.
        """
        if not 0 <= number < len(self.faces) or face not in (None, *FACES_OF[self.kind]):
            raise ValueError(f"there is no face {number} that could be {face}")
        told = replace(self.faces[number], face=face, known=Known.ANSWERED, guesses=())
        faces = [told if one.number == number else one for one in self.faces]
        if not self.faces[number].is_settled:
            faces = _doubted(self.kind, faces, self.likeness)
        return _thought_over(self.kind, faces, self.likeness)


def faces_in(reader: DiceReader, picture: ByteArray, kind: DiceKind) -> list[SeenFace]:
    """Return the faces of all dice of a kind that likely lie in a picture, uint8 BGR (h, w, 3), of any scale."""
    calibration = reader.calibration()
    found = []
    for look, evidence, _ in reader.judge(reader.look(picture), kind):
        presence, certainty = calibration.probabilities(evidence)
        if look.detection.heat >= _LEAST_HEAT or presence >= _LEAST_PRESENCE:
            factory = np.asarray(look.probabilities[classes_of(kind)], np.float32)
            spot = look.detection
            found.append(SeenFace(spot.centre, spot.side, crop_of(picture, look), factory, certainty))
    return found


def face_spread_of(photographs: Sequence[Sequence[SeenFace]], kind: DiceKind) -> FaceSpread:
    """Return the spread of the faces that a reader saw on each photograph, named as far as that is sure.

    Of dice on which the network is sure of few faces nothing is taken for sure: it takes a sticker for a figure now
    and then, and every time for the same. Nor is what it contradicts itself about, nor a name that many faces bear
    where another is borne by none: a V upside down is nearly an A.
    """
    placed: list[tuple[int, int, int, SeenFace]] = []
    for photograph, seen in enumerate(photographs, 1):
        unit = _ROW_IN_SIDES * float(np.median([face.side for face in seen])) if seen else 1.0
        for row, numbers in enumerate(in_rows([face.centre for face in seen], unit), 1):
            placed += [(photograph, row, place, seen[at]) for place, at in enumerate(numbers, 1)]
    faces = [face for *_, face in placed]
    likeness = _likeness([face.crop for face in faces])
    best = np.array([int(face.factory.argmax()) for face in faces], np.intp)
    certain = np.array([face.certainty >= SURE for face in faces], bool)
    if certain.sum() < _KNOWN * len(faces):
        certain[:] = False
    sure = certain & ~_contradicted(best, certain, likeness) & ~_crowded(best, certain, len(FACES_OF[kind]))
    shown = [
        ShownFace(
            number,
            photograph,
            row,
            place,
            face,
            FACES_OF[kind][int(best[number])],
            Known.SURE if sure[number] else Known.DOUBTFUL,
            (),
        )
        for number, (photograph, row, place, face) in enumerate(placed)
    ]
    return _thought_over(kind, shown, likeness)


def _contradicted(
    best: NDArray[np.intp], certain: NDArray[np.bool_], likeness: Float64Array
) -> NDArray[np.bool_]:
    """Which faces (n,) bear the same name as one that looks otherwise, or another than one that looks alike, among
    those of which the network is certain.
    """
    both = certain[:, None] & certain[None, :]
    same = best[:, None] == best[None, :]
    return np.asarray((both & ((same & (likeness < _UNLIKE)) | (~same & (likeness >= _SAME)))).any(axis=1))


def _crowded(best: NDArray[np.intp], certain: NDArray[np.bool_], kinds: int) -> NDArray[np.bool_]:
    """Which faces (n,) bear a name that too many bear surely, where one of so many ``kinds`` is borne by none."""
    borne = np.bincount(best[certain], minlength=kinds)
    if borne.all():
        return np.zeros(len(best), bool)
    return np.asarray(borne[best] > max(FEWEST, _CROWDED * len(best) / kinds), np.bool_)


def _doubted(kind: DiceKind, faces: Sequence[ShownFace], likeness: Float64Array) -> list[ShownFace]:
    """The faces after an answer, those doubtful of which the network is sure no longer beside what people said."""
    names = FACES_OF[kind]
    told = np.array(
        [one.known in (Known.SURE, Known.ANSWERED) and one.face is not None for one in faces], bool
    )
    best = np.array([names.index(one.face) if one.face is not None else 0 for one in faces], np.intp)
    doubted = _contradicted(best, told, likeness) | _crowded(best, told, len(names))
    return [
        replace(one, known=Known.DOUBTFUL) if one.known is Known.SURE and doubted[one.number] else one
        for one in faces
    ]


def _likeness(crops: Sequence[ByteArray]) -> Float64Array:
    """How like each other faces are (n, n), whichever of two is laid over the other."""
    if not crops:
        return np.zeros((0, 0))
    gallery = face_gallery(crops)
    one_way = np.stack([gallery.likeness(laid_ways(crop)) for crop in crops])
    return np.asarray(np.maximum(one_way, one_way.T), np.float64)


def _thought_over(kind: DiceKind, faces: Sequence[ShownFace], likeness: Float64Array) -> FaceSpread:
    """The spread, what nobody is sure of judged by its likeness to those that somebody is sure of."""
    named: dict[str, list[int]] = {}
    for face in faces:
        if face.known in (Known.SURE, Known.ANSWERED) and face.face is not None:
            named.setdefault(face.face, []).append(face.number)

    def judged(face: ShownFace) -> ShownFace:
        if face.known in (Known.SURE, Known.ANSWERED):
            return face
        like = {name: float(likeness[face.number, numbers].max()) for name, numbers in named.items()}
        return _by_likeness(face, like, FACES_OF[kind])

    return FaceSpread(kind, tuple(judged(face) for face in faces), likeness)


def _by_likeness(face: ShownFace, likeness: Mapping[str, float], names: Sequence[str]) -> ShownFace:
    shares = _shares(face.seen.factory, likeness, names)
    order = [int(at) for at in np.argsort(-shares, kind="stable")]
    # Only once every face was named: before, the likest may be one that has no name yet.
    if len(likeness) == len(names) and float(shares.max()) >= SURE:
        likest = max(likeness, key=lambda name: likeness[name])
        if likest == names[order[0]] and likeness[likest] >= _ALIKE:
            return replace(face, face=likest, known=Known.ALIKE, guesses=())
    guesses = tuple((names[at], float(shares[at])) for at in order[:_GUESSES] if shares[at] >= _LEAST_GUESS)
    return replace(face, face=names[order[0]], known=Known.DOUBTFUL, guesses=guesses)


def _shares(factory: FloatArray, likeness: Mapping[str, float], names: Sequence[str]) -> Float64Array:
    """How likely each face is (6,), by the network and by likeness; one without a name is as like as those with one
    are on average.
    """
    usual = sum(likeness.values()) / len(likeness) if likeness else 0.0
    like = np.array([likeness.get(name, usual) for name in names])
    weight = _FACTORY_WEIGHT if len(likeness) == len(names) else 1.0
    shares = np.exp(_LIKENESS_WEIGHT * (like - like.max()))
    shares = shares * (np.asarray(factory, np.float64) + _LEAST) ** weight
    return np.asarray(shares / shares.sum(), np.float64)
