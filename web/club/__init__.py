"""The club's page: an app of its own over the boards of many tables and what the club keeps of them."""

from __future__ import annotations

import secrets
from datetime import timedelta

from flask import Flask, Response, make_response, render_template, session
from flask_babel import Babel
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.club.boards import Board, Boards
from companion.club.results import NotNow
from companion.games import catalogue_homes
from companion.languages import folders
from web.assets import find_game_pages, keep_assets
from web.club import api, pages, people, ranking, roles, tournaments, watching
from web.club.frame import named
from web.club.services import Books, ClubServices, Said, Served
from web.compression import compress_answers
from web.language import language_choices, viewer_language, viewer_theme
from web.security import secure
from web.services import EXTENSION


def create_club_app(boards: Boards, books: Books, said: Said, served: Served) -> Flask:
    """The app over a club's boards, what it keeps, and what it has to say to its owner."""
    app = Flask("web")
    app.secret_key = served.secret_key or secrets.token_bytes(32)
    app.config.update(
        VIEWERS=served.viewers,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        BABEL_DEFAULT_LOCALE=served.language,
        BABEL_TRANSLATION_DIRECTORIES=";".join(
            str(folder) for home in catalogue_homes() for folder in folders(home)
        ),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters["named"] = named
    app.jinja_env.globals.update(language_choices=language_choices, device=lambda: "")

    def draw(board: Board | None, language: str) -> str:
        with app.test_request_context():
            session["language"] = language
            return watching.draw(board)

    app.extensions[EXTENSION] = ClubServices(boards, books, said, served, draw)
    secure(app, served.hosts)
    # Browsers send cookies to every port of a machine: those of a table's page there are another's.
    app.config["SESSION_COOKIE_NAME"] = "companion-club"
    find_game_pages(app)
    keep_assets(app)
    compress_answers(app)
    for room in (pages, roles, ranking, people, tournaments, watching, api):
        app.register_blueprint(room.blueprint)
    if served.provider is not None:
        from web.club.signing_in import let_in

        let_in(app, served.provider)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(NotNow, lambda _: _http_error(ServiceUnavailable()))
    Babel(app, locale_selector=viewer_language)
    return app


def _http_error(error: HTTPException) -> Response:
    page = render_template("club/error.html", error=error, language=viewer_language(), theme=viewer_theme())
    return make_response(page, error.code or 500)
