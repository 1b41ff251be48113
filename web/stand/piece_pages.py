"""Showing a board's pieces: the page with the picture and what stands where, and its taps as plain forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request, url_for

from companion.games import load
from web.outside import PieceService
from web.services import services
from web.stand import piece_bodies as bodies
from web.stand import piece_words
from web.stand.picture_routes import MORE, PictureRoutes
from web.stand.piece_drawing import pieces_picture
from web.stand.tapped_page import PictureTap, TappedPage, shared_context

blueprint = Blueprint("pieces", __name__)

SHOWN_WIDTH = 800
"""How wide the picture is shown without a script, px."""


def _point(pieces: PieceService, body: bodies.PointTap) -> int:
    return pieces.point(body.game, (body.at[0] + 0.5) / body.wide, (body.at[1] + 0.5) / body.wide)


TAPS: Mapping[str, PictureTap] = {
    "colour": PictureTap(bodies.ColourTap, lambda pieces, body: pieces.choose(body.game, body.colour)),
    "photograph": PictureTap(
        bodies.PhotographTap, lambda pieces, body: pieces.photograph(body.game, body.again)
    ),
    "point": PictureTap(bodies.PointTap, _point),
    "tell": PictureTap(
        bodies.TellTap, lambda pieces, body: pieces.tell(body.game, body.square, body.revision, body.colour)
    ),
    "again": PictureTap(bodies.PieceTap, lambda pieces, body: pieces.discard(body.game)),
    "right": PictureTap(
        bodies.RevisionTap, lambda pieces, body: pieces.right(body.game, body.revision), leads_on=True
    ),
    "back": PictureTap(bodies.PieceTap, lambda pieces, body: pieces.take_back(body.game), leads_on=True),
    "bring-back": PictureTap(
        bodies.PieceTap, lambda pieces, body: pieces.bring_back(body.game), leads_on=True
    ),
    "forget": PictureTap(bodies.PieceTap, lambda pieces, body: pieces.forget(body.game), leads_on=True),
}


def _asked() -> dict[str, Any]:
    """What the address wants shown: a game's pieces, one more photograph, a square that is chosen, or more."""
    return {
        "game": request.args.get("game"),
        "again": 1 if request.args.get("again") == "1" else None,
        "square": request.args.get("square", type=int),
        "show": MORE if request.args.get("show") == MORE else None,
    }


def _address(shown: Mapping[str, Any]) -> str:
    return url_for("pieces.page", **shown)


def _context(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the templates use."""
    pieces = services().outside.pieces
    shared = shared_context(piece_words)
    if pieces is None:
        return {**shared, "state": None}
    game = pieces.game(asked["game"])
    state = pieces.state(game, asked["again"] is not None)
    square = asked["square"]
    if not state["taken"] or square is None or not 0 <= square < len(state["squares"]):
        square = None
    shown = {**asked, "game": game, "square": square}
    return {
        **shared,
        "state": state,
        "shown": shown,
        "address": lambda **other: _address({**shown, **other}),
        "drawn": pieces_picture(state, square, piece_words.colour_named),
        "chosen": None if square is None else state["squares"][square],
        "titles": {one: load(one).title for one in state["games"]},
        "wide": SHOWN_WIDTH,
        "own": [one["id"] for one in state["colours"] if one["chosen"]],
        "takes": state["step"] not in ("squares", "outdated", "known"),
    }


PAGE = TappedPage("pieces", _context, _address, piece_words.refusal)
ROUTES = PictureRoutes(PAGE, TAPS, lambda: services().outside.pieces, _asked, "square", ("again",))
ROUTES.add_to(blueprint, "/stand/pieces")
ROUTES.add_files_to(blueprint, "/stand/pieces")
