"""Turns and single taps in a real browser, without a camera."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import EVENTS
from tests.browser.looking import PHONE, speak
from tests.page_app import page_app
from web.server import PageServer

pytestmark = pytest.mark.xdist_group("browser")

JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a"
    "1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc0000b080001000101011100ffc4001f"
    "0000010501010101010100000000000000000102030405060708090a0bffc400b5100002010303020403050504040000017d010203"
    "00041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a"
    "434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6"
    "a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda"
    "0008010100003f00fbd3ffd9"
)


def tap_dice(page: Page, *faces: str | int, name: str = "die") -> None:
    """Chooses each die's face; the last one sends them all."""
    seq = page.locator("#tablet").get_attribute("data-seq")
    for place, face in enumerate(faces):
        page.locator(f"label:has(#{name}-{place}-{face})").tap()
    expect(page.locator("#tablet")).not_to_have_attribute("data-seq", seq or "")


def test_turns_by_touch(visit: Any, house: Any) -> None:
    page = visit(path="?game=poker_dice_race")
    page.locator("#player-0").fill("Inès")
    page.locator("#player-1").fill("Mamie Jo")
    page.locator("#options summary").tap()
    page.locator("label:has(#option-stable-single)").tap()
    page.locator("#begin").tap()
    expect(page.get_by_role("heading", name="Qui commence ?")).to_be_visible()
    page.locator("#first-1").tap()
    expect(page.locator("#waiting")).to_have_text("Mamie Jo lance deux dés")

    tap_dice(page, "J", "Q")
    expect(page.locator("#waiting")).to_have_text("Si Mamie Jo s’arrête : case 2")
    page.locator("#stop").tap()
    expect(page.locator("#placed-2")).to_be_visible()
    page.locator("#placed-2").tap()
    expect(page.locator("#placed-2")).to_have_count(0)
    assert house.view["awaiting"] == []

    tap_dice(page, "K", "9")
    page.locator("label:has(#die-0-9)").tap()
    page.reload()  # half a throw outlives it
    expect(page.locator("#die-0-9")).to_be_checked()
    tap_dice(page, "9", "10")
    expect(page.locator("#news")).to_contain_text("Rien ! Une case perdue.")
    expect(page.locator(".plaque")).to_contain_text("Mamie Jo")

    for _ in range(4):
        tap_dice(page, "K", "K")
    expect(page.locator("#stop")).to_have_count(0)
    expect(page.locator("#waiting")).to_have_text("Mamie Jo doit relancer")


def test_the_end_leads_to_the_next_game(visit: Any, house: Any) -> None:
    horses = {"1": {"square": 5}, "2": {"square": 26}}
    house.lay(
        "Inès", "Mamie Jo", options={"stable": "single", "end_when": "first"}, turn="Mamie Jo", horses=horses
    )
    page = visit()
    for _ in range(3):
        tap_dice(page, "K")
    expect(page.locator(".loud")).to_have_text("Mamie Jo gagne !")
    expect(page.locator(".ranking li")).to_have_count(2)
    loud = page.locator(".outcry .evening li").all_inner_texts()
    page.locator(".outcry").tap()  # whoever taps has seen the bouquet
    page.set_viewport_size(PHONE)
    assert page.locator(".evening-told li").all_inner_texts() == loud != []
    expect(page.locator(".evening-told li").first).to_be_visible()
    page.locator("#again").tap()
    expect(page.get_by_role("heading", name="Qui commence ?")).to_be_visible()
    assert house.table.snapshot().as_json()["game"]["options"]["stable"] == "single"


def test_two_tablets_see_the_same_table_at_once(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    first, second = visit(), visit()
    expect(second.locator("#waiting")).to_have_text("Ada lance deux dés")
    tap_dice(first, "K", "Q")
    expect(second.locator("#waiting")).to_have_text("Si Ada s’arrête : case 2")
    second.locator("#stop").tap()
    expect(first.locator("#waiting")).to_have_text("Bea lance deux dés")


def test_ordinary_dice_and_stables(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"dice": "numbers"}, turn="Ada", horses={"2": {"square": 24}})
    page = visit()
    expect(page.locator("#by-taps-horse-2 fieldset")).to_have_count(1)
    expect(page.locator("#by-taps-horse-1 fieldset")).to_have_count(2)
    for place, face in enumerate((4, 1)):
        page.locator(f"label:has(#horse-1-{place}-{face})").tap()
    expect(page.locator("#stop")).to_be_visible()
    assert house.view["series"] == house.view["series"] | {"horse": 1, "rolls": [[4, 1]], "total": 1}
    expect(page.locator("#by-taps fieldset")).to_have_count(2)


