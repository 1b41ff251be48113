"""What may be shown (section 3): the public table, and each player's own page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.action import Action
from companion.game import View
from companion.games.racko.rules.scoring import good_cards, longest_run, teams
from companion.games.racko.rules.state import Rack, State, cards_of

_PUBLIC_ARGUMENTS = {
    "draw_for_deal": {"card"},
    "set_dealer": {"player"},
    "deal": {"one_by_one"},
    "place_dealt": {"slot"},
    "turn_up": {"card"},
    "exchange": {"discarded"},
    "discard_drawn": {"card"},
    "discard": {"card"},
    "show_rack": {"rack"},
    "count_rack": {"count", "longest_run"},
}
"""By action, what everybody may read in the log; all other arguments are their owner's secret."""


def redacted(action: Action, seat: str | None) -> Action:
    """An action as a viewer may see it in the log: another player's secret arguments are None.

    A rack is public when it is shown to be counted; with a false announcement it goes back on its stand (RK-25).
    """
    do = str(action["do"])
    if seat is not None and action["by"] == seat:
        return action
    public = {"by", "do", *_PUBLIC_ARGUMENTS.get(do, ())}
    if do in ("racko", "racko_eclair") and _ascends(action.get("rack")):
        public.add("rack")
    seen = {name: value if name in public else None for name, value in action.items()}
    racks = action.get("racks")
    if do == "deal" and isinstance(racks, Mapping) and seat in racks:
        seen["racks"] = {name: rack if name == seat else None for name, rack in racks.items()}
    return seen


def _ascends(rack: object) -> bool:
    if not isinstance(rack, list | tuple) or not rack or not all(type(card) is int for card in rack):
        return False
    return good_cards(rack) == len(rack)


def view(state: State, seat: str | None = None) -> View:
    """The public table, and under ``private`` every page, or that of one seat only.

    Beside the fields of section 3 it carries ``options``, ``seats``, ``drawn_for_deal`` and ``dealt``.
    """
    house, standing, call = state.house, state.standing, state.call
    public: dict[str, Any] = {
        "game": "racko",
        "phase": state.phase,
        "round": standing.round,
        "players": list(state.players),
        "seats": list(house.seats),
        "dealer": standing.dealer,
        "turn": state.turn,
        "deck_max": state.deck_max,
        "stock": state.stock,
        "discard_top": state.pile.cards[-1] if state.pile.cards else None,
        "discard_count": len(state.pile.cards),
        "held": _public_held(state),
        "announced_by": call.by,
        "announced": call.kind,
        "awaiting_racks": list(state.awaiting_racks),
        "racks_shown": {name: _shown(state, name) for name in house.seats},
        "round_points": dict(standing.round_points),
        "round_bonus": standing.round_bonus,
        "scores": dict(zip(house.seats, standing.scores, strict=True)),
        "out_of_round": list(state.out_of_round),
        "out": [name for name in house.seats if name not in state.players],
        "winners": list(standing.winners),
        "drawn_for_deal": dict(standing.drawn),
        "dealt": {name: places.bit_count() for name, places in zip(house.seats, state.dealt, strict=False)},
        "options": house.options,
    }
    if house.teams:
        scores = public["scores"]
        public["team_scores"] = {"+".join(team): sum(scores[name] for name in team) for team in teams(house)}
    if house.with_chips:
        public["chips"] = dict(zip(house.seats, standing.chips, strict=True))
    pages = house.seats if seat is None else tuple(name for name in house.seats if name == seat)
    return View(public, {name: _page(state, name) for name in pages})


def _public_held(state: State) -> dict[str, Any] | None:
    """The card in a hand; its number only when it came from the face-up pile."""
    held = state.held
    if held is None:
        return None
    card = held.card if held.source == "discard" else None
    return {"player": held.player, "source": held.source, "card": card}


def _shown(state: State, player: str) -> list[int] | None:
    count = state.call.count_of(player)
    return None if count is None or count.rack is None else list(count.rack)


def _page(state: State, player: str) -> dict[str, Any]:
    """A player's own page (``private.<name>``): beside section 3 what lies in the pile and who took what from it."""
    rack = state.rack(player)
    known = [card for card in rack.slots if card is not None] if rack.complete else None
    held = state.held.card if state.held is not None and state.held.player == player else None
    remembers = state.house.remember_discards
    return {
        "rack": list(rack.slots),
        "floating": list(rack.floating),
        "held": held,
        "ascending": None if known is None else good_cards(known) == len(known),
        "good_cards": _good_cards(rack),
        "longest_run": None if known is None else longest_run(known),
        "discards": list(state.pile.cards) if remembers else None,
        "taken": _taken(state) if remembers else None,
    }


def _taken(state: State) -> dict[str, list[int]]:
    """What everybody has seen each player take from the pile and not lay down again, who took something."""
    seats = zip(state.house.seats, state.taken, strict=False)
    return {name: cards_of(cards) for name, cards in seats if cards}


def _good_cards(rack: Rack) -> int | None:
    """RK-36: the cards up to the break, as soon as the slots before it and its own are known."""
    before: list[int] = []
    for card in rack.slots:
        if card is None:
            return None
        if before and card < before[-1]:
            return len(before)
        before.append(card)
    return len(before)
