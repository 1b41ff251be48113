"""How an evening of Super-Crack went: everybody's cash, race by race."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.course import Course, Told
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__,
    {
        "title": "Thousands of francs",
        "chapter": "Race {number}",
        "market": "Market",
        "bet": "The best bet: {player}, who won {amount} F with it.",
        "first": "{player} came in first most often: {count} times.",
        "stuck": "Horse {horse} had no luck: it waited in vain for a 1, {count} times.",
        "sixes": "The best die: {player}, with {count} sixes.",
        "stable": "The largest stable: {player}, with {count} horses.",
    },
    "course",
)


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The cash of each player, in francs; what is owed is not taken off."""
    return dict(view["cash"])


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The market before a race, or the race itself."""
    number = view["race"]
    if view["phase"] not in ("handicap", "betting", "start_roll", "racing", "settling", "over"):
        return _SAID.phrase("market")
    return _SAID.phrase("chapter", number=number)


def stories(view: Mapping[str, Any], told: Told) -> Iterator[Phrase]:
    """The best bet, who came in first, a horse that could not get out, the best die, the largest stable."""
    events = [event for events in told for event in events]
    paid = (one for one in events if one["event"] == "money_moved" and one["reason"] == "bet_win")
    amount, player = max(((one["amount"], one["to"]) for one in paid), default=(0, ""))
    if amount:
        yield _SAID.phrase("bet", player=player, amount=f"{amount:,}".replace(",", "\u202f"))
    arrived = (one["owner"] for one in events if one["event"] == "horse_arrived" and one["rank"] == 1)
    waited = (one["horse"] for one in events if one["event"] == "still_trapped")
    sixes = (one["player"] for one in events if one["event"] == "rolled" and one["value"] == 6)
    for code, named, counted, least in (
        ("first", "player", Counter[Any](arrived), 2),
        ("stuck", "horse", Counter[Any](waited), 2),
        ("sixes", "player", Counter[Any](sixes), 2),
        ("stable", "player", Counter[Any]({name: len(own) for name, own in view["stables"].items()}), 3),
    ):
        for who, count in counted.most_common(1):
            if count >= least:
                yield _SAID.phrase(code, **{named: who, "count": count})


COURSE = Course("money", _SAID.phrase("title"), standing, chapter, unit=1000)
