"""An evening tells a club only where the family has asked for it, and goes on whatever is missing for that."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from calibration.settings import ClubSettings, load_settings
from companion.evening.club import ClubLine
from companion.evening.family import PASSWORD_FILE, FamilyFolder
from companion.evening.troubles import Troubles
from companion.journal import Journal
from companion.table import Table

LINES = {"address": "mqtt://127.0.0.1:9", "table": "window", "title": "By the window", "on": True}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


def test_nobody_is_told_unless_the_family_has_asked_for_it(tmp_path: Path, table: Table) -> None:
    for club in (None, ClubSettings(address="mqtt://nowhere", table="window", on=False)):
        line, troubles = ClubLine(), Troubles()
        with line.open(tmp_path, club, table, troubles):
            assert line.status().state == "off"
        assert not troubles()
    assert not (tmp_path / "club.sqlite").exists()


def test_what_is_not_installed_is_said_and_the_evening_goes_on(
    tmp_path: Path, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "companion.club.connection", None)
    line, troubles = ClubLine(), Troubles()
    with line.open(tmp_path, ClubSettings(address="mqtt://nowhere", table="window"), table, troubles):
        assert line.status().state == "missing"
    assert [one.code for one in troubles()] == ["club_missing"]


def test_an_outbox_that_cannot_be_written_is_said(tmp_path: Path, table: Table) -> None:
    pytest.importorskip("paho.mqtt")
    line, troubles = ClubLine(), Troubles()
    club = ClubSettings(address="mqtt://nowhere", table="window")
    with line.open(tmp_path / "gone", club, table, troubles):
        assert line.status().state == "failed"
    assert [one.code for one in troubles()] == ["club_failed"]


def test_what_waits_for_a_club_that_is_away_is_counted(tmp_path: Path, table: Table) -> None:
    pytest.importorskip("paho.mqtt")
    line = ClubLine()
    with line.open(tmp_path, ClubSettings(address="mqtt://127.0.0.1:9", table="window"), table, Troubles()):
        table.open_game("racko", ("Ada", "Bea"))
        assert line.status().state == "away"
    assert (tmp_path / "club.sqlite").exists()


def test_the_page_writes_the_club_and_its_password_where_nobody_else_reads_it(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("keep_pictures = true  # for Nana\n", encoding="utf-8")
    family = FamilyFolder(tmp_path)
    assert family.set_club(LINES, "secret")
    assert family.set_club({"on": False}, "")
    club = load_settings(tmp_path).club
    assert club is not None
    assert (club.address, club.table, club.on) == ("mqtt://127.0.0.1:9", "window", False)
    assert "# for Nana" in (tmp_path / "settings.toml").read_text(encoding="utf-8")
    kept = tmp_path / PASSWORD_FILE
    assert (kept.read_text(encoding="utf-8"), kept.stat().st_mode & 0o077) == ("secret\n", 0)


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "window"},
        {"address": "mqtt://me:word@host"},
        {"table": "By the window"},
        {"title": "A" * 81},
    ],
)
def test_what_is_no_club_is_not_written(tmp_path: Path, wrong: dict[str, str]) -> None:
    assert not FamilyFolder(tmp_path).set_club({**LINES, **wrong}, "secret")
    assert load_settings(tmp_path).club is None
    assert not (tmp_path / PASSWORD_FILE).exists()
