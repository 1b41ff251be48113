"""What the certainty of a printed card weighs."""

from dataclasses import replace

import numpy as np

from vision.printed.certainty import FEATURES, PrintCertainty, features
from vision.printed.enrolled_box import PLACES, Comparison
from vision.printed.enrolment import of_box

OUTLINE = of_box((10, 10, 70, 100))


def compared(unlike: float, same: float = 2.0) -> Comparison:
    """A card that differs so much from the most alike, where the cards of the box differ, too, and what the judge of
    prints says of both.
    """
    relations = np.zeros(PLACES, np.float32)
    relations[3:5, 2:4] = 0.02
    alike = np.array([1 - unlike, 0.85], np.float32)
    return Comparison(alike, np.asarray(relations * unlike * 10, np.float32), relations, same, OUTLINE)


def test_a_picture_without_cards_has_no_features() -> None:
    assert features([]) == []


def test_each_card_has_every_feature_and_knows_what_is_usual_in_its_picture() -> None:
    rows = features([compared(0.02), compared(0.03), compared(0.09)])
    assert {len(row) for row in rows} == {len(FEATURES)}
    usual, own = FEATURES.index("usual"), FEATURES.index("as_relations")
    assert [row[usual] for row in rows] == [rows[1][own]] * 3


def test_what_differs_more_than_the_others_of_its_picture_is_rather_a_stranger() -> None:
    certainty, doubtful = PrintCertainty.load(), compared(0.05, same=-1.0)
    (alone,) = features([doubtful])
    among_clear_ones = features([doubtful, *[compared(0.004)] * 6])[0]
    assert certainty.of(among_clear_ones)[0] < certainty.of(alone)[0] - 0.1


def test_a_card_that_the_judge_of_prints_calls_another_is_rather_a_stranger() -> None:
    certainty = PrintCertainty.load()
    (same,), (other,) = features([compared(0.05)]), features([compared(0.05, same=-6.0)])
    assert certainty.of(other)[0] < certainty.of(same)[0] - 0.1


def test_of_a_large_card_the_judge_of_prints_is_believed_more() -> None:
    certainty = PrintCertainty.load()
    other = compared(0.05, same=-3.0)
    (small,), (large,) = features([other]), features([replace(other, outline=of_box((0, 0, 280, 420)))])
    assert certainty.of(large)[0] < certainty.of(small)[0] - 0.05


def test_what_tells_two_cards_apart_makes_neither_more_alike() -> None:
    """The best of two near relations leads by what tells them apart; a third, that was never shown, would, too."""
    told = compared(0.05)
    ahead = replace(told, alike=told.alike + np.array([0.15, -0.15], np.float32))
    (before,), (after,) = features([told]), features([ahead])
    assert before[FEATURES.index("apart")] == after[FEATURES.index("apart")]
    assert after[FEATURES.index("lead")] > before[FEATURES.index("lead")]
