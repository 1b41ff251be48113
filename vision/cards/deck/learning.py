"""What a family's deck learns from an evening: looks that read doubtfully and whose card people told.

They are kept apart from what was enrolled by hand, so that they can be taken back, one by one or all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

import numpy as np

from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import Confirmed, EnrolledDeck
from vision.cards.deck.enrolment import learnt
from vision.cards.deck.looks import IndexLook

MOST_OF_A_CARD = 8
"""Most confirmed looks kept of one card; a further one replaces the oldest."""
_FARTHEST, _FARTHEST_OF_ALL = 3.0, 4.0
"""A look that lies so many times as far from all cards as where looks begin to be strange to the deck, or so many
times as far as looks at one card usually spread, is none of its cards."""
_NEARER = 1.5
"""A look that lies so many times as near another card as the one that was told contradicts what was told."""
_THINKABLE = 0.01
"""Cards that the network finds less likely contradict nothing: where a deck saw none of them, it guesses."""
_SAYS_SO = 0.5
"""As likely the network must find the card that was told to outweigh a deck that says another."""


class KeptOut(Enum):
    """Why a look is not learnt."""

    OF_ANOTHER_PACK = "the deck has no such card"
    STRANGE = "it looks like none of the deck's cards"
    LIKE_ANOTHER = "it looks like another card of the deck"


def kept_out(deck: EnrolledDeck, code: str, look: IndexLook) -> KeptOut | None:
    """Return why a look must not become an example of the card `code`; None where it may.

    People err, too: what lies far from every card of the deck, or near another one where the network does not
    contradict, is no example of what they said.
    """
    if code not in deck.pack.codes:
        return KeptOut.OF_ANOTHER_PACK
    distances = deck.layer.distances(look.embedding[None, :])[0]
    nearest = float(distances.min())
    if nearest > min(_FARTHEST * deck.mixing.far, _FARTHEST_OF_ALL):
        return KeptOut.STRANGE
    told = CARDS.index(code)
    if told not in deck.layer.columns or float(look.card[told]) >= _SAYS_SO:
        return None
    own = float(distances[deck.layer.columns.index(told)])
    others = distances[look.card[list(deck.layer.columns)] >= _THINKABLE]
    return KeptOut.LIKE_ANOTHER if own > _NEARER * others.min(initial=own) else None


def learnable(
    decks: Sequence[EnrolledDeck], code: str, looks: Sequence[IndexLook]
) -> tuple[list[tuple[EnrolledDeck, IndexLook]], tuple[KeptOut, ...]]:
    """Return which looks at one card, said to be `code`, may be learnt by which deck, the one each is likest; and why
    the others are kept out. Where half of a card's corners look like another card none is learnt.
    """
    judged = []
    for look in looks:
        deck = max(decks, key=lambda one: one.likeness(look))
        judged.append((deck, look, kept_out(deck, code, look)))
    reasons = tuple(reason for _, _, reason in judged if reason is not None)
    contradicted = 2 * reasons.count(KeptOut.LIKE_ANOTHER) >= len(looks)
    return [(deck, look) for deck, look, reason in judged if reason is None and not contradicted], reasons


def with_confirmed(deck: EnrolledDeck, looks: Iterable[Confirmed]) -> EnrolledDeck:
    """Return the deck learnt anew with more looks, of each card the latest few."""
    kept = [*deck.confirmed, *looks]
    newest = {id(one) for code in range(len(CARDS)) for one in [*_of_card(kept, code)][-MOST_OF_A_CARD:]}
    return _relearnt(deck, tuple(one for one in kept if id(one) in newest))


def without_confirmed(deck: EnrolledDeck, taken_back: Callable[[Confirmed], bool]) -> EnrolledDeck:
    """Return the deck without the confirmed looks of which this is true; without any it reads to the bit as it did
    when it was enrolled. Where none is taken back it is returned as it is.
    """
    left = tuple(one for one in deck.confirmed if not taken_back(one))
    return deck if len(left) == len(deck.confirmed) else _relearnt(deck, left)


def confirmed_look(
    look: IndexLook, code: str, zone: str, day: str, evening: str, entries: tuple[int, ...]
) -> Confirmed:
    """Return a look as it is learnt."""
    embedding, factory = (np.asarray(part, np.float32) for part in (look.embedding, look.card))
    return Confirmed(CARDS.index(code), embedding, factory, zone, day, evening, entries)


def _of_card(looks: Iterable[Confirmed], code: int) -> Iterable[Confirmed]:
    return (one for one in looks if one.code == code)


def _relearnt(deck: EnrolledDeck, confirmed: tuple[Confirmed, ...]) -> EnrolledDeck:
    return learnt(
        deck.examples, deck.pack, deck.name, deck.enrolled_on, deck.network, deck.v_means, confirmed
    )
