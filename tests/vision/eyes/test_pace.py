"""Looks that would take too long are read in parts, so that what hands do meanwhile is still seen."""

from __future__ import annotations

import logging

import pytest

from vision.eyes.pace import LONGEST_MS, Pace

TABLE = [f"T{number}" for number in range(1, 25)]


def slow() -> Pace:
    """A machine on which each of many zones takes 100 ms."""
    pace = Pace()
    pace.took(24, 2400.0)
    return pace


def test_nothing_is_known_before_the_first_look_and_all_is_read_at_once() -> None:
    pace = Pace()
    assert pace.longest_ms is None
    assert pace.part(TABLE, ()) == set(TABLE)


def test_where_looks_are_quick_all_is_read_at_once() -> None:
    pace = Pace()
    pace.took(24, 400.0)
    assert pace.part(TABLE, ["T1"]) == set(TABLE)
    assert pace.longest_ms == 400.0


def test_where_a_look_took_too_long_no_part_takes_longer_than_it_may() -> None:
    part = slow().part(TABLE, ())
    assert len(part) == LONGEST_MS / 100.0


def test_where_hands_were_is_read_first_and_together() -> None:
    assert slow().part(TABLE, ["T3", "T20", "F1"]) == {"T3", "T20"}


def test_few_zones_are_read_at_once_also_on_a_slow_machine() -> None:
    assert slow().part(TABLE[:5], ()) == set(TABLE[:5])


def test_one_zone_that_took_long_says_nothing_of_the_others() -> None:
    pace = Pace()
    pace.took(1, 3000.0)
    assert pace.part(TABLE, ()) == set(TABLE)
    assert pace.longest_ms == 3000.0


def test_a_machine_that_has_become_quick_reads_all_at_once_again() -> None:
    pace = slow()
    for _ in range(5):
        pace.took(15, 300.0)
    assert pace.part(TABLE, ()) == set(TABLE)


def test_a_part_has_four_zones_however_slow_the_machine_is() -> None:
    pace = Pace()
    pace.took(24, 24_000.0)
    assert len(pace.part(TABLE, ())) == 4


def test_that_it_is_slow_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "companion.eyes"):
        pace = slow()
        pace.took(24, 2500.0)
    (said,) = caplog.messages
    assert "24 places took 2.4 s" in said
