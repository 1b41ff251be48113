"""All that Crapette brings, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Game, Speed
from companion.games.crapette import notation, panels, places, rules, table, words
from companion.games.crapette.course import COURSE, stories
from companion.games.crapette.hands import HANDS, called
from companion.games.crapette.lid import BOX
from companion.games.crapette.podium import podium
from companion.games.crapette.relaying import relaid
from companion.games.crapette.simulation import SIMULATION


def default_profile() -> Mapping[str, Any]:
    """There is nothing to measure: a table of Crapette is two packs of cards."""
    return {}


GAME = Game(
    id="crapette",
    title="Crapette",
    players=(2, 2),
    options=rules.OPTIONS,
    codes=rules.CODES,
    new_game=rules.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view=rules.view,
    is_over=rules.is_over,
    offered=rules.offered,
    awaited=panels.awaited,
    panels=panels.panels,
    slips=rules.MISPLACED,
    for_children={"referee": "coach", "hand_duty": "off", "empty_case_duty": "off", "proof": "shown"},
    can_be=rules.possible_cards,
    course=COURSE,
    stories=stories,
    podium=podium,
    signs=notation.signs,
    visible_table=table.visible_table,
    physical_moves=table.physical_moves,
    put_right=table.put_right,
    relaid=relaid,
    hands=HANDS,
    big_button=called,
    simulation=SIMULATION,
    default_profile=default_profile,
    box=BOX,
    speed=Speed(playout=10_000.0, referee=20_000.0),
    words=words,
    places=places,
    template="games/crapette/table.html",
    zones=table.ZONES,
    rows=("T",),
    drawing="companion.games.crapette.drawing",
)
