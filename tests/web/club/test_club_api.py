"""The club's API is described whole, answers as described, and names nobody who has not agreed."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from companion.club.pairings import Meeting, Tournament
from tests.web.club.hall import Hall
from tests.web.described import described, references, routed
from web.club import bodies
from web.club.openapi import document


def test_every_route_of_the_api_is_described(hall: Hall) -> None:
    assert described(document()) == routed(hall.app)


def test_the_document_is_served_and_its_references_hold(hall: Hall) -> None:
    served = hall.visitor().get("/api/v1/openapi.json").json
    assert served["openapi"].startswith("3.1")
    names = list(references(served))
    assert len(names) > 15 and set(names) <= served["components"]["schemas"].keys()


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
