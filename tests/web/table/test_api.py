"""The API: the state, everything hands may do, and how it refuses."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.described import described, references, routed
from web.bodies import Refused, StateWithToken, TableState
from web.openapi import document


def test_the_state_is_what_the_models_say(race: Any, table: Any, eyes: Any, seen: Any) -> None:
    eyes.become("sees", "still", (("K", 0.98), ("figure", 0.9)))
    StateWithToken.model_validate(race.state())
    table.observe(seen({"K": 0.97, "9": 0.03}, {"Q": 0.96, "A": 0.04}))
    StateWithToken.model_validate(race.state())
    table.observe(seen({"K": 0.5, "9": 0.5}, {"Q": 0.96, "A": 0.04}, evidence="crop-1"))
    asked = race.state()
    StateWithToken.model_validate(asked)
    assert asked["question"]["evidence"] == "crop-1"
    table.answer(asked["question"]["id"], choice=0)
    table.undo()
    StateWithToken.model_validate(race.state())


def test_an_etag_holds_until_something_changes(race: Any, eyes: Any) -> None:
    first = race.client.get("/api/v1/state")
    again = race.client.get("/api/v1/state", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    eyes.become("waits", "hand")
    changed = race.client.get("/api/v1/state", headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.json["eyes"] == {"state": "waits", "code": "hand", "dice": []}


def test_an_action_is_taken_flat_and_wrapped(race: Any) -> None:
    rolled = race.post("actions", {"by": "Ada", "do": "roll", "dice": ["K", "9"], "expected_seq": race.seq})
    assert rolled.status_code == 200
    TableState.model_validate(rolled.json)
    assert rolled.json["view"]["series"]["total"] == 1
    stopped = race.post("actions", {"action": {"by": "Ada", "do": "stop"}, "expected_seq": race.seq})
    assert stopped.json["view"]["horses"]["1"]["square"] == 1


def test_a_stale_tap_is_409_with_the_new_state(race: Any) -> None:
    seq = race.seq
    race.roll("Ada", "K", "K")
    late = race.post("actions", {"by": "Ada", "do": "stop", "expected_seq": seq})
    assert late.status_code == 409
    Refused.model_validate(late.json)
    assert late.json["error"]["code"] == "stale"
    assert late.json["state"]["seq"] == race.seq == seq + 1


def test_a_refused_action_is_422_with_its_code_and_a_sentence(race: Any) -> None:
    before = race.state()
    refused = race.roll("Ada", "K")
    assert refused.status_code == 422
    Refused.model_validate(refused.json)
    assert refused.json["error"]["code"] == "wrong_dice_count"
    assert refused.json["error"]["details"] == {"expected": 2, "seen": 1}
    assert refused.json["error"]["message"] == "Deux dés ! Ce lancer ne compte pas."
    assert race.state() == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("actions", {"by": "Ada", "do": "stop"}),
        ("actions", {"by": "Ada", "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "Stop!", "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "dice": [[[[["K"]]]]], "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "dice": [["K"] * 60] * 60, "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "dice": {"": "K"}, "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "dice": {"face": 1.5}, "expected_seq": 1}),
        ("amend", {"target": 1, "arguments": {"dice": [[[[["K"]]]]]}, "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "dice": [1.5], "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "roll", "Dice!": 1, "expected_seq": 1}),
        ("actions", {"by": "Ada", "do": "stop", "expected_seq": "1"}),
        ("actions", {"by": "Ada", "do": "stop", "expected_seq": 1.0}),
        ("actions", {"by": "Ada", "do": "stop", "expected_seq": True}),
        ("actions", {"action": {"by": "Ada", "do": "stop"}, "expected_seq": 1, "seat": "Bea"}),
        ("actions", ["by", "Ada"]),
        ("answers", {"question": 1, "expected_seq": 1, "who": "Ada"}),
        ("answers", {"question": 1, "choice": 0, "action": {"by": "Ada", "do": "stop"}, "expected_seq": 1}),
        ("undo", {}),
        ("undo", {"expected_seq": 1, "seat": "Ada"}),
        ("amend", {"target": 1, "expected_seq": 1}),
        ("amend", {"target": 1, "arguments": {}, "expected_seq": 1}),
        ("games", {"players": [], "expected_seq": 1}),
        ("games", {"players": ["Ada", "Bea"], "expected_seq": 1, "setup": []}),
        ("games", {"players": ["Ada", "Bea"], "expected_seq": 1, "profile": {}}),
        ("games", {"players": "Ada", "expected_seq": 1}),
    ],
)
def test_malformed_bodies_are_400(race: Any, path: str, body: Any) -> None:
    before = race.state()
    answer = race.post(path, body)
    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "malformed"
    assert race.state() == before


def test_undo_and_amend_ten_moves_later(race: Any) -> None:
    for _ in range(5):
        assert race.roll("Ada", "9", "9").status_code == 200
        assert race.roll("Bea", "9", "9").status_code == 200
    first = next(
        entry
        for entry in race.state()["history"]
        if entry["kind"] == "action" and entry["action"]["do"] == "roll"
    )
    amended = race.post(
        "amend", {"target": first["seq"], "arguments": {"dice": ["Q", "10"]}, "expected_seq": race.seq}
    )
    # The turn order is other now, so a later move became impossible and is asked about.
    assert amended.status_code == 200
    assert amended.json["question"]["code"] == "no_longer_possible"
    undone = race.post(
        "answers", {"question": amended.json["question"]["id"], "choice": 2, "expected_seq": race.seq}
    )
    assert undone.json["question"] is None
    assert undone.json["view"]["turn"] == "Ada"
    back = race.post("undo", {"expected_seq": race.seq})
    assert back.status_code == 200
    assert back.json["question"]["id"] == amended.json["question"]["id"]


def test_an_answer_by_choice_by_action_and_by_dismissal(race: Any, table: Any, seen: Any) -> None:
    doubtful = seen({"K": 0.5, "9": 0.5}, {"Q": 0.96, "A": 0.04})
    assert table.observe(doubtful) == "asked"
    question = race.state()["question"]
    chosen = race.post("answers", {"question": question["id"], "choice": 0, "expected_seq": race.seq})
    assert chosen.json["view"]["series"]["total"] == 2
    assert table.observe(doubtful) == "asked"
    question = race.state()["question"]
    spelled = {"by": "Ada", "do": "roll", "dice": ["9", "K"]}
    other = race.post("answers", {"question": question["id"], "action": spelled, "expected_seq": race.seq})
    assert other.json["view"]["series"]["total"] == 3
    assert table.observe(doubtful) == "asked"
    question = race.state()["question"]
    assert race.roll("Ada", "K", "K").json["error"]["code"] == "question_open"
    gone = race.post("answers", {"question": question["id"], "expected_seq": race.seq})
    assert gone.json["question"] is None
    assert gone.json["view"]["series"]["total"] == 3


def test_a_new_game_takes_the_defaults_and_refuses_what_the_rules_refuse(tablet: Any) -> None:
    opened = tablet.open("Ada", "Bea", "Cyd", options={"dice": "numbers"})
    assert opened.json["game"]["options"]["dice"] == "numbers"
    assert tablet.open("Ada").json["error"]["code"] == "bad_players"
    assert tablet.open("Ada", "ada").json["error"]["code"] == "names_alike"
    assert tablet.open("Ada", "Bea", options={"dice": "ivory"}).json["error"]["code"] == "bad_option"
    assert tablet.open("Ada", "Bea", game="chess").json["error"]["code"] == "unknown_game"
    assert tablet.state()["game"]["players"] == ["Ada", "Bea", "Cyd"]


def test_evidence_is_a_picture_or_404(race: Any, eyes: Any) -> None:
    eyes.pictures["crop-1"] = b"\xff\xd8\xff\xe0jpeg"
    kept = race.client.get("/api/v1/evidence/crop-1")
    assert (kept.data, kept.mimetype) == (b"\xff\xd8\xff\xe0jpeg", "image/jpeg")
    assert kept.headers["Cache-Control"] == "no-store"
    for name in ("crop-2", "..", ".hidden", "a%2Fb", "a\\b", "x" * 200):
        assert race.client.get(f"/api/v1/evidence/{name}").status_code in (404, 308)


def test_api_errors_are_json(race: Any) -> None:
    assert race.client.get("/api/v1/nothing").json["error"]["code"] == "not_found"
    assert race.client.get("/api/v1/actions").json["error"]["code"] == "method_not_allowed"


# ---------------------------------------------------------------- OpenAPI


def test_every_route_of_the_api_is_described(app: Any) -> None:
    assert described(document()) == routed(app)


def test_the_document_is_served_and_its_references_hold(app: Any) -> None:
    served = app.test_client().get("/api/v1/openapi.json").json
    assert served["openapi"].startswith("3.1")
    names = list(references(served))
    assert len(names) > 20 and set(names) <= served["components"]["schemas"].keys()


def test_the_document_is_true_about_what_is_required() -> None:
    schemas = document()["components"]["schemas"]
    assert schemas["UndoBody"]["required"] == ["expected_seq"]
    assert schemas["UndoBody"]["additionalProperties"] is False
    assert set(schemas["FlatAction"]["required"]) == {"by", "do", "expected_seq"}
    assert "token" in schemas["StateWithToken"]["required"]


def test_a_full_disk_is_507_and_changes_nothing(
    race: Any, table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.journal import JournalError

    def full(*_: Any, **__: Any) -> None:
        raise JournalError("database or disk is full")

    before = race.state()
    monkeypatch.setattr(table._journal, "append", full)
    refused = race.roll("Ada", "K", "9")
    assert refused.status_code == 507
    Refused.model_validate(refused.json)
    assert refused.json["error"]["code"] == "journal_failed"
    assert race.state() == before
