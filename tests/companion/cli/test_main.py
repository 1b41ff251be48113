"""The command line as a whole: verbs, help, and errors of one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.cli.main import COMMANDS, main
from vision.readings import DieReading


@pytest.mark.parametrize(
    "arguments", [[], ["juggle"], ["play", "--port", "high"], ["replay"], ["bench", "music"]]
)
def test_wrong_use_is_2_and_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    error = capsys.readouterr().err
    assert error.startswith("companion: ") and error.count("\n") == 1 and "--help" in error


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_verb_has_a_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([command, "--help"])
    assert leaving.value.code == 0
    assert "usage: companion " + command in capsys.readouterr().out


def help_of(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main([command, "--help"])
    return " ".join(capsys.readouterr().out.split())


def test_the_help_of_play_says_what_is_not_obvious(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "50%s"))
    said = help_of("play", capsys)
    assert "default: $XDG_DATA_HOME/companion, here" in said and "50%s/companion" in said.replace(" ", "")
    assert "once for each, in seat order" in said and "racko 2 to 4" in said and "crapette 2," in said
    assert "a JSON file as companion/games/*/profile.json" in said


def test_the_help_of_read_explains_its_marks(capsys: pytest.CaptureFixture[str]) -> None:
    said = help_of("read", capsys)
    assert "A ? after a name: probably so. ??: only a guess." in said
    assert (
        "dice (with pips), poker_dice, cards, numbers on cards, and what was enrolled: printed cards, pieces"
        in said
    )


def test_what_draws_a_table_is_not_needed_to_start_without_a_camera() -> None:
    code = "import sys, companion.cli.play, companion.evening.running; print(*sys.modules)"
    asked = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = asked.stdout.split()
    assert "vision.eyes.eyes" in loaded
    assert not [name for name in loaded if name.startswith("vision.scene")]


def test_a_file_that_is_no_record_is_one_friendly_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Papi,\nsee you on Sunday\n")
    assert main(["replay", str(letter)]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "Expecting value" not in said and "char 0" not in said
    assert "no record of a game" in said and "companion export" in said and "'Dear Papi,'" in said


def test_doubtful_readings_are_explained_under_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.cli import read

    def readings(*scores: float) -> list[DieReading]:
        return [DieReading((0, 0, 9, 9), (4, 4), 9, (("9", score),), score, 1.0) for score in scores]

    found = {"sure.png": readings(0.97), "doubtful.png": readings(0.97, 0.6)}
    monkeypatch.setattr(read, "load_picture", lambda path: np.zeros((99, 99, 3), np.uint8))
    for name, dice in found.items():
        monkeypatch.setattr(read.DiceReader, "read", lambda *_, dice=dice, **__: dice)
        assert main(["read", name, "--only", "poker_dice"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].startswith(f"{name}: 9") and (len(lines) == 2) == (name == "doubtful.png")
    assert lines[0].startswith("doubtful.png: 9 9?") and lines[1].startswith("A ? after a name")
