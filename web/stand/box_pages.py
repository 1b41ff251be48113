"""Showing the printed cards of a game's box: the page with the picture and the names, and its taps as plain forms."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from pydantic import ValidationError

from companion.games import load
from web.language import viewer_language, viewer_theme
from web.outside import BoxService, StandRefused
from web.security import session_token
from web.services import services
from web.stand import box_bodies as bodies
from web.stand import box_words
from web.stand.box_drawing import cards_picture
from web.table.screen import page_tools

blueprint = Blueprint("boxes", __name__)

FRAGMENT_HEADER = "X-Fragment"
SHOWN_WIDTH = 800
"""How wide the picture is shown without a script, px."""
MORE = "more"


@dataclass(frozen=True, slots=True)
class _Tap:
    body: type[bodies.BoxTap]
    do: Callable[[BoxService, Any], int | None]
    """Returns the number of the card that is chosen afterwards."""
    leads_on: bool = False
    """The page shows afterwards what comes next, whatever it showed before."""


def _point(boxes: BoxService, body: bodies.PointTap) -> int | None:
    return boxes.point(body.game, (body.at[0] + 0.5) / body.wide, (body.at[1] + 0.5) / body.wide)


TAPS: Mapping[str, _Tap] = {
    "photograph": _Tap(bodies.PhotographTap, lambda boxes, body: boxes.photograph(body.game, body.step)),
    "point": _Tap(bodies.PointTap, _point),
    "draw": _Tap(bodies.DrawTap, lambda boxes, body: boxes.draw(body.game, body.revision, body.card)),
    "stop-drawing": _Tap(bodies.BoxTap, lambda boxes, body: boxes.stop_drawing(body.game)),
    "name": _Tap(
        bodies.NameTap, lambda boxes, body: boxes.name(body.game, body.card, body.revision, body.label)
    ),
    "again": _Tap(bodies.BoxTap, lambda boxes, body: boxes.discard(body.game)),
    "right": _Tap(
        bodies.RevisionTap, lambda boxes, body: boxes.right(body.game, body.revision), leads_on=True
    ),
    "back": _Tap(bodies.BoxTap, lambda boxes, body: boxes.take_back(body.game), leads_on=True),
    "forget-card": _Tap(
        bodies.LabelTap, lambda boxes, body: boxes.forget_card(body.game, body.label), leads_on=True
    ),
    "bring-back": _Tap(bodies.BoxTap, lambda boxes, body: boxes.bring_back(body.game), leads_on=True),
    "forget": _Tap(bodies.BoxTap, lambda boxes, body: boxes.forget(body.game), leads_on=True),
}


# ---------------------------------------------------------------- the page


@blueprint.get("/stand/cards")
def page() -> str:
    """The page; it says so where there is no camera."""
    return render_template("stand/cards.html", **_context(_asked()), told=get_flashed_messages())


@blueprint.get("/stand/cards/fragment")
def fragment() -> Response:
    """What changes on the page; 304 when nothing did."""
    response = make_response(render_template("stand/cards_parts.html", **_context(_asked()), told=[]))
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


@blueprint.get("/stand/cards/<game>.jpg")
def picture(game: str) -> Response:
    """The picture that the page told of, by its number; 404 before there is one."""
    data = _boxes().picture(_known(game), request.args.get("number", type=int))
    if data is None:
        abort(404)
    return Response(data, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


@blueprint.get("/stand/cards/<game>.json")
def handed_on(game: str) -> Response:
    """The one file of a game's box, for another family; 404 where nothing was shown."""
    data = _boxes().handed_on(_known(game))
    if data is None:
        abort(404)
    named = {"Content-Disposition": f'attachment; filename="{game}-cards.json"'}
    return Response(data, mimetype="application/json", headers=named)


