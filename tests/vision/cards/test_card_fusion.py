"""Indices become cards: what belongs together is joined, what does not stays apart; letters mean what a deck says."""

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.playing_cards import RANKS
from vision.card_names import CARDS, FIGURES, LANGUAGES, SUITS, figure_of
from vision.cards.answers import EMBEDDING, FIGURE_REJECT, SUIT_REJECT, Language, ranks_of_figures
from vision.cards.finding import IndexSpot
from vision.cards.fusion import card_probabilities, join_cards, without_lone_cold
from vision.cards.reading import ReadIndex

PX_PER_MM = 3.0
CORNER_MM = (-25.8, -32.0)


def _says(
    figure: str, suit: str, sure: float = 0.98, heat: float = 0.9
) -> tuple[np.ndarray, np.ndarray, float]:
    figures = np.full(FIGURE_REJECT + 1, (1 - sure) / FIGURE_REJECT, np.float32)
    figures[FIGURES.index(figure)] = sure
    suits = np.full(SUIT_REJECT + 1, (1 - sure) / SUIT_REJECT, np.float32)
    suits[SUITS.index(suit)] = sure
    return figures, suits, heat


def _corner(
    card_mm: tuple[float, float],
    turn_deg: float,
    says: tuple[np.ndarray, np.ndarray, float],
    *,
    corner_mm: tuple[float, float] = CORNER_MM,
    other_end: bool = False,
    miss_mm: tuple[float, float] = (0.0, 0.0),
) -> ReadIndex:
    """An index of a card whose middle lies at ``card_mm``; its predicted middle misses by so much."""
    angle = math.radians(turn_deg + (180 if other_end else 0))
    right, up = (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
    x = card_mm[0] + corner_mm[0] * right[0] + corner_mm[1] * -up[0]
    y = card_mm[1] + corner_mm[0] * right[1] + corner_mm[1] * -up[1]
    figures, suits, heat = says
    middle = ((card_mm[0] + miss_mm[0]) * PX_PER_MM, (card_mm[1] + miss_mm[1]) * PX_PER_MM)
    spot = IndexSpot((x * PX_PER_MM, y * PX_PER_MM), up, (21.0, 54.0), middle, heat)
    return ReadIndex(spot, figures, suits, np.zeros(EMBEDDING, np.float32))


@pytest.mark.parametrize("turn", [0, 37, 90, 200, 315])
def test_both_ends_of_a_card_are_one_card_whichever_way_it_lies(turn: float) -> None:
    ends = [
        _corner((100, 80), turn, _says("10", "H"), miss_mm=(2, -1)),
        _corner((100, 80), turn, _says("10", "H", 0.6), other_end=True, miss_mm=(-1, 3)),
    ]
    (card,) = join_cards(ends, PX_PER_MM, "any")
    assert CARDS[int(card.cards.argmax())] == "10H" and card.cards.max() > 0.99
    assert card.opposite and len(card.indices) == 2
    assert card.middle == pytest.approx((300, 240), abs=0.5)
    assert card.size[0] / PX_PER_MM == pytest.approx(63.6, abs=2)
    assert card.size[1] / PX_PER_MM == pytest.approx(89, abs=2)


def test_four_corners_are_one_card() -> None:
    says = _says("7", "C")
    corners = [
        _corner((60, 60), 20, says, corner_mm=(x, -32.0), other_end=end)
        for x in (-25.8, 25.8)
        for end in (False, True)
    ]
    (card,) = join_cards(corners, PX_PER_MM, "any")
    assert len(card.indices) == 4 and card.middle == pytest.approx((180, 180), abs=1)


def test_cards_of_a_column_stay_apart_though_their_middles_are_near() -> None:
    """Each shows its upper corner; the last one, on top, shows both ends."""
    column = [_corner((0, 14.0 * n), 0, _says(figure, "S")) for n, figure in enumerate("A2345")]
    column.append(_corner((0, 56.0), 0, _says("5", "S"), other_end=True, miss_mm=(0, -5)))
    cards = join_cards(column, PX_PER_MM, "any")
    named = sorted(CARDS[int(card.cards.argmax())] for card in cards)
    assert named == ["2S", "3S", "4S", "5S", "AS"]
    assert sorted(len(card.indices) for card in cards) == [1, 1, 1, 1, 2]


def test_the_same_card_of_two_packs_is_two_cards() -> None:
    twins = [_corner((0, 18.0 * n), 0, _says("9", "D")) for n in range(2)]
    assert len(join_cards(twins, PX_PER_MM, "any")) == 2


def test_corners_that_say_different_cards_are_not_joined() -> None:
    ends = [
        _corner((0, 0), 0, _says("10", "H")),
        _corner((0, 0), 0, _says("3", "C"), other_end=True, miss_mm=(3, 3)),
    ]
    assert len(join_cards(ends, PX_PER_MM, "any")) == 2


def _lying(side: float, says: tuple[np.ndarray, np.ndarray, float], *, other_end: bool = False) -> ReadIndex:
    """A corner of one card that lies askew, at its left (-1) or right side as it stands."""
    across = -side if other_end else side
    return _corner((60, 60), 20, says, corner_mm=(across * 25.8, -32.0), other_end=other_end)


def test_what_lies_in_the_third_corner_of_a_card_is_of_it_whatever_it_says() -> None:
    """In noise one corner may be sure and wrong: another card could not lie there and cover no other corner."""
    corners = [_lying(-1, _says("A", "C")), _lying(1, _says("A", "C"), other_end=True)]
    wrong = _lying(1, _says("A", "D"))
    (card,) = join_cards([*corners, wrong], PX_PER_MM, "any")
    assert len(card.indices) == 3 and CARDS[int(card.cards.argmax())] == "AC" and card.cards.max() > 0.9


def test_what_lies_where_the_third_corner_may_be_covered_is_another_card() -> None:
    """Of a card in a row its left side is seen; the cards over it show theirs, one of them where its right one is."""
    side = [_lying(-1, _says("K", "S")), _lying(-1, _says("K", "S"), other_end=True)]
    assert len(join_cards([*side, _lying(1, _says("J", "C"))], PX_PER_MM, "any")) == 2


def test_a_card_across_another_is_another_card() -> None:
    crossed = [_corner((0, 0), 0, _says("K", "S")), _corner((0, 0), 90, _says("K", "S"), other_end=True)]
    assert len(join_cards(crossed, PX_PER_MM, "any")) == 2


def test_two_sure_corners_of_five_never_reach_certainty_against_a_third() -> None:
    """One corner's doubt is kept: sure and wrong happens."""
    corners = [
        _corner((0, 0), 0, _says("8", "H", 0.999)),
        _corner((0, 0), 0, _says("8", "H", 0.999), other_end=True),
    ]
    (card,) = join_cards(corners, PX_PER_MM, "any")
    assert card.cards.max() < 1.0 and card.cards.min() > 0.0
    assert card.cards.sum() == pytest.approx(1.0, abs=1e-5)


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_every_language_reads_what_it_prints(language: Language) -> None:
    table = ranks_of_figures(language)
    for number, rank in enumerate(RANKS):
        row = table[FIGURES.index(figure_of(rank, language))]
        assert row[number] == 1.0 and row.sum() == 1.0


def test_a_v_is_a_jack_unless_the_family_says_dutch() -> None:
    valet = _corner((0, 0), 0, _says("V", "H"))
    for language, card in (("any", "JH"), ("french", "JH"), ("dutch", "QH")):
        said = card_probabilities(valet, language)  # type: ignore[arg-type]
        assert CARDS[int(said.argmax())] == card and said.max() > 0.9
    with pytest.raises(KeyError, match="klingon"):
        ranks_of_figures("klingon")  # type: ignore[arg-type]


def test_nothing_joins_to_nothing() -> None:
    assert join_cards([], PX_PER_MM, "any") == []


def test_the_cards_of_a_picture_are_of_one_size() -> None:
    """Middles predicted too near by a quarter are put right by the pairs that look at each other."""

    def too_near(read: ReadIndex) -> ReadIndex:
        spot = read.spot
        middle = tuple(c + 0.75 * (m - c) for c, m in zip(spot.centre, spot.card_middle, strict=True))
        return replace(read, spot=replace(spot, card_middle=middle))

    cards = [("10", "H"), ("4", "S"), ("K", "D")]
    ends = [
        too_near(_corner((90.0 * n, 10.0 * n), 15.0 * n, _says(*name), other_end=end))
        for n, name in enumerate(cards)
        for end in (False, True)
    ]
    joined = join_cards(ends, PX_PER_MM, "any")
    assert [len(card.indices) for card in joined] == [2, 2, 2]


def test_a_cold_index_alone_is_no_card_but_it_supports_a_hot_one() -> None:
    hot = _corner((100, 80), 0, _says("10", "H"))
    same = _corner((100, 80), 0, _says("10", "H", heat=0.2), other_end=True)
    elsewhere = _corner((300, 80), 0, _says("A", "D", heat=0.4))
    kept = without_lone_cold([hot, elsewhere, same], PX_PER_MM, "any", 0.45)
    assert kept == [hot, same]
    assert without_lone_cold([hot, elsewhere], PX_PER_MM, "any", 0.4) == [hot, elsewhere]
