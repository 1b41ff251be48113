"""The page of buttons and lamps in a browser: read by everybody, and a row that lights up while somebody presses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House, Stage, Watched, housed
from tests.browser.looking import PHONE, TABLET
from tests.browser.test_accessibility import violations
from tests.web.settings.test_pin_pages import FakePins


@pytest.fixture
def pins() -> FakePins:
    made = FakePins()
    made.on = {("buttons", "south"): [17], ("lamps", "north"): [6, 13, 19]}
    return made


@pytest.fixture
def house(tmp_path: Path, stage: Stage, pins: FakePins) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), pins=pins) as served:
        yield served
    journal.close()


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_everybody_can_read_it_and_it_lights_up(
    visit: Watched, house: House, pins: FakePins, size: ViewportSize
) -> None:
    page = visit(size, reduced_motion="reduce")
    page.goto(house.url + "settings/pins")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#light-south.lit").count() == 0
    pins.down = {"south"}
    page.locator("#light-south.lit").wait_for(timeout=20_000)
