"""Counting a game's box: the page with the picture and the grid of its cards, and its taps as plain forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request, url_for

from companion.games import load
from web.outside import CountService
from web.services import services
from web.stand import count_bodies as bodies
from web.stand import count_words
from web.stand.box_drawing import cards_picture
from web.stand.box_pages import SHOWN_WIDTH
from web.stand.picture_routes import PictureRoutes
from web.stand.tapped_page import PictureTap, TappedPage, jpeg, shared_context

blueprint = Blueprint("counting", __name__)


def _point(counting: CountService, body: bodies.PlaceTap) -> int | None:
    return counting.point(body.game, (body.at[0] + 0.5) / body.wide, (body.at[1] + 0.5) / body.wide)


TAPS: Mapping[str, PictureTap] = {
    "count": PictureTap(bodies.CountTap, lambda counting, body: counting.count(body.game)),
    "point": PictureTap(bodies.PlaceTap, _point),
    "again": PictureTap(bodies.CountTap, lambda counting, body: counting.again(body.game)),
    "next": PictureTap(bodies.CountTap, lambda counting, body: counting.next(body.game)),
    "name": PictureTap(
        bodies.SayTap, lambda counting, body: counting.name(body.game, body.card, body.revision, body.label)
    ),
    "anew": PictureTap(bodies.CountTap, lambda counting, body: counting.anew(body.game)),
}


def _asked() -> dict[str, Any]:
    """What the address wants shown: a game's box, and a card that is chosen."""
    return {"game": request.args.get("game"), "card": request.args.get("card", type=int)}


def _address(shown: Mapping[str, Any]) -> str:
    return url_for("counting.page", game=shown["game"], card=shown["card"])


def _context(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Everything the templates use."""
    counting = services().outside.counting
    shared = shared_context(count_words)
    if counting is None:
        return {**shared, "state": None}
    game = counting.game(asked["game"])
    state = counting.state(game)
    numbers = [one["number"] for one in state["found"]]
    is_chosen = state["counted"] and asked["card"] is not None and asked["card"] in numbers
    card = asked["card"] if is_chosen else None
    chosen = None if card is None else state["found"][numbers.index(card)]
    asked_for = next(iter(state["open"]), None) if chosen is None else {**chosen, "guesses": []}
    drawn = {**state, "taken": state["counted"], "drawing": None}
    return {
        **shared,
        "state": state,
        "shown": {"game": game, "card": card},
        "drawn": cards_picture(drawn, None if card is None else numbers.index(card), _sign(game)),
        "chosen": chosen,
        "asked_for": asked_for,
        "titles": {one: load(one).title for one in state["games"]},
        "wide": SHOWN_WIDTH,
    }


def _sign(game: str) -> Any:
    return lambda label: count_words.card_sign(game, label)


PAGE = TappedPage("count", _context, _address, count_words.refusal)
ROUTES = PictureRoutes(PAGE, TAPS, lambda: services().outside.counting, _asked, "card")
ROUTES.add_to(blueprint, "/stand/count")


@blueprint.get("/stand/count/<game>/<int:number>.jpg")
def look(game: str, number: int) -> Response:
    """A card as it was cut out of the photograph; 404 where there is none."""
    return jpeg(ROUTES.of_game(game).look(game, number))
