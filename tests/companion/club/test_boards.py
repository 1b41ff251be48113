"""When open pages are told that something has changed."""

from __future__ import annotations

import time

import pytest

from companion.club.boards import MOST_ANNOUNCE_S, Boards


@pytest.mark.parametrize(("drawing_s", "told"), [(0.0, True), (0.5, False), (60.0, False)])
def test_who_draws_for_long_is_told_less_often(drawing_s: float, told: bool) -> None:
    """On a busy machine what is drawn too late would otherwise be drawn again and again, ever later."""
    boards = Boards(announce_s=0.001)
    boards.touch()
    before = boards.announced(0, 1.0)
    boards.took(drawing_s)
    boards.touch()
    assert (boards.announced(before, 0.2) > before) is told


def test_however_long_drawing_takes_pages_are_told_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    boards, now = Boards(announce_s=0.001), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    boards.touch()
    before = boards.last_announced
    boards.took(3600.0)
    boards.touch()
    assert boards.last_announced == before
    now += MOST_ANNOUNCE_S + 0.1
    assert boards.last_announced > before


def test_who_waits_is_woken_once_for_all_that_comes_before_the_next_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With hundreds of tables every open page would be woken hundreds of times a second, to wait on."""
    boards, woken = Boards(announce_s=60.0), list[int]()
    boards.touch()
    assert boards.announced(0, 1.0) == 1
    monkeypatch.setattr(boards._changed, "notify_all", lambda: woken.append(boards.version))
    for _ in range(5):
        boards.touch()
    assert woken == [2]
