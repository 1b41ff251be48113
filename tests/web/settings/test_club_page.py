"""Where the club is, said on the page: without a script, and for the owner alone."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.table import Table
from tests.fake_eyes import FakeEyes
from tests.fake_family import FakeFamily
from tests.page_app import page_app
from tests.web.conftest import Tablet
from tests.web.kept.test_kept_pages import words
from tests.web.seats.test_seats import page
from web.outside import ClubStatus

TYPED = {"address": "mqtt://club:1883", "table": "window", "title": "By the window", "password": "secret"}


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily()


@pytest.fixture
def status() -> list[ClubStatus]:
    return [ClubStatus("off")]


@pytest.fixture
def app(table: Table, eyes: FakeEyes, family: FakeFamily, status: list[ClubStatus]) -> Flask:
    made = page_app(table, eyes, family=family, club=lambda: status[0], language="en")
    made.testing = True
    return made


def test_a_club_is_written_down(tablet: Tablet, family: FakeFamily) -> None:
    answer = tablet.form("/settings/club", {**TYPED, "home_assistant": "yes", "on": "yes"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/settings/club")
    shown = page(tablet, "/settings/club")
    assert "next start" in words(shown)
    assert family.said["club"] == {
        **{name: text for name, text in TYPED.items() if name != "password"},
        **{"home_assistant": True, "on": True},
    }
    assert family.password == "secret"
    assert 'value="mqtt://club:1883"' in shown and "secret" not in shown


def test_it_ends_and_stays_written(tablet: Tablet, family: FakeFamily) -> None:
    tablet.form("/settings/club", {**TYPED, "on": "yes"})
    tablet.form("/settings/club", {"on": "no"})
    assert family.said["club"]["on"] is False
    assert family.said["club"]["address"] == TYPED["address"]


def test_what_is_missing_or_wrong_is_said(tablet: Tablet, family: FakeFamily) -> None:
    tablet.form("/settings/club", {**TYPED, "table": " ", "on": "yes"})
    assert "are needed" in words(page(tablet, "/settings/club"))
    family.writable = False
    tablet.form("/settings/club", {**TYPED, "on": "yes"})
    assert "An address looks like" in words(page(tablet, "/settings/club"))


@pytest.mark.parametrize(
    ("now", "says"),
    [
        (ClubStatus("off"), "Nobody is told"),
        (ClubStatus("there", 1), "hears this table. 1 entry waits"),
        (ClubStatus("away", 12), "12 entries wait"),
        (ClubStatus("refused"), "name and password"),
        (ClubStatus("missing"), "companion-table[club]"),
        (ClubStatus("failed"), "club.sqlite"),
    ],
)
def test_how_it_goes_is_said(tablet: Tablet, status: list[ClubStatus], now: ClubStatus, says: str) -> None:
    status[0] = now
    assert says in words(page(tablet, "/settings/club"))
