"""The evening in a few sentences: the luckiest throw, the best call, the longest lead, the turning point.

Made of what everybody saw: public views and events, as they are looked back at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from companion.kept.replayed import Replayed
from companion.languages import Phrase, Sentences

SAID = Sentences(
    __name__,
    {
        "luckiest": "The luckiest throw: {player}, {won} where about {expected} would be usual.",
        "leap": "The greatest leap: {player}, by {much} with one move.",
        "calls": "The best ear: {player}, with a right call.",
        "calls_several": "The best ear: {player}, with {count} right calls.",
        "led": "The longest lead: {player}, {moves} moves in a row.",
        "turned": "The turning point: at move {move} {player} went ahead for good.",
        "always": "{player} was ahead from beginning to end.",
    },
    "highlight",
)
Standing = Mapping[str, int]


def highlights(played: Replayed) -> tuple[Phrase, ...]:
    """At most four sentences about a game that is over; none where nothing of it stands out."""
    found = (_throw(played), _call(played), *_leads(played))
    return tuple(phrase for phrase in found if phrase is not None)[:4]


def _throw(played: Replayed) -> Phrase | None:
    """The throw that brought most beyond its expectation; in a game without such dice the greatest leap."""
    throws = [one for at in range(1, played.last + 1) for one in played.luck(at)]
    if throws:
        best = max(throws, key=lambda one: one.won - one.expected)
        usual = f"{float(best.expected):.1f}".rstrip("0").rstrip(".")
        if best.won > best.expected + Fraction(1, 2):
            return SAID.phrase("luckiest", player=best.player, won=best.won, expected=usual)
    leaps = [
        (sign * (after[player] - before[player]), player)
        for sign, standings in [_counted(played)]
        for before, after in pairwise(standings)
        for player in after
    ]
    much, player = max(leaps, default=(0, ""))
    return SAID.phrase("leap", player=player, much=f"{much:,}".replace(",", "\u202f")) if much > 1 else None


def _call(played: Replayed) -> Phrase | None:
    """Who has called rightly most often."""
    right = Counter(
        str(event["by"])
        for at in range(1, played.last + 1)
        for event in played.events(at)
        if event.get("valid") is True and event.get("by") in played.players
    )
    if not right:
        return None
    player, count = right.most_common(1)[0]
    return SAID.phrase("calls_several" if count > 1 else "calls", player=player, count=count)


def _leads(played: Replayed) -> Iterator[Phrase | None]:
    """Who led longest, and when the winner went ahead for good."""
    sign, standings = _counted(played)
    leaders = list(_leaders(sign, standings))
    runs = _runs(leaders)
    if not runs:
        return
    longest = max(runs, key=lambda run: run[2] - run[1])
    ahead, since, _ = runs[-1]
    if ahead not in played.at(played.last).winners:
        return
    if len({player for player, _, _ in runs}) == 1:
        yield SAID.phrase("always", player=ahead)
        return
    if longest[2] - longest[1] > 1:
        yield SAID.phrase("led", player=longest[0], moves=longest[2] - longest[1])
    yield SAID.phrase("turned", player=ahead, move=since)


def _counted(played: Replayed) -> tuple[int, Sequence[Standing]]:
    """How the players stood after every move, and whether more of it is better (1) or less (−1)."""
    standings = played.standings
    won = played.at(played.last).winners
    if not standings or not won or not set(standings[-1]) <= set(played.players):
        return 1, ()
    last = standings[-1]
    return (1 if last[won[0]] >= max(last.values()) else -1), standings


def _leaders(sign: int, standings: Sequence[Standing]) -> Iterator[str | None]:
    """Who led alone after every move; None where nobody did."""
    for standing in standings:
        best = max(sign * number for number in standing.values())
        ahead = [player for player, number in standing.items() if sign * number == best]
        yield ahead[0] if len(ahead) == 1 else None


def _runs(leaders: Sequence[str | None]) -> list[tuple[str, int, int]]:
    """Who led from which move to which, one after the other; a tie in between ends nobody's lead."""
    runs: list[tuple[str, int, int]] = []
    for at, player in enumerate(leaders):
        if player is None:
            continue
        if runs and runs[-1][0] == player:
            runs[-1] = (player, runs[-1][1], at)
        else:
            runs.append((player, at, at))
    return runs
