"""Omissions: when exactly a neglected duty is proven (CR-49, section 4.3), and what would have fulfilled it."""

from __future__ import annotations

from companion.games.crapette.rules.cards import rank_of
from companion.games.crapette.rules.duties import Duties, Shifts
from companion.games.crapette.rules.state import CASES, FOUNDATIONS, HAND, RESERVE, Deed

PLACEMENT_FAULTS = (
    "out_of_turn",
    "own_waste_played",
    "opponent_pile_played",
    "foundation_card_moved",
    "covered_card_moved",
    "own_pile_loaded",
    "several_cards_moved",
    "wrong_foundation",
    "wrong_series",
    "wrong_load",
    "early_recycle",
)
"""The codes of section 4.2, in its order."""

OMISSIONS = (
    "missed_foundation_play",
    "wrong_foundation_order",
    "missed_uncovering",
    "missed_case_freeing",
    "reserve_not_turned",
    "stock_before_reserve",
    "unused_empty_case",
    "missed_series_play",
    "missed_load",
)
"""The codes of section 4.3, in the order cited."""

INFRACTIONS = (*PLACEMENT_FAULTS, *OMISSIONS)


def priority(deed: Deed) -> int:
    """The priority of a card action, 1 (a foundation play) to 4 (using the stock), by the table of section 4.3."""
    if deed.kind != "move":
        return 4
    if deed.target in FOUNDATIONS:
        return 1
    if deed.source in CASES:
        return 2 if deed.target in CASES or deed.left == 0 else 3
    return 4 if deed.source == HAND + deed.seat else 3


def omitted(pending: Duties, deed: Deed) -> tuple[str, ...]:
    """The codes of all omissions that a rightly placed card action proves, judged on the position before it."""
    level = priority(deed)
    ends = deed.kind != "move"
    codes: list[str] = []
    if level == 1:
        if _should_come_first(pending, deed):
            codes.append("wrong_foundation_order")
    else:
        if pending.foundation:
            codes.append("missed_foundation_play")
        if pending.uncovering and (ends or (deed.into_empty and _spends_the_empty_case(pending, deed))):
            codes.append("missed_uncovering")
        if level >= 3 and pending.freeing:
            codes.append("missed_case_freeing")
    if (ends or pending.house.reserve_turn == "strict") and pending.turn_reserve:
        codes.append("reserve_not_turned")
    if level == 4:
        if pending.reserve:
            codes.append("stock_before_reserve")
        if _neglects_an_empty_case(pending, deed):
            codes.append("unused_empty_case")
    if deed.kind == "discard":
        if pending.hand_series:
            codes.append("missed_series_play")
        if pending.hand_loading:
            codes.append("missed_load")
    return tuple(codes)


def _spends_the_empty_case(pending: Duties, deed: Deed) -> bool:
    """CR-43: a card of reserve or hand into an empty case, or a case card into the last one.

    A case card may take it if it uncovers a card that goes up, or if its own case becomes empty instead.
    """
    if deed.source not in CASES:
        return True
    return pending.empty_cases == 1 and deed.left > 0 and deed.source not in pending.covering


def _neglects_an_empty_case(pending: Duties, deed: Deed) -> bool:
    """CR-45: an empty case is filled from the reserve before a stock card is used; CR-47: or from the hand.

    Asked of the actions of priority 4: what they move comes from the hand.
    """
    if deed.kind == "move":
        return deed.into_empty and bool(pending.reserve_filling)
    return bool(pending.reserve_filling) or (deed.kind == "discard" and bool(pending.hand_filling))


def _should_come_first(pending: Duties, deed: Deed) -> Shifts:
    """CR-41, option ``foundation_order``: the foundation plays that had to come before this one.

    Only cards that must go up are compared: what ``foundation_duty`` leaves to the player, or an opened waste, has
    no place in the order, neither as the one played nor as one that waits.
    """
    order = pending.house.foundation_order
    if order == "any":
        return ()
    plays = pending.foundation
    if not any(play.source == deed.source for play in plays):
        return ()
    if order == "lowest_first":
        return tuple(play for play in plays if rank_of(play.card) < rank_of(deed.cards[0]))
    own = RESERVE + deed.seat
    return () if deed.source == own else tuple(play for play in plays if play.source == own)


def neglected(pending: Duties, deed: Deed, code: str) -> Shifts:
    """The moves that an omission left out, in the order of ``obligations`` (4.6)."""
    match code:
        case "missed_foundation_play":
            return pending.foundation
        case "wrong_foundation_order":
            return _should_come_first(pending, deed)
        case "missed_uncovering":
            return pending.uncovering
        case "missed_case_freeing":
            return pending.freeing
        case "stock_before_reserve":
            return pending.reserve
        case "unused_empty_case":
            return pending.reserve_filling or pending.hand_filling
        case "missed_series_play":
            return pending.hand_series
        case "missed_load":
            return pending.hand_loading
        case _:
            return ()
