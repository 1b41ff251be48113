"""Drawn decks: every card is told apart, and the truth about its indices agrees with its pixels."""

import dataclasses

import numpy as np
import pytest

from companion.playing_cards import RANKS
from vision.card_names import BACK, CARDS, JOKERS, LANGUAGES, SUITS, printed_rank, rank_of, suit_of
from vision.scene.arrays import BoolArray
from vision.scene.card_indices import IndexStyle
from vision.scene.deck import Deck, DeckStyle, DrawnCard, KeptDrawings, random_deck, random_deck_style
from vision.scene.suit_signs import random_sign_style, sign_shape

PX_PER_MM = 4.0
SEEDS = (3, 11, 27)


def ink(drawn: DrawnCard, paper: tuple[float, float, float]) -> BoolArray:
    difference = np.abs(drawn.picture[..., :3].astype(float) - np.array(paper)).max(axis=2)
    return np.asarray((difference > 60) & (drawn.picture[..., 3] > 250), np.bool_)


def with_index(style: DeckStyle, **changes: object) -> DeckStyle:
    index: IndexStyle = dataclasses.replace(style.index, **changes)  # type: ignore[arg-type]
    return dataclasses.replace(style, index=index)


def test_the_same_style_gives_the_same_pixels() -> None:
    first, second = random_deck(8).draw("QH", PX_PER_MM), random_deck(8).draw("QH", PX_PER_MM)
    assert np.array_equal(first.picture, second.picture)
    assert first.indices == second.indices
    assert not np.array_equal(
        first.picture, random_deck(9).draw("QH", PX_PER_MM).picture[: first.picture.shape[0]]
    )


def test_all_cards_of_a_deck_are_distinct() -> None:
    deck = random_deck(5)
    faces = {deck.draw(card, 2.0).picture.tobytes() for card in (*CARDS, *JOKERS, BACK)}
    assert len(faces) == 55


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("card", ["AS", "10H", "QC", "7D"])
def test_the_box_of_an_index_lies_close_around_its_ink(seed: int, card: str) -> None:
    style = random_deck_style(seed, width_mm=7.0)
    drawn = Deck(style).draw(card, PX_PER_MM)
    printed = ink(drawn, style.paper)
    assert len(drawn.indices) == style.index.corners
    for index in drawn.indices:
        x0, x1 = (round((index.centre_mm[0] + s * index.width_mm / 2) * PX_PER_MM) for s in (-1, 1))
        y0, y1 = (round((index.centre_mm[1] + s * index.height_mm / 2) * PX_PER_MM) for s in (-1, 1))
        inside = printed[y0:y1, x0:x1]
        assert 0.12 < inside.mean() < 0.9
        # Ink comes within half a millimetre of each side.
        assert inside[:2].any() and inside[-2:].any() and inside[:, :2].any() and inside[:, -2:].any()


def test_opposite_indices_look_in_opposite_directions() -> None:
    width, height = random_deck(3).size_mm
    indices = random_deck(3).draw("9C", PX_PER_MM).indices
    upright = [index for index in indices if index.up == (0.0, -1.0)]
    turned = [index for index in indices if index.up == (0.0, 1.0)]
    assert len(upright) == len(turned) > 0
    for index in upright:
        opposite = (width - index.centre_mm[0], height - index.centre_mm[1])
        # The picture has whole pixels, half a one is 0.06 mm.
        assert any(np.allclose(other.centre_mm, opposite, atol=0.13) for other in turned)
        assert index.centre_mm[1] < height / 2


@pytest.mark.parametrize("width_mm", [5.0, 9.0, 14.0, 20.0])
def test_indices_are_as_wide_as_asked(width_mm: float) -> None:
    style = random_deck_style(4, language="english", width_mm=width_mm)
    style = with_index(style, width=width_mm, beside=False, corners=2)
    drawn = Deck(style).draw("QD", PX_PER_MM)
    sign_mm = 1.05 * style.index.sign_height
    assert width_mm - 0.3 <= drawn.indices[0].width_mm <= max(width_mm, sign_mm) + 0.3


def test_decks_have_indices_of_all_sizes_languages_and_inks() -> None:
    styles = [random_deck_style(seed) for seed in range(300)]
    widths = [style.index.width for style in styles]
    assert min(widths) >= 5.0 and max(widths) <= 20.0
    assert sum(width > 16.0 for width in widths) > 8 and sum(width < 6.0 for width in widths) > 30
    assert {style.index.language for style in styles} == set(LANGUAGES)
    assert {style.index.corners for style in styles} == {2, 4}
    assert sum(len(set(style.index.inks.values())) == 4 for style in styles) > 10


def test_a_language_changes_what_is_printed_and_not_what_is_told() -> None:
    base = random_deck_style(6, width_mm=8.0)
    english, french, dutch = (
        Deck(with_index(base, language=language)).draw("QS", PX_PER_MM)
        for language in ("english", "french", "dutch")
    )
    assert not np.array_equal(english.picture, french.picture)
    assert not np.array_equal(french.picture, dutch.picture)
    assert {index.rank for drawn in (english, french, dutch) for index in drawn.indices} == {"Q"}


def test_a_v_is_a_french_jack_and_a_dutch_queen() -> None:
    assert [printed_rank(rank, "french") for rank in ("A", "J", "Q", "K")] == ["1", "V", "D", "R"]
    assert [printed_rank(rank, "french_as") for rank in ("A", "J", "Q", "K")] == ["A", "V", "D", "R"]
    assert [printed_rank(rank, "german") for rank in ("A", "J", "Q", "K")] == ["A", "B", "D", "K"]
    assert [printed_rank(rank, "dutch") for rank in ("A", "J", "Q", "K")] == ["A", "B", "V", "H"]
    for language in LANGUAGES:
        assert len({printed_rank(rank, language) for rank in RANKS}) == len(RANKS)


def test_codes_of_cards_are_read_and_others_refused() -> None:
    assert (rank_of("10H"), suit_of("10H")) == ("10", "H")
    for wrong in ("1H", "10X", "back", ""):
        with pytest.raises(ValueError, match="10H"):
            rank_of(wrong)
    with pytest.raises(ValueError, match="no card"):
        random_deck(1).draw("11H", 2.0)


@pytest.mark.parametrize("seed", range(4))
def test_signs_of_the_suits_differ_and_stand_upright(seed: int) -> None:
    style = dataclasses.replace(random_sign_style(np.random.default_rng(seed)), inlay=0.0)
    shapes = {suit: sign_shape(suit, style) for suit in SUITS}
    assert len({shape.tobytes() for shape in shapes.values()}) == 4
    widths = {suit: (shape > 127).sum(axis=1) for suit, shape in shapes.items()}
    # A heart ends in a point, a spade begins with one, spades and clubs stand on a foot.
    assert widths["H"][-8] < 0.4 * widths["H"][64]
    assert widths["S"][8] < 0.4 * widths["S"][140]
    assert widths["C"][-3] > widths["H"][-3]


def test_drawings_are_kept_and_the_oldest_forgotten() -> None:
    kept = KeptDrawings(random_deck(2), most=2)
    first = kept.draw("AS", 2.0)
    assert kept.draw("AS", 2.0) is first
    kept.draw("2S", 2.0)
    kept.draw("3S", 2.0)
    again = kept.draw("AS", 2.0)
    assert again is not first and np.array_equal(again.picture, first.picture)
