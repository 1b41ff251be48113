"""How many of the cards of a game's box have been seen, one portion of them after the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.evening.proposed_names import NO_CARD
from companion.printed_cards import BACK
from vision.printed.cut_out import ByteArray, Outline
from vision.readings import SURE

OTHER_BOX = "other_box"
"""What is told of a card that is none of the box."""
MOST_AGAIN = 3
"""Of more kinds of cards that come again in a later portion nobody is asked."""
Portion = tuple["SeenCard", ...]
"""The cards on one photograph."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card of a portion: ``number`` is its own, the same on a later photograph on which it has not moved.

    ``label`` is what it reads as (None: no card of the box), ``score`` how surely; ``guesses`` are what else it may
    be, the likeliest first; ``outline`` lies in the photograph, px, ``look`` is the card cut out.
    """

    number: int
    outline: Outline
    look: ByteArray
    label: str | None
    score: float
    guesses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardTally:
    """Of one kind of card: how many the box has, how many of them were seen, and how many lay there too many.

    ``again``: more were seen one after the other than there are, but never at once: one may have come twice.
    """

    label: str
    due: int
    have: int
    extra: int = 0
    again: bool = False


@dataclass(slots=True, eq=False)
class BoxCount:
    """Counts a box of so many cards of each kind (``due``); ``told`` is what people said of cards, by their numbers.

    A card that stays where it was is counted once. One that comes again after it was taken away cannot be told from
    its double: too many is only what lies there at once.
    """

    due: Mapping[str, int]
    portions: list[Portion] = field(default_factory=list)
    told: dict[int, str] = field(default_factory=dict)

    def drop(self, number: int) -> None:
        """A card that was read doubtfully is read anew."""
        self.portions = [tuple(one for one in cards if one.number != number) for cards in self.portions]
        self.told.pop(number, None)

    @property
    def cards(self) -> dict[int, SeenCard]:
        """Every card once, by its number."""
        return {card.number: card for portion in self.portions for card in portion}

    def said(self, card: SeenCard) -> str | None:
        """What a card is: as people told, else as it surely reads; None as long as that is open."""
        if card.number in self.told:
            return self.told[card.number]
        return None if card.number in self._too_many() else self._reads(card)

    def _reads(self, card: SeenCard) -> str | None:
        return self.told.get(card.number, card.label if card.score >= SURE else None)

    def _too_many(self) -> frozenset[int]:
        """The cards that read as one of which there are more than the box has: one of them may be misread, and no
        card is too many by a reading alone. Of many such kinds the cards were laid out anew.
        """
        at_once = {label for portion in self.portions for label in self._above(portion)}
        in_all = self._above(self.cards.values())
        asked = at_once | (in_all if len(in_all) <= MOST_AGAIN else set())
        return frozenset(card.number for card in self.cards.values() if self._reads(card) in asked)

    def _above(self, cards: Iterable[SeenCard]) -> set[str]:
        read = Counter(label for card in cards if (label := self._reads(card)) in self.due)
        return {label for label, number in read.items() if label is not None and number > self.due[label]}

    @property
    def open(self) -> list[SeenCard]:
        """The cards that people have to look at."""
        return [card for card in self.cards.values() if self.said(card) is None]

    @property
    def face_down(self) -> int:
        """How many cards of the last photograph show their back."""
        return sum(self.said(card) == BACK for card in self.portions[-1]) if self.portions else 0

    @property
    def strangers(self) -> int:
        """How many cards are none of this box."""
        return sum(self.said(card) == OTHER_BOX for card in self.cards.values())

    def tallies(self) -> list[CardTally]:
        """How it stands, kind by kind as the box has them."""
        seen = self._counted(self.cards.values())
        at_once: Counter[str] = Counter()
        for portion in self.portions:
            at_once |= self._counted(portion)
        return [
            CardTally(
                label,
                due,
                min(seen[label], due),
                max(0, at_once[label] - due),
                seen[label] > due >= at_once[label],
            )
            for label, due in self.due.items()
        ]

    def _counted(self, cards: Iterable[SeenCard]) -> Counter[str]:
        said = (self.said(card) for card in cards)
        return Counter(label for label in said if label not in (None, NO_CARD, OTHER_BOX, BACK))
