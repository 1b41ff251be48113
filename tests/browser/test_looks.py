"""Every screen of the race is readable, touchable and whole: all sizes, every language, both themes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.asking import answer, asks
from tests.browser.looking import EVERY_SIZE, LANGUAGES, LONG, Screen, look_at_all, look_over, speak

pytestmark = pytest.mark.xdist_group("another browser")

STYLES = sorted((Path(__file__).parents[2] / "web" / "static").glob("*.css"))


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


def stables_thrown(house: Any) -> None:
    stables(house)
    house.table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"], "horse": 1})


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


def asking_about_an_earlier_throw(house: Any) -> None:
    """Nobody puts a pawn back as told: was the throw before another one?"""
    house.lay(*LONG, turn=LONG[1], horses={str(number): {"square": 3 * number} for number in range(1, 5)})
    thrown = {"by": LONG[1], "do": "roll", "dice": ["Q", "J"], "horse": 2}
    stop, then = {"by": LONG[1], "do": "stop"}, {"by": LONG[2], "do": "roll", "dice": ["10", "9"], "horse": 3}
    house.table.act(thrown)
    house.table.act(stop)
    other = {**thrown, "dice": ["A", "J"]}
    again = answer(other, stop, then, chance=0.2, taken_back=2)
    retold = {**again.arguments, "retold": {"count": 2, "before": thrown, "after": other}}
    asks(house.table, answer(then, chance=0.8), replace(again, arguments=retold))


def asked_who_sits_where(house: Any) -> None:
    deciding(house)
    house.table.note("seating_asked")


def over(house: Any) -> None:
    horses = {"1": {"rank": 1}, "2": {"rank": 2}, "3": {"square": 28}, "4": {"square": 28}}
    house.lay(*LONG, turn=LONG[2], horses=horses)
    house.table.act({"by": LONG[2], "do": "roll", "dice": ["K"]})


SCREENS = {
    "nobody": Screen(nobody, at_a_glance=True, below="the options"),
    "beginning": Screen(beginning, at_a_glance=True),
    "deciding": Screen(deciding, at_a_glance=True),
    "obstacle": Screen(on_an_obstacle, at_a_glance=True),
    "stables": Screen(stables, at_a_glance=True),
    "stables, after a throw": Screen(
        stables_thrown, at_a_glance=True, below="the chances", first=".re.stable"
    ),
    "swapped": Screen(swapped, at_a_glance=True),
    "taken back": Screen(taken_back, at_a_glance=True, below="the start", first="#by-taps"),
    "asking": Screen(asking, at_a_glance=True),
    "an earlier throw": Screen(asking_about_an_earlier_throw, at_a_glance=True),
    "which horse": Screen(asking_which_horse, at_a_glance=True),
    "something else": Screen(asking, "?panel=other", at_a_glance=True),
    "over": Screen(over, at_a_glance=True),
    "menu": Screen(deciding, "?panel=menu", at_a_glance=True),
    "history": Screen(deciding, "?panel=history", at_a_glance=True),
    "where did we stop": Screen(deciding, "?panel=where", at_a_glance=True),
    "a pause": Screen(deciding, "?panel=pause", at_a_glance=True),
    "who sits where is asked": Screen(asked_who_sits_where, at_a_glance=True),
    "who sits where": Screen(asked_who_sits_where, "?panel=seating", at_a_glance=True),
    "another place": Screen(asked_who_sits_where, f"?panel=seating&player={LONG[1]}", at_a_glance=True),
    "lots": Screen(deciding, "?panel=lots", at_a_glance=True),
    "correcting": Screen(deciding, "?panel=amend&entry=2", at_a_glance=True),
    "new game": Screen(deciding, "?panel=new", at_a_glance=True, below="the options"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, SCREENS) == {}


ON_THE_EDGE = """[...document.querySelectorAll(".ans")].filter(one => {
  const edge = 21, text = one.querySelector(".t").getBoundingClientRect(), whole = one.getBoundingClientRect();
  return text.bottom > whole.bottom - edge || text.top < whole.top;
}).map(one => one.innerText)"""


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_an_answer_of_several_lines_stands_above_its_edge(visit: Any, house: Any, size: str) -> None:
    asking_about_an_earlier_throw(house)
    page = visit(EVERY_SIZE[size].viewport, painted=False)
    assert page.locator(".ans").count() == 2
    assert page.evaluate(ON_THE_EDGE) == []


def test_any_board_fits(visit: Any, house: Any) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    found: dict[str, list[str]] = {}
    for length in (7, 14, 20, 40, 60):
        obstacles = [[2, 3], [length - 2, length - 1]]
        house.lay("Ada", "Bea", "Cyd", turn="Ada", board={"length": length, "obstacles": obstacles})
        page.goto(house.url)
        found |= {f"{length} squares, {where}": told for where, told in look_over(page).items()}
    assert found == {}


def palettes(css: str, by_choice: bool) -> dict[str, str]:
    """What is set in the evening, by selector: for those who chose it, or for those whose device did."""
    if not by_choice:
        inside = re.findall(r"@media \(prefers-color-scheme:dark\)\{((?:[^{}]*\{[^{}]*\})*)\s*\}", css)
        css = "".join(inside)
    mark = ":root[data-theme=soir]" if by_choice else ":root:not([data-theme=jour])"
    rules = re.findall(r"([^{}]*)\{([^{}]*)\}", css)
    found: dict[str, str] = {}
    for selectors, body in rules:
        for selector in selectors.split(","):
            if mark in selector:
                found[" ".join(selector.replace(mark, "").split())] = " ".join(body.split())
    return found


@pytest.mark.parametrize("style", STYLES, ids=[style.stem for style in STYLES])
def test_both_dark_palettes_are_the_same(style: Path) -> None:
    css = style.read_text(encoding="utf-8")
    assert palettes(css, by_choice=True) == palettes(css, by_choice=False)


def test_the_dark_palette_is_there() -> None:
    (css,) = (style.read_text(encoding="utf-8") for style in STYLES if style.stem == "companion")
    assert len(palettes(css, by_choice=True)[""]) > 250
