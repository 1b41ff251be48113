"""Showing a board's pieces: the page with the picture and what stands where, and its taps as plain forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, request, url_for

from companion.games import load
from web.outside import PieceService, StandRefused
from web.services import services
from web.stand import piece_bodies as bodies
from web.stand import piece_words
from web.stand.piece_drawing import pieces_picture
from web.stand.tapped_page import (
    PictureTap,
    TappedPage,
    jpeg,
    json_file,
    picture_fields,
    shared_context,
)

blueprint = Blueprint("pieces", __name__)

SHOWN_WIDTH = 800
"""How wide the picture is shown without a script, px."""
MORE = "more"


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


# ---------------------------------------------------------------- the page


@blueprint.get("/stand/pieces")
def page() -> str:
    """The page; it says so where there is no camera."""
    return PAGE.whole(_asked())


@blueprint.get("/stand/pieces/fragment")
def fragment() -> Response:
    """What changes on the page; 304 when nothing did."""
    return PAGE.fragment(_asked())


@blueprint.get("/stand/pieces/<game>.jpg")
def picture(game: str) -> Response:
    """The picture that the page told of, by its number; 404 before there is one."""
    return jpeg(_pieces().picture(_known(game), request.args.get("number", type=int)))


@blueprint.get("/stand/pieces/<game>.json")
def handed_on(game: str) -> Response:
    """The one file of a board and its pieces, for another family; 404 where nothing was learnt."""
    return json_file(_pieces().handed_on(_known(game)), f"{game}-pieces.json")


@blueprint.post("/stand/pieces/take-over")
def take_over() -> Response:
    """Another family's file, sent by a plain form."""
    pieces, asked = _pieces(), _asked()
    game = _known(request.form.get("game", ""))
    sent = request.files.get("file")

    def take() -> None:
        if sent is None or not sent.filename:
            raise StandRefused("no_file")
        pieces.take_over(game, sent.read())

    status, told = PAGE.attempt(take)
    show = MORE if told else None
    return PAGE.answer({**asked, "game": game, "show": show, "square": None, "again": None}, status, told)


@blueprint.post("/stand/pieces/<tap>")
def tapped(tap: str) -> Response:
    """A tap of a plain form: then the page again (303), or what changed, for a script."""
    known, pieces = TAPS.get(tap), _pieces()
    if known is None:
        abort(404)
    shown = _asked()

    def do() -> None:
        body = known.body.model_validate(picture_fields())
        if body.game not in pieces.games():
            raise StandRefused("unknown_game")
        shown["square"] = known.do(pieces, body)

    status, told = PAGE.attempt(do)
    if known.leads_on and not told:
        shown = {**shown, "show": None, "again": None}
    return PAGE.answer(shown, status, told)


# ---------------------------------------------------------------- inside


def _pieces() -> PieceService:
    pieces = services().outside.pieces
    if pieces is None:
        abort(404)
    return pieces


def _known(game: str) -> str:
    if game not in _pieces().games():
        abort(404)
    return game


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
