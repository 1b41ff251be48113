"""A deck spread on the table: what is pre-labelled, what is asked, what is missing and what is there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.vision.cards.drawn_readings import (
    DrawnDeck,
    drawn_card,
    drawn_deck,
    in_rows,
    photographed,
    shuffled,
)
from vision.card_names import CARDS
from vision.cards.deck.looks import SeenCard
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import Known, Spread, SpreadCard, spread_of

PACK = PACKS["52"]
ORDINARY = drawn_deck(1, 0.35)
PLAIN = drawn_deck(1, 0.1)
STRANGE = drawn_deck(2, 1.3)
FEW = settings(max_examples=8, deadline=None)


def joker(position: tuple[float, float]) -> SeenCard:
    card = drawn_card(ORDINARY, "AS", np.random.default_rng(0), position)
    faint = np.full(52, 0.01 / 52, np.float32)
    return SeenCard(card.looks, faint, position, card.up)


def read_as_four(card: SeenCard) -> SeenCard:
    """What a reader makes of this card that takes every ten for a four."""
    shares = card.card.copy()
    for suit in "SHDC":
        ten, four = CARDS.index(f"10{suit}"), CARDS.index(f"4{suit}")
        shares[four], shares[ten] = shares[four] + 0.99 * shares[ten], 0.01 * shares[ten]
    return replace(card, card=shares)


def truth(card: SpreadCard, laid: Sequence[Sequence[Sequence[str]]]) -> str:
    return laid[card.photograph - 1][card.row - 1][card.place - 1]


def wrong(spread: Spread, laid: Sequence[Sequence[Sequence[str]]]) -> list[SpreadCard]:
    return [card for card in spread.cards if card.is_settled and card.code != truth(card, laid)]


def test_an_ordinary_deck_in_order_is_named_without_a_question() -> None:
    rows = in_rows(CARDS)
    spread = spread_of([photographed(ORDINARY, rows, seed=1)], PACK)
    assert not spread.doubtful and not wrong(spread, [rows])
    assert spread.missing == () and spread.doubles == ()
    fifth = spread.cards[17]
    assert (fifth.photograph, fifth.row, fifth.place, fifth.code) == (1, 2, 5, rows[1][4])


def test_a_deck_that_the_reader_knows_badly_is_put_right_by_the_whole() -> None:
    rows = in_rows(CARDS)
    seen = photographed(STRANGE, rows, seed=5)
    spread = spread_of([seen], PACK)
    misread = sum(CARDS[int(card.seen.card.argmax())] != truth(card, [rows]) for card in spread.cards)
    assert misread >= 1 and not wrong(spread, [rows])
    assert len(spread.doubtful) <= 2


def test_three_photographs_of_parts_make_one_deck() -> None:
    codes = shuffled(CARDS, 3)
    laid = [in_rows(codes[:18], 9), in_rows(codes[18:36], 9), in_rows(codes[36:], 9)]
    spread = spread_of([photographed(ORDINARY, rows, seed=7) for rows in laid], PACK)
    assert not wrong(spread, laid) and len(spread.doubtful) <= 1
    assert set(spread.missing) <= {truth(card, laid) for card in spread.doubtful}


def test_tens_that_are_all_read_as_fours_on_photographs_of_parts_are_asked() -> None:
    codes = shuffled(CARDS, 3)
    laid = [in_rows(codes[:18], 9), in_rows(codes[18:36], 9), in_rows(codes[36:], 9)]
    photographs = [photographed(PLAIN, rows, seed=7) for rows in laid]
    spread = spread_of([[read_as_four(card) for card in seen] for seen in photographs], PACK)
    assert not wrong(spread, laid) and 2 <= len(spread.doubtful) <= 8
    answers = 0
    while spread.doubtful:
        asked = spread.doubtful[0]
        spread, answers = spread.answered(asked.number, truth(asked, laid)), answers + 1
    assert answers <= 5 and not wrong(spread, laid) and spread.missing == ()


def test_the_same_cards_photographed_twice_are_no_doubles() -> None:
    rows = in_rows(CARDS)
    photographs = [photographed(ORDINARY, rows, seed=8), photographed(ORDINARY, rows, seed=9)]
    spread = spread_of(photographs, PACK)
    assert spread.doubles == () and not wrong(spread, [rows, rows])


def test_a_blurred_photograph_is_asked_about_more_than_a_sharp_one() -> None:
    rows = in_rows(shuffled(CARDS, 4))
    spread = spread_of(
        [photographed(ORDINARY, rows, seed=10), photographed(ORDINARY, rows, seed=11, blur=3.0)], PACK
    )
    asked = Counter(card.photograph for card in spread.doubtful)
    assert asked[1] == 0 and asked[2] >= 3


def test_missing_cards_are_named() -> None:
    there = [code for code in CARDS if code not in ("10H", "QS")]
    spread = spread_of([photographed(ORDINARY, in_rows(there), seed=12)], PACK)
    assert spread.missing == ("10H", "QS") and not wrong(spread, [in_rows(there)])


def test_two_kings_of_hearts_in_one_photograph_are_a_double_and_are_asked() -> None:
    rows = in_rows([*CARDS, "KH"], 14)
    spread = spread_of([photographed(ORDINARY, rows, seed=13)], PACK)
    assert spread.doubles == ("KH",)
    (asked,) = spread.doubtful
    assert asked.known is Known.SURPLUS and asked.code == "KH"
    one = spread.answered(asked.number, "KH")
    (other,) = one.doubtful
    assert other.known is Known.SURPLUS and other.code == "KH", "is the first one really a king of hearts?"
    both = one.answered(other.number, "KH")
    assert both.doubles == ("KH",) and not both.doubtful
    foreign = spread.answered(asked.number, None)
    assert foreign.doubles == () and not foreign.doubtful


def test_two_packs_with_the_same_faces_have_everything_twice() -> None:
    rows = in_rows(sorted([*CARDS, *CARDS], key=CARDS.index), 26)
    spread = spread_of([photographed(ORDINARY, rows, seed=14)], PACKS["104"])
    assert spread.doubles == () and spread.missing == () and not wrong(spread, [rows])
    lacking = spread_of([photographed(ORDINARY, [rows[0][1:], *rows[1:]], seed=14)], PACKS["104"])
    assert lacking.missing == (rows[0][0],)


def test_a_pack_of_32_has_no_small_cards() -> None:
    rows = in_rows(PACKS["32"].codes, 8)
    spread = spread_of([photographed(STRANGE, rows, seed=15)], PACKS["32"])
    assert {card.code for card in spread.cards} <= {*PACKS["32"].codes, None}
    assert not wrong(spread, [rows])


def test_jokers_are_none_of_the_cards() -> None:
    seen = photographed(ORDINARY, in_rows(CARDS), seed=16)
    spread = spread_of([[*seen, joker((0.0, 900.0)), joker((150.0, 900.0))]], PACK)
    last = [card for card in spread.cards if card.row == 5]
    assert [card.code for card in last] == [None, None]
    assert len(spread.settled) == 52 and spread.missing == ()


def test_an_empty_photograph_has_nothing_and_misses_all() -> None:
    spread = spread_of([[]], PACK)
    assert spread.cards == () and spread.missing == CARDS and spread.doubtful == ()
    assert spread_of([], PACK).missing == CARDS
    rows = in_rows(CARDS)
    assert not spread_of([[], photographed(ORDINARY, rows, seed=1)], PACK).missing


def with_letter_v(jacks: str) -> DrawnDeck:
    """A deck whose `jacks` ("J" or "Q") carry a V, which the reader takes for either."""
    alike = {f"J{suit}": f"Q{suit}" for suit in "SHDC"}
    deck = drawn_deck(3, 0.3)
    return DrawnDeck(deck.means, alike, letter=jacks)


@pytest.mark.parametrize("court", ["J", "Q"])
def test_what_a_v_is_follows_from_the_cards_beside_it(court: str) -> None:
    rows = in_rows(shuffled(CARDS, 6))
    spread = spread_of([photographed(with_letter_v(court), rows, seed=17)], PACK)
    assert spread.v_means == court and not wrong(spread, [rows])
    assert not spread.doubtful


def test_what_a_v_is_can_be_told_where_the_spread_does_not_tell() -> None:
    rows = [["JS", "JH", "JD", "JC"]]
    seen = photographed(with_letter_v("J"), rows, seed=18)
    assert spread_of([seen], PACK).v_means is None
    told = spread_of([seen], PACK, v_means="J")
    assert [card.code for card in told.settled] == rows[0]
    with pytest.raises(ValueError, match="jack"):
        spread_of([seen], PACK, v_means="K")


def test_an_answer_for_no_card_or_with_no_card_is_refused() -> None:
    spread = spread_of([photographed(ORDINARY, in_rows(PACKS["32"].codes, 8), seed=19)], PACKS["32"])
    for number, code in ((99, "AS"), (-1, "AS"), (0, "2S"), (0, "joker")):
        with pytest.raises(ValueError, match="no"):
            spread.answered(number, code)


def test_a_wrong_answer_is_corrected_by_another_one() -> None:
    rows = in_rows(CARDS)
    spread = spread_of([photographed(ORDINARY, rows, seed=20)], PACK)
    mistaken = spread.answered(0, rows[0][1])
    assert mistaken.missing == (rows[0][0],) and mistaken.doubles == (rows[0][1],)
    again = mistaken.answered(0, rows[0][0])
    assert again.missing == () and again.doubles == ()


@FEW
@given(seed=some.integers(0, 999), unlike=some.floats(0.2, 2.5), pack=some.sampled_from(["52", "32", "104"]))
def test_no_card_is_settled_more_often_in_a_photograph_than_the_pack_has_it(
    seed: int, unlike: float, pack: str
) -> None:
    codes = shuffled([*PACKS[pack].codes * PACKS[pack].copies], seed)[:40]
    deck = drawn_deck(seed, unlike)
    spread = spread_of([photographed(deck, in_rows([*codes, codes[0]]), seed)], PACKS[pack])
    counted = Counter(card.code for card in spread.settled)
    assert max(counted.values(), default=0) <= PACKS[pack].copies


def test_a_card_that_gets_its_name_by_an_answer_takes_no_other_s_place() -> None:
    rows = in_rows(shuffled(CARDS, 661))
    spread = spread_of([photographed(drawn_deck(661, 1.4375), rows, 661, blur=1.5)], PACK)
    before = {card.number for card in spread.cards if card.is_settled}
    assert spread.doubtful
    for asked in spread.doubtful:
        after = spread.answered(asked.number, truth(asked, [rows]))
        assert before <= {card.number for card in after.cards if card.is_settled}


@FEW
@given(seed=some.integers(0, 999), unlike=some.floats(0.8, 2.0), data=some.data())
def test_an_answer_never_renames_a_card_that_was_sure(
    seed: int, unlike: float, data: some.DataObject
) -> None:
    rows = in_rows(shuffled(CARDS, seed))
    spread = spread_of([photographed(drawn_deck(seed, unlike), rows, seed, blur=1.5)], PACK)
    if not spread.doubtful:
        return
    asked = data.draw(some.sampled_from(spread.doubtful))
    after = spread.answered(asked.number, data.draw(some.sampled_from([*CARDS, None])))
    for before, now in zip(spread.cards, after.cards, strict=True):
        if before.is_settled:
            assert now.code == before.code
    true = spread.answered(asked.number, truth(asked, [rows]))
    settled = {card.number for card in true.cards if card.is_settled}
    right = {card.number for card in spread.cards if card.is_settled and card.code == truth(card, [rows])}
    assert right <= settled, "what was sure and right is not asked after a true answer"


@FEW
@given(seed=some.integers(0, 999), parts=some.booleans())
def test_the_order_of_the_photographs_does_not_matter(seed: int, parts: bool) -> None:
    codes = shuffled(CARDS, seed)
    laid = [in_rows(codes[:26]), in_rows(codes[26:])] if parts else [in_rows(codes)] * 2
    photographs = [
        photographed(STRANGE, rows, seed + number, blur=1.0 + number) for number, rows in enumerate(laid)
    ]
    one, other = spread_of(photographs, PACK), spread_of(photographs[::-1], PACK)

    def names(spread: Spread, first: int) -> dict[tuple[bool, int, int], tuple[str | None, bool]]:
        return {
            (card.photograph == first, card.row, card.place): (card.code, card.is_settled)
            for card in spread.cards
        }

    assert names(one, 1) == names(other, 2)
    assert one.missing == other.missing and one.v_means == other.v_means
