"""What an evening needs beside its moves: a pause and where we were, lots, the tablet handed over, a clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.journal import Journal
from companion.table import Table
from tests.browser import test_tables
from tests.browser.conftest import House, Stage, housed
from tests.browser.looking import look_over
from tests.fake_family import FakeFamily

pytestmark = pytest.mark.xdist_group("browser")

CHOSEN = ("AB", "CD", "EF")
LOCK = """() => {
  const request = async () => {
    const shown = document.documentElement.dataset;
    const lock = { released: false, release() { lock.released = true; delete shown.kept; } };
    shown.kept = 'lit';
    return lock;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
}"""
"""A screen that can be kept lit, as a tablet's: headless browsers have none."""


@pytest.fixture
def house(tmp_path: Path, stage: Stage) -> Iterator[House]:
    journal = Journal(tmp_path / "journal.sqlite")
    with housed(stage, Table(journal), family=FakeFamily()) as served:
        yield served
    journal.close()


def race(house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})


def test_a_pause_says_where_we_were_and_lets_the_screen_go_dark(visit: Any, house: Any) -> None:
    race(house)
    page = visit()
    page.add_init_script(f"({LOCK})()")
    page.reload()
    lit = page.locator("html[data-kept=lit]")
    expect(lit).to_have_count(1)
    page.locator("#menu").tap()
    page.locator("#open-pause").tap()
    expect(page.locator("#paused-next")).to_contain_text("Ada")
    expect(page.locator("#paused-last li")).to_have_count(1)
    expect(lit).to_have_count(0)
    page.locator("#go-on").tap()
    expect(page.locator("#stop")).to_be_visible()
    expect(lit).to_have_count(1)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_lots_are_drawn_before_all_and_play_nothing(visit: Any, house: Any, motion: str) -> None:
    race(house)
    page = visit(reduced_motion=motion)
    seq = house.table.seq
    page.goto(house.url + "?panel=lots")
    page.evaluate("() => { crypto.getRandomValues = (into) => into.fill(5); }")  # an odd number: the second
    page.locator("#draw-lots").tap()
    expect(page.locator("#drawn")).to_have_text("Le sort tombe sur Bea !")
    expect(page.locator("#lots .lit")).to_have_attribute("data-player", "Bea")
    assert house.table.seq == seq


def test_lots_are_drawn_where_it_is_asked_who_begins(visit: Any, house: Any) -> None:
    house.table.open_game("poker_dice_race", ["Ada", "Bea"])
    page = visit()
    page.locator("#first-lots").tap()
    page.locator("#draw-lots").tap()
    expect(page.locator("#drawn")).to_contain_text("Le sort tombe sur")
    page.locator("#close").tap()
    asked = str(house.table.seq)
    expect(page.locator("#tablet")).to_have_attribute("data-seq", asked)
    page.locator("#first-1").tap()
    expect(page.locator("#tablet")).not_to_have_attribute("data-seq", asked)
    assert house.view["turn"] == "Bea"
    without = visit(scripts=False)  # a light that runs needs one
    house.table.undo()
    without.reload()
    expect(without.locator("#first-1")).to_be_visible()
    expect(without.locator("#first-lots")).to_be_hidden()


def test_the_tablet_is_handed_over_for_a_secret(visit: Any, house: Any) -> None:
    test_tables.choosing(house)
    page = visit()
    page.locator("#hand-over").tap()
    page.locator(".handed .btn", has_text="Léo").tap()
    chosen = page.locator(".cover input[type=checkbox]")
    expect(page.locator(".cover")).to_contain_text("La tablette va à Léo")
    expect(chosen.first).to_be_hidden()
    assert page.locator("#main form").count() == 0, "what is to be covered lies beside it"
    page.locator(".cover > summary").tap()
    for card in CHOSEN:
        page.locator(f".cover label:has([value='\"{card}\"'])").tap()
    assert look_over(page) == {}
    assert page.locator(".cover .opt.card svg").count() == page.locator(".cover .opt").count(), (
        "words, no cards"
    )
    page.locator(".cover > summary").tap()
    expect(chosen.first).to_be_hidden()
    page.locator(".cover > summary").tap()
    page.locator(".cover .send").tap()
    expect(page.locator(".handed .btn small")).to_have_count(1)
    assert house.table.snapshot().chosen == ("Léo",)
    assert house.table.snapshot("Léo").choice == {"by": "Léo", "do": "reveal", "cards": list(CHOSEN)}


def test_a_secret_is_seen_while_the_finger_stays_on_it_and_by_a_key(visit: Any, house: Any) -> None:
    test_tables.choosing(house)
    page = visit()
    page.locator("#hand-over").tap()
    page.locator(".handed .btn", has_text="Léo").tap()
    cover, secret = page.locator(".cover > summary"), page.locator(".cover input[type=checkbox]").first
    cover.hover()
    page.mouse.down()
    expect(secret).to_be_visible()
    page.mouse.up()
    expect(secret).to_be_hidden()
    cover.focus()
    page.keyboard.press("Enter")
    expect(secret).to_be_visible()
    page.keyboard.press("Enter")
    expect(secret).to_be_hidden()
    assert cover.evaluate(_LETS_GO_AND_PRESSES_A_KEY), "a key just after the finger was taken for its click"
    expect(secret).to_be_visible()


_LETS_GO_AND_PRESSES_A_KEY = """async (cover) => {
    cover.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    await new Promise((then) => setTimeout(then, 500));
    cover.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
    cover.click();  // as a key makes one
    return cover.parentElement.open;
}"""


def test_a_clock_runs_for_whoever_is_on_turn_and_rests_in_a_pause(visit: Any, house: Any) -> None:
    race(house)
    page = visit(own=True)
    expect(page.locator("#clock")).to_have_count(0)
    page.goto(house.url + "settings")
    with page.expect_navigation():
        page.locator("#clock-on").tap()
    page.clock.install()
    page.goto(house.url)
    page.clock.run_for(12_000)
    expect(page.locator("#clock")).to_have_text(re.compile("0:1[1-3]"))
    page.goto(house.url + "?panel=pause")
    page.clock.run_for(9_000)
    page.goto(house.url)
    expect(page.locator("#clock")).to_have_text(re.compile("0:1[1-5]"))
    house.table.act({"by": "Ada", "do": "stop"})
    expect(page.locator(".plaque")).to_contain_text("Bea")
    expect(page.locator("#clock")).to_have_text(re.compile("0:0[0-2]"))


def test_a_child_chooses_an_animal_and_meets_it_at_the_table(visit: Any, house: Any) -> None:
    race(house)
    page = visit()
    expect(page.locator(".plaque use")).to_have_attribute("href", "#coq")
    page.goto(house.url + "settings")
    page.locator("#of-player-0 > summary").tap()
    with page.expect_navigation():
        page.locator("#animal-0-renard").tap()
    expect(page.locator("#animal-0-renard")).to_have_attribute("aria-pressed", "true")
    page.goto(house.url)
    expect(page.locator(".plaque use")).to_have_attribute("href", "#renard")
