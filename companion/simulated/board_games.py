"""How people play Racko, Change Horses, Super-Crack and the dice race: what their pages offer, told as hands do it.

An action may say more than hands show (which slot, which card was drawn): a camera's journal has what was to be seen,
and the rest only when somebody taps it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.action import Action, Rejected
from companion.game import Game
from companion.simulated.players import STOPPING, CarelessPlayer, careful_player, legal
from companion.simulated.truth import infractions

_ATTEMPTS = 40


class BoardPlayer:
    """Plays all seats of a game by what its pages offer."""

    needs_to_see = True

    def __init__(self, game: Game) -> None:
        self._game = game
        self._careless = CarelessPlayer(1.0)
        self._shown = _SHOWN.get(game.id, _as_told)
        self._at_once = _AT_ONCE.get(game.id, _always)

    def next(self, state: Any, chance: random.Random) -> Action:
        """What a seat's own page offers, or anything else that is legal, as far as hands can show it."""
        for _ in range(_ATTEMPTS):
            for meant in careful_player(self._game, state, chance):
                action = self._shown(state, meant, chance)
                if action is not None and allowed(self._game, state, action) is not None:
                    return action
        return legal(self._game, state, chance)

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """Whatever else hands or tongues may do here."""
        meant = next(iter(self._careless(self._game, state, chance)), None)
        return None if meant is None else self._shown(state, meant, chance)

    def at_once(self, before: Any, done: Action, action: Action) -> bool:
        """Whether hands may do this before anybody could look at what they have ``done``."""
        return self._at_once(before, done, action)


def allowed(game: Game, state: Any, action: Action) -> bool | None:
    """Whether an accepted action is a fault; None when the rules refuse it."""
    try:
        _, events = game.apply(state, action)
    except Rejected:
        return None
    return bool(infractions(events))


# ---------------------------------------------------------------- what hands show of an action

Shown = Callable[[Any, Action, random.Random], Action | None]

_EARLY = 0.1
"""How often a rack is announced of those times when the page would let anybody do it."""
_NOTED = 0.2
"""How often somebody notes on the own page what only he knows, of those times when it is offered."""


def _as_told(state: Any, action: Action, chance: random.Random) -> Action | None:
    return None if action["do"] in STOPPING else action


def _racko(state: Any, action: Action, chance: random.Random) -> Action | None:
    by = action["by"]
    match action["do"]:
        case "draw_stock":
            return {"by": by, "do": "draw_stock"}
        case "exchange" | "discard" | "discard_drawn":
            card = action.get("discarded") or action.get("card")
            if card is None:
                return None
            taken = state.held is not None and state.held.source == "discard"
            return {"by": by, "do": "exchange", "discarded": card} if taken else _laid_off(by, card)
        case "deal":
            return {**action, "one_by_one": False}
        case "racko" | "racko_eclair" if chance.random() >= _EARLY:
            return None
        case "note_slot" if action.get("correct") or chance.random() >= _NOTED:
            return None
        case "show_rack" if action.get("rack") is None:
            return None
        case "racko" | "racko_eclair" | "show_rack":
            return {name: value for name, value in action.items() if name != "correct"}
        case _:
            return action


def _laid_off(by: str, card: object) -> Action:
    return {"by": by, "do": "discard", "card": card}


def _change_horses(state: Any, action: Action, chance: random.Random) -> Action | None:
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


def _super_crack(state: Any, action: Action, chance: random.Random) -> Action | None:
    match action["do"]:
        case "confirm_position":
            return None
        case "draw_card":
            return {**action, "card": None}
        case _:
            return _as_told(state, action, chance)


def _dice_race(state: Any, action: Action, chance: random.Random) -> Action | None:
    return None if action["do"] == "confirm_position" else action


_SHOWN: Mapping[str, Shown] = {
    "racko": _racko,
    "change_horses": _change_horses,
    "super_crack": _super_crack,
    "poker_dice_race": _dice_race,
}


# ---------------------------------------------------------------- what follows without a look

AtOnce = Callable[[Any, Action, Action], bool]


def _always(before: Any, done: Action, action: Action) -> bool:
    return True


def _racko_at_once(before: Any, done: Action, action: Action) -> bool:
    """Nobody takes or exchanges a card before he has looked at it; a hand at the stock waits for nobody."""
    if action["do"] == "draw_stock":
        return done["do"] in ("exchange", "discard")
    return action["do"] in ("turn_up", "show_rack")


_AT_ONCE: Mapping[str, AtOnce] = {"racko": _racko_at_once}
