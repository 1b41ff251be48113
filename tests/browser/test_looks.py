"""Every screen is readable, touchable and whole: both sizes, both languages, both themes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.xdist_group("browser")

CHECKS = (Path(__file__).parent / "page_checks.js").read_text(encoding="utf-8")
CHECKS = CHECKS[CHECKS.index("({") :].rstrip().rstrip(";")
LONG = ("Bartholomé le Magnifique", "Mamie Josette de Provence"[:24], "Papi Henri", "Léo")
SCROLLING = ".panel-new > .panel-body"
"""The one box that may scroll in itself: on a wide tablet, where the choices of a new game are many."""
SIZES = {"tablet": ({"width": 1280, "height": 800}, 20, 48), "phone": ({"width": 390, "height": 844}, 16, 48)}


def settle(page: Any) -> None:
    """Fonts are there and nothing moves any more."""
    still = "document.getAnimations().map((one) => one.finished.catch(() => {}))"
    page.evaluate(f"Promise.all([document.fonts.ready, ...{still}]).then(() => true)")


def nobody(house: Any) -> None:
    """Nothing is open."""


def beginning(house: Any) -> None:
    house.table.open_game("poker_dice_race", list(LONG))


def deciding(house: Any) -> None:
    horses = {"1": {"square": 12}, "2": {"square": 15}, "3": {"square": 19}, "4": {"square": 8}}
    house.lay(*LONG, turn=LONG[0], horses=horses, series={"horse": 1, "rolls": [["J", "9"]]})
    reading = {"faces": [{"face": "J", "p": 0.98}, {"face": "Q", "p": 0.91}], "evidence": None}
    house.table.act({"by": LONG[0], "do": "roll", "dice": ["J", "Q"]}, reading=reading)


def on_an_obstacle(house: Any) -> None:
    horses = {"1": {"square": 8}, "2": {"square": 27}, "3": {"rank": 1}, "4": {"square": 0}}
    house.lay(*LONG, turn=LONG[0], horses=horses, options={"dice": "numbers"})
    house.table.act({"by": LONG[0], "do": "roll", "dice": [4, 6]})


def stables(house: Any) -> None:
    horses = {"1": {"square": 12}, "2": {"square": 24}, "3": {"square": 19}, "4": {"square": 0}}
    house.lay("Ada", "Bea", turn="Ada", horses=horses)


def swapped(house: Any) -> None:
    house.lay(*LONG[:3], turn=LONG[0], horses={"1": {"square": 4}, "2": {"square": 6}})
    house.table.act({"by": LONG[0], "do": "roll", "dice": ["J", "Q"]})
    house.table.act({"by": LONG[0], "do": "stop"})


def taken_back(house: Any) -> None:
    swapped(house)
    house.table.undo()


def asking(house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03})


def asking_which_horse(house: Any) -> None:
    house.lay("Ada", "Bea", turn="Ada")
    house.see({"K": 0.98, "9": 0.02}, {"Q": 0.97, "A": 0.03})


def over(house: Any) -> None:
    horses = {"1": {"rank": 1}, "2": {"rank": 2}, "3": {"square": 28}, "4": {"square": 28}}
    house.lay(*LONG, turn=LONG[2], horses=horses)
    house.table.act({"by": LONG[2], "do": "roll", "dice": ["K"]})


SCREENS: dict[str, tuple[Callable[[Any], None], str]] = {
    "nobody": (nobody, ""),
    "beginning": (beginning, ""),
    "deciding": (deciding, ""),
    "obstacle": (on_an_obstacle, ""),
    "stables": (stables, ""),
    "stables, horse chosen": (stables, "?horse=1"),
    "swapped": (swapped, ""),
    "taken back": (taken_back, ""),
    "asking": (asking, ""),
    "which horse": (asking_which_horse, ""),
    "something else": (asking, "?panel=other"),
    "over": (over, ""),
    "menu": (deciding, "?panel=menu"),
    "history": (deciding, "?panel=history"),
    "where did we stop": (deciding, "?panel=where"),
    "correcting": (deciding, "?panel=amend&entry=2"),
    "new game": (deciding, "?panel=new"),
}


def findings(page: Any, size: str, *, tall: bool) -> list[str]:
    """What page_checks.js has to say about the page as it is."""
    settle(page)
    _, smallest, target = SIZES[size]
    wanted = {"min": smallest, "target": target, "tall": tall, "scrolling": SCROLLING}
    found: list[str] = page.evaluate(CHECKS, wanted)
    return found


@pytest.mark.parametrize(("scheme", "language"), [("light", "fr"), ("dark", "en")])
def test_every_screen(visit: Any, house: Any, scheme: str, language: str) -> None:
    page = visit(reduced_motion="reduce", color_scheme=scheme)
    token = page.locator("meta[name=csrf-token]").get_attribute("content")
    form, origin = {"language": language, "token": token or ""}, {"Origin": house.url.rstrip("/")}
    page.context.request.post(house.url + "preferences", form=form, headers=origin)
    found: dict[str, list[str]] = {}
    for screen, (lay, path) in SCREENS.items():
        lay(house)
        page.goto(house.url + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for size, (viewport, *_) in SIZES.items():
            page.set_viewport_size(viewport)
            if complaints := findings(page, size, tall=size == "phone"):
                found[f"{screen}, {size}"] = complaints
    assert found == {}


def test_any_board_fits(visit: Any, house: Any) -> None:
    page = visit(reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    for length in (7, 14, 20, 40, 60):
        obstacles = [[2, 3], [length - 2, length - 1]]
        house.lay("Ada", "Bea", "Cyd", turn="Ada", board={"length": length, "obstacles": obstacles})
        page.goto(house.url)
        for size, (viewport, *_) in SIZES.items():
            page.set_viewport_size(viewport)
            if complaints := findings(page, size, tall=True):
                found[f"{length} squares, {size}"] = complaints
    assert found == {}


def test_both_dark_palettes_are_the_same() -> None:
    css = (Path(__file__).parents[2] / "web" / "static" / "companion.css").read_text(encoding="utf-8")
    chosen = css.split(":root[data-theme=soir]{", 1)[1].split("}", 1)[0]
    followed = css.split(":root:not([data-theme=jour]){", 1)[1].split("}", 1)[0]
    assert chosen.split() == followed.split()
