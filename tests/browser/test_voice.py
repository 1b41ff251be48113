"""The voice of the tablet: asked for once, remembered, brief, and a fault before everything else."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import PATIENCE_MS
from tests.browser.looking import boxes
from tests.companion.games.crapette.positions import STILL

pytestmark = pytest.mark.xdist_group("browser")

STAND_IN = """
(() => {
  const queue = [];
  window.said = [];
  const speech = {
    get speaking() { return queue.length > 0; },
    get pending() { return queue.length > 1; },
    getVoices: () => [],
    speak(utterance) {
      queue.push(utterance);
      if (utterance.volume > 0) window.said.push(utterance.text);
      setTimeout(() => utterance.dispatchEvent(new Event('start')));
    },
    cancel() {
      if (queue.length) window.said.push('(cut)');
      for (const utterance of queue.splice(0)) utterance.dispatchEvent(new Event('error'));
    },
  };
  window.endSpeech = () => {
    while (queue.length) queue.shift().dispatchEvent(new Event('end'));
  };
  Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
})()
"""
AT_LEISURE = """;
(() => {
  const steady = performance.now.bind(performance), wall = Date.now;
  performance.now = () => steady() / 3;
  Date.now = () => Math.round(wall() / 3);
})()
"""
"""A page whose clocks go slowly: on a busy machine what a table says would else be late, and not be said at all."""
LOST = ["Rien !", "À Bea de jouer."]
ON = "La voix est active"


@pytest.fixture
def speaking(visit: Any) -> Callable[[], Page]:
    """Opens the page in a browser whose voice a test hears and ends."""

    def open_page() -> Page:
        page: Page = visit()
        page.add_init_script(STAND_IN + AT_LEISURE)
        with page.expect_response("**/api/v1/events*"):
            page.reload()
        return page

    return open_page


def said(page: Page) -> list[str]:
    spoken: list[str] = page.evaluate("window.said")
    return spoken


def wait_for(page: Page, count: int) -> list[str]:
    late = time.monotonic() + PATIENCE_MS / 1000
    while len(said(page)) < count and time.monotonic() < late:
        page.wait_for_timeout(50)
    return said(page)


def turn_on(page: Page) -> None:
    page.locator("#voice").tap()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    page.evaluate("endSpeech(), window.said.length = 0")


def lose(house: Any) -> None:
    house.table.act({"by": house.view["turn"], "do": "roll", "dice": ["9", "9"]})


def three_dice(house: Any) -> None:
    assert house.see({"K": 0.98, "A": 0.02}, {"Q": 0.97, "A": 0.03}, {"9": 0.99}) == "refused"


@pytest.fixture
def race(house: Any) -> Any:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    return house


def test_the_voice_is_off_until_it_is_turned_on(speaking: Any, race: Any) -> None:
    page = speaking()
    expect(page.locator("#wake-voice")).to_be_hidden()
    lose(race)
    expect(page.locator("#says")).to_have_text(" ".join(LOST))
    assert said(page) == []
    page.locator("#voice").tap()
    assert wait_for(page, 1) == [ON]
    page.locator("#voice").tap()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "false")


def test_what_happens_before_a_fresh_page_has_its_line_to_the_table_is_told_on_it(
    speaking: Any, race: Any
) -> None:
    page = speaking()
    waiting: list[Route] = []
    page.route("**/api/v1/events*", lambda route: waiting.append(route))
    page.reload()
    while not waiting:
        page.wait_for_timeout(20)
    lose(race)
    page.unroute("**/api/v1/events*")  # which lets the one go that waits
    expect(page.locator("#says")).to_have_text(" ".join(LOST))


def test_a_screen_reader_is_told_once_however_often_the_table_tells_it(speaking: Any, race: Any) -> None:
    page = speaking()
    lose(race)
    expect(page.locator("#says")).to_have_text(" ".join(LOST))
    page.evaluate(
        """() => { window.read = []; new MutationObserver((changes) => changes.forEach(
        (one) => one.addedNodes.forEach((added) => window.read.push(added.textContent))
        )).observe(document.getElementById('says'), { childList: true }); }"""
    )
    before = race.table.seq
    three_dice(race)  # which the page hears of, though nothing was entered
    assert race.table.seq == before
    lose(race)
    expect(page.locator("#says")).to_have_text("Rien ! À Ada de jouer.")
    assert page.evaluate("window.read") == ["Rien ! À Ada de jouer."]


def test_it_is_remembered_and_asks_for_the_tap_that_browsers_want(speaking: Any, race: Any) -> None:
    page = speaking()
    turn_on(page)
    page.reload()
    invitation = page.locator("#wake-voice")
    expect(invitation).to_have_text("Touche ici, et je parle")
    (box,) = boxes(page, "#wake-voice")
    assert box["height"] >= 48
    lose(race)
    expect(page.locator("#says")).to_have_text(" ".join(LOST))
    assert said(page) == []
    invitation.tap()
    expect(invitation).to_be_hidden()
    assert wait_for(page, 1) == [ON]
    page.evaluate("endSpeech()")
    lose(race)
    assert wait_for(page, 3)[1:] == ["Rien !", "À Ada de jouer."]
    page.locator("#voice").tap()
    page.reload()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "false")
    expect(invitation).to_be_hidden()


def test_any_tap_will_do_and_the_switch_does_not_turn_off_what_was_never_heard(
    speaking: Any, race: Any
) -> None:
    page = speaking()
    turn_on(page)
    page.reload()
    page.locator("label:has(#die-0-9)").tap()
    expect(page.locator("#wake-voice")).to_be_hidden()
    lose(race)
    assert wait_for(page, 2) == LOST
    page.reload()
    expect(page.locator("#wake-voice")).to_be_visible()
    page.locator("#voice").tap()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    assert wait_for(page, 1) == [ON]


def test_each_device_has_its_own_switch(speaking: Any, race: Any) -> None:
    first, second = speaking(), speaking()
    turn_on(first)
    lose(race)
    assert wait_for(first, 2) == LOST
    expect(second.locator("#says")).to_have_text(" ".join(LOST))
    assert said(second) == []


def test_a_fault_cuts_lesser_news_short_and_what_was_taken_back_is_not_said(speaking: Any, race: Any) -> None:
    page = speaking()
    turn_on(page)
    lose(race)
    assert wait_for(page, 2) == LOST
    three_dice(race)
    cut, fault = wait_for(page, 4)[2:]
    assert cut == "(cut)"
    assert fault.startswith("Deux dés !")
    lose(race)
    race.table.undo()
    expect(page.locator("#says")).to_contain_text("Annulé")
    page.evaluate("endSpeech()")
    page.wait_for_timeout(300)
    assert [line for line in said(page)[4:] if line != "(cut)"] == []


def test_crapette_is_called_and_a_card_is_not_told(speaking: Any, house: Any) -> None:
    reserves = {"Ada": {"count": 5, "top": "KC"}, "Bea": {"count": 5, "top": "KD"}}
    house.table.open_game(
        "crapette",
        ["Ada", "Bea"],
        setup={
            "turn": "Ada",
            "foundations": {"F1": "4H"},
            "cases": STILL,
            "reserves": reserves,
            "stocks": {"Ada": 20, "Bea": 20},
            "wastes": {},
            "hands": {},
        },
    )
    page = speaking()
    turn_on(page)
    house.table.act({"by": "Ada", "do": "draw", "card": "2S"})
    house.table.act({"by": "Ada", "do": "discard"})
    expect(page.locator("#says")).to_have_text("À Bea de jouer.")
    assert said(page) == []
    house.table.act({"by": "Bea", "do": "move", "from": "reserve:Bea", "to": "F1", "card": "KD"})
    call, turn = wait_for(page, 2)
    assert call.startswith("Crapette, Bea !")
    assert turn == "À Ada de jouer."


def test_a_question_is_read_out(speaking: Any, race: Any) -> None:
    page = speaking()
    turn_on(page)
    assert race.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03}) == "asked"
    assert wait_for(page, 1) == ["Ce dé : une figure ou rien ?"]


def test_after_a_lost_line_what_is_fresh_is_said_once(visit: Any, speaking: Any, race: Any) -> None:
    visit.allowed = ("ERR_INTERNET_DISCONNECTED",)
    page = speaking()
    turn_on(page)
    lose(race)
    assert wait_for(page, 2) == LOST
    page.evaluate("endSpeech()")
    for _ in range(2):
        with page.expect_response("**/api/v1/events*"):
            page.evaluate("dispatchEvent(new Event('online'))")
    page.context.set_offline(True)
    lose(race)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    assert wait_for(page, 4)[2:] == ["Rien !", "À Ada de jouer."]
    page.wait_for_timeout(300)
    assert len(said(page)) == 4
