"""How a simulated family plays the dice race: hands throw and stop, nobody confirms what a look shows."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.action import Action, Template
from companion.games.poker_dice_race.rules import can_stop, dice_expected
from companion.games.poker_dice_race.state import State
from companion.games.poker_dice_race.table import TRAY, visible_table
from companion.simulation import Decision, Refused, Simulation

POKER = ("9", "10", "J", "Q", "K", "A")
NUMBERS = ("1", "2", "3", "4", "5", "6")
_NOT_SENT_BACK, _WRONG_PAWN = 0.5, 0.3
"""How often a hand that slips leaves the displaced pawn where it stood, and moves another pawn than its own."""
_ON_AN_OBSTACLE = 0.7
"""How often the hand that slips there moves the pawn rather than taking up too few dice."""
_BOTH_COUNTS = 3
"""One die or two are thrown: the one where the other is due."""
_FIGURES = frozenset({"J", "Q", "K", "4", "5", "6"})


def _misplaced(
    before: State, action: Action, after: State, chance: random.Random
) -> Mapping[str, tuple[str, ...]]:
    """The wrong square, one step too few or too many; the wrong pawn; a pawn that is not sent back (PD-16); one that
    is moved although the series is lost.
    """
    if before.series is None:
        return {}
    runner = before.horse(before.series.horse)
    if action["do"] == "roll":
        if after.series is not None or after.horse(runner.number) != runner or before.virtual is None:
            return {}
        return _moved(before, {runner.number: before.virtual})
    if action["do"] != "stop":
        return {}
    square = after.horse(runner.number).square
    swapped = [horse for horse in after.horses if horse != before.horse(horse.number) and horse != runner]
    swapped = [horse for horse in swapped if horse.number != runner.number]
    if swapped and chance.random() < _NOT_SENT_BACK:
        return _moved(after, {swapped[0].number: square})
    others = [horse for horse in before.horses if horse.number != runner.number and horse.rank is None]
    if chance.random() < _WRONG_PAWN:
        other = chance.choice(others)
        ahead = other.square + before.series.total
        if ahead <= before.board.length and not any(horse.square == ahead for horse in before.horses):
            return _moved(after, {other.number: ahead, runner.number: runner.square})
    near = [one for one in (square - 1, square + 1) if 1 <= one <= before.board.length]
    free = [one for one in near if not any(horse.square == one for horse in (*before.horses, *after.horses))]
    return _moved(after, {runner.number: chance.choice(free)}) if free else {}


def _moved(state: State, stands: Mapping[int, int]) -> dict[str, tuple[str, ...]]:
    """The zones that lie otherwise than they should where these horses stand on other squares."""
    should = visible_table(state)
    there = replace(
        state,
        horses=tuple(replace(horse, square=stands.get(horse.number, horse.square)) for horse in state.horses),
    )
    lies = visible_table(there)
    zones = [zone for zone in {**should, **lies} if should.get(zone, ()) != lies.get(zone, ())]
    return {zone: lies.get(zone, ()) for zone in zones}


def _refused(state: State, chance: random.Random) -> Refused | None:
    """A die too many or too few (PD-13); a pawn that stops on an obstacle, where its player has to throw again."""
    due = dice_expected(state)
    if due is None or state.turn is None:
        return None
    on_obstacle = state.series is not None and not can_stop(state)
    if state.series is not None and state.virtual and on_obstacle and chance.random() < _ON_AN_OBSTACLE:
        return Refused(state.turn, _moved(state, {state.series.horse: state.virtual}))
    faces = NUMBERS if state.numbers else POKER
    return Refused(state.turn, {TRAY: tuple(chance.choice(faces) for _ in range(_BOTH_COUNTS - due))})


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    return None if action["do"] == "confirm_position" else action


class RaceThrower:
    """Plays the race before a tray: draws who begins, throws, stops in time."""

    at_once = frozenset({"which_horse"})

    def __init__(self) -> None:
        self._boldness = 0

    def next(
        self,
        view: Mapping[str, Any],
        legal: Sequence[Template],
        outlook: Mapping[str, Any],
        chance: random.Random,
    ) -> Decision:
        """Begin, stop, confirm a pawn, or throw."""
        opening = [template for template in legal if template["do"] == "first_player"]
        rolls = [template for template in legal if template["do"] == "roll"]
        if opening:
            names = opening[0]["player"]["one_of"]
            return Decision({**opening[0], "player": chance.choice(names)}, waits_s=1.5)
        if view["series"] is None:
            self._boldness = chance.choice((-1, 0, 0, 0, 1))
        stop = next((template for template in legal if template["do"] == "stop"), None)
        if stop is not None and self._has_enough(view, outlook):
            return Decision(stop, waits_s=1.2, rests_s=0.8)
        if not rolls:
            confirm = next((template for template in legal if template["do"] == "confirm_position"), None)
            return Decision(confirm, waits_s=1.0)
        roll = chance.choice(rolls)
        faces = NUMBERS if view["options"].get("dice") == "numbers" else POKER
        return Decision(roll, tuple(chance.choice(faces) for _ in range(roll["dice"]["count"])))

    def again(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The same board."""
        return {"board": view["board"]}

    def _has_enough(self, view: Mapping[str, Any], outlook: Mapping[str, Any]) -> bool:
        """Whether to stop: another throw would lose more than it brings, give or take the player's boldness.

        Two dice lose the total one time in four and bring one square on average, one die loses it every other
        time and brings half a square: the odds change sides at totals of 4 and 1.
        """
        series = view["series"]
        enough = 1 if view["dice_expected"] == 1 else 4 + self._boldness
        stopping = outlook.get("stop") or {}
        if stopping.get("displaced_player") not in (None, view["turn"]):
            enough = min(enough, 2)  # what throws somebody else back is worth more than its squares
        return bool(series is not None and series["total"] >= enough)

    def answer(
        self,
        answers: Sequence[Mapping[str, Any]],
        reading: Mapping[str, Any],
        meant: Action,
        lying: Sequence[str],
    ) -> int:
        """The place of the answer that what lies there asks for, the first one when none fits."""
        figures = sum(face in _FIGURES for face in lying)
        codes = [answer["code"] for answer in answers]
        if "horse" in codes:
            horse = meant.get("horse")
            named = [answer["arguments"].get("horse") for answer in answers]
            return named.index(horse) if horse in named else 0
        if "figures" in codes:
            counts = [answer["arguments"].get("figures") for answer in answers]
            return counts.index(figures) if figures in counts else 0
        read = reading.get("faces") or []
        sure = sorted(read, key=lambda face: face["p"])[1:]
        doubtful = figures - sum(face["face"] in {*_FIGURES, "figure"} for face in sure)
        code = "figure" if doubtful > 0 else "blank"
        return codes.index(code) if code in codes else 0


SIMULATION = Simulation(
    misplaced=_misplaced,
    refused=_refused,
    shown=_shown,
    seen_as="track",
    faces=frozenset(POKER),
    thrower=RaceThrower,
    film={"stable": "single", "end_when": "first"},
)
