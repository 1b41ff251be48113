"""``companion bench``: one line a figure, with the names and fields that others rely on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bench import ablation as bench_ablation
from companion.bench import curves as bench_curves
from companion.bench import end_to_end as bench_end_to_end
from companion.bench import engine as bench_engine
from companion.bench import geometry as bench_geometry
from companion.bench import latency as bench_latency
from companion.bench import numbers as bench_numbers
from companion.bench import printed_rendered as bench_printed_rendered
from companion.bench import referee as bench_referee
from companion.bench import stillness as bench_stillness
from companion.bench import tables as bench_tables
from companion.bench.geometry import LONG, SHORT, ViewOutcome
from companion.bench.measure import Measure
from companion.bench.referee import Counts
from companion.bench.worst import WorstReadings
from companion.cli.main import main
from companion.games import game_ids
from tests.inline import evenings_here

__all__ = ["evenings_here"]

FIELDS = {"bench", "name", "value", "unit", "n", "low", "high", "target", "higher_is_better"}
BENCHES = ("playout", "referee", "illegal", "evening")

ANOTHER_ENGINE = """
import json, sys
print(json.dumps({"bench": "noughts.playout", "actions": 9, "games": 1, "actions_per_s": 1234}))
"""
ADAPTER = """
import random
def benches(mod):
    def playout(seed):
        rng = random.Random(seed)
        state, n = mod.new_game(rng), 0
        while n < 20 and not mod.is_over(state):
            state, n = mod.apply(state, rng.choice(mod.legal_actions(state, rng))), n + 1
        return n
    return (playout,)
"""
COMMON = """
import json, time
def measure(name, playout, seconds=5.0, warmup=0.5):
    start, actions = time.perf_counter(), playout(0)
    line = {"bench": name, "actions": actions, "actions_per_s": round(actions / (time.perf_counter() - start))}
    print(json.dumps(line))
    return line
"""


@pytest.fixture(autouse=True)
def a_short_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    measure = bench_engine.measure
    monkeypatch.setattr(bench_engine, "measure", lambda seconds: measure(0.02))
    monkeypatch.setattr(bench_engine, "RECORDED_GAMES", 3)
    monkeypatch.setattr(bench_engine, "MOST_ACTIONS", 120)
    monkeypatch.setattr(bench_referee, "SHORT", Counts(1, 1, 1, 1, 1))
    monkeypatch.setattr(bench_referee, "MOST_SIGHTINGS", 10)
    monkeypatch.setattr(bench_end_to_end, "SHORT_LOOKS", 2)
    monkeypatch.setattr(bench_latency, "SHORT_LOOKS", 2)
    monkeypatch.setattr(bench_latency, "_QUIET_FRAMES", 20)
    monkeypatch.setattr(bench_tables, "SHORT", 1)
    seen = ViewOutcome(True, (0.1, 0.2), (0.3, 0.9), (0.8, 1.5), 100.0, 30.0)
    # A lens alone takes ten seconds to measure; its views are tested with the geometry itself.
    monkeypatch.setattr(bench_geometry, "_views", lambda camera, seed, counts: iter([seen] * counts.views))
    film = bench_stillness.Films(1, 1, 3.0, 1, 1, 0.5)
    monkeypatch.setattr(bench_stillness, "SHORT", film)
    monkeypatch.setattr(bench_stillness, "LONG", replace(film, played=2))


def test_the_engine_is_measured_for_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine", "--json"]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [figure["name"] for figure in figures] == [f"{game}.{b}" for game in game_ids() for b in BENCHES]
    for figure in figures:
        assert set(figure) == FIELDS and figure["bench"] == "engine"
        assert figure["value"] > 0 and figure["n"] > 0
        evening = figure["name"].endswith(".evening")
        assert figure["unit"] == ("ms" if evening else "actions/s")
        assert figure["higher_is_better"] is not evening


def test_what_is_asked_of_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    main(["bench", "engine", "--json"])
    targets = {line["name"]: line["target"] for line in map(json.loads, capsys.readouterr().out.splitlines())}
    referee = {"crapette": 20_000, "poker_dice_race": 100_000, "racko": 100_000, "super_crack": 100_000}
    for game in game_ids():
        assert targets[f"{game}.playout"] == (10_000 if game == "crapette" else 30_000)
        assert targets[f"{game}.referee"] == referee.get(game)
        assert targets[f"{game}.illegal"] is None
        assert targets[f"{game}.evening"] == 60


def test_without_json_it_is_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a name everything is measured that needs no photographs."""
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    of_engine = [line for line in lines if line.startswith("engine   ")]
    of_referee = [line for line in lines if line.startswith("referee  ")]
    assert len(of_engine) == len(BENCHES) * len(game_ids()) and len(of_referee) > 5 * len(game_ids())
    of_geometry = [line for line in lines if line.startswith("geometry ")]
    of_tables = [line for line in lines if line.startswith("tables   ")]
    of_films = [line for line in lines if line.startswith("end_to_end ")]
    assert any("zones_right" in line for line in of_tables)
    assert lines == of_engine + of_tables + of_geometry + of_referee + of_films and any(
        "error_mean" in line for line in of_geometry
    )


