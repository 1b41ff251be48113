"""What an enrolled box learns from an evening: cards that read doubtfully and that people told.

Looks that were learnt are marked as confirmed, so that they can be taken back, one by one or all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum

import numpy as np

from vision.printed.cut_out import ByteArray
from vision.printed.embedding import Prints
from vision.printed.enrolled_box import BoxMemory, CardLook, EnrolledBox, smaller

MOST_OF_A_CARD = 4
"""Most confirmed looks kept of one card; a further one replaces the oldest."""
_LEAST_ALIKE = 0.5
"""A look that is less like every card of the box is none of them: a hand, another pack, a card laid over it."""
_MORE_ALIKE = 0.1
"""A look that is by so much more like another card contradicts what was told."""


class KeptOut(Enum):
    """Why a look is not learnt."""

    UNKNOWN = "the box has no such card"
    STRANGE = "it looks like none of the box's cards"
    LIKE_ANOTHER = "it looks like another card of the box"


def kept_out(memory: BoxMemory, prints: Prints, label: str, picture: ByteArray) -> KeptOut | None:
    """Return why a cut-out card, uint8 BGR, must not become a look at the card of this label; None where it may.

    People err, too: what is like no card of the box, or more like another one, is no look at what they said.
    """
    if label not in memory.labels:
        return KeptOut.UNKNOWN
    alike = memory.by_card(memory.likeness(prints.embed([picture])[0], smaller(picture)))
    if float(alike.max()) < _LEAST_ALIKE:
        return KeptOut.STRANGE
    told = float(alike[memory.labels.index(label)])
    return KeptOut.LIKE_ANOTHER if float(np.max(alike)) - told > _MORE_ALIKE else None


def with_confirmed(box: EnrolledBox, looks: Iterable[CardLook]) -> EnrolledBox:
    """Return the box with more looks that were learnt, of each card the latest few."""
    kept = [*(look for look in box.looks if look.confirmed is not None), *looks]
    newest = {
        id(one)
        for label in {look.label for look in kept}
        for one in [look for look in kept if look.label == label][-MOST_OF_A_CARD:]
    }
    shown = (look for look in box.looks if look.confirmed is None)
    return replace(box, looks=(*shown, *(one for one in kept if id(one) in newest)))


def without_confirmed(box: EnrolledBox, taken_back: Callable[[CardLook], bool]) -> EnrolledBox:
    """Return the box without the learnt looks of which this is true: without any it is what was shown, to the bit.
    Where none is taken back it is returned as it is.
    """
    left = tuple(look for look in box.looks if look.confirmed is None or not taken_back(look))
    return box if len(left) == len(box.looks) else replace(box, looks=left)
