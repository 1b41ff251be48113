"""Where a card may lie (CR-10 to CR-35), the placement faults (section 4.2), and carrying a card there and back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from companion.games.crapette.rules.cards import ACES, BITS, CARD_NAMES, LOADS_BELOW, NEXT_UP, SERIES_BELOW
from companion.games.crapette.rules.state import (
    CASES,
    FOUNDATIONS,
    HAND,
    RESERVE,
    RESERVES,
    STOCK,
    WASTE,
    Deed,
    Draft,
    Fault,
    Lying,
    Pair,
    Pile,
    Position,
    Shift,
    changed,
    going_up,
)

COMPLETE = 13
"""Cards of a complete foundation (CR-14)."""


# ---------------------------------------------------------------- what fits where


def fits_foundation(foundation: Pile, card: int) -> bool:
    """CR-10, CR-11: an Ace on an empty one, else the next card of the suit, judged by the actual top card."""
    return bool(BITS[card] & (NEXT_UP[foundation[-1]] if foundation else ACES))


def fits_series(case: Pile, card: int) -> bool:
    """CR-20: the next lower rank in the other colour; an empty case is no series."""
    return bool(case) and bool(SERIES_BELOW[card] & BITS[case[-1]])


def fits_case(case: Pile, card: int) -> bool:
    """CR-20, CR-22: on a series, or any card into an empty case."""
    return not case or bool(SERIES_BELOW[card] & BITS[case[-1]])


def is_run(cards: Pile) -> bool:
    """Whether several cards follow each other as in a series (option ``sequences``)."""
    return all(SERIES_BELOW[upper] & BITS[lower] for lower, upper in pairwise(cards))


def loadable(position: Position, seat: int) -> tuple[int, int]:
    """CR-30, CR-32: the cards that go on the opponent's reserve and those that go on his waste, as sets."""
    if not position.house.loading:
        return 0, 0
    # Neighbours are neighbours of each other: what a card goes on is also what goes on it.
    neighbours, other = LOADS_BELOW[position.house.load_match], 1 - seat
    waste = position.piles[WASTE + other]
    on_reserve = neighbours[position.piles[RESERVE + other][-1]] if position.face_up[other] else 0
    return on_reserve, neighbours[waste[-1]] if waste else 0


def can_load(position: Position, seat: int, target: int, card: int) -> bool:
    """CR-30, CR-32: whether a player's card goes on this pile of the opponent."""
    return bool(BITS[card] & loadable(position, seat)[0 if target == RESERVE + 1 - seat else 1])


def empty_cases(position: Position) -> list[int]:
    """The empty cases, lowest number first."""
    return [case for case in CASES if not position.piles[case]]


def vacant(position: Position) -> int:
    """The empty foundations and cases, as bits."""
    return sum(1 << zone for zone, pile in enumerate(position.piles[: CASES.stop]) if not pile)


# ---------------------------------------------------------------- placement faults


def placement_fault(position: Position, deed: Deed) -> str | None:
    """Section 4.2: the first fault in the order of its table, None for a card that is rightly placed."""
    house, seat = position.house, deed.seat
    if deed.kind == "recycle":
        early = house.recycle == "when_needed" and (position.turn != seat or position.piles[HAND + seat])
        return "early_recycle" if early else None
    if seat != position.turn:
        return None if deed.kind == "draw" and house.early_draw else "out_of_turn"
    if deed.kind != "move":
        return None
    return _source_fault(position, deed) or _target_fault(position, deed)


def _source_fault(position: Position, deed: Deed) -> str | None:
    """CR-12, CR-13, CR-15, CR-34, CR-35: cards that may not be taken."""
    house, source, other = position.house, deed.source, 1 - deed.seat
    if source in CASES:
        return "covered_card_moved" if deed.covered else None
    if source == WASTE + deed.seat:
        return None if house.own_waste_playable else "own_waste_played"
    if source == WASTE + other:
        return None if house.opponent_waste_playable else "opponent_pile_played"
    if source in (RESERVE + other, HAND + other):
        return "opponent_pile_played"
    if source in FOUNDATIONS:
        returning = deed.target in CASES and deed.place + 1 != COMPLETE
        return None if house.foundation_return and returning else "foundation_card_moved"
    return None


