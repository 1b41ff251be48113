"""``companion bench referee --fitted --without``: the same evenings with and without an excuse."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

import companion.referee
from companion.bench import referee as bench_referee
from companion.bench.ablation import EXCUSES
from companion.bench.referee import CARELESS, FITTED, WITHOUT, Counts, play
from companion.cli.main import main

ROOT = Path(__file__).parents[3]
FIGURES = (
    *("false_accusations_faultless", "followed_faultless", "questions_mean_faultless"),
    *("false_accusations_careless", "followed_careless", "questions_mean_careless", "faults_announced"),
)


@pytest.fixture(autouse=True)
def few_and_short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_referee, "SHORT", Counts(1, 1, 1, 1, 1))
    monkeypatch.setattr(bench_referee, "MOST_SIGHTINGS", 30)


def test_the_names_are_those_that_the_referee_asks_for() -> None:
    asked = re.compile(r'(?:excuses\(|excuses=\(|excuse = |_proposed_by\(\s*|^ +\()"([a-z_]+)"', re.MULTILINE)
    named = {"covered_since", "went_under"}  # the last of many arguments
    for path in Path(companion.referee.__file__).parent.glob("*.py"):
        named |= set(asked.findall(path.read_text(encoding="utf-8")))
    assert named == set(EXCUSES)


def test_every_excuse_stands_in_the_document_with_tests_that_are_there() -> None:
    document = (ROOT / "docs" / "referee.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z_]+)` \|(.*)\|$", document, re.MULTILINE))
    assert rows.keys() >= EXCUSES.keys()
    scenes = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "companion" / "referee").glob("*.py")
    )
    for name in EXCUSES:
        for test in re.findall(r"`(test_\w+)`", rows[name]):
            assert f"def {test}(" in scenes, (name, test)


def test_the_figures_with_and_without(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "referee", "--fitted", "--without", "misread", "contested", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    suffixes = ("", "_without_misread", "_without_contested")
    assert [one["name"] for one in figures] == [
        f"crapette.{name}{suffix}"
        for suffix in suffixes
        for name in (*FIGURES, *(["hung_on_it"] if suffix else []))
    ]


def test_an_evening_in_which_nothing_hung_on_an_excuse_is_the_same_without_it() -> None:
    whole = play("crapette", CARELESS, 0.01, f"{FITTED}careless", 4)
    idle = sorted(EXCUSES.keys() - set(whole.excuses))
    assert whole.excuses
    assert len(idle) > 20
    lacking = play("crapette", CARELESS, 0.01, f"{FITTED}careless{WITHOUT}{' '.join(idle)}", 4)
    assert replace(lacking, milliseconds=()) == replace(whole, milliseconds=())


def test_the_same_evening_is_played_whatever_is_left_out() -> None:
    whole = play("crapette", CARELESS, 0.01, f"{FITTED}careless", 3)
    lacking = play("crapette", CARELESS, 0.01, f"{FITTED}careless{WITHOUT}another_way bare_case", 3)
    assert (whole.seed, whole.sightings) == (lacking.seed, lacking.sightings)
    assert whole.actions == lacking.actions


def test_an_excuse_that_nobody_makes_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "referee", "--fitted", "--without", "headache"]) == 2
    assert "headache" in capsys.readouterr().err
    assert main(["bench", "referee", "--without", "misread"]) == 2
