"""A family's deck spread out in rows on one to three photographs, every card with its name or a question."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from vision.card_names import CARDS
from vision.cards.deck.labelling import Fixed, Picture, PictureNames, name_cards
from vision.cards.deck.looks import Float64Array, FloatArray, SeenCard
from vision.cards.deck.namesakes import unlike_their_namesakes
from vision.cards.deck.own_print import by_own_print
from vision.cards.deck.pack import Pack
from vision.cards.deck.rows import joined, rows_of

SURE = 0.9
"""A name this probable is not asked."""
_GUESSES = 4
_LEAST_GUESS = 0.01


class Known(Enum):
    """How a card of a spread got its name."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    SURPLUS = "surplus"
    """It reads as a card that lies in the same photograph as often as the pack has it."""
    ANSWERED = "answered"


@dataclass(frozen=True, slots=True)
class SpreadCard:
    """A card of a spread. `number` counts all cards from 0; `photograph`, `row` and `place` (from the left) from 1.

    `code` is the likeliest name, None for none of the pack; `certainty` its probability; `guesses` are the
    likeliest names with theirs, the best first.
    """

    number: int
    photograph: int
    row: int
    place: int
    seen: SeenCard
    code: str | None
    certainty: float
    known: Known
    guesses: tuple[tuple[str | None, float], ...]

    @property
    def is_settled(self) -> bool:
        """Whether its name is not asked."""
        return self.known in (Known.SURE, Known.ANSWERED)


@dataclass(frozen=True, slots=True)
class Spread:
    """All cards that were photographed, in the order of photographs, rows and places.

    A settled card is named as often in a photograph as the pack has it, unless a person said otherwise. The same
    card in two photographs is nothing unusual; once too often in one is a double. `v_means` is what a V is on this
    deck, "J" or "Q"; None where nothing tells.
    """

    pack: Pack
    pictures: tuple[Picture, ...]
    cards: tuple[SpreadCard, ...]
    v_means: str | None = None
    v_given: bool = False
    own_print: float | None = None
    """How much was given to what the deck's own cards say of each other."""

    @property
    def doubtful(self) -> tuple[SpreadCard, ...]:
        """The cards to ask about."""
        return tuple(card for card in self.cards if not card.is_settled)

    @property
    def settled(self) -> tuple[SpreadCard, ...]:
        """The cards whose name is known, those that are none of the pack left out."""
        return tuple(card for card in self.cards if card.is_settled and card.code is not None)

    @property
    def missing(self) -> tuple[str, ...]:
        """The codes that all photographs together show less often than the pack has them, each as often as it lacks.

        Only settled cards count: what is doubtful may be one of them.
        """
        seen = Counter(card.code for card in self.settled)
        return tuple(code for code in self.pack.codes for _ in range(self.pack.copies - seen[code]))

    @property
    def doubles(self) -> tuple[str, ...]:
        """The codes that lie in one photograph more often than the pack has them, as far as it is read."""
        return tuple(code for code in self.pack.codes if self._most_in_one(code) > self.pack.copies)

    def _most_in_one(self, code: str) -> int:
        counted = Counter(
            card.photograph
            for card in self.cards
            if card.code == code and (card.is_settled or card.known is Known.SURPLUS)
        )
        return max(counted.values(), default=0)

    def answered(self, number: int, code: str | None) -> Spread:
        """Return the spread after a person said what a card is; None: none of the pack, it is left out.

        The other cards that were settled keep their names; those that were doubtful are thought over. Raises
        ValueError where there is no such card or the pack has no such code.
        """
        if not 0 <= number < len(self.cards):
            raise ValueError(f"there is no card {number}: the spread has {len(self.cards)}")
        if code is not None and code not in self.pack.codes:
            raise ValueError(f"a pack of {self.pack.name} has no {code}")
        kept = {card.number: card for card in self.cards if card.is_settled}
        kept[number] = _as_answered(self.cards[number], code)
        return _named_twice(
            self.pack, self.pictures, kept, self.v_means if self.v_given else None, self.own_print
        )


def spread_of(photographs: Sequence[Sequence[SeenCard]], pack: Pack, v_means: str | None = None) -> Spread:
    """Return the spread of the cards that a reader saw on each photograph, named as the whole deck allows.

    `v_means` says what a V is where the deck's language is known: "J" in French, "Q" in Dutch. Raises ValueError on
    another.
    """
    if v_means not in (None, "J", "Q"):
        raise ValueError(f"a V is a jack (J) or a queen (Q), not {v_means!r}")
    pictures = []
    for photograph in photographs:
        cards = joined(photograph)
        pictures.append(Picture(cards, rows_of(cards)))
    return _named_twice(pack, tuple(pictures), {}, v_means, None)


