"""``companion bench``: one line a figure, with the names and fields that others rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import bench_engine
from companion.cli.main import main

FIELDS = {"bench", "name", "value", "unit", "n", "low", "high", "target", "higher_is_better"}


@pytest.fixture(autouse=True)
def a_short_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = bench_engine.measure
    monkeypatch.setattr(bench_engine, "measure", lambda seconds: measure(0.05))


def test_the_engine_is_measured_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [figure["name"] for figure in figures] == [
        f"poker_dice_race.{name}" for name in ("playout", "referee", "illegal")
    ]
    for figure in figures:
        assert set(figure) == FIELDS
        assert figure["value"] > 1000 and figure["n"] > 0 and figure["unit"] == "actions/s"


def test_without_json_it_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all(line.startswith("engine   poker_dice_race.") for line in lines)


def test_the_vision_bench_needs_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for given in ([], ["--photos", str(tmp_path)]):
        assert main(["bench", "vision", *given]) == 2
        assert "--photos DIR" in capsys.readouterr().err
