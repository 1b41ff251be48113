"""How long everything takes from the last finger to the page: every stage of a filmed evening is measured."""

from __future__ import annotations

import pytest

from companion.bench import latency as bench_latency
from companion.bench.latency import STAGES
from vision.stillness.gate import DICE_STILL_MS


def test_every_stage_between_the_last_finger_and_the_page_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_latency, "_QUIET_FRAMES", 50)
    found = {measure.name: measure for measure in bench_latency.measure(5)}
    assert found["page_ms_median"].n >= 3
    for stage in STAGES:
        assert found[f"{stage}_ms_median"].value >= 0.0
    after = sum(found[f"{stage}_ms_median"].value for stage in STAGES if stage != "stillness")
    assert found["after_stillness_ms_median"].value == pytest.approx(after, rel=0.6)
    # The journal waits for its disk, reading takes a network, and a page is fetched.
    assert all(found[f"{stage}_ms_median"].value > 0.05 for stage in ("read", "journal", "page", "explain"))
    assert found["whole_ms_median"].value > found["after_stillness_ms_median"].value
    assert 0.0 < found["eyes_between_moves"].value < 100.0


def test_any_game_that_can_be_filmed_is_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_latency, "_QUIET_FRAMES", 5)
    found = {measure.name: measure for measure in bench_latency.measure(3, "poker_dice_race", 7)}
    assert found["whole_ms_median"].n >= 1
    assert found["stillness_ms_median"].value >= DICE_STILL_MS
