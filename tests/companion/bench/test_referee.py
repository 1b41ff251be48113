"""``companion bench referee``: its figures by name, what is asked of them, and the plot of the curves."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.bench import curves
from companion.bench import kept_results as kept
from companion.bench import referee as bench_referee
from companion.bench.curves import Point
from companion.bench.kept_results import KeptResults
from companion.bench.measure import upper_bound
from companion.bench.referee import Counts, Evenings, play
from companion.cli.main import main
from companion.games import game_ids
from companion.simulated.outcome import Outcome
from companion.simulated.parameters import NoiseParameters, noise_parameters

OF_FOLLOWING = {
    "followed": 99.0,
    "wrong_at_end": 0.0,
    "questions_median": 1.0,
    "questions_p95": 4.0,
    "rescues": None,
    "sighting_p95": 100.0,
    "sighting_max": None,
}
OF_CRAPETTE = {
    "false_accusations": 0.0,
    "followed_careful": 99.0,
    "questions_median_careful": 1.0,
    "questions_p95_careful": 4.0,
    "false_accusations_bound": 0.1,
    "faults_announced": 99.0,
    "faults_announced_or_asked": None,
    "false_accusations_careless": None,
    "guessed_accusations_careless": None,
    "followed_careless": None,
    "questions_median_careless": None,
    "questions_p95_careless": None,
}
AT = ("followed", "faults_announced", "false_accusations", "questions_median", "questions_p95")
DOCUMENT = Path(__file__).parents[3] / "docs" / "referee-figures.md"


@pytest.fixture(autouse=True)
def few_and_short_evenings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_referee, "SHORT", Counts(2, 1, 1, 1, 1))
    monkeypatch.setattr(bench_referee, "MOST_SIGHTINGS", 30)
    monkeypatch.setattr(curves, "ERRORS", (0.001, 0.05))


def expected() -> dict[str, float | None]:
    """Every figure and what is asked of it, in order."""
    crapette = {f"crapette.{name}": target for name, target in (OF_FOLLOWING | OF_CRAPETTE).items()}
    others = [game for game in game_ids() if game != "crapette"]
    return crapette | {f"{game}.{name}": target for game in others for name, target in OF_FOLLOWING.items()}


def test_the_figures_by_name_and_what_is_asked_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "referee", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["name"]: one["target"] for one in figures} == expected()
    assert len(figures) == len(expected()) and {one["bench"] for one in figures} == {"referee"}
    for one in figures:
        name = one["name"].rpartition(".")[2]
        assert one["higher_is_better"] is (name.startswith(("followed", "faults_announced")))
        assert (one["low"] is None) == (one["unit"] != "%" or one["name"].endswith("_bound"))
    told = {one["name"]: one for one in figures}
    assert told["crapette.followed"]["n"] == 2
    assert told["crapette.sighting_p95"]["n"] == 60
    assert 0 < told["crapette.sighting_p95"]["value"] <= told["crapette.sighting_max"]["value"]


def test_the_counts_that_are_asked() -> None:
    asked = Counts(followed=1000, faultless=3000, careless=300, other=300, curve=100, fitted=1000)
    assert asked == bench_referee.LONG


def test_the_fitted_camera_sees_the_same_games_of_crapette(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "referee", "--fitted", "--json"]) == 0
    figures = {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert figures["crapette.false_accusations"]["n"] == 1
    assert figures["crapette.faults_announced"]["target"] == 99.0
    assert {"crapette.followed_careful", "crapette.followed_careless"} < figures.keys()


def test_only_evenings_said_to_be_so_are_seen_by_the_fitted_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted: list[bool] = []

    def noted(**which: bool) -> NoiseParameters:
        fitted.append(which["fitted"])
        return noise_parameters(**which)

    monkeypatch.setattr(bench_referee, "noise_parameters", noted)
    for purpose in ("fitted faultless", "faultless"):
        play("crapette", bench_referee.FAULTLESS, 0.01, purpose, 1)
    assert fitted == [True, False]
    assert noise_parameters(fitted=True) != noise_parameters()


def test_every_name_is_documented() -> None:
    documented = DOCUMENT.read_text(encoding="utf-8")
    for name in OF_FOLLOWING:
        assert f"`<game>.{name}`" in documented
    for name in OF_CRAPETTE:
        assert f"`crapette.{name}`" in documented
    for name in AT:
        assert f"`crapette.{name}_at_<error>%`" in documented


_ELSEWHERE = """
import json
from companion.bench import referee
referee.MOST_SIGHTINGS = 30
with referee.Evenings(2) as evenings:
    played = evenings.of("crapette", referee.FAMILY, 0.05, "test", range(3))()
