"""Joining in a browser: the code on the tablet, the choice on a phone, a seat taken back while it is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LANGUAGES, LONG, PHONE, SIZES, look_over, speak

pytestmark = pytest.mark.xdist_group("browser")

SIX = [*LONG, "Inès", "Camille"]


def code(tablet: Page, house: Any) -> str:
    """The path in the code on the tablet."""
    tablet.goto(house.url + "seats")
    return "join/" + str(tablet.locator(".typed-address").inner_text()).rsplit("/", 1)[1]


def began(house: Any, tablet: Page) -> None:
    """The game was begun on this tablet, which may then take seats back."""
    browsers = house.app.extensions["companion"].browsers
    browsers.began(house.table.snapshot().game.number, "the tablet")
    cookie = house.app.session_interface.get_signing_serializer(house.app).dumps({"browser": "the tablet"})
    tablet.context.add_cookies([{"name": "companion", "value": cookie, "url": house.url}])


def looks(page: Page, found: dict[str, list[str]], screen: str, language: str, *sizes: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    told = look_over(page, sizes=sizes or SIZES)
    found |= {f"{screen}, {where}": what for where, what in told.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_joining(visit: Any, house: Any, language: str) -> None:
    house.table.open_game("racko", list(LONG))
    tablet = visit(reduced_motion="reduce")
    speak(tablet, house, language)
    found: dict[str, list[str]] = {}
    phone = visit(PHONE, reduced_motion="reduce")
    speak(phone, house, language)
    phone.goto(house.url + code(tablet, house))
    looks(phone, found, "choice", language)
    phone.locator("label.chair-3").click()
    phone.locator("#sit").click()
    expect(phone.locator("#tablet")).to_be_visible()
    tablet.goto(house.url + "seats")
    looks(tablet, found, "invitation", language)
    tablet.goto(house.url + "pin")
    looks(tablet, found, "pin", language)
    house.table.open_game("super_crack", SIX)
    tablet.goto(house.url + "seats")
    looks(tablet, found, "invitation of six", language)
    watching = str(tablet.locator("#watch-here").get_attribute("href"))
    phone.goto(house.url + "watch/" + watching.rsplit("/", 1)[1])
    looks(phone, found, "watching", language)
    assert found == {}


def test_a_seat_is_chosen_and_taken_back_before_everybodys_eyes(visit: Any, house: Any) -> None:
    rack = [3, 9, 14, 19, 27, 28, 20, 35, 46, 58]
    house.table.open_game("racko", list(LONG))
    house.table.act({"by": "table", "do": "set_dealer", "player": LONG[1]})
    house.table.act({"by": "table", "do": "deal", "racks": {LONG[3]: rack}})
    tablet = visit()
    began(house, tablet)
    first = code(tablet, house)
    phone = visit(PHONE)
    phone.goto(house.url + first)
    expect(tablet.locator(".typed-address")).not_to_contain_text(first.removeprefix("join/"))
    expect(phone.locator("#sit")).to_contain_text("C’est moi")
    phone.locator("label.chair-3").click()
    expect(phone.locator("#sit .named-3")).to_be_visible()
    expect(phone.locator("#sit .unnamed")).to_be_hidden()
    with phone.expect_response("**/api/v1/events*"):
        phone.locator("#sit").click()
    expect(phone.locator(".rack.own")).to_have_count(1)
    expect(tablet.locator(".places .here")).to_have_count(1)
    tablet.locator("#back-3").click()
    expect(phone.locator("#watch-strip")).to_contain_text("Léo")
    expect(phone.locator(".rack.own")).to_have_count(0)
    expect(phone.locator("form[action='/play/action']")).to_have_count(0)
    expect(tablet.locator(".places .here")).to_have_count(0)


def test_without_scripts_a_phone_joins_too(visit: Any, house: Any) -> None:
    house.table.open_game("racko", list(LONG))
    tablet = visit(path="seats", scripts=False)
    began(house, tablet)
    phone = visit(PHONE, scripts=False)
    phone.goto(house.url + code(tablet, house))
    phone.locator("label.chair-2").click()
    phone.locator("#sit").click()
    expect(phone.locator("#tablet")).to_be_visible()
    tablet.goto(house.url + "seats")
    expect(tablet.locator(".places .here")).to_have_count(1)
    tablet.locator("#back-2").click()
    phone.goto(house.url)
    expect(phone.locator("#watch-strip")).to_be_visible()


NASTY = ['"><svg onload=x>', "<script>top.x=1</script>", "'+alert(1)+'", "</title><b onclick=x>"]


def test_names_that_are_scripts_do_not_run(visit: Any, house: Any) -> None:
    house.table.open_game("super_crack", NASTY)
    tablet = visit()
    phone = visit(PHONE)
    phone.goto(house.url + code(tablet, house))
    expect(phone.locator(".chair b")).to_have_text(NASTY)
    phone.locator("label.chair-1").click()
    phone.locator("#sit").click()
    expect(phone.locator("#tablet")).to_be_visible()
    for path in ("seats", "?panel=menu", "?panel=history", "home"):
        tablet.goto(house.url + path)
        assert tablet.evaluate("window.x === undefined && !document.querySelector('b[onclick],svg[onload]')")