def test_ten_moves_ago_it_was_a_queen(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    for _ in range(5):
        house.table.act({"by": "Ada", "do": "roll", "dice": ["10", "9"]})
        house.table.act({"by": "Bea", "do": "roll", "dice": ["A", "9"]})
    house.table.act({"by": "Ada", "do": "roll", "dice": ["10", "J"]})
    page = visit()
    page.locator("#menu").tap()
    page.locator("#open-history").tap()
    page.locator("#entry-12").tap()
    page.locator("label:has(#amend-1-A)").tap()
    expect(page.locator("#panel")).to_have_count(0)
    assert house.view["turn"] == "Bea"
    page.locator("#menu").tap()
    page.locator("#open-history").tap()
    expect(page.locator("#entry-12")).to_contain_text("corrigé")
    page.locator("#entry-2").tap()
    page.locator("label:has(#amend-0-Q)").tap()
    expect(page.locator("#question")).to_contain_text("n’est plus possible")
    page.locator("#answer-2").tap()
    expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")


def test_undo_says_what_to_put_back(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada", horses={"2": {"square": 2}})
    page = visit()
    tap_dice(page, "K", "Q")
    expect(page.locator(".say small")).to_have_text("Prend la place de Bea, qui retourne au départ.")
    page.locator("#stop").tap()
    expect(page.locator(".plaque")).to_contain_text("Bea")
    page.locator("#undo").tap()
    expect(page.locator(".put-right li")).to_have_count(2)
    expect(page.locator(".put-right")).to_contain_text("Cheval 2 (Bea) : case 2.")


def test_a_question_with_its_photo(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.eyes.pictures["crop-1"] = JPEG
    house.eyes.become("sees", "still")
    page = visit()
    expect(page.locator("#by-hand")).to_be_visible()
    assert house.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03}, evidence="crop-1") == "asked"
    expect(page.locator("#question")).to_have_text("Ce dé : une figure ou rien ?")
    assert page.locator(".print img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 1
    page.locator("#answer-1").tap()
    expect(page.locator("#waiting")).to_have_text("Si Ada s’arrête : case 1")
    house.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03})
    page.locator("#other").tap()
    tap_dice(page, "10", "A")
    expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")
    house.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03})
    page.locator("#dismiss").tap()
    expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")
    assert house.view["series"] is None


def test_the_eye_is_live(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.eyes.become("sees", "still")
    page = visit()
    expect(page.locator("#eyes")).to_have_text("Je vois tout")
    house.eyes.become("waits", "hand")
    expect(page.locator("#eyes")).to_have_text("Une main…")
    house.eyes.become("doubts", "doubt", (("Q", 0.61), ("9", 0.95)))
    expect(page.locator("#seen")).to_contain_text("sûr à 61")
    house.see({"K": 0.98, "A": 0.02}, {"Q": 0.97, "A": 0.03}, {"9": 0.99})
    expect(page.locator(".refused")).to_contain_text("Deux dés !")
    house.eyes.become("lost", "no_frames")
    expect(page.locator("#by-taps")).to_be_visible()


def test_a_refused_tap_says_why_and_changes_nothing(visit: Any, house: Any) -> None:
    visit.allowed = ("status of 422", "status of 409")
    house.lay("Ada", "Bea", options={"stable": "single", "strict_placement": True}, turn="Ada")
    page = visit()
    page.locator("label:has(#die-0-K)").tap()
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "K"]})
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator("#by-taps :checked")).to_have_count(0)
    page.route("**/fragment", lambda route: route.abort())
    visit.allowed = (*visit.allowed, "ERR_FAILED")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "K"]})
    page.locator("#stop").tap()
    expect(page.locator(".flash")).to_contain_text("Entre-temps")
    assert house.view["series"]["total"] == 4
    page.unroute("**/fragment")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    expect(page.locator(".sum b")).to_have_text("5")
    expect(page.locator(".flash")).to_contain_text("Entre-temps")


def test_names_are_text_and_nothing_else(visit: Any, house: Any) -> None:
    page = visit(path="?game=poker_dice_race")
    page.locator("#player-0").fill("<img src=x onerror=x>")
    page.locator("#player-1").fill('"><b onclick=alert(1)>x')
    page.locator("#begin").tap()
    page.locator("#first-0").tap()
    expect(page.locator(".plaque")).to_contain_text("<img src=x onerror=x>")
    page.goto(visit.url + "?panel=history")
    expect(page.locator("#panel")).to_contain_text("<img src=x onerror=x> commence")
    assert page.locator("#page img, #page b[onclick]").count() == 0


def test_language_and_evening_are_kept(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit()
    page.locator("#menu").tap()
    with page.expect_response(EVENTS):
        page.locator("#language-en").tap()
    expect(page.locator("#waiting")).to_have_text("Ada throws two dice")
    page.locator("#menu").tap()
    page.locator("#theme-soir").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "soir")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("html")).to_have_attribute("data-theme", "soir")