@blueprint.post("/stand/cards/take-over")
def take_over() -> Response:
    """Another family's file, sent by a plain form."""
    boxes, asked = _boxes(), _asked()
    game = _known(request.form.get("game", ""))
    sent = request.files.get("file")
    status, told = 200, []
    try:
        if sent is None or not sent.filename:
            raise StandRefused("no_file")
        boxes.take_over(game, sent.read())
    except StandRefused as refused:
        status, told = 422, [box_words.refusal(refused.code)]
    show = MORE if told else None
    return _answer({**asked, "game": game, "show": show, "card": None, "step": None}, status, told)


@blueprint.post("/stand/cards/<tap>")
def tapped(tap: str) -> Response:
    """A tap of a plain form: then the page again (303), or what changed, for a script."""
    known, boxes = TAPS.get(tap), _boxes()
    if known is None:
        abort(404)
    asked = _asked()
    status, told, card = 200, [], asked["card"]
    try:
        body = known.body.model_validate(_fields())
        if body.game not in boxes.games():
            raise StandRefused("unknown_game")
        card = known.do(boxes, body)
    except ValidationError:
        status, told = 400, [box_words.refusal("malformed")]
    except StandRefused as refused:
        status, told = 422, [box_words.refusal(refused.code)]
    shown = {**asked, "card": card}
    if known.leads_on and not told:
        shown = {**shown, "show": None, "step": None}
    return _answer(shown, status, told)


# ---------------------------------------------------------------- inside


def _answer(shown: Mapping[str, Any], status: int, told: list[str]) -> Response:
    if request.headers.get(FRAGMENT_HEADER):
        response = make_response(
            render_template("stand/cards_parts.html", **_context(shown), told=told), status
        )
        response.headers["X-Location"] = _address(shown)
        return response
    if status == 400:
        return make_response(render_template("stand/cards.html", **_context(shown), told=told), status)
    for sentence in told:
        flash(sentence)
    return make_response(redirect(_address(shown), 303))


def _boxes() -> BoxService:
    boxes = services().outside.boxes
    if boxes is None:
        abort(404)
    return boxes


def _known(game: str) -> str:
    if game not in _boxes().games():
        abort(404)
    return game


def _fields() -> dict[str, Any]:
    """The fields of a form; a place comes as ``at.x`` and ``at.y``, what is left empty is not said."""
    fields: dict[str, Any] = {
        name: value
        for name, value in request.form.items()
        if name != "token" and "." not in name and value != ""
    }
    if "at.x" in request.form:
        fields["at"] = [request.form.get("at.x"), request.form.get("at.y")]
    return fields


def _asked() -> dict[str, Any]:
    """What the address wants shown: a game's cards, a photograph of them, a card that is chosen, or more."""
    return {
        "game": request.args.get("game"),
        "step": request.args.get("step", type=int),
        "card": request.args.get("card", type=int),
        "show": MORE if request.args.get("show") == MORE else None,
    }


def _address(shown: Mapping[str, Any]) -> str:
    return url_for("boxes.page", **shown)


def _context(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the templates use."""
    boxes = services().outside.boxes
    shared = {
        **page_tools(),
        "language": viewer_language(),
        "theme": viewer_theme(),
        "token": session_token(),
        "words": box_words,
    }
    if boxes is None:
        return {**shared, "state": None}
    game = boxes.game(asked["game"])
    state = boxes.state(game, asked["step"])
    card = asked["card"]
    if not state["taken"] or state["drawing"] or card is None or not 0 <= card < len(state["found"]):
        card = None
    shown = {**asked, "game": game, "card": card}
    printed = load(game).printed
    named = {one["label"] for one in state["found"] if one["label"]}
    return {
        **shared,
        "state": state,
        "shown": shown,
        "address": lambda **other: _address({**shown, **other}),
        "drawn": cards_picture(state, card, lambda label: box_words.card_sign(game, label)),
        "chosen": None if card is None else state["found"][card],
        "titles": {one: load(one).title for one in state["games"]},
        "wide": SHOWN_WIDTH,
        "counted": box_words.counted(state) if state["taken"] else None,
        "labels": () if printed is None else printed.labels,
        "named": named,
        "whole": not state["missing"],
    }
