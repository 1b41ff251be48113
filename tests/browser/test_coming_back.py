"""Tablets that were away: asleep while the game went on, while the server was started anew, or a moment too late."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.journal import Journal
from companion.table import Table
from tests.browser.conftest import House
from tests.browser.test_play import tap_dice
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from web.live.hub import QUEUE
from web.server import PageServer

pytestmark = pytest.mark.xdist_group("browser")

SLEEP = """(ms) => {
  const wall = Date.now;
  Date.now = () => wall() + ms;
}"""
"""While a machine sleeps its clock goes on, and the time since the page began stands still."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(Journal(tmp_path / "journal.sqlite"))


@pytest.fixture
def server(table: Table) -> Iterator[PageServer]:
    """A server of its own: it is stopped in the middle."""
    app = page_app(table, FakeEyes("off", "off"), viewers=8)
    made = PageServer(app, "127.0.0.1", 0)
    thread = threading.Thread(target=made.run, daemon=True)
    thread.start()
    yield made
    made.close()
    thread.join(5)


@pytest.fixture
def house(table: Table, server: PageServer) -> House:
    return House(table, FakeEyes("off", "off"), f"http://127.0.0.1:{server.port}/")


@pytest.fixture
def race(house: Any) -> Any:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    return house


def lose(table: Table) -> None:
    player = table.snapshot().as_json()["view"]["turn"]
    table.act({"by": player, "do": "roll", "dice": ["9", "9"]})


def test_the_server_is_started_anew_while_a_tablet_sleeps_past_everything_that_is_kept(
    visit: Any, race: Any, server: PageServer, tmp_path: Path
) -> None:
    visit.allowed = ("ERR_", "Failed to load")
    page = visit()
    expect(page.locator("#waiting")).to_have_text("Ada lance deux dés")
    page.evaluate("window.neverLoadedAnew = true")
    port = server.port
    server.close()
    for _ in range(QUEUE + 5):
        lose(race.table)
    again = Table(Journal(tmp_path / "journal.sqlite"))
    other = PageServer(page_app(again, FakeEyes("off", "off"), viewers=8), "127.0.0.1", port)
    thread = threading.Thread(target=other.run, daemon=True)
    page.evaluate("document.getElementById('line').hidden = false")
    thread.start()
    try:
        page.evaluate(SLEEP, 3_600_000)  # seen within a second, without anybody's doing
        expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")
        assert page.locator("#tablet").get_attribute("data-seq") == str(again.seq)
        expect(page.locator("#line")).to_have_text("La table est de nouveau là.")
        expect(page.locator("#line")).to_be_hidden()
        lose(again)
        expect(page.locator("#waiting")).to_have_text("Ada lance deux dés")
        tap_dice(page, "9", "9")
        expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")
        assert page.evaluate("window.neverLoadedAnew")
        page.goto("about:blank")
    finally:
        other.close()
        thread.join(5)


def test_of_two_tablets_that_tap_at_once_one_is_shown_what_the_other_did(visit: Any, race: Any) -> None:
    visit.allowed = ("status of 409",)
    first, second = visit(), visit()
    second.route("**/fragment*", lambda route: route.abort())  # it has not heard of the other yet
    visit.allowed = ("status of 409", "ERR_FAILED")
    tap_dice(first, "9", "9")
    expect(first.locator("#waiting")).to_have_text("Bea lance deux dés")
    with second.expect_response("**/play/action") as answered:
        tap_dice(second, "K", "Q")
    assert answered.value.status == 409
    expect(second.locator(".flash")).to_contain_text("Entre-temps")
    expect(second.locator("#waiting")).to_have_text("Bea lance deux dés")
    assert race.view["series"] is None


def test_a_table_that_refuses_is_told_within_three_seconds(visit: Any, race: Any) -> None:
    visit.allowed = ("Failed to load resource",)
    page = visit()
    browser = page.context.new_cdp_session(page)
    # Refused by the browser itself: how fast this program answers is not measured.
    browser.send("Network.enable")
    browser.send("Network.setBlockedURLs", {"urls": ["*/fragment*"]})
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#line")).to_be_visible(timeout=3_000)
    browser.send("Network.setBlockedURLs", {"urls": []})
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#line")).to_have_text("La table est de nouveau là.")
