"""What is wise and allowed now by the referee's whole knowledge: every instance is accepted and no call is false."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from companion.action import TABLE, Template
from companion.games.racko.rules.dealing import next_place
from companion.games.racko.rules.knowledge import located, top_of
from companion.games.racko.rules.possible import choices, unknown_valid_rack, valid_rack
from companion.games.racko.rules.scoring import run_needed
from companion.games.racko.rules.state import (
    SLOTS,
    CardSet,
    Held,
    Rack,
    State,
    card_set,
    cards_of,
    full_deck,
)


def legal_actions(state: State) -> tuple[Template, ...]:
    """Templates of what is wise and allowed now; empty only when the game is over.

    A known card is exchanged only where it keeps the rack's order; Racko is listed for whoever may hold a valid rack.
    """
    match state.phase:
        case "draw_for_deal":
            return _drawing_for_deal(state)
        case "ready_to_deal" | "round_over":
            return ({"by": TABLE, "do": "deal", "one_by_one": {"one_of": [False, True]}},)
        case "dealing":
            return tuple(_placing_dealt(state))
        case "turn_up":
            return (_turning_up(state),)
        case "eclair":
            return (_turning_up(state), *_announcing(state, "racko_eclair", "eclair"))
        case "draw" if state.turn is not None:
            return (*_taking(state, state.turn), *_announcing(state, "racko", "racko"))
        case "place" if state.held is not None:
            return tuple(_laying(state, state.held))
        case "show":
            return tuple(_showing(state, player) for player in state.awaiting_racks)
        case "scoring":
            return tuple(_counting(state, player) for player in state.awaiting_racks)
        case _:
            return ()


def _unseen(state: State) -> CardSet:
    """The cards of which nothing is known: they may come from the stock or stand in any rack."""
    return full_deck(state.deck_max) & ~located(state)


# ---------------------------------------------------------------- preparing


def _drawing_for_deal(state: State) -> tuple[Template, ...]:
    drawn = dict(state.standing.drawn)
    left = {"one_of": cards_of(full_deck(state.deck_max) & ~card_set(drawn.values()))}
    draws = [{"by": name, "do": "draw_for_deal", "card": left} for name in state.players if name not in drawn]
    named = {"by": TABLE, "do": "set_dealer", "player": {"one_of": list(state.players)}}
    return (*draws, named)


def _placing_dealt(state: State) -> list[Template]:
    fewest = min(map(int.bit_count, state.dealt))
    unseen = cards_of(_unseen(state))
    templates: list[Template] = []
    for player, filled in zip(state.house.seats, state.dealt, strict=True):
        if filled.bit_count() > fewest:
            continue
        slot: Any = SLOTS[next_place(filled)]
        if state.house.eclair:
            slot = {"one_of": [slot for place, slot in enumerate(SLOTS) if not filled >> place & 1]}
        template = {"by": player, "do": "place_dealt", "slot": slot}
        templates += [template, {**template, "card": {"one_of": unseen}}]
    return templates


def _turning_up(state: State) -> Template:
    order = state.stock_order.cards
    top = order[0] if order else None
    cards = {"one_of": cards_of(_unseen(state))} if top is None else top
    return {"by": TABLE, "do": "turn_up", "card": cards}


# ---------------------------------------------------------------- a turn


def _taking(state: State, player: str) -> list[Template]:
    top = top_of(state.pile)
    templates: list[Template] = []
    if state.stock:
        draw = {"by": player, "do": "draw_stock"}
        templates.append(draw)
        if not state.stock_order.cards or state.stock_order.cards[0] is None:
            templates.append({**draw, "card": {"one_of": [None, *cards_of(_unseen(state))]}})
    elif state.house.stock_empty == "round_ends":
        templates.append({"by": TABLE, "do": "end_round"})
    elif len(state.pile.cards) > 1:
        templates.append({"by": TABLE, "do": "restock"})
    if not templates or (top is not None and _fitting(state.rack(player), top, state.deck_max)):
        templates.append({"by": player, "do": "take_discard"})
    return templates


def _fitting(rack: Rack, card: int, highest: int) -> list[int]:
    """The places where the card would keep the order of the rack, or mend it (RK-20)."""
    return [place for place, (low, high) in enumerate(_room(rack.slots, highest)) if low <= card <= high]


@functools.lru_cache(maxsize=4096)
def _room(slots: tuple[int | None, ...], highest: int) -> tuple[tuple[int, int], ...]:
    """Place by place the lowest and the highest card that agree with the largest part of the rack that is in order.

    Cards can stand in one valid rack when card minus place never falls from one to the next.
    """
    least, most = 1, highest - len(slots) + 1
    chains: list[tuple[tuple[int, int], ...]] = [()]
    for place, card in enumerate(slots):
        if card is not None and least <= card - place <= most:
            before = [chain for chain in chains if not chain or chain[-1][1] <= card - place]
            chains.append((*_longest(before), (place, card - place)))
    kept = dict(_longest(chains))
    lows, highs = [], []
    for place in range(len(slots)):
        lows.append(place + least)
        least = kept.get(place, least)
    for place in reversed(range(len(slots))):
        highs.append(place + most)
        most = kept.get(place, most)
    return tuple(zip(lows, reversed(highs), strict=True))


def _longest(chains: list[tuple[tuple[int, int], ...]]) -> tuple[tuple[int, int], ...]:
    return max(chains, key=lambda chain: len(chain))


def _laying(state: State, held: Held) -> list[Template]:
    rack = state.rack(held.player)
    unseen = cards_of(_unseen(state))
    templates = _exchanges(state, held, rack, unseen)
    if held.source == "stock":
        drawn = {"by": held.player, "do": "discard_drawn"}
        origin_unknown = {"by": held.player, "do": "discard"}
        if held.card is None:
            templates.append({**drawn, "card": {"one_of": unseen}})
            known = cards_of(rack.cards)
            templates.append({**origin_unknown, "card": {"one_of": [*known, *unseen]}})
        else:
            templates += [drawn, {**origin_unknown, "card": held.card}]
    return templates


def _exchanges(state: State, held: Held, rack: Rack, unseen: list[int]) -> list[Template]:
    """RK-13: for a known card of the rack, and for a card out of a slot that is not known (or not seen)."""
    by = held.player
    everywhere = range(len(SLOTS))
    fits: Sequence[int] = everywhere if held.card is None else _fitting(rack, held.card, state.deck_max)
    known = [card for place in fits if (card := rack.slots[place]) is not None]
    open_slots = [SLOTS[place] for place in fits if rack.slots[place] is None]
    if not fits and held.source == "discard":
        # RK-11: it fits nowhere, yet it cannot go back.
        known = [card for card in rack.slots if card is not None]
        open_slots = [SLOTS[place] for place in everywhere if rack.slots[place] is None]
    templates: list[Template] = []
    if known:
        templates.append({"by": by, "do": "exchange", "discarded": {"one_of": known}})
    if open_slots:
        out = [*rack.floating, *(unseen if rack.unknown_cards else ())]
        slots = {"one_of": [None, *open_slots]}
        templates.append({"by": by, "do": "exchange", "slot": slots, "discarded": {"one_of": out}})
    return templates


# ---------------------------------------------------------------- announcing and counting


def _announcing(state: State, do: str, kind: str) -> list[Template]:
    """RK-20, RK-21: whoever may hold a valid rack by all that is known; the rack is shown next."""
    callers = state.in_round
    if kind == "racko" and state.house.call_timing == "own_turn":
        callers = tuple(name for name in callers if name in (state.turn, state.last_player))
    run = run_needed(state, kind)
    free = _unseen(state)
    return [
        {"by": name, "do": do}
        for name in callers
        if valid_rack(state.rack(name), free, state.deck_max, run=run) is not None
    ]


def _showing(state: State, by: str) -> Template:
    """A valid rack of the announcer that agrees with what is known; if there is none, one that overrules it."""
    rack, free, highest = state.rack(by), _unseen(state), state.deck_max
    run = run_needed(state, state.call.kind)
    show: dict[str, Any] = {"by": by, "do": "show_rack"}
    slots = valid_rack(rack, free, highest, run=run)
    if slots is None:
        # RK-43: only a confirmed reading can be a valid rack now, so some earlier card was misread.
        rack, free = Rack(), full_deck(highest) & ~card_set(state.pile.cards[-1:])
        slots = unknown_valid_rack(free, highest, run=run)
        show["correct"] = True
    elif rack.complete:
        return show
    show["rack"] = {"slots": choices(slots, card_set(rack.floating), free, highest), "ascending": True}
    return show


def _counting(state: State, player: str) -> Template:
    if state.rack(player).complete:
        return {"by": player, "do": "show_rack"}
    one_to_ten = {"from": 1, "to": 10, "step": 1}
    return {"by": player, "do": "count_rack", "count": one_to_ten, "longest_run": one_to_ten}
