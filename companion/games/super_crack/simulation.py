"""How a simulated family plays Super-Crack: one race an evening, and any card in any hand."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.games.super_crack.rules.profile import HORSES
from companion.games.super_crack.rules.race import may_take_over
from companion.games.super_crack.rules.state import State, active, running, stable
from companion.games.super_crack.table import PLAYED, alike, hand_zone, lane_zone
from companion.simulated.players import STOPPING
from companion.simulation import Refused, Simulation

_STABLE = 2
"""So many horses each of them has at most: for more, money and the evening are short."""
_WRONG_PAWN = 0.4
"""How often a hand that slips moves another pawn than the one that was rolled for."""
_KNOCKED = 0.5
"""How often a hand that slips pushes a pawn that nobody has to move, rather than playing a card out of turn."""


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    match action["do"]:
        case "confirm_position":
            return None
        case "buy_horse" | "auction_bid" | "accept_offer" if _owns(state, action.get("by")) >= _STABLE:
            return None
        case "draw_card":
            return {**action, "card": None}
        case "play_card" if type(action.get("horse")) is int and 1 <= action["horse"] <= len(state.squares):
            return {**action, "horse": alike(state, action["horse"])[0]}
        case _:
            return None if action["do"] in STOPPING else action


def _owns(state: State, player: object) -> int:
    return sum(len(stable(state, seat)) for seat in active(state) if _name(state, seat) == player)


def _any_special_card(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """Any special card on any horse, or any sum in the market, by anybody."""
    by = chance.choice(game.view(state).public["players"])
    cards = sorted(game.default_profile()["deck"])
    horse = chance.randint(1, 16)
    match chance.randrange(4):
        case 0:
            return {"by": by, "do": "play_card", "card": chance.choice(cards)}
        case 1:
            return {"by": by, "do": "auction_bid", "amount": chance.randrange(-100, 3000, 50)}
        case 2:
            return {"by": by, "do": "identify_cards", "cards": [chance.choice(cards)]}
        case _:
            return {"by": by, "do": "play_card", "card": chance.choice(cards), "horse": horse}


def _misplaced(
    before: State, action: Action, after: State, chance: random.Random
) -> Mapping[str, tuple[str, ...]]:
    """The pawn stands a square too far or too short, or another pawn was moved by as much.

    A card is played on the pawn that moves, whichever that is (section 7).
    """
    ways = [
        (number, came, goes)
        for number, came, goes in zip(HORSES, before.squares, after.squares, strict=True)
        if came is not None and goes is not None and came != goes
    ]
    if before.phase != "racing" or after.phase != "racing" or not ways:
        return {}
    number, came, goes = chance.choice(ways)
    others = [(other, after.squares[other - 1]) for other in _running(after) if other != number]
    if action["do"] == "roll" and others and chance.random() < _WRONG_PAWN:
        other, square = chance.choice(others)
        ahead = (square or 0) + goes - came
        if after.squares[other - 1] == before.squares[other - 1] and _may_stand(after, ahead):
            return {lane_zone(number): _on(came), lane_zone(other): _on(ahead)}
    near = [one for one in (goes - 1, goes + 1) if one != came and _may_stand(after, one)]
    return {lane_zone(number): _on(chance.choice(near))} if near else {}


def _refused(state: State, chance: random.Random) -> Refused | None:
    """A pawn that a hand knocks to the next square, or a card laid down by somebody who is not on turn."""
    if state.phase != "racing":
        return None
    seats = active(state)
    pawns = _running(state)
    if pawns and chance.random() < _KNOCKED:
        number = chance.choice(pawns)
        square = (state.squares[number - 1] or 0) + chance.choice((-1, 1))
        if not _may_stand(state, square):
            return None
        return Refused(_name(state, chance.choice(seats)), {lane_zone(number): _on(square)})
    holding = [
        seat
        for seat in seats
        if seat != state.turn and state.cards.hands[seat] and not may_take_over(state, seat)
    ]
    if not holding or state.setting.house.card_timing == "any_time" or state.draw_due is not None:
        return None
    seat = chance.choice(holding)
    card = chance.choice(sorted(state.setting.profile.cards))
    backs = ("back",) * (len(state.cards.hands[seat]) - 1)
    return Refused(_name(state, seat), {hand_zone(seat): backs, PLAYED: (card,)})


def _running(state: State) -> list[int]:
    return [number for seat in active(state) for number in running(state, seat)]


def _may_stand(state: State, square: int) -> bool:
    """Whether a pawn may stand on a square: from the end of the red zone to before the finish."""
    board = state.setting.profile.board
    return -board.red_zone <= square < board.finish


def _on(square: int) -> tuple[str, ...]:
    return (f"square_{square}",)


def _name(state: State, seat: int) -> str:
    return str(state.setting.players[seat])


SIMULATION = Simulation(
    slip=_any_special_card,
    misplaced=_misplaced,
    refused=_refused,
    shown=_shown,
    seen_as="lanes",
    evening={"max_races": 1},
    film={"max_races": 1, "cards_per_race": 2},
    film_most=4,
)
