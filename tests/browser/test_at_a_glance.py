"""A tablet that lies or stands shows every table whole, also what no simulated game comes to: nothing scrolls.

What the camera asks, what was taken back or is to be put right, cards chosen in part. In French in every run, in the
further languages with ``make test-long``.
"""

from __future__ import annotations

import os
from typing import Any

import pytest

from companion.languages import LANGUAGES
from tests.browser.looking import DRAWN_ANEW, SIZES, leave, settle, speak
from tests.browser.test_small_phones import SCREENS

pytestmark = pytest.mark.xdist_group("another browser")

SPOKEN = tuple(LANGUAGES) if os.environ.get("COMPANION_LONG") else ("fr",)
LOWER = """() => [document.documentElement.scrollHeight - innerHeight,
  document.documentElement.scrollWidth - innerWidth]"""


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("game", SCREENS)
def test_no_table_scrolls_on_a_tablet(visit: Any, house: Any, game: str, language: str) -> None:
    house.looks = 0  # of the camera at Crapette
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    lower = {}
    for name, screen in SCREENS[game].items():
        leave(page)
        page.goto(house.url + (screen.lay(house) or screen.path))
        for size in ("tablet", "upright"):
            page.set_viewport_size(SIZES[size].viewport)
            page.evaluate(DRAWN_ANEW)
            settle(page)
            if (told := page.evaluate(LOWER)) != [0, 0]:
                lower[f"{name}, {size}"] = told
    assert lower == {}
