"""What each viewer may see of the running table: the public its part, a seat its own as well, nobody the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.action import BANK, TABLE, Event, Rejected
from companion.fold import fold
from companion.games import load
from companion.journal import Journal
from companion.kept.effective_record import record_of
from companion.record import parse, replay
from companion.showing import heard, may_act, reason
from companion.table import Table
from tests.fakes import fake_games

NUMBERS = {"Ada": 3, "Bea": 5, "Cyd": 7}
SAYING = {
    "do": "say",
    "word": None,
    "far": 4,
    "dice": [6, 1],
    "pair": ["A", "C"],
    "twins": ["A", "A"],
    "row": [1, 2, 5],
    "lanes": {"red": 1, "blue": 3, "green": 2},
    "shifts": [{"horse": "A", "dir": "in"}, None],
    "bid": 200,
}


@pytest.fixture(autouse=True)
def whispers() -> Iterator[None]:
    with fake_games():
        yield


def table_with(folder: Path, numbers: dict[str, int]) -> Table:
    """Whispers with Ada, Bea and Cyd, dealt these numbers."""
    folder.mkdir(exist_ok=True)
    table = Table(Journal(folder / "journal.sqlite"))
    table.open_game("whispers", tuple(numbers))
    table.act({"by": TABLE, "do": "deal", "numbers": numbers})
    return table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return table_with(tmp_path, NUMBERS)


def shown(table: Table, seat: str | None = None) -> dict[str, Any]:
    return table.snapshot(seat).as_json()


def test_what_may_come_is_reckoned_when_somebody_asks_and_only_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tap does not wait for odds: those of a race take longer than the move."""
    reckoned: list[int] = []

    def reckoning(view: Any) -> dict[str, Any]:
        reckoned.append(len(view["players"]))
        return {"win": 1}

    monkeypatch.setattr("companion.showing.load", lambda game: replace(load(game), outlook=reckoning))
    after = table.act({"by": "Ada", **SAYING})
    assert after.seq == table.seq and reckoned == []
    assert after.outlook == table.snapshot().outlook == {"win": 1}
    assert reckoned == [len(NUMBERS)]


def test_the_public_sees_no_private_part_and_a_seat_only_its_own(table: Table) -> None:
    assert "private" not in shown(table)["view"]
    assert shown(table, "Bea")["view"]["private"] == {"Bea": {"number": 5}}
    assert shown(table, "Bea")["seat"] == "Bea"
    assert shown(table, "Eve") == shown(table)


def test_the_outlook_is_reckoned_from_what_the_viewer_knows(table: Table) -> None:
    assert shown(table)["outlook"] == {"hint": {}}
    assert shown(table, "Ada")["outlook"] == {"hint": {"Ada": {"number": 3}}}


def test_what_is_awaited_is_told_in_codes(table: Table) -> None:
    assert shown(table)["awaited"] == [{"code": "wait_say", "arguments": {"player": "Ada"}}]


def test_a_seat_is_offered_its_own_actions_and_those_of_the_table(table: Table) -> None:
    def offered(seat: str | None) -> list[tuple[Any, str]]:
        return [(template["by"], template["do"]) for template in shown(table, seat)["legal_actions"]]

    everybody = {"one_of": ["Ada", "Bea", "Cyd"]}
    assert offered(None) == [("Ada", "say"), (everybody, "clap")]
    assert offered("Ada") == [("Ada", "peek"), ("Ada", "say"), ("Ada", "clap")]
    assert offered("Bea") == [("Bea", "peek"), ("Bea", "clap")]


def test_who_may_act_as_whom() -> None:
    assert all(may_act(None, by) for by in ("Ada", TABLE, BANK))
    assert may_act("Ada", "Ada") and may_act("Ada", TABLE) and may_act("Ada", BANK)
    assert not may_act("Ada", "Bea") and not may_act("Ada", None) and not may_act("Ada", {"one_of": ["Ada"]})


def test_an_event_reaches_its_audience_only(table: Table) -> None:
    assert shown(table)["events"] == [{"event": "dealt", "count": 3}]
    assert shown(table, "Cyd")["events"][1:] == [{"event": "number_seen", "player": "Cyd", "number": 7}]
    nobody = Event("hush", {}, ())
    assert heard([nobody], None) == heard([nobody], "Ada") == []


def test_the_log_leaves_out_what_a_viewer_may_not_know(table: Table) -> None:
    table.act({"by": "Bea", "do": "peek", "number": 5})
    assert shown(table)["history"][-1]["action"] == {"by": "Bea", "do": "peek", "number": None}
    assert shown(table, "Ada")["history"][-1] == shown(table)["history"][-1]
    assert shown(table, "Bea")["history"][-1]["action"]["number"] == 5
    assert "3" not in json.dumps(shown(table)["history"][1]["action"])


def test_a_correction_of_a_secret_stays_secret(table: Table) -> None:
    dealt = table.seq
    table.amend(dealt, {"numbers": {"Ada": 8, "Bea": 5, "Cyd": 7}})
    line = shown(table)["history"][-1]
    assert (line["kind"], line["arguments"]) == ("amend", {"numbers": dict.fromkeys(NUMBERS)})
    assert shown(table)["history"][-2]["amended"] is True
    assert shown(table, "Ada")["view"]["private"] == {"Ada": {"number": 8}}


