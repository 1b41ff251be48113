"""The names of the cards on one photograph: proposed in the order in which they were asked for, put right by taps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

NO_CARD = ""
"""What is told of an outline that is no card."""


@dataclass(frozen=True, slots=True)
class ProposedNames:
    """``asked`` are the labels in order, ``count`` how many cards lie there, ``told`` what people said of some of
    them, the last word last: the number of the card, and its label or ``NO_CARD``; ``read`` the same of cards whose
    print says what they are, which counts as long as people say nothing else; None: nothing reads these cards.

    When as many cards lie there as were asked for, a name that is told changes places with the one that was there.
    When some are hidden or there are too many, the cards after a named one go on from its name.
    """

    asked: tuple[str, ...]
    count: int
    told: tuple[tuple[int, str], ...] = ()
    read: tuple[tuple[int, str], ...] | None = None

    def tell(self, card: int, label: str) -> ProposedNames:
        """The same after somebody said what a card is."""
        before = tuple(one for one in self.told if one[0] != card and one[1] != (label or None))
        return replace(self, told=(*before, (card, label)))

    @property
    def cards(self) -> tuple[int, ...]:
        """The numbers of what are cards."""
        return tuple(number for number in range(self.count) if dict(self.told).get(number) != NO_CARD)

    @property
    def open(self) -> frozenset[int]:
        """The numbers of the cards whose names are only guessed by the order, though others could be read: neither
        read nor told, nor the one name that is left.
        """
        if self.read is None:
            return frozenset()
        said = dict(self._said())
        left = frozenset(number for number in self.cards if number not in said)
        labels = set(self.asked) - set(said.values())
        alone = len(left) == 1 and len(labels) == 1 and len(self.cards) == len(self.asked)
        return frozenset() if alone else left

    @property
    def all_read(self) -> bool:
        """Whether the cards asked for lie there and nothing else, by what their print says alone."""
        read = () if self.read is None else self.read
        named = {label for _, label in read}
        all_there = self.count == len(self.asked) and named <= set(self.asked)
        return all_there and len(named) >= 2 and not self.told and not self.open

    def names(self) -> tuple[str | None, ...]:
        """A label for everything that was found; None where it is no card, or where no name is left for it."""
        cards = self.cards
        named = self._in_place(cards) if len(cards) == len(self.asked) else self._going_on(cards)
        return tuple(named.get(number) for number in range(self.count))

    def _said(self) -> tuple[tuple[int, str], ...]:
        """The cards whose names are known, and these: what people said, last, and what was read of the others."""
        cards, labels = ({one[at] for one in self.told} for at in (0, 1))
        read = tuple(one for one in self.read or () if one[0] not in cards and one[1] not in labels)
        return (*read, *(one for one in self.told if one[1] != NO_CARD))

    def _in_place(self, cards: Sequence[int]) -> dict[int, str]:
        named = dict(zip(cards, self.asked, strict=True))
        for number, label in self._said():
            other = next((one for one, its in named.items() if its == label), None)
            if other is not None:
                named[other] = named[number]
            named[number] = label
        return named

    def _going_on(self, cards: Sequence[int]) -> dict[int, str]:
        told = dict(self._said())
        named: dict[int, str] = {}
        place = 0
        for number in cards:
            if number in told:
                named[number] = told[number]
                if told[number] in self.asked:
                    place = self.asked.index(told[number]) + 1
                continue
            while place < len(self.asked) and self.asked[place] in (*told.values(), *named.values()):
                place += 1
            if place < len(self.asked):
                named[number] = self.asked[place]
                place += 1
        return named
