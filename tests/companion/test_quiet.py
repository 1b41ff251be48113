"""Quiet hours: as people write them, over midnight, and what is none."""

from __future__ import annotations

from datetime import time

import pytest

from companion.quiet import QuietHours


@pytest.mark.parametrize("text", ["21:30-07:30", "21h30 – 7h30", " 21.30-7:30 ", "21H30-7h30"])
def test_they_are_read_as_people_write_them(text: str) -> None:
    hours = QuietHours.parse(text)
    assert (hours.begin_told, hours.end_told, str(hours)) == ("21:30", "07:30", "21:30-07:30")
    assert QuietHours.parse(str(hours)) == hours


@pytest.mark.parametrize(
    "text", ["", "21:30", "21:30-", "24:00-7:00", "21:60-7", "7-7", "21:30-07:30-08:00", "-1-7", "x-y"]
)
def test_what_is_no_two_times_of_a_day_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"quiet|time"):
        QuietHours.parse(text)


@pytest.mark.parametrize(
    ("text", "quiet", "loud"),
    [
        ("21:30-07:30", ["21:30", "23:59", "00:00", "07:29"], ["07:30", "12:00", "21:29"]),
        ("13:00-15:00", ["13:00", "14:59"], ["12:59", "15:00", "00:00"]),
        ("0-23:59", ["00:00", "23:58"], ["23:59"]),
    ],
)
def test_they_begin_on_the_minute_and_may_last_over_midnight(
    text: str, quiet: list[str], loud: list[str]
) -> None:
    hours = QuietHours.parse(text)
    assert all(hours.cover(time.fromisoformat(moment)) for moment in quiet)
    assert not any(hours.cover(time.fromisoformat(moment)) for moment in loud)
