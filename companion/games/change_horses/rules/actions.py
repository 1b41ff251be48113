"""One action after another: who may do what when (section 4), and what it does."""

from __future__ import annotations

from companion.action import TABLE, Action, Rejected
from companion.games.change_horses.rules import auction, certificates, laps, turns, wild
from companion.games.change_horses.rules.state import ACTION_PHASES, TABLE_ACTIONS, Events, State


def apply(state: State, action: Action) -> tuple[State, Events]:
    """The state after an action, and what happened; raises ``Rejected`` with a code of section 4."""
    if state.phase == "game_over":
        raise Rejected("game_over")
    do, by = action.get("do"), action.get("by")
    known = isinstance(do, str) and do in ACTION_PHASES
    seat = state.house.seat(by)
    if seat is None and (by != TABLE or (known and do not in TABLE_ACTIONS)):
        raise Rejected("unknown_player", seen=by if isinstance(by, str) else None)
    if not isinstance(do, str) or not known:
        raise Rejected("unknown_action", seen=do if isinstance(do, str) else None)
    if state.phase not in ACTION_PHASES[do]:
        raise Rejected("wrong_phase", seen=do, phase=state.phase)
    return _done_by_table(state, do, action) if seat is None else _done(state, do, seat, action)


def _done_by_table(state: State, do: str, action: Action) -> tuple[State, Events]:
    """What the table tells, or any seat for it."""
    match do:
        case "place_horses":
            return turns.place_horses(state, action.get("lanes"))
        case "deal_positions":
            return turns.deal_positions(state, action.get("positions"))
        case "set_first":
            return turns.set_first(state, action.get("player"))
        case "move_horse":
            return laps.move_horse(state, action.get("horse"), action.get("row"))
        case "horses_moved":
            return laps.horses_moved(state, action.get("horses"))
        case _:
            return laps.check_horses(state, action.get("horses"))


def _done(state: State, do: str, seat: int, action: Action) -> tuple[State, Events]:
    """What a player does."""
    match do:
        case "play_card":
            return turns.play_card(state, seat, action.get("card"))
        case "play_wild":
            return wild.play_wild(state, seat, action)
        case "reveal":
            return turns.reveal(state, seat, action.get("cards"))
        case "bid":
            return auction.bid(state, seat, action.get("amount"))
        case "pass_bid":
            return auction.pass_bid(state, seat)
        case "cannot_bid":
            return auction.cannot_bid(state, seat)
        case "note_certificate":
            return certificates.note_certificate(state, seat, action.get("horses"), action.get("correct"))
        case "show_certificate":
            return certificates.show_certificate(state, seat, action.get("horses"), action.get("correct"))
        case _:
            return _done_by_table(state, do, action)


def is_over(state: State) -> bool:
    """Whether every certificate lies open and the result is known."""
    return state.phase == "game_over"
