"""How a game of Racko went: the points, round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from companion.course import Course, Told
from companion.languages import Phrase, Sentences

_SAID = Sentences(
    __name__,
    {
        "title": "Points",
        "chapter": "Round {number}",
        "streak": "{player} won {count} rounds one after the other.",
        "called": "{player} called Racko most often: {count} times.",
        "round": "The best round: {player}, with {points} points.",
        "run": "The finest rack: {player}, with {length} numbers in a row.",
        "early": "{player} called Racko a little too soon.",
    },
    "course",
)


def standing(view: Mapping[str, Any]) -> dict[str, int]:
    """The points (or the chips) of each player."""
    return dict(view["scores"])


def chapter(view: Mapping[str, Any]) -> Phrase | None:
    """The round that is played."""
    number = view["round"]
    return _SAID.phrase("chapter", number=number) if number else None


def stories(view: Mapping[str, Any], told: Told) -> Iterator[Phrase]:
    """The longest streak or who called most, the best round, the longest run, and who called too soon."""
    events = [event for events in told for event in events]
    won = [event for event in events if event["event"] == "round_won"]
    streaks = [(len(list(rounds)), player) for player, rounds in groupby(one["player"] for one in won)]
    count, player = max(streaks, default=(0, ""))
    often = next(iter(Counter(one["player"] for one in won).most_common(1)), ("", 0))
    if count > 1:
        yield _SAID.phrase("streak", player=player, count=count)
    elif often[1] > 1:
        yield _SAID.phrase("called", player=often[0], count=often[1])
    scored = (event["points"].items() for event in events if event["event"] == "round_scored")
    points, best = max(((points, name) for round_ in scored for name, points in round_), default=(0, ""))
    if points > 0:
        yield _SAID.phrase("round", player=best, points=points)
    length, runner = max(((one["longest_run"] or 0, one["player"]) for one in won), default=(0, ""))
    if length > 2:
        yield _SAID.phrase("run", player=runner, length=length)
    early = next((event["player"] for event in events if event["event"] == "false_racko"), None)
    if early is not None:
        yield _SAID.phrase("early", player=early)


COURSE = Course("scores", _SAID.phrase("title"), standing, chapter)
