"""The strip that tells what is broken: it fits, hides nothing for good, and goes when it was read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import Devices, House, Stage, Watched, housed
from tests.browser.looking import LANGUAGES, LONG, look_over, speak
from web.outside import Trouble

pytestmark = pytest.mark.xdist_group("browser")

TOLD = (
    Trouble("journal_cut", {"kept": 412, "lost": 17, "file": "journal.sqlite.damaged-1"}),
    Trouble("camera"),
    Trouble("disk_full", lasts=True),
)


@pytest.fixture
def house(tmp_path: Path, stage: Stage) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), troubles=lambda: TOLD) as served:
        yield served
    journal.close()


@pytest.fixture
def visit(devices: Devices, house: House) -> Iterator[Watched]:
    watched = Watched(devices, house.url)
    yield watched
    watched.close()
    assert watched.complaints == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_on_the_table_and_on_the_shelf(visit: Any, house: House, language: str) -> None:
    house.table.open_game("racko", list(LONG))
    page = visit(reduced_motion="reduce")
    speak(page, house, language)
    found = {}
    for path in ("", "home"):
        page.goto(house.url + path)
        expect(page.locator("#troubles p")).to_have_count(3)
        found |= {f"{path}, {size}": told for size, told in look_over(page).items()}
    assert found == {}


def test_what_was_read_goes_and_what_lasts_stays(visit: Any, house: House) -> None:
    house.table.open_game("racko", list(LONG))
    page = visit(scripts=False)
    page.locator("#troubles-read").click()
    expect(page.locator("#troubles p")).to_have_count(1)
