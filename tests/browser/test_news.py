"""What has just happened stands large over every board, what moved glows, and every move so far is a tap away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_change_horses, test_crapette, test_racko, test_super_crack
from tests.browser.looking import LONG, SIZES

pytestmark = pytest.mark.xdist_group("browser")


def dadamax(house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    house.table.act({"by": "Ada", "do": "stop"})


def racko(house: Any) -> None:
    test_racko.a_turn(house)
    house.table.act({"by": LONG[2], "do": "draw_stock"})
    house.table.act({"by": LONG[2], "do": "discard", "card": 33})


def change_horses(house: Any) -> None:
    test_change_horses.a_turn(house)
    house.table.act({"by": LONG[0], "do": "play_card", "card": "CE"})


def crapette(house: Any) -> None:
    test_crapette.lay(house)
    test_crapette.reserve_goes(house)


@pytest.mark.parametrize(
    ("lay", "mover", "glows"),
    [
        (dadamax, "coq", "[data-key=horse-1][data-lately]"),
        (racko, "ours", "figure[data-lately] button"),
        (change_horses, "coq", "[data-key=laid-4][data-lately]"),
        (test_super_crack.rolled, "hibou", "[data-key=horse-11][data-lately]"),
        (crapette, "coq", ".lately"),
    ],
)
def test_the_last_move_is_told_large_with_its_animal_and_glows(
    visit: Any, house: Any, lay: Callable[[Any], None], mover: str, glows: str
) -> None:
    lay(house)
    page = visit()
    news = page.locator("#news")
    for name in ("tablet", "upright"):
        page.set_viewport_size(SIZES[name].viewport)
        size = news.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert size >= 30, name
    expect(news.locator("use").first).to_have_attribute("href", f"#{mover}")
    expect(page.locator(glows).first).to_be_attached()


def test_the_glow_goes_with_the_next_move_and_the_log_looks_back(visit: Any, house: Any) -> None:
    dadamax(house)
    page = visit(reduced_motion="reduce")
    glow = page.locator(".board.wide [data-lately]")
    expect(glow).to_have_count(1)
    house.table.act({"by": "Bea", "do": "roll", "dice": ["9", "9"]})
    expect(page.locator("#news")).to_contain_text("Bea")
    expect(page.locator(".board.wide [data-key=horse-1][data-lately]")).to_have_count(0)
    page.locator("#news").tap()
    expect(page.locator(".history .move")).to_have_count(3)
    page.locator("#look-2").tap()
    expect(page.locator("#replay")).to_have_attribute("data-at", "1")
    page.locator("#close").tap()
    expect(page.locator("#waiting")).to_be_visible()
