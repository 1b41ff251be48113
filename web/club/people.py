"""The players' pages: who agrees is shown to all; whoever has the own link sees, takes along and forgets.

A referee writes down that somebody agrees and hands out the link; the owner may do all of it.
"""

from __future__ import annotations

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    jsonify,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from flask_babel import gettext

from companion.club.people import Person, key_of
from companion.club.results import ClubGame
from web.club.frame import framed, is_self, may_see, people, when
from web.club.roles import OWN_LINK, is_owner, is_referee, require
from web.club.services import club

blueprint = Blueprint("club_people", __name__)
MOST_GAMES = 12


@blueprint.get("/players")
def index() -> str:
    """All whom this browser may know."""
    known = [one for one in people().values() if may_see(one) and not one.is_forgotten]
    return framed("club/players.html", known=sorted(known, key=lambda one: key_of(one.name)))


@blueprint.get("/player/<int:number>")
def page(number: int) -> str:
    """One player."""
    return _page(_known(number))


@blueprint.post("/player/<int:number>/consent")
def consent(number: int) -> Response:
    """Somebody agrees to be named, or does not any more."""
    require(is_referee() or is_self(number))
    club().people.consent(number, agrees=request.form.get("agree") == "1")
    club().boards.touch()
    return _back(number)


@blueprint.post("/player/<int:number>/link")
def link(number: int) -> str:
    """A link of somebody's own; an earlier one does not hold any more."""
    require(is_referee())
    person = _known(number)
    secret = club().people.make_link(number)
    return _page(person, url_for("club_people.own", secret=secret, _external=True))


@blueprint.get("/me/<secret>")
def own(secret: str) -> Response:
    """This browser is somebody's own."""
    number = club().people.of_link(secret)
    if number is None:
        abort(404)
    session[OWN_LINK] = secret
    session.permanent = True
    return _back(number)


@blueprint.get("/player/<int:number>/export.json")
def export(number: int) -> Response:
    """All that is known of somebody, as a file; other players stand in it as numbers."""
    require(is_owner() or is_self(number))
    known = club().people.known_of(number)
    if known is None:
        abort(404)
    answer = jsonify(known)
    answer.headers["Content-Disposition"] = f'attachment; filename="player-{number}.json"'
    return answer


@blueprint.post("/player/<int:number>/forget")
def forget(number: int) -> Response:
    """Takes somebody's name out of everything that the club keeps."""
    require(is_owner() or is_self(number))
    if request.form.get("sure") != "1":
        flash(gettext("Nothing was forgotten: tick that you are sure."))
        return _back(number)
    club().people.forget(number)
    if not is_referee():
        session.pop(OWN_LINK, None)
    club().read = (-1, None)
    club().boards.touch()
    flash(gettext("The name is forgotten."))
    return make_response(redirect(url_for("club.page"), 303))


# ---------------------------------------------------------------- inside


def _known(number: int) -> Person:
    """Somebody whom this browser may know; 404 for all others, who might not be there."""
    person = next((one for one in people().values() if one.number == number), None)
    if person is None or person.is_forgotten or not may_see(person):
        abort(404)
    return person


def _page(person: Person, link: str | None = None) -> str:
    games, ladder = club().finished.read()
    key = key_of(person.name)
    ratings = [
        (box, one)
        for box in (None, *ladder.boxes)
        for one in ladder.ratings(box)
        if key_of(one.player) == key
    ]
    return framed(
        "club/player.html",
        person=person,
        link=link,
        ratings=ratings,
        games=[(one, _has_won(one, key), when(one.last_ms)) for one in _of(games, key)][:MOST_GAMES],
        own=is_self(person.number),
    )


def _of(games: tuple[ClubGame, ...], key: str) -> list[ClubGame]:
    return [one for one in games if key in map(key_of, one.players)]


def _has_won(game: ClubGame, key: str) -> bool:
    return key in map(key_of, game.winners)


def _back(number: int) -> Response:
    return make_response(redirect(url_for("club_people.page", number=number), 303))
