"""``companion bench referee --fitted --game``: a family whose hands slip, at any game that a camera can watch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.bench import referee as bench_referee
from companion.cli.main import main

FIGURES = {
    "false_accusations": 0.0,
    "false_accusations_bound": None,
    "wrong_at_end": 0.0,
    "followed": 99.5,
    "faults_announced": 99.0,
    "faults_in_time": None,
    "questions_median": 2.0,
    "questions_p95": None,
    "games_put_right": 25.0,
    "rescues": None,
    "wrong_entries": None,
}
DOCUMENT = Path(__file__).parents[3] / "docs" / "referee-figures.md"


@pytest.fixture(autouse=True)
def short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_referee, "MOST_SIGHTINGS", 25)


def test_the_figures_of_one_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    asked = ["bench", "referee", "--fitted", "--game", "Racko", "--evenings", "2", "--from", "7", "--json"]
    kept = tmp_path / "evenings.jsonl"
    assert main([*asked, "--keep", str(kept)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    expected = {f"racko.{name}_slipping": target for name, target in FIGURES.items()}
    assert {one["name"]: one["target"] for one in told} == {
        **expected,
        "racko.questions_median_slipping": 4.0,
    }
    assert all(one["n"] == 2 for one in told if "faults" not in one["name"])
    told_of = [json.loads(line)["from"] for line in kept.read_text(encoding="utf-8").splitlines()]
    assert sorted(seed for *_, seed in told_of) == [7, 8]


def test_every_figure_is_documented() -> None:
    documented = DOCUMENT.read_text(encoding="utf-8")
    for name in FIGURES:
        assert f"`<game>.{name}_slipping`" in documented


@pytest.mark.parametrize(
    "given", [["engine", "--game", "racko"], ["referee", "--game", "racko"], ["--fitted", "--game", "chess"]]
)
def test_wrong_use_is_told(given: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *(["referee"] if given[0] == "--fitted" else []), *given]) == 2
    assert "--game" in capsys.readouterr().err
