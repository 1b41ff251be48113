"""What a viewer may be offered, made from what that viewer knows; nothing of it betrays a rack."""

from __future__ import annotations

from typing import Any

from companion.action import TABLE, Action, Template
from companion.games.racko.rules.dealing import next_place
from companion.games.racko.rules.state import (
    SLOTS,
    CardSet,
    Rack,
    State,
    card_set,
    cards_of,
    full_deck,
)


def offered(state: State, seat: str | None) -> tuple[Template, ...]:
    """The templates for the public page (None: everybody's moves) or for a player's own page (his own)."""
    actors = state.players if seat is None else tuple(name for name in state.players if name == seat)
    match state.phase:
        case "draw_for_deal":
            return (*_drawing(state, actors), _naming(state))
        case "ready_to_deal" | "round_over":
            deal = {"by": TABLE, "do": "deal", "one_by_one": {"one_of": [False, True]}}
            return (deal, _naming(state))
        case "dealing":
            return tuple(_placing_dealt(state, actors, seat))
        case "turn_up":
            return (_turning_up(state, seat), *_notes(state, seat))
        case "eclair":
            calls = [{"by": name, "do": "racko_eclair"} for name in actors if name in state.in_round]
            return (_turning_up(state, seat), *calls, *_notes(state, seat))
        case "draw":
            return (*_taking(state, actors, seat), *_announcing(state, actors), *_notes(state, seat))
        case "place":
            return (*_laying(state, actors, seat), *_notes(state, seat))
        case "show" | "scoring":
            return (*_showing(state, actors, seat), *_notes(state, seat))
        case _:
            return ()


def _imaginable(state: State, seat: str | None) -> CardSet:
    """The cards that this viewer sees nowhere: not on the pile, in a shown rack, in a hand or in his own rack."""
    seen = card_set(state.pile.cards[-1:]) | state.call.shown
    held = state.held
    if held is not None and held.card is not None and (held.source == "discard" or held.player == seat):
        seen |= 1 << held.card
    if seat is not None:
        seen |= state.rack(seat).cards
    return full_deck(state.deck_max) & ~seen


def possible_cards(state: State, action: Action) -> tuple[int, ...]:
    """The numbers that an action which lacks its card can be about: those that do not lie in the pile (RK-42)."""
    return tuple(cards_of(_imaginable(state, None) & ~state.pile.known))


def _one_of(cards: CardSet) -> dict[str, Any]:
    return {"one_of": cards_of(cards)}


# ---------------------------------------------------------------- preparing


def _drawing(state: State, actors: tuple[str, ...]) -> list[Template]:
    drawn = dict(state.standing.drawn)
    left = _one_of(full_deck(state.deck_max) & ~card_set(drawn.values()))
    return [{"by": name, "do": "draw_for_deal", "card": left} for name in actors if name not in drawn]


def _naming(state: State) -> Template:
    return {"by": TABLE, "do": "set_dealer", "player": {"one_of": list(state.players)}}


def _placing_dealt(state: State, actors: tuple[str, ...], seat: str | None) -> list[Template]:
    """RK-4, RK-5, RK-60: the next card of whoever is not ahead; its number only on the owner's page."""
    fewest = min(places.bit_count() for places in state.dealt)
    templates: list[Template] = []
    for player, filled in zip(state.house.seats, state.dealt, strict=True):
        if player not in actors or filled.bit_count() > fewest:
            continue
        slot: Any = SLOTS[next_place(filled)]
        if state.house.eclair:
            slot = {"one_of": [slot for place, slot in enumerate(SLOTS) if not filled >> place & 1]}
        template: dict[str, Any] = {"by": player, "do": "place_dealt", "slot": slot}
        if player == seat:
            template["card"] = {"one_of": [None, *cards_of(_imaginable(state, seat))]}
        templates.append(template)
    return templates


def _turning_up(state: State, seat: str | None) -> Template:
    return {"by": TABLE, "do": "turn_up", "card": _one_of(_imaginable(state, seat))}


# ---------------------------------------------------------------- a turn


def _taking(state: State, actors: tuple[str, ...], seat: str | None) -> list[Template]:
    templates: list[Template] = []
    if state.turn in actors:
        templates.append({"by": state.turn, "do": "take_discard"})
        if state.stock:
            draw: dict[str, Any] = {"by": state.turn, "do": "draw_stock"}
            templates.append(draw)
            if state.turn == seat:
                templates.append({**draw, "card": _one_of(_imaginable(state, seat))})
    if not state.stock:
        closing = "end_round" if state.house.stock_empty == "round_ends" else "restock"
        templates.append({"by": TABLE, "do": closing})
    return templates


