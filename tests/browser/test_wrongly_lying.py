"""The photograph of what lies wrongly: beside the words on every screen, large when it is tapped."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from tests.browser.looking import SIZES, boxes, findings, settle
from tests.web.table.test_wrongly_lying_page import GAMES

JPEG = cv2.imencode(".jpg", np.full((720, 960, 3), 120, np.uint8))[1].tobytes()
SMALL = "#seen-wrong img"


@pytest.mark.parametrize("game", GAMES)
def test_the_photograph_stands_beside_the_words_and_is_large_when_it_is_tapped(
    visit: Any, house: Any, game: str
) -> None:
    house.eyes.pictures["picture-1"] = JPEG
    GAMES[game][0](house.table)
    page = visit(SIZES["tablet"].viewport)
    for name, size in SIZES.items():
        page.set_viewport_size(size.viewport)
        settle(page)
        assert findings(page, name, tall=name == "phone") == [], name
        photograph, words = boxes(page, SMALL, ".lies-wrongly .refused")
        assert photograph["right"] <= words["left"] and photograph["width"] >= 80
        page.locator("#seen-wrong summary").click()
        (large,) = boxes(page, SMALL)
        wide = min(size.viewport["width"], size.viewport["height"] * 4 / 3)
        assert (
            large["width"] > 0.8 * wide and large["left"] >= 0 and large["bottom"] <= size.viewport["height"]
        )
        page.locator("#seen-wrong summary").click()
        assert boxes(page, SMALL)[0]["width"] == photograph["width"]
