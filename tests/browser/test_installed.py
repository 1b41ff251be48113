"""The table as an app of a tablet: what a device installs, and what it shows where the table cannot be reached."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looking import look_over
from tests.page_app import page_app
from web.server import PageServer

pytestmark = pytest.mark.xdist_group("browser")


def test_a_device_can_install_the_table(visit: Any, house: Any) -> None:
    page = visit()
    told = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert told["errors"] == [] and '"display":"fullscreen"' in told["data"]
    for icon in page.evaluate("async () => (await (await fetch('/manifest.webmanifest')).json()).icons"):
        size = page.evaluate(
            """async (src) => {
              const image = new Image();
              image.src = src;
              await image.decode();
              return `${image.naturalWidth}x${image.naturalHeight}`;
            }""",
            icon["src"],
        )
        assert size == icon["sizes"]


def test_where_the_table_is_away_the_device_says_so_and_finds_it_again(visit: Any, house: Any) -> None:
    visit.allowed = ("ERR_", "Failed to load")
    server = PageServer(page_app(house.table, viewers=8), "127.0.0.1", 0)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    address = f"http://127.0.0.1:{server.port}/"
    page = visit(own=True, url=address)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.close()
    running.join(5)
    page.goto(address)
    expect(page.locator("#offline")).to_be_visible()
    assert look_over(page) == {}
    back = PageServer(page_app(house.table, viewers=8), "127.0.0.1", server.port)
    running = threading.Thread(target=back.run, daemon=True)
    running.start()
    page.locator("#again").tap()
    expect(page.locator("#home")).to_be_visible()
    back.close()
    running.join(5)


def test_the_table_fills_the_screen_by_one_tap_in_the_menu(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit(path="?panel=menu")
    page.locator("#fill-screen").tap()
    expect(page.locator("html:fullscreen")).to_have_count(1)
    page.locator("#fill-screen").tap()
    expect(page.locator("html:fullscreen")).to_have_count(0)
