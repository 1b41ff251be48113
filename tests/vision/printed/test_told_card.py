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


def test_the_likeliest_card_is_told_more_surely_than_the_certainty_of_any_photograph() -> None:
    told = dict(card(("pay_500", 0.9), ("pay_1000", 0.1)).told)
    assert told["pay_500"] == pytest.approx(3.6 / 3.7)
    assert sum(told.values()) == pytest.approx(1.0)


def test_a_doubtful_card_stays_so() -> None:
    """It may be what is printed on a board."""
    doubtful = card(("pay_500", 0.6), ("pay_1000", 0.4))
    assert doubtful.told == doubtful.shares


def test_a_card_of_a_worn_box_is_told_surely_enough_to_be_entered_after_a_second_look() -> None:
    """Films 713 and 717: people were asked whether it was AE, told with 0.7, or BE."""
    told = dict(card(("AE", 0.7), ("BE", 0.3)).told)
    assert told["AE"] > 0.9


def test_what_may_be_no_card_of_the_box_becomes_rarer_as_the_others_do() -> None:
    told = dict(card(("pay_500", 0.85), ("pay_1000", 0.05)).told)
    assert 0.0 < 1.0 - sum(told.values()) < 0.01
    assert told["pay_500"] > 0.94


def test_a_card_that_is_told_without_a_doubt_stays_so() -> None:
    assert dict(card(("pay_500", 1.0), ("pay_1000", 0.0)).told) == {"pay_500": 1.0}
