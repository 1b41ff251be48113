"""How a race went, and how lucky the dice were: what is shown when the family looks back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.action import Event
from companion.course import Course, Luck, Told
from companion.games.poker_dice_race.odds import FIGURES
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__,
    {
        "title": "Squares travelled",
        "series": "The finest series: {player}, {squares} squares without a stop.",
        "lost": "The boldest: {player} risked {squares} squares and lost them.",
        "swapped": "{player} pushed the others aside most often: {count} times.",
    },
    "course",
)
_MANY = 3
"""So many squares at once are worth a word."""


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


def stories(view: Mapping[str, Any], told: Told) -> Iterator[Phrase]:
    """The finest series, the boldest one that was lost, and who pushed others aside most often."""
    owners = {int(number): horse["owner"] for number, horse in view["horses"].items()}
    events = [event for events in told for event in events]
    went = (one for one in events if one["event"] == "horse_moved")
    lost = (one for one in events if one["event"] == "series_lost")
    far = max(
        ((one["square_to"] - one["square_from"], owners[one["horse"]]) for one in went), default=(0, "")
    )
    bold = max(((one["lost"], one["player"]) for one in lost), default=(0, ""))
    for code, (squares, player) in (("series", far), ("lost", bold)):
        if squares >= _MANY:
            yield _SAID.phrase(code, player=player, squares=squares)
    swaps = Counter(owners[one["horse"]] for one in events if one["event"] == "horses_swapped")
    for player, count in swaps.most_common(1):
        if count > 1:
            yield _SAID.phrase("swapped", player=player, count=count)


COURSE = Course("positions", _SAID.phrase("title"), standing)
