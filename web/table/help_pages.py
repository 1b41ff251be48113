"""The rules as help: those of one game as children read them, and the sentences of its first game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for

from companion.drawing import boxes
from companion.games import game_ids, load
from companion.teaching import chapters, has_help, lessons
from web.language import viewer_language, viewer_theme
from web.security import session_token
from web.services import services
from web.table.screen import page_tools
from web.table.teaching import way_back

blueprint = Blueprint("help", __name__)


@blueprint.get("/rules")
def index() -> Response:
    """The rules of the game in play, else of the one that a new game would be."""
    game = services().table.game
    return make_response(redirect(url_for("help.rules", game=game.id if game else _first()), 303))


@blueprint.get("/rules/<game>")
def rules(game: str) -> str:
    """The rules of one game; ``from`` is the page that they were opened from."""
    if not has_help(game):
        abort(404)
    language = viewer_language()
    return shown(
        "help/rules",
        game=load(game),
        chapters=chapters(game, language),
        others=[load(one) for one in boxes.in_order(game_ids()) if has_help(one)],
        back=way_back(request.args.get("from")),
    )


@blueprint.post("/lessons")
def learnt() -> Response:
    """A sentence of the first game is understood, or the family wants none of this game any more (or all anew)."""
    game, lesson, taught = (request.form.get(name, "") for name in ("game", "lesson", "taught"))
    if not has_help(game):
        abort(404)
    if taught in ("on", "off"):
        services().outside.family.set_taught(game, taught == "on")
    elif lesson in {one.key for one in lessons(game)}:
        services().outside.family.learn(game, lesson)
    return make_response(redirect(way_back(request.form.get("back")), 303))


def shown(template: str, **context: Any) -> str:
    """A page beside the table: help, settings, diagnostics."""
    return render_template(
        f"{template}.html",
        **page_tools(),
        page_id=template.rpartition("/")[2],
        language=viewer_language(),
        theme=viewer_theme(),
        token=session_token(),
        **context,
    )


def _first() -> str:
    default = services().outside.new_game.game
    return default if has_help(default) else next(one for one in game_ids() if has_help(one))
