"""What the player on turn must do before what: the duties of CR-40 to CR-49, each with the moves that fulfil it.

Sources come in the order reserve, hand, T1…T8, targets F1…F8, T1…T8, the opponent's reserve and waste; among several
empty foundations or cases only the first is named, all are equally good (section 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from companion.games.crapette.rules.cards import ACES, BITS, LOADS_BELOW, NEXT_UP, SERIES_BELOW
from companion.games.crapette.rules.freeing import freeing_moves
from companion.games.crapette.rules.placing import loadable_tops
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    WASTE,
    Position,
    Shift,
    hand_card,
    must_turn,
    reserve_top,
)

Shifts = tuple[Shift, ...]


class Layout(NamedTuple):
    """What a position takes, as sets of cards: what is worked out once for all its duties and moves.

    ``wanted`` go up on a foundation, ``tops`` are the free cards of the cases, ``reserve`` and ``waste`` the loadable
    tops of the opponent; ``empty`` is the first empty case.
    """

    wanted: int
    tops: int
    reserve: int
    waste: int
    empty: int | None


class Duties(NamedTuple):
    """Each duty that is pending, with the moves that fulfil it; ``turn_reserve`` is fulfilled by turning (CR-53)."""

    foundation: Shifts
    uncovering: Shifts
    freeing: Shifts
    turn_reserve: bool
    reserve: Shifts
    reserve_filling: Shifts
    hand_filling: Shifts
    hand_series: Shifts
    hand_loading: Shifts


def layout(position: Position, seat: int) -> Layout:
    """What the position takes from this player."""
    piles = position.piles
    wanted = tops = 0
    for foundation in piles[:8]:
        wanted |= NEXT_UP[foundation[-1]] if foundation else ACES
    empty = None
    for case in CASES:
        if column := piles[case]:
            tops |= BITS[column[-1]]
        elif empty is None:
            empty = case
    reserve, waste = loadable_tops(position, seat)
    return Layout(wanted, tops, reserve, waste, empty)


def duties(position: Position, seat: int, place: Layout) -> Duties:
    """Every duty of the player on turn that is pending in this position (section 4.3, second column).

    CR-51: a card in hand changes nothing but what CR-46 to CR-48 add for it.
    """
    house = position.house
    top, hand = reserve_top(position, seat), hand_card(position, seat)
    uncovering = _uncovering(position, place)
    reserve: Shifts = ()
    reserve_filling: Shifts = ()
    hand_filling: Shifts = ()
    hand_series: Shifts = ()
    hand_loading: Shifts = ()
    if top is not None:
        reserve = _reserve_plays(position, seat, place, top)
        if place.empty is not None and house.empty_case_duty != "off":
            reserve_filling = (Shift(RESERVE + seat, place.empty, top),)
    if hand is not None:
        source = HAND + seat
        if house.hand_duty != "off":
            hand_series = tuple(onto_series(position, place, source, hand))
        if house.hand_duty == "series_and_loads":
            hand_loading = tuple(loads(position, seat, place, source, hand))
        if place.empty is not None and house.empty_case_duty == "reserve_and_hand":
            hand_filling = (Shift(source, place.empty, hand),)
    return Duties(
        _foundation_duty(position, seat, place),
        uncovering,
        freeing_moves(position, bool(uncovering)),
        must_turn(position, seat),
        reserve,
        reserve_filling,
        hand_filling,
        hand_series,
        hand_loading,
    )


def sources(position: Position, seat: int) -> Iterator[tuple[int, int]]:
    """CR-12, CR-21: zone and card of the reserve top, the card in hand, and the free card of every case."""
    piles = position.piles
    if position.face_up[seat]:
        yield RESERVE + seat, piles[RESERVE + seat][-1]
    if piles[HAND + seat]:
        yield HAND + seat, piles[HAND + seat][0]
    for case in CASES:
        if piles[case]:
            yield case, piles[case][-1]


# ---------------------------------------------------------------- where a card goes


def onto_foundations(position: Position, place: Layout, source: int, card: int) -> Iterator[Shift]:
    """CR-10, CR-11, CR-16: the foundations that take the card, of several empty ones the first."""
    bit = BITS[card]
    if not bit & place.wanted:
        return
    empty_named = False
    for foundation in FOUNDATIONS:
        if pile := position.piles[foundation]:
            if NEXT_UP[pile[-1]] & bit:
                yield Shift(source, foundation, card)
        elif ACES & bit and not empty_named:
            empty_named = True
            yield Shift(source, foundation, card)


def onto_series(position: Position, place: Layout, source: int, card: int) -> Iterator[Shift]:
    """CR-20: the occupied cases that take the card."""
    fits = SERIES_BELOW[card]
    if fits & place.tops:
        for case in CASES:
            column = position.piles[case]
            if column and fits & BITS[column[-1]]:
                yield Shift(source, case, card)


def loads(position: Position, seat: int, place: Layout, source: int, card: int) -> Iterator[Shift]:
    """CR-30: the opponent's piles that take the card."""
    fits = LOADS_BELOW[position.house.load_match][card]
    if fits & place.reserve:
        yield Shift(source, RESERVE + 1 - seat, card)
    if fits & place.waste:
        yield Shift(source, WASTE + 1 - seat, card)


