"""How a race went, and how lucky the dice were: what is shown when the family looks back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.action import Event
from companion.course import Course, Luck
from companion.games.poker_dice_race.odds import FIGURES
from companion.languages import Sentences

_SAID = Sentences(__name__, {"title": "Squares travelled"}, "course")


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The squares that each player's horses have come; the finish is one square after the last."""
    squares = dict.fromkeys(view["players"], 0)
    for horse in view["horses"].values():
        squares[horse["owner"]] += horse["square"]
    return squares


def luck(events: Sequence[Event]) -> tuple[Luck, ...]:
    """The figures of a throw beside those that as many dice show on average.

    A die shows a figure with chance 1/2 whatever was thrown before and whatever the player decides, so the
    difference is 0 on average over any number of throws, however boldly somebody plays (a martingale).
    """
    return tuple(
        Luck(
            event.fields["player"],
            len(event.fields["dice"]),
            event.fields["figures"],
            *moments(len(event.fields["dice"])),
        )
        for event in events
        if event.name == "rolled"
    )


def moments(dice: int) -> tuple[Fraction, Fraction]:
    """The mean and the variance of the figures of one throw of one die or two."""
    shares = FIGURES[dice]
    mean = sum((figures * share for figures, share in enumerate(shares)), Fraction(0))
    square = sum((figures**2 * share for figures, share in enumerate(shares)), Fraction(0))
    return mean, square - mean**2


COURSE = Course("positions", _SAID.phrase("title"), standing)