def test_the_question_about_an_impossible_move_tells_no_secret(table: Table) -> None:
    dealt = table.seq
    table.act({"by": "Bea", "do": "peek", "number": 5})
    table.amend(dealt, {"numbers": {"Ada": 5, "Bea": 2, "Cyd": 7}})
    peek = {"by": "Bea", "do": "peek", "number": None}
    hidden = {"action": peek, "refusal": "not_possible", "details": {}}
    for viewer in (None, "Ada", "Cyd"):
        assert shown(table, viewer)["question"]["arguments"] == hidden
    told = shown(table, "Bea")["question"]["arguments"]
    assert told["action"]["number"] == 5
    assert (told["refusal"], told["details"]) == ("not_your_number", {"expected": 2, "seen": 5})


def test_a_refusal_whose_reason_is_secret_is_only_a_refusal_to_others(table: Table) -> None:
    with pytest.raises(Rejected) as refused:
        table.act({"by": "Bea", "do": "peek", "number": 4})
    assert reason(refused.value, "Bea") == ("not_your_number", {"expected": 5, "seen": 4})
    assert reason(refused.value, None) == reason(refused.value, "Ada") == ("not_possible", {})
    assert reason(Rejected("wrong_phase", seen=1), None) == ("wrong_phase", {"seen": 1})


@pytest.mark.parametrize("viewer", [None, "Bea"])
def test_two_tables_that_differ_in_what_is_hidden_look_the_same(tmp_path: Path, viewer: str | None) -> None:
    tables = [
        table_with(tmp_path / str(ada), {"Ada": ada, "Bea": 5, "Cyd": cyd}) for ada, cyd in ((3, 7), (8, 1))
    ]

    def look() -> list[str]:
        return [json.dumps(shown(one, viewer)) for one in tables]

    assert len(set(look())) == 1
    for one, number in zip(tables, (3, 8), strict=True):
        one.act({"by": "Ada", "do": "peek", "number": number})
    assert len(set(look())) == 1
    for one in tables:
        one.act({"by": "Ada", **SAYING})
        one.undo()
    assert len(set(look())) == 1
    for one, ada, cyd in ((tables[0], 1, 9), (tables[1], 2, 6)):
        one.amend(2, {"numbers": {"Ada": ada, "Bea": 5, "Cyd": cyd}})
    assert json.loads(look()[0])["question"] is not None
    assert len(set(look())) == 1


def test_a_snapshot_of_the_past_stays_what_it_was_for_every_seat(table: Table) -> None:
    before = table.snapshot()
    table.act({"by": "Ada", "do": "peek", "number": 3})
    assert before.of_seat("Ada").seq == before.seq
    assert before.of_seat("Ada").as_json()["view"]["seen"] == []
    assert before.of_seat("Ada") is before.of_seat("Ada")
    assert before.of_seat("Ada").of_seat(None) == before


def test_subscribers_get_the_public_and_may_ask_for_a_seat(table: Table) -> None:
    told: list[Any] = []
    table.subscribe(told.append)
    table.act({"by": "Ada", "do": "peek", "number": 3})
    assert told[0].as_json()["events"] == []
    assert told[0].of_seat("Ada").as_json()["events"][0]["number"] == 3


def test_the_game_that_grew_entry_by_entry_is_the_one_that_is_folded(table: Table, tmp_path: Path) -> None:
    table.act({"by": "Bea", "do": "clap"})
    table.note("simulated")
    table.act({"by": "Ada", **SAYING})
    table.undo()
    table.act({"by": "Cyd", "do": "clap"})
    again = Table(Journal(tmp_path / "journal.sqlite"))
    assert again.state == table.state and again.moves() == table.moves()
    assert shown(again, "Ada") == shown(table, "Ada")
    game = load("whispers")
    assert fold(game, Journal(tmp_path / "journal.sqlite").of_game(1)).state == table.state


def test_what_was_offered_before_a_move(table: Table) -> None:
    table.act({"by": "Bea", "do": "peek", "number": 5})
    assert [template["do"] for template in table.offered_before(2)] == ["deal"]
    assert [template["do"] for template in table.offered_before(3, "Bea")] == ["peek", "clap"]
    assert table.offered_before(1) == table.offered_before(99) == []


def test_a_game_played_by_taps_takes_no_notice_of_a_camera(table: Table) -> None:
    from companion.sighting import Sighting, Slot, ZoneReading

    assert table.observe(Sighting(1, 0, {"tray": ZoneReading((Slot({"K": 0.99}),))})) == "nothing"
    assert not table.ready_for_throw()


def test_a_record_with_lists_objects_and_nothing_in_them_is_exported_and_replays(
    table: Table, tmp_path: Path
) -> None:
    for player in NUMBERS:
        table.act({"by": player, **SAYING})
    assert shown(table)["over"]
    text = record_of(Journal(tmp_path / "journal.sqlite"), 1)
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[2] == {"by": "Ada", **SAYING}
    assert replay(parse(text)).ok
    assert replay(parse(record_of(Journal(tmp_path / "journal.sqlite"), 1, full=True))).ok
