"""What must hold of stillness on films with ground truth; with COMPANION_LONG=1 on hours of them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.bench.measure import Measure
from companion.bench.stillness import (
    BENCH,
    LONG,
    SHORT,
    Films,
    Tally,
    figures_of_play,
    measure,
    played_film,
    quiet_film,
)
from vision.scene.photograph_table import PhotographTables, photographs_in

_LONG = os.environ.get("COMPANION_LONG") == "1"
PHOTOS = Path(__file__).resolve().parents[3].parent / "shared" / "photos"
DOCUMENT = Path(__file__).parents[3] / "docs" / "stillness.md"
needs_photographs = pytest.mark.skipif(
    len(photographs_in(PHOTOS)) < 2, reason="no photographs at ../shared/photos"
)


def figures(tally: Tally) -> dict[str, float]:
    return {figure.name.rpartition(".")[2]: figure.value for figure in figures_of_play("play", tally)}


def must_hold(tally: Tally) -> None:
    told = figures(tally)
    assert tally.due >= 40
    assert told["found"] >= 97.0, tally.missed
    assert told["invented"] <= 5.0, tally.made_up
    assert told["changed"] >= 90.0 and told["start"] >= 95.0 and told["side"] >= 85.0, tally.wrong
    assert told["settle_p95"] <= 600.0


def films(*seeds: int, photographs: PhotographTables | None = None) -> Tally:
    tally = Tally()
    for seed in seeds:
        tally.add(played_film(seed, 14.0, photographs))
    return tally


def test_hands_over_rendered_tables() -> None:
    must_hold(films(0, 2))


@needs_photographs
def test_hands_over_photographed_tables() -> None:
    must_hold(films(0, 2, photographs=PhotographTables(PHOTOS)))


def test_nothing_is_made_up_while_nothing_happens() -> None:
    tally = quiet_film(2, 15.0)
    assert tally.frames == 150
    assert tally.invented == 0, tally.made_up


def test_the_figures_by_name_and_what_is_asked_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.bench.stillness.SHORT", Films(1, 0, 3.0, 1, 0, 0.5))
    told = {figure.name: figure for figure in measure(long=False, photos=None)}
    document = DOCUMENT.read_text(encoding="utf-8")
    asked = {name: figure.target for name, figure in told.items() if figure.target is not None}
    assert asked == {
        "stillness.found": 100.0,
        "stillness.settle_p95": 600.0,
        "stillness.cost_ms": 8.0,
        "stillness.cost_p95": 8.0,
        "stillness.false_per_hour": 1.0,
        "stillness.quiet_cost_ms": 8.0,
    }
    for name, figure in told.items():
        assert isinstance(figure, Measure) and figure.bench == BENCH
        assert f"`{name}`" in document


def test_no_photographs_no_figures_of_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.bench.stillness.SHORT", Films(0, 0, 1.0, 0, 0, 1.0))
    assert not any("photo" in figure.name for figure in measure(long=False, photos=tmp_path))
    assert SHORT.played < LONG.played


@pytest.mark.skipif(not _LONG, reason="hours of films: COMPANION_LONG=1")
def test_the_figures_on_hours_of_films() -> None:
    told = {figure.name: figure for figure in measure(long=True, photos=PHOTOS)}
    for name in ("stillness", "stillness.photo"):
        if name == "stillness.photo" and f"{name}.found" not in told:
            continue
        assert told[f"{name}.found"].value >= 99.0 and told[f"{name}.found"].n >= 5000
        assert told[f"{name}.settle_p95"].value <= 600.0
        assert told[f"{name}.side"].value >= 92.0
        assert told[f"{name}.changed"].value >= (98.0 if name == "stillness" else 95.0)
        assert told[f"{name}.false_per_hour"].value <= 30.0
