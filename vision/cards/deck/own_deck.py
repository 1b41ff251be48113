"""Reads indices by the family's own decks, where they look like one of those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.answers import Language
from vision.cards.deck.enrolled_deck import EnrolledDeck
from vision.cards.deck.looks import Float64Array, IndexLook
from vision.cards.fusion import card_probabilities
from vision.cards.reading import OwnPrint, ReadIndex
from vision.logistic import logistic

_LEAST = 1e-9
_FOREIGN, _FOREIGN_WIDTH = 8.0, 1.5
"""So far beyond the usual a look is as likely none of a deck's cards, whatever the light; and how fast that changes.

Of 5,200 looks at cards on drawn tables 99 of 100 lay below -1.5, half covered ones among them; of 150 at what is no
index, backs most of them, nine of ten lay above 13.
"""


def look_at(read: ReadIndex, language: Language) -> IndexLook:
    """Return an index that the networks read as enrolment takes it, in a language."""
    card = card_probabilities(read, language) * (1.0 - read.rejected)
    spot = read.spot
    return IndexLook(
        np.asarray(card, np.float32),
        float(1.0 - card.sum()),
        read.embedding,
        spot.centre,
        spot.up,
        spot.card_middle,
        read.tint,
    )


def by_own_decks(
    read: Sequence[ReadIndex], decks: Sequence[EnrolledDeck], language: Language
) -> list[ReadIndex]:
    """Return indices with what the family's decks say about them, each by the deck it is likest.

    As far as an index is strange to that deck, the networks' word stands. Without decks nothing changes.
    """
    return [_judged(one, decks, language) for one in read] if decks else list(read)


def _judged(read: ReadIndex, decks: Sequence[EnrolledDeck], language: Language) -> ReadIndex:
    look = look_at(read, language)
    deck = max(decks, key=lambda one: one.likeness(look))
    beyond = min(one.beyond(look) for one in decks)
    judged = deck.judge(look)
    # What is foreign to all decks is the index of a card that nobody enrolled, or none: the pattern of a back, say.
    foreign = logistic((beyond - _FOREIGN) / _FOREIGN_WIDTH)
    cards = judged.card + judged.reject * card_probabilities(read, language)
    if look.tint is not None and deck.inks is not None:
        # An index too dark or blurred for its print to be known has its ink still.
        cards = (1.0 - foreign) * deck.inks.told(cards, look.tint) + foreign * cards
    cards = _with_hidden_sign(cards / cards.sum(), read, deck)
    # A deck knows its own court cards where the networks see no index.
    rejected = min(read.rejected, judged.reject)
    # A card that nobody enrolled is read surely.
    surely = (1.0 - rejected) * float(card_probabilities(read, language).max())
    rejected = 1.0 - (1.0 - rejected) * (1.0 - foreign * (1.0 - surely**2))
    own = OwnPrint(deck.name, np.asarray(cards, np.float32), deck.likeness(look), rejected)
    return replace(read, own=own)


def _with_hidden_sign(cards: Float64Array, read: ReadIndex, deck: EnrolledDeck) -> Float64Array:
    """Leave the suit of an index open, as far as the networks see no suit sign where they saw one while the deck was
    learnt: another card covers it, and by what is left the print is like that of any suit.
    """
    usual = deck.usual_reject(int(cards.argmax()))
    hidden = max(0.0, float(read.suits[-1]) - usual)
    suits = read.suits[:-1] / max(_LEAST, float(read.suits[:-1].sum()))
    ranks = cards.reshape(len(suits), -1).sum(axis=0)
    return np.asarray((1.0 - hidden) * cards + hidden * np.outer(suits, ranks).reshape(-1), np.float64)
