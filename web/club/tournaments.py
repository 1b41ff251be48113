"""The tournaments' pages: everybody looks; a referee begins one, pairs the rounds, and decides where no game does."""

from __future__ import annotations

from flask import Blueprint, Response, abort, flash, make_response, redirect, request, url_for
from flask_babel import gettext

from companion.club.pairings import (
    MOST_ENTRANTS,
    RESULTS,
    SYSTEMS,
    Tournament,
    next_round,
    rounds_of,
    standings,
)
from companion.club.people import key_of
from companion.games import game_ids
from web.club.calling import by_number, invited, tournament
from web.club.frame import framed, people, read
from web.club.roles import is_referee, require
from web.club.services import club

blueprint = Blueprint("club_tournaments", __name__)
MOST_TITLE = 60


@blueprint.get("/tournaments")
def index() -> str:
    """All tournaments, and for a referee how to begin one."""
    entering = [one for one in people().values() if not one.is_forgotten] if is_referee() else []
    return framed(
        "club/tournaments.html",
        tournaments=read(club().tournaments.all),
        entering=entering,
        boxes=game_ids(),
    )


@blueprint.post("/tournaments")
def begin() -> Response:
    """Begins one; the players who are rated best have the first seeds."""
    require(is_referee())
    title, box = request.form.get("title", "").strip()[:MOST_TITLE], request.form.get("game", "")
    system = next((one for one in SYSTEMS if one == request.form.get("system")), None)
    known = {number for number, one in by_number().items() if not one.is_forgotten}
    players = [int(one) for one in dict.fromkeys(request.form.getlist("player")) if one.isdecimal()]
    players = [one for one in players if one in known]
    if system is None or box not in game_ids() or not title or not 2 <= len(players) <= MOST_ENTRANTS:
        flash(gettext("A tournament needs a name, a game and 2 to %(most)s players.", most=MOST_ENTRANTS))
        return make_response(redirect(url_for("club_tournaments.index"), 303))
    wanted = request.form.get("rounds", "")
    rounds = rounds_of(system, len(players), int(wanted) if wanted.isdecimal() and len(wanted) < 4 else 5)
    number = club().tournaments.begin(title, box, system, rounds, _seeded(players, box))
    return _back(number)


@blueprint.get("/tournament/<int:number>")
def page(number: int) -> str:
    """One tournament: how it stands, and its rounds."""
    invited(club().boards.shown())  # tables that have become free are given first
    one = _known(number)
    titles = {board.name: board.title for board in club().boards.shown()}
    return framed(
        "club/tournament.html",
        one=one,
        standings=standings(one),
        rounds=[
            (nth, [meeting for meeting in one.meetings if meeting.round == nth])
            for nth in range(one.round, 0, -1)
        ],
        persons=by_number(),
        titles=titles,
        results=RESULTS,
    )


@blueprint.post("/tournament/<int:number>/round")
def pair(number: int) -> Response:
    """Pairs the next round."""
    require(is_referee())
    one = _known(number)
    if one.may_go_on and request.form.get("round") == str(one.round + 1):
        club().tournaments.pair(number, one.round + 1, next_round(one))
        club().boards.touch()
    return _back(number)


@blueprint.post("/tournament/<int:number>/decide")
def decide(number: int) -> Response:
    """A referee decides a meeting, or leaves it to its game again."""
    require(is_referee())
    one = _known(number)
    result = next((said for said in RESULTS if said == request.form.get("result")), None)
    for meeting in one.meetings:
        # the rounds after were paired by the results before: only the last one's may still change
        if meeting.round == one.round and request.form.get("place") == str(meeting.place) and meeting.other:
            club().tournaments.decide(number, meeting.round, meeting.place, result)
            club().boards.touch()
    return _back(number)


def _seeded(players: list[int], box: str) -> list[int]:
    """The players, the best rated in this game first."""
    _, ladder = club().finished.read()
    rank = {key_of(one.player): one.rank for one in ladder.ratings(box)}
    persons = by_number()
    return sorted(players, key=lambda number: (rank.get(key_of(persons[number].name), len(rank) + 1), number))


def _known(number: int) -> Tournament:
    found = tournament(number)
    if found is None:
        abort(404)
    return found


def _back(number: int) -> Response:
    return make_response(redirect(url_for("club_tournaments.page", number=number), 303))
