"""The rules of Pig in brief. Pure: the die is an argument.

PG-1  Two to four players; turns go round, the first in seat order begins.
PG-2  On turn one throws the die as often as one likes; the points of the turn add up.
PG-3  A one loses the points of the turn, and the turn ends.
PG-4  Whoever stops, after one throw at least, writes the points down by moving the peg; the turn ends.
PG-5  Who reaches the target when writing down has won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import Action, Event, Rejected, Template
from companion.game import Codes, Option, View, chosen_options

Events = tuple[Event, ...]
OPTIONS: Mapping[str, Option] = {"target": Option(50, (), 10, 200)}
CODES = Codes(
    actions=frozenset({"roll", "stop"}),
    events=frozenset({"rolled", "points_lost", "points_written", "game_over"}),
    refusals=frozenset(
        {"bad_players", "bad_option", "bad_setup", "game_over", "unknown_action", "unknown_player"}
        | {"not_your_turn", "bad_die", "nothing_to_write"}
    ),
)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that matters; ``points`` are those of the running turn, not yet written down."""

    players: tuple[str, ...]
    target: int
    scores: tuple[int, ...]
    turn: int = 0
    points: int = 0
    winner: str | None = None


def new_game(
    players: Sequence[str],
    options: Mapping[str, Any] | None = None,
    setup: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
) -> State:
    """The first state (PG-1); raises ``Rejected``."""
    if not isinstance(players, list | tuple) or not all(isinstance(name, str) for name in players):
        raise Rejected("bad_players", expected=[2, 4])
    if not 2 <= len(players) <= 4 or len(set(players)) < len(players):
        raise Rejected("bad_players", expected=[2, 4])
    if set(players) & {"", "table", "bank"}:
        raise Rejected("bad_players", expected=[2, 4])
    chosen = chosen_options(OPTIONS, options)
    if setup is not None and setup != {}:
        raise Rejected("bad_setup", key="setup")
    return State(tuple(players), chosen["target"], (0,) * len(players))


def apply(state: State, action: Action) -> tuple[State, Events]:
    """The state after an action, and what happened; raises ``Rejected``."""
    do, by = action.get("do"), action.get("by")
    if is_over(state):
        raise Rejected("game_over")
    if not isinstance(do, str) or do not in CODES.actions:
        raise Rejected("unknown_action")
    if not isinstance(by, str) or by not in state.players:
        raise Rejected("unknown_player")
    if by != state.players[state.turn]:
        raise Rejected("not_your_turn", expected=state.players[state.turn])
    return _roll(state, by, action.get("value")) if do == "roll" else _stop(state, by)


def _roll(state: State, by: str, value: object) -> tuple[State, Events]:
    """PG-2, PG-3: what is thrown adds up; a one loses it."""
    if type(value) is not int or not 1 <= value <= 6:
        raise Rejected("bad_die")
    rolled = Event("rolled", {"player": by, "value": value})
    if value == 1:
        lost = Event("points_lost", {"player": by, "points": state.points})
        return replace(state, points=0, turn=_next(state)), (rolled, lost)
    return replace(state, points=state.points + value), (rolled,)


def _stop(state: State, by: str) -> tuple[State, Events]:
    """PG-4, PG-5: the points are written down; enough of them win."""
    if state.points == 0:
        raise Rejected("nothing_to_write")
    score = state.scores[state.turn] + state.points
    scores = (*state.scores[: state.turn], score, *state.scores[state.turn + 1 :])
    written = Event("points_written", {"player": by, "points": state.points, "score": score})
    if score >= state.target:
        over = replace(state, scores=scores, points=0, winner=by)
        return over, (written, Event("game_over", {"winner": by}))
    return replace(state, scores=scores, points=0, turn=_next(state)), (written,)


def _next(state: State) -> int:
    return (state.turn + 1) % len(state.players)


def is_over(state: State) -> bool:
    """Whether somebody has won (PG-5)."""
    return state.winner is not None


def legal_actions(state: State) -> tuple[Template, ...]:
    """A throw, and stopping once there are points."""
    if is_over(state):
        return ()
    player = state.players[state.turn]
    roll: Template = {"by": player, "do": "roll", "value": {"one_of": [1, 2, 3, 4, 5, 6]}}
    return (roll, {"by": player, "do": "stop"}) if state.points else (roll,)


def offered(state: State, seat: str | None) -> tuple[Template, ...]:
    """Everybody may tap for everybody: there is no secret."""
    return legal_actions(state)


def view(state: State, seat: str | None = None) -> View:
    """What may be shown: everything."""
    return View(
        {
            "game": "pig",
            "players": list(state.players),
            "options": {"target": state.target},
            "turn": None if is_over(state) else state.players[state.turn],
            "points": state.points,
            "scores": dict(zip(state.players, state.scores, strict=True)),
            "winner": state.winner,
        }
    )
