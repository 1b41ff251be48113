"""How surely a card of a zone is told."""

from __future__ import annotations

import numpy as np
import pytest

from vision.printed.cut_out import Outline
from vision.printed.enrolled_box import Comparison
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading
from vision.printed.told_card import ToldCard

OUTLINE = Outline(np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float64))


def card(*candidates: tuple[str, float]) -> ToldCard:
    found = FoundCard(OUTLINE, 1.0, 1.0, False)
    one = np.zeros(2, np.float32)
    compared = Comparison(one, one, one, 0.0, OUTLINE, None)
    label, score = candidates[0]
    return ToldCard(found, compared, 1.0, PrintedReading(label, score, candidates, 1.0, OUTLINE))


def test_on_a_table_whose_box_was_shown_hardly_a_card_is_none_of_it() -> None:
    shares = dict(card(("pay_500", 0.85), ("pay_1000", 0.05)).shares)
    assert 1.0 - sum(shares.values()) == pytest.approx(0.02, abs=0.002)
    assert shares["pay_500"] == pytest.approx(17 * shares["pay_1000"])


def test_a_doubt_between_two_cards_of_the_box_stays_as_it_is() -> None:
    assert dict(card(("pay_500", 0.6), ("pay_1000", 0.4)).shares) == {"pay_500": 0.6, "pay_1000": 0.4}
