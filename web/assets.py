"""Static files with a fingerprint in their address, so that browsers may keep them for good.

The style sheets of the table are served as one: together they are a fifth smaller, and a tablet asks once. What a
script imports has its fingerprint in the script that is sent: else every page would ask for it anew.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from importlib import resources
from pathlib import Path

from flask import Flask, Response, abort, request, url_for
from jinja2 import BaseLoader, ChoiceLoader, Environment, TemplateNotFound

from companion.games import brought, game_ids

_YEAR_S = 31_536_000
_SENT = ("static", "made")
"""The endpoints that send static files: as they lie there, and made of them."""
TABLE = "table.css"
KEPT = "kept.css"
CARDS = "cards.css"
_STYLE, _LAST, _KEPT = "page/style.css", "page/last.css", "page/kept.css"
"""What a game brings: its own style sheet, what goes over all others of the table, what pages that look back add."""
_BEFORE_GAMES = ("companion.css", CARDS)
_AFTER_GAMES = (
    "asking.css",
    "news.css",
    "teaching.css",
    "tables.css",
    "finish.css",
    "lines.css",
    "phones.css",
)
_IMPORTED = re.compile(r"'\./([a-z_]+\.js)'")
"""How a script names another one that it imports."""
_REMARKS = re.compile(rb"(?:\s*/\*(?:[^*]|\*(?!/))*\*/)*\s*\n\s*")
_LINE_ENDS = re.compile(rb"(?<=[{},;])\n")
_SCRIPT_REMARKS = re.compile(rb"^\s*//.*\n|^[ \t]+", re.MULTILINE)
"""What is there for whoever reads a file, what indents a script too: not sent, it is a tenth of a sheet or script."""


def style_of(game: str) -> str | None:
    """The name of a game's own style sheet; None for a game without one."""
    return None if brought(game, _STYLE) is None else f"games/{game}.css"


def content(name: str) -> bytes:
    """A static file, a game's style sheet, or those of the table, of pages that look back; raises FileNotFoundError.

    A game may come onto a page that showed another one: these two sheets hold what all games bring.
    """
    return _made(name, game_ids())


@cache
def _made(name: str, games: tuple[str, ...]) -> bytes:
    if name.endswith(".js"):
        script = _SCRIPT_REMARKS.sub(b"", _content(name)).decode()
        return _IMPORTED.sub(_with_fingerprint, script).encode()
    if name == TABLE:
        before, after = (b"".join(map(_content, names)) for names in (_BEFORE_GAMES, _AFTER_GAMES))
        sheet = before + _of_games(_STYLE) + after + _of_games(_LAST)
        return _LINE_ENDS.sub(b"", _REMARKS.sub(b"\n", sheet))
    return _content(name) + (_of_games(_KEPT) if name == KEPT else b"")


@cache
def _scripts() -> tuple[str, ...]:
    """The names of the scripts."""
    static = resources.files("web") / "static"
    return tuple(sorted(one.name for one in static.iterdir() if one.name.endswith(".js")))


def _with_fingerprint(imported: re.Match[str]) -> str:
    return f"'./{imported[1]}?v={fingerprint(imported[1])}'"


def _of_games(name: str) -> bytes:
    return b"".join((brought(game, name) or "").encode() for game in game_ids())


@cache
def _content(name: str) -> bytes:
    if name.startswith("games/"):
        game, _, sheet = name.removeprefix("games/").removesuffix(".css").partition("/")
        own = brought(game, f"page/{sheet}.css" if sheet else _STYLE)
        if own is None:
            raise FileNotFoundError(name)
        return own.encode()
    return (resources.files("web") / "static").joinpath(*name.split("/")).read_bytes()


def fingerprint(name: str) -> str:
    """A short hash of a static file; raises FileNotFoundError."""
    return _fingerprint(name, game_ids())


@cache
def _fingerprint(name: str, games: tuple[str, ...]) -> str:
    return hashlib.sha256(content(name)).hexdigest()[:12]


def packed_asset(response: Response) -> bytes | None:
    """A static file as it is sent compressed, packed once; None for an answer that is no whole static file."""
    if not _is_sent() or response.status_code != HTTPStatus.OK:
        return None
    return _packed(_name_asked(), game_ids())


@cache
def _packed(name: str, games: tuple[str, ...]) -> bytes:
    return gzip.compress(content(name), mtime=0)


def _is_sent() -> bool:
    """Whether a static file is asked for, and not only what may be done with it."""
    return request.endpoint in _SENT and request.method in ("GET", "HEAD")


def _name_asked() -> str:
    """The name of the static file that is asked for."""
    return request.path.removeprefix("/static/")


@cache
def _lying_there() -> frozenset[str]:
    """The names of the files that are sent as they lie there."""
    static = Path(__file__).with_name("static")
    return frozenset(one.relative_to(static).as_posix() for one in static.rglob("*") if one.is_file())


def _refuse_other_names() -> None:
    """No static file is found (404) by any other than its one name.

    What lies under a name is kept: of names such as ``fonts/../table.css`` there is no end.
    """
    if request.endpoint == "static" and _name_asked() not in _lying_there():
        abort(HTTPStatus.NOT_FOUND)


def asset(name: str) -> str:
    """The address of a static file, with its fingerprint."""
    return url_for("static", filename=name, v=fingerprint(name))


def keep_assets(app: Flask) -> None:
    """Lets browsers keep a static file that was asked for by its current fingerprint."""
    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["style_of"] = style_of
    app.before_request(_refuse_other_names)

    names = ", ".join(f"'{name}'" for name in (TABLE, KEPT, *_scripts()))

    @app.get(f"/static/<any({names}):name>", endpoint="made")
    @app.get("/static/games/<game>.css", endpoint="made")
    @app.get("/static/games/<game>/<sheet>.css", endpoint="made")
    def made(name: str = TABLE, game: str | None = None, sheet: str = "") -> Response:
        name = name if game is None else f"games/{game}{sheet and '/'}{sheet}.css"
        try:
            sent = Response(content(name), mimetype="text/javascript" if name in _scripts() else "text/css")
        except FileNotFoundError:
            abort(404)
        sent.set_etag(fingerprint(name))
        sent.make_conditional(request)
        return sent

    @app.after_request
    def cache_control(response: Response) -> Response:
        if _is_sent() and response.status_code in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            name = _name_asked()
            # The style sheet names the font without a fingerprint; a font's file never changes under its name.
            current = name.startswith("fonts/") or request.args.get("v") == fingerprint(name)
            response.headers["Cache-Control"] = (
                f"public, max-age={_YEAR_S}, immutable" if current else "no-cache"
            )
        return response


class GamePages(BaseLoader):
    """The templates that games bring: ``games/<id>/table.html`` is ``page/table.html`` in the game's folder."""

    def get_source(
        self, environment: Environment, template: str
    ) -> tuple[str, str | None, Callable[[], bool] | None]:
        match template.split("/"):
            case "games", game, name if (source := brought(game, f"page/{name}")) is not None:
                return source, None, lambda: True
        raise TemplateNotFound(template)


def find_game_pages(app: Flask) -> None:
    """Lets templates be found in the folders of the games, too."""
    own = [app.jinja_loader] if app.jinja_loader else []
    app.jinja_loader = ChoiceLoader([*own, GamePages()])
