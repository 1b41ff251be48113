"""An enrolled deck reads its own cards better than the factory does, says which it still confuses, and knows
strangers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import (
    FACTORY,
    DrawnDeck,
    drawn_card,
    drawn_deck,
    fused,
    in_rows,
    photographed,
)
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import TooFewCards, enrol, examples_of, learnt
from vision.cards.deck.looks import SeenCard
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import Spread, spread_of

JUMBO = drawn_deck(3, 1.5)
ORDINARY = drawn_deck(1, 0.35)


def spread(deck: DrawnDeck, photographs: int = 1, codes: tuple[str, ...] = CARDS, corners: int = 2) -> Spread:
    """The deck as a family enrols it, every doubt answered."""
    rows = in_rows(codes)
    seen = [photographed(deck, rows, seed=40 + number, corners=corners) for number in range(photographs)]
    found = spread_of(seen, PACKS["52"])
    for card in found.doubtful:
        found = found.answered(card.number, rows[card.row - 1][card.place - 1])
    return found


def enrolled(deck: DrawnDeck, photographs: int = 1) -> EnrolledDeck:
    return enrol(spread(deck, photographs), "ours", "2026-11-22", "drawn 1")


def evening(deck: DrawnDeck, seed: int, times: int = 3) -> list[tuple[str, SeenCard]]:
    """Cards of a deck on another evening, in another light."""
    chance = np.random.default_rng(seed)
    light = chance.normal(0, 0.03, 96)
    return [(code, drawn_card(deck, code, chance, light=light)) for _ in range(times) for code in CARDS]


def test_a_deck_that_the_factory_knows_badly_is_read_right_once_it_is_enrolled() -> None:
    deck, cards = enrolled(JUMBO), evening(JUMBO, seed=5)
    factory = sum(CARDS[int(card.card.argmax())] == code for code, card in cards) / len(cards)
    own = sum(deck.judge_card(card).best[0] == code for code, card in cards) / len(cards)
    assert factory < 0.93 and own > 0.99


def test_a_deck_that_the_factory_knows_well_is_read_no_worse() -> None:
    deck, cards = enrolled(ORDINARY), evening(ORDINARY, seed=6)
    looks = [(code, look) for code, card in cards for look in card.looks]
    factory = sum(CARDS[int(look.card.argmax())] == code for code, look in looks)
    own = sum(deck.judge(look).best[0] == code for code, look in looks)
    assert own >= factory
    wrong = [deck.judge_card(card).best for code, card in cards if deck.judge_card(card).best[0] != code]
    assert len(wrong) <= 1 and all(share < 0.9 for _, share in wrong)


def test_probabilities_and_reject_are_one_together() -> None:
    deck = enrolled(ORDINARY)
    for _, card in evening(JUMBO, seed=7, times=1)[:10]:
        for judged in (deck.judge(card.looks[0]), deck.judge_card(card)):
            assert float(judged.card.sum()) + judged.reject == pytest.approx(1.0)
            assert judged.card.min() >= 0.0 and 0.0 <= judged.reject <= 1.0


def test_cards_of_a_quite_different_deck_are_refused() -> None:
    deck = enrolled(drawn_deck(1, 1.0), photographs=2)
    strangers = evening(drawn_deck(9, 1.5), seed=8, times=1)
    refused = sum(deck.judge_card(card).best[0] is None for _, card in strangers)
    assert refused >= 0.95 * len(strangers)
    own = evening(drawn_deck(1, 1.0), seed=8, times=1)
    assert sum(deck.judge_card(card).best[0] is None for _, card in own) <= 1


def test_one_strange_corner_does_not_spoil_a_card() -> None:
    deck = enrolled(JUMBO)
    card = drawn_card(JUMBO, "7C", np.random.default_rng(1))
    stranger = drawn_card(drawn_deck(9, 3.0), "KH", np.random.default_rng(2)).looks[0]
    assert deck.judge(stranger).reject > 0.9
    mixed_up = SeenCard((*card.looks, stranger), fused(card.looks), card.position, card.up)
    assert deck.judge_card(mixed_up).best[0] == "7C"


def test_a_card_without_an_index_cannot_be_read() -> None:
    with pytest.raises(ValueError, match="without an index"):
        enrolled(ORDINARY).judge_card(SeenCard((), np.zeros(52, np.float32), (0.0, 0.0), (0.0, -1.0)))


def test_cards_that_are_printed_alike_are_named_as_still_confused() -> None:
    means = JUMBO.means.copy()
    means[CARDS.index("5S")] = means[CARDS.index("6S")] + 0.01
    alike = DrawnDeck(means, {})
    check = enrolled(alike).check
    worst = {frozenset((one.card, one.taken_for)) for one in check.confusions}
    assert frozenset(("5S", "6S")) in worst and len(worst) <= 4
    assert all(0.05 <= one.share <= 1.0 for one in check.confusions)
    assert not any({one.card, one.taken_for} == {"5S", "6S"} for one in enrolled(JUMBO).check.confusions)


def test_the_check_counts_every_look_that_could_be_left_out() -> None:
    check = enrolled(ORDINARY).check
    assert check.looks == 104 and check.unchecked == ()
    assert check.right >= max(check.right_by_deck, check.right_by_factory) - 2
    single = enrol(spread(ORDINARY, corners=1), "ours", "2026-11-22", "drawn 1")
    assert single.check.looks == 0 and set(single.check.unchecked) == set(CARDS)
    assert all(single.judge_card(card).best[0] == code for code, card in evening(ORDINARY, seed=6, times=1))


def test_a_factory_that_misreads_this_deck_is_trusted_less() -> None:
    examples = examples_of(spread(ORDINARY, photographs=2))
    # Whatever this deck shows, the factory takes it for the card after it.
    misread = replace(examples, factory=np.roll(examples.factory, 1, axis=1))
    deck = learnt(misread, PACKS["52"], "ours", "2026-11-22", "drawn 1", None)
    assert deck.mixing.factory <= 0.2 < enrolled(ORDINARY).mixing.factory
    assert deck.check.right_by_factory <= 3 and deck.check.right > 0.9 * deck.check.looks


def test_a_few_cards_are_no_deck() -> None:
    rows = [CARDS[:11]]
    with pytest.raises(TooFewCards, match="11 different cards"):
        enrol(spread_of([photographed(ORDINARY, rows, seed=1)], PACKS["52"]), "ours", "2026-11-22", "drawn 1")
    with pytest.raises(TooFewCards, match="0 different"):
        enrol(spread_of([[]], PACKS["52"]), "ours", "2026-11-22", "drawn 1")


def test_the_average_deck_is_where_the_factory_is_right() -> None:
    """The drawn readings are what they are meant to be: hard for strange decks, easy for usual ones."""
    shares = [
        np.mean([CARDS[int(card.card.argmax())] == code for code, card in evening(drawn_deck(4, unlike), 12)])
        for unlike in (0.35, 2.0)
    ]
    assert shares[0] > 0.99 and 0.5 < shares[1] < 0.9
    assert FACTORY.shape == (52, 96)
