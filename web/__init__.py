"""The page: a Flask app over one running table."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import time, timedelta
from pathlib import Path
from typing import Any

from flask import Flask, Response, make_response, render_template, request
from flask_babel import Babel
from werkzeug.exceptions import HTTPException

from companion.games import catalogue_homes
from companion.languages import folder
from companion.table import Table
from web.assets import find_game_pages, keep_assets
from web.compression import compress_answers
from web.kept import api as kept_api
from web.kept import pages as kept_pages
from web.language import language_choices, speech, viewer_language, viewer_theme
from web.live import stream, voice_pages
from web.live.hub import HEARTBEAT_S, Hub
from web.live.speaking import Recordings, Speaking, wall_clock
from web.outside import BoardService, Eyes, Family, NewGameDefaults, NoEyes, NoFamily, StandService
from web.seats import owner_pages, roles
from web.seats import pages as seat_pages
from web.seats.chairs import Chairs
from web.seats.house import House
from web.seats.pin import Pin
from web.security import secure
from web.services import EXTENSION, Services
from web.settings import diagnostics as diagnostics_pages
from web.settings import pages as settings_pages
from web.settings.device import html_attributes
from web.stand import board_pages
from web.stand import pages as stand_pages
from web.table import api, help_pages, pages
from web.table.animals import know_animals

VIEWERS = 112
"""How many event streams may be open at once."""


def create_app(
    table: Table,
    eyes: Eyes | None = None,
    *,
    language: str = "fr",
    hosts: Iterable[str] = (),
    secret_key: str | bytes | None = None,
    new_game_defaults: NewGameDefaults | Mapping[str, Any] | None = None,
    address: str | None = None,
    voice: bool = True,
    stand: StandService | None = None,
    boards: BoardService | None = None,
    house_file: Path | None = None,
    family: Family | None = None,
    health: Callable[[], Sequence[Mapping[str, str | None]]] | None = None,
    speaks: str | None = None,
    machine_speaks: bool = False,
    recordings: Path | None = None,
    clock: Callable[[], time] = wall_clock,
    viewers: int = VIEWERS,
    heartbeat_s: float = HEARTBEAT_S,
) -> Flask:
    """The app over a running table.

    ``eyes`` is the seeing part, None when the table is played by taps; ``language`` is the table's until a browser
    chooses another; ``hosts`` are further names this machine answers to; without a ``secret_key`` sessions end with
    the process; ``new_game_defaults`` are the fields of ``NewGameDefaults``;
    ``address`` is where other machines in the house find the page, for the codes of the seats;
    ``voice`` is whether tablets may turn on the voice; ``stand`` sets up the camera and ``boards`` takes the squares
    of printed boards, None where there is none; ``house_file`` keeps the owner's PIN and the seats that were taken
    back, which end with the process without one; ``family`` keeps what the family has chosen and learnt, ``health``
    looks the machine over; ``speaks`` is who speaks this evening ("auto", "off", "tablet", "speaker"),
    ``machine_speaks`` whether the machine's own speaker may, ``recordings`` the folder of recorded sentences;
    ``clock`` tells the time of day, for the quiet hours. Raises ``HouseFileError`` when the house file cannot be
    read.
    """
    app = Flask(__name__)
    app.secret_key = secret_key or secrets.token_bytes(32)
    app.config.update(
        VIEWERS=viewers,
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        BABEL_DEFAULT_LOCALE=language,
        BABEL_TRANSLATION_DIRECTORIES=";".join(str(folder(home)) for home in catalogue_homes()),
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(voice=voice, language_choices=language_choices, speech=speech)
    if isinstance(new_game_defaults, Mapping):
        new_game_defaults = NewGameDefaults(**new_game_defaults)
    seeing = eyes or NoEyes()
    house = House(house_file)
    chairs = Chairs(house)
    speaking = Speaking(house, clock=clock, machine=machine_speaks)
    hub = Hub(table, seeing, viewers=viewers, heartbeat_s=heartbeat_s, chairs=chairs)
    app.extensions[EXTENSION] = Services(
        table,
        seeing,
        hub,
        language,
        new_game_defaults or NewGameDefaults(),
        address,
        voice,
        stand,
        boards,
        chairs,
        Pin(house),
        family or NoFamily(),
        health,
        speaks,
        speaking,
        Recordings(recordings),
    )
    secure(app, hosts)
    app.before_request(roles.guard_roles)
    app.before_request(know_animals)
    app.register_error_handler(roles.NotAllowed, roles.refuse)
    find_game_pages(app)
    keep_assets(app)
    compress_answers(app)
    app.jinja_env.globals["device"] = html_attributes
    app.jinja_env.globals["voice_here"] = voice_pages.here
    screens = (
        stand_pages,
        board_pages,
        kept_pages,
        help_pages,
        settings_pages,
        diagnostics_pages,
        voice_pages,
    )
    for module in (pages, seat_pages, owner_pages, api, stream, kept_api, *screens):
        app.register_blueprint(module.blueprint)
    app.register_error_handler(HTTPException, _http_error)
    Babel(app, locale_selector=viewer_language)
    return app


def _http_error(error: HTTPException) -> Response:
    """Errors in the form the asker reads: JSON for the API, a short page for people."""
    if request.path.startswith("/api/"):
        return api.http_error(error)
    page = render_template("error.html", error=error, language=viewer_language(), theme=viewer_theme())
    return make_response(page, error.code or 500)
