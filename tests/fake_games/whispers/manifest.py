"""All that Whispers brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.whispers import rules, words  # type: ignore[import-not-found]

from companion.game import Game, Instruction, Panel


def awaited(view: Mapping[str, Any]) -> tuple[Instruction, ...]:
    if view["winner"]:
        return (Instruction("wait_nothing", {}),)
    return (
        Instruction("wait_say", {"player": view["turn"]}) if view["turn"] else Instruction("wait_deal", {}),
    )


def panels(view: Mapping[str, Any], language: str) -> tuple[Panel, ...]:
    bids = tuple((player, str(view["bids"].get(player, ""))) for player in view["players"])
    own = tuple((seat, f"numéro secret {told['number']}") for seat, told in view.get("private", {}).items())
    return (Panel("Offres", bids), *((Panel("Ma page", own),) if own else ()))


GAME = Game(
    id="whispers",
    title="Whispers",
    players=(2, 5),
    options=rules.OPTIONS,
    codes=rules.CODES,
    new_game=rules.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view=rules.view,
    is_over=rules.is_over,
    offered=rules.offered,
    redacted=rules.redacted,
    awaited=awaited,
    panels=panels,
    visible_table=lambda state: {},
    physical_moves=lambda state, seen: (),
    put_right=lambda before, after: (),
    default_profile=dict,
    words=words,
    template="games/plain.html",
    zones={},
    outlook=lambda view: {"hint": view.get("private", {})},
)
