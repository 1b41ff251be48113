"""The page: a Flask app over one running table."""

from __future__ import annotations

import secrets
from datetime import timedelta
from http import HTTPStatus

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from companion.games import catalogue_homes
from companion.journal import JournalError
from companion.languages import folders
from companion.table import Table
from web.assets import find_game_pages, keep_assets
from web.captive import CaptivePage
from web.compression import compress_answers
from web.kept import api as kept_api
from web.kept import demonstration
from web.kept import pages as kept_pages
from web.language import explain_refusal, language_choices, speech, viewer_language, viewer_theme
from web.live import stream, voice_pages
from web.outside import NOTHING, Outside
from web.seats import owner_pages, roles
from web.seats import pages as seat_pages
from web.security import secure
from web.services import EXTENSION, HERE, Services, Serving
from web.settings import club_pages, first_evening, pin_pages, wifi_pages
from web.settings import diagnostics as diagnostics_pages
from web.settings import pages as settings_pages
from web.settings.device import html_attributes
from web.sharing import share
from web.stand import board_pages, box_pages, count_pages, piece_pages
from web.stand import pages as stand_pages
from web.table import api, app_pages, help_pages, pages
from web.table.animals import know_animals
from web.table.state import error_json


def create_app(table: Table, outside: Outside = NOTHING, serving: Serving = HERE) -> Flask:
    """The app over a running table, with what it needs from outside and how it is served."""
    app = Flask(__name__)
    app.secret_key = serving.secret_key or secrets.token_bytes(32)
    app.config.update(
        VIEWERS=serving.viewers,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        BABEL_DEFAULT_LOCALE=serving.language,
        BABEL_TRANSLATION_DIRECTORIES=";".join(
            str(folder) for home in catalogue_homes() for folder in folders(home)
        ),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        voice=outside.voices.tablets, language_choices=language_choices, speech=speech, installable=True
    )
    app.extensions[EXTENSION] = Services(table, outside, serving)
    guard = secure(app, serving.hosts, serving.address)
    if outside.wifi is not None:
        app.wsgi_app = CaptivePage(guard, outside.wifi)  # type: ignore[method-assign]
    share(app)
    app.before_request(roles.guard_roles)
    app.before_request(know_animals)
    app.register_error_handler(roles.NotAllowed, roles.refuse)
    find_game_pages(app)
    keep_assets(app)
    compress_answers(app)
    app.jinja_env.globals["device"] = html_attributes
    app.jinja_env.globals["way_out"] = first_evening.way_out
    app.jinja_env.globals["voice_here"] = voice_pages.here
    screens = (
        stand_pages,
        board_pages,
        box_pages,
        count_pages,
        piece_pages,
        kept_pages,
        help_pages,
        settings_pages,
        club_pages,
        diagnostics_pages,
        pin_pages,
        wifi_pages,
        first_evening,
        voice_pages,
        demonstration,
        app_pages,
    )
    for module in (pages, seat_pages, owner_pages, api, stream, kept_api, *screens):
        app.register_blueprint(module.blueprint)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(JournalError, _journal_error)
    Babel(app, locale_selector=viewer_language)
    return app


def _http_error(error: HTTPException) -> Response:
    """Errors in the form the asker reads: JSON for the API, a short page for people."""
    if request.path.startswith("/api/"):
        return api.http_error(error)
    return _plain_page(error)


def _journal_error(error: JournalError) -> Response:
    """A page that needs games which cannot be read now: one sentence, and the way back to the table."""
    current_app.logger.warning("%s", error)
    if request.path.startswith("/api/"):
        return make_response(jsonify({"error": error_json(error.code, {})}), HTTPStatus.SERVICE_UNAVAILABLE)
    return _plain_page(ServiceUnavailable(), explain_refusal(None, error.code, {}, viewer_language()))


def _plain_page(error: HTTPException, told: str = "") -> Response:
    page = render_template(
        "error.html", error=error, told=told, language=viewer_language(), theme=viewer_theme()
    )
    return make_response(page, error.code or 500)
