"""What all tables share: nothing is covered, nothing scrolls, the table turns to whoever is on turn."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.games import game_ids, load
from companion.simulated import players as simulated
from tests.browser import test_change_horses, test_crapette, test_racko, test_super_crack
from tests.browser.conftest import House
from tests.browser.looking import LANGUAGES, SIZES, findings, leave, look_over, settle, share, speak

pytestmark = pytest.mark.xdist_group("another browser")

NAMES = ("Mamie Jo", "Théodore", "Capucine", "Mathilde", "Célestin", "Papi Luc")
BEGINNING = 6
"""So many actions into a game somebody is on turn."""
FOUR = ("Papi Henri", "Inès", "Léo", "Camille")


def choosing(house: House) -> None:
    """Four turn cards up, nobody has a page of one's own."""
    house.table.open_game("change_horses", list(FOUR))
    house.table.act({"by": "table", "do": "place_horses", "lanes": test_change_horses.LANES})
    positions = {player: place for place, player in enumerate(FOUR, start=1)}
    house.table.act({"by": "table", "do": "deal_positions", "positions": positions})


LIES = """[document.documentElement.scrollHeight,
  ...[...document.querySelectorAll('main')].map((one) => one.getBoundingClientRect().y)]"""

LAID: dict[str, tuple[Callable[[Any], object], str]] = {
    "placing": (test_change_horses.placing, ""),
    "choosing": (choosing, ""),
    "bidding": (test_change_horses.carrots_bid, ""),
    "slipping": (test_change_horses.a_turn, "?slip=A-in,C-out"),
    "certificates": (test_change_horses.certificates, ""),
    "called": (test_racko.called, ""),
    "counting": (test_racko.counting, ""),
    "tie": (test_crapette.tie, ""),
    "resting": (test_crapette.resting, ""),
}


