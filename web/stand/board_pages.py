"""Tapping the squares of a printed board on its photograph: the page, and its taps as plain forms."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.games import load
from web.outside import BoardService, StandRefused
from web.services import services
from web.stand import board_bodies as bodies
from web.stand import board_words
from web.stand.board_drawing import board_picture, kind_class
from web.stand.picture_routes import PictureRoutes
from web.stand.tapped_page import PictureTap, TappedPage, json_file, shared_context

blueprint = Blueprint("boards", __name__)

WIDTHS = (800, 1280, 2000, 3200)
"""How wide the photograph is shown without a script, px, by the zoom from 1 on."""
MOST_FAULTS = 2


def _square(boards: BoardService, body: bodies.SquareTap) -> int | None:
    x, y = _place(boards, body)
    if body.square is None:
        return boards.tap(body.game, x, y, body.between)
    change = boards.move if body.where == "move" else boards.insert
    change(body.game, body.square, -1 if body.revision is None else body.revision, x, y)
    return None


def _place(boards: BoardService, body: bodies.SquareTap) -> tuple[float, float]:
    """Where on the table a tap is, mm."""
    picture = boards.state(body.game)["picture"]
    if picture is None:
        raise StandRefused("no_photograph")
    scale = picture["width"] / body.wide
    x, y = (body.at[0] + 0.5) * scale, (body.at[1] + 0.5) * scale
    # A key on the picture without a script taps its very corner.
    on_it = 0 <= x <= picture["width"] and 0 <= y <= picture["height"] and body.at != [0, 0]
    if not on_it:
        raise StandRefused("no_such_place")
    return picture["left"] + x, picture["top"] + y


def _recolour(boards: BoardService, body: bodies.RecolourTap) -> int:
    boards.recolour(body.game, body.square, body.revision, body.kind)
    return body.square


TAPS: Mapping[str, PictureTap] = {
    "kind": PictureTap(bodies.KindTap, lambda boards, body: boards.choose(body.game, body.kind)),
    "square": PictureTap(bodies.SquareTap, _square),
    "recolour": PictureTap(bodies.RecolourTap, _recolour),
    "remove": PictureTap(
        bodies.OneSquareTap, lambda boards, body: boards.remove(body.game, body.square, body.revision)
    ),
    "lanes": PictureTap(
        bodies.LanesTap, lambda boards, body: boards.fill_lanes(body.game, body.first, body.last)
    ),
    "undo": PictureTap(bodies.BoardTap, lambda boards, body: boards.undo(body.game)),
    "anew": PictureTap(bodies.BoardTap, lambda boards, body: boards.begin_anew(body.game)),
    "right": PictureTap(bodies.QuestionTap, lambda boards, body: boards.confirm(body.game, body.question)),
    "photograph": PictureTap(bodies.BoardTap, lambda boards, body: boards.photograph_again(body.game)),
    "keep": PictureTap(bodies.BoardTap, lambda boards, body: boards.keep(body.game)),
    "forget": PictureTap(bodies.BoardTap, lambda boards, body: boards.forget(body.game)),
}


# ---------------------------------------------------------------- the kept board


@blueprint.get("/stand/board/<game>.json")
def profile(game: str) -> Response:
    """The kept board as the file that ``companion play --profile`` takes; 404 where none is kept."""
    data = ROUTES.of_game(game).profile(game)
    text = None if data is None else json.dumps(dict(data), indent=1, ensure_ascii=False) + "\n"
    return json_file(text, f"{game}.json")


# ---------------------------------------------------------------- inside


def _asked() -> dict[str, Any]:
    """What the address wants shown: a game's board, how large, and a square that is chosen."""
    zoom = request.args.get("zoom", 1, type=int)
    return {
        "game": request.args.get("game"),
        "zoom": min(max(zoom, 1), len(WIDTHS)),
        "square": request.args.get("square", type=int),
    }


def _address(shown: Mapping[str, Any]) -> str:
    return url_for("boards.page", **{**shown, "zoom": shown["zoom"] if shown["zoom"] > 1 else None})


def _context(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the templates use."""
    boards, pieces = services().outside.boards, services().outside.pieces
    shared = shared_context(board_words)
    if boards is None:
        return {**shared, "state": None}
    shown = {**asked, "game": boards.game(asked["game"])}
    state = boards.state(shown["game"])
    square = shown["square"]
    if square is not None and not 0 <= square < len(state["taps"]):
        square = shown["square"] = None
    return {
        **shared,
        "state": state,
        "has_pieces": pieces is not None and shown["game"] in pieces.games(),
        "shown": shown,
        "address": lambda **other: _address({**shown, **other}),
        "drawn": board_picture(state, square),
        "kind_class": kind_class,
        "chosen": None if square is None else state["taps"][square],
        "titles": {game: load(game).title for game in state["games"]},
        "wide": WIDTHS[shown["zoom"] - 1],
        "zooms": len(WIDTHS),
        # What is wrong with squares first, then questions, then what is missing.
        "told_faults": sorted(state["faults"], key=_urgency)[:MOST_FAULTS] if state["taps"] else [],
        "whole": not state["faults"] and bool(state["taps"]),
        "lanes": _lanes(state),
    }


def _urgency(fault: Mapping[str, Any]) -> int:
    return 0 if fault["taps"] and not fault["question"] else 1 if fault["question"] else 2


def _lanes(state: Mapping[str, Any]) -> tuple[int, int] | None:
    """The first two tapped lanes of Change Horses between which there are others to be drawn."""
    lanes = sorted({int(tap["line"][5:]) for tap in state["taps"] if tap["line"].startswith("lane_")})
    return next(((one, other) for one, other in pairwise(lanes) if other > one + 1), None)


PAGE = TappedPage("board", _context, _address, board_words.refusal)
ROUTES = PictureRoutes(PAGE, TAPS, lambda: services().outside.boards, _asked, "square", numbered=False)
ROUTES.add_to(blueprint, "/stand/board")
