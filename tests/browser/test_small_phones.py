"""The narrowest phones show every table whole: it may be scrolled, but nothing is cut off at the edge or broken.

Every third screen of each game in every run, all of them with ``make test-long``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pytest

from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.looking import SMALL_PHONE, Screen, look_at_all, speak

pytestmark = pytest.mark.xdist_group("another browser")

SCREENS: Mapping[str, Mapping[str, Screen]] = {
    "poker_dice_race": test_looks.SCREENS,
    "racko": test_racko.SCREENS,
    "crapette": test_crapette.SCREENS,
    "super_crack": test_super_crack.STATES,
    "change_horses": test_change_horses.SCREENS,
}
SHARE = 1 if os.environ.get("COMPANION_LONG") else 3


@pytest.mark.parametrize("game", SCREENS)
def test_nothing_is_cut_off_on_the_narrowest_phones(visit: Any, house: Any, game: str) -> None:
    house.looks = 0  # of the camera at Crapette
    screens = dict(list(SCREENS[game].items())[1::SHARE])
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, "fr")
    assert look_at_all(page, house, "fr", screens, sizes=lambda _: (SMALL_PHONE,), phone_scrolls=True) == {}
