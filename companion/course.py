"""The course of a game, for looking back at it: how the players stood at each moment, and what the dice brought.

Made of public views and public events alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from companion.languages import Phrase

View = Mapping[str, Any]
Told = Sequence[Sequence[Mapping[str, Any]]]
"""What every move of a game brought about, for everybody."""
Stories = Callable[[View, Told], Iterator[Phrase]]
"""What stands out in a game that is over, by its last view and what was told, the most remarkable first."""


@dataclass(frozen=True, slots=True)
class Course:
    """What a game's chart shows.

    ``kind`` is "money", "positions" or "scores"; ``title`` says what is counted, in units of ``unit``.
    ``standing(view)`` gives a number for every player (or, where the players' horses are secret, for every horse) and
    ``chapter(view)`` the part of the game that a moment belongs to, in words; None for a game without parts.
    ``inks`` are the colours of lines that have one of their own (``companion.drawing.chart.INKS``).
    """

    kind: str
    title: Phrase
    standing: Callable[[View], Mapping[str, int]]
    chapter: Callable[[View], Phrase | None] = lambda view: None
    unit: int = 1
    inks: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Luck:
    """What one throw, or several of one player, brought, what that brings on average, and the variance of it.

    ``dice`` were thrown; ``won`` and ``expected`` are in the unit of the game (figures in Dadamax).
    """

    player: str
    dice: int
    won: int
    expected: Fraction
    variance: Fraction

    def and_then(self, other: Luck) -> Luck:
        """Both together; ``other`` is of the same player."""
        return Luck(
            self.player,
            self.dice + other.dice,
            self.won + other.won,
            self.expected + other.expected,
            self.variance + other.variance,
        )
