"""One voice in the house: it is taken over, silent in the quiet hours, never late, recorded where it can be, and what
it says is written."""

from __future__ import annotations

import struct
import threading
import wave
from collections.abc import Callable, Iterator
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.journal import Journal
from companion.phrases import phrase_name
from companion.table import Table
from tests.browser.conftest import House
from tests.browser.looking import SIZES, boxes
from tests.browser.test_voice import AT_LEISURE, LOST, STAND_IN, lose, said, turn_on, wait_for
from tests.fake_eyes import FakeEyes
from tests.page_app import page_app
from web.server import PageServer

pytestmark = pytest.mark.xdist_group("browser")

TAKEN = "Un autre appareil parle\u00a0: reprendre la voix ici"


PLAYED = """
window.played = [];
HTMLMediaElement.prototype.play = function () {
  window.played.push(this.src);
  setTimeout(() => this.onended());
  return Promise.resolve();
};
"""
"""What lies recorded is over as soon as it is played."""


@pytest.fixture
def clock() -> list[time]:
    """The clock of the house; a test sets it."""
    return [time(20)]


@pytest.fixture
def house(tmp_path: Path, clock: list[time]) -> Iterator[House]:
    folder = tmp_path / "voice" / "fr"
    folder.mkdir(parents=True)
    with wave.open(str(folder / phrase_name(LOST[0], "fr")), "wb") as sound:
        sound.setparams((1, 2, 8000, 0, "NONE", ""))
        sound.writeframes(struct.pack("<400h", *([0] * 400)))
    table, eyes = Table(Journal(tmp_path / "journal.sqlite")), FakeEyes("off", "off")
    app = page_app(
        table,
        eyes,
        viewers=8,
        recordings=tmp_path / "voice",
        clock=lambda: clock[0],
        house_file=tmp_path / "house.json",
    )
    server = PageServer(app, "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    made = House(table, eyes, f"http://127.0.0.1:{server.port}/")
    made.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    yield made
    server.close()
    thread.join(5)


@pytest.fixture
def speaking(visit: Any) -> Callable[..., Page]:
    """Opens the page in a browser whose voice a test hears, and whose recordings it counts; ``on_time``: with clocks
    that go as they should.
    """

    def open_page(on_time: bool = False) -> Page:
        page: Page = visit()
        page.add_init_script(STAND_IN if on_time else STAND_IN + AT_LEISURE)
        page.add_init_script(PLAYED)
        with page.expect_response("**/api/v1/events*"):
            page.reload()
        return page

    return open_page


def test_the_voice_is_taken_over_and_the_one_before_falls_silent(speaking: Any, house: Any) -> None:
    kitchen, living = speaking(), speaking()
    turn_on(kitchen)
    lose(house)
    assert wait_for(kitchen, 1) == LOST[1:]
    turn_on(living)
    expect(kitchen.locator("#voice")).to_have_attribute("aria-pressed", "false")
    expect(kitchen.locator("#voice")).to_have_attribute("aria-label", TAKEN)
    kitchen.evaluate("window.said.length = 0")
    lose(house)
    assert wait_for(living, 1) == ["À Ada de jouer."]
    expect(kitchen.locator("#said")).to_have_text("Rien ! À Ada de jouer.")
    kitchen.reload()
    expect(kitchen.locator("#voice")).to_have_attribute("aria-pressed", "false")
    assert said(kitchen) == []
    turn_on(kitchen)
    expect(living.locator("#voice")).to_have_attribute("aria-pressed", "false")


def test_what_is_said_is_written_and_played_where_it_lies_recorded(speaking: Any, house: Any) -> None:
    page = speaking()
    lose(house)
    expect(page.locator("#says")).to_have_text(" ".join(LOST))
    expect(page.locator("#said")).to_be_hidden()
    turn_on(page)
    lose(house)
    expect(page.locator("#said")).to_be_visible()
    expect(page.locator("#said")).to_have_text("Rien ! À Ada de jouer.")
    assert wait_for(page, 1) == ["À Ada de jouer."]
    played = page.evaluate("window.played")
    assert [address.rpartition("/")[2] for address in played] == [phrase_name("Rien !", "fr")]


def test_in_the_quiet_hours_all_is_written_and_nothing_is_said(
    speaking: Any, house: Any, clock: list[time], visit: Any
) -> None:
    page = speaking()
    turn_on(page)
    settings = visit.devices.take(True).new_page()
    settings.goto(house.url + "settings")
    settings.locator("#quiet-on").click()
    expect(settings.locator("#quiet-on")).to_have_attribute("aria-pressed", "true")
    settings.close()
    clock[0] = time(22, 15)
    lose(house)
    expect(page.locator("#said")).to_have_text(" ".join(LOST))
    expect(page.locator("#voice")).to_have_attribute(
        "aria-label", "La voix est active\u00a0; silence jusqu’à 07:30"
    )
    assert said(page) == []
    assert page.evaluate("window.played") == []
    clock[0] = time(7, 30)
    lose(house)
    assert wait_for(page, 1) == ["À Ada de jouer."]


def test_a_line_that_comes_late_is_written_on_the_page_and_not_said(speaking: Any, house: Any) -> None:
    page = speaking(on_time=True)
    turn_on(page)
    lose(house)
    assert wait_for(page, 1) == LOST[1:]
    page.evaluate("endSpeech(), window.said.length = 0")
    page.evaluate(
        "(() => { const now = performance.now.bind(performance); performance.now = () => now() + 4000; })()"
    )
    page.evaluate("(() => { const now = Date.now; Date.now = () => now() + 4000; })()")
    lose(house)
    expect(page.locator("#says")).to_have_text("Rien ! À Ada de jouer.")
    assert said(page) == []


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
SEEN_ONE_HOLDS = "JSON.parse(localStorage.getItem('companion-voice-page')).seen"
"""A page that is seen has taken the voice from one that was hidden; until it hears of that the hidden one speaks."""


HEARS_LATE = """const listen = window.addEventListener.bind(window);
window.addEventListener = (kind, does, ...more) =>
  listen(kind, kind === 'storage' ? (event) => setTimeout(() => does(event), window.late || 0) : does, ...more);"""


def test_a_page_that_is_seen_tells_all_of_what_comes_just_after_the_other_was_hidden(
    speaking: Any, house: Any
) -> None:
    """The hidden one began, and was cut short when this one heard that it might speak: nobody told the line."""
    first = speaking()
    first.add_init_script(HEARS_LATE)
    first.reload()
    turn_on(first)
    second = first.context.new_page()
    second.add_init_script(STAND_IN + AT_LEISURE + PLAYED)
    with second.expect_response("**/api/v1/events*"):
        second.goto(house.url)
    second.locator("label:has(#die-0-9)").tap()
    lose(house)
    assert wait_for(second, 1) == LOST[1:]
    expect(first.locator("#said")).to_have_text(" ".join(LOST))  # heard before the other is hidden
    second.evaluate("endSpeech(), window.said.length = 0")
    first.evaluate("window.late = 700")
    second.evaluate(HIDE, True)
    lose(house)
    assert wait_for(first, 1) == ["À Ada de jouer."]


def test_of_two_pages_of_one_browser_the_one_that_is_seen_speaks(speaking: Any, house: Any) -> None:
    first = speaking()
    turn_on(first)
    second = first.context.new_page()
    second.add_init_script(STAND_IN + AT_LEISURE + PLAYED)
    with second.expect_response("**/api/v1/events*"):
        second.goto(house.url)
    expect(second.locator("#voice")).to_have_attribute("aria-pressed", "true")
    expect(second.locator("#wake-voice")).to_be_hidden()  # the other page speaks
    second.locator("label:has(#die-0-9)").tap()  # whoever turns to this page turns the voice to it
    lose(house)
    assert wait_for(second, 1) == LOST[1:]  # what comes before lies recorded
    expect(first.locator("#said")).to_have_text(" ".join(LOST))
    assert said(first) == []
    second.evaluate("endSpeech(), window.said.length = 0")
    second.evaluate(HIDE, True)
    first.wait_for_function(SEEN_ONE_HOLDS)
    lose(house)
    assert wait_for(first, 1) == ["À Ada de jouer."]
    assert said(second) == []
    first.evaluate("endSpeech(), window.said.length = 0")
    second.evaluate(HIDE, False)
    lose(house)
    assert wait_for(second, 1) == LOST[1:]
    second.close()
    lose(house)
    assert wait_for(first, 1) == ["À Ada de jouer."]
    first.close()


def test_a_page_that_has_not_heard_who_was_touched_last_takes_no_line_from_it(
    speaking: Any, house: Any
) -> None:
    page = speaking()
    turn_on(page)
    page.evaluate(
        "setInterval(() => localStorage.setItem('companion-voice-page',"
        " JSON.stringify({ page: 'deaf', seen: true, at: Date.now(), touchedAt: 1 })))"
    )
    lose(house)
    assert wait_for(page, 1) == LOST[1:]


def test_a_page_that_crashed_keeps_nobody_silent(speaking: Any, house: Any) -> None:
    page = speaking(on_time=True)
    turn_on(page)
    page.evaluate(
        "localStorage.setItem('companion-voice-page', JSON.stringify({ page: 'gone', seen: true, at: Date.now() }))"
    )
    lose(house)
    expect(page.locator("#said")).to_have_text(" ".join(LOST))
    assert said(page) == []
    for _ in range(200):
        if "gone" not in page.evaluate("localStorage.getItem('companion-voice-page')"):
            break
        page.wait_for_timeout(100)
    lose(house)
    assert wait_for(page, 1) == ["À Ada de jouer."]


@pytest.mark.parametrize("size", ["tablet", "upright", "phone"])
def test_what_asks_for_a_tap_stands_above_the_table(speaking: Any, house: Any, size: str) -> None:
    page = speaking()
    turn_on(page)
    page.set_viewport_size(SIZES[size].viewport)
    page.reload()
    expect(page.locator("#wake-voice")).to_be_visible()
    bar, heading = boxes(page, "#wake-voice", ".fronton")
    assert bar["y"] == 0 and bar["height"] >= 48 and bar["width"] == SIZES[size].viewport["width"]
    assert heading["y"] >= bar["height"]