def _as_answered(card: SpreadCard, code: str | None) -> SpreadCard:
    return replace(card, code=code, certainty=1.0, known=Known.ANSWERED, guesses=((code, 1.0),))


def _named_twice(
    pack: Pack,
    pictures: tuple[Picture, ...],
    kept: Mapping[int, SpreadCard],
    v_means: str | None,
    weight: float | None,
) -> Spread:
    """The spread named by what the reader says, and then by what its surer cards say about this deck's own print."""
    spread = _named(pack, pictures, kept, v_means, {})
    looks = _looks_of(spread.cards)
    names = {card.number: CARDS.index(card.code) for card in spread.settled if card.code is not None}
    photographs = {card.number: card.photograph for card in spread.cards}
    asked = [number for number in looks if number not in kept]
    said, weight = by_own_print(looks, names, asked, pack, photographs, weight)
    if said:
        spread = _named(pack, pictures, kept, v_means, said)
    return replace(spread, own_print=weight)


def _named(
    pack: Pack,
    pictures: tuple[Picture, ...],
    kept: Mapping[int, SpreadCard],
    v_means: str | None,
    opinions: Mapping[int, Float64Array],
) -> Spread:
    """The spread with the cards in `kept` as they are and all others named anew."""
    places = [
        (at, card, row, place)
        for at, picture in enumerate(pictures)
        for row, numbers in enumerate(picture.rows)
        for place, card in enumerate(numbers)
    ]
    fixed = {places[number][:2]: Fixed(card.code) for number, card in kept.items()}
    said = {places[number][:2]: opinion for number, opinion in opinions.items()}
    names, found_v = name_cards(pictures, pack, fixed, v_means, said)
    cards = [
        kept.get(number) or _card(number, place, pictures, names, pack) for number, place in enumerate(places)
    ]
    named = _unlike_asked(_surplus_marked(cards, pack, kept))
    return Spread(pack, pictures, named, found_v, v_means is not None)


def _looks_of(cards: Sequence[SpreadCard]) -> dict[int, tuple[FloatArray, ...]]:
    return {
        card.number: tuple(look.embedding for look in card.seen.looks) for card in cards if card.seen.looks
    }


def _card(
    number: int,
    place: tuple[int, int, int, int],
    pictures: Sequence[Picture],
    names: Sequence[PictureNames],
    pack: Pack,
) -> SpreadCard:
    at, card, row, column = place
    shares, code = names[at].shares[card], names[at].codes[card]
    certainty = float(shares[-1 if code is None else pack.codes.index(code)])
    known = Known.SURE if certainty >= SURE else Known.DOUBTFUL
    codes: tuple[str | None, ...] = (*pack.codes, None)
    order = np.argsort(-shares, kind="stable")[:_GUESSES]
    guesses = tuple((codes[one], float(shares[one])) for one in order if shares[one] >= _LEAST_GUESS)
    seen = pictures[at].cards[card]
    return SpreadCard(number, at + 1, row + 1, column + 1, seen, code, certainty, known, guesses)


def _surplus_marked(cards: Sequence[SpreadCard], pack: Pack, kept: Collection[int]) -> tuple[SpreadCard, ...]:
    """The cards, the least certain of those that are too many of a kind in one photograph marked as surplus.

    What a person said stands, and of the others first what was settled before (``kept``).
    """
    marked = list(cards)
    for photograph in {card.photograph for card in cards}:
        for code in pack.codes:
            alike = [card for card in cards if card.photograph == photograph and card.code == code]
            alike.sort(
                key=lambda card: (card.known is not Known.ANSWERED, card.number not in kept, -_read(card))
            )
            for card in alike[pack.copies :]:
                if card.known is not Known.ANSWERED:
                    marked[card.number] = replace(card, known=Known.SURPLUS)
    return tuple(marked)


def _unlike_asked(cards: Sequence[SpreadCard]) -> tuple[SpreadCard, ...]:
    """The cards; those that look unlike the others of their name are asked, unless a person named them."""
    names = {
        card.number: card.code
        for card in cards
        if card.code is not None and (card.is_settled or card.known is Known.SURPLUS)
    }
    unlike = unlike_their_namesakes(_looks_of(cards), names)
    return tuple(
        replace(card, known=Known.DOUBTFUL) if card.number in unlike and card.known is Known.SURE else card
        for card in cards
    )


def _read(card: SpreadCard) -> float:
    """How surely the card itself was read as what it is called."""
    return float(card.seen.card.max(initial=0.0))
