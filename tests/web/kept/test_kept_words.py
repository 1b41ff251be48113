"""When a game was played, as one says it at home."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from flask import Flask
from flask_babel import force_locale

from web.kept.words import how_long, since, when

NOW = datetime(2026, 4, 8, 20, 30)
DAYS = (timedelta(days=3), timedelta(days=7))


def said(moment: datetime, language: str = "fr") -> str:
    return when(round(moment.timestamp() * 1000), language, NOW)


@pytest.mark.parametrize(
    ("back", "french"),
    [
        (timedelta(hours=12), "Ce matin"),
        (timedelta(hours=5), "Cet après-midi"),
        (timedelta(hours=1), "Ce soir"),
        (timedelta(hours=25), "Hier soir"),
        (timedelta(hours=36), "Hier matin"),
        (timedelta(days=3), "Dimanche"),
        (timedelta(days=7), "1 avril"),
        (timedelta(days=100), "29 décembre"),
        (timedelta(days=400), "4 mars 2025"),
        (timedelta(days=-2), "10 avril 2026"),
    ],
)
def test_a_day_is_named_as_one_says_it(app: Flask, back: timedelta, french: str) -> None:
    with app.test_request_context():
        assert said(NOW - back) == french


@pytest.mark.parametrize(
    ("language", "day", "weekday", "inside"),
    [
        ("fr", "1 avril", "Dimanche", ["ce matin", "dimanche", "1 avril"]),
        ("en", "1 April", "Sunday", ["this morning", "Sunday", "1 April"]),
        ("de", "1. April", "Sonntag", ["heute Morgen", "Sonntag", "1. April"]),
    ],
)
def test_a_day_is_written_as_its_language_does(
    app: Flask, language: str, day: str, weekday: str, inside: list[str]
) -> None:
    times = [round((NOW - back).timestamp() * 1000) for back in (timedelta(hours=12), *DAYS)]
    with app.test_request_context(), force_locale(language):
        assert [when(one, language, NOW) for one in times[1:]] == [weekday, day]
        assert [when(one, language, NOW, within=True) for one in times] == inside


def test_lengths_and_beginnings(app: Flask) -> None:
    with app.test_request_context():
        assert [how_long(minutes * 60_000) for minutes in (0, 34, 60, 112)] == [
            "",
            "34 min",
            "1 h 00",
            "1 h 52",
        ]
        assert since(round(NOW.timestamp() * 1000), 38, "fr") == "38 parties depuis avril 2026"
