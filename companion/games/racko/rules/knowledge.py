"""What the referee knows of the cards, and what contradicts it (RK-40 to RK-45, RK-14, RK-24)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.action import TABLE, Event, Rejected
from companion.games.racko.rules.state import SLOTS, CardSet, Heap, Rack, State, card_set

Events = tuple[Event, ...]


# ---------------------------------------------------------------- arguments


def checked_card(state: State, card: object, *, audience: tuple[str, ...] | None = None) -> int:
    """A number of the deck in use; raises ``card_not_in_game`` (RK-1)."""
    if type(card) is not int or not 1 <= card <= state.deck_max:
        raise Rejected("card_not_in_game", audience=audience, expected=state.deck_max, seen=card)
    return card


def place_of(slot: object, *, audience: tuple[str, ...] | None = None) -> int:
    """The place 0 to 9 of a slot named 5 to 50; raises ``bad_slot``."""
    if type(slot) is not int or slot not in SLOTS:
        raise Rejected("bad_slot", audience=audience, expected=list(SLOTS), seen=slot)
    return SLOTS.index(slot)


def confirmed(value: object, code: str, by: str) -> bool:
    """Whether ``correct`` is given; raises ``code`` when it is neither true nor false."""
    if value is None or value is False:
        return False
    if value is not True:
        raise Rejected(code, audience=(by,), seen=value)
    return True


# ---------------------------------------------------------------- where cards are


def located(state: State) -> CardSet:
    """RK-42: every card of which it is known where it is."""
    found = state.pile.known | state.stock_order.known
    for rack in state.racks:
        found |= rack.cards
    if state.held is not None and state.held.card is not None:
        found |= 1 << state.held.card
    return found


def elsewhere(state: State, player: str) -> CardSet:
    """RK-42: every card known to be anywhere but in this player's rack."""
    return located(state) & ~state.rack(player).cards


def refuse_elsewhere(state: State, card: int, cards: CardSet, by: str) -> None:
    """Raises ``card_elsewhere`` when the card is among ``cards`` (RK-42).

    The reason is for ``by`` alone even when the card lies in the pile: whether it comes to this check may already
    depend on a secret.
    """
    if cards >> card & 1:
        place = "pile" if state.pile.known >> card & 1 else "other"
        raise Rejected("card_elsewhere", audience=only(by), card=card, place=place)


def only(by: str) -> tuple[str, ...]:
    """The audience of a refusal that is a secret of whoever acted; the table itself may know no secret."""
    return () if by == TABLE else (by,)


# ---------------------------------------------------------------- shown racks


def checked_shape(state: State, rack: object) -> tuple[int, ...]:
    """Ten different numbers of the deck; raises ``bad_rack``, ``card_not_in_game``, ``duplicate_card`` (RK-43).

    What is wrong with the reading itself hangs on no secret: whoever typed it is told.
    """
    if not isinstance(rack, list | tuple) or len(rack) != len(SLOTS):
        raise Rejected("bad_rack")
    for place, card in enumerate(rack):
        if type(card) is not int:
            raise Rejected("bad_rack", slot=SLOTS[place])
    for card in rack:
        checked_card(state, card)
    for place, card in enumerate(rack):
        if card in rack[:place]:
            raise Rejected("duplicate_card", card=card)
    return tuple(rack)


def checked_rack(state: State, rack: object, by: str, *, correct: bool) -> tuple[int, ...]:
    """A rack as it was read, held against everything known (RK-24, RK-43); raises the rack codes in their order."""
    shown = checked_shape(state, rack)
    _refuse_cards_elsewhere(state, shown, _certain(state) if correct else elsewhere(state, by), by)
    if correct:
        return shown
    known = state.rack(by)
    for slot, expected, seen in zip(SLOTS, known.slots, shown, strict=True):
        if expected is not None and seen != expected:
            raise Rejected("known_slot_differs", audience=(by,), slot=slot, expected=expected, seen=seen)
    for card in known.floating:
        if card not in shown:
            raise Rejected("known_card_missing", audience=(by,), card=card)
    return shown


def _refuse_cards_elsewhere(state: State, shown: tuple[int, ...], excluded: CardSet, by: str) -> None:
    """RK-42: names the card where everybody has seen it; which card stands in another's rack stays a secret."""
    if not card_set(shown) & excluded:
        return
    for place, cards in (("pile", state.pile.known), ("rack", state.call.shown)):
        for card in shown:
            if (cards & excluded) >> card & 1:
                raise Rejected("card_elsewhere", audience=(by,), card=card, place=place)
    raise Rejected("card_elsewhere", audience=(by,), card=None, place="other")


def _certain(state: State) -> CardSet:
    """RK-43: what stands even against a confirmed reading: the top face-up card and the racks already counted."""
    return card_set(state.pile.cards[-1:]) | state.call.shown


def with_shown_rack(state: State, by: str, shown: tuple[int, ...]) -> State:
    """The state once a rack has been seen: all of it is known, and whatever contradicts it is forgotten (RK-43)."""
    seen = card_set(shown)
    seat = state.house.seats.index(by)
    racks = tuple(
        Rack(shown, (), seen) if index == seat else rack.without(seen)
        for index, rack in enumerate(state.racks)
    )
    taken = tuple(cards & (seen if index == seat else ~seen) for index, cards in enumerate(state.taken))
    pile, order = state.pile.without(seen), state.stock_order.without(seen)
    return replace(state, racks=racks, pile=pile, stock_order=order, taken=taken)


# ---------------------------------------------------------------- notes


def note_slot(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-40: the owner records a slot of his own rack, or forgets it; ``correct`` overrides his earlier note."""
    audience = (by,)
    correct = confirmed(action.get("correct"), "bad_slot", by)
    place = place_of(action.get("slot"), audience=audience)
    rack = state.rack(by)
    if action.get("card") is None:
        return replace(state, racks=state.with_rack(by, rack.put(place, None))), ()
    card = checked_card(state, action["card"], audience=audience)
    refuse_elsewhere(state, card, elsewhere(state, by), by)
    if not correct:
        _refuse_contradiction(rack, place, card, by)
    noted = rack.without(1 << card).put(place, card)
    if noted.unknown_cards < 0:
        noted = Rack.of(noted.slots)
    return replace(state, racks=state.with_rack(by, noted)), ()


def _refuse_contradiction(rack: Rack, place: int, card: int, by: str) -> None:
    known = rack.slots[place]
    if card in rack.slots and known != card:
        raise Rejected("duplicate_card", audience=(by,), card=card)
    if known is not None and known != card:
        raise Rejected("known_slot_differs", audience=(by,), slot=SLOTS[place], expected=known, seen=card)
    if known is None and card not in rack.floating and rack.unknown_cards == 0:
        # Ten other cards are known to be in the rack, so one of the floating ones must stand in this slot.
        raise Rejected("known_slot_differs", audience=(by,), slot=SLOTS[place], expected=None, seen=card)


def top_of(pile: Heap) -> int | None:
    """The number of the top face-up card; None when there is none or it is not known."""
    return pile.cards[-1] if pile.cards else None
