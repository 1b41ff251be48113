"""The OpenAPI 3.1 document of the club's API, made from the models that it answers with."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic.json_schema import models_json_schema

from web.club import bodies

_REFERENCE = "#/components/schemas/{model}"
_MODELS = (
    bodies.Tables,
    bodies.Results,
    bodies.Ranking,
    bodies.TournamentNames,
    bodies.TournamentModel,
    bodies.Watched,
    bodies.Wrong,
)
_NUMBER = {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
_SECRET = {
    "name": "secret", "in": "path", "required": True, "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{1,64}$"}
}  # fmt: skip
_GAME = {"name": "game", "in": "query", "required": False, "schema": {"type": "string"}}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    _, schemas = models_json_schema(
        [(model, "serialization") for model in _MODELS], ref_template=_REFERENCE, title="Club"
    )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Companion: the club",
            "version": "1",
            "description": (
                "All tables of a club, to be read without any key. A name that has not agreed to be shown is "
                "`Player 3` everywhere but in what its own table tells."
            ),
        },
        "paths": {
            "/api/v1/tables": {"get": _look("All tables as they told it last", "Tables")},
            "/api/v1/events": {"get": _stream()},
            "/api/v1/results": {"get": _look("The finished games, the newest first", "Results", 503)},
            "/api/v1/ranking": {
                "get": _look(
                    "The ranking of one game, else over all; records", "Ranking", 404, 503, takes=_GAME
                )
            },
            "/api/v1/tournaments": {"get": _look("All tournaments", "TournamentNames", 503)},
            "/api/v1/tournaments/{number}": {
                "get": _look("A tournament as it stands", "TournamentModel", 404, 503, takes=_NUMBER)
            },
            "/api/v1/watch/{secret}": {
                "get": _look("What a spectator's link shows", "Watched", 410, takes=_SECRET)
            },
            "/api/v1/openapi.json": {"get": _look("This document", None)},
        },
        "components": {"schemas": schemas["$defs"]},
    }


_WHY = {
    404: "There is no such thing here",
    410: "The game is over, or the link was never made",
    503: "The database is away: ask again",
}


def _look(
    summary: str, model: str | None, *wrong: int, takes: dict[str, Any] | None = None
) -> dict[str, Any]:
    told: dict[str, Any] = {"summary": summary, "responses": {"200": _answer(summary, model)}}
    told["responses"] |= {str(code): _answer(_WHY[code], "Wrong") for code in wrong}
    return told if takes is None else {**told, "parameters": [takes]}


def _answer(description: str, model: str | None) -> dict[str, Any]:
    schema = {"$ref": _REFERENCE.format(model=model)} if model else {"type": "object"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _stream() -> dict[str, Any]:
    said = "Server-Sent Events: the version of the tables first and whenever something has changed."
    content = {"text/event-stream": {"schema": {"type": "string"}}}
    return {
        "summary": "Says when something has changed",
        "responses": {
            "200": {"description": said, "content": content},
            "503": _answer("Too many listen: ask now and then", "Wrong"),
        },
    }
