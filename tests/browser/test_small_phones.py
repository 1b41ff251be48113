"""The narrowest phones, and phones on their side, show every table whole: it may be scrolled, but nothing is cut off
at the edge or broken.

Every third screen of each game in every run, all of them with ``make test-long``.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import ViewportSize

from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.looking import (
    EVERY_SIZE,
    LOWER,
    SMALL_PHONE,
    TURNED_PHONE,
    Screen,
    look_at_all,
    settle,
    speak,
)

pytestmark = pytest.mark.xdist_group("another browser")

SCREENS: Mapping[str, Mapping[str, Screen]] = {
    "poker_dice_race": test_looks.SCREENS,
    "racko": test_racko.SCREENS,
    "crapette": test_crapette.SCREENS,
    "super_crack": test_super_crack.STATES,
    "change_horses": test_change_horses.SCREENS,
}
SHARE = 1 if os.environ.get("COMPANION_LONG") else 3


@pytest.mark.parametrize("size", [SMALL_PHONE, TURNED_PHONE])
@pytest.mark.parametrize("game", SCREENS)
def test_nothing_is_cut_off_on_the_narrowest_phones_and_on_their_side(
    visit: Any, house: Any, game: str, size: str
) -> None:
    house.looks = 0  # of the camera at Crapette
    screens = dict(list(SCREENS[game].items())[1::SHARE])
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, "fr")
    assert look_at_all(page, house, "fr", screens, sizes=lambda _: (size,), phone_scrolls=True) == {}


LARGEST: ViewportSize = {"width": 932, "height": 430}
FIRST: Mapping[str, tuple[Callable[[Any], Any], str]] = {
    "poker_dice_race": (test_looks.deciding, "#stop"),
    "racko": (test_racko.a_turn, "#main .pick"),
    "crapette": (test_crapette.over, "#again"),
    "super_crack": (test_super_crack.race, "[id^=throw-]"),
    "change_horses": (test_change_horses.a_turn, ".ch-play .card"),
}


@pytest.mark.parametrize("game", FIRST)
def test_on_its_side_a_phone_shows_first_what_is_to_be_tapped(visit: Any, house: Any, game: str) -> None:
    lay, first = FIRST[game]
    lay(house)
    page = visit(reduced_motion="reduce")
    for viewport in (EVERY_SIZE[TURNED_PHONE].viewport, LARGEST):
        page.set_viewport_size(viewport)
        settle(page)
        assert page.evaluate(LOWER, {"scrolls": True, "first": first}) == [], viewport
