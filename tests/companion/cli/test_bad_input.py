"""Bad input at the start: one clear line that says what to do, exit code 2, nothing lost."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.running import Prepared

ROOT = Path(__file__).parents[3]
PREPARED = Prepared()


def refused(*arguments: str, data: Path, says: str) -> None:
    """``companion play`` cannot start: it says why, and nothing else."""
    is_told(*PREPARED.ended("play", "--data", str(data), *arguments), says)


def is_told(code: int | None, said: str, why: str) -> None:
    assert code == 2, said
    assert said.startswith("companion: ") and said.count("\n") == 1, said
    assert why in said, said


def test_unknown_camera(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "play", "--data", str(tmp_path), "--camera", "periscope"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60)
    assert done.stdout == ""
    is_told(done.returncode, done.stderr, "folder:DIR")


def test_empty_folder(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    refused("--camera", f"folder:{tmp_path / 'photos'}", data=tmp_path / "data", says="photograph")


def test_folder_that_is_not_there(tmp_path: Path) -> None:
    refused("--camera", f"folder:{tmp_path / 'none'}", data=tmp_path / "data", says="none")


def test_video_that_is_not_there(tmp_path: Path) -> None:
    refused("--camera", f"video:{tmp_path / 'none.mp4'}", data=tmp_path / "data", says="none.mp4")


def test_record_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").write_text("not a record\n")
    refused("--camera", f"simulated:{tmp_path / 'r.jsonl'}", data=tmp_path / "data", says="line 1")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--option", "colour=1"], "dice="),
        (["--option", "dice=wood"], "numbers"),
        (["--option", "dice"], "KEY=JSON"),
        (["--game", "ludo"], "poker_dice_race"),
        (["--player", "Ada"], "same name"),
        (["--player", "A" * 40], "letters"),
        (["--first", "Eve"], "Eve"),
        (["--profile", "/nowhere.json"], "/nowhere.json"),
    ],
)
def test_a_game_that_cannot_be_opened(tmp_path: Path, arguments: list[str], says: str) -> None:
    given = ["--camera", "none", "--player", "Ada", "--player", "Bea", *arguments]
    refused(*given, data=tmp_path, says=says)


@pytest.mark.parametrize("arguments", [["--option", "colour=1"], ["--first", "Zoe"]])
def test_what_does_not_fit_is_said_even_where_no_game_is_opened_yet(
    tmp_path: Path, arguments: list[str]
) -> None:
    refused("--camera", "none", *arguments, data=tmp_path, says=arguments[1].partition("=")[0])


@pytest.mark.parametrize(
    "profile",
    [
        "not json",
        "[]",
        json.dumps({"profile": "super_crack", "board": {}}),
        json.dumps({"profile": "poker_dice_race"}),
        json.dumps({"profile": "poker_dice_race", "board": {"length": 12}}),
    ],
)
def test_wrong_profile(tmp_path: Path, profile: str) -> None:
    (tmp_path / "p.json").write_text(profile)
    given = ["--camera", "none", "--player", "Ada", "--player", "Bea", "--profile", str(tmp_path / "p.json")]
    refused(*given, data=tmp_path / "data", says="p.json" if profile in ("not json", "[]") else "board")


@pytest.mark.parametrize("camera", ["none", "simulated"])
def test_port_in_use(tmp_path: Path, camera: str) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        refused("--camera", camera, "--port", port, data=tmp_path, says="--port")
