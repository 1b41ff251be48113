"""Thirty house rules on one page: a set by one tap, one that is looked for, and the way to begin always at hand."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looking import PHONE, SIZES
from tests.companion.kept.family import clock, play

pytestmark = pytest.mark.xdist_group("browser")

NEW = "?panel=new&game=crapette"


def test_rules_for_children_are_set_by_one_tap_and_begun_with(visit: Any, house: Any) -> None:
    page = visit(PHONE, path=NEW)
    for place, player in enumerate(("Ada", "Bea")):
        page.locator(f"#player-{place}").fill(player)
    page.locator("#options summary").tap()
    expect(page.locator("#begin")).to_be_in_viewport()
    page.locator("#preset-children").tap()
    expect(page.locator("#player-1")).to_have_value("Bea")
    expect(page.locator("#option-referee-2")).to_be_checked()
    page.locator("#preset-leaflet").tap()
    expect(page.locator("#option-referee-0")).to_be_checked()


def test_a_rule_is_found_by_its_words_without_accents(visit: Any, house: Any) -> None:
    page = visit(path=NEW)
    page.locator("#options summary").tap()
    page.locator("#find-rule").fill("affichee aide")
    expect(page.locator("#options fieldset:visible")).not_to_have_count(0)
    shown = page.locator("#options fieldset:visible")
    assert shown.count() < page.locator("#options fieldset").count() / 3
    expect(page.locator("label:has(#option-hints-0)")).to_be_visible()
    expect(shown.first).to_be_in_viewport()
    page.locator("#find-rule").fill("zzz")
    expect(page.locator("#no-rule")).to_be_in_viewport()
    page.locator("#find-rule").fill("")
    expect(page.locator("#no-rule")).to_be_hidden()
    expect(shown).to_have_count(page.locator("#options fieldset").count())


def test_of_two_names_that_are_missing_the_first_is_asked_for(visit: Any, house: Any) -> None:
    page = visit(path=NEW)
    for place in (0, 1):
        page.locator(f"#player-{place}").fill("")
    page.locator("#begin").tap()
    expect(page.locator(".field-says")).to_have_count(1)
    expect(page.locator("label:has(#player-0) .field-says")).to_have_text("Il manque un nom.")
    expect(page.locator("#player-0")).to_be_focused()


def test_whoever_is_added_on_the_shelf_plays_the_box_that_is_tapped(visit: Any, house: Any) -> None:
    page = visit(path="home")
    for tick in page.locator(".seat-of input:checked").all():
        tick.uncheck(force=True)
    page.locator("#add-player").fill("Camille")
    page.locator("#add-player").press("Enter")
    expect(page.locator("#home")).to_be_visible()
    page.locator("#box-racko").tap()
    expect(page.locator("#player-0")).to_have_value("Camille")
    expect(page.locator("#game-racko")).to_have_class("btn chosen")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_a_new_family_is_written_name_by_name_on_the_shelf(visit: Any, house: Any, scripts: bool) -> None:
    page = visit(path="home", scripts=scripts)
    names = ("Léo", "Anna", "mamie Jo", "Bo")
    for place, name in enumerate(names, 1):
        page.locator("#add-player").fill(name)
        page.locator("#add-player").press("Enter")
        expect(page.locator(".player-called")).to_have_count(place)
        expect(page.locator("#add-player")).to_have_value("")
    expect(page.locator(".seat-of input:checked")).to_have_count(len(names))
    drawn = [one.get_attribute("href") for one in page.locator(".family .face > svg:first-child use").all()]
    page.locator("#box-racko").click()
    for place, (name, animal) in enumerate(zip(names, drawn, strict=True)):
        expect(page.locator(f"#player-{place}")).to_have_value(name)
        expect(page.locator(f"label:has(#player-{place}) use")).to_have_attribute("href", str(animal))


def test_as_many_are_added_as_can_play_and_a_wrong_name_is_told(visit: Any, house: Any) -> None:
    page = visit(path="home?name=Ada&name=Bea&name=Cyd&name=Dan&name=Eve&name=ada", scripts=False)
    page.locator("#add-player").fill("bank")
    page.locator("#add").click()
    expect(page.locator(".told-wrong")).to_be_visible()
    page.locator("#add-player").fill("Flo")
    page.locator("#add").click()
    expect(page.locator(".seat-of input:checked")).to_have_count(6)
    expect(page.locator("#add-player")).to_be_hidden()
    page.locator("#plays-0").uncheck(force=True)
    expect(page.locator("#add-player")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
def test_the_menu_over_the_shelf_leaves_it_as_it_is(visit: Any, house: Any, scripts: bool) -> None:
    page = visit(path="home?name=Ada&name=Bea", scripts=scripts)
    page.locator("#to-menu").click()
    expect(page.locator("#open-rules")).to_be_visible()
    expect(page.locator("#box-racko")).to_be_visible()
    expect(page.locator("#new-game")).to_have_count(0)
    page.locator("#close").click()
    expect(page.locator(".panel")).to_have_count(0)
    expect(page.locator(".player-called")).to_have_text(["Ada", "Bea"])


def test_as_last_time_is_what_this_family_played(visit: Any, house: Any) -> None:
    with clock():
        play(house.table, "crapette", "Ada", "Bea", seed=5, most=3, options={"referee": "on_call"})
    page = visit(path=NEW, scripts=False)
    page.locator("#options summary").click()
    page.locator("#preset-leaflet").click()
    page.locator("#options summary").click()
    expect(page.locator("#option-referee-0")).to_be_checked()
    page.locator("#preset-usual").click()
    page.locator("#options summary").click()
    expect(page.locator("#option-referee-1")).to_be_checked()


REACHED = """(field) => {
  field.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = field.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there !== null && (there === field || field.contains(there) || there.contains(field));
}"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", ["change_horses", "super_crack"])
def test_what_begins_a_game_stands_first_and_is_always_in_view(
    visit: Any, house: Any, game: str, size: str
) -> None:
    for other in ("change_horses", "crapette", "racko", "poker_dice_race", "change_horses", "racko"):
        play(house.table, other, "Ada", "Bea", most=3)
    page = visit(SIZES[size].viewport, path=f"?panel=new&game={game}", scripts=False)
    expect(page.locator("#begin")).to_be_in_viewport(ratio=1)
    expect(page.locator("#player-0")).to_be_in_viewport(ratio=1)
    expect(page.locator(".panel [name=number]")).to_have_count(int(game == "change_horses"))
    page.locator("#options summary").click()
    fields = page.locator("#new-game :is(input[type=text], summary, .presets a, .find-rule, .options label)")
    covered = [one.inner_text() for one in fields.all() if one.is_visible() and not one.evaluate(REACHED)]
    assert covered == []
    expect(page.locator("#begin")).to_be_in_viewport(ratio=1)
