"""Omissions: when exactly a neglected duty is proven (CR-49, section 4.3), and what would have fulfilled it."""

from __future__ import annotations

from companion.games.crapette.rules.cards import rank_of
from companion.games.crapette.rules.duties import (
    Duties,
    Layout,
    Shifts,
    covers_a_wanted_card,
    foundation_plays,
)
from companion.games.crapette.rules.state import CASES, FOUNDATIONS, HAND, RESERVE, Deed, Position

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


def omitted(position: Position, deed: Deed, pending: Duties, place: Layout) -> tuple[str, ...]:
    """The codes of all omissions that a rightly placed card action proves, judged on the position before it."""
    house = position.house
    level = priority(deed)
    ends = deed.kind != "move"
    codes: list[str] = []
    if pending.foundation and level >= 2:
        codes.append("missed_foundation_play")
    if level == 1 and house.foundation_order != "any" and _should_come_first(position, deed, place):
        codes.append("wrong_foundation_order")
    if pending.uncovering and (ends or (deed.into_empty and _spends_the_empty_case(position, deed, place))):
        codes.append("missed_uncovering")
    if pending.freeing and level >= 3:
        codes.append("missed_case_freeing")
    if pending.turn_reserve and (ends or house.reserve_turn == "strict"):
        codes.append("reserve_not_turned")
    if pending.reserve and level == 4:
        codes.append("stock_before_reserve")
    if _neglects_an_empty_case(deed, pending):
        codes.append("unused_empty_case")
    if deed.kind == "discard":
        if pending.hand_series:
            codes.append("missed_series_play")
        if pending.hand_loading:
            codes.append("missed_load")
    return tuple(codes)


def _spends_the_empty_case(position: Position, deed: Deed, place: Layout) -> bool:
    """CR-43: a card of reserve or hand into an empty case, or a case card into the last one.

    A case card may take it if it uncovers a card that goes up, or if its own case becomes empty instead.
    """
    if deed.source not in CASES:
        return True
    last = sum(not position.piles[case] for case in CASES) == 1
    return last and deed.left > 0 and not covers_a_wanted_card(position, place, deed.source)


def _neglects_an_empty_case(deed: Deed, pending: Duties) -> bool:
    """CR-45: an empty case is filled from the reserve before a stock card is used; CR-47: or from the hand."""
    if deed.kind != "move":
        return bool(pending.reserve_filling) or (deed.kind == "discard" and bool(pending.hand_filling))
    return bool(pending.reserve_filling) and deed.into_empty and deed.source == HAND + deed.seat


def _should_come_first(position: Position, deed: Deed, place: Layout) -> Shifts:
    """CR-41, option ``foundation_order``: the foundation plays that had to come before this one."""
    plays = foundation_plays(position, deed.seat, place)
    if position.house.foundation_order == "lowest_first":
        return tuple(play for play in plays if rank_of(play.card) < rank_of(deed.cards[0]))
    own = RESERVE + deed.seat
    return () if deed.source == own else tuple(play for play in plays if play.source == own)


def neglected(position: Position, deed: Deed, pending: Duties, place: Layout, code: str) -> Shifts:
    """The moves that an omission left out, in the order of ``obligations`` (4.6)."""
    match code:
        case "missed_foundation_play":
            return pending.foundation
        case "wrong_foundation_order":
            return _should_come_first(position, deed, place)
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
