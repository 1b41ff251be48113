"""What the number that stands on a card says of which card of a box of numbers it is.

Prints that differ in their figures only are told apart by reading these, whatever the light does to the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from companion.sighting import BACK
from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.marks import straightened
from vision.printed.number_places import NUMBERS
from vision.printed.numbers import NO_NUMBER, NumberReader

_BELIEVED, _SUREST = 1.1, 0.998
"""What is read counts as so many times its logarithm, and no number is believed more surely."""
_UNREAD, _MISREAD = 0.25, 0.002
"""So often nothing is read where a number stands, and just anything instead of what stands there."""
_SHOWS_A_NUMBER, _SAME_NUMBER = 0.4, 0.02
"""So often what is none of the box shows any number, and just the one that is read: a part of a card, another box's.
All six were fitted on 14 drawn boxes, five of them dimmed, blurred and noisy; but the last, fitted as 0.002, was
raised so that a picture of a card in another size is none.
"""
_TRIED, _LEAST_RIGHT = 8, 0.5
"""So many looks are tried, and so many of them read right, before numbers on cards are believed: of seven drawn boxes
each had 13 of 15 right at least.
"""


def numbers_of(labels: Sequence[str]) -> tuple[int, ...] | None:
    """The number that each card of a box shows, ``NUMBERS`` for a back, which shows none; None for a box in which
    anything else has a name of its own.
    """
    shown = [NUMBERS if label == BACK else _number(label) for label in labels]
    if all(one == NUMBERS for one in shown) or None in shown:
        return None
    return tuple(one for one in shown if one is not None)


def _number(label: str) -> int | None:
    return int(label) if label.isascii() and label.isdigit() and int(label) < NUMBERS else None


class StandingNumber:
    """Reads what stands on the cards of a box of numbers; ``shown`` is the number on each, by ``numbers_of``."""

    @staticmethod
    def of(box: EnrolledBox, reader: Callable[[], NumberReader]) -> StandingNumber | None:
        """What reads the cards of a box; None where they are no numbers, or numbers are their names alone: hardly any
        is read on the looks that were kept. ``reader`` is called for a box whose names are numbers.
        """
        shown = numbers_of(box.labels)
        if shown is None:
            return None
        standing = StandingNumber(shown, reader())
        numbered = [look for look in box.looks if look.label != BACK]
        tried = numbered[:: -(-len(numbered) // _TRIED)]
        right = sum(standing._reads(look.picture) == int(look.label) for look in tried)
        return standing if right >= _LEAST_RIGHT * len(tried) else None

    def __init__(self, shown: Sequence[int], reader: NumberReader) -> None:
        self._shown, self._reader = np.array(shown, np.intp), reader

    def _reads(self, card: ByteArray) -> int:
        """The number that is likeliest on a card that was cut out, ``NUMBERS`` for none."""
        high, wide = card.shape[:2]
        corners = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float64)
        return int(self._reader.stands_on(straightened(card, Outline(corners))).argmax())

    def says(self, image: ByteArray, outline: Outline) -> Float64Array:
        """How well what is read on a card fits each card of the box, and last a card that is none of it, float64
        (labels + 1,); what these share as a factor means nothing.
        """
        likely = self._reader.stands_on(straightened(image, outline), _SUREST)
        likely[:NUMBERS] *= NUMBERS
        likely[NUMBERS] /= NO_NUMBER
        likely = likely**_BELIEVED
        likely /= likely.sum()
        likely[:NUMBERS] += _UNREAD * (likely[NUMBERS] - likely[:NUMBERS])
        likely += _MISREAD * (1 / len(likely) - likely)
        known = likely[self._shown]
        any_or_none = _SHOWS_A_NUMBER * likely[:NUMBERS].mean() + (1 - _SHOWS_A_NUMBER) * likely[NUMBERS]
        return np.append(known, any_or_none + _SAME_NUMBER * (known.max() - any_or_none))
