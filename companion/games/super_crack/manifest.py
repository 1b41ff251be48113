"""All that Super-Crack brings, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.game import Game, Speed
from companion.games.super_crack import odds, panels, places, rules, table, words
from companion.games.super_crack.board import BOARD
from companion.games.super_crack.course import COURSE, stories
from companion.games.super_crack.hands import HANDS
from companion.games.super_crack.lid import BOX
from companion.games.super_crack.podium import podium
from companion.games.super_crack.printed import PRINTED
from companion.games.super_crack.set_up import laid_out
from companion.games.super_crack.simulation import SIMULATION


@cache
def default_profile() -> Mapping[str, Any]:
    """The provisional box that is used until a family counts the squares and cards of its own."""
    text = resources.files(__package__).joinpath("profile.json").read_text(encoding="utf-8")
    profile: Mapping[str, Any] = json.loads(text)
    return profile


GAME = Game(
    id="super_crack",
    title="Super-Crack",
    players=(2, 6),
    options=rules.OPTIONS,
    codes=rules.CODES,
    new_game=rules.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view=rules.view,
    is_over=rules.is_over,
    offered=rules.offered,
    redacted=rules.redacted,
    awaited=panels.awaited,
    panels=panels.panels,
    course=COURSE,
    stories=stories,
    podium=podium,
    can_be=rules.possible_cards,
    outlook=odds.outlook,
    visible_table=table.visible_table,
    laid_out=laid_out,
    physical_moves=table.physical_moves,
    to_confirm=table.to_confirm,
    put_right=table.put_right,
    hands=HANDS,
    simulation=SIMULATION,
    expected_in=table.expected_in,
    default_profile=default_profile,
    box=BOX,
    printed=PRINTED,
    board=BOARD,
    numbered_dice=True,
    speed=Speed(referee=100_000.0),
    words=words,
    places=places,
    template="games/super_crack/table.html",
    drawing="companion.games.super_crack.drawing",
    zones=table.ZONES,
    rows=("stable_", "bet_", "hand_", "played"),
)
