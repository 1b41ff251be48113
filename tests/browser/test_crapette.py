"""The table of Crapette in a real browser: every state at three sizes, and a game played by tapping cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from companion.games import load
from companion.sighting import Disturbance, Sighting, Slot, ZoneReading
from tests.asking import NOTHING, answer, asks, moved
from tests.browser.looking import LANGUAGES, LONG, PHONE, SIZES, Screen, all_boxes, boxes, look_at_all, speak

pytestmark = pytest.mark.xdist_group("browser")

NAMES = list(LONG[:2])
FIRST, SECOND = NAMES
RUN = ["KS", "QH", "JC", "10D", "9C", "8H", "7C", "6D", "5S", "4H", "3S", "2D", "AC"]


def lay(house: Any, options: dict[str, Any] | None = None, **position: Any) -> None:
    """The position of the first picture, or another one."""
    cases = {
        "T1": ["KS", "QH", "JC", "10D"],
        "T2": ["9C", "8H"],
        "T3": ["7C", "6D"],
        "T4": ["KH", "QC"],
        "T5": ["10S"],
        "T6": ["QD", "JS"],
        "T7": ["8C", "7D", "6C", "5H"],
        "T8": ["3C"],
    }
    setup = {
        "turn": FIRST,
        "foundations": {"F1": "4S", "F2": "2H", "F3": "AD", "F4": "4C", "F5": "AS", "F7": "3D"},
        "reserves": {FIRST: {"count": 6, "top": "9S"}, SECOND: {"count": 8, "top": "QS"}},
        "stocks": {FIRST: 27, SECOND: 25},
        "wastes": {FIRST: {"count": 1, "top": "2C"}, SECOND: {"count": 4, "top": "7S"}},
        **position,
        "cases": {**cases, **position.get("cases", {})},
    }
    house.table.open_game("crapette", NAMES, setup=setup, options=options or {})


def do(house: Any, do: str, by: str = FIRST, **arguments: Any) -> None:
    house.table.act({"by": by, "do": do, **{name.rstrip("_"): value for name, value in arguments.items()}})


def reserve_goes(house: Any) -> None:
    do(house, "move", from_=f"reserve:{FIRST}", to="T1", card="9S")


def see(house: Any, *touched: str, **shown: Any) -> str:
    """The camera sees the table, as it should lie but for what is ``shown`` otherwise."""
    zones = {}
    for zone, faces in {**load("crapette").visible_table(house.table.state), **shown}.items():
        lying = tuple(faces) if faces or zone[0] == "T" else ("empty",)
        slots = [
            Slot(face if isinstance(face, dict) else {face: 0.995, "unreadable": 0.005}) for face in lying
        ]
        zones[zone] = ZoneReading(tuple(slots))
    house.looks += 1
    now = house.looks * 1000
    hands = tuple(Disturbance(zone, now - 500, now - 200) for zone in touched)
    outcome: str = house.table.observe(Sighting(house.looks, now, zones, hands))
    return outcome


# ---------------------------------------------------------------- the states


def resting(house: Any) -> str:
    lay(house)
    return ""


def hinted(house: Any) -> str:
    lay(house)
    return f"?hint={house.table.seq}"


def called(house: Any) -> str:
    lay(house, cases={"T3": ["7C", "6D", "5C"]})
    reserve_goes(house)
    return ""


def proof_awaited(house: Any) -> str:
    called(house)
    return f"?seen={house.table.seq}"


def called_from_below(house: Any) -> str:
    lay(house)
    do(house, "draw", card="KD")
    return ""


def misplaced(house: Any) -> str:
    lay(house)
    do(house, "move", from_="T5", to="T4", card="10S")
    return ""


def taken(house: Any) -> str:
    lay(house)
    return f"?from=reserve:{FIRST}&at={house.table.seq}"


def held(house: Any) -> str:
    lay(house, cases={"T5": ["JH"]}, hands={FIRST: "9H"}, reserves={FIRST: {"count": 6, "top": "KC"}})
    return ""


def asked_which(house: Any) -> str:
    lay(house, reserves={})
    return f"?from=stock:{FIRST}&at={house.table.seq}"


def misread(house: Any) -> str:
    lay(house)
    return f"?wrong=T7&place=1&at={house.table.seq}"


def on_call(house: Any) -> str:
    lay(house, {"referee": "on_call", "hints": "off"})
    return ""


def on_call_with_a_hint(house: Any) -> str:
    lay(house, {"referee": "on_call"})
    return f"?hint={house.table.seq}"


def wrongly_called(house: Any) -> str:
    on_call(house)
    do(house, "call", SECOND)
    return ""


def coached(house: Any) -> str:
    lay(house, {"referee": "coach"}, cases={"T3": ["7C", "6D", "5C"]})
    reserve_goes(house)
    return ""


def coach_decides(house: Any) -> str:
    lay(house, {"referee": "coach"})
    do(house, "draw", card="KD")
    do(house, "discard")
    return ""


def long_fans(house: Any) -> str:
    right = ["KH", "QS", "JH", "10S", "9H", "8C", "7D", "6S", "5H", "4C"]
    lay(house, cases={"T1": RUN, "T5": right, "T7": ["KD", "QC", "JD", "10C", "9D", "8S", "7H"]})
    return ""


def taken_back(house: Any) -> str:
    lay(house)
    reserve_goes(house)
    house.table.undo()
    return ""


def restoring(house: Any) -> str:
    lay(house)
    assert see(house) == "same"
    reserve_goes(house)
    shown = dict(load("crapette").visible_table(house.table.state))
    house.table.undo()
    see(house, "T1", f"reserve:{FIRST}", **shown)
    return ""


def unfinished(house: Any) -> str:
    lay(house)
    assert see(house) == "same"
    assert see(house, "T1", "T2", "T3", "T7", T1=["KS"], T2=["9C"], T3=[], T7=["8C"]) == "unfinished"
    return ""


def unread(house: Any) -> str:
    lay(house)
    assert see(house) == "same"
    drawn = {f"hand:{FIRST}": [{"unreadable": 1.0}]}
    touched = f"stock:{FIRST}", f"hand:{FIRST}"
    assert see(house, *touched, **drawn) == "unfinished"
    return ""


def played_on(house: Any) -> str:
    """A card in hand that is not clear yet: nobody waits for it."""
    lay(house, reserves={})
    assert see(house) == "same"
    drawn: dict[str, Any] = {f"hand:{FIRST}": [{"7H": 0.55, "7D": 0.45}]}
    touched = f"stock:{FIRST}", f"hand:{FIRST}"
    assert see(house, *touched, **drawn) == "look_again"
    assert see(house, **drawn) == "play_on"
    return ""


def photographed(house: Any) -> str:
    """A picture that the eyes have kept."""
    picture = np.full((720, 960, 3), (70, 30, 90), np.uint8)
    for left in (200, 560):
        cv2.rectangle(picture, (left, 160), (left + 220, 500), (235, 240, 240), -1)
    house.eyes.pictures["place-1"] = cv2.imencode(".jpg", picture)[1].tobytes()
    return "place-1"


def question(house: Any) -> str:
    """Did the queen go aside, or up? There is a photograph of it."""
    lay(house)
    two = (answer(moved(FIRST, "T6", to, "JS"), chance=chance) for to, chance in (("T4", 0.6), ("T1", 0.3)))
    asks(house.table, *two, zones=["T1", "T4", "T6"], evidence=photographed(house))
    return ""


def question_of_a_card(house: Any) -> str:
    """Without a photograph."""
    lay(house)
    draws = (answer({"by": FIRST, "do": "draw", "card": card}) for card in ("7H", "7D"))
    asks(house.table, *draws, code="which_card", zones=[f"hand:{FIRST}", f"stock:{FIRST}"])
    return ""


def question_of_three(house: Any) -> str:
    """Who has done what, over the whole table, or nobody anything?"""
    lay(house, hands={SECOND: "KC"})
    reserve = answer(moved(FIRST, f"reserve:{FIRST}", "T1", "9S"))
    asks(
        house.table, reserve, answer(moved(SECOND, "T5", "T8", "10S")), NOTHING, evidence=photographed(house)
    )
    return ""


def question_of_four(house: Any) -> str:
    """The same without a photograph, by the longest answers."""
    question_of_three(house)
    asks(
        house.table,
        answer(moved(FIRST, f"reserve:{FIRST}", f"waste:{SECOND}", "9S"), chance=0.42),
        answer(*(moved(FIRST, "T7", to, card) for to, card in (("T4", "5H"), ("T2", "6C"), ("T5", "7D")))),
        answer(moved(SECOND, "T8", "T3", "3C")),
        NOTHING,
        zones=["T1"],
    )
    return ""


def question_of_an_earlier_card(house: Any) -> str:
    """Was the six moved, or moved while another card lay on the reserve than was told?"""
    lay(house, reserves={FIRST: 6, SECOND: {"count": 8, "top": "QS"}})
    turned = {"by": FIRST, "do": "turn_reserve", "card": "9S"}
    house.table.act(turned)
    other = {**turned, "card": "9C"}
    again = answer(other, moved(FIRST, "T3", "T8", "6D"), taken_back=1)
    told = {**again.arguments, "retold": {"count": 1, "before": turned, "after": other}}
    asks(
        house.table,
        answer(moved(FIRST, "T3", "T8", "6D"), chance=0.8),
        replace(again, arguments=told),
        evidence=photographed(house),
    )
    return ""


def won_unless_called(house: Any) -> str:
    setup = {
        "turn": FIRST,
        "foundations": {"F1": "QH"},
        "cases": {"T1": ["KS"], "T2": ["AC"]},
        "reserves": {FIRST: ["QD"], SECOND: 5},
    }
    house.table.open_game("crapette", NAMES, setup=setup, options={"referee": "on_call"})
    do(house, "move", from_=f"reserve:{FIRST}", to="T1", card="QD")
    return ""


def over(house: Any) -> str:
    setup = {
        "turn": FIRST,
        "foundations": {"F1": "QH"},
        "cases": {"T1": ["KS"], "T2": ["KC"]},
        "reserves": {FIRST: ["KH"], SECOND: 5},
    }
    house.table.open_game("crapette", NAMES, setup=setup, options={"scoring": "bank"})
    do(house, "move", from_=f"reserve:{FIRST}", to="F1", card="KH")
    return ""


def tie(house: Any) -> str:
    tops = zip(NAMES, (["QD", "9C", "4H", "2S"], ["KS", "10H", "5C", "3D"]), strict=True)
    deal = {name: {"cases": cases, "reserve_top": "JC"} for name, cases in tops}
    house.table.open_game("crapette", NAMES, setup={"deal": deal})
    return ""


def menu(house: Any) -> str:
    lay(house)
    return "?panel=menu"


def log(house: Any) -> str:
    called(house)
    return "?panel=history"


STATES: tuple[Callable[[Any], str], ...] = (
    resting,
    hinted,
    called,
    proof_awaited,
    called_from_below,
    misplaced,
    taken,
    held,
    asked_which,
    misread,
    on_call,
    on_call_with_a_hint,
    wrongly_called,
    coached,
    coach_decides,
    long_fans,
    taken_back,
    restoring,
    unfinished,
    unread,
    played_on,
    question,
    question_of_a_card,
    question_of_three,
    question_of_four,
    question_of_an_earlier_card,
    won_unless_called,
    over,
    tie,
    menu,
    log,
)
SCREENS = {
    # Where something is asked, each answer is a small picture of the table.
    state.__name__: Screen(state, excused=("SMALL",) if state.__name__.startswith("question") else ())
    for state in STATES
}
for proved_below in (called_from_below, misplaced):
    # The proof may lie where the verdict would: then the verdict stands above the table.
    half = Screen(proved_below, below="the near half of the table", first=".verdict .btn")
    SCREENS[proved_below.__name__] = half


@pytest.fixture
def house(house: Any) -> Any:
    house.looks = 0
    return house


def test_a_question_is_answered_by_its_picture_and_by_keys(visit: Any, house: Any) -> None:
    question(house)
    page = visit()
    shown = page.locator(".print img")
    expect(shown).to_have_attribute("alt", re.compile("Case 1, Case 4, Case 6$"))
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 960
    first, second = all_boxes(page, ".ans .piece")
    assert min(first["width"], first["height"]) > 200 and first["width"] == second["width"]
    button = page.get_by_role("button", name=re.compile("valet de pique de la case 6 sur la case 1"))
    button.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#question")).to_have_count(0)
    assert house.table.moves()[-1].action["to"] == "T1"


def test_what_is_none_of_the_answers_is_tapped_on_the_table(visit: Any, house: Any) -> None:
    question(house)
    page = visit()
    page.locator("#dismiss").tap()
    expect(page.locator(".flash")).to_have_text("Alors touche ici ce qui a été joué.")
    expect(page.locator("#tap-r1-left")).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_readable_touchable_and_whole(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, SCREENS) == {}


def test_a_card_that_is_not_clear_keeps_nobody_waiting(visit: Any, house: Any) -> None:
    played_on(house)
    page = visit()
    expect(page.locator("#waiting")).to_contain_text("Joue, je la verrai")


def test_the_right_sheet_is_shown_and_fits(visit: Any, house: Any) -> None:
    lay(house)
    page = visit()
    for size, sheet in (("tablet", "wide"), ("upright", "upright"), ("phone", "phone")):
        page.set_viewport_size(SIZES[size].viewport)
        for name in ("wide", "upright", "phone"):
            drawn = page.locator(f".table-{name}")
            expect(drawn).to_be_visible() if name == sheet else expect(drawn).to_be_hidden()
        (box,) = boxes(page, f".table-{sheet}")
        assert box["x"] >= 0 and box["x"] + box["width"] <= SIZES[size].viewport["width"]
        assert box["y"] + box["height"] <= SIZES[size].viewport["height"]


@pytest.mark.parametrize("size", SIZES)
def test_a_place_is_found_by_the_number_that_it_is_called_by(visit: Any, house: Any, size: str) -> None:
    lay(house)
    page = visit(SIZES[size].viewport)
    sheet = f".table-{'wide' if size == 'tablet' else size}"
    assert sorted(page.locator(f"{sheet} .place-number").all_text_contents()) == list("12345678")
    cards = all_boxes(page, f"{sheet} .pc")
    for number in all_boxes(page, f"{sheet} .place-number"):
        left, right = number["x"] - 1, number["x"] + number["width"] + 1
        middle = number["y"] + number["height"] / 2
        assert not any(
            card["x"] < right and left < card["x"] + card["width"]
            for card in cards
            if card["y"] < middle < card["y"] + card["height"]
        ), number


@pytest.mark.parametrize("state", [coached, proof_awaited, wrongly_called, unread, tie])
def test_one_line_carries_across_the_room_whatever_else_is_told(visit: Any, house: Any, state: Any) -> None:
    page = visit()
    page.goto(house.url + state(house))
    line = page.locator("#news")
    expect(line).to_be_visible()
    assert line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 30


def test_the_loud_word_leaves_the_proof_free(visit: Any, house: Any) -> None:
    page = visit(reduced_motion="reduce")
    for state in (called, called_from_below, misplaced):
        state(house)
        page.goto(house.url)
        (shout,) = boxes(page, ".shouting .shout")
        rings = all_boxes(page, ".table-wide .ring")
        assert len(rings) >= 1
        for ring in rings:
            middle = ring["y"] + ring["height"] / 2, ring["x"] + ring["width"] / 2
            inside = shout["y"] < middle[0] < shout["y"] + shout["height"]
            assert not (inside and shout["x"] < middle[1] < shout["x"] + shout["width"]), state.__name__
        (verdict,) = boxes(page, ".verdict")
        assert all(ring["y"] + ring["height"] / 2 < verdict["y"] for ring in rings), state.__name__


def test_big_moments_fill_the_table_once(visit: Any, house: Any) -> None:
    called(house)
    page = visit(reduced_motion="reduce")
    (cry,) = boxes(page, ".outcry .shout")
    assert cry["width"] > 1200 and cry["x"] >= 0
    page.reload()
    expect(page.locator("#carry-on")).to_be_visible()
    expect(page.locator(".outcry")).to_have_count(0)
    over(house)
    expect(page.locator(".outcry.finish .bouquet")).to_have_count(1)
    (lettering,) = boxes(page, ".outcry .logo")
    assert lettering["width"] > 900


# ---------------------------------------------------------------- playing


def tap_that_plays(page: Page, what: str, by: str = "tap") -> None:
    """Taps what sends an action; returns once the page shows the next entry."""
    seq = page.locator("#tablet").get_attribute("data-seq") or ""
    if by == "tap":
        page.locator(what).tap()
    else:
        page.locator(what).focus()
        page.keyboard.press(by)
    expect(page.locator("#tablet")).not_to_have_attribute("data-seq", seq)


def test_a_turn_by_tapping_cards(visit: Any, house: Any) -> None:
    lay(house)
    page = visit()
    page.locator("#tap-near-reserve").tap()
    expect(page.locator("#tap-near-reserve")).to_have_attribute("aria-current", "true")
    page.locator("#tap-near-reserve").tap()
    expect(page.locator("#tap-near-reserve")).not_to_have_attribute("aria-current", "true")
    page.locator("#tap-near-reserve").tap()
    page.locator("button#tap-r2-left").tap()  # a nine does not go on an eight: the finger missed
    expect(page.locator("button#tap-r2-left")).to_have_class(re.compile("missed"))
    why = page.locator("#news [role=status]").evaluate("one => getComputedStyle(one, '::before').content")
    assert "l’autre couleur" in why, "it stands where the news is"
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator("#tap-near-reserve")).to_have_attribute("aria-current", "true")
    tap_that_plays(page, "button#tap-r1-left")
    assert house.view["cases"]["T1"][-1] == "9S"
    expect(page.locator("#waiting")).to_be_visible()
    tap_that_plays(page, "#undo:has-text('Annuler')")
    page.locator("a#tap-near-reserve[href*=from]").tap()
    tap_that_plays(page, "button#tap-r1-left")
    page.locator("#tap-near-reserve").tap()
    tap_that_plays(page, "#face-KC")
    expect(page.locator("#panel")).to_have_count(0)
    assert house.view["reserves"][FIRST]["top"] == "KC"
    page.locator("#tap-near-stock").tap()
    tap_that_plays(page, "#face-8D")
    page.locator("#tap-near-hand").tap()
    tap_that_plays(page, "button#tap-r1-left")
    assert house.view["cases"]["T1"][-2:] == ["9S", "8D"]


def test_a_card_is_dragged_where_it_goes(visit: Any, house: Any) -> None:
    lay(house)
    page = visit()
    (card, pile) = boxes(page, "#tap-near-reserve", "#tap-r1-left")
    middle = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (card, pile)]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1], steps=6)
    expect(page.locator(".dragged")).to_be_visible()
    with page.expect_response("**/play/action"):
        page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)
    assert house.view["cases"]["T1"][-1] == "9S"


def test_a_turn_by_tapping_without_a_script(visit: Any, house: Any) -> None:
    lay(house)
    page = visit(PHONE, scripts=False)
    page.locator("#tap-near-reserve").click()
    page.locator("button#tap-r1-left").click()
    assert house.view["cases"]["T1"][-1] == "9S"
    page.locator("#tap-near-stock").click()
    page.locator("#face-8D").click()
    assert house.view["hands"][FIRST] == "8D" or house.view["turn"] == SECOND


def test_the_table_moves_by_itself_and_a_call_is_closed_by_a_tap(visit: Any, house: Any) -> None:
    lay(house, cases={"T3": ["7C", "6D", "5C"]})
    page = visit()
    reserve_goes(house)
    expect(page.locator(".verdict")).to_contain_text("Le 5 de trèfle devait monter sur le 4.")
    page.locator("#carry-on").tap()
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.locator(".put-back")).to_be_visible()
    page.locator("#tap-r3-left").tap()
    tap_that_plays(page, "button#tap-r4-a")
    assert house.view["foundations"]["F4"]["top"] == "5C"


def test_a_hint_comes_and_goes(visit: Any, house: Any) -> None:
    lay(house)
    page = visit()
    page.locator("#show-hint").tap()
    expect(page.locator(".table-wide .draw")).to_have_count(1)
    page.locator("#hide-hint").tap()
    expect(page.locator(".table-wide .draw")).to_have_count(0)
    page.locator("#show-hint").tap()
    expect(page.locator(".table-wide .draw")).to_have_count(1)
    reserve_goes(house)
    expect(page.locator(".table-wide .draw")).to_have_count(0)


@pytest.mark.parametrize("size", ["tablet", "upright"])
def test_which_card_was_drawn_is_asked_with_the_table_in_sight(visit: Any, house: Any, size: str) -> None:
    lay(house, reserves={})
    page = visit(SIZES[size].viewport, reduced_motion="reduce")
    page.locator("#tap-near-stock").tap()
    expect(page.locator("#panel")).to_be_visible()
    (panel,) = boxes(page, "#panel")
    screen = SIZES[size].viewport
    assert panel["width"] * panel["height"] < 0.33 * screen["width"] * screen["height"]
    assert panel["y"] + panel["height"] <= screen["height"] + 1
    tap_that_plays(page, "#face-9H")
    assert house.view["hands"][FIRST] == "9H"


def test_a_misread_card_is_put_right_by_taps(visit: Any, house: Any) -> None:
    lay(house, reserves={})
    do(house, "draw", card="9H")
    do(house, "move", from_=f"hand:{FIRST}", to="T5", card="9H")
    page = visit()
    page.locator("#tap-r1-right").tap()
    page.locator("#wrong").tap()
    expect(page.locator("#panel-title")).to_be_focused()
    tap_that_plays(page, "#face-9D")
    expect(page.locator("#panel")).to_have_count(0)
    assert house.view["cases"]["T5"] == ["10S", "9D"]


def test_the_keyboard_takes_and_lays_down(visit: Any, house: Any) -> None:
    lay(house)
    page = visit()
    page.locator("#tap-near-reserve").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#tap-near-reserve")).to_have_attribute("aria-current", "true")
    expect(page.locator("#tap-near-reserve")).to_be_focused()
    tap_that_plays(page, "button#tap-r1-left", "Enter")
    assert house.view["cases"]["T1"][-1] == "9S"
