"""A turn: one card taken, one card laid off; and the stock when it is empty (RK-10 to RK-16, RK-44, RK-45)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.action import Event, Rejected
from companion.games.racko.rules.dealing import refuse_wrong_top
from companion.games.racko.rules.knowledge import (
    checked_card,
    elsewhere,
    located,
    place_of,
    refuse_elsewhere,
)
from companion.games.racko.rules.state import SLOTS, CardSet, Heap, Held, Rack, State

Events = tuple[Event, ...]


def take_discard(state: State, by: str) -> tuple[State, Events]:
    """RK-10: the top face-up card into the hand."""
    _require_turn(state, by)
    card = state.pile.cards[-1]
    taken = replace(state, phase="place", pile=Heap.of(state.pile.cards[:-1]), held=Held(by, "discard", card))
    return taken, (Event("discard_taken", {"player": by, "card": card}),)


def draw_stock(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-10: the top of the stock into the hand; its number is known from the owner's page or a known order."""
    _require_turn(state, by)
    if state.stock == 0:
        raise Rejected("stock_empty")
    card = action.get("card")
    if card is not None:
        card = checked_card(state, card, audience=(by,))
        refuse_wrong_top(state, card, by)
    order = state.stock_order
    if order.cards:
        card = order.cards[0] if card is None else card
        order = Heap.of(order.cards[1:])
    held = Held(by, "stock", card)
    drawn = state.after_hands("place", by, stock=state.stock - 1, stock_order=order, held=held)
    events = (Event("stock_drawn", {"player": by}),)
    return drawn, events if drawn.stock else (*events, Event("stock_empty", {}))


def exchange(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-11, RK-13: the hand card into the slot of the card that goes on the pile."""
    held = _require_hand(state, by)
    return _exchange(state, held, action.get("discarded"), action.get("slot"))


def _exchange(state: State, held: Held, discarded: object, slot: object) -> tuple[State, Events]:
    by = held.player
    card = checked_card(state, discarded)
    rack = state.rack(by)
    if card == held.card:
        if held.source == "discard":
            raise Rejected("must_exchange", card=card)
        raise Rejected("not_in_rack", audience=(by,), card=card)
    if rack.unknown_cards == 0 and not rack.cards >> card & 1:
        raise Rejected("not_in_rack", audience=(by,), card=card)
    refuse_elsewhere(state, card, elsewhere(state, by), by)
    place = None if slot is None else place_of(slot, audience=(by,))
    if place is not None:
        _refuse_other_slot(rack, place, card, by)
    return _discarded(state, by, card, rack.exchanged(place, card, held.card))


def _refuse_other_slot(rack: Rack, place: int, card: int, by: str) -> None:
    """RK-14, RK-43: a known card leaves from the slot it was known to be in."""
    known = rack.slots[place]
    if known is None and card not in rack.slots:
        return
    if known != card:
        expected = SLOTS[rack.slots.index(card)] if card in rack.slots else None
        raise Rejected(
            "known_slot_differs",
            audience=(by,),
            slot=SLOTS[place],
            expected=known,
            seen=card,
            expected_slot=expected,
        )


def discard_drawn(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-12: the card drawn from the stock straight on the pile."""
    held = _require_hand(state, by)
    if held.source == "discard":
        raise Rejected("must_exchange", card=held.card)
    given = action.get("card")
    card = checked_card(state, held.card if given is None else given)
    if held.card is not None and card != held.card:
        raise Rejected("card_elsewhere", audience=(by,), card=card, place="hand")
    if held.card is None:
        refuse_elsewhere(state, card, located(state), by)
    return _discarded(state, by, card)


def discard(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-44, RK-45: a new face-up card whose origin nobody named."""
    held = _require_hand(state, by)
    if held.source == "discard" or held.card is not None:
        card = checked_card(state, action.get("card"))
        if held.source == "stock" and card == held.card:
            return _discarded(state, by, card)
        return _exchange(state, held, card, None)
    card = checked_card(state, action.get("card"))
    refuse_elsewhere(state, card, elsewhere(state, by), by)
    return _discarded(state, by, card, state.rack(by).exchanged(None, card, None))


def _discarded(state: State, by: str, card: int, rack: Rack | None = None) -> tuple[State, Events]:
    """RK-15: a card lies on the pile (the rack is another if given), and it is the next player's turn."""
    following = state.left_of(by, state.in_round)
    racks = state.racks if rack is None else state.with_rack(by, rack)
    pile, taken = state.pile.laid(card), _openly_taken(state, card)
    after = state.after_hands("draw", following, racks=racks, pile=pile, last_player=by, taken=taken)
    laid = Event("discarded", {"player": by, "card": card})
    return after, (laid, Event("turn_started", {"player": following}))


def _openly_taken(state: State, laid: int) -> tuple[CardSet, ...]:
    """What everybody has seen each seat take, once the card in hand is put away and another one is ``laid`` down."""
    held = state.held
    if held is None or held.source != "discard" or held.card is None:
        return tuple(cards & ~(1 << laid) for cards in state.taken)
    seats = state.house.seats
    came = 1 << held.card
    return tuple(
        cards & ~(1 << laid) | (came if name == held.player else 0)
        for name, cards in zip(seats, state.taken or (0,) * len(seats), strict=True)
    )


def restock(state: State) -> tuple[State, Events]:
    """RK-16: the face-up cards but the top one become the stock, shuffled or turned over."""
    if state.stock:
        raise Rejected("stock_not_empty", seen=state.stock)
    if state.house.stock_empty == "round_ends":
        raise Rejected("no_restock")
    below = state.pile.cards[:-1]
    shuffled = state.house.stock_empty == "reshuffle"
    restocked = replace(
        state,
        pile=Heap.of(state.pile.cards[-1:]),
        stock=len(below),
        stock_order=Heap() if shuffled else Heap.of(below),
    )
    return restocked, (Event("restocked", {"stock": len(below), "shuffled": shuffled}),)


def _require_turn(state: State, by: str) -> None:
    if by != state.turn:
        raise _not_your_turn(state, by)


def _require_hand(state: State, by: str) -> Held:
    """The card in a hand; in phase "place" it is the hand of whoever is on turn."""
    if state.held is None or by != state.held.player:
        raise _not_your_turn(state, by)
    return state.held


def _not_your_turn(state: State, by: str) -> Rejected:
    return Rejected("not_your_turn", expected=state.turn, seen=by)
