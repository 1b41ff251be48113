"""Looking back in a real browser: every page is readable and whole, the slider runs, links do without a script."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import House
from tests.browser.looking import LANGUAGES, look_over, share, speak
from tests.companion.kept.family import clock, play

pytestmark = pytest.mark.xdist_group("another browser")

SCROLLING = ".told-back"
"""The table of a game that is told in words may scroll in itself, beside its chart."""
FAMILY = ("Bartholomé le Magnifique", "Mamie Jo", "Papi Henri", "Léo")
PAGES = (
    "home",
    "games",
    "games?game=racko",
    "league",
    "games/add",
    "games/1?at=40",
    "games/2?at=30",
    "games/2?at=0&show=numbers",
    "games/3",
    "games/4?at=30",
    "games/4?show=numbers",
    "games/5?at=30",
)


@pytest.fixture
def evening(house: House) -> House:
    """Five games: the first one is over, the others were only begun."""
    with clock():
        options = {"end_when": "first"}
        play(house.table, "poker_dice_race", *FAMILY, seed=1, options=options, as_record=True)
        play(house.table, "crapette", *FAMILY[:2], seed=5, most=50, kind="careless", as_record=True)
        play(house.table, "racko", *FAMILY, seed=2, most=10)
        play(house.table, "super_crack", *FAMILY, "Inès", seed=2, most=60, as_record=True)
        play(house.table, "change_horses", *FAMILY[:3], seed=2, most=50, as_record=True)
    return house


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_readable_and_whole(visit: Any, evening: House, language: str) -> None:
    page = visit(path="home", reduced_motion="reduce", painted=False)
    speak(page, evening, language)
    found: dict[str, list[str]] = {}
    for path in share(language, PAGES):
        page.goto(evening.url + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        told = look_over(page, at_a_glance=True, scrolling=SCROLLING)
        found |= {f"{path}, {where}": what for where, what in told.items()}
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_shelf_fits_before_the_first_game(visit: Any, house: House, language: str) -> None:
    page = visit(path="home", reduced_motion="reduce", painted=False)
    speak(page, house, language)
    page.reload()
    assert look_over(page, at_a_glance=True, scrolling=SCROLLING) == {}


def looking_back(visit: Any, evening: House, path: str) -> Page:
    """A browser at a moment of a game; such a page hears no news, so it is reached from one that does."""
    page: Page = visit(path="home")
    page.goto(evening.url + path)
    return page


def board(page: Page) -> str:
    return page.locator("#board").inner_html()


def test_the_slider_moves_the_board_and_the_address(visit: Any, evening: House) -> None:
    page = looking_back(visit, evening, "games/1?at=2")
    before, chart = board(page), page.locator("#course").inner_html()
    page.locator("#at").fill("40")
    expect(page).to_have_url(re.compile("at=40"))
    assert board(page) != before and page.locator("#course").inner_html() != chart
    expect(page.locator("#place")).to_contain_text("40 sur")
    page.locator("#at").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("at=41"))
    expect(page.locator("#at")).to_have_attribute("aria-valuetext", re.compile("41 sur"))
    page.locator("#before").click()
    expect(page).to_have_url(re.compile("at=40"))
    expect(page.locator("#at")).to_have_value("40")
    page.reload()
    expect(page.locator("#place")).to_contain_text("40 sur")


def test_a_hurried_slider_ends_where_it_was_left(visit: Any, evening: House) -> None:
    page = looking_back(visit, evening, "games/1?at=0")
    for at in (5, 90, 17, 60, 33):
        page.locator("#at").fill(str(at))
    expect(page.locator("#place")).to_contain_text("33 sur")
    expect(page).to_have_url(re.compile("at=33"))


def test_a_game_plays_by_itself_until_it_is_halted(visit: Any, evening: House) -> None:
    page = looking_back(visit, evening, "games/2?at=48")
    page.locator("#run").click()
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#place")).to_contain_text("50 sur 50")
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false")


def test_the_next_fault_and_the_numbers_are_a_tap_away(visit: Any, evening: House) -> None:
    page = looking_back(visit, evening, "games/2?at=0")
    page.locator("#fault").click()
    expect(page.locator("#now .wrong").first).to_be_visible()
    page.locator("#numbers").click()
    expect(page.locator("table.numbers")).to_be_visible()


def test_without_javascript(visit: Any, evening: House) -> None:
    page = visit(path="home", scripts=False)
    page.locator("#to-games").click()
    page.locator("#game-1").click()
    expect(page.locator("#run")).to_be_hidden()
    page.locator("#before").click()
    page.locator("#at").fill("7")
    page.locator("#show-it").click()
    expect(page.locator("#place")).to_contain_text("7 sur")
    page.locator("#numbers").click()
    expect(page.locator("table.numbers")).to_be_visible()
    page.goto(evening.url + "home")
    page.locator("#box-racko").click()
    expect(page.locator("#panel")).to_be_visible()
    expect(page.locator("#player-0")).not_to_have_value("")


def test_the_shelf_hears_of_a_game_that_begins_elsewhere(visit: Any, house: House) -> None:
    page = visit(path="home")
    expect(page.locator(".invite")).to_be_visible()
    house.table.open_game("racko", ("Ada", "Bea"))
    expect(page.locator("#resume")).to_be_visible()
    house.eyes.become("lost", "unplugged")
    expect(page.locator("#eyes")).to_have_class(re.compile("lost"))