# ---------------------------------------------------------------- the duties


def foundation_plays(position: Position, seat: int, place: Layout) -> Shifts:
    """CR-40: every play to a foundation that is not excused; a card taken down this turn need not go up again."""
    found: list[Shift] = []
    for source, card in sources(position, seat):
        if BITS[card] & place.wanted and not _is_returned(position, source, -1):
            found += onto_foundations(position, place, source, card)
    return tuple(found)


def _foundation_duty(position: Position, seat: int, place: Layout) -> Shifts:
    """CR-40: the foundation plays that are due; with ``reserve_and_aces`` only those of the reserve and of Aces."""
    plays = foundation_plays(position, seat, place)
    if not plays or position.house.foundation_duty == "all":
        return plays
    return tuple(play for play in plays if play.source == RESERVE + seat or BITS[play.card] & ACES)


def _is_returned(position: Position, case: int, from_top: int) -> bool:
    """Option ``foundation_return``: whether this card of a case was taken down this turn."""
    return bool(position.returned) and (case, len(position.piles[case]) + from_top) in position.returned


def covers_a_wanted_card(position: Position, place: Layout, case: int) -> bool:
    """CR-43: whether the card directly under the free card of a case fits a foundation."""
    column = position.piles[case]
    if len(column) < 2 or not BITS[column[-2]] & place.wanted:
        return False
    return not _is_returned(position, case, -2)


def _uncovering(position: Position, place: Layout) -> Shifts:
    """CR-43: an empty case serves first to uncover a card; ``any_place``: a series does too when none is empty."""
    wish = position.house.uncovering
    if wish == "off" or (place.empty is None and wish == "empty_case"):
        return ()
    covering = [case for case in CASES if covers_a_wanted_card(position, place, case)]
    if place.empty is not None:
        return tuple(Shift(case, place.empty, position.piles[case][-1]) for case in covering)
    return tuple(_chained(onto_series(position, place, case, position.piles[case][-1]) for case in covering))


def _reserve_plays(position: Position, seat: int, place: Layout, top: int) -> Shifts:
    """CR-44: what makes the reserve top playable before a stock card is used, by the option ``reserve_duty``."""
    if position.house.reserve_duty == "off":
        return ()
    source = RESERVE + seat
    found = [*onto_foundations(position, place, source, top), *onto_series(position, place, source, top)]
    if position.house.reserve_duty == "series_and_loads":
        found += loads(position, seat, place, source, top)
    return tuple(found)


def _chained(groups: Iterable[Iterator[Shift]]) -> Iterator[Shift]:
    for group in groups:
        yield from group
