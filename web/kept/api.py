"""The kept games as JSON: the list, each moment of one, the league, and records in and out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import ValidationError

from companion.action import Rejected
from companion.journal import JournalError
from companion.kept.summary import KeptGame
from companion.record import MalformedRecord, parse
from web.kept.bodies import RecordBody
from web.language import viewer_language
from web.security import BadJson, parse_json
from web.services import services
from web.table.state import error_json

blueprint = Blueprint("kept_api", __name__, url_prefix="/api/v1")

RECORD_TYPE = "application/x-ndjson"
_NOT_TOLD = ("luck", "chapter")


@blueprint.get("/games")
def games() -> Response:
    """All kept games, the newest first."""
    shelf = services().shelf
    kept = [_as_json(game) for game in shelf.games()]
    return jsonify({"games": kept, "pending": shelf.pending})


@blueprint.get("/games/<number>")
def game(number: str) -> Response:
    """One kept game after ``at`` moves, its last moment when not given; 400 where that is no number."""
    shelf, which = services().shelf, _number(number)
    kept, replayed = shelf.game(which), shelf.replayed(which)
    if kept is None or replayed is None:
        abort(404)
    try:
        moment = replayed.at(int(request.args.get("at", replayed.last)))
    except ValueError:
        return _refused(400, "malformed", {"problem": "at is no number"})
    language = viewer_language()
    return jsonify(
        {
            "game": _as_json(kept),
            "at": moment.at,
            "moves": replayed.last,
            "view": dict(moment.view),
            "action": None if moment.action is None else dict(moment.action),
            "events": [dict(event) for event in moment.events],
            "faulty": list(replayed.faulty),
            "chapters": [{"at": one.at, "title": one.title.said(language)} for one in replayed.chapters],
            "standings": [dict(standing) for standing in replayed.standings],
        }
    )


@blueprint.get("/games/<number>/record")
def record(number: str) -> Response:
    """The record of a finished game; 409 while it may still be gone on with: it holds everybody's secrets."""
    shelf, which = services().shelf, _number(number)
    if shelf.game(which) is None:
        abort(404)
    text = shelf.record(which)
    return _refused(409, "not_over", {}) if text is None else record_file(which, text)


@blueprint.get("/league")
def league() -> Response:
    """The family's league."""
    shelf = services().shelf
    table = shelf.league()
    places = [
        {
            "rank": one.rank,
            "player": one.player,
            "played": one.played,
            "won": one.won,
            "wins": dict(one.wins),
        }
        for one in table.places
    ]
    dice = [
        {
            "game": one.game,
            "player": one.player,
            "dice": one.dice,
            "won": one.won,
            "expected": float(one.expected),
            "more": float(one.more),
            "spread": round(one.spread, 4),
        }
        for one in table.dice
    ]
    return jsonify({"finished": table.finished, "places": places, "dice": dice, "pending": shelf.pending})


@blueprint.post("/records")
def records() -> Response:
    """Takes a record in as a kept game; the game in play stays in play."""
    if request.mimetype != "application/json":
        abort(415)
    try:
        body = RecordBody.model_validate(parse_json(request.get_data(cache=False)), strict=True)
    except (BadJson, ValidationError) as error:
        return _refused(400, "malformed", {"problem": str(error)[:200]})
    try:
        number = services().table.take_in(parse(body.record))
    except MalformedRecord as error:
        return _refused(422, "bad_record", {"line": _line_of(error), "problem": str(error)[:200]})
    except Rejected as refusal:
        return _refused(422, "bad_record", {"line": 1, **refusal.details})
    except JournalError:
        return _refused(507, "journal_failed", {})
    return jsonify({"number": number})


def record_file(number: int, text: str) -> Response:
    """A record as a file to keep."""
    name = f"companion-{number}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype=RECORD_TYPE, headers=headers)


def _number(text: str) -> int:
    """The number of a game in an address; 0, which no game has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0


def _line_of(error: MalformedRecord) -> int:
    """The line at fault, as the message of a malformed record names it."""
    digits = "".join(part for part in str(error).split(":")[0] if part.isdigit())
    return int(digits or 1)


def _as_json(kept: KeptGame) -> dict[str, Any]:
    told = {one.name: getattr(kept, one.name) for one in fields(kept) if one.name not in _NOT_TOLD}
    return {**told, "players": list(kept.players), "winners": list(kept.winners)}


def _refused(status: int, code: str, details: dict[str, Any]) -> Response:
    response = jsonify({"error": error_json(code, details)})
    response.status_code = status
    return response
