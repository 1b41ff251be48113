"""``companion replay`` and ``companion export`` as a person calls them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.journal import Journal
from companion.table import Table

HEADER = '{"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea", "Cyd"]}'
FIRST = '{"by": "table", "do": "first_player", "player": "Ada"}'


def written(path: Path, *lines: str) -> str:
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return str(path)


def test_a_record_that_holds_is_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(tmp_path / "ok.jsonl", HEADER, FIRST, '{"expect": {"turn": "Ada"}}')
    assert main(["replay", name]) == 0
    assert capsys.readouterr().out == f"{name}: ok, 1 actions\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"expect": {"turn": "Bea"}}', 'turn: expected "Bea", is "Ada"'),
        ('{"expect": {"purse": 3}}', "the view: has no 'purse'"),
        ('{"by": "Bea", "do": "stop"}', "refused with not_your_turn"),
        ('{"reject": "not_your_turn", "by": "Ada", "do": "roll", "dice": ["K", "9"]}', "was accepted"),
        ('{"reject": "bad_face", "by": "Bea", "do": "stop"}', "was refused with not_your_turn"),
        ('{"expect_event": {"event": "turn_started", "player": "Bea"}}', "expected the event"),
        ('{"expect": {"players": ["Ada", "Bea"]}}', "players: expected"),
    ],
)
def test_a_record_that_fails_is_1_and_names_file_line_and_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    name = written(tmp_path / "bad.jsonl", HEADER, '{"note": "a comment"}', FIRST, line)
    assert main(["replay", name]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{name}:4: ") and said in out


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("not json",),
        ('{"by": "Ada", "do": "stop"}',),
        ('{"record": 1, "game": "ludo", "players": ["Ada"]}',),
        ('{"record": 2, "game": "poker_dice_race", "players": ["Ada", "Bea"]}',),
        ('{"record": 1, "game": "poker_dice_race", "players": "Ada"}',),
        (HEADER, "[]"),
        (HEADER, '{"expect": {}, "do": "stop"}'),
        (HEADER, '{"something": "else"}'),
        (HEADER[:-1] + ', "reject": "bad_option"}', FIRST),
        ("[" * 100_000,),
    ],
)
def test_a_file_that_is_no_record_is_2_and_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: tuple[str, ...]
) -> None:
    name = written(tmp_path / "broken.jsonl", *lines)
    assert main(["replay", name]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {name}: line ") and error.count("\n") == 1


def test_a_missing_file_is_2_and_the_others_are_still_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path / "ok.jsonl", HEADER, FIRST)
    assert main(["replay", str(tmp_path / "none.jsonl"), name]) == 2
    said = capsys.readouterr()
    assert "none.jsonl" in said.err and "ok, 1 actions" in said.out


def test_json_lines_carry_the_final_public_view(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = written(tmp_path / "ok.jsonl", HEADER, FIRST)
    bad = written(tmp_path / "bad.jsonl", HEADER, '{"expect": {"turn": "Ada"}}')
    assert main(["replay", good, bad, "--json"]) == 1
    first, second = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert set(first) == {"file", "ok", "game", "actions", "view", "error"}
    assert (first["ok"], first["actions"], first["view"]["turn"], first["error"]) == (True, 1, "Ada", None)
    assert (second["ok"], second["file"]) == (False, bad) and "line 2" in second["error"]


@pytest.mark.parametrize(("code", "exit_code"), [("bad_option", 0), ("bad_setup", 1)])
def test_a_header_may_itself_be_under_test(tmp_path: Path, code: str, exit_code: int) -> None:
    header = {"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea"], "options": {"dice": "wood"}}
    assert (
        main(["replay", written(tmp_path / "h.jsonl", json.dumps({**header, "reject": code}))]) == exit_code
    )


# ---------------------------------------------------------------- export


def evening(folder: Path) -> dict[str, Any]:
    """A short race with an amendment and an undo; returns what the page shows at the end."""
    journal = Journal(folder / "journal.sqlite")
    table = Table(journal)
    table.open_game("poker_dice_race", ("Ada", "Bea", "Cyd"), first="Ada")
    table.act({"by": "Ada", "do": "roll", "dice": ["K", "10"]})
    table.act({"by": "Ada", "do": "stop"})
    table.amend(3, {"dice": ["K", "Q"]})
    table.act({"by": "Bea", "do": "roll", "dice": ["9", "9"]})
    table.undo()
    shown = table.snapshot().as_json()
    journal.close()
    return shown


@pytest.mark.parametrize("full", [[], ["--full"]])
def test_export_gives_a_record_that_replay_accepts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], full: list[str]
) -> None:
    shown = evening(tmp_path)
    record = tmp_path / "game.jsonl"
    assert main(["export", "last", "--data", str(tmp_path), "--output", str(record), *full]) == 0
    assert main(["replay", str(record), "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert replayed["view"] == shown["view"] and replayed["actions"] == 3


def test_export_full_keeps_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evening(tmp_path)
    assert main(["export", "1", "--data", str(tmp_path), "--full"]) == 0
    notes = [json.loads(line)["note"] for line in capsys.readouterr().out.splitlines() if "note" in line]
    assert [note["kind"] for note in notes] == ["opened", *["action"] * 3, "amend", "action", "undo"]


@pytest.mark.parametrize("game", ["7", "0", "first", "-1"])
def test_export_of_a_game_that_is_not_there_is_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str
) -> None:
    evening(tmp_path)
    assert main(["export", game, "--data", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_export_without_a_journal_is_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "last", "--data", str(tmp_path)]) == 2
    assert "play a game first" in capsys.readouterr().err
