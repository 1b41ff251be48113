"""Pig's table: a covered stock, and the pile of what was turned up; what hands do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.action import Action
from companion.game import Instruction, View
from companion.hands import Hands
from companion.playing_cards import PACK
from companion.readers import Reader
from companion.sighting import BACK

from .rules import State

ZONES: Mapping[str, Reader] = {"stock": Reader.PLAYING_CARDS, "pile": Reader.PLAYING_CARDS}


def visible_table(state: State) -> Mapping[str, tuple[str, ...]]:
    """The back of the stock, while a card is left, and the uppermost card of the pile."""
    return {"stock": (BACK,) if len(state.pile) < len(PACK) else (), "pile": state.pile[-1:]}


def physical_moves(state: State, seen: Mapping[str, Sequence[str]]) -> tuple[Action, ...]:
    """Another card on the pile was turned up by whoever is on turn."""
    if state.winner is not None:
        return ()
    player = state.players[state.turn]
    new = [face for face in seen.get("pile", ())[-1:] if face in PACK and face not in state.pile]
    return tuple({"by": player, "do": "turn_up", "card": card} for card in new)


def put_right(before: View, after: View) -> tuple[Instruction, ...]:
    """Which cards go back onto the stock, or onto the pile again."""
    was, now = before.public["pile"], after.public["pile"]
    same = next((place for place, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), None)
    kept = min(len(was), len(now)) if same is None else same
    back = [Instruction("card_back", {"card": card}) for card in reversed(was[kept:])]
    return (*back, *(Instruction("card_out", {"card": card}) for card in now[kept:]))


def touched(state: State, action: Action) -> tuple[str, ...]:
    """The hand takes the card from the stock and lays it on the pile."""
    return ("stock", "pile") if action["do"] == "turn_up" else ()


HANDS = Hands(touched=touched, tapped=frozenset({"stop"}))
