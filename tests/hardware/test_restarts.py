"""Back-off between restarts: longer and longer, never more than five a minute, short again after good times."""

from __future__ import annotations

import pytest

from hardware.restarts import Restarts


def test_pauses_double_up_to_half_a_minute() -> None:
    restarts, now, pauses = Restarts(), 100.0, []
    for _ in range(8):
        pause = restarts.pause_s(now)
        pauses.append(pause)
        now += pause
        restarts.started(now)
    assert pauses == [1, 2, 4, 8, 16, 30, 30, 30]


def test_a_camera_that_was_healthy_begins_again_with_the_shortest_pause() -> None:
    restarts = Restarts()
    assert [restarts.pause_s(0.0), restarts.pause_s(1.0)] == [1.0, 2.0]
    restarts.healthy_for(29.0)
    assert restarts.pause_s(50.0) == 4.0
    restarts.healthy_for(31.0)
    assert restarts.pause_s(100.0) == 1.0


@pytest.mark.parametrize("lives_s", [0.0, 1.0, 5.0, 40.0])
def test_there_are_never_more_than_five_starts_in_a_minute(lives_s: float) -> None:
    restarts, now, starts = Restarts(healthy_s=0.5), 0.0, list[float]()
    for _ in range(60):
        restarts.healthy_for(lives_s)
        now += restarts.pause_s(now)
        restarts.started(now)
        starts.append(now)
        now += lives_s
    for start in starts:
        assert sum(start <= other < start + 60.0 for other in starts) <= 5
