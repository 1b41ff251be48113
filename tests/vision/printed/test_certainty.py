"""What the certainty of a printed card weighs."""

import numpy as np

from vision.printed.certainty import FEATURES, PrintCertainty, features
from vision.printed.enrolled_box import PLACES, Comparison
from vision.printed.enrolment import of_box
from vision.printed.found_card import FoundCard

NEAREST = np.array([0.9, 0.9], np.float32)
OUTLINE = of_box((10, 10, 70, 100))
CARD = FoundCard(OUTLINE, 0.99, 0.97, False)


def compared(unlike: float) -> Comparison:
    """A card that differs so much from the most alike, where the cards of the box differ, too."""
    relations = np.zeros(PLACES, np.float32)
    relations[3:5, 2:4] = 0.02
    alike = np.array([1 - unlike, 0.85], np.float32)
    return Comparison(alike, np.asarray(relations * unlike * 10, np.float32), relations, OUTLINE)


def test_a_picture_without_cards_has_no_features() -> None:
    assert features([], NEAREST, []) == []


def test_each_card_has_every_feature_and_knows_what_is_usual_in_its_picture() -> None:
    rows = features([compared(0.02), compared(0.03), compared(0.09)], NEAREST, [CARD] * 3)
    assert {len(row) for row in rows} == {len(FEATURES)}
    usual, own = FEATURES.index("usual"), FEATURES.index("as_relations")
    assert [row[usual] for row in rows] == [rows[1][own]] * 3


def test_what_differs_more_than_the_others_of_its_picture_is_rather_a_stranger() -> None:
    certainty, doubtful = PrintCertainty.load(), compared(0.05)
    (alone,) = features([doubtful], NEAREST, [CARD])
    among_clear_ones = features([doubtful, *[compared(0.004)] * 6], NEAREST, [CARD] * 7)[0]
    assert certainty.of(among_clear_ones)[0] < certainty.of(alone)[0] - 0.1
