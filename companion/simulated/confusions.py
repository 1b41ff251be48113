"""Which faces a camera takes for which: by what they look like, told by the faces themselves."""

from __future__ import annotations

import random
import re
from functools import lru_cache

from companion.sighting import BACK, EMPTY

_CARD = re.compile(r"(10|[2-9AJQK])([SHDC])\Z")
_ALIKE_RANKS = (
    "69", "JQ", "QK", "JK", "A7", "38", "56", "89", "A4", "79", "23", "27", "58", "35", "68"
)  # fmt: skip
_SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
_OTHER_COLOUR = {"S": "H", "C": "D", "H": "S", "D": "C"}
_ALIKE_DIGITS = {
    "0": "86", "1": "74", "2": "7", "3": "85", "4": "19", "5": "63", "6": "985", "7": "12", "8": "369", "9": "64"
}  # fmt: skip
_PLAIN = 0.05
"""How often a back or an empty place is doubtful beside a printed face."""
_POKER_DICE = {"J": "QKA", "Q": "KJA", "K": "QJA", "A": "JQK"}
"""The letters of poker dice; each may be taken for any other, so that they can be paired."""


@lru_cache(maxsize=1024)
def confusable(face: str) -> tuple[tuple[str, float], ...]:
    """The faces that one may be taken for, each with a weight; none for a face of a kind that is not known."""
    card = _CARD.match(face)
    if card:
        return _cards(card[1], card[2])
    if face.isdigit():
        return _numbers(face)
    if face in (EMPTY, BACK):
        return ((BACK if face == EMPTY else EMPTY, 1.0),)
    return ()


def _cards(rank: str, suit: str) -> tuple[tuple[str, float], ...]:
    """Suits of one colour, ranks that look alike, and rarely a suit of the other colour."""
    found = [(rank + _SAME_COLOUR[suit], 3.0), (rank + _OTHER_COLOUR[suit], 0.2)]
    for pair in _ALIKE_RANKS:
        if rank in pair and rank != "10":
            other = pair.replace(rank, "", 1)
            found += [(other + suit, 1.0)]
    if rank == "10":
        found += [("9" + suit, 0.5), ("J" + suit, 0.3)]
    return tuple(found)


def _numbers(face: str) -> tuple[tuple[str, float], ...]:
    """A digit for one that looks alike; on a die (one digit) any neighbour too."""
    found: list[tuple[str, float]] = []
    for place, digit in enumerate(face):
        for other in _ALIKE_DIGITS[digit]:
            number = face[:place] + other + face[place + 1 :]
            if not number.startswith("0") and (len(face) > 1 or number in "123456" or face not in "123456"):
                found.append((number, 1.0))
    if face in "123456":
        found += [(str(near), 1.0) for near in (int(face) - 1, int(face) + 1) if 1 <= near <= 6]
    return tuple(dict(found).items())


_COLOURS = frozenset({"red", "yellow", "green", "blue", "black"})


def _kind(face: str) -> str:
    """What a face is printed on: no reader of pieces names a card, nor one of numbers a letter."""
    if face in _COLOURS:
        return "colour"
    return re.sub("[0-9]+", "0", re.sub("[A-Z]", "A", face))


class Mistaken:
    """What each face is mostly taken for through one game: two faces that are taken for each other where possible.

    In pairs, so that a reading stays honest both ways: of "9H, else 6H" the 6H is the truth as often as it says.
    """

    def __init__(
        self, chance: random.Random, favoured: float, spread: float, among: frozenset[str] = frozenset()
    ) -> None:
        """``among`` are the only faces that the game's readers know, where these are few (empty: any)."""
        self._chance = chance
        self._among = among
        self._favoured = favoured
        self._spread = spread
        self._partner: dict[str, str] = {}
        self._difficulty: dict[str, float] = {}
        self._met: list[str] = []

    def meet(self, face: str) -> None:
        """Remembers a face, for those of a kind that nothing is known about."""
        if face not in self._met:
            self._met.append(face)

    def difficulty(self, face: str) -> float:
        """How much more or less often than usual this face is doubtful; 1 on average."""
        found = self._difficulty.get(face)
        if found is None and face in (EMPTY, BACK):
            found = self._difficulty[face] = _PLAIN
        elif found is None:
            # A log-normal factor of mean 1, the same for both of a pair.
            found = self._chance.lognormvariate(-self._spread * self._spread / 2, self._spread)
            partner = self.partner(face)
            self._difficulty[face] = found
            if partner is not None:
                self._difficulty.setdefault(partner, found)
        return found

    def partner(self, face: str) -> str | None:
        """The face that this one is mostly taken for; None when there is no other."""
        if face in self._partner:
            return self._partner[face]
        known = self._known(face)
        free = [(other, weight) for other, weight in known if other not in self._partner]
        chosen = self._drawn(free) or self._drawn(known) or self._any_met(face)
        if chosen is not None:
            self._partner[face] = chosen
            self._partner.setdefault(chosen, face)
        return chosen

    def another(self, face: str, but: str | None = None) -> str | None:
        """A face that this one is taken for now: mostly its partner, and never ``but``."""
        partner = self.partner(face)
        if partner is not None and partner != but and self._chance.random() < self._favoured:
            return partner
        others = [(other, weight) for other, weight in self._known(face) if other != but]
        return self._drawn(others) or (partner if partner != but else None)

    def _known(self, face: str) -> list[tuple[str, float]]:
        """The faces that it may be taken for, of those that the readers know."""
        among = self._among
        known = confusable(face)
        if face in among and face in _POKER_DICE:
            known = tuple((other, 1.0) for other in _POKER_DICE[face])
        return [(other, weight) for other, weight in known if not among or other in among]

    def _drawn(self, weighted: tuple[tuple[str, float], ...] | list[tuple[str, float]]) -> str | None:
        if not weighted:
            return None
        faces = [face for face, _ in weighted]
        return self._chance.choices(faces, [weight for _, weight in weighted])[0]

    def _any_met(self, face: str) -> str | None:
        alike = [other for other in self._met if other != face and _kind(other) == _kind(face)]
        return self._chance.choice(alike) if alike else None
