"""The screen of Racko in a real browser: readable, touchable and whole, and played by taps on the cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.asking import NOTHING, answer, asks
from tests.browser.looking import (
    EVERY_SIZE,
    LANGUAGES,
    LONG,
    PHONE,
    SIZES,
    SMALL_PHONE,
    Screen,
    all_boxes,
    boxes,
    findings,
    look_at_all,
    look_at_own_pages,
    speak,
)

pytestmark = pytest.mark.xdist_group("another browser")

ASCENDING = [3, 9, 14, 19, 27, 28, 29, 39, 46, 58]
BROKEN = [2, 8, 13, 22, 31, 40, 25, 45, 50, 56]


RING = """() => {
  const [card, caption] = document.querySelectorAll('.rk-held > :is(.pick, figcaption)');
  const { outlineWidth, outlineOffset } = getComputedStyle(card);
  const ring = card.getBoundingClientRect().bottom + parseFloat(outlineWidth) + parseFloat(outlineOffset);
  return ring - caption.getBoundingClientRect().top;
}"""
"""How far the ring round the card in the hand reaches into what stands below it, px."""


def a_turn(house: Any, **setup: Any) -> None:
    scores = dict(zip(LONG, (310, 265, 240, 95), strict=True))
    given = {"dealer": LONG[1], "turn": LONG[2], "discard": [5, 12, 44, 37], "round": 4, "scores": scores}
    house.table.open_game("racko", list(LONG), options={"bonus": True}, setup={**given, **setup})


def drawing_lots(house: Any) -> None:
    house.table.open_game("racko", list(LONG))
    house.table.act({"by": LONG[2], "do": "draw_for_deal", "card": 33})


def holding(house: Any) -> None:
    a_turn(house)
    house.table.act({"by": LONG[2], "do": "draw_stock"})


def laid_unseen(house: Any) -> None:
    holding(house)
    drawn = {"by": LONG[2], "do": "discard"}
    asks(house.table, answer({**drawn, "card": 31}), NOTHING, zones=["discard"], lacking=drawn)


def false_call(house: Any) -> None:
    a_turn(house)
    house.table.act({"by": LONG[0], "do": "racko", "rack": BROKEN})


def called(house: Any) -> None:
    a_turn(house)
    house.table.act({"by": LONG[0], "do": "racko"})


def counting(house: Any) -> None:
    a_turn(house)
    house.table.act({"by": LONG[0], "do": "racko", "rack": ASCENDING})


def round_over(house: Any) -> None:
    counting(house)
    house.table.act({"by": LONG[1], "do": "count_rack", "count": 7})
    house.table.act({"by": LONG[2], "do": "show_rack", "rack": BROKEN})
    house.table.act({"by": LONG[3], "do": "count_rack", "count": 2})


def over(house: Any) -> None:
    scores = dict(zip(LONG, (490, 265, 240, 95), strict=True))
    a_turn(house, scores=scores)
    house.table.act({"by": LONG[0], "do": "racko", "rack": ASCENDING})
    for player in LONG[1:]:
        house.table.act({"by": player, "do": "count_rack", "count": 5})


SCREENS = {
    "drawing lots": Screen(drawing_lots),
    "a turn": Screen(a_turn, at_a_glance=True),
    "a card in hand": Screen(holding, at_a_glance=True, below="the scores", first=".rk-keys .tiles>.btn"),
    "a card that nobody saw": Screen(laid_unseen),
    "its number": Screen(laid_unseen, "?panel=other"),
    "not yet": Screen(false_call),
    "racko": Screen(called, below="the scores", first=".rk-type .send"),
    "counting": Screen(counting, below="the winner's rack", first=".rk-side .tiles .btn"),
    "round over": Screen(round_over, at_a_glance=True),
    "another rack": Screen(round_over, f"?rack={LONG[2]}", below="its first slots", first=".rk-deal .btn.go"),
    "over": Screen(over, at_a_glance=True, below="the winner's rack", first="#look-back"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_racko(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, SCREENS) == {}


@pytest.mark.parametrize(("lay", "primary"), [(counting, ".rk-side .tiles .btn"), (over, "#again")])
def test_on_a_phone_what_is_to_be_done_next_is_seen_without_scrolling(
    visit: Any, house: Any, lay: Any, primary: str
) -> None:
    lay(house)
    expect(visit(PHONE).locator(primary).first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", ["phone", SMALL_PHONE])
@pytest.mark.parametrize(
    ("lay", "numbers"), [(holding, ".rk-keys .tiles>.btn"), (called, ".rk-type .rk-pad .btn")]
)
def test_on_a_phone_the_scores_stand_above_the_numbers_to_tap(
    visit: Any, house: Any, size: str, lay: Any, numbers: str
) -> None:
    lay(house)
    page = visit(EVERY_SIZE[size].viewport)
    line = page.locator(".rk-standing")
    expect(line).to_be_in_viewport(ratio=1)
    expect(line.locator("b")).to_have_text(["310", "265", "240", "95"])
    (scores,), (first, *_) = boxes(page, ".rk-standing"), all_boxes(page, numbers)
    assert scores["y"] + scores["height"] <= first["y"]


def test_while_lots_are_drawn_every_name_is_read_once(visit: Any, house: Any) -> None:
    house.table.open_game("racko", list(LONG))
    page = visit(PHONE)
    expect(page.locator("#main")).to_be_visible()
    for player in LONG:
        seen = page.get_by_text(player, exact=True).and_(page.locator(":not(.vh)"))
        expect(seen).to_have_count(1)
        heard = page.locator(".hands summary h2").filter(has_text=player)
        expect(heard).to_have_count(1)


def test_on_a_phone_the_scores_of_an_exchange_are_those_of_the_teams(visit: Any, house: Any) -> None:
    scores = dict(zip(LONG, (310, 265, 240, 95), strict=True))
    setup = {"dealer": LONG[1], "turn": LONG[2], "discard": [5, 12], "scores": scores}
    house.table.open_game("racko", list(LONG), options={"teams": True}, setup=setup)
    house.table.act({"by": LONG[2], "do": "draw_stock"})
    page = visit(EVERY_SIZE[SMALL_PHONE].viewport, reduced_motion="reduce")
    expect(page.locator(".rk-standing b")).to_have_text(["550", "360"])
    assert findings(page, SMALL_PHONE, tall=True) == []


def test_the_longest_names_stand_in_their_folds_on_the_narrowest_phone(visit: Any, house: Any) -> None:
    players = ["Wolfeschlegelsteinhausen", *LONG[:2], "Marie-Antoinette-Josèphe"]
    house.table.open_game("racko", players)
    page = visit(EVERY_SIZE[SMALL_PHONE].viewport, reduced_motion="reduce")
    expect(page.locator(".hands-grid>.hands>details:not([open])")).to_have_count(4)
    assert findings(page, SMALL_PHONE, tall=True) == []


def own_turn(house: Any) -> None:
    rack = [3, 9, None, 19, 27, 28, 20, None, 46, 58]
    a_turn(house, racks={LONG[2]: rack}, floating={LONG[2]: [33]})


def own_card(house: Any) -> None:
    own_turn(house)
    house.table.act({"by": LONG[2], "do": "draw_stock", "card": 41})


def someone_called(house: Any) -> None:
    own_turn(house)
    house.table.act({"by": LONG[0], "do": "racko"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_own_page_of_racko(visit: Any, house: Any, language: str) -> None:
    page = visit(PHONE, reduced_motion="reduce", painted=False)
    speak(page, house, language)
    lays = {
        own_turn: ".rk-piles .pick, .rk-cry .btn",
        own_card: ".drawn-card, .act-now, .slot-10 .swap",
        someone_called: "#own-page > summary",
        own_call: "#own-page > summary",
        counting: "#own-page > summary",
        over: "#own-page > summary",
    }
    assert look_at_own_pages(page, house, language, LONG[2], lays) == {}


def test_the_own_rack_fits_a_phone_and_hides(visit: Any, house: Any, phone: Any) -> None:
    rack = [3, 9, None, 19, 27, 28, 20, None, 46, 58]
    a_turn(house, racks={LONG[2]: rack}, floating={LONG[2]: [33]})
    hand = phone(LONG[2])
    assert findings(hand, "phone", tall=True) == []
    expect(hand.locator(".rack.own")).to_be_visible()
    hand.locator("#own-page > summary").tap()
    expect(hand.locator(".rack.own")).to_be_hidden()
    house.table.act({"by": LONG[2], "do": "draw_stock", "card": 41})
    expect(hand.locator("#tablet")).to_have_attribute("data-seq", str(house.table.seq))
    expect(hand.locator(".rack.own")).to_be_hidden()
    hand.locator("#own-page > summary").tap()
    assert findings(hand, "phone", tall=True) == []
    before = house.table.seq
    hand.locator(".slot-35 .swap").tap()
    expect(hand.locator("#tablet")).to_have_attribute("data-seq", str(before + 1))
    assert house.view["discard_top"] == 20


def own_call(house: Any) -> None:
    a_turn(house, racks={LONG[0]: [3, 9, None, 19, 27, 28, 29, None, 46, 58]})
    house.table.act({"by": LONG[0], "do": "racko"})


def test_a_rack_that_is_noted_in_part_is_shown_by_tapping_the_rest(house: Any, phone: Any) -> None:
    own_call(house)
    hand = phone(LONG[0])
    assert findings(hand, "phone", tall=True) == []
    expect(hand.locator(".rk-slots select")).to_have_count(2)
    expect(hand.locator("[data-number='9']")).to_be_disabled()
    for number in (14, 39):
        hand.locator(f"[data-number='{number}']").tap()
    before = str(house.table.seq)
    hand.locator(".rk-type .send").tap()
    expect(hand.locator("#tablet")).not_to_have_attribute("data-seq", before)
    assert house.view["racks_shown"][LONG[0]] == ASCENDING


def test_a_turn_is_tapped_on_the_cards(visit: Any, house: Any) -> None:
    a_turn(house)
    page = visit()
    page.locator("button.pick").first.tap()
    expect(page.locator(".rk-held")).to_contain_text(LONG[2])
    page.locator(".rk-keys .tiles .btn", has_text="20").first.tap()
    expect(page.locator("#waiting")).to_contain_text(LONG[3])
    page.locator("#cry > summary").tap()
    page.locator(".rk-criers .btn", has_text=LONG[0]).tap()
    expect(page.locator(".rk-shout")).to_be_visible()
    house.table.act({"by": LONG[0], "do": "show_rack", "rack": ASCENDING})
    expect(page.locator(".rack.wide")).to_be_visible()


def test_whoever_called_is_awaited_whoevers_turn_it_was(visit: Any, house: Any) -> None:
    called(house)
    assert house.view["turn"] == LONG[2]
    page = visit()
    expect(page.locator(".plaque")).to_contain_text(LONG[0])
    expect(page.locator(".rk-scores [aria-current]")).to_contain_text(LONG[0])


def test_the_ring_round_the_drawn_card_leaves_its_caption_free(visit: Any, house: Any) -> None:
    holding(house)
    page = visit(reduced_motion="reduce")
    for size in SIZES.values():
        page.set_viewport_size(size.viewport)
        assert page.evaluate(RING) <= 2, size  # px


def test_whether_the_drawn_card_stays_is_said_behind_one_fold(visit: Any, house: Any) -> None:
    holding(house)
    page = visit()
    folds = page.locator("aside summary:visible")
    expect(folds).to_have_count(1)
    folds.tap()
    expect(folds).to_have_count(3)
    folds.last.tap()
    page.locator("#exactly .tiles .btn:visible", has_text="20").first.tap()
    expect(page.locator("#waiting")).to_contain_text(LONG[3])
    thrown = house.table.snapshot().as_json()["history"][-1]["action"]
    assert (thrown["do"], thrown["card"], house.view["discard_top"]) == ("discard_drawn", 20, 20)


def test_a_turn_without_a_script(visit: Any, house: Any) -> None:
    a_turn(house)
    page = visit(scripts=False)
    page.locator("button.pick").first.click()
    expect(page.locator(".rk-held")).to_contain_text(LONG[2])
    page.locator(".rk-keys .tiles .btn", has_text="20").first.click()
    expect(page.locator("#waiting")).to_contain_text(LONG[3])
    assert house.view["turn"] == LONG[3]
