"""A card that looks like one of the family's own deck is read by its print, every other one by the networks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.card_tables import deck, spread, spread_deck, table
from tests.vision.cards.drawn_readings import drawn_card, drawn_deck, in_rows, photographed
from vision.card_names import CARDS, FIGURES, SUITS
from vision.cards.answers import FIGURE_REJECT, SUIT_REJECT
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.own_deck import by_own_decks
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of
from vision.cards.finding import IndexSpot
from vision.cards.fusion import card_probabilities
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex

DRAWN = drawn_deck(1, 0.35)


@cache
def enrolled(seed: int = 1) -> EnrolledDeck:
    seen = photographed(drawn_deck(seed, 0.35), in_rows(CARDS), seed=seed)
    return enrol(spread_of([seen], PACKS["52"]), f"deck {seed}", "2026-11-22", "drawn 1")


def read_as(figure: str, suit: str, looks_like: str, seed: int = 3, rejected: float = 0.0) -> ReadIndex:
    """An index that the network takes for a figure and suit, while its embedding is that of a card of the deck."""
    look = drawn_card(DRAWN, looks_like, np.random.default_rng(seed)).looks[0]
    figures, suits = np.zeros(FIGURE_REJECT + 1, np.float32), np.zeros(SUIT_REJECT + 1, np.float32)
    figures[FIGURES.index(figure)], figures[-1] = 1.0 - rejected, rejected
    suits[SUITS.index(suit)], suits[-1] = 1.0 - rejected, rejected
    spot = IndexSpot((10.0, 10.0), (0.0, -1.0), (8.0, 20.0), (40.0, 90.0), 0.9)
    return ReadIndex(spot, figures, suits, look.embedding)


def best(read: ReadIndex) -> str:
    return CARDS[int(card_probabilities(read, "any").argmax())]


def test_what_the_network_misreads_the_deck_puts_right() -> None:
    misread = read_as("K", "H", looks_like="7S")
    (read,) = by_own_decks(
        [misread], [replace(enrolled(), mixing=replace(enrolled().mixing, factory=0.1))], "any"
    )
    assert best(misread) == "KH" and best(read) == "7S"
    assert read.own is not None and read.own.deck == "deck 1" and read.own.likeness > 0.9
    assert float(read.own.cards.sum()) == pytest.approx(1.0, abs=1e-4)


def test_a_card_of_another_deck_is_left_to_the_network() -> None:
    strange = read_as("K", "H", looks_like="7S")
    strange = replace(strange, embedding=strange.embedding + np.float32(25.0))
    (read,) = by_own_decks([strange], [enrolled()], "any")
    assert best(read) == "KH" and read.own is not None and read.own.likeness < 0.1


def test_what_is_foreign_to_the_deck_and_hardly_read_is_no_index() -> None:
    """The pattern of a back, say; a card that nobody enrolled is read surely."""
    for rejected, kept in ((0.3, False), (0.02, True)):
        foreign = read_as("8", "C", looks_like="8C", rejected=rejected)
        foreign = replace(foreign, embedding=foreign.embedding + np.float32(25.0))
        (read,) = by_own_decks([foreign], [enrolled()], "any")
        assert (read.rejected < rejected + 0.05) == kept
    (known,) = by_own_decks([read_as("8", "C", looks_like="8C", rejected=0.3)], [enrolled()], "any")
    assert known.rejected <= 0.3


def test_a_court_card_that_the_network_rejects_is_known_to_its_deck() -> None:
    (read,) = by_own_decks([read_as("Q", "C", looks_like="QC", rejected=0.6)], [enrolled()], "any")
    assert read.rejected < 0.6 and best(read) == "QC"


def test_a_sign_half_under_another_card_leaves_the_suit_open() -> None:
    half = read_as("Q", "D", looks_like="QD")
    half = replace(half, suits=np.array([0.1, 0.1, 0.1, 0.1, 0.6], np.float32))
    (read,) = by_own_decks([half], [enrolled()], "any")
    assert read.own is not None
    of_ranks = read.own.cards.reshape(len(SUITS), -1).sum(axis=0)
    assert of_ranks.max() > 0.95 and best(read).startswith("Q")
    assert 0.25 < read.own.cards.max() < 0.75


def test_of_two_decks_the_likelier_one_reads() -> None:
    (read,) = by_own_decks([read_as("7", "S", looks_like="7S")], [enrolled(2), enrolled(1)], "any")
    assert read.own is not None and read.own.deck == "deck 1"


def test_without_decks_nothing_changes() -> None:
    read = read_as("7", "S", looks_like="7S")
    assert by_own_decks([read], [], "any") == [read] and read.own is None


def test_a_deck_of_another_network_is_refused() -> None:
    with pytest.raises(ValueError, match="enrol it again"):
        CardReader(decks=[enrolled()])


def test_a_drawn_deck_is_read_by_its_own_print() -> None:
    reader, art = DeckReader(), deck(31)
    seen = reader.read(spread_deck(art, 31))
    ours = enrol(spread_of([seen], PACKS["52"]), "ours", "2026-11-22", reader.network)
    names = ("AS", "10H", "7D", "KC", "QS")
    found = CardReader(decks=[ours]).read(table(spread(art, names, 15), 15, 2.0).image, 2.0).cards
    sure = [card for card in found if card.score >= 0.9]
    assert sorted(card.card or "" for card in sure) == sorted(names)
    assert {card.deck for card in sure} == {"ours"}