def _target_fault(position: Position, deed: Deed) -> str | None:
    """CR-10, CR-11, CR-20, CR-22, CR-24, CR-30, CR-31, CR-32, CR-33: places where the card may not go."""
    seat, target, card = deed.seat, deed.target, deed.cards[0]
    if target in (RESERVE + seat, WASTE + seat):
        return "own_pile_loaded"
    if len(deed.cards) > 1 and not _several_allowed(position, deed):
        return "several_cards_moved"
    if target in FOUNDATIONS:
        return None if fits_foundation(position.piles[target], card) else "wrong_foundation"
    if target in CASES:
        return None if fits_case(position.piles[target], card) else "wrong_series"
    closed = deed.source in CASES and not position.house.load_from_cases
    return "wrong_load" if closed or not can_load(position, seat, target, card) else None


def _several_allowed(position: Position, deed: Deed) -> bool:
    """CR-24, option ``sequences``: never, as single moves would do it, or any ordered run; only from case to case."""
    if position.house.sequences == "single" or deed.target not in CASES or not is_run(deed.cards):
        return False
    if position.house.sequences == "run":
        return True
    room = sum(case != deed.target for case in empty_cases(position))
    return len(deed.cards) <= room + 1


# ---------------------------------------------------------------- carrying cards


def carry(draft: Draft, deed: Deed, *, misplaced: bool = False) -> None:
    """Moves the cards of a deed on the table, whatever it is worth; keeps the turn's exceptions up to date."""
    piles, seat = draft.piles, deed.seat
    match deed.kind:
        case "move":
            source, target, cards = deed.source, deed.target, len(deed.cards)
            if draft.house.foundation_return:
                slide = Slide(source, deed.place, cards, target, len(piles[target]))
                _follow_returned(draft, slide, misplaced)
            if deed.into_empty or draft.parked:
                _follow_parked(draft, deed, misplaced)
            shift_cards(draft, source, deed.place, cards, target)
            _count_face_up(draft, source, target, cards)
        case "draw":
            shift_cards(draft, STOCK + seat, len(piles[STOCK + seat]) - 1, 1, HAND + seat)
        case "discard":
            shift_cards(draft, HAND + seat, 0, 1, WASTE + seat)
        case "recycle":
            turn_over(draft, WASTE + seat, STOCK + seat)


class Slide(NamedTuple):
    """So many cards that lie together from their place in one pile to a place in another."""

    source: int
    place: int
    cards: int
    target: int
    at: int

    def follow(self, zone: int, place: int) -> Pair:
        """Where the card lies afterwards that lies here before."""
        beyond = place - self.place
        if zone == self.source and beyond >= 0:
            return (self.target, self.at + beyond) if beyond < self.cards else (zone, place - self.cards)
        return zone, place + self.cards if zone == self.target and place >= self.at else place


def shift_cards(
    draft: Draft, source: int, place: int, cards: int, target: int, at: int | None = None
) -> None:
    """Moves cards on the table, on top of a pile unless told where, and what is remembered of single cards."""
    piles = draft.piles
    taken, onto, end = piles[source], piles[target], place + cards
    if at is None:
        at = len(onto)
    piles[source] = taken[:place] + taken[end:]
    piles[target] = onto[:at] + taken[place:end] + onto[at:]
    if source in FOUNDATIONS or target in FOUNDATIONS:
        draft.wanted = going_up(piles)
    if draft.faults or draft.proof is not None:
        _follow_cards(draft, Slide(source, place, cards, target, at).follow)


def turn_over(draft: Draft, source: int, target: int) -> None:
    """CR-55: the waste turned over becomes the stock, the oldest card on top; or that is turned back again."""
    height = len(draft.piles[source])
    draft.piles[target] = draft.piles[source][::-1]
    draft.piles[source] = ()
    _follow_cards(
        draft, lambda zone, place: (target, height - 1 - place) if zone == source else (zone, place)
    )


def _follow_cards(draft: Draft, now: Callable[[int, int], Pair]) -> None:
    """4.5, step 6: only that very card proves, so the cards of omitted moves are followed wherever they go."""

    def followed(cards: tuple[Lying, ...]) -> tuple[Lying, ...]:
        return tuple(Lying(card.source, *now(card.zone, card.place)) for card in cards)

    if draft.faults:
        draft.faults = tuple(
            fault._replace(cards=followed(fault.cards)) if fault.cards else fault for fault in draft.faults
        )
    if draft.proof is not None:
        draft.proof = draft.proof._replace(cards=followed(draft.proof.cards))


