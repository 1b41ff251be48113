"""What a box learns in play is kept apart from what was shown, bounded, and only where it can be true."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.plain_prints import PlainPrints
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, BoxMemory, CardLook, Confirmed, EnrolledBox
from vision.printed.learning import MOST_OF_A_CARD, KeptOut, kept_out, with_confirmed, without_confirmed

COLOURS = {"1": (40, 40, 200), "2": (200, 60, 30), "3": (40, 160, 60)}


def printed(label: str, shade: float = 1.0) -> ByteArray:
    """A card with a figure of its own colour, in any light."""
    width, height = LOOK_SIZE
    card = np.full((height, width, 3), 245, np.uint8)
    cv2.putText(card, label, (20, 140), cv2.FONT_HERSHEY_SIMPLEX, 4.0, COLOURS[label], 18)
    return np.asarray(cv2.convertScaleAbs(card, alpha=shade), np.uint8)


def box() -> EnrolledBox:
    looks = tuple(CardLook(label, 1, printed(label)) for label in COLOURS)
    return EnrolledBox("ours", "2026-11-26", "rectangle", 0.65, looks)


def learnt(label: str, entry: int) -> CardLook:
    return CardLook(label, 0, printed(label, 0.7), Confirmed("discard", "2026-11-26", "tonight", (entry,)))


@pytest.mark.parametrize(
    ("label", "picture", "reason"),
    [
        ("1", printed("1", 0.5), None),
        ("9", printed("1"), KeptOut.UNKNOWN),
        ("1", printed("2"), KeptOut.LIKE_ANOTHER),
        ("1", np.full((LOOK_SIZE[1], LOOK_SIZE[0], 3), (120, 150, 190), np.uint8), KeptOut.STRANGE),
    ],
)
def test_what_cannot_be_the_card_is_kept_out(label: str, picture: ByteArray, reason: KeptOut | None) -> None:
    prints = PlainPrints()
    assert kept_out(BoxMemory(box(), prints), prints, label, picture) is reason


def test_of_a_card_the_latest_few_are_kept_and_what_was_shown_stays() -> None:
    shown = box()
    taught = with_confirmed(shown, [learnt("2", entry) for entry in range(MOST_OF_A_CARD + 3)])
    assert taught.looks[:3] == shown.looks
    entries = [look.confirmed.entries for look in taught.looks if look.confirmed is not None]
    assert entries == [(entry,) for entry in range(3, MOST_OF_A_CARD + 3)]


def test_what_is_taken_back_is_gone_and_the_rest_stays() -> None:
    shown = box()
    taught = with_confirmed(shown, [learnt("2", 7), learnt("3", 8)])
    left = without_confirmed(taught, lambda look: look.confirmed is not None and 7 in look.confirmed.entries)
    assert [look.label for look in left.looks] == ["1", "2", "3", "3"]
    assert without_confirmed(taught, lambda look: True).looks == shown.looks
    assert without_confirmed(shown, lambda look: True) is shown
