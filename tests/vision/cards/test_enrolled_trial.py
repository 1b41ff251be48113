"""Drawn decks are enrolled as families do it, and their cards read on another table: right, and hardly ever asked."""

from __future__ import annotations

import numpy as np

from vision.card_names import CARDS
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolled_trial import FreeCardTally, enrolled_deck
from vision.cards.reader import CardReader
from vision.readings import CardReading
from vision.scene.deck import Deck, KeptDrawings, random_deck_style
from vision.scene.deck_photographs import FreeCard, free_cards, spread_in_rows


def test_a_deck_with_jumbo_indices_is_enrolled_and_its_free_cards_are_read() -> None:
    art = KeptDrawings(Deck(random_deck_style(970_010, language="german", width_mm=15.0)), 60)
    photograph = spread_in_rows(art, CARDS, np.random.default_rng(1), 3.2)
    deck, enrolment = enrolled_deck(DeckReader(), [photograph], "ours")
    assert deck.missing == () and enrolment.wrong == 0 and enrolment.asked <= 2
    table = free_cards(art, ["AS", "10H", "7D", "KC", "QS", "2C", "back"], np.random.default_rng(2))
    reader, rng = CardReader(decks=[deck]), np.random.default_rng(3)
    read = reader.read_stills([table.light.still(table.scene, rng) for _ in range(3)], table.px_per_mm)
    tally = FreeCardTally()
    tally.count(table.cards, read.cards, table.px_per_mm)
    assert tally.cards == tally.accepted == tally.right == 6 and not tally.invented


def card(code: str, centre: tuple[float, float], score: float) -> CardReading:
    return CardReading(
        (0.0, 0.0, 1.0, 1.0), centre, (0.0, -1.0), (63.0, 88.0), ((code, score),), (), score, 1.0
    )


def test_what_becomes_of_free_cards_is_counted_apart() -> None:
    lying = [FreeCard("AS", (0.0, 0.0)), FreeCard("2S", (100.0, 0.0)), FreeCard("3S", (200.0, 0.0))]
    lying.append(FreeCard("4S", (300.0, 0.0)))
    read = [card("AS", (3.0, 0.0), 0.95), card("AS", (8.0, 0.0), 0.9), card("2H", (100.0, 5.0), 0.97)]
    tally = FreeCardTally()
    tally.count(lying, [*read, card("3S", (200.0, 0.0), 0.7)], 1.0)
    assert tally == FreeCardTally(cards=4, accepted=2, right=1, asked=1, missed=1, invented=1)
