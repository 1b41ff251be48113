"""Racko announced, the racks shown and counted (RK-20 to RK-26, RK-30, RK-61 to RK-66)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.action import Event, Rejected
from companion.games.racko.rules.knowledge import checked_rack, confirmed, with_shown_rack
from companion.games.racko.rules.scoring import break_slot, good_cards, longest_run, run_needed, settle
from companion.games.racko.rules.state import RUN, Call, Count, State

Events = tuple[Event, ...]


def announce(state: State, by: str, action: Mapping[str, Any], kind: str) -> tuple[State, Events]:
    """RK-21, RK-61: a player announces Racko or Racko Éclair; with a rack it is judged at once.

    RK-23: the first announcement counts, since after it the phase is another.
    """
    refuse_announcer(state, by, kind)
    given = action.get("rack")
    correct = confirmed(action.get("correct"), "bad_rack", by)
    announced = Event("announced", {"player": by, "kind": kind})
    called = replace(state, phase="show", call=Call(by, kind))
    if given is None:
        return called, (announced,)
    shown = checked_rack(state, given, by, correct=correct)
    judged, events = _judge(with_shown_rack(called, by, shown), by, shown)
    return judged, (announced, *events)


def refuse_announcer(state: State, by: str, kind: str) -> None:
    """Raises ``out_of_round`` (RK-25) or ``not_your_turn`` (RK-21, option ``own_turn``)."""
    if by in state.out_of_round:
        raise Rejected("out_of_round", player=by)
    own_turn = kind == "racko" and state.house.call_timing == "own_turn"
    if own_turn and by not in (state.turn, state.last_player):
        raise Rejected("not_your_turn", expected=state.turn, seen=by)


def show_rack(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-24, RK-36: an awaited rack is shown; the announcer's is judged, any other counted."""
    if by not in state.awaiting_racks:
        raise Rejected("rack_not_awaited", expected=list(state.awaiting_racks), seen=by)
    given = action.get("rack")
    if given is None:
        known = state.rack(by)
        if not known.complete:
            raise Rejected("rack_unknown", audience=(by,))
        given = known.slots
    shown = checked_rack(state, given, by, correct=confirmed(action.get("correct"), "bad_rack", by))
    state = with_shown_rack(state, by, shown)
    if state.phase == "show":
        return _judge(state, by, shown)
    return _counted(state, by, _count(shown))


def count_rack(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-36: the cards in order are told instead of shown."""
    if by not in state.awaiting_racks:
        raise Rejected("rack_not_awaited", expected=list(state.awaiting_racks), seen=by)
    run = action.get("longest_run")
    good, run = _checked_count(action.get("count")), 1 if run is None else _checked_count(run)
    return _counted(state, by, Count(good, run))


def _checked_count(count: object) -> int:
    if type(count) is not int or not 1 <= count <= 10:
        raise Rejected("bad_count", expected=[1, 10], seen=count)
    return count


def end_round(state: State) -> tuple[State, Events]:
    """RK-16 (option ``round_ends``): the stock is empty and the table closes the round."""
    if state.house.stock_empty != "round_ends":
        raise Rejected("restock_instead")
    if state.stock:
        raise Rejected("stock_not_empty", seen=state.stock)
    return _without_winner(state)


def _count(shown: tuple[int, ...]) -> Count:
    return Count(good_cards(shown), longest_run(shown), shown)


def _judge(state: State, by: str, shown: tuple[int, ...]) -> tuple[State, Events]:
    """RK-20, RK-30: ten cards ascending, and with two players a run of three; else the announcement is void."""
    kind, count = state.call.kind, _count(shown)
    broken = break_slot(shown)
    if broken is not None:
        return _false(state, by, {"player": by, "reason": "not_ascending", "break_slot": broken}, count)
    if run_needed(state, kind) and count.longest_run < RUN:
        return _false(state, by, {"player": by, "reason": "no_run"}, count)
    won = Event("round_won", {"player": by, "kind": kind, "longest_run": count.longest_run})
    return replace(state, phase="scoring", turn=None, call=Call(by, kind, ((by, count),))), (won,)


def _false(state: State, by: str, fields: Mapping[str, Any], count: Count) -> tuple[State, Events]:
    """RK-25, RK-66: void; play goes on where it was, with ``out_of_round`` without the player."""
    events: Events = (Event("false_racko", fields),)
    if state.house.unjudged:
        return replace(state, call=replace(state.call, counts=((by, count),))), events
    resumed = replace(state, phase="eclair" if state.call.kind == "eclair" else "draw", call=Call())
    if state.house.false_racko == "play_on":
        return resumed, events
    outside = (*state.out_of_round, by)
    resumed = replace(resumed, out_of_round=tuple(name for name in state.house.seats if name in outside))
    events = (*events, Event("out_of_round", {"player": by}))
    if len(resumed.in_round) == 1:
        # RK-26: the one player left does not win; his cards in order are counted.
        ended, more = _without_winner(resumed)
        return ended, (*events, *more)
    if resumed.turn != by:
        return resumed, events
    following = resumed.left_of(by, resumed.in_round)
    return replace(resumed, turn=following), (*events, Event("turn_started", {"player": following}))


def _without_winner(state: State) -> tuple[State, Events]:
    return replace(state, phase="scoring", turn=None, call=Call()), (Event("round_without_winner", {}),)


def _counted(state: State, by: str, count: Count) -> tuple[State, Events]:
    """One more rack is in; after the last one the round is scored."""
    counted = replace(state, call=replace(state.call, counts=(*state.call.counts, (by, count))))
    if counted.awaiting_racks:
        return counted, ()
    return settle(counted)
