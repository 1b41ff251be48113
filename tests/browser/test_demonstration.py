"""See it referee: one button on the shelf leads to a filmed evening, and the way back to the boxes is there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.journal import Journal
from companion.table import Table
from tests.browser import test_crapette
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import PHONE, SIZES, Size
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from web.server import PageServer

pytestmark = pytest.mark.xdist_group("browser")


class Filmed:
    """A filmed evening on an address of its own, there when it is told to be."""

    port: int | None = None
    begun = ""

    def begin(self, language: str, boxes_at: int) -> None:
        """Remembers in which language it was begun."""
        self.begun = language


@pytest.fixture
def filmed() -> Filmed:
    return Filmed()


@pytest.fixture
def house(tmp_path: Path, stage: Stage, filmed: Filmed) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), demonstration=filmed) as served:
        yield served
    journal.close()


def test_one_tap_on_the_shelf_shows_the_referee_at_work(
    visit: Any, house: House, filmed: Filmed, tmp_path: Path
) -> None:
    journal = Journal(tmp_path / "film.sqlite")
    film = House(Table(journal), FakeEyes("sees", "still"), "")
    test_crapette.called(film)
    boxes_at = int(house.url.rpartition(":")[2].strip("/"))
    server = PageServer(page_app(film.table, film.eyes, boxes_at=boxes_at), "127.0.0.1", 0)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    page = visit(own=True)
    page.locator("#see-referee").tap()
    expect(page.locator("#demonstration h1")).to_be_visible()
    assert filmed.begun == "fr"
    filmed.port = server.port
    expect(page.locator(".stage.called .verdict")).to_be_visible()
    assert f":{server.port}/" in page.url

    test_crapette.over(film)
    expect(page.locator("#film-over")).to_be_visible()
    page.locator("main .btn.go").tap()
    expect(page.locator("#see-referee")).to_be_visible()
    assert page.url == house.url + "home"

    visit.allowed = ("ERR_", "Failed to load")
    page.go_back()
    expect(page.locator("#film-over")).to_be_visible()
    server.close()
    running.join(5)
    page.evaluate(
        "dispatchEvent(new Event('online'))"
    )  # as it happens within seconds, without anybody's doing
    expect(page.locator("#line")).to_contain_text("ne répond plus")
    page.set_viewport_size(PHONE)
    told = page.locator("#line span")
    assert told.evaluate("one => one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)") < 2.5
    assert page.locator("#line").evaluate("one => one.offsetHeight") <= 56  # so much the table makes room for
    page.locator("#line a").tap()
    expect(page.locator("#see-referee")).to_be_visible()
    journal.close()


@pytest.mark.parametrize("size", SIZES.values(), ids=list(SIZES))
def test_the_way_to_the_film_and_the_ways_back_are_told_in_words(visit: Any, size: Size) -> None:
    page = visit(size.viewport)
    words = page.locator("#see-referee span")
    assert words.bounding_box()["width"] > 60
    expect(words).to_have_text("Voir l’arbitre")


def test_a_wide_tablet_shows_all_that_a_camera_would_need(visit: Any, house: House) -> None:
    page = visit(path="home")
    page.goto(house.url + "stand")
    expect(page.locator("#see-referee")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
