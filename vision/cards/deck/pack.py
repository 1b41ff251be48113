"""Which cards a pack has, and how often."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from vision.card_names import CARDS, rank_of

_LOW = frozenset("23456")


@dataclass(frozen=True)
class Pack:
    """The cards of a pack: their codes ("10H") in the order of `CARDS`, and how often each is there.

    Jokers belong to no pack: to a reader they are none of the cards.
    """

    name: str
    codes: tuple[str, ...]
    copies: int = 1

    @property
    def cards(self) -> int:
        """How many cards the pack has."""
        return len(self.codes) * self.copies

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """Where the pack's codes lie in probabilities (52,)."""
        return tuple(CARDS.index(code) for code in self.codes)


PACKS = {
    "52": Pack("52", CARDS),
    "32": Pack("32", tuple(code for code in CARDS if rank_of(code) not in _LOW)),
    # Two packs with the same faces are told apart by their backs only: enrolled as one deck printed twice.
    "104": Pack("104", CARDS, copies=2),
}
