"""All that Dadamax brings, in one place."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from companion.game import Game, Speed
from companion.games.poker_dice_race import odds, panels, places, rules, setup, table, words
from companion.games.poker_dice_race.board import BOARD
from companion.games.poker_dice_race.course import COURSE, luck, stories
from companion.games.poker_dice_race.hands import HANDS
from companion.games.poker_dice_race.lid import BOX
from companion.games.poker_dice_race.simulation import SIMULATION
from companion.games.poker_dice_race.state import CODES, OPTIONS


@cache
def default_profile() -> Mapping[str, Any]:
    """The provisional board that is used until a family counts the squares of its own."""
    text = resources.files(__package__).joinpath("profile.json").read_text(encoding="utf-8")
    profile: Mapping[str, Any] = json.loads(text)
    return profile


GAME = Game(
    id="poker_dice_race",
    title="Dadamax",
    players=(2, 4),
    options=OPTIONS,
    codes=CODES,
    new_game=setup.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view=rules.view,
    is_over=rules.is_over,
    offered=rules.offered,
    awaited=panels.awaited,
    panels=panels.panels,
    course=COURSE,
    stories=stories,
    luck=luck,
    visible_table=table.visible_table,
    further_zones=table.further_zones,
    physical_moves=table.physical_moves,
    put_right=table.put_right,
    hands=HANDS,
    simulation=SIMULATION,
    default_profile=default_profile,
    box=BOX,
    board=BOARD,
    speed=Speed(referee=100_000.0),
    opens=True,
    words=words,
    places=places,
    template="games/poker_dice_race/table.html",
    zones=table.ZONES,
    rows=("square_", "start_", "tray"),
    explain=table.explain,
    complete=table.complete,
    expected_in=table.expected_in,
    outlook=odds.outlook,
    drawing="companion.games.poker_dice_race.drawing",
)
