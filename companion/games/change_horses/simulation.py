"""How a simulated family plays Change Horses: its pages know more than its hands show."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.games.change_horses.rules.state import HORSES, Field, State
from companion.games.change_horses.table import BOARD, cell_zone, visible_table
from companion.sighting import BACK, EMPTY
from companion.simulation import Refused, Simulation

_NOTED = 0.2
"""How often somebody notes on the own page what only he knows, of those times when it is offered."""
_WRONG_HORSE = 0.4
"""How often a hand that slips moves another horse than the one that has to go."""


def _shown(state: Any, action: Action, chance: random.Random) -> Action | None:
    match action["do"]:
        case "check_horses":
            return None
        case "note_certificate" if action.get("correct") or chance.random() >= _NOTED:
            return None
        case "play_wild" if action.get("use") == "change_horse":
            return {"by": action["by"], "do": "play_wild", "use": "change_horse"}
        case "show_certificate":
            return {name: value for name, value in action.items() if name != "correct"}
        case _:
            return action


def _misplaced(
    before: State, action: Action, after: State, chance: random.Random
) -> Mapping[str, tuple[str, ...]]:
    """A piece goes a field too far or too short, or another piece goes instead."""
    ways = [
        (letter, came, goes)
        for letter, came, goes in zip(HORSES, before.horses, after.horses, strict=True)
        if came[0] and came != goes
    ]
    if before.phase == "place_horses" or not ways:
        return {}
    letter, came, goes = chance.choice(ways)
    stayed = [(other, place) for other, was, place in _both(before, after) if was == place]
    if stayed and chance.random() < _WRONG_HORSE:
        other, (lane, row) = chance.choice(stayed)
        return _lies_with(after, {letter: came, other: (lane, row + max(1, goes[1] - came[1]))})
    return _lies_with(after, {letter: (goes[0], goes[1] + chance.choice((-1, 1)))})


def _both(before: State, after: State) -> list[tuple[str, Field, Field]]:
    return list(zip(HORSES, before.horses, after.horses, strict=True))


def _lies_with(state: State, stands: Mapping[str, Field]) -> dict[str, tuple[str, ...]]:
    """The fields that look otherwise where these pieces stand elsewhere; none where two would share a field."""
    places = {letter: stands.get(letter, place) for letter, place in zip(HORSES, state.horses, strict=True)}
    now = {cell_zone(state.house, *place): (f"horse_{letter}",) for letter, place in places.items()}
    if len(now) < len(HORSES) or any(row < 0 for _, row in places.values()):
        return {}
    should = {zone: faces for zone, faces in visible_table(state).items() if zone.startswith("cell_")}
    return {zone: now.get(zone, ()) for zone in (*should, *now) if should.get(zone, ()) != now.get(zone, ())}


def _refused(state: State, chance: random.Random) -> Refused | None:
    """A card laid on the board out of turn or out of the hand, or a piece that is moved between the moves."""
    players, table = state.house.players, visible_table(state)
    if state.phase not in ("select", "play"):
        return None
    by = chance.randrange(len(players))
    seat, board = state.seats[by], table[BOARD]
    if state.phase == "select" or chance.random() < 1 / 3:
        letter = chance.choice(HORSES)
        lane, row = state.horses[HORSES.index(letter)]
        lies = _lies_with(state, {letter: (lane, row + chance.choice((1, 2)))}) if lane else {}
        return Refused(players[by], lies) if lies else None
    if by != state.turn and seat.front:
        card = chance.choice(seat.front)
        left = tuple(one for one in seat.front if one != card)
        return Refused(players[by], {f"front:{players[by]}": left, BOARD: (*board, card)})
    if by == state.turn and seat.hand:
        return Refused(players[by], {BOARD: (*board, chance.choice(seat.hand))})
    return None


def _any_wild_card(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """A wild card out of turn or on the wrong thing, a certificate claimed, a bid out of reach."""
    by = chance.choice(game.view(state).public["players"])
    letter, other = (chance.choice("ABCDEF") for _ in range(2))
    moves = [{"horse": horse, "dir": chance.choice(("in", "out"))} for horse in (letter, other)]
    return chance.choice(
        (
            {"by": by, "do": "play_wild", "use": "fast_track"},
            {"by": by, "do": "play_wild", "use": "slippery", "moves": moves},
            {"by": by, "do": "play_wild", "use": "stumble", "owner": by, "card": letter + other},
            {"by": by, "do": "play_wild", "use": "change_horse", "gives": letter, "takes": other},
            {"by": by, "do": "note_certificate", "horses": [letter]},
            {"by": by, "do": "bid", "amount": chance.randint(0, 60)},
            {"by": by, "do": "move_horse", "horse": letter, "row": chance.randint(0, 14)},
        )
    )


SIMULATION = Simulation(
    slip=_any_wild_card,
    misplaced=_misplaced,
    refused=_refused,
    shown=_shown,
    film={"derby": False},
    film_players=3,
    seen_as="fields",
    # Pairs of horses (AC) are no playing cards, though they are spelt like some; pairs are taken for pairs.
    faces=frozenset((*map(str, range(1, 31)), EMPTY, BACK)),
)
