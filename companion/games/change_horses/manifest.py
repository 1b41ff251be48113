"""All that Change Horses brings, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.game import Game
from companion.games.change_horses import odds, panels, places, rules, table, words
from companion.games.change_horses.board import BOARD
from companion.games.change_horses.course import COURSE, stories
from companion.games.change_horses.hands import HANDS
from companion.games.change_horses.lid import BOX
from companion.games.change_horses.podium import podium
from companion.games.change_horses.printed import PRINTED
from companion.games.change_horses.set_up import laid_out
from companion.games.change_horses.simulation import SIMULATION


@cache
def default_profile() -> Mapping[str, Any]:
    """The provisional course that is used until a family counts the fields of its own."""
    text = resources.files(__package__).joinpath("profile.json").read_text(encoding="utf-8")
    profile: Mapping[str, Any] = json.loads(text)
    return profile


GAME = Game(
    id="change_horses",
    title="Change Horses",
    players=(2, 5),
    options=rules.OPTIONS,
    codes=rules.CODES,
    new_game=rules.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    offered=rules.offered,
    redacted=rules.redacted,
    view=rules.view,
    is_over=rules.is_over,
    awaited=panels.awaited,
    panels=panels.panels,
    course=COURSE,
    stories=stories,
    podium=podium,
    outlook=odds.outlook,
    visible_table=table.visible_table,
    further_zones=table.further_zones,
    laid_out=laid_out,
    physical_moves=table.physical_moves,
    put_right=table.put_right,
    worth_a_picture=table.worth_a_picture,
    to_confirm=table.to_confirm,
    hands=HANDS,
    chosen_together=frozenset({"reveal"}),
    simulation=SIMULATION,
    default_profile=default_profile,
    box=BOX,
    printed=PRINTED,
    board=BOARD,
    words=words,
    places=places,
    template="games/change_horses/table.html",
    zones=table.ZONES,
    rows=("cell_", "position:", "carrots:"),
    drawing="companion.games.change_horses.drawing",
)
