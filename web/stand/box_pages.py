"""Showing the printed cards of a game's box: the page with the picture and the names, and its taps as plain forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, request, url_for

from companion.games import load
from web.outside import BoxService
from web.services import services
from web.stand import box_bodies as bodies
from web.stand import box_words
from web.stand.box_drawing import cards_picture
from web.stand.picture_routes import MORE, PictureRoutes
from web.stand.tapped_page import PictureTap, TappedPage, shared_context

blueprint = Blueprint("boxes", __name__)

SHOWN_WIDTH = 800
"""How wide the picture is shown without a script, px."""


def _point(boxes: BoxService, body: bodies.PointTap) -> int | None:
    return boxes.point(body.game, (body.at[0] + 0.5) / body.wide, (body.at[1] + 0.5) / body.wide)


TAPS: Mapping[str, PictureTap] = {
    "photograph": PictureTap(
        bodies.PhotographTap, lambda boxes, body: boxes.photograph(body.game, body.step)
    ),
    "point": PictureTap(bodies.PointTap, _point),
    "draw": PictureTap(bodies.DrawTap, lambda boxes, body: boxes.draw(body.game, body.revision, body.card)),
    "stop-drawing": PictureTap(bodies.BoxTap, lambda boxes, body: boxes.stop_drawing(body.game)),
    "name": PictureTap(
        bodies.NameTap, lambda boxes, body: boxes.name(body.game, body.card, body.revision, body.label)
    ),
    "again": PictureTap(bodies.BoxTap, lambda boxes, body: boxes.discard(body.game)),
    "right": PictureTap(
        bodies.RevisionTap, lambda boxes, body: boxes.right(body.game, body.revision), leads_on=True
    ),
    "back": PictureTap(bodies.BoxTap, lambda boxes, body: boxes.take_back(body.game), leads_on=True),
    "forget-card": PictureTap(
        bodies.LabelTap, lambda boxes, body: boxes.forget_card(body.game, body.label), leads_on=True
    ),
    "bring-back": PictureTap(bodies.BoxTap, lambda boxes, body: boxes.bring_back(body.game), leads_on=True),
    "forget": PictureTap(bodies.BoxTap, lambda boxes, body: boxes.forget(body.game), leads_on=True),
}


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
    shared = shared_context(box_words)
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


PAGE = TappedPage("cards", _context, _address, box_words.refusal)
ROUTES = PictureRoutes(PAGE, TAPS, lambda: services().outside.boxes, _asked, "card", ("step",))
ROUTES.add_to(blueprint, "/stand/cards")
ROUTES.add_files_to(blueprint, "/stand/cards")
