"""How much a deck is believed after people confirmed looks: never less, and more only where it had known them."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.vision.cards.drawn_readings import DrawnDeck, drawn_deck, drawn_look
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import UNCLEAR, EnrolledDeck, Examples
from vision.cards.deck.enrolment import learnt
from vision.cards.deck.learning import confirmed_look, with_confirmed
from vision.cards.deck.looks import IndexLook
from vision.cards.deck.pack import PACKS

NEVER_SHOWN = frozenset(CARDS[4::6])


@cache
def drawn() -> DrawnDeck:
    return drawn_deck(3, 1.5)


@cache
def poorly_enrolled() -> EnrolledDeck:
    """Two looks at each card but those of one in six."""
    chance = np.random.default_rng(1)
    found = [(code, drawn_look(drawn(), CARDS[code], chance)) for code in range(52) for _ in range(2)]
    shown = [(code, look) for code, look in found if CARDS[code] not in NEVER_SHOWN]
    examples = Examples(
        np.array([code for code, _ in shown], np.intp),
        np.array([look.embedding for _, look in shown], np.float32),
        np.array([look.card for _, look in shown], np.float32),
        np.ones(len(shown), np.intp),
    )
    return learnt(examples, PACKS["52"], "poor", "2026-11-22", "drawn 1", None)


def between(code: str, other: str, share: float, seed: int) -> IndexLook:
    """A look at a card that is blurred so that it lies this share of the way to another, and that the network cannot
    tell.
    """
    chance = np.random.default_rng((seed, CARDS.index(code)))
    look = drawn_look(drawn(), code, chance)
    way = drawn().means[CARDS.index(other)] - drawn().means[CARDS.index(code)]
    embedding = np.asarray(look.embedding + share * way, np.float32)
    plain = np.full(52, 0.98 / 52, np.float32)
    return IndexLook(plain, 0.02, embedding, look.centre, look.up, look.middle)


def neighbours() -> list[tuple[str, str]]:
    """Enrolled cards, each with another of its suit."""
    shown = [code for code in CARDS if code not in NEVER_SHOWN]
    return [(code, next(o for o in shown if o != code and o[-1] == code[-1])) for code in shown[::2]]


def taught(shown: list[tuple[str, IndexLook]]) -> EnrolledDeck:
    looks = [
        confirmed_look(look, code, "T1", "2026-11-23", "an evening", (seed,))
        for seed, (code, look) in enumerate(shown)
    ]
    return with_confirmed(poorly_enrolled(), looks)


def test_a_deck_that_knew_unclear_looks_right_is_believed_in_such_looks() -> None:
    deck = poorly_enrolled()
    assert deck.mixing.unclear == UNCLEAR and deck.missing
    after = taught([(code, between(code, other, 0.42, 1)) for code, other in neighbours()])
    assert after.taught is not None and after.taught.mixing.unclear > UNCLEAR
    surer = [
        (deck.judge(look).card[CARDS.index(code)], after.judge(look).card[CARDS.index(code)])
        for code, other in neighbours()
        for look in [between(code, other, 0.42, 2)]
    ]
    assert sum(later > before for before, later in surer) >= 0.9 * len(surer)


@pytest.mark.parametrize("share", [0.0, 0.42, 0.8, 1.0])
def test_no_confirmed_look_makes_a_deck_believed_less(share: float) -> None:
    """Not even where people tell another card than the deck sees."""
    before = poorly_enrolled().mixing
    after = taught([(code, between(code, other, share, 1)) for code, other in neighbours()]).taught
    assert after is not None
    assert after.mixing.deck >= before.deck and after.mixing.factory >= before.factory
    assert after.mixing.far >= before.far and after.mixing.unclear >= before.unclear
    assert after.mixing.width == before.width


def test_a_deck_that_had_not_known_the_looks_is_believed_no_more() -> None:
    after = taught([(code, between(code, other, 0.9, 1)) for code, other in neighbours()])
    assert after.taught is not None and after.taught.mixing == poorly_enrolled().mixing


def test_what_was_enrolled_by_hand_stays_as_it_was_to_the_bit() -> None:
    deck = poorly_enrolled()
    after = taught([(code, between(code, other, 0.42, 1)) for code, other in neighbours()])
    assert after.mixing == deck.mixing and after.check == deck.check
    assert np.array_equal(after.layer.means, deck.layer.means) and after.examples is deck.examples


def test_once_every_card_that_was_never_shown_was_confirmed_no_look_is_left_to_the_network_for_being_unclear() -> (
    None
):
    deck = poorly_enrolled()
    chance = np.random.default_rng(5)
    after = taught([(code, drawn_look(drawn(), code, chance)) for code in sorted(NEVER_SHOWN)])
    code, other = neighbours()[0]
    look = between(code, other, 0.42, 2)
    assert deck.likeness(look) < 0.5 < after.likeness(look)
    assert after.missing == deck.missing


def told(deck: EnrolledDeck, look: IndexLook) -> tuple[str, float]:
    """What an index reads as: what is strange to the deck is left to the network."""
    judged = deck.judge(look)
    shares = judged.card + judged.reject * look.card / look.card.sum()
    best = int(shares.argmax())
    return CARDS[best], float(shares[best])


def test_cards_that_were_read_surely_and_right_stay_so() -> None:
    deck = poorly_enrolled()
    after = taught([(code, between(code, other, 0.42, 1)) for code, other in neighbours()])
    chance = np.random.default_rng(8)
    looks = [(code, drawn_look(drawn(), code, chance)) for code in CARDS for _ in range(4)]
    sure = [(code, look) for code, look in looks if told(deck, look)[0] == code]
    sure = [(code, look) for code, look in sure if told(deck, look)[1] >= 0.9]
    assert len(sure) > 50
    stayed = [told(after, look) for _, look in sure]
    assert [code for code, _ in stayed] == [code for code, _ in sure]
    assert min(chance for _, chance in stayed) >= 0.9
