"""The screen of Change Horses in a real browser: readable, touchable and whole, and played by taps on the cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.looking import (
    EVERY_SIZE,
    LANGUAGES,
    LONG,
    PHONE,
    SMALL_PHONE,
    TABLET,
    Screen,
    boxes,
    findings,
    look_at_all,
    look_at_own_pages,
    speak,
)

pytestmark = pytest.mark.xdist_group("another browser")

FIVE = (*LONG, "Inès")
LANES = dict(zip("ABCDEF", (4, 6, 1, 2, 5, 3), strict=True))
ROWS = {"A": 3, "B": 6, "C": 11, "D": 1, "E": 3, "F": 7}
FRONT = (["CE", "DF"], ["BC", "EF"], ["DF", "AC"], ["AE", "BD"])


def placing(house: Any) -> None:
    house.table.open_game("change_horses", list(LONG), options={"derby": True})


def choosing(house: Any, players: tuple[str, ...] = LONG, **options: Any) -> None:
    house.table.open_game("change_horses", list(players), options=options)
    house.table.act({"by": "table", "do": "place_horses", "lanes": LANES})
    positions = {player: place for place, player in enumerate(players, start=1)}
    house.table.act({"by": "table", "do": "deal_positions", "positions": positions})


def five_players(house: Any) -> None:
    choosing(house, FIVE)
    for player in FIVE:
        house.table.act({"by": player, "do": "reveal", "cards": ["AB", "CD", "EF"]})


def carrots_bid(house: Any) -> None:
    choosing(house, derby=True)
    for player in LONG:
        house.table.act({"by": player, "do": "reveal", "cards": ["AB", "CD", "EF"]})
    for player in LONG:
        house.table.act({"by": player, "do": "play_card", "card": "AB"})
    house.table.act({"by": "table", "do": "horses_moved"})
    house.table.act({"by": LONG[0], "do": "bid", "amount": 3})
    house.table.act({"by": LONG[1], "do": "bid", "amount": 1})


def a_turn(house: Any) -> None:
    horses = {letter: {"lane": LANES[letter], "row": row} for letter, row in ROWS.items()}
    board = [
        {"by": player, "card": card} for player, card in zip(LONG, ("AB", "CD", "AE", "AF"), strict=True)
    ]
    setup = {
        "phase": "play",
        "round": 3,
        "lap": 2,
        "turn": LONG[0],
        "horses": horses,
        "board": [*board[:3], {**board[3], "covered_by": LONG[1]}],
        "front": dict(zip(LONG, FRONT, strict=True)),
        "positions": {player: place for place, player in enumerate(LONG, start=1)},
        "carrots": dict(zip(LONG, (31, 26, 22, 18), strict=True)),
    }
    house.table.open_game("change_horses", list(LONG), options={"derby": True}, setup=setup)


def horses_go(house: Any) -> None:
    a_turn(house)
    for player, cards in zip(LONG, FRONT, strict=True):
        house.table.act({"by": player, "do": "play_card", "card": cards[0]})


def certificates(house: Any) -> None:
    horses_go(house)
    house.table.act({"by": "table", "do": "horses_moved"})


def over(house: Any) -> None:
    certificates(house)
    for player, letter in zip(LONG, "DCAB", strict=True):
        house.table.act({"by": player, "do": "show_certificate", "horses": [letter]})


SCREENS = {
    "placing": Screen(placing),
    "placing, two at once": Screen(placing, "?line=2-B", at_a_glance=True),
    "placing, three at once": Screen(placing, "?line=2-B&line=1-D&line=4-A", at_a_glance=True),
    "placing, the last": Screen(
        placing, "?" + "&".join(f"line={n}-{x}" for n, x in zip("12345", "BDACF", strict=True))
    ),
    "choosing": Screen(choosing, below="half of the course", first=".ch-reveals .opt.card"),
    "five players": Screen(five_players, at_a_glance=True),
    "a turn": Screen(a_turn, at_a_glance=True),
    "horses go": Screen(horses_go, at_a_glance=True),
    "carrots bid": Screen(carrots_bid, at_a_glance=True, below="half of the course", first=".ch-bid .btn"),
    "certificates": Screen(certificates, below="the order of turns", first=".ch-track .narrow"),
    "over": Screen(over, at_a_glance=True),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_of_change_horses(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, SCREENS) == {}


@pytest.mark.parametrize("players", [LONG, FIVE, ("Mamie Jo", "Inès", "Papi Henri", "Théodore")])
def test_whose_position_it_is_stands_unbroken_on_the_narrowest_phone(
    visit: Any, house: Any, players: tuple[str, ...]
) -> None:
    house.table.open_game("change_horses", list(players))
    house.table.act({"by": "table", "do": "place_horses", "lanes": LANES})
    page = visit(EVERY_SIZE[SMALL_PHONE].viewport, reduced_motion="reduce")
    expect(page.locator(".ch-things:not(.wholes) .nm")).to_have_count(len(players))
    assert findings(page, SMALL_PHONE, tall=True) == []


def test_the_course_lies_whole_beside_the_bets_on_the_narrowest_phone(visit: Any, house: Any) -> None:
    a_turn(house)
    page = visit(EVERY_SIZE[SMALL_PHONE].viewport, reduced_motion="reduce")
    course, bets = boxes(page, ".ch-track .board.narrow:not(.slips)", ".ch-betting")
    assert course["x"] >= 0 and course["x"] + course["width"] <= bets["x"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_own_page_of_change_horses(visit: Any, house: Any, language: str) -> None:
    page = visit(PHONE, reduced_motion="reduce", painted=False)
    speak(page, house, language)
    lays = {
        placing: ".certificate",
        choosing: ".ch-reveals .opt.card",
        a_turn: ".ch-play, .certificate",
        horses_go: ".certificate",
        carrots_bid: ".certificate",
        certificates: ".certificate",
        over: ".certificate",
    }
    assert look_at_own_pages(page, house, language, LONG[0], lays) == {}


def test_the_own_certificate_fits_a_phone_and_hides(visit: Any, house: Any, phone: Any) -> None:
    a_turn(house)
    hand = phone(LONG[0])
    assert findings(hand, "phone", tall=True) == []
    hand.locator("#own-page .tiles .btn, #own-page .buttons .btn").nth(2).tap()
    expect(hand.locator("#own-page .certificate")).to_have_attribute("aria-label", "Rouge (C)")
    assert findings(hand, "phone", tall=True) == []
    hand.locator("#own-page > summary").tap()
    expect(hand.locator(".certificate")).to_be_hidden()
    house.table.act({"by": LONG[0], "do": "play_card", "card": "CE"})
    expect(hand.locator("#tablet")).to_have_attribute("data-seq", str(house.table.seq))
    expect(hand.locator(".certificate")).to_be_hidden()


def test_the_horses_stand_at_the_start_in_one_tap(visit: Any, house: Any) -> None:
    placing(house)
    page = visit()
    page.locator("#in-order").tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    assert [house.view["horses"][horse]["lane"] for horse in "ABCDEF"] == [1, 2, 3, 4, 5, 6]


COLOURS = {"A": "Jaune", "B": "Orange", "C": "Rouge", "D": "Vert", "E": "Bleu", "F": "Pourpre"}


def in_lanes(house: Any, *order: str) -> bool:
    return [house.view["horses"][horse]["lane"] for horse in order] == list(range(1, 7))


@pytest.mark.parametrize("scripts", [True, False])
def test_the_horses_are_tapped_in_the_order_of_their_lanes(visit: Any, house: Any, scripts: bool) -> None:
    placing(house)
    page = visit(scripts=scripts)
    lined = page.locator(".ch-line li .silk")
    for count, horse in enumerate("BDA", start=1):
        page.locator(".ch-line [data-thing]:not([data-lane])", has_text=COLOURS[horse]).click()
        expect(lined).to_have_count(count)
    page.locator("#line-back").click()
    expect(lined).to_have_count(2)
    page.locator(".ch-things a", has_text="Pourpre").click()
    expect(page.locator(".wholes button")).to_have_count(6)
    page.locator(".wholes button").last.click()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    assert in_lanes(house, *"BDFECA")


def test_any_order_of_the_horses_takes_three_taps(visit: Any, house: Any) -> None:
    placing(house)
    page = visit()
    page.locator(".ch-things a", has_text=COLOURS["F"]).tap()
    page.locator(".ch-pairs a", has_text=COLOURS["C"]).filter(has_text=COLOURS["E"]).nth(1).tap()  # E, then C
    expect(page.locator(".wholes button")).to_have_count(6)
    page.locator(".wholes button").nth(4).tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    assert in_lanes(house, *"FECDAB")


@pytest.mark.parametrize("size", [TABLET, PHONE])
@pytest.mark.parametrize("scripts", [True, False])
def test_a_lane_is_tapped_before_its_horse_and_once_more_to_take_it_off(
    visit: Any, house: Any, size: Any, scripts: bool
) -> None:
    placing(house)
    page = visit(size, scripts=scripts)
    lane = page.locator("#lane-5" if size == TABLET else "#place-5")
    lane.click()
    expect(page.locator("#line-asks")).to_contain_text("5")
    page.locator(".ch-things a", has_text=COLOURS["C"]).click()
    expect(lane).to_have_attribute("data-thing", "C")
    expect(page.locator("#line-asks")).to_contain_text("1")
    lane.click()
    expect(page.locator("[data-lane][data-thing]")).to_have_count(0)


def drag(page: Any, what: Any, onto: Any) -> None:
    what.hover()
    page.mouse.down()
    box = onto.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    expect(page.locator(".dragged")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".dragged")).to_have_count(0)


@pytest.mark.parametrize(("size", "lanes"), [(TABLET, "#lane-"), (TABLET, "#place-"), (PHONE, "#place-")])
def test_the_horses_are_dragged_onto_their_lanes(visit: Any, house: Any, size: Any, lanes: str) -> None:
    placing(house)
    page = visit(size)

    def lie(horse: str, number: int) -> None:
        drag(
            page,
            page.locator(f".ch-line a[data-thing={horse}]:not([data-lane])"),
            page.locator(lanes + str(number)),
        )
        expect(page.locator(lanes + str(number))).to_have_attribute("data-thing", horse)

    for number, horse in {6: "A", 3: "B", 1: "E", 4: "C"}.items():
        lie(horse, number)
    drag(page, page.locator(lanes + "4"), page.locator(lanes + "2"))  # C from one lane to another
    expect(page.locator(lanes + "2")).to_have_attribute("data-thing", "C")
    expect(page.locator(lanes + "4")).not_to_have_attribute("data-thing", "C")
    lie("D", 2)  # there it stands instead of C
    lie("C", 4)
    page.locator(".wholes button").tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    assert in_lanes(house, *"EDBCFA")


def test_a_lap_is_tapped_on_the_cards_and_the_horses(visit: Any, house: Any) -> None:
    a_turn(house)
    page = visit()
    for place in range(4):
        page.locator(".ch-play button.card").first.tap()
        expect(page.locator("#tablet")).to_have_attribute("data-seq", str(place + 2))
    page.locator(".ch-counts .done").first.tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "6")
    page.locator(".ch-go .go").tap()
    expect(page.locator(".ch-cry")).to_be_visible()


def test_cards_are_ticked_and_turned_up(visit: Any, house: Any) -> None:
    choosing(house)
    page = visit()
    for place in range(3):
        page.locator(".ch-reveal .opt.card").nth(place).tap()
    expect(page.locator(".ch-order .front").first).to_contain_text("AB")
    expect(page.locator(".ch-reveal[open]")).to_have_count(1)


@pytest.mark.parametrize("count", [3, 4, 5])
def test_position_cards_take_three_taps_at_most(visit: Any, house: Any, count: int) -> None:
    house.table.open_game("change_horses", list(FIVE[:count]))
    house.table.act({"by": "table", "do": "place_horses", "lanes": LANES})
    page = visit()
    for left in range(count, 3, -1):
        page.locator(f"#line-{left - 1}").tap()
        expect(page.locator(".ch-line li svg")).to_have_count(count - left + 1)
    page.locator(".wholes button").last.tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "3")
    assert house.view["positions"] == dict(zip(reversed(FIVE[:count]), range(1, count + 1), strict=True))


def test_position_cards_in_the_order_of_the_seats_take_one_tap(visit: Any, house: Any) -> None:
    house.table.open_game("change_horses", list(FIVE))
    house.table.act({"by": "table", "do": "place_horses", "lanes": LANES})
    page = visit()
    page.locator("#in-order").tap()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "3")
    assert house.view["positions"] == dict(zip(FIVE, range(1, 6), strict=True))
