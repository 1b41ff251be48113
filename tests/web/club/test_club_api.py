"""The club's API is described whole, answers as described, and names nobody who has not agreed."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel

from companion.club.pairings import Meeting, Tournament
from tests.web.club.hall import Hall
from web.club import bodies
from web.club.openapi import document


def test_every_route_of_the_api_is_described(hall: Hall) -> None:
    described = {
        (path, method.upper()) for path, methods in document()["paths"].items() for method in methods
    }
    routed = {
        (rule.rule.replace("<int:", "<").replace("<", "{").replace(">", "}"), method)
        for rule in hall.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
    assert described == routed


def test_the_document_is_served_and_its_references_hold(hall: Hall) -> None:
    served = hall.visitor().get("/api/v1/openapi.json").json
    assert served["openapi"].startswith("3.1")
    references: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            references.extend([part["$ref"]] if "$ref" in part else [])
            for value in part.values():
                walk(value)
        elif isinstance(part, list):
            for value in part:
                walk(value)

    walk(served)
    assert len(references) > 15
    assert {one.rsplit("/", 1)[1] for one in references} <= set(served["components"]["schemas"])


MODELS: dict[str, type[BaseModel]] = {
    "tables": bodies.Tables,
    "results": bodies.Results,
    "ranking": bodies.Ranking,
    "ranking?game=racko": bodies.Ranking,
    "tournaments": bodies.TournamentNames,
    "tournaments/1": bodies.TournamentModel,
}


@pytest.mark.parametrize(("path", "model"), MODELS.items())
def test_answers_are_what_the_models_say_and_name_nobody_unasked(
    hall: Hall, path: str, model: type[BaseModel]
) -> None:
    hall.hear("window")
    hall.play("AB", "B")
    hall.people.agree("A")
    hall.tournaments.kept[1] = Tournament(1, "Cup", "racko", "swiss", 1, (1, 2), (Meeting(1, 1, 1, 2),))
    answer = hall.visitor().get(f"/api/v1/{path}")
    model.model_validate(answer.json)
    if path not in ("tables", "tournaments"):
        assert "Player 2" in answer.get_data(as_text=True) and '"B"' not in answer.get_data(as_text=True)


def test_what_is_not_there_is_said_as_described(hall: Hall) -> None:
    visitor = hall.visitor()
    for path in ("ranking?game=whist", "tournaments/7", f"tournaments/{10**30}"):
        answer = visitor.get(f"/api/v1/{path}")
        assert (answer.status_code, answer.json) == (404, {"error": "not_found"})
    hall.kept.is_away = True
    answer = visitor.get("/api/v1/results")
    assert (answer.status_code, answer.json) == (503, {"error": "not_now"})
