"""A deck that is spread in rows, drawn and read by the networks that are shipped, is enrolled."""

from __future__ import annotations

import numpy as np
import pytest

from tests.card_tables import deck, spread_deck
from vision.card_names import CARDS
from vision.cards.deck.deck_reader import DeckReader
from vision.cards.deck.enrolment import enrol
from vision.cards.deck.looks import EMBEDDING
from vision.cards.deck.pack import PACKS
from vision.cards.deck.spread import spread_of


@pytest.fixture(scope="module")
def reader() -> DeckReader:
    return DeckReader()


@pytest.mark.parametrize(("seed", "language", "width_mm"), [(31, "english", 7.0), (32, "french", 6.5)])
def test_a_whole_deck_on_one_photograph_is_named_and_learnt(
    reader: DeckReader, seed: int, language: str, width_mm: float
) -> None:
    seen = reader.read(spread_deck(deck(seed, language, width_mm), seed))
    for card in seen:
        for look in card.looks:
            assert look.embedding.shape == (EMBEDDING,)
            assert float(look.card.sum()) + look.reject == pytest.approx(1.0, abs=1e-4)
    spread = spread_of([seen], PACKS["52"])
    assert spread.missing == () and spread.doubles == ()
    enrolled = enrol(spread, "deck", "2026-11-22", reader.network)
    judged = [enrolled.judge_card(card).card for card in seen if len(card.looks) > 1]
    assert {CARDS[int(card.argmax())] for card in judged} == set(CARDS)


def test_nothing_is_read_on_an_empty_picture(reader: DeckReader) -> None:
    assert list(reader.read(np.full((300, 400, 3), 90, np.uint8))) == []


def test_the_network_is_named_by_its_file(reader: DeckReader) -> None:
    name, digest = reader.network.split()
    assert name == "card_reader" and len(digest) == 12 and int(digest, 16) >= 0
