"""The file cannot be read any more in the middle of an evening: one sentence, and the game in play goes on."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from companion.table import Table
from tests.companion.kept.family import play
from tests.web.conftest import Tablet

SENTENCE = "Les parties d’avant ne se lisent pas sur le disque en ce moment. La partie en cours continue."
SHORT = {"stable": "single", "end_when": "first"}


class BrokenDisk:
    """A connection to a file on a disk that answers nothing any more."""

    def execute(self, *_: Any) -> Any:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error

    executemany = execute


@pytest.fixture
def broken(table: Table, tablet: Tablet) -> Tablet:
    """A game that is over and one that is not, which nobody has looked back at, and one in play; then the disk."""
    play(table, "poker_dice_race", "Ada", "Bea", seed=1, options=SHORT)
    play(table, "racko", "Ada", "Bea", most=3)
    assert tablet.open("Ada", "Bea", options={"stable": "single"}, first="Ada").status_code == 200
    table._journal._database = BrokenDisk()  # type: ignore[assignment]
    return tablet


@pytest.mark.parametrize("path", ["/home", "/games", "/games?page=2", "/league", "/games/1", "/games/1?at=3"])
def test_whoever_looks_back_is_told_in_one_sentence(
    broken: Tablet, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    for headers in ({}, {"X-Fragment": "1"}):
        shown = broken.client.get(path, headers={"Accept-Language": "fr", **headers})
        assert shown.status_code == 503 and SENTENCE in shown.get_data(as_text=True)
        assert 'href="/"' in shown.get_data(as_text=True)
    assert not any(one.exc_info for one in caplog.records)


@pytest.mark.parametrize("path", ["games", "games/1", "games/1/record", "league"])
def test_the_api_tells_it_by_its_code(broken: Tablet, path: str) -> None:
    told = broken.client.get(f"/api/v1/{path}", headers={"Accept-Language": "fr"})
    assert told.status_code == 503
    assert told.json["error"] == {"code": "journal_unreadable", "details": {}, "message": SENTENCE}


def test_the_record_of_a_game_is_told_to_be_unreadable(broken: Tablet) -> None:
    assert broken.client.get("/games/1/record").status_code == 503


@pytest.mark.parametrize("panel", ["", "menu", "new", "kept", "history", "pause"])
def test_the_table_and_all_its_panels_stay(broken: Tablet, panel: str) -> None:
    assert broken.client.get("/", query_string={"panel": panel} if panel else {}).status_code == 200
    assert broken.client.get("/fragment", query_string={"panel": panel} if panel else {}).status_code == 200


def test_the_game_in_play_goes_on(broken: Tablet, table: Table) -> None:
    assert broken.roll("Ada", "9", "9").status_code == 200
    assert broken.post("undo", {"expected_seq": broken.seq}).status_code == 200
    assert broken.roll("Ada", "K", "9").status_code == 200
    assert broken.client.get(f"/api/v1/games/{table.number}").json["moves"] == len(table.moves())
    assert table.waiting == 3


def test_another_game_is_begun_all_the_same_and_an_earlier_one_is_not_gone_on_with(
    broken: Tablet, table: Table
) -> None:
    before = table.number
    gone_on = broken.form(
        "/play/go_on", {"number": before - 1, "expected_seq": table.seq}, **{"X-Fragment": "1"}
    )
    assert gone_on.status_code == 507 and table.number == before
    assert SENTENCE in gone_on.get_data(as_text=True)
    assert broken.open("Cyd", "Dan", options={"stable": "single"}, first="Cyd").status_code == 200
    assert table.number == before + 1
