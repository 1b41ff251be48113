"""Restarts of a camera: further and further apart, but never so far that whoever mended it waits long."""

from __future__ import annotations

import pytest

from hardware.restarts import Restarts


def test_starts_are_further_and_further_apart_up_to_eight_seconds() -> None:
    restarts, now, pauses = Restarts(), 100.0, []
    for _ in range(6):
        pause = restarts.pause_s(now)
        pauses.append(pause)
        now += pause
        restarts.started(now)
    assert pauses == [1, 2, 4, 8, 8, 8]


def test_a_camera_that_was_healthy_begins_again_with_the_shortest_pause() -> None:
    restarts = Restarts()
    assert [restarts.pause_s(0.0), restarts.pause_s(1.0)] == [1.0, 2.0]
    restarts.healthy_for(29.0)
    assert restarts.pause_s(50.0) == 4.0
    restarts.healthy_for(31.0)
    assert restarts.pause_s(100.0) == 1.0


@pytest.mark.parametrize("lives_s", [0.0, 1.0, 5.0, 7.5])
def test_there_are_never_more_than_ten_starts_in_a_minute(lives_s: float) -> None:
    restarts, now, starts = Restarts(), 0.0, list[float]()
    for _ in range(60):
        restarts.healthy_for(lives_s)
        now += restarts.pause_s(now)
        restarts.started(now)
        starts.append(now)
        now += lives_s
    for start in starts:
        assert sum(start <= other < start + 60.0 for other in starts) <= 10


@pytest.mark.parametrize("fails", range(1, 12))
def test_a_camera_that_is_well_again_while_its_start_hangs_is_in_use_within_ten_seconds(fails: int) -> None:
    """It takes a second of work to start; every start hangs after it that begins before the camera is well."""
    restarts, now = Restarts(start_s=15.0), 0.0
    restarts.was_there_after(1.0)
    for _ in range(fails):
        now += restarts.pause_s(now)
        restarts.started(now)
        well = now  # the worst moment: just after it began
        now += 1.0 + restarts.patience_s
    in_use = now + restarts.pause_s(now) + 1.0
    assert in_use - well <= 10.0


def test_a_start_may_rest_all_its_time_while_it_is_not_known_how_long_one_takes() -> None:
    restarts = Restarts(start_s=15.0)
    assert restarts.patience_s == 15.0
    restarts.was_there_after(2.5)
    assert restarts.patience_s == 4.0
    restarts.was_there_after(9.0)
    assert restarts.patience_s == 9.0
    restarts.was_there_after(19.0)
    assert restarts.patience_s == 15.0
