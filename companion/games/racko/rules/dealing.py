"""Preparing a round: who deals, the deal, the first face-up card (RK-1 to RK-8, RK-60)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.action import Event, Rejected
from companion.games.racko.rules.knowledge import checked_card, located, only, place_of, refuse_elsewhere
from companion.games.racko.rules.state import SLOTS, Call, Heap, Rack, State, card_set

Events = tuple[Event, ...]
CARDS_EACH = len(SLOTS)
DEALT = (1 << CARDS_EACH) - 1


def draw_for_deal(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-2: each player draws a card; the last draw names the dealer, the player with the lowest."""
    drawn = dict(state.standing.drawn)
    if by in drawn:
        raise Rejected("already_drawn", player=by)
    card = checked_card(state, action.get("card"))
    if card in drawn.values():
        raise Rejected("duplicate_card", card=card)
    drawn[by] = card
    standing = replace(state.standing, drawn=tuple(drawn.items()))
    if len(drawn) < len(state.players):
        return replace(state, standing=standing), ()
    return _named(replace(state, standing=standing), min(drawn, key=lambda name: drawn[name]))


def set_dealer(state: State, player: object) -> tuple[State, Events]:
    """RK-2, RK-8: the table names the dealer itself."""
    if not isinstance(player, str) or player not in state.players:
        raise Rejected("unknown_player", seen=player)
    return _named(state, player)


def _named(state: State, dealer: str) -> tuple[State, Events]:
    phase = "ready_to_deal" if state.phase == "draw_for_deal" else state.phase
    named = replace(state, phase=phase, standing=replace(state.standing, dealer=dealer))
    return named, (Event("dealer_chosen", {"player": dealer}),)


def deal(state: State, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-3: a new round, ten cards each; one by one, or finished at once with the racks that are known."""
    one_by_one = action.get("one_by_one")
    if one_by_one is not None and not isinstance(one_by_one, bool):
        raise Rejected("bad_rack", seen=one_by_one)
    racks = _unknown_racks(state) if one_by_one else _dealt_racks(state, action.get("racks"))
    standing = replace(
        state.standing, round=state.standing.round + 1, drawn=(), round_points=(), round_bonus=0
    )
    started = Event("deal_started", {"round": standing.round, "dealer": standing.dealer})
    fresh = replace(
        state,
        standing=standing,
        phase="dealing",
        turn=None,
        racks=racks,
        pile=Heap(),
        stock=state.deck_max,
        stock_order=Heap(),
        held=None,
        last_player=None,
        out_of_round=(),
        call=Call(),
        dealt=tuple(0 if name in state.players else DEALT for name in state.house.seats),
        taken=(),
    )
    if one_by_one:
        return fresh, (started,)
    finished, events = _finished(replace(fresh, stock=state.deck_max - CARDS_EACH * len(state.players)))
    return finished, (started, *events)


def _unknown_racks(state: State) -> tuple[Rack, ...]:
    return (Rack(),) * len(state.house.seats)


def _dealt_racks(state: State, given: object) -> tuple[Rack, ...]:
    """The racks that players told of on their own pages; raises the codes in their order."""
    if given is None:
        return _unknown_racks(state)
    if not isinstance(given, Mapping):
        raise Rejected("bad_rack")
    for name, rack in given.items():
        if name not in state.players or not isinstance(rack, list | tuple) or len(rack) != CARDS_EACH:
            raise Rejected("bad_rack", audience=_owner(state, name))
        if not all(card is None or type(card) is int for card in rack):
            raise Rejected("bad_rack", audience=_owner(state, name))
    for name, rack in given.items():
        for card in rack:
            if card is not None:
                checked_card(state, card, audience=(name,))
    seen = 0
    for name, rack in given.items():
        for card in rack:
            if card is not None and seen >> card & 1:
                raise Rejected("duplicate_card", audience=(name,), card=card)
            seen |= card_set((card,))
    return tuple(Rack.of(given[name]) if name in given else Rack() for name in state.house.seats)


def _owner(state: State, name: object) -> tuple[str, ...]:
    return (name,) if isinstance(name, str) and name in state.players else ()


def place_dealt(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-4, RK-5, RK-60: one dealt card goes into the rack."""
    seat = state.house.seats.index(by)
    filled = state.dealt[seat]
    if filled.bit_count() > min(map(int.bit_count, state.dealt)):
        raise Rejected("not_your_card", player=by)
    place = place_of(action.get("slot"))
    if filled >> place & 1:
        raise Rejected("slot_taken", slot=SLOTS[place])
    due = next_place(filled)
    if not state.house.eclair and place != due:
        raise Rejected("wrong_slot_order", expected=SLOTS[due], seen=SLOTS[place])
    card = action.get("card")
    if card is not None:
        card = checked_card(state, card, audience=(by,))
        refuse_elsewhere(state, card, located(state), by)
    dealt = (*state.dealt[:seat], filled | 1 << place, *state.dealt[seat + 1 :])
    racks = state.racks if card is None else state.with_rack(by, state.rack(by).put(place, card))
    placed = state.after_hands("dealing", None, racks=racks, dealt=dealt, stock=state.stock - 1)
    if set(dealt) == {DEALT}:
        return _finished(placed)
    return placed, ()


def next_place(filled: int) -> int:
    """RK-4: the place of the next dealt card, from slot 50 down to slot 5."""
    return CARDS_EACH - 1 - filled.bit_count()


def _finished(state: State) -> tuple[State, Events]:
    """RK-61, RK-62: with Éclair the window is open until the first face-up card is turned."""
    if state.house.eclair:
        return replace(state, phase="eclair", dealt=()), (Event("eclair_window_open", {}),)
    return replace(state, phase="turn_up", dealt=()), ()


def turn_up(state: State, by: str, action: Mapping[str, Any]) -> tuple[State, Events]:
    """RK-6, RK-7, RK-65, RK-66: the first face-up card; the first player on the dealer's left begins."""
    card = checked_card(state, action.get("card"))
    refuse_wrong_top(state, card, by)
    starter = state.left_of(state.standing.dealer, state.in_round)
    stock = state.stock - 1
    order = Heap.of(state.stock_order.cards[1:])
    turned = state.after_hands("draw", starter, pile=state.pile.laid(card), stock=stock, stock_order=order)
    started = Event("turn_started", {"player": starter})
    return turned, (started,) if stock else (Event("stock_empty", {}), started)


def refuse_wrong_top(state: State, card: int, by: str) -> None:
    """RK-42: the top of the stock is no card known elsewhere, and the one a known order demands."""
    order = state.stock_order
    if order.cards and order.cards[0] is not None:
        if card != order.cards[0]:
            raise Rejected("card_elsewhere", audience=only(by), card=card, place="other")
        return
    refuse_elsewhere(state, card, located(state), by)
