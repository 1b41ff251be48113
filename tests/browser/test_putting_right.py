"""Whatever lies on the drawn table is touched, and the next tap says what it really is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import test_crapette, test_news, test_super_crack
from tests.browser.looking import LONG

pytestmark = pytest.mark.xdist_group("browser")


def dadamax(house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    house.table.act({"by": "Ada", "do": "stop"})


def stood(house: Any) -> Any:
    return house.view["horses"]["1"]["square"]


def thrown(house: Any) -> Any:
    told = [entry["action"] for entry in house.table.snapshot().as_json()["history"] if entry.get("action")]
    return next(action["value"] for action in reversed(told) if action["do"] == "roll")


def laid(house: Any) -> Any:
    return house.view["board"][-1]["card"]


def discarded(house: Any) -> Any:
    return house.view["discard_top"]


def on_the_pile(house: Any) -> Any:
    return house.view["cases"]["T5"]


def crapette(house: Any) -> None:
    test_crapette.lay(house, reserves={})
    test_crapette.do(house, "draw", card="9H")
    test_crapette.do(house, "move", from_=f"hand:{LONG[0]}", to="T5", card="9H")


@pytest.mark.parametrize(
    ("lay", "touched", "really", "what", "now"),
    [
        (dadamax, ".board.wide [data-key=horse-1]", "label:has(#amend-1-Q)", stood, 2),
        (test_super_crack.rolled, ".board.wide [data-key=horse-11]", "#amend-0-0-0-0", thrown, 1),
        (test_news.change_horses, "[data-key=laid-4]:visible", ".act-form button:has-text('DF')", laid, "DF"),
        (test_news.racko, "#fix-discard", ".act-form button[value='34']", discarded, 34),
        (crapette, "#tap-r1-right", "#rather-9D", on_the_pile, ["10S", "9D"]),
    ],
)
def test_two_taps_put_right_what_lies_there(
    visit: Any,
    house: Any,
    lay: Callable[[Any], Any],
    touched: str,
    really: str,
    what: Callable[[Any], Any],
    now: Any,
) -> None:
    lay(house)
    page: Page = visit(reduced_motion="reduce")
    assert what(house) != now
    page.locator(touched).first.tap()
    with page.expect_response("**/play/*"):
        page.locator(really).first.tap()
    expect(page.locator("#panel")).to_have_count(0)
    assert what(house) == now
