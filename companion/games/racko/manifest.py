"""All that Racko brings, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.game import Game, Speed
from companion.games.racko import panels, places, rules, table, words
from companion.games.racko.course import COURSE, stories
from companion.games.racko.hands import HANDS
from companion.games.racko.lid import BOX
from companion.games.racko.podium import podium
from companion.games.racko.printed import PRINTED
from companion.games.racko.set_up import laid_out
from companion.games.racko.simulation import SIMULATION


def default_profile() -> Mapping[str, Any]:
    """Racko has no board: there is nothing to measure."""
    return {}


GAME = Game(
    id="racko",
    title="Racko",
    players=(2, 4),
    options=rules.OPTIONS,
    codes=rules.CODES,
    new_game=rules.new_game,
    apply=rules.apply,
    legal_actions=rules.legal_actions,
    view=rules.view,
    is_over=rules.is_over,
    offered=rules.offered,
    can_be=rules.possible_cards,
    redacted=rules.redacted,
    awaited=panels.awaited,
    panels=panels.panels,
    course=COURSE,
    stories=stories,
    podium=podium,
    visible_table=table.visible_table,
    laid_out=laid_out,
    physical_moves=table.physical_moves,
    put_right=table.put_right,
    hands=HANDS,
    simulation=SIMULATION,
    default_profile=default_profile,
    box=BOX,
    printed=PRINTED,
    speed=Speed(referee=100_000.0),
    words=words,
    places=places,
    template="games/racko/table.html",
    zones=table.ZONES,
    rows=("rack",),
    drawing="companion.games.racko.drawing",
)
