"""A family's own dice as they are kept, and how what the networks saw of dice is read by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.classification import FACES, REJECT, Look
from vision.dice.enrolled_dice import FACES_OF, ByteArray, DiceKind, EnrolledDice, FaceExample, enrol_dice
from vision.dice.face_match import laid_ways
from vision.dice.geometry import crop_face


@dataclass(frozen=True, slots=True, eq=False)
class FamilyDice:
    """Dice with a name of the family's: the faces that were named, and what was `learnt` from them.

    `enrolled_on` is a date (ISO 8601), `network` names the network that gave its word on the faces.
    """

    name: str
    enrolled_on: str
    network: str
    examples: tuple[FaceExample, ...]
    learnt: EnrolledDice


def family_dice(
    examples: Sequence[FaceExample], name: str, enrolled_on: str, network: str, kind: DiceKind
) -> FamilyDice:
    """Return dice learnt from named faces, the same every time. Raises TooFewFaces, ValueError on another face."""
    return FamilyDice(name, enrolled_on, network, tuple(examples), enrol_dice(examples, kind))


def classes_of(kind: DiceKind) -> slice:
    """Return where the six faces of a kind of dice stand among the classes of the network."""
    first = FACES.index(FACES_OF[kind][0])
    return slice(first, first + len(FACES_OF[kind]))


def crop_of(image: ByteArray, look: Look) -> ByteArray:
    """Return the upright crop of a face in its picture (uint8 BGR), uint8 BGR (64, 64, 3)."""
    found = look.detection
    return crop_face(image, found.centre, found.side, found.anisotropy, found.turn)


def by_own_dice(image: ByteArray, looks: Sequence[Look], dice: Sequence[FamilyDice]) -> list[Look]:
    """Return looks at a picture (uint8 BGR) read by the family's dice, each by the dice it is likest.

    As far as a face is strange to them, the network's word stands. Without dice nothing changes.
    """
    return [_judged(crop_of(image, look), look, dice) for look in looks] if dice else list(looks)


def _judged(crop: ByteArray, look: Look, dice: Sequence[FamilyDice]) -> Look:
    ways = laid_ways(crop)
    compared = [(one.learnt, one.learnt.compared(ways)) for one in dice]
    own, like = max(compared, key=lambda pair: float(pair[1].max()))
    likeness, faces = own.is_one(like), classes_of(own.kind)
    told = own.judge(like, look.probabilities[faces])
    # Pictures on a family's dice are no faces to the network: a face that looks like theirs is one all the same.
    rejected = (1.0 - likeness) * float(look.probabilities[REJECT])
    probabilities = (1.0 - likeness) * look.probabilities
    probabilities[faces] += likeness * told
    probabilities[:REJECT] *= (1.0 - rejected) / max(1e-9, float(probabilities[:REJECT].sum()))
    probabilities[REJECT] = rejected
    votes = (1.0 - likeness) * look.votes
    votes[faces] += likeness * told
    return replace(
        look, probabilities=np.asarray(probabilities, np.float32), votes=np.asarray(votes, np.float32)
    )
