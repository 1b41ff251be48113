"""The end of every game tells the evening in a few sentences, on every tablet, with and without
its script, and nothing scrolls for it.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.kept.highlights import SAID
from tests.browser import test_change_horses, test_crapette, test_looks, test_racko, test_super_crack
from tests.browser.looking import SIZES, all_boxes

pytestmark = pytest.mark.xdist_group("another browser")

OVER = {
    "poker_dice_race": test_looks.over,
    "racko": test_racko.over,
    "super_crack": test_super_crack.won,
    "change_horses": test_change_horses.over,
    "crapette": test_crapette.over,
}
SHOWN = {"tablet": 2, "upright": 4}
"""So many of four sentences have room, whoever plays."""


def told(played: Any) -> Any:
    """As much as is ever told, about players with long names."""
    first, second = played.players[:2]
    yield SAID.phrase("calls_several", player=first, count=3)
    yield SAID.phrase("turned_midway", player=second)
    yield SAID.phrase("close", player=second, other=first)
    yield SAID.phrase("changed", count=7)


@pytest.mark.parametrize("game", OVER)
def test_the_evening_is_told_at_the_end_without_scrolling(
    visit: Any, house: Any, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.table.screen.highlights", told)
    OVER[game](house)
    page = visit(reduced_motion="reduce", painted=False)
    for (name, count), scripts in product(SHOWN.items(), (True, False)):
        page.set_viewport_size(SIZES[name].viewport)
        page.evaluate(f"document.documentElement.classList.toggle('js', {str(scripts).lower()})")
        sentences = all_boxes(page, f".evening-told li:nth-child(-n+{count})")
        assert (
            len(sentences) == count
            and sentences[-1]["y"] + sentences[-1]["height"] <= SIZES[name].viewport["height"]
        ), (name, scripts)
        assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, (name, scripts)
