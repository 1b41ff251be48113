"""What all tables share: nothing is covered, nothing scrolls, the table turns to whoever is on turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import test_change_horses, test_crapette, test_racko
from tests.browser.conftest import House
from tests.browser.looking import SIZES, findings, settle

pytestmark = pytest.mark.xdist_group("another browser")

FOUR = ("Papi Henri", "Inès", "Léo", "Camille")


def choosing(house: House) -> None:
    """Four turn cards up, nobody has a page of one's own."""
    house.table.open_game("change_horses", list(FOUR))
    house.table.act({"by": "table", "do": "place_horses", "lanes": test_change_horses.LANES})
    positions = {player: place for place, player in enumerate(FOUR, start=1)}
    house.table.act({"by": "table", "do": "deal_positions", "positions": positions})


LAID: dict[str, tuple[Callable[[Any], object], str]] = {
    "placing": (test_change_horses.placing, ""),
    "choosing": (choosing, ""),
    "bidding": (test_change_horses.carrots_bid, ""),
    "slipping": (test_change_horses.a_turn, "?slip=A-in,C-out"),
    "certificates": (test_change_horses.certificates, ""),
    "called": (test_racko.called, ""),
    "counting": (test_racko.counting, ""),
    "tie": (test_crapette.tie, ""),
    "resting": (test_crapette.resting, ""),
}


def test_tables_fit_lying_and_standing(visit: Any, house: Any) -> None:
    page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for name, (lay, path) in LAID.items():
        lay(house)
        page.goto(house.url + path)
        for size in ("tablet", "upright"):
            page.set_viewport_size(SIZES[size].viewport)
            settle(page)
            if complaints := findings(page, size, tall=False):
                found[f"{name}, {size}"] = complaints[:6]
    assert found == {}


def test_a_rack_is_told_by_tapping_its_numbers(visit: Any, house: Any) -> None:
    test_racko.called(house)
    page = visit()
    for number in (2, *test_racko.ASCENDING):
        page.locator(f"[data-number='{number}']").tap()
        if number == 2:
            page.locator("[data-number='2']").tap()  # out again
    expect(page.locator(".rk-pad [aria-pressed=true]")).to_have_count(10)
    page.locator(".rk-type .send").tap()
    expect(page.locator(".rack.wide")).to_be_visible()
    assert house.view["racks_shown"][test_racko.LONG[0]] == test_racko.ASCENDING


def test_the_slippery_track_is_tapped_on_the_course(visit: Any, house: Any) -> None:
    test_change_horses.a_turn(house)
    page = visit()
    page.locator("#slip-A").tap()
    expect(page.locator("#slipping")).to_contain_text("intérieur")
    page.locator("#slip-C").tap()
    expect(page.locator("#slipping")).to_contain_text("extérieur")
    page.locator("#slip-now").tap()
    expect(page.locator("#slipping")).to_have_count(0)
    horses = house.view["horses"]
    assert (horses["A"]["lane"], horses["C"]["lane"]) == (3, 2)


def test_a_flat_tablet_turns_to_whoever_is_on_turn(visit: Any, house: Any) -> None:
    test_racko.a_turn(house)
    page = visit(path="settings", scripts=False)
    page.locator("#pose-a-plat").click()
    page.goto(house.url)
    turned = "getComputedStyle(document.querySelector('main')).transform"
    assert page.evaluate(turned) == "matrix(-1, 0, 0, -1, 0, 0)"
    test_racko.a_turn(house, turn=test_racko.LONG[0])
    page.goto(house.url)
    assert page.evaluate(turned) == "none"
