"""The page's API, version 1: the state, and everything hands may do by tap."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import BaseModel, ValidationError
from werkzeug.exceptions import HTTPException

from companion.action import Rejected
from companion.journal import JournalError
from companion.showing import Snapshot
from companion.table import Stale
from web.bodies import Action, AmendBody, AnswerBody, FlatAction, GameBody, UndoBody, WrappedAction
from web.openapi import EVIDENCE, document
from web.seats.viewer import viewer_seat
from web.security import BadJson, parse_json, session_token
from web.services import services
from web.table import hands
from web.table.games import open_game
from web.table.state import error_json, table_state, whereabouts

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")

_EVIDENCE = re.compile(EVIDENCE)
Body = TypeVar("Body", bound=BaseModel)


class MalformedBody(Exception):
    """A body that is not what the API takes; ``details`` says where."""

    def __init__(self, details: dict[str, Any]) -> None:
        super().__init__("malformed")
        self.details = details


# ---------------------------------------------------------------- looking


@blueprint.get("/state")
def state() -> Response:
    """The whole state; answers 304 when the ETag still holds."""
    body = json.dumps({**table_state(), "token": session_token()}, ensure_ascii=False)
    response = Response(body, mimetype="application/json")
    response.set_etag(hashlib.sha256(body.encode()).hexdigest()[:32])
    response.headers["Cache-Control"] = "private, no-cache"
    response.make_conditional(request)
    return response


@blueprint.get("/differences")
def differences() -> Response:
    """What lies wrong on the visible table, in words; the same for every viewer."""
    response = jsonify(whereabouts())
    response.headers["Cache-Control"] = "private, no-cache"
    return response


@blueprint.get("/evidence/<evidence>")
def evidence(evidence: str) -> Response:
    """The picture that shows why something was read so."""
    picture = services().outside.eyes.picture(evidence) if _EVIDENCE.fullmatch(evidence) else None
    if picture is None:
        abort(404)
    return Response(picture, mimetype="image/jpeg")


@blueprint.get("/openapi.json")
def openapi() -> Response:
    """This API, described."""
    return jsonify(document())


# ---------------------------------------------------------------- doing


@blueprint.post("/actions")
def actions() -> Response:
    """Plays an action."""
    given = _json()
    if isinstance(given, dict) and "action" in given:
        wrapped = _validated(WrappedAction, given)
        action: Action = wrapped.action
        expected = wrapped.expected_seq
    else:
        flat = _validated(FlatAction, given)
        action, expected = flat, flat.expected_seq
    return _played(lambda: hands.act(action.as_record(), expected))


@blueprint.post("/answers")
def answers() -> Response:
    """Answers the open question."""
    body = _validated(AnswerBody, _json())
    action = body.action.as_record() if body.action else None
    return _played(lambda: hands.answer(body.question, body.choice, action, body.expected_seq))


@blueprint.post("/undo")
def undo() -> Response:
    """Takes an entry back."""
    body = _validated(UndoBody, _json())
    return _played(lambda: hands.undo(body.target, body.expected_seq))


@blueprint.post("/amend")
def amend() -> Response:
    """Corrects an earlier move."""
    body = _validated(AmendBody, _json())
    return _played(lambda: hands.amend(body.target, body.arguments, body.expected_seq))


@blueprint.post("/games")
def games() -> Response:
    """Opens a new game."""
    body = _validated(GameBody, _json())
    return _played(
        lambda: open_game(
            body.game,
            body.players,
            body.options,
            setup=body.setup,
            first=body.first,
            expected_seq=body.expected_seq,
        )
    )


# ---------------------------------------------------------------- inside


def _json() -> Any:
    if request.mimetype != "application/json":
        abort(415)
    try:
        return parse_json(request.get_data(cache=False))
    except BadJson as error:
        raise MalformedBody({"where": "", "problem": str(error)[:200]}) from error


def _validated(model: type[Body], given: Any) -> Body:
    try:
        return model.model_validate(given, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])[:200]
        raise MalformedBody({"where": where, "problem": first["msg"][:200]}) from error


def _played(play: Callable[[], Snapshot]) -> Response:
    try:
        return jsonify(table_state(play()))
    except Stale as stale:
        body = {"error": error_json("stale", {}), "state": table_state(stale.snapshot)}
        status = 409
    except Rejected as refusal:
        body = {"error": error_json(*services().table.reason(refusal, viewer_seat())), "state": table_state()}
        status = 422
    except JournalError as error:
        body = {"error": error_json(error.code, {}), "state": table_state()}
        status = 507
    response = jsonify(body)
    response.status_code = status
    return response


@blueprint.errorhandler(MalformedBody)
def _malformed(error: MalformedBody) -> Response:
    response = jsonify({"error": error_json("malformed", error.details)})
    response.status_code = 400
    return response


def http_error(error: HTTPException) -> Response:
    """An HTTP error of the API as JSON."""
    details = {"problem": error.description} if error.description else {}
    code = re.sub(r"[^a-z]+", "_", (error.name or "error").lower())
    response = jsonify({"error": {"code": code, "details": details, "message": error.name}})
    response.status_code = error.code or 500
    return response
