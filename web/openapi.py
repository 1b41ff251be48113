"""The OpenAPI 3.1 document of the page's API, made from the models that check it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from web import bodies
from web.kept import bodies as kept_bodies
from web.stand import bodies as stand_bodies

EVIDENCE = "[A-Za-z0-9._=~-]{1,200}"
"""What the name of a picture is made of."""

_REFERENCE = "#/components/schemas/{model}"

_STAND_TAPS = (
    stand_bodies.Tap,
    stand_bodies.StepTap,
    stand_bodies.PaperTap,
    stand_bodies.CornersTap,
    stand_bodies.GameTap,
    stand_bodies.ZoneTap,
    stand_bodies.DragTap,
    stand_bodies.ProposedTap,
    stand_bodies.PlaceTap,
    stand_bodies.HandsTap,
)

_MODELS = (
    bodies.FlatAction,
    bodies.WrappedAction,
    bodies.AnswerBody,
    bodies.UndoBody,
    bodies.AmendBody,
    bodies.GameBody,
    bodies.TableState,
    bodies.StateWithToken,
    bodies.StateEvent,
    bodies.EyesEvent,
    bodies.VoiceModel,
    bodies.EyesModel,
    bodies.Differences,
    bodies.Refused,
    bodies.Malformed,
    stand_bodies.StandState,
    stand_bodies.StandAnswered,
    *_STAND_TAPS,
    kept_bodies.KeptGames,
    kept_bodies.KeptMoment,
    kept_bodies.LeagueModel,
    kept_bodies.RecordBody,
    kept_bodies.TakenIn,
    kept_bodies.NotNow,
)


@cache
def document() -> dict[str, Any]:
    """The whole document. Schemas of what is sent describe what is accepted, of answers what is sent."""
    _, schemas = models_json_schema(
        [(model, "validation") for model in _MODELS], ref_template=_REFERENCE, title="Companion"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion",
            "version": "1",
            "description": (
                "The running table. Every POST needs an Origin equal to Host, the session cookie and the token "
                "of GET /api/v1/state in the header X-CSRF-Token. The seat comes from the cookie."
            ),
        },
        "paths": {
            "/api/v1/state": {"get": _look("The whole state", "StateWithToken", etag=True)},
            "/api/v1/events": {"get": _stream()},
            "/api/v1/differences": {
                "get": _look("Where did we stop? What lies wrong on the table", "Differences")
            },
            "/api/v1/evidence/{evidence}": {"get": _evidence()},
            "/api/v1/openapi.json": {"get": _look("This document", None)},
            "/api/v1/actions": {"post": _do("Plays an action", "FlatAction", "WrappedAction")},
            "/api/v1/answers": {"post": _do("Answers the open question", "AnswerBody")},
            "/api/v1/undo": {"post": _do("Takes an entry back", "UndoBody")},
            "/api/v1/amend": {"post": _do("Corrects an earlier move", "AmendBody")},
            "/api/v1/games": {
                "get": _look("All kept games, the newest first", "KeptGames", more=_UNREADABLE),
                "post": _do("Opens a new game", "GameBody"),
            },
            "/api/v1/games/{number}": {"get": _kept_moment()},
            "/api/v1/games/{number}/record": {"get": _kept_record()},
            "/api/v1/league": {
                "get": _look("The family's league, and the luck of the dice", "LeagueModel", more=_UNREADABLE)
            },
            "/api/v1/records": {"post": _take_in()},
            "/api/v1/stand": {
                "get": _look("The set-up of the camera; 404 where there is none", "StandState")
            },
            "/api/v1/stand/{tap}": {"post": _tap()},
        },
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "companion"},
                "token": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
            },
        },
    }


def _schema(*models: str) -> dict[str, Any]:
    references = [{"$ref": _REFERENCE.format(model=model)} for model in models]
    return references[0] if len(references) == 1 else {"anyOf": references}


def _json_answer(description: str, model: str | None) -> dict[str, Any]:
    schema = _schema(model) if model else {"type": "object"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_UNREADABLE = {"503": _json_answer("Earlier games cannot be read from the disk now", "NotNow")}


def _look(
    summary: str, model: str | None, *, etag: bool = False, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    responses = {"200": _json_answer(summary, model), **(more or {})}
    if etag:
        responses["304"] = {"description": "Nothing changed since the ETag in If-None-Match"}
    return {"summary": summary, "responses": responses}


def _do(summary: str, *models: str) -> dict[str, Any]:
    return {
        "summary": summary,
        "security": [{"session": [], "token": []}],
        "requestBody": {"required": True, "content": {"application/json": {"schema": _schema(*models)}}},
        "responses": {
            "200": _json_answer("Done; the new state", "TableState"),
            "400": _json_answer("The body is not what is taken", "Malformed"),
            "403": _json_answer(
                "Another origin, no token, a browser that only watches, or the PIN", "Malformed"
            ),
            "409": _json_answer("expected_seq is not the current one; the new state", "Refused"),
            "413": _json_answer("More than 1 MB", "Malformed"),
            "415": _json_answer("Not application/json", "Malformed"),
            "422": _json_answer("The rules refuse it", "Refused"),
            "507": _json_answer("It could not be written to disk; nothing changed", "Refused"),
        },
    }


_NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer"}}


def _kept_moment() -> dict[str, Any]:
    at = {"name": "at", "in": "query", "required": False, "schema": {"type": "integer"}}
    return {
        "summary": "A kept game after `at` moves, else at its end, as everybody may see it",
        "parameters": [_NUMBER, at],
        "responses": {
            "200": _json_answer("The game at that moment", "KeptMoment"),
            "400": _json_answer("`at` is no number", "Malformed"),
            "404": _json_answer("No such game", "Malformed"),
            **_UNREADABLE,
        },
    }


def _kept_record() -> dict[str, Any]:
    content = {"application/x-ndjson": {"schema": {"type": "string"}}}
    return {
        "summary": "A finished game as a record (docs/record-format.md), its secrets included",
        "parameters": [_NUMBER],
        "responses": {
            "200": {"description": "JSON Lines", "content": content},
            "404": _json_answer("No such game", "Malformed"),
            "409": _json_answer("It is not over: a record would tell its secrets", "NotNow"),
            **_UNREADABLE,
        },
    }


def _take_in() -> dict[str, Any]:
    return {
        "summary": "Takes a record in as a kept game; the game in play stays in play",
        "security": [{"session": [], "token": []}],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _schema("RecordBody")}},
        },
        "responses": {
            "200": _json_answer("Kept; the number it has now", "TakenIn"),
            "400": _json_answer("The body is not what is taken", "NotNow"),
            "403": _json_answer("Another origin, or no token", "Malformed"),
            "413": _json_answer("More than 1 MB", "Malformed"),
            "415": _json_answer("Not application/json", "Malformed"),
            "422": _json_answer("No record, or one that does not replay", "NotNow"),
            "507": _json_answer("It could not be written to disk; nothing changed", "NotNow"),
        },
    }


def _tap() -> dict[str, Any]:
    taps = [model.__name__ for model in _STAND_TAPS]
    description = (
        "again, go-on, paper, corners, game, zone, drag, propose, proposed, place, as-brought, hands, right, "
        "lens, lens-stop or keep"
    )
    return {
        "summary": "A tap of the set-up of the camera",
        "security": [{"session": [], "token": []}],
        "parameters": [
            {
                "name": "tap",
                "in": "path",
                "required": True,
                "description": description,
                "schema": {"type": "string"},
            }
        ],
        "requestBody": {"required": True, "content": {"application/json": {"schema": _schema(*taps)}}},
        "responses": {
            "200": _json_answer("Done; the new state", "StandState"),
            "400": _json_answer("The body is not what is taken", "StandAnswered"),
            "403": _json_answer("Another origin, or no token", "Malformed"),
            "404": _json_answer("No such tap, or no camera", "Malformed"),
            "415": _json_answer("Not application/json", "Malformed"),
            "422": _json_answer("That is not possible now", "StandAnswered"),
        },
    }


def _stream() -> dict[str, Any]:
    description = (
        "Server-Sent Events. `snapshot` (id: seq, data: StateEvent) first and after every entry; `eyes` "
        "(data: EyesEvent) whenever the seeing part has news; `seats` (data: how much is told by now) when "
        "who sits where has changed; `voice` (data: VoiceModel) when another tablet speaks; a comment and a "
        "`heartbeat` event every 8 s. With `brief` a StateEvent has of the state only seq, game, changes and "
        "question."
    )
    schema = {"type": "string", "description": description}
    return {
        "summary": "Live updates",
        "parameters": [
            {"name": "Last-Event-ID", "in": "header", "required": False, "schema": {"type": "integer"}},
            {"name": "since", "in": "query", "required": False, "schema": {"type": "integer"}},
            {"name": "brief", "in": "query", "required": False, "schema": {"type": "boolean"}},
        ],
        "responses": {
            "200": {"description": description, "content": {"text/event-stream": {"schema": schema}}},
            "503": {
                "description": "All places are taken; poll /api/v1/state",
                "headers": {"Retry-After": {"schema": {"type": "integer"}}},
            },
        },
    }


def _evidence() -> dict[str, Any]:
    name = {"type": "string", "pattern": f"^{EVIDENCE}$"}
    return {
        "summary": "A picture that shows why something was read so",
        "parameters": [{"name": "evidence", "in": "path", "required": True, "schema": name}],
        "responses": {
            "200": {"description": "A JPEG", "content": {"image/jpeg": {"schema": {"type": "string"}}}},
            "404": _json_answer("Not kept", "Malformed"),
        },
    }
