"""The kept games as JSON: what the models say is what is sent."""

from __future__ import annotations

import json

import pytest

from companion.table import Table
from tests.companion.kept.family import play
from tests.web.conftest import Tablet
from web.kept.bodies import LONGEST_RECORD, KeptGames, KeptMoment, LeagueModel, NotNow, TakenIn

SHORT = {"stable": "single", "end_when": "first"}


@pytest.fixture
def played(table: Table, tablet: Tablet) -> Tablet:
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)
    play(table, "racko", "Ada", "Bea", most=6)
    return tablet


def test_the_list(played: Tablet) -> None:
    body = played.client.get("/api/v1/games").json
    KeptGames.model_validate(body)
    assert [game["number"] for game in body["games"]] == [2, 1]
    assert [game["over"] for game in body["games"]] == [False, True]
    assert body["games"][1]["winners"] and body["games"][0]["winners"] == []


@pytest.mark.parametrize("at", ["false", "nonsense", ""])
def test_a_moment_that_is_no_number_is_refused(played: Tablet, at: str) -> None:
    refused = played.client.get(f"/api/v1/games/1?at={at}")
    assert refused.status_code == 400 and refused.json["error"]["code"] == "malformed"


def test_one_game_at_a_moment(played: Tablet) -> None:
    body = played.client.get("/api/v1/games/1?at=2").json
    KeptMoment.model_validate(body)
    assert body["at"] == 2 and len(body["standings"]) == body["moves"] + 1
    assert body["action"]["do"] == "roll" and body["events"][0]["event"] == "rolled"
    last = played.client.get("/api/v1/games/1").json
    assert last["at"] == last["moves"] and last["view"]["phase"] == "over"
    for at, shown in (("-3", 0), ("999999", last["moves"])):
        assert played.client.get(f"/api/v1/games/1?at={at}").json["at"] == shown
    for number in ("3", "0", "-1", "x", "9" * 40, "²"):
        missing = played.client.get(f"/api/v1/games/{number}")
        assert missing.status_code == 404 and missing.json["error"]["code"] == "not_found"


def test_the_league(played: Tablet) -> None:
    body = played.client.get("/api/v1/league").json
    LeagueModel.model_validate(body)
    assert body["finished"] == 1 and sum(one["won"] for one in body["places"]) == 1
    for one in body["dice"]:
        assert one["more"] == one["won"] - one["dice"] / 2


def test_records_go_out_when_a_game_is_over_and_come_in(played: Tablet) -> None:
    held_back = played.client.get("/api/v1/games/2/record")
    NotNow.model_validate(held_back.json)
    assert (held_back.status_code, held_back.json["error"]["code"]) == (409, "not_over")
    record = played.client.get("/api/v1/games/1/record")
    assert (
        record.mimetype == "application/x-ndjson" and json.loads(record.text.splitlines()[0])["record"] == 1
    )
    taken = played.post("records", {"record": record.text})
    TakenIn.model_validate(taken.json)
    assert taken.json == {"number": 3}
    assert played.state()["game"]["number"] == 2
    assert played.client.get("/api/v1/games/3/record").text == record.text


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "malformed"),
        ({"record": 5}, 400, "malformed"),
        ({"record": ""}, 400, "malformed"),
        ({"record": "x", "more": 1}, 400, "malformed"),
        ({"record": "holiday photographs"}, 422, "bad_record"),
        ({"record": '{"record": 1, "game": "racko", "players": ["Ada"]}'}, 422, "bad_record"),
        (
            {
                "record": '{"record": 1, "game": "racko", "players": ["Ada", "Bea"]}\n{"by": "Ada", "do": "fly"}'
            },
            422,
            "bad_record",
        ),
    ],
)
def test_what_is_no_record_is_refused(tablet: Tablet, body: object, status: int, code: str) -> None:
    refused = tablet.post("records", body)
    assert (refused.status_code, refused.json["error"]["code"]) == (status, code)
    NotNow.model_validate(refused.json)
    assert tablet.seq == 0


@pytest.mark.parametrize(("more", "status"), [(0, 422), (1, 400)])
def test_the_longest_record_that_is_described_is_read(tablet: Tablet, more: int, status: int) -> None:
    line = '{"by": "Ada", "do": "roll", "dice": [4, 6]}\n'
    text = (line * (LONGEST_RECORD // len(line) + 1))[: LONGEST_RECORD + more]
    assert tablet.post("records", {"record": text}).status_code == status


def test_the_line_at_fault_is_named(tablet: Tablet) -> None:
    text = '{"record": 1, "game": "racko", "players": ["Ada", "Bea"]}\n\n{"by": "Ada", "do": "fly"}'
    assert tablet.post("records", {"record": text}).json["error"]["details"]["line"] == 3


def test_taking_in_needs_the_token(tablet: Tablet) -> None:
    assert tablet.client.post("/api/v1/records", json={"record": "x"}).status_code == 403
