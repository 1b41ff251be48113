"""Which games can be filmed, without anything being drawn: what they bring to say how their boxes look."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from calibration.zones import Holds, TablePlan, read_plan
from companion.filmed.watched_zones import kind_of
from companion.game import Game
from companion.games import all_games, brought, game_ids, zone_plan
from companion.readers import PRINTED, Reader

_DRAWN = frozenset({Reader.PLAYING_CARDS, *PRINTED, Reader.PIECES, Reader.TOKENS, Reader.DICE})
_BOARD_PRINTS = "board_prints.json"
"""What a game brings to say how its boards and their pieces look."""
_PRINTS = "prints.json"
"""What a game brings to say what is printed on its cards."""


def can_film(game: Game) -> bool:
    """Whether a table of this game can be drawn and read: its zones are known, and what lies in each of them."""
    plan = zone_plan(game.id)
    kinds = set(game.zones.values())
    if game.hands is None or plan is None or not kinds or not kinds <= _DRAWN:
        return False
    if Reader.PLAYING_CARDS in kinds and kinds & PRINTED:
        return False
    if kinds & PRINTED and game.id not in printed_games():
        return False
    return Reader.PIECES not in kinds or _is_drawn_board(game, read_plan(plan))


def _is_drawn_board(game: Game, plan: TablePlan) -> bool:
    """Whether pieces stand on nothing but a board that can be drawn."""
    board = game.board
    if board is None or (game.id, board.zone) not in drawn_games():
        return False
    with_pieces = {zone.id for zone in plan.zones if kind_of(game, zone.id) is Reader.PIECES}
    return with_pieces == {board.zone} and plan.zone(board.zone).holds is Holds.BOARD


@cache
def first_filmed() -> str:
    """The first game of cards alone whose table can be drawn and read."""
    cards = {Reader.PLAYING_CARDS}
    return next(game.id for game in all_games() if can_film(game) and set(game.zones.values()) == cards)


def drawn_games() -> tuple[tuple[str, str], ...]:
    """The boards that can be drawn, each with its game."""
    return tuple((game, name) for game in game_ids() for name in board_prints(game))


def board_prints(game: str) -> Mapping[str, Mapping[str, Any]]:
    """How the boards of a game look, by their names; none of a game without any that can be drawn."""
    text = brought(game, _BOARD_PRINTS)
    prints: Mapping[str, Mapping[str, Any]] = {} if text is None else json.loads(text)
    return prints


def printed_games() -> tuple[str, ...]:
    """The games that say what is printed on their cards."""
    return tuple(game for game in game_ids() if brought(game, _PRINTS) is not None)


def box_plan(game: str) -> Mapping[str, Any]:
    """What is on the cards of a game; raises KeyError on a game without such cards."""
    text = brought(game, _PRINTS)
    if text is None:
        raise KeyError(game)
    plan: Mapping[str, Any] = json.loads(text)
    return plan