told = ("seed", "actions", "sightings", "wrong", "questions", "look_agains")
print(json.dumps([[getattr(one, name) for name in told] for one in played]))
"""


def test_the_same_seed_gives_the_same_evening_wherever_it_is_played() -> None:
    def told(one: Outcome) -> list[object]:
        return [one.seed, one.actions, one.sightings, one.wrong, one.questions, one.look_agains]

    here = [play("crapette", bench_referee.FAMILY, 0.05, "test", seed) for seed in range(3)]
    in_processes = [sys.executable, "-c", _ELSEWHERE]
    there = json.loads(subprocess.run(in_processes, capture_output=True, check=True, timeout=120).stdout)
    assert list(map(told, here)) == there
    assert len({one.look_agains for one in here}) > 1 or len({one.actions for one in here}) > 1


@pytest.mark.parametrize(
    ("count", "n", "bound"), [(0, 3000, 0.000998), (0, 10, 0.2589), (3, 20, 0.3437), (5, 5, 1.0), (0, 0, 1.0)]
)
def test_the_upper_bound_of_a_share(count: int, n: int, bound: float) -> None:
    """Rule of three, and the tables of Clopper and Pearson."""
    assert upper_bound(count, n) == pytest.approx(bound, abs=5e-5)
    with pytest.raises(ValueError, match="successes"):
        upper_bound(n + 1, n)


# ---------------------------------------------------------------- curves


def test_the_curves_are_measured_written_and_drawn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plot = tmp_path / "curves.svg"
    assert main(["bench", "referee", "--curves", str(plot), "--json"]) == 0
    printed = capsys.readouterr().out
    names = [json.loads(line)["name"] for line in printed.splitlines()]
    assert names == [f"crapette.{name}_at_{error}%" for error in ("0.1", "5") for name in AT]
    numbers = json.loads((tmp_path / "curves.json").read_text(encoding="utf-8"))
    assert [one["error"] for one in numbers] == [0.1, 5.0] and all(one["n"] == 1 for one in numbers)
    drawn = plot.read_text(encoding="utf-8")
    plot.unlink()
    assert main(["bench", "referee", "--curves", str(plot), "--redraw", "--json"]) == 0
    assert plot.read_text(encoding="utf-8") == drawn
    assert capsys.readouterr().out == printed


def test_the_plot_is_readable() -> None:
    found = [Point(error, 100, 99.0, 98.5, 700, 0.5, 1.0, 3.0) for error in (0.1, 1.0, 5.0)]
    drawn = ElementTree.fromstring(curves.drawn(found))
    said = [text.text or "" for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for wanted in ("share", "questions a game", "100 %", "0.1 %", "5 %", "evenings followed, 99 %"):
        assert wanted in said
    assert any("reading error" in one for one in said) and any(
        "100 simulated evenings" in one for one in said
    )
    lines = [
        line for line in drawn.iter("{http://www.w3.org/2000/svg}polyline") if line.get("stroke-width") == "3"
    ]
    assert len(lines) == 5 and all(len((line.get("points") or "").split()) == 3 for line in lines)
    named = [
        (float(text.get("x", 0)), float(text.get("y", 0)))
        for text in drawn.iter("{http://www.w3.org/2000/svg}text")
        if text.get("font-weight") == "600"
    ]
    assert len(named) == 5
    assert all(abs(a[1] - b[1]) >= 13 for place, a in enumerate(named) for b in named[:place])


@pytest.mark.parametrize(
    "given",
    [
        ["engine", "--curves", "x.svg"],
        ["--redraw"],
        ["referee", "--redraw"],
        ["referee", "--curves", "x.png"],
        ["referee", "--curves", "nowhere/x.svg"],
        ["referee", "--curves", "{}/none.svg", "--redraw"],
    ],
)
def test_wrong_use_is_told(given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *(one.format(tmp_path) for one in given)]) == 2
    told = capsys.readouterr().err
    assert "--curves" in told or "--redraw" in told


def test_broken_numbers_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for broken in ("{", "[1]", '[{"error": 1}]'):
        (tmp_path / "x.json").write_text(broken, encoding="utf-8")
        assert main(["bench", "referee", "--curves", str(tmp_path / "x.svg"), "--redraw"]) == 2
        assert "x.json" in capsys.readouterr().err


def test_evenings_that_are_kept_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evenings.jsonl"
    with Evenings(2, KeptResults(path, Outcome.of)) as evenings:
        first = evenings.of("crapette", bench_referee.FAMILY, 0.01, "test", range(2))()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 2
    with Evenings(2, KeptResults(path, Outcome.of)) as evenings:
        more = evenings.of("crapette", bench_referee.FAMILY, 0.01, "test", range(3))()
    assert more[:2] == first, "to the millisecond: they were read"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3
    monkeypatch.setattr(kept, "program", lambda rooms: "another")
    assert KeptResults(path, Outcome.of).get(("crapette", bench_referee.FAMILY, 0.01, "test", 0)) is None


def test_a_file_of_something_else_is_wrong_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evenings.jsonl"
    path.write_text("a diary\n", encoding="utf-8")
    assert main(["bench", "referee", "--keep", str(path)]) == 2
    assert "Name another file" in capsys.readouterr().err
    assert main(["bench", "engine", "--keep", str(path)]) == 2
    assert path.read_text(encoding="utf-8") == "a diary\n"
