"""What a page is made of: the state, the game's own drawing and words, and what is unfolded on it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, request
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.drawing import svg, symbols
from companion.game import Game
from companion.games import load
from companion.words import LANGUAGES
from web.language import explain_refusal, eye_words, viewer_language, viewer_theme
from web.security import BadJson, parse_json, session_token
from web.services import services
from web.state import table_state

PANELS = ("menu", "history", "amend", "new", "other")


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What a viewer has unfolded: a panel, the entry or the horse it is about, a number of dice."""

    panel: str | None = None
    entry: int | None = None
    horse: int | None = None
    dice: int | None = None

    @classmethod
    def of(cls, query: MultiDict[str, str]) -> Unfolded:
        """What an address asks for; anything else is left out."""
        panel = query.get("panel")
        return cls(
            panel if panel in PANELS else None,
            query.get("entry", type=int),
            query.get("horse", type=int),
            query.get("dice", type=int),
        )


class Drawing:
    """A game's drawing functions, their SVG marked as safe for the page."""

    def __init__(self, module: str) -> None:
        self._module = importlib.import_module(module)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        function = getattr(self._module, name)

        def drawn(*arguments: Any, **options: Any) -> Any:
            result = function(*arguments, **options)
            # The drawing functions escape all text they are given.
            drawn_svg = isinstance(result, str) and result.startswith("<svg")
            return Markup(result) if drawn_svg else result  # noqa: S704

        return drawn


def render_page(unfolded: Unfolded, **extra: Any) -> str:
    """The whole page."""
    return render_template("page.html", **context(unfolded), **extra)


def render_fragment(unfolded: Unfolded, **extra: Any) -> str:
    """Only what changes while a game runs."""
    return render_template("fragment.html", **context(unfolded), **extra)


def context(unfolded: Unfolded) -> dict[str, Any]:
    """Everything the templates use."""
    state = table_state()
    language = viewer_language()
    open_game = state["game"]
    manifest = load(open_game["id"] if open_game else services().defaults.game)
    return {
        "state": state,
        "view": state["view"],
        "manifest": manifest,
        "draw": Drawing(manifest.drawing) if manifest.drawing else None,
        "unfolded": unfolded,
        "language": language,
        "languages": LANGUAGES,
        "theme": viewer_theme(),
        "token": session_token(),
        "defaults": services().defaults,
        "sentence": _sentences(manifest, language),
        "face_name": lambda face: manifest.words.face_name(face, language),
        "eye_words": lambda: eye_words(services().eyes.status()),
        "eye_status": services().eyes.status(),
        "seat": _seats(open_game),
        "typed_option": _typed_option,
        "icon": _icon,
        "logo": _logo,
        "bar": lambda share, label: Markup(svg.bar(share, label)),  # noqa: S704 - made of numbers
        "sprite": lambda: Markup(symbols.sprite()),  # noqa: S704 - our own drawings
    }


def _typed_option(field: str, otherwise: Any) -> Any:
    """An option as it was just sent in a refused form, else its value until now."""
    if request.method != "POST" or field not in request.form:
        return otherwise
    try:
        return parse_json(request.form[field].encode())
    except BadJson:
        return otherwise


def _sentences(manifest: Game, language: str) -> Callable[[str, Mapping[str, Any]], str]:
    return lambda code, arguments: explain_refusal(manifest.id, code, arguments, language)


def _seats(open_game: Mapping[str, Any] | None) -> Callable[[str], str]:
    players = tuple(open_game["players"]) if open_game else ()
    return lambda player: symbols.seat_animal(players, player) if player in players else symbols.SEATS[0]


def _icon(name: str, width: float = 28, height: float | None = None, class_: str | None = None) -> Markup:
    return Markup(svg.icon(name, width, height, class_=class_))  # noqa: S704 - our own drawings


def _logo(name: str, height: float) -> Markup:
    return _icon(name, height * symbols.ratio(name), height, "logo")
