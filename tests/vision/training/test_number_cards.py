"""Drawn cards with numbers, for training: what they show, and where it stands on them."""

from __future__ import annotations

import numpy as np
import pytest

from vision.scene.lettering import StrokeLettering
from vision.training.number_cards import Figure, NumberCard, draw_number_card, upside_down

TYPES = (StrokeLettering.of_seed(3), StrokeLettering.of_seed(4))


def drawn(seed: int) -> NumberCard:
    return draw_number_card(TYPES, np.random.default_rng(seed))


def numbered(count: int) -> list[NumberCard]:
    return [card for card in map(drawn, range(count)) if card.number is not None]


def test_the_same_seed_draws_the_same_card() -> None:
    one, other = drawn(5), drawn(5)
    assert one.figures == other.figures and one.number == other.number
    assert np.array_equal(one.box.cards[0], other.box.cards[0])


def test_a_card_shows_its_number_and_no_other_figures_once_or_several_times() -> None:
    times = set()
    for card in numbered(30):
        text = str(card.number)
        assert len(card.figures) % len(text) == 0
        shown = "".join(str(one.figure) for one in card.figures)
        times.add(len(card.figures) // len(text))
        assert shown == text * (len(shown) // len(text))
    assert {1, 2} <= times


def test_a_card_stands_on_a_short_side_and_its_figures_are_on_it() -> None:
    turned = set()
    for card in numbered(30):
        picture = card.box.cards[0]
        height, width = picture.shape[:2]
        assert height >= width
        for one in card.figures:
            turned.add(one.quarters)
            x0, y0, x1, y1 = one.box
            assert -0.06 < x0 < x1 < 1.06 and -0.06 < y0 < y1 < 1.06
    assert turned == {0, 1, 2, 3}


def test_some_cards_show_no_number() -> None:
    assert 0 < sum(card.number is None for card in map(drawn, range(40))) < 20


@pytest.mark.parametrize(
    ("text", "other"), [("6", "9"), ("16", "91"), ("8", "8"), ("17", None), ("96", "96")]
)
def test_what_figures_are_upside_down(text: str, other: str | None) -> None:
    assert upside_down(text) == other


def test_a_figure_on_a_card_turned_all_around_is_where_it_was() -> None:
    figure = turned = Figure(4, (0.1, 0.2, 0.3, 0.6), 1)
    for _ in range(4):
        turned = turned.with_card_turned()
    assert turned.box == pytest.approx(figure.box) and turned.quarters == figure.quarters
