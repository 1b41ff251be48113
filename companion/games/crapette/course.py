"""How a game of Crapette went: the cards that each player still had to get rid of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.course import Course, Told
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__,
    {
        "title": "Cards left",
        "longest": "The longest turn: {player} moved {count} cards one after the other.",
        "middle": "{player} brought the most cards to the middle: {count}.",
        "loaded": "{player} was the most generous: {count} cards for the other’s piles.",
    },
    "course",
)
_LONG = 4
"""A turn of so many cards is worth a word."""


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The cards that each player has left in reserve, stock, waste and hand."""
    return {player: view["cards_left"][player] for player in view["players"]}


def stories(view: Mapping[str, Any], told: Told) -> Iterator[Phrase]:
    """The longest turn, who brought most to the middle, and who loaded the other's piles most."""
    up, given = Counter[str](), Counter[str]()
    longest, run = (0, ""), (0, "")
    for event in (event for events in told for event in events):
        if event["event"] == "turn_passed":
            run = (0, "")
        elif event["event"] == "card_moved":
            by, target = event["by"], str(event["to"])
            run = (run[0] + 1, by) if run[1] == by else (1, by)
            longest = max(longest, run)
            up[by] += target in view["foundations"]
            given[by] += target.startswith(("reserve:", "waste:"))
    if longest[0] >= _LONG:
        yield _SAID.phrase("longest", player=longest[1], count=longest[0])
    for code, counted in (("middle", up), ("loaded", given)):
        player, count = next(iter(counted.most_common(1)), ("", 0))
        if count > 1:
            yield _SAID.phrase(code, player=player, count=count)


COURSE = Course("scores", _SAID.phrase("title"), standing)