@pytest.mark.parametrize(
    ("language", "voice", "nothing", "turn"),
    [("fr", "fr-FR", "Rien !", "À {} de jouer."), ("de", "de-DE", "Nichts!", "{} ist dran.")],
)
def test_events_are_told_to_screen_readers_and_to_the_voice(
    visit: Any, house: Any, language: str, voice: str, nothing: str, turn: str
) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit()
    speak(page, house, language)
    page.reload()
    page.evaluate(
        """() => {
          window.said = [];
          const speech = { speaking: true, pending: false, getVoices: () => [], cancel() {},
            speak(utterance) { window.said.push([utterance.lang, utterance.text]); } };
          Object.defineProperty(window, 'speechSynthesis', { value: speech, configurable: true });
        }"""
    )
    tap_dice(page, "9", "9")
    expect(page.locator("#says")).to_have_text(f"{nothing} {turn.format('Bea')}")
    assert page.evaluate("window.said") == []
    page.locator("#voice").tap()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    tap_dice(page, "9", "9")
    expect(page.locator("#says")).to_have_text(f"{nothing} {turn.format('Ada')}")
    assert [voice, turn.format("Ada")] in page.evaluate("window.said")


def test_a_silent_browser_says_so(visit: Any, house: Any) -> None:
    page = visit(path="?game=poker_dice_race")
    page.evaluate(
        """() => Object.defineProperty(window, 'speechSynthesis', { configurable: true,
          value: { speaking: false, pending: false, getVoices: () => [], cancel() {}, speak() {} } })"""
    )
    page.locator("#menu").tap()
    page.locator("#voice-menu").tap()
    expect(page.locator("#voice-menu")).to_contain_text("Pas de voix")
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "false")


def test_typing_a_new_game_survives_what_others_do(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit(path="?panel=new")
    page.locator("#player-2").fill("Cyd")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["9", "9"]})
    expect(page.locator(".plaque")).to_contain_text("Bea")
    expect(page.locator("#player-2")).to_have_value("Cyd")
    expect(page.locator("#player-2")).to_be_focused()


