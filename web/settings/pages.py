"""The settings: of this device, of each player, of the family's first games, and those of ``settings.toml``."""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    flash,
    get_flashed_messages,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from flask_babel import gettext

from companion.drawing import boxes, symbols
from companion.games import game_ids, load
from companion.languages import LANGUAGES
from companion.teaching import has_help, lessons
from web.live.speaking import hours_of
from web.outside import LEVELS, NoFamily
from web.services import services
from web.settings import device
from web.table.animals import keep_animals
from web.table.help_pages import shown

blueprint = Blueprint("settings", __name__)

MOST_PLAYERS = 12
LETTERS = ("any", "french", "french_as", "english", "german", "dutch")
"""What a family's cards may bear, as ``settings.toml`` names it."""
YES_OR_NO = ("keep_pictures", "show_chances", "faults_by_taps")
"""The lines of ``settings.toml`` that are one or the other."""


@blueprint.get("/settings")
def page() -> str:
    """All that can be set, and how to set what a page cannot."""
    family = services().outside.family
    kept = family.settings()
    taught = {
        game: None if (known := family.known(game)) is None else len(known)
        for game in boxes.in_order(game_ids())
        if has_help(game)
    }
    return shown(
        "settings/settings",
        chosen=device.chosen,
        keeps=not isinstance(family, NoFamily),
        players=[(player, family.level(player)) for player in _players()],
        levels=LEVELS,
        animals={player: _animal(player) for player in _players()},
        animal_names=symbols.SEATS,
        animal_called={
            "coq": gettext("the cockerel"),
            "hibou": gettext("the owl"),
            "ours": gettext("the bear"),
            "lapin": gettext("the rabbit"),
            "chat": gettext("the cat"),
            "renard": gettext("the fox"),
            "chien": gettext("the dog"),
            "souris": gettext("the mouse"),
            "herisson": gettext("the hedgehog"),
            "grenouille": gettext("the frog"),
            "canard": gettext("the duck"),
            "mouton": gettext("the sheep"),
        },
        taught=taught,
        sentences={game: len(lessons(game)) for game in taught},
        titles={game: load(game).title for game in taught},
        kept=kept,
        letters=LETTERS,
        speaks=services().outside.voices.chosen,
        quiet=services().speaking.hours,
        quiet_now=services().speaking.quiet,
        has_wifi=(wifi := services().outside.wifi) is not None and wifi.state() is not None,
        flashed=get_flashed_messages(),
    )


@blueprint.post("/settings/device")
def set_device() -> Response:
    """Remembers the language, the light, the suits, the hand, the pose and the sounds of this browser."""
    if (language := request.form.get("language")) in LANGUAGES:
        session["language"] = language
    theme = request.form.get("theme")
    if theme in ("jour", "soir"):
        session["theme"] = theme
    elif theme == "auto":
        session.pop("theme", None)
    for name in device.CHOICES:
        device.choose(name, request.form.get(name))
    return _back("device")


@blueprint.post("/settings/player")
def set_player() -> Response:
    """How much a player is told unasked."""
    player, level = request.form.get("player", ""), request.form.get("level", "")
    if player in _players() and level in LEVELS:
        services().outside.family.set_level(player, level)
    return _back("players")


@blueprint.post("/settings/animal")
def set_animal() -> Response:
    """Which animal stands for a player, from game to game."""
    player, animal = request.form.get("player", ""), request.form.get("animal")
    if player in _players() and animal in symbols.SEATS:
        family = services().outside.family
        keep_animals(tuple(_players()))
        family.choose_animal(player, animal)
    return _back("players")


@blueprint.post("/settings/lessons")
def set_lessons() -> Response:
    """Whether the first game of a box is taught; anew from its first sentence."""
    game, taught = request.form.get("game", ""), request.form.get("taught")
    if has_help(game) and taught in ("on", "off"):
        services().outside.family.set_taught(game, taught == "on")
    return _back("lessons")


@blueprint.post("/settings/quiet")
def set_quiet() -> Response:
    """When all is written only."""
    if request.form.get("quiet") == "off":
        services().speaking.set_hours(None)
    elif hours := hours_of(f"{request.form.get('begin', '')}-{request.form.get('end', '')}"):
        services().speaking.set_hours(hours)
    else:
        flash(gettext("Quiet hours are two different times of day, such as 21:30 and 07:30."))
    services().hub.tell_voice()
    return _back("voice-settings")


@blueprint.post("/settings/family")
def set_family() -> Response:
    """Writes what the family has set into ``settings.toml``."""
    letters = request.form.get("card_letters")
    written = True
    if letters in LETTERS:
        written = services().outside.family.set_setting("card_letters", letters)
    for name in YES_OR_NO:
        if (chosen := request.form.get(name)) in ("yes", "no"):
            written = services().outside.family.set_setting(name, chosen == "yes")
    if not written:
        flash(gettext("That could not be written down: look at “Is everything all right?”."))
    return _back("family")


def _players() -> list[str]:
    """Who plays in this house: whoever plays now, then whoever has played."""
    game = services().table.snapshot().game
    now = game.players if game else ()
    known = [*now, *services().shelf.family(), *services().outside.new_game.players]
    return list(dict.fromkeys(known))[:MOST_PLAYERS]


def _animal(player: str) -> str | None:
    """The animal that stands for a player now; None for one who has none yet."""
    return services().outside.family.animals().get(player)


def _back(place: str) -> Response:
    return make_response(redirect(url_for("settings.page") + f"#{place}", 303))
