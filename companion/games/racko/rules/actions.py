"""Every action, when it is possible, and who may send it (section 4)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.action import TABLE, Action, Event, Rejected
from companion.game import Codes
from companion.games.racko.rules import announcing, dealing, turns
from companion.games.racko.rules.knowledge import note_slot
from companion.games.racko.rules.state import State

Events = tuple[Event, ...]

PHASES: Mapping[str, frozenset[str]] = {
    "draw_for_deal": frozenset({"draw_for_deal"}),
    "set_dealer": frozenset({"draw_for_deal", "ready_to_deal", "round_over"}),
    "deal": frozenset({"ready_to_deal", "round_over"}),
    "place_dealt": frozenset({"dealing"}),
    "turn_up": frozenset({"turn_up", "eclair"}),
    "take_discard": frozenset({"draw"}),
    "draw_stock": frozenset({"draw"}),
    "exchange": frozenset({"place"}),
    "discard_drawn": frozenset({"place"}),
    "discard": frozenset({"place"}),
    "restock": frozenset({"draw"}),
    "end_round": frozenset({"draw"}),
    "note_slot": frozenset({"turn_up", "eclair", "draw", "place", "show", "scoring"}),
    "racko": frozenset({"draw"}),
    "racko_eclair": frozenset({"eclair"}),
    "show_rack": frozenset({"show", "scoring"}),
    "count_rack": frozenset({"scoring"}),
}
"""Every action and the phases in which it is possible."""
TABLE_ACTIONS = frozenset({"set_dealer", "deal", "turn_up", "restock", "end_round"})
"""Sent by the table or by any seat; every other action only by the player himself."""
_TAKES = frozenset({"take_discard", "draw_stock"})
_LAYS = frozenset({"exchange", "discard_drawn", "discard"})

CODES = Codes(
    actions=frozenset(PHASES),
    events=frozenset(
        {
            "dealer_chosen",
            "deal_started",
            "eclair_window_open",
            "turn_started",
            "discard_taken",
            "stock_drawn",
            "stock_empty",
            "discarded",
            "restocked",
            "announced",
            "false_racko",
            "out_of_round",
            "round_won",
            "round_without_winner",
            "round_scored",
            "chips_paid",
            "eliminated",
            "tie_extra_round",
            "game_over",
        }
    ),
    refusals=frozenset(
        {
            "game_over",
            "unknown_player",
            "player_out",
            "unknown_action",
            "wrong_phase",
            "already_drawn",
            "draw_first",
            "card_in_hand",
            "eclair_not_played",
            "eclair_too_late",
            "card_not_in_game",
            "duplicate_card",
            "bad_rack",
            "not_your_card",
            "bad_slot",
            "slot_taken",
            "wrong_slot_order",
            "card_elsewhere",
            "not_your_turn",
            "stock_empty",
            "must_exchange",
            "not_in_rack",
            "known_slot_differs",
            "known_card_missing",
            "stock_not_empty",
            "no_restock",
            "restock_instead",
            "out_of_round",
            "rack_not_awaited",
            "rack_unknown",
            "bad_count",
            "bad_options",
            "bad_setup",
        }
    ),
)
"""Every code that this game can utter (sections 4 and 5)."""


def apply(state: State, action: Action) -> tuple[State, Events]:
    """The state after an action, and what happened; raises ``Rejected`` with a code of section 4."""
    by, do = _checked_sender(state, action)
    if state.phase not in PHASES[do]:
        raise _wrong_phase(state, by, do)
    match do:
        case "draw_for_deal":
            return dealing.draw_for_deal(state, by, action)
        case "set_dealer":
            return dealing.set_dealer(state, action.get("player"))
        case "deal":
            return dealing.deal(state, action)
        case "place_dealt":
            return dealing.place_dealt(state, by, action)
        case "turn_up":
            return dealing.turn_up(state, by, action)
        case "take_discard":
            return turns.take_discard(state, by)
        case "draw_stock":
            return turns.draw_stock(state, by, action)
        case "exchange":
            return turns.exchange(state, by, action)
        case "discard_drawn":
            return turns.discard_drawn(state, by, action)
        case "discard":
            return turns.discard(state, by, action)
        case "restock":
            return turns.restock(state)
        case "end_round":
            return announcing.end_round(state)
        case "note_slot":
            return note_slot(state, by, action)
        case "racko":
            return announcing.announce(state, by, action, "racko")
        case "racko_eclair":
            return announcing.announce(state, by, action, "eclair")
        case "show_rack":
            return announcing.show_rack(state, by, action)
        case _:
            return announcing.count_rack(state, by, action)


def is_over(state: State) -> bool:
    """Whether the game has ended (section 6)."""
    return state.phase == "game_over"


def _checked_sender(state: State, action: Action) -> tuple[str, str]:
    """The general checks of section 4 but the phase, in their order."""
    if state.phase == "game_over":
        raise Rejected("game_over")
    if type(action) is not dict and not isinstance(action, Mapping):
        raise Rejected("unknown_player")
    by, do = action.get("by"), action.get("do")
    if not isinstance(by, str) or (by != TABLE and by not in state.standing.players):
        if isinstance(by, str) and by in state.house.seats:
            raise Rejected("player_out", player=by)
        raise Rejected("unknown_player", seen=by)
    if not isinstance(do, str) or do not in PHASES:
        raise Rejected("unknown_action", seen=do)
    if by == TABLE and do not in TABLE_ACTIONS:
        raise Rejected("unknown_player", seen=by)
    return by, do


def _wrong_phase(state: State, by: str, do: str) -> Rejected:
    """``wrong_phase``, or the code that says more (section 4)."""
    if do == "racko_eclair" and not state.house.eclair:
        return Rejected("eclair_not_played")
    if do == "racko_eclair" and state.phase in ("draw", "place"):
        return Rejected("eclair_too_late")
    if state.phase == "place":
        if do in _TAKES and by == state.turn:
            return Rejected("already_drawn", player=by)
        if do == "racko":
            return Rejected("card_in_hand", player=state.turn)
    if state.phase == "draw" and do in _LAYS and by == state.turn:
        return Rejected("draw_first", player=by)
    return Rejected("wrong_phase", phase=state.phase)