def _count_face_up(draft: Draft, source: int, target: int, cards: int) -> None:
    """Counts the face-up cards of the reserves: what is put on one lies face up."""
    if source in RESERVES:
        seat = source - RESERVE
        draft.face_up = changed(draft.face_up, seat, draft.face_up[seat] - cards)
    if target in RESERVES:
        seat = target - RESERVE
        draft.face_up = changed(draft.face_up, seat, draft.face_up[seat] + cards)


def _follow_parked(draft: Draft, deed: Deed, misplaced: bool) -> None:
    """4.4, parking exception: a case filled from another case into an empty one; a lone card keeps what it had.

    What is wrongly placed earns none: a card out of turn, one from under others, several at once.
    """
    source_bit, target_bit = 1 << deed.source, 1 << deed.target
    kept = bool(draft.parked & source_bit)
    if deed.left == 0:
        draft.parked &= ~source_bit
    if deed.source in CASES and deed.into_empty and (deed.left or kept) and not misplaced:
        draft.parked |= target_bit


def _follow_returned(draft: Draft, slide: Slide, misplaced: bool) -> None:
    """Option ``foundation_return``: the cards taken down this turn, wherever they are moved among the cases.

    Only a card that was rightly taken down and fits where it was put need not go up again.
    """
    places = [slide.follow(case, place) for case, place in draft.returned]
    if slide.source in FOUNDATIONS and not misplaced:
        places.append((slide.target, slide.at))
    draft.returned = tuple(place for place in places if place[0] in CASES)


# ---------------------------------------------------------------- putting cards back


def lies_there(position: Position, fault: Fault) -> bool:
    """4.5: whether the cards of a fault still lie where it put them, so that it can be undone."""
    deed, piles = fault.deed, position.piles
    match deed.kind:
        case "move":
            target = piles[deed.target]
            return len(target) == fault.height and target[-len(deed.cards) :] == deed.cards
        case "draw":
            return piles[HAND + deed.seat] == deed.cards
        case "discard":
            waste = piles[WASTE + deed.seat]
            return len(waste) == fault.height and waste[-1:] == deed.cards and not piles[HAND + deed.seat]
        case "recycle":
            return len(piles[STOCK + deed.seat]) == fault.height and not piles[WASTE + deed.seat]
        case _:
            return True


def put_back(draft: Draft, fault: Fault) -> list[dict[str, Any]]:
    """Undoes the action of a fault; the steps as hands make them (CR-62, CR-63, 4.6)."""
    deed, piles = fault.deed, draft.piles
    stock, waste, hand = STOCK + deed.seat, WASTE + deed.seat, HAND + deed.seat
    draft.parked, draft.returned = fault.parked, fault.returned
    match deed.kind:
        case "move":
            cards = len(deed.cards)
            height = len(piles[deed.target]) - cards
            shift_cards(draft, deed.target, height, cards, deed.source, deed.place)
            _count_face_up(draft, deed.target, deed.source, cards)
            return [step(draft, deed.target, deed.source, deed.cards[0])]
        case "draw":
            shift_cards(draft, hand, 0, 1, stock)
            return [step(draft, hand, stock, deed.cards[0])]
        case "discard":
            shift_cards(draft, waste, len(piles[waste]) - 1, 1, hand)
            return [step(draft, waste, hand, deed.cards[0])]
        case "recycle":
            turn_over(draft, stock, waste)
            return [{"from": draft.house.zone_names[stock], "to": draft.house.zone_names[waste]}]
        case _:
            return []


def step(position: Position, source: int, target: int, card: int) -> dict[str, Any]:
    """A step of putting right: which card goes from where to where."""
    return shift_told(position, Shift(source, target, card))


def shift_told(position: Position, shift: Shift) -> dict[str, Any]:
    """A move in the form of the record: ``{"from", "to", "card"}``."""
    names = position.house.zone_names
    return {"from": names[shift.source], "to": names[shift.target], "card": CARD_NAMES[shift.card]}