def test_tables_fit_lying_and_standing(visit: Any, house: Any) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    found: dict[str, list[str]] = {}
    for name, (lay, path) in LAID.items():
        lay(house)
        page.goto(house.url + path)
        for size in ("tablet", "upright"):
            page.set_viewport_size(SIZES[size].viewport)
            settle(page)
            if complaints := findings(page, size, tall=False):
                found[f"{name}, {size}"] = complaints[:6]
    assert found == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_camera_says_leaves_room_for_whose_turn_it_is(
    visit: Any, house: Any, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setattr(simulated, "NAMES", NAMES)
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    found: dict[str, list[str]] = {}
    for game_id in share(language, game_ids()):
        game = load(game_id)
        chance = random.Random(game_id)
        opening = simulated.opened(game, chance, plain=True)
        house.table.open_game(game_id, list(opening.players), options=opening.options, setup=opening.setup)
        for step in itertools.islice(simulated.played(opening, chance, simulated.careful_player), BEGINNING):
            house.table.act(dict(step.action))
        for state, code in (("sees", "still"), ("lost", "not_installed")):
            house.eyes.become(state, code)
            page.goto(house.url)
            settle(page)
            told = look_over(page, at_a_glance=True)
            found |= {f"{game_id}, {code}, {size}": complaints for size, complaints in told.items()}
    assert found == {}


def test_a_rack_is_told_by_tapping_its_numbers(visit: Any, house: Any) -> None:
    test_racko.called(house)
    page = visit()
    for number in (2, *test_racko.ASCENDING):
        page.locator(f"[data-number='{number}']").tap()
        if number == 2:
            page.locator("[data-number='2']").tap()  # out again
    expect(page.locator(".rk-pad [aria-pressed=true]")).to_have_count(10)
    page.locator(".rk-type .send").tap()
    expect(page.locator(".rack.wide")).to_be_visible()
    assert house.view["racks_shown"][test_racko.LONG[0]] == test_racko.ASCENDING


def test_the_slippery_track_is_tapped_on_the_course(visit: Any, house: Any) -> None:
    test_change_horses.a_turn(house)
    page = visit()
    page.locator("#slip-A").tap()
    expect(page.locator("#slipping")).to_contain_text("intérieur")
    page.locator("#slip-C").tap()
    expect(page.locator("#slipping")).to_contain_text("extérieur")
    page.locator("#slip-now").tap()
    expect(page.locator("#slipping")).to_have_count(0)
    horses = house.view["horses"]
    assert (horses["A"]["lane"], horses["C"]["lane"]) == (3, 2)


def test_a_flat_tablet_turns_to_whoever_is_on_turn(visit: Any, house: Any) -> None:
    test_racko.a_turn(house)
    page = visit(path="settings", scripts=False)
    page.locator("#pose-a-plat").click()
    page.goto(house.url)
    turned = "getComputedStyle(document.querySelector('main')).transform"
    assert page.evaluate(turned) == "matrix(-1, 0, 0, -1, 0, 0)"
    test_racko.a_turn(house, turn=test_racko.LONG[0])
    page.goto(house.url)
    assert page.evaluate(turned) == "none"


GLIDES = """() => {
  window.glided = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...rest) {
    if (this.dataset.key) {
      const shift = new DOMMatrix(frames[0].transform);
      const inward = this.parentNode.getScreenCTM();
      window.glided.push([this.dataset.key, Math.round(inward.a * shift.e), Math.round(inward.d * shift.f)]);
    }
    return animate.call(this, frames, ...rest);
  };
}"""
"""Writes down which pieces glide, and how far from their new place they begin: px of the screen."""
GLIDED = """new Promise((done) => {
  const again = () => (window.glided.length ? done() : requestAnimationFrame(again));
  again();
})"""
"""Something glides."""


@pytest.mark.parametrize("pose", ["debout", "a-plat"])
def test_what_moved_glides_from_where_it_lay_and_nothing_else_does(visit: Any, house: Any, pose: str) -> None:
    page = visit()
    token = page.locator("meta[name=csrf-token]").get_attribute("content")
    form = {"pose": pose, "token": token}
    page.context.request.post(house.url + "preferences", form=form, headers={"Origin": house.url.rstrip("/")})
    leave(page)
    house.lay("Ada", "Bea", turn="Bea", horses={"1": {"square": 4}, "2": {"square": 9}})
    page.goto(house.url)
    horse = page.locator(".board [data-key='horse-1']:visible")
    lay = horse.bounding_box()
    page.evaluate(GLIDES)
    page.evaluate("document.querySelector('.board').style.padding = '24px 0 0'")
    house.lay("Ada", "Bea", turn="Bea", horses={"1": {"square": 5}, "2": {"square": 9}})
    page.evaluate(GLIDED)
    settle(page)
    assert [key for key, _, _ in page.evaluate("glided")] == ["horse-1"]
    lies = horse.bounding_box()
    ((_, across, down),) = page.evaluate("glided")
    assert abs(lies["x"] + across - lay["x"]) < 3
    assert abs(lies["y"] + down - lay["y"]) < 3


@pytest.mark.parametrize(
    "lay", [test_crapette.lay, test_super_crack.betting], ids=["crapette", "super_crack"]
)
def test_all_that_may_be_done_unfolds_over_the_table_and_pushes_nothing(
    visit: Any, house: Any, lay: Callable[[Any], object]
) -> None:
    lay(house)
    page = visit(reduced_motion="reduce")
    for size in ("tablet", "upright", "phone"):
        page.set_viewport_size(SIZES[size].viewport)
        settle(page)
        before = page.evaluate(LIES)
        page.locator("#all-moves > summary").tap()
        expect(page.locator(".all-hands")).to_be_visible()
        assert page.evaluate(LIES) == before
        box = page.locator(".all-hands").bounding_box()
        assert box is not None and box["y"] + box["height"] <= SIZES[size].viewport["height"]
        page.locator("#all-moves > summary").tap()
        expect(page.locator(".all-hands")).to_be_hidden()


@pytest.mark.parametrize(
    "lay", [test_crapette.lay, test_super_crack.betting], ids=["crapette", "super_crack"]
)
def test_what_unfolds_over_the_table_goes_by_a_tap_beside_it(
    visit: Any, house: Any, lay: Callable[[Any], object]
) -> None:
    lay(house)
    page = visit(reduced_motion="reduce")
    before, sheet = house.table.seq, page.locator(".all-hands")
    for goes in (lambda: page.touchscreen.tap(5, 600), lambda: page.keyboard.press("Escape")):
        page.locator("#all-moves > summary").tap()
        expect(sheet).to_be_visible()
        goes()
        expect(sheet).to_be_hidden()
    page.locator("#menu").tap()
    expect(page.locator("#panel")).to_be_visible()
    page.touchscreen.tap(200, 600)
    expect(page.locator("#panel")).to_have_count(0)
    assert (house.table.seq, page.url) == (before, house.url)
    page.goto(house.url + "?panel=new")  # what was typed is not lost by a slip of the finger
    page.touchscreen.tap(200, 600)
    expect(page.locator("#player-0")).to_be_visible()