def _laying(state: State, actors: tuple[str, ...], seat: str | None) -> list[Template]:
    held = state.held
    if held is None or held.player not in actors:
        return []
    by, cards = held.player, _one_of(_imaginable(state, seat))
    if by != seat:
        templates: list[Template] = [{"by": by, "do": "exchange", "discarded": cards}]
        if held.source == "stock":
            templates.append({"by": by, "do": "discard_drawn", "card": cards})
            templates.append({"by": by, "do": "discard", "card": cards})
        return templates
    drawn: dict[str, Any] = {"by": by, "do": "discard_drawn"}
    if held.card is None:
        drawn["card"] = cards
    own = _own_exchanges(state, by)
    return [drawn, *own] if held.source == "stock" else own


def _own_exchanges(state: State, by: str) -> list[Template]:
    """RK-13: a known card leaves its own slot; from the other slots comes any card the owner has not noted."""
    rack = state.rack(by)
    exchange = {"by": by, "do": "exchange"}
    templates: list[Template] = [
        {**exchange, "slot": slot, "discarded": card}
        for slot, card in zip(SLOTS, rack.slots, strict=True)
        if card is not None
    ]
    unknown = [slot for slot, card in zip(SLOTS, rack.slots, strict=True) if card is None]
    out = [*rack.floating, *(cards_of(_imaginable(state, by)) if rack.unknown_cards else ())]
    if unknown:
        slots = {"one_of": [None, *unknown]}
        templates.append({**exchange, "slot": slots, "discarded": {"one_of": out}})
    return templates


def _notes(state: State, seat: str | None) -> list[Template]:
    """RK-40: the owner's page records his slots, puts an earlier note right, or forgets it."""
    if seat is None or seat not in state.players:
        return []
    rack = state.rack(seat)
    known = [slot for slot, card in zip(SLOTS, rack.slots, strict=True) if card is not None]
    unknown = [slot for slot in SLOTS if slot not in known]
    free = cards_of(_imaginable(state, seat))
    note = {"by": seat, "do": "note_slot"}
    templates: list[Template] = []
    if unknown:
        out = [*rack.floating, *(free if rack.unknown_cards else ())]
        templates.append({**note, "slot": {"one_of": unknown}, "card": {"one_of": out}})
    if known:
        cards = {"one_of": sorted({*cards_of(rack.cards), *free})}
        templates.append({**note, "slot": {"one_of": list(SLOTS)}, "card": cards, "correct": True})
        templates.append({**note, "slot": {"one_of": known}, "card": None})
    return templates


# ---------------------------------------------------------------- announcing and counting


def _announcing(state: State, actors: tuple[str, ...]) -> list[Template]:
    """RK-21, RK-22: whoever may announce now; nobody else can know whether it is true."""
    if state.house.call_timing == "own_turn":
        actors = tuple(name for name in actors if name in (state.turn, state.last_player))
    return [{"by": name, "do": "racko"} for name in actors if name in state.in_round]


def _showing(state: State, actors: tuple[str, ...], seat: str | None) -> list[Template]:
    templates: list[Template] = []
    for name in state.awaiting_racks:
        if name not in actors:
            continue
        show = {"by": name, "do": "show_rack"}
        if name == seat and state.rack(name).complete:
            templates.append(show)
        else:
            templates.append({**show, "rack": _typed(state, name, seat)})
        anything = _imaginable(state, None)
        confirmed = {"slots": [cards_of(anything)] * len(SLOTS), "distinct": True}
        templates.append({**show, "rack": confirmed, "correct": True})
        if state.phase == "scoring":
            one_to_ten = {"from": 1, "to": 10, "step": 1}
            count = {"by": name, "do": "count_rack", "count": one_to_ten}
            templates.append({**count, "longest_run": one_to_ten} if state.house.with_chips else count)
    return templates


def _typed(state: State, name: str, seat: str | None) -> dict[str, Any]:
    """A rack typed slot by slot; on the owner's page what he has noted stands there already."""
    own = state.rack(name) if name == seat else Rack()
    free = cards_of(_imaginable(state, seat) | card_set(own.floating))
    slots = [free if card is None else [card] for card in own.slots]
    typed: dict[str, Any] = {"slots": slots, "distinct": True}
    return {**typed, "including": list(own.floating)} if own.floating else typed
