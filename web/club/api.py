"""The club's data for other programs; what it looks like is said by ``/api/v1/openapi.json``."""

from __future__ import annotations

from collections.abc import Iterator

from flask import Blueprint, Response, jsonify, make_response, request, stream_with_context
from pydantic import BaseModel
from werkzeug.exceptions import HTTPException

from companion.club.pairings import standings
from companion.club.results import NotNow
from web.club import bodies
from web.club.calling import by_number, tournament
from web.club.frame import called, named
from web.club.openapi import document
from web.club.services import club
from web.club.watching import seen

blueprint = Blueprint("club_api", __name__, url_prefix="/api/v1")

MOST_RESULTS = 500
HEARTBEAT_S = 8.0


@blueprint.get("/tables")
def tables() -> Response:
    """All boards: what the tables told, and whether they are there."""
    told = [
        bodies.TableModel(
            table=one.name, chain=one.chain, title=one.title, online=one.online, seq=one.seq,
            state=None if one.state is None else dict(one.state),
        )
        for one in club().boards.shown()
    ]  # fmt: skip
    return _said(bodies.Tables(version=club().boards.version, tables=told))


@blueprint.get("/results")
def results() -> Response:
    """The finished games."""
    games, _ = club().finished.read()
    told = [
        bodies.ResultModel(
            table=one.table, game=one.box, players=[named(name) for name in one.players],
            winners=[named(name) for name in one.winners], moves=one.moves, calls=one.calls, ended_ms=one.last_ms,
        )
        for one in games[:MOST_RESULTS]
    ]  # fmt: skip
    return _said(bodies.Results(results=told))


@blueprint.get("/ranking")
def ranking() -> Response:
    """The ranking of one game or over all, and the records."""
    _, ladder = club().finished.read()
    box = request.args.get("game")
    if box is not None and box not in ladder.boxes:
        return _wrong("not_found", 404)
    ratings = [
        bodies.RatingModel(
            rank=one.rank, player=named(one.player), strength=one.strength, uncertainty=one.uncertainty,
            played=one.played, won=one.won,
        )
        for one in ladder.ratings(box)
    ]  # fmt: skip
    held = [
        bodies.RecordModel(
            kind=one.kind, amount=one.amount, players=[named(name) for name in one.players], game=one.box,
            at_ms=one.at_ms,
        )
        for one in club().finished.records()
    ]  # fmt: skip
    return _said(bodies.Ranking(game=box, games=ladder.boxes, ratings=ratings, records=held))


@blueprint.get("/tournaments")
def all_tournaments() -> Response:
    """All tournaments."""
    told = [bodies.TournamentName(number=number, title=title) for number, title in club().tournaments.all()]
    return _said(bodies.TournamentNames(tournaments=told))


@blueprint.get("/tournaments/<int:number>")
def one_tournament(number: int) -> Response:
    """One tournament: who met whom, and how it stands."""
    one = tournament(number)
    if one is None:
        return _wrong("not_found", 404)
    persons = by_number()
    meetings = [
        bodies.MeetingModel(
            round=meeting.round, one=called(persons.get(meeting.one)),
            other=None if meeting.other is None else called(persons.get(meeting.other)),
            table=meeting.table, result=meeting.result,
        )
        for meeting in one.meetings
    ]  # fmt: skip
    places = [
        bodies.StandingModel(
            rank=place.rank, player=called(persons.get(place.player)), points=place.points,
            opponents=place.opponents,
        )
        for place in standings(one)
    ]  # fmt: skip
    return _said(
        bodies.TournamentModel(
            number=number, title=one.title, game=one.box, system=one.system, rounds=one.rounds,
            meetings=meetings, standings=places,
        )
    )  # fmt: skip


@blueprint.get("/watch/<secret>")
def watched(secret: str) -> Response:
    """What a spectator's link shows."""
    try:
        board, delay_s = seen(secret)
    except HTTPException:
        return _wrong("ended", 410)
    state = None if board is None or board.state is None else dict(board.state)
    title = None if board is None else board.title
    return _said(bodies.Watched(delay_s=round(delay_s), title=title, state=state))


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This API, described."""
    return jsonify(document())


@blueprint.get("/events")
def events() -> Response:
    """Says whenever something has changed (Server-Sent Events); 503 where too many listen."""
    services = club()
    if not services.streams.acquire(blocking=False):
        return _wrong("too_many", 503)

    def news() -> Iterator[str]:
        try:
            yield "retry: 2000\n\n"
            told = -1
            while not services.boards.is_over:
                version = services.boards.announced(told, HEARTBEAT_S)
                yield ": still here\n\n" if version == told else f"id: {version}\ndata: {version}\n\n"
                told = version
        finally:
            services.streams.release()

    return Response(stream_with_context(news()), mimetype="text/event-stream")


# ---------------------------------------------------------------- inside


@blueprint.errorhandler(NotNow)
def _not_now(_: NotNow) -> Response:
    return _wrong("not_now", 503)


def _said(body: BaseModel) -> Response:
    return jsonify(body.model_dump(mode="json"))


def _wrong(why: str, code: int) -> Response:
    return make_response(jsonify({"error": why}), code)
