"""The evening in a few sentences: the dice, the best call, what a game tells of itself, the lead, the finish.

Made of what everybody saw: public views and events, as they are looked back at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from companion.kept.replayed import Replayed
from companion.languages import Phrase, Sentences

SAID = Sentences(
    __name__,
    {
        "dice": "The dice liked {player} best.",
        "calls": "The best ear: {player}, with a right call.",
        "calls_several": "The best ear: {player}, with {count} right calls.",
        "nearly": "{player} was ahead for nearly the whole game.",
        "turned_early": "Early on {player} went ahead, and stayed there.",
        "turned_midway": "In the middle of the game {player} went ahead for good.",
        "turned_late": "Towards the end {player} went ahead for good.",
        "turned_last": "Only just before the end {player} went ahead.",
        "always": "{player} was ahead from beginning to end.",
        "close": "It was close: {other} was just behind {player}.",
        "clear": "{player} won by a wide margin.",
        "changed": "The lead changed hands {count} times.",
    },
    "highlight",
)
MOST = 4
"""So many sentences are told at most."""
_LUCKY = Fraction(3, 2)
"""So much more than is usual the dice bring to one whom they like."""
_NEARLY = Fraction(3, 4)
"""Who leads in so much of a game leads nearly always."""
_TURNS = {"turned_early": Fraction(1, 3), "turned_midway": Fraction(2, 3), "turned_late": Fraction(9, 10)}
"""Up to which part of a game the turning point is called so; what comes later is just before the end."""
_CLOSE, _CLEAR = Fraction(1, 12), Fraction(2, 5)
"""What margin is close and what is clear, as a part of the most that anybody ever had."""
_OFTEN = 5
"""The lead that changes so often is worth a word."""
Standing = Mapping[str, int]


def highlights(played: Replayed) -> tuple[Phrase, ...]:
    """At most four sentences about a game that is over; none where nothing of it stands out."""
    told = [played.events(at) for at in range(1, played.last + 1)]
    stories = list(played.game.stories(played.at(played.last).view, told))
    found = (_dice(played), _call(played), *stories[:2], *_leads(played), _finish(played), *stories[2:])
    return tuple(phrase for phrase in found if phrase is not None)[:MOST]


def _dice(played: Replayed) -> Phrase | None:
    """Whom the dice have brought most beyond their expectation."""
    more: dict[str, Fraction] = {}
    for one in (one for at in range(1, played.last + 1) for one in played.luck(at)):
        more[one.player] = more.get(one.player, Fraction(0)) + one.won - one.expected
    much, player = max(((much, player) for player, much in more.items()), default=(Fraction(0), ""))
    return SAID.phrase("dice", player=player) if much > _LUCKY else None


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


def _leads(played: Replayed) -> Iterator[Phrase]:
    """Who led nearly always, when the winner went ahead for good, and how often the lead changed."""
    sign, standings = _counted(played)
    leaders = list(_leaders(sign, standings))
    runs = _runs(leaders)
    if not runs or runs[-1][0] not in played.at(played.last).winners:
        return
    ahead, since, _ = runs[-1]
    led = Counter(player for player in leaders if player is not None)
    if len(led) == 1:
        yield SAID.phrase("always", player=ahead)
        return
    first, moments = led.most_common(1)[0]
    nearly = Fraction(moments, led.total()) >= _NEARLY
    if nearly:
        yield SAID.phrase("nearly", player=first)
    part = Fraction(since, len(standings))
    code = next((name for name, until in _TURNS.items() if part <= until), "turned_last")
    if not (nearly and first == ahead):
        yield SAID.phrase(code, player=ahead, move=since)
    if len(runs) > _OFTEN:
        yield SAID.phrase("changed", count=len(runs) - 1)


def _finish(played: Replayed) -> Phrase | None:
    """How far the winner was ahead at the end, where that was little or much."""
    _, standings = _counted(played)
    won = played.at(played.last).winners
    if not standings or len(won) != 1:
        return None
    last, winner = standings[-1], won[0]
    most = max(abs(number) for standing in standings for number in standing.values())
    behind = [(abs(last[winner] - number), player) for player, number in last.items() if player != winner]
    margin, other = min(behind, default=(0, ""))
    if not other or not most:
        return None
    if Fraction(margin, most) <= _CLOSE:
        return SAID.phrase("close", player=winner, other=other)
    return SAID.phrase("clear", player=winner) if Fraction(margin, most) >= _CLEAR else None


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
