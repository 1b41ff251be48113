"""A drawer that slides in on a device of the hand: the page keeps its width, or taps would miss their places."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import House
from tests.browser.looking import PHONE, UPRIGHT

pytestmark = pytest.mark.xdist_group("browser")


def on_a_handheld(browser: Browser, size: Any) -> Page:
    """A page that moves, on a device that shrinks a page which is too wide."""
    device = browser.new_context(
        viewport=size, is_mobile=True, has_touch=True, reduced_motion="no-preference"
    )
    return device.new_page()


@pytest.mark.parametrize("size", [PHONE, UPRIGHT], ids=["phone", "upright"])
def test_a_drawer_leaves_the_page_as_wide_as_its_screen(browser: Browser, house: House, size: Any) -> None:
    house.table.open_game("poker_dice_race", ["Ada", "Bea"])
    page = on_a_handheld(browser, size)
    page.goto(house.url)
    for _ in range(2):
        page.locator("#menu").tap()
        expect(page.locator("#panel-title")).to_be_visible()
        page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        assert page.evaluate("innerWidth") == size["width"]
        page.locator("#close").tap()
        expect(page.locator(".panel")).to_have_count(0)
    page.context.close()
