"""Setting up the camera: the page with the live picture, its taps as plain forms, and the same as JSON."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request, url_for
from pydantic import BaseModel, ValidationError

from companion.games import load
from web.language import viewer_language
from web.outside import StandRefused, StandService
from web.security import BadJson, parse_json
from web.services import services
from web.stand import bodies as bodies
from web.stand import words as stand_words
from web.stand.drawing import drawing
from web.stand.game_needs import game_needs
from web.stand.misfit import misfit
from web.stand.tapped_page import TappedPage, jpeg, shared_context

blueprint = Blueprint("stand", __name__)

SHOWS = ("games", "tools", "corners", "lens", "zone")
"""What the page may show instead of the steps."""


def _pair(given: list[float]) -> tuple[float, float]:
    return given[0], given[1]


@dataclass(frozen=True, slots=True)
class _Tap:
    body: type[BaseModel]
    do: Callable[[StandService, Any], None]
    leads_back: bool = False
    """The page shows the steps afterwards, whatever it showed before."""


TAPS: Mapping[str, _Tap] = {
    "again": _Tap(bodies.StepTap, lambda stand, body: stand.begin_again(body.step)),
    "go-on": _Tap(bodies.Tap, lambda stand, body: stand.go_on()),
    "paper": _Tap(bodies.PaperTap, lambda stand, body: stand.set_paper(body.ruler_mm), leads_back=True),
    "corners": _Tap(
        bodies.CornersTap,
        lambda stand, body: stand.set_corners(
            [_pair(corner) for corner in body.corners], body.width_mm, body.height_mm
        ),
        leads_back=True,
    ),
    "game": _Tap(bodies.GameTap, lambda stand, body: stand.choose_game(body.game)),
    "zone": _Tap(
        bodies.ZoneTap,
        lambda stand, body: stand.move_zone(body.zone, body.left, body.top, body.width, body.height),
    ),
    "drag": _Tap(
        bodies.DragTap,
        lambda stand, body: stand.move_zone_by(body.zone, _pair(body.begin), _pair(body.end)),
    ),
    "propose": _Tap(bodies.Tap, lambda stand, body: stand.propose_zones(), leads_back=True),
    "proposed": _Tap(bodies.ProposedTap, lambda stand, body: stand.answer_proposed(body.zone, body.yes)),
    "place": _Tap(bodies.PlaceTap, lambda stand, body: stand.centre_zone(body.zone, _pair(body.at))),
    "as-brought": _Tap(bodies.Tap, lambda stand, body: stand.zones_as_brought()),
    "hands": _Tap(bodies.HandsTap, lambda stand, body: stand.swap_hands(body.seat)),
    "right": _Tap(bodies.Tap, lambda stand, body: stand.confirm_zones()),
    "lens": _Tap(bodies.Tap, lambda stand, body: stand.begin_lens()),
    "lens-stop": _Tap(bodies.Tap, lambda stand, body: stand.give_up_lens()),
    "keep": _Tap(bodies.Tap, lambda stand, body: stand.finish()),
}


# ---------------------------------------------------------------- the page


@blueprint.get("/stand")
def page() -> str:
    """The page; it says so where there is no camera."""
    return PAGE.whole(request.args.get("show"))


@blueprint.get("/stand/fragment")
def fragment() -> Response:
    """What changes on the page; 304 when nothing did."""
    return PAGE.fragment(request.args.get("show"))


@blueprint.get("/stand/picture.jpg")
def picture() -> Response:
    """What the camera sees, secret zones masked; 404 before there is a picture."""
    return jpeg(_stand().picture())


@blueprint.post("/stand/<tap>")
def tapped(tap: str) -> Response:
    """A tap of a plain form: then the page again (303), or what changed, for a script."""
    known, stand = _tap(tap), _stand()
    status, told = PAGE.attempt(lambda: known.do(stand, known.body.model_validate(_form())))
    show = None if known.leads_back and not told else request.args.get("show")
    return PAGE.answer(show, status, told)


# ---------------------------------------------------------------- the API


@blueprint.get("/api/v1/stand")
def state() -> Response:
    """The state of the set-up."""
    return jsonify(dict(_stand().state()))


@blueprint.post("/api/v1/stand/<tap>")
def tapped_json(tap: str) -> Response:
    """A tap as JSON."""
    known, stand = _tap(tap), _stand()
    if request.mimetype != "application/json":
        abort(415)
    try:
        known.do(stand, known.body.model_validate(parse_json(request.get_data(cache=False)), strict=True))
    except (BadJson, ValidationError) as error:
        return _refused(400, "malformed", str(error)[:200])
    except StandRefused as refused:
        return _refused(422, refused.code, None)
    return jsonify(dict(stand.state()))


def _refused(status: int, code: str, problem: str | None) -> Response:
    details = {} if problem is None else {"problem": problem}
    error = {"code": code, "details": details, "message": stand_words.refusal(code)}
    response = jsonify({"error": error, "state": dict(_stand().state())})
    response.status_code = status
    return response


# ---------------------------------------------------------------- inside


def _stand() -> StandService:
    stand = services().outside.stand
    if stand is None:
        abort(404)
    return stand


def _tap(name: str) -> _Tap:
    tap = TAPS.get(name)
    if tap is None:
        abort(404)
    return tap


def _form() -> dict[str, Any]:
    """The fields of a form; positions come as ``begin.x``, ``begin.y`` and ``corners.0.x``."""
    fields = {name: value for name, value in request.form.items() if name != "token"}
    filled: dict[str, Any] = {name: value for name, value in fields.items() if "." not in name}
    for name in ("begin", "end", "at"):
        if f"{name}.x" in fields:
            filled[name] = [fields.get(f"{name}.x"), fields.get(f"{name}.y")]
    if "corners.0.x" in fields:
        filled["corners"] = [
            [fields.get(f"corners.{corner}.{axis}") for axis in ("x", "y")] for corner in range(4)
        ]
    return filled


def _address(show: str | None) -> str:
    zone = request.form.get("zone") if show == "zone" else None
    return url_for("stand.page", show=show if show in SHOWS else None, zone=zone)


def _context(show: str | None) -> dict[str, Any]:
    """Everything the templates use."""
    stand, boards, language = services().outside.stand, services().outside.boards, viewer_language()
    boxes = services().outside.boxes
    with_cards = () if boxes is None else tuple(boxes.games())
    shared = {**shared_context(stand_words), "show": show if show in SHOWS else None}
    if stand is None:
        return {**shared, "state": None}
    told = stand.state()
    chosen = request.values.get("zone")
    zones = {zone["id"]: zone for zone in told["zones"]}
    return {
        **shared,
        "state": told,
        "drawn": drawing(told, language),
        "titles": {game: load(game).title for game in told["games"]},
        "zone": zones.get(chosen or "") or next(iter(zones.values()), None),
        "named": lambda zone: stand_words.named(told["game"], zone, language),
        "kinds": _kinds(told, language),
        "misfit": misfit(stand.fit(), told["game"], language),
        "unseen": [zone for zone in told["zones"] if not zone["good"]],
        "asked": zones.get(told["proposed"]["zone"]) if told["proposed"] else None,
        "back": _step_before(told),
        "has_board": boards is not None and told["game"] in boards.games(),
        "with_cards": with_cards,
        "needs": game_needs(services().outside, language) if show == "games" else [],
        "seats": sorted({zone["seat"] for zone in told["zones"] if zone["seat"] is not None}),
    }


def _kinds(told: Mapping[str, Any], language: str) -> dict[str, bool]:
    """The kinds of zones by name, and whether all of a kind are seen well."""
    kinds: dict[str, bool] = {}
    for zone in told["zones"]:
        name = stand_words.kind_named(told["game"], zone, language)
        kinds[name] = kinds.get(name, True) and bool(zone["good"])
    return kinds


def _step_before(told: Mapping[str, Any]) -> str | None:
    steps = [step["id"] for step in told["steps"]]
    place = steps.index(told["step"])
    return steps[place - 1] if place > 0 else None


PAGE = TappedPage("stand", _context, _address, stand_words.refusal)