def test_the_keyboard_reaches_everything_and_focus_stays(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit()
    page.keyboard.press("Tab")
    page.locator("#die-0-9").focus()
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    page.locator("#die-1-9").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert house.view["series"] is None
    expect(page.locator(".send")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#stop")).to_be_visible()
    assert house.view["series"]["rolls"] == [["K", "J"]]
    page.locator("#stop").focus()
    outline = page.locator("#stop").evaluate("button => getComputedStyle(button).outlineWidth")
    assert outline == "4px"
    house.eyes.become("sees", "still")
    expect(page.locator("#eyes")).to_have_text("Je vois tout")
    expect(page.locator("#stop")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".plaque")).to_contain_text("Bea")
    page.locator("#menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#panel-title")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#panel")).to_have_count(0)


def test_a_turn_by_forms_alone(visit: Any, house: Any) -> None:
    page = visit(path="?game=poker_dice_race", scripts=False)
    page.locator("#player-0").fill("Ada")
    page.locator("#player-1").fill("Bea")
    page.locator("#options summary").click()
    page.locator("label:has(#option-stable-single)").click()
    page.locator("#begin").click()
    page.locator("#first-0").click()
    page.locator("label:has(#die-0-K)").click()
    page.locator("label:has(#die-1-9)").click()
    page.locator("#by-taps .send").click()
    expect(page.locator("#waiting")).to_have_text("Si Ada s’arrête : case 1")
    page.locator("#stop").click()
    expect(page.locator("#waiting")).to_have_text("Bea lance deux dés")
    page.locator("#undo").click()
    expect(page.locator(".put-right")).to_be_visible()
    page.locator("#menu").click()
    page.locator("#open-history").click()
    page.locator("#entry-3").click()
    page.locator("label:has(#amend-1-Q)").click()
    page.locator("#amend .send").click()
    expect(page.locator("#waiting")).to_have_text("Si Ada s’arrête : case 2")
    page.locator("#menu").click()
    page.locator("#language-en").click()
    expect(page.locator("#waiting")).to_have_text("If Ada stops: square 2")
    assert page.locator("[data-voice]").first.is_hidden()


def test_a_sleeping_tablet_wakes_to_the_truth(visit: Any, house: Any) -> None:
    visit.allowed = ("ERR_INTERNET_DISCONNECTED",)
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    page = visit()
    expect(page.locator("#waiting")).to_have_text("Ada lance deux dés")
    page.context.set_offline(True)
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    house.table.act({"by": "Ada", "do": "stop"})
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#waiting")).to_have_text("Bea lance deux dés", timeout=2000)


def test_a_dead_line_is_said(visit: Any, house: Any) -> None:
    visit.allowed = ("ERR_", "Failed to load", "fetching the script")
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    server = PageServer(page_app(house.table, viewers=8), "127.0.0.1", 0)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    page = visit(own=True, url=f"http://127.0.0.1:{server.port}/")
    expect(page.locator("#line")).to_be_hidden()
    page.clock.install()
    page.reload()
    expect(page.locator("#waiting")).to_be_visible()
    server.close()
    page.clock.run_for(25_000)
    expect(page.locator("#line")).to_be_visible()
    expect(page.locator("#line")).to_have_text(re.compile("ne répond plus"))
    thread.join(5)


def test_closing_the_menu_with_nothing_open_leads_to_the_boxes(visit: Any, house: Any) -> None:
    page = visit(path="?panel=menu")
    page.locator("#close").tap()
    expect(page.locator("#box-crapette")).to_be_visible()
    page.goto(house.url + "?panel=new")
    page.keyboard.press("Escape")
    expect(page.locator("#box-crapette")).to_be_visible()


def test_what_a_page_shows_already_it_does_not_fetch(visit: Any, house: Any) -> None:
    """A tap: one answer with the table, and one fetch by everybody else; nobody fetches what was just loaded."""
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    asked: dict[str, list[str]] = {"first": [], "second": []}
    pages = {name: visit() for name in asked}
    for name, page in pages.items():
        page.on("request", lambda request, of=asked[name]: of.append(request.url.removeprefix(house.url)))
        page.reload()
    for page in pages.values():
        page.wait_for_timeout(300)
    assert not [url for urls in asked.values() for url in urls if "fragment" in url]
    for urls in asked.values():
        urls.clear()
    tap_dice(pages["first"], "K", "K")
    for page in pages.values():
        expect(page.locator(".sum b")).to_have_text("2")
        page.wait_for_timeout(300)
    assert asked == {"first": ["play/action"], "second": ["fragment"]}
    house.eyes.become("lost", "no_frames")
    expect(pages["first"].locator("#eyes")).to_have_class(re.compile("lost"))


def test_news_of_a_tap_waits_for_the_answer_to_it(visit: Any, house: Any) -> None:
    page = visit()
    page.goto(house.url + "?panel=new&game=poker_dice_race&player=Ada&player=Bea")
    held: list[tuple[Any, Any]] = []

    def hold(route: Any) -> None:
        if route.request.method == "POST":
            held.append((route, route.fetch()))
        else:
            route.continue_()

    page.route("**/play/**", hold)
    with page.expect_request("**/play/**"):
        page.locator("#begin").tap()
    page.wait_for_timeout(500)  # the table's own line tells of the game before the answer does
    assert house.table.game is not None
    expect(page.locator("#begin")).to_be_visible()
    assert page.locator("#tablet").get_attribute("data-seq") != str(house.table.seq)
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(page.locator("#tablet")).to_have_attribute("data-seq", str(house.table.seq))
    expect(page.locator("#panel")).to_have_count(0)


def test_a_soft_sound_says_understood_or_asks_and_can_be_turned_off(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.eyes.become("sees", "still")
    page = visit()
    page.evaluate("window.heard = []; addEventListener('signal', (event) => window.heard.push(event.detail))")
    assert house.see({"K": 0.995}, {"Q": 0.995}) == "played"
    expect(page.locator(".sum b")).to_have_text("2")
    assert house.see({"K": 0.5, "9": 0.5}, {"Q": 0.97, "A": 0.03}) == "asked"
    expect(page.locator("#question")).to_be_visible()
    assert page.evaluate("window.heard") == ["understood", "question"]
    page.goto(house.url + "settings")
    with page.expect_navigation():
        page.locator("#signals-off").tap()
    page.goto(house.url)
    expect(page.locator("#question")).to_be_visible()
    page.evaluate("window.heard = []; addEventListener('signal', (event) => window.heard.push(event.detail))")
    page.locator("#answer-0").tap()
    expect(page.locator("#question")).to_have_count(0)
    assert page.evaluate("window.heard") == []


def test_a_die_that_was_misread_is_put_right_in_two_taps(visit: Any, house: Any) -> None:
    house.lay("Ada", "Bea", options={"stable": "single"}, turn="Ada")
    house.table.act({"by": "Ada", "do": "roll", "dice": ["K", "9"]})
    page = visit()
    page.locator("#fix-die-1").tap()
    page.locator("label:has(#amend-1-Q)").tap()
    expect(page.locator("#panel")).to_have_count(0)
    assert house.view["series"]["rolls"] == [["K", "Q"]]
