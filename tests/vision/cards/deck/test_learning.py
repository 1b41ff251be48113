"""A deck that was enrolled badly learns from confirmed looks; wrong ones are kept out, and all can be taken back."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import DrawnDeck, drawn_deck, drawn_look, in_rows, photographed
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import Confirmed, EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.learning import (
    MOST_OF_A_CARD,
    KeptOut,
    confirmed_look,
    kept_out,
    learnable,
    with_confirmed,
    without_confirmed,
)
from vision.cards.deck.looks import Float64Array, IndexLook
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of

UNLIKE = 1.5


@cache
def drawn() -> DrawnDeck:
    return drawn_deck(7, UNLIKE)


def light(seed: int) -> Float64Array:
    """The light of another evening, four and a half times as different as that of a photograph."""
    return np.random.default_rng(seed).normal(0, 0.135, 96)


@cache
def enrolled(pack: str = "52") -> EnrolledDeck:
    """One photograph of the deck, which the factory misreads, its names put right."""
    codes = PACKS[pack].codes
    spread = spread_of([photographed(drawn(), in_rows(codes), seed=7)], PACKS[pack])
    for number, card in enumerate(spread.cards):
        row, place = round(card.seen.position[1] / 220), round(card.seen.position[0] / 150)
        spread = spread.answered(number, in_rows(codes)[row][place])
    return enrol(spread, "ours", "2026-11-22", "drawn 1")


def looked(code: str, seed: int, evening: Float64Array | None = None) -> IndexLook:
    return drawn_look(drawn(), code, np.random.default_rng((seed, CARDS.index(code))), light=evening)


def confirmed(code: str, seed: int, evening: Float64Array | None = None) -> Confirmed:
    return confirmed_look(looked(code, seed, evening), code, "T2", "2026-11-23", "an evening", (seed,))


def right(deck: EnrolledDeck, evening: Float64Array) -> int:
    """How many of all cards are read right in the light of an evening."""
    return sum(deck.judge(looked(code, 500, evening)).best[0] == code for code in CARDS)


def test_after_a_few_answers_of_an_evening_its_light_is_no_stranger_any_more() -> None:
    evening = light(3)
    before = right(enrolled(), evening)
    after = right(with_confirmed(enrolled(), [confirmed(code, 1, evening) for code in CARDS[::5]]), evening)
    assert before < 40 < 50 <= after


def test_what_was_forgotten_leaves_no_trace_to_the_bit() -> None:
    taught = with_confirmed(enrolled(), [confirmed(code, 1, light(3)) for code in CARDS[::3]])
    again = without_confirmed(taught, lambda _: True)
    for code in CARDS:
        before, after = enrolled().judge(looked(code, 9)), again.judge(looked(code, 9))
        assert np.array_equal(before.card, after.card) and before.reject == after.reject
    assert not np.array_equal(taught.judge(looked("AH", 9)).card, enrolled().judge(looked("AH", 9)).card)


def test_one_answer_is_taken_back_by_itself() -> None:
    one, other = confirmed("AH", 1), confirmed("2H", 2)
    left = without_confirmed(with_confirmed(enrolled(), [one, other]), lambda it: it.entries == (2,))
    only = with_confirmed(enrolled(), [one])
    assert left.confirmed == (one,)
    assert left.taught is not None and only.taught is not None
    assert np.array_equal(left.taught.layer.means, only.taught.layer.means)
    assert left.taught.mixing == only.taught.mixing
    assert without_confirmed(only, lambda it: it.entries == (2,)) is only


def test_what_was_enrolled_by_hand_stays_as_it_was() -> None:
    taught = with_confirmed(enrolled(), [confirmed("AH", 1)])
    assert taught.examples is enrolled().examples and taught.codes == enrolled().codes


def test_of_each_card_the_latest_few_are_kept() -> None:
    taught = enrolled()
    for seed in range(MOST_OF_A_CARD + 3):
        taught = with_confirmed(taught, [confirmed("AH", seed)])
    assert [one.entries for one in taught.confirmed] == [(seed,) for seed in range(3, MOST_OF_A_CARD + 3)]


@pytest.mark.parametrize("code", ["AH", "10S", "QD", "7C"])
def test_what_looks_like_the_card_is_learnt_and_what_looks_like_another_is_not(code: str) -> None:
    other = {"AH": "KS", "10S": "2D", "QD": "9C", "7C": "JH"}[code]
    look = looked(code, 11)
    look = replace(look, card=np.full(52, 1 / 60, np.float32))
    assert kept_out(enrolled(), code, look) is None
    assert kept_out(enrolled(), other, look) is KeptOut.LIKE_ANOTHER


def test_what_is_kept_out_is_judged_by_what_was_enrolled_by_hand() -> None:
    """Else one wrong answer would open the way for the next."""
    look = replace(looked("AH", 11), card=np.full(52, 1 / 60, np.float32))
    taught = with_confirmed(
        enrolled(), [replace(confirmed("AH", seed), code=CARDS.index("KS")) for seed in range(8)]
    )
    assert kept_out(taught, "KS", look) is KeptOut.LIKE_ANOTHER


def test_what_lies_far_from_every_card_is_kept_out() -> None:
    look = looked("AH", 11)
    far = replace(look, embedding=look.embedding + np.float32(5.0))
    assert kept_out(enrolled(), "AH", far) is KeptOut.STRANGE
    assert learnable([enrolled()], "AH", [far]) == ([], (KeptOut.STRANGE,))


def test_a_card_that_the_deck_has_not_is_kept_out() -> None:
    assert kept_out(enrolled("32"), "2H", looked("AH", 11)) is KeptOut.OF_ANOTHER_PACK


def test_the_network_s_word_outweighs_a_deck_that_was_named_wrong() -> None:
    """The look lies where the deck has another card, but the network reads what people say."""
    look = looked("AH", 11)
    shares = np.full(52, 0.005, np.float32)
    shares[CARDS.index("KS")] = 0.7
    assert kept_out(enrolled(), "KS", replace(look, card=shares)) is None


def test_where_one_of_two_corners_looks_like_another_card_none_is_learnt() -> None:
    plain = np.full(52, 1 / 60, np.float32)
    one, other = (replace(looked(code, 11), card=plain) for code in ("AH", "KS"))
    good, reasons = learnable([enrolled()], "AH", [one, other])
    assert good == [] and reasons == (KeptOut.LIKE_ANOTHER,)
    good, reasons = learnable([enrolled()], "AH", [one, one])
    assert len(good) == 2 and reasons == ()