@pytest.mark.parametrize(("arguments", "counts"), [([], SHORT), (["--long"], LONG)])
def test_the_geometry_is_measured_for_one_camera_or_for_all(
    arguments: list[str], counts: bench_geometry.Counts, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "geometry", "--json", *arguments]) == 0
    figures = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(set(figure) == FIELDS and figure["bench"] == "geometry" for figure in figures)
    values = {figure["name"]: figure for figure in figures}
    assert values["error_max"]["value"] == 0.9 and values["error_max"]["target"] == 1.0
    assert values["views_with_all_markers"]["n"] == len(counts.cameras) * counts.lenses * counts.views
    assert {f"{camera}.error_mean" for camera in counts.cameras} <= set(values)
    assert values["stillness.cost_ms"]["n"] == (60 if arguments else 30)
    assert values["stillness.cost_ms"]["target"] == 8.0 and not any("photo" in name for name in values)


def test_other_engines_are_measured_in_the_same_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, source in {"bench_adapter": ADAPTER, "common": COMMON, "bench_noughts": ANOTHER_ENGINE}.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    (tmp_path / "bench_broken.py").write_text("import no_such_engine\n", encoding="utf-8")
    assert main(["bench", "engine", "--json", "--against", str(tmp_path)]) == 0
    printed = capsys.readouterr()
    values = {line["name"]: line["value"] for line in map(json.loads, printed.out.splitlines())}
    assert values["noughts.playout"] == 1234
    assert all(values[f"ours.{game}.playout"] > 0 for game in game_ids())
    assert "bench_broken.py did not run" in printed.err


def test_other_engines_need_a_folder_of_benches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engine", "--against", str(tmp_path)]) == 2
    assert "bench_adapter.py" in capsys.readouterr().err


def test_printed_cards_of_photographs_need_labels(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "printed", "--photos", str(tmp_path)]) == 2
    assert "labels.jsonl" in capsys.readouterr().err


def test_printed_cards_without_photographs_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[bench_printed_rendered.Counts] = []

    def figures(counts: bench_printed_rendered.Counts, worst: WorstReadings) -> Iterator[Measure]:
        asked.append(counts)
        grey = np.full((30, 40, 3), 90, np.uint8)
        worst.show(1.5, ("7", "17 0.95"), grey, (5.0, 5.0, 20.0, 25.0))
        yield from bench_printed_rendered.RenderedTally(racks=2, racks_whole=1).measures("racko")

    monkeypatch.setattr(bench_printed_rendered, "measure", figures)
    sheet = tmp_path / "worst.png"
    assert main(["bench", "printed", "--json"]) == 0
    assert main(["bench", "printed", "--long", "--worst", str(sheet)]) == 0
    shown = cv2.imread(str(sheet))
    assert shown is not None and (shown < 250).any()
    assert asked == [bench_printed_rendered.SHORT, bench_printed_rendered.LONG]
    assert '"racko.racks_whole"' in capsys.readouterr().out


def test_the_worst_readings_are_of_printed_cards_and_boards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "tables", "--worst", str(tmp_path / "worst.png")]) == 2
    assert main(["bench", "boards", "--worst", str(tmp_path / "worst.svg")]) == 2
    assert main(["bench", "boards", "--worst", str(tmp_path / "nowhere" / "worst.png")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_numbers_are_read_on_drawn_boxes_or_on_labelled_photographs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[int] = []

    def figures(prints: int) -> Iterator[Measure]:
        asked.append(prints)
        yield from bench_numbers.NumberTally(cards=4, right=3).measures("racko")

    monkeypatch.setattr(bench_numbers, "measure", figures)
    assert main(["bench", "numbers", "--json"]) == main(["bench", "numbers", "--long"]) == 0
    assert asked == [bench_numbers.SHORT, bench_numbers.LONG]
    assert '"racko.right"' in capsys.readouterr().out
    assert main(["bench", "numbers", "--photos", str(tmp_path)]) == 2
    assert "labels.jsonl" in capsys.readouterr().err


def test_the_vision_bench_needs_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for given in ([], ["--photos", str(tmp_path)]):
        assert main(["bench", "vision", *given]) == 2
        assert "--photos DIR" in capsys.readouterr().err


def test_as_many_evenings_are_played_as_one_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also with an excuse left out, and for every point of the curves."""
    asked: list[Counts] = []
    monkeypatch.setattr(bench_ablation, "measure", lambda names, counts, kept: asked.append(counts) or [])
    monkeypatch.setattr(bench_curves, "points", lambda counts, kept: asked.append(counts) or [])
    referee = ["bench", "referee", "--evenings", "7"]
    assert main([*referee, "--fitted", "--without", "misread"]) == 0
    assert main([*referee, "--curves", str(tmp_path / "curves.svg")]) == 0
    assert (asked[0].fitted, asked[1].curve) == (7, 7)
    for first in (["--fitted", "--without", "misread"], ["--curves", str(tmp_path / "curves.svg")]):
        assert main([*referee, *first, "--from", "3"]) == 2, "their evenings are always the same"
    assert main(referee) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["referee", "--latency"],
        ["end_to_end", "--latency", "--films", "2"],
        ["end_to_end", "--latency", "--voice"],
        ["end_to_end", "--latency", "--photos", "."],
        ["end_to_end", "--latency", "--recording", "."],
    ],
)
def test_how_long_the_page_takes_is_measured_by_itself(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == 2
    assert "--latency" in capsys.readouterr().err
