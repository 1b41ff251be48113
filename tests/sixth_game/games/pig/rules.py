"""The rules of Pig with cards in brief. Pure: the card that is turned up is an argument.

PG-1  Two to four players and one pack of 52, face down; turns go round, the first in seat order begins.
PG-2  On turn one turns cards of the stock onto the pile, as many as one likes; an ace counts 1, a picture 10.
PG-3  A king loses the points of the turn, and the turn ends.
PG-4  Whoever stops, after one card at least, has the points written down; the turn ends.
PG-5  Who reaches the target when writing down has won; with the last card of the stock whoever has most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import Action, Event, Rejected, Template
from companion.game import Codes, Option, View, chosen_options
from companion.playing_cards import PACK

Events = tuple[Event, ...]
_ENOUGH = 15
"""With so many points it is wiser to stop."""

OPTIONS: Mapping[str, Option] = {"target": Option(50, (), 10, 200)}
CODES = Codes(
    actions=frozenset({"turn_up", "stop"}),
    events=frozenset({"turned_up", "points_lost", "points_written", "game_over"}),
    refusals=frozenset(
        {"bad_players", "bad_option", "bad_setup", "game_over", "unknown_action", "unknown_player"}
        | {"not_your_turn", "bad_card", "nothing_to_write"}
    ),
)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that matters: ``pile`` is what lies open, ``points`` are those of the turn, not yet written down."""

    players: tuple[str, ...]
    target: int
    scores: tuple[int, ...]
    pile: tuple[str, ...] = ()
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
    return _turn_up(state, by, action.get("card")) if do == "turn_up" else _stop(state, by)


def worth(card: str) -> int:
    """PG-2: what a card counts."""
    rank = card[:-1]
    return int(rank) if rank.isdecimal() else 1 if rank == "A" else 10


def _turn_up(state: State, by: str, card: object) -> tuple[State, Events]:
    """PG-2, PG-3: what is turned up adds up; a king loses it."""
    if not isinstance(card, str) or card not in PACK or card in state.pile:
        raise Rejected("bad_card")
    events = [Event("turned_up", {"player": by, "card": card})]
    after = replace(state, pile=(*state.pile, card), points=state.points + worth(card))
    if card.startswith("K"):
        events.append(Event("points_lost", {"player": by, "points": state.points}))
        after = replace(after, points=0, turn=_next(state))
    if len(after.pile) == len(PACK):
        return _over(after, after.players[after.scores.index(max(after.scores))], events)
    return after, tuple(events)


def _stop(state: State, by: str) -> tuple[State, Events]:
    """PG-4, PG-5: the points are written down; enough of them win."""
    if state.points == 0:
        raise Rejected("nothing_to_write")
    score = state.scores[state.turn] + state.points
    scores = (*state.scores[: state.turn], score, *state.scores[state.turn + 1 :])
    written = Event("points_written", {"player": by, "points": state.points, "score": score})
    after = replace(state, scores=scores, points=0, turn=_next(state))
    return _over(after, by, [written]) if score >= state.target else (after, (written,))


def _over(state: State, winner: str, events: list[Event]) -> tuple[State, Events]:
    over = Event("game_over", {"winner": winner})
    return replace(state, points=0, winner=winner), (*events, over)


def _next(state: State) -> int:
    return (state.turn + 1) % len(state.players)


def is_over(state: State) -> bool:
    """Whether somebody has won (PG-5)."""
    return state.winner is not None


def legal_actions(state: State) -> tuple[Template, ...]:
    """Another card, and stopping once there are points."""
    if is_over(state):
        return ()
    player = state.players[state.turn]
    hidden = [card for card in PACK if card not in state.pile]
    turn_up: Template = {"by": player, "do": "turn_up", "card": {"one_of": hidden}}
    stop: Template = {"by": player, "do": "stop"}
    if not state.points:
        return (turn_up,)
    return (stop, turn_up) if state.points >= _ENOUGH else (turn_up, stop)


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
            "pile": list(state.pile),
            "points": state.points,
            "scores": dict(zip(state.players, state.scores, strict=True)),
            "winner": state.winner,
        }
    )
