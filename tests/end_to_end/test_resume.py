"""The same command goes on where the table stood; a game of people stays theirs."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path

import pytest
from running import Running

PLAYERS = ("--player", "Ada", "--player", "Bea")


def test_the_same_command_goes_on_and_other_players_begin_anew(tmp_path: Path) -> None:
    first = Running("--camera", "none", *PLAYERS, "--first", "Ada", data=tmp_path)
    tablet = first.serving()
    seq = tablet.state()["seq"]
    assert tablet.post("actions", by="Ada", do="roll", dice=["K", "9"], horse=1, expected_seq=seq)[0] == 200
    before = tablet.state()
    assert first.stop()[0] == 0
    again = Running("--camera", "none", *PLAYERS, data=tmp_path)
    assert again.serving().state()["view"] == before["view"]
    again.stop()
    others = Running("--camera", "none", "--player", "Cyd", "--player", "Dan", data=tmp_path)
    state = others.serving().state()
    others.stop()
    assert (state["game"]["number"], state["game"]["players"]) == (2, ["Cyd", "Dan"])


@pytest.mark.skipif(any(Path("/dev").glob("video*")), reason="a camera is connected")
def test_without_a_camera_a_game_of_people_goes_on_by_taps(tmp_path: Path) -> None:
    first = Running("--camera", "none", *PLAYERS, "--first", "Ada", data=tmp_path)
    tablet = first.serving()
    tablet.post("actions", by="Ada", do="roll", dice=["K", "9"], horse=1, expected_seq=tablet.state()["seq"])
    seq = tablet.state()["seq"]
    first.stop()
    again = Running(data=tmp_path)
    tablet = again.serving()
    time.sleep(4)
    state = tablet.state()
    code, output = again.stop()
    assert (code, state["seq"], state["eyes"]["state"]) == (0, seq, "off")
    assert "no camera was found" in output


def test_a_second_program_on_the_same_data_is_refused(tmp_path: Path) -> None:
    first = Running("--camera", "none", data=tmp_path)
    first.serving()
    second = Running("--camera", "none", data=tmp_path)
    output, _ = second.process.communicate(timeout=30)
    assert first.stop()[0] == 0
    assert second.process.returncode == 2 and "already running" in output


def short_record(folder: Path) -> Path:
    """Three throws, the last of which wins."""
    record = folder / "short.jsonl"
    record.write_text(
        '{"record": 1, "game": "poker_dice_race", "players": ["Ada", "Bea"], "options": {"stable": "single"},'
        ' "setup": {"phase": "racing", "turn": "Ada", "horses": {"1": {"square": 28}}}}\n'
        '{"by": "Ada", "do": "roll", "dice": ["9"]}\n'
        '{"by": "Bea", "do": "roll", "dice": ["9", "10"]}\n'
        '{"by": "Ada", "do": "roll", "dice": ["K"]}\n'
    )
    return record


def test_the_simulated_table_ends_with_its_game(tmp_path: Path) -> None:
    record = short_record(tmp_path)
    running = Running("--camera", f"simulated:{record}", "--exit-at-end", data=tmp_path / "data")
    output, _ = running.process.communicate(timeout=120)
    assert running.process.returncode == 0, output
    assert "Dadamax: Ada, Bea" in output
    from companion.cli.main import main

    exported = tmp_path / "out.jsonl"
    assert main(["export", "last", "--data", str(tmp_path / "data"), "--output", str(exported)]) == 0
    rolls = [json.loads(line)["dice"] for line in exported.read_text().splitlines()[1:]]
    assert [len(roll) for roll in rolls] == [1, 2, 1]
    assert [sum(face in "JQK" for face in roll) for roll in rolls] == [0, 0, 1]
    assert main(["replay", str(exported)]) == 0


def test_a_film_that_is_over_says_so_and_leads_to_the_boxes(tmp_path: Path) -> None:
    record = short_record(tmp_path)
    words = ("--camera", f"simulated:{record}", "--exit-at-end", "--boxes-at", "8099")
    running = Running(*words, data=tmp_path / "data")
    tablet = running.serving()
    tablet.wait(lambda state: bool(state["over"]), 120)
    time.sleep(5)  # longer than the family looks at the end before it leaves
    with urllib.request.urlopen(tablet.origin) as answer:
        page = answer.read().decode()
    assert running.stop()[0] == 0
    assert "Le film est fini." in page and page.count('href="http://127.0.0.1:8099/home"') == 3


@pytest.mark.skipif(any(Path("/dev").glob("video*")), reason="a camera is connected")
def test_without_a_camera_it_opens_the_shelf_with_the_way_to_a_film(tmp_path: Path) -> None:
    running = Running(data=tmp_path)
    tablet = running.serving()
    time.sleep(4)
    with urllib.request.urlopen(tablet.origin) as answer:
        page = answer.read().decode()
    state = tablet.state()
    code, output = running.stop()
    assert (code, state["game"]) == (0, None) and "no camera was found" in output
    assert 'id="see-referee"' in page and 'id="box-crapette"' in page
