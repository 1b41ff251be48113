"""Rules, settings, diagnostics and what teaches at the table in a real browser: readable, whole, and a tap away."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.drawing import symbols
from companion.games import game_ids, load
from companion.journal import Journal
from companion.simulated import players as simulated
from companion.table import Table
from companion.teaching import biting, codes_of
from tests.browser import looking, test_crapette
from tests.browser.conftest import House, Stage, Watched, housed
from tests.browser.looking import DRAWN_ANEW, LANGUAGES, SIZES, all_boxes, boxes, look_over, share, speak
from tests.fake_family import SICK, FakeFamily

pytestmark = pytest.mark.xdist_group("another browser")

SCROLLING = ".told-rules,.findings,.chapters ol,.panel-menu > .panel-body"
"""The rules beside their chapters, and the findings, scroll in themselves on a wide tablet; so does the menu."""
LONG = looking.LONG[:2]
LAID = {
    "turn": LONG[1],
    "foundations": {"F1": "4S"},
    "cases": {"T1": ["QD", "JS"], "T2": ["9C"]},
    "reserves": {LONG[1]: ["9H", "5S"], LONG[0]: ["5H", "KD"]},
    "stocks": {LONG[1]: 20, LONG[0]: 22},
}


@pytest.fixture
def family() -> FakeFamily:
    return FakeFamily(card_letters="french")


@pytest.fixture
def house(tmp_path: Path, stage: Stage, family: FakeFamily) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), family=family, health=lambda: SICK, chosen="auto") as served:
        yield served
    journal.close()


def complaints(page: Page, house: House, language: str, paths: dict[str, bool]) -> dict[str, list[str]]:
    """What is wrong with these pages in a language; those marked may scroll on a wide tablet too."""
    found: dict[str, list[str]] = {}
    for path, scrolls in share(language, paths.items()):
        page.goto(house.url + path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        told = look_over(page, at_a_glance=not scrolls, scrolling=SCROLLING)
        found |= {f"{path}, {where}": what for where, what in told.items()}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_readable_and_whole(
    visit: Watched, house: House, family: FakeFamily, language: str
) -> None:
    house.table.open_game("crapette", list(LONG), setup=LAID)
    family.set_taught("racko", True)
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    games = ("crapette", "racko", "super_crack", "change_horses", "poker_dice_race")
    paths = {f"rules/{game}#referee-look": False for game in games}
    paths |= {f"first-evening?step={step}": False for step in ("camera", "sound", "names")}
    paths |= {"settings": True, "settings/club": True, "diagnostics": False}
    assert complaints(page, house, language, paths) == {}


def test_nine_players_leave_the_settings_short_and_their_columns_alike(
    visit: Watched, house: House, family: FakeFamily
) -> None:
    family.badges = dict(zip("ABCDEFGHI", symbols.SEATS, strict=False))
    house.table.open_game("racko", ["G", "H", "I"])
    house.table.open_game("super_crack", list("ABCDEF"))
    page = visit(reduced_motion="reduce")
    page.goto(house.url + "settings")
    expect(page.locator(".of-player")).to_have_count(9)
    plates = all_boxes(page, ".settings > .plate")
    ends = [max(box["bottom"] for box in plates if (box["x"] < 600) == left) for left in (True, False)]
    assert max(ends) < 2_000 and max(ends) - min(ends) < 300
    page.set_viewport_size(SIZES["phone"].viewport)
    assert page.evaluate("document.documentElement.scrollHeight") < 4_500
    page.locator("#of-player-3 > summary").tap()
    with page.expect_navigation():
        page.locator("#player-3-child").tap()
    expect(page.locator("#of-player-3 > summary")).to_contain_text("enfant")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_teaches_leaves_the_table_readable_and_whole(
    visit: Watched, house: House, family: FakeFamily, language: str
) -> None:
    family.levels = dict.fromkeys(LONG, "child")
    family.set_taught("poker_dice_race", True)
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    house.table.open_game("poker_dice_race", list(LONG), options={"stable": "single"}, first=LONG[0])
    house.table.act({"by": LONG[0], "do": "roll", "dice": ["K", "9"]})
    assert complaints(page, house, language, {"": False}) == {}
    family.set_taught("poker_dice_race", False)
    assert complaints(page, house, language, {"": False, "?panel=menu": False}) == {}
    house.table.open_game("crapette", list(LONG), setup=LAID)
    house.table.act({"by": LONG[1], "do": "draw", "card": "7H"})
    assert complaints(page, house, language, {"": True, "?panel=history": True}) == {}


def test_a_fault_opens_its_rule_and_the_way_back_leads_to_it(visit: Watched, house: House) -> None:
    house.table.open_game("crapette", list(LONG), setup=LAID)
    page = visit()
    house.table.act({"by": LONG[1], "do": "draw", "card": "7H"})
    page.locator("#fault-rule").click()
    rule = page.locator("#CR-40")
    expect(rule).to_be_in_viewport()
    expect(rule.locator("h3")).to_contain_text("D’abord les piles")
    page.locator("#back").click()
    expect(page.locator("#carry-on")).to_be_visible()


def test_a_number_that_shares_its_rule_is_marked_too(visit: Watched, house: House) -> None:
    page = visit()
    page.goto(house.url + "rules/crapette#CR-41")
    assert page.evaluate("document.querySelector('.rule:has(.also:target)').id") == "CR-40"
    expect(page.locator("#CR-40 h3")).to_be_in_viewport()


def test_a_lesson_comes_when_it_bites_and_goes_when_it_is_understood(
    visit: Watched, house: House, family: FakeFamily
) -> None:
    family.set_taught("poker_dice_race", True)
    family.learn("poker_dice_race", "begin")
    house.table.open_game("poker_dice_race", list(LONG), options={"stable": "single"}, first=LONG[0])
    page = visit()
    expect(page.locator("#lesson")).to_have_count(0)
    house.table.act({"by": LONG[0], "do": "roll", "dice": ["K", "9"]})
    expect(page.locator("#lesson")).to_contain_text("t’arrêter")
    page.locator("#understood").click()
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator("#lesson")).to_have_count(0)


WITHOUT = "document.getElementById('lesson').hidden = true"
LYING = """[...document.querySelectorAll('main *')].filter((one) => one.checkVisibility()).map((one) => {
  const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height].map(Math.round).join(' ')})"""


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share nothing (px, 2 px of shadow let through)."""
    return any(
        one[at] + one[far] <= other[at] + 2 or other[at] + other[far] <= one[at] + 2
        for at, far in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("game_id", game_ids())
def test_a_lesson_moves_nothing_and_covers_no_place_that_is_awaited(
    visit: Watched, house: House, family: FakeFamily, game_id: str
) -> None:
    family.set_taught(game_id, True)
    chance = random.Random(game_id)
    opening = simulated.opened(load(game_id), chance, plain=True)
    house.table.open_game(game_id, list(opening.players), options=opening.options, setup=opening.setup)
    for number, step in enumerate(simulated.played(opening, chance, simulated.PLAYERS["random"]())):
        events = house.table.snapshot().as_json()["events"]
        if biting(game_id, codes_of(events), (), begins=not number):
            break
        house.table.act(dict(step.action))
    page = visit(reduced_motion="reduce")
    for size in SIZES.values():
        page.goto(house.url)
        page.set_viewport_size(size.viewport)
        page.evaluate(DRAWN_ANEW)
        (lesson,) = boxes(page, ".lesson-card")
        assert lesson["x"] >= 0 and lesson["x"] + lesson["width"] <= size.viewport["width"]
        assert lesson["y"] >= 0 and lesson["y"] + lesson["height"] <= size.viewport["height"]
        if size is not SIZES["phone"]:  # a phone scrolls: what lies under the sentence can be moved away
            touched = all_boxes(
                page, "main .btn.go, main .key, main .tap.on, .rk-piles button, .throw button"
            )
            assert all(apart(lesson, one) for one in touched)
        with_it = page.evaluate(LYING)
        page.evaluate(WITHOUT)
        assert page.evaluate(LYING) == with_it
    assert page.locator("#lesson .btn.go").count() == 0  # one yellow button, and it is the game's


def test_the_left_hand_finds_the_buttons_on_the_left(visit: Watched, house: House) -> None:
    house.table.open_game("poker_dice_race", list(LONG), options={"stable": "single"}, first=LONG[0])
    page = visit(path="settings", scripts=False)
    page.locator("#hand-gauche").click()
    page.goto(house.url)
    aside, board = boxes(page, "aside", ".left")
    assert aside["x"] < board["x"]


def test_four_colours_of_suits_are_seen_on_the_cards(visit: Watched, house: House) -> None:
    house.table.open_game("crapette", list(LONG), setup=LAID)
    page = visit(path="settings", scripts=False, color_scheme="light")
    colour = "getComputedStyle(document.querySelector('.pc.C')).color"
    page.goto(house.url)
    assert page.evaluate(colour) == "rgb(20, 24, 31)"
    page.goto(house.url + "settings")
    page.locator("#suits-4").click()
    page.goto(house.url)
    assert page.evaluate(colour) == "rgb(10, 100, 55)"


def test_what_was_found_is_copied_at_a_tap(visit: Watched, house: House) -> None:
    page = visit()
    page.goto(house.url + "diagnostics")
    page.locator("#copy").click()
    expect(page.locator("#copy")).to_contain_text("C’est copié")


def test_the_voice_is_switched_on_in_the_settings(visit: Watched, house: House) -> None:
    page = visit()
    page.goto(house.url + "settings")
    expect(page.locator("#voice")).to_be_visible()


def test_without_javascript(visit: Watched, house: House) -> None:
    page: Any = visit(path="?panel=menu", scripts=False)
    page.locator("#open-settings").click()
    page.locator("#to-diagnostics").click()
    expect(page.locator("#copy")).to_be_hidden()
    with page.expect_download() as download:
        page.locator("#download").click()
    assert "TO DO" in Path(download.value.path()).read_text(encoding="utf-8")


def test_a_lesson_covers_neither_header_nor_cards_where_felt_is_free(
    visit: Watched, house: House, family: FakeFamily
) -> None:
    """It lay over whose turn it is on a phone, and over the cards that it spoke of on a tablet."""
    family.set_taught("crapette", True)
    test_crapette.lay(house, cases={"T1": ["KS"], "T8": ["3C", "AC"]})
    page = visit(reduced_motion="reduce")
    for size, free in (
        ("tablet", ".fronton, #news, .table-wide .pc.S"),
        ("phone", ".fronton, .table-phone .pc"),
    ):
        page.set_viewport_size(SIZES[size].viewport)
        page.goto(house.url)
        page.evaluate(DRAWN_ANEW)
        (lesson,) = boxes(page, ".lesson-card")
        assert all(apart(lesson, one) for one in all_boxes(page, free))
