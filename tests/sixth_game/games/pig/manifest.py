"""All that Pig brings, in one place."""

from __future__ import annotations

from companion.game import Game

from . import panels, places, rules, table, words

GAME = Game(
    id="pig",
    title="Pig",
    players=(2, 4),
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
    visible_table=table.visible_table,
    physical_moves=table.physical_moves,
    put_right=table.put_right,
    default_profile=dict,
    words=words,
    places=places,
    template="games/pig/table.html",
    zones=table.ZONES,
    hands=table.HANDS,
)
