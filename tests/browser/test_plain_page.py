"""What every game's page has in common, in a real browser: its own forms, a deal, seats, and games to go on with."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looking import LANGUAGES, PHONE, Screen, look_at_all, speak
from tests.companion.test_mending import discarded
from tests.web.generic_player import sayings
from tests.web.plain_forms import Form, fields_for, forms_of

pytestmark = pytest.mark.xdist_group("browser")


def fill(page: Page, form: Form, action: dict[str, Any]) -> None:
    """Fills the form in and sends it, as hands do; returns once the page shows the next entry."""
    seq = page.locator("#tablet").get_attribute("data-seq") or ""
    shown = page.locator(f"#{form.id}")
    for folded in (page.locator("details:not([open])", has=shown), page.locator(f"details#{form.id}-fold")):
        if folded.count() and folded.first.get_attribute("open") is None:
            folded.first.locator("> summary").tap()
    settled = json.loads(form.values("action")[0])
    chosen = {name: value for name, value in action.items() if name not in settled}
    for name, value in fields_for(chosen, form).items():
        kind = next(one.kind for one in form.inputs if one.name == name)
        field = shown.locator(f'[name="{name}"]')
        if kind == "option":
            field.select_option(value=value)
        elif kind in ("button", "radio", "checkbox"):
            field.nth(form.values(name).index(value)).tap()
        else:
            field.fill(value)
    send = page.locator(f"#{form.id}-send")
    if send.count():
        send.tap()
    expect(page.locator("#tablet")).not_to_have_attribute("data-seq", seq)


def play(page: Page, house: Any, seed: int, most: int, phone: Any = None, **wishes: Any) -> int:
    """Plays until the game is over, for so many actions at most; returns how many it took.

    What only a player may say is said on that player's own ``phone``.
    """
    chance = random.Random(seed)
    for count in range(most):
        state = house.table.snapshot().as_json()
        if state["over"]:
            return count
        for hands in (page, *(map(phone, state["game"]["players"]) if phone else ())):
            expect(hands.locator("#tablet")).to_have_attribute("data-seq", str(house.table.seq))
            found = next(sayings(house.table, forms_of(hands.content()), chance, **wishes), None)
            if found is not None:
                fill(hands, *found)
                break
        else:
            raise AssertionError(state["legal_actions"])
    return most


LIES_OVER = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether it is what a finger in its middle touches."""


def choose_card(page: Page, place: str, card: str, unfolds: bool = True) -> None:
    """Taps a card's rank and suit at a place that the one before unfolds; without scripts a tap does."""
    fold = page.locator(f"#{place}-fold")
    if not unfolds and fold.get_attribute("open") is None:
        fold.locator("summary").click()
    expect(fold).to_have_attribute("open", "")
    for half in (f"rank-{card[:-1]}", f"suit-{card[-1]}"):
        page.locator(f"label:has(#{place}-{half})").click()


def over(page: Page, house: Any) -> None:
    """The page says that the game is over, and who has won."""
    state = house.table.snapshot().as_json()
    assert state["over"]
    expect(page.locator("#again")).to_be_visible()
    view = state["view"]
    for winner in view.get("winners") or [view.get("winner")]:
        if winner:
            expect(page.locator(".loud")).to_contain_text(winner)


def test_a_race_of_super_crack_near_its_end(visit: Any, house: Any, phone: Any) -> None:
    horses = {str(number): {"owner": "Ada" if number < 4 else "Bea", "square": 49} for number in (1, 2, 5, 6)}
    house.table.open_game(
        "super_crack",
        ["Ada", "Bea"],
        options={"max_races": 1},
        setup={
            "phase": "racing",
            "turn": "Ada",
            "horses": horses,
            "cash": {"Ada": 5000, "Bea": 4000},
            "hands": {"Ada": [None], "Bea": ["receive_500"]},
        },
    )
    page = visit()
    wishes = {"first": ("roll", "end_turn", "settle"), "never": ("end_game", "abandon_race")}
    play(page, house, 50, 60, phone, **wishes)
    over(page, house)


# ---------------------------------------------------------------- looks


def dealt_racko(house: Any) -> None:
    house.table.open_game("racko", ["Bartholomé le Magnifique", "Mamie Josette", "Papi"])
    for action in (
        {"by": "table", "do": "set_dealer", "player": "Papi"},
        {"by": "table", "do": "deal"},
    ):
        house.table.act(action)


def selling_horses(house: Any) -> None:
    house.table.open_game("super_crack", ["Ada", "Bea", "Cyd", "Dan"])
    house.table.act({"by": "bank", "do": "deal_money"})


def mid_crapette(house: Any) -> None:
    deal = {
        "Ada": {"cases": ["KH", "9S", "4D", "6C"], "reserve_top": "QS"},
        "Bea": {"cases": ["KC", "9H", "4C", "7S"], "reserve_top": "3D"},
    }
    house.table.open_game("crapette", ["Ada", "Bea"], setup={"deal": deal})
    house.table.act({"by": "Ada", "do": "draw", "card": "2C"})


def placing_horses(house: Any) -> None:
    house.table.open_game("change_horses", ["Ada", "Bea", "Cyd"])


def choosing_cards(house: Any) -> None:
    placing_horses(house)
    lanes = {letter: lane for lane, letter in enumerate("ABCDEF", start=1)}
    house.table.act({"by": "table", "do": "place_horses", "lanes": lanes})
    positions = {"Ada": 1, "Bea": 2, "Cyd": 3}
    house.table.act({"by": "table", "do": "deal_positions", "positions": positions})


def corrected(house: Any) -> None:
    selling_horses(house)
    house.table.act({"by": "Ada", "do": "buy_roll", "value": 6})
    house.table.act({"by": "Bea", "do": "buy_roll", "value": 2})
    house.table.amend(house.table.seq - 1, {"value": 1})


def no_longer_possible(house: Any) -> None:
    drawn = discarded(house.table, "9C", referee="coach")
    house.table.act({"by": "Bea", "do": "draw", "card": "2S"})
    house.table.amend(drawn, {"card": "5H"})


SCREENS = {
    "racko": Screen(dealt_racko, unfolded=True),
    "racko corrected": Screen(dealt_racko, "?panel=amend&entry=2", unfolded=True),
    "super_crack": Screen(selling_horses, unfolded=True),
    "crapette": Screen(mid_crapette, unfolded=True),
    "crapette corrected": Screen(mid_crapette, "?panel=amend&entry=2", unfolded=True),
    "menu": Screen(mid_crapette, "?panel=menu", unfolded=True),
    "where did we stop": Screen(mid_crapette, "?panel=where", unfolded=True),
    "change_horses": Screen(placing_horses, unfolded=True),
    "seats": Screen(placing_horses, "seats", unfolded=True),
    "new": Screen(placing_horses, "?panel=new&game=super_crack", unfolded=True),
    "deal": Screen(placing_horses, "?panel=new&game=crapette&player=Ada&player=Bea", unfolded=True),
    "choosing cards": Screen(choosing_cards, unfolded=True),
    "corrected": Screen(corrected, unfolded=True),
    "corrected, the log": Screen(corrected, "?panel=history", unfolded=True),
    "no longer possible": Screen(no_longer_possible, unfolded=True),
    "no longer possible, the log": Screen(no_longer_possible, "?panel=history", unfolded=True),
    "games to go on with": Screen(corrected, "?panel=new&game=racko", unfolded=True),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plain_screen(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, SCREENS, phone_scrolls=True) == {}


# ---------------------------------------------------------------- what is being typed, and seats


def test_what_is_being_chosen_survives_what_others_do(visit: Any, house: Any) -> None:
    placing_horses(house)
    page = visit()
    page.locator("#line-2").tap()
    expect(page.locator(".ch-line li .silk")).to_have_count(1)
    page.locator("#line-4").tap()
    expect(page.locator(".ch-line li .silk")).to_have_count(2)
    page.locator("#line-1").focus()
    house.eyes.become("sees", "still")
    expect(page.locator("#eyes")).to_have_text("Je vois tout")
    house.table.note("simulated")
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    expect(page.locator(".ch-line li .silk")).to_have_count(2)
    expect(page.locator("#line-1")).to_be_focused()


def test_a_phone_sits_down_from_the_menu_and_gives_the_seat_back(visit: Any, house: Any) -> None:
    dealt_racko(house)
    table, phone = visit(), visit(PHONE)
    phone.locator("#menu").tap()
    phone.locator("#seat-2").tap()
    expect(phone.locator(".mine")).to_contain_text("Papi")
    expect(table.locator(".mine")).to_have_count(0)
    phone.locator("#menu").tap()
    expect(phone.locator("#open-seats")).to_have_count(0)
    phone.locator("#leave-seat").tap()
    expect(phone.locator(".mine")).to_have_count(0)
    table.locator("#menu").tap()
    table.locator("#seat-2").tap()
    expect(table.locator(".mine")).to_contain_text("Papi")


def test_a_game_of_words_by_forms_alone(visit: Any, house: Any) -> None:
    page = visit(path="?game=poker_dice_race", scripts=False)
    page.locator("#game-change_horses").click()
    page.locator("#player-0").fill("Ada")
    page.locator("#player-1").fill("Bea")
    page.locator("#begin").click()
    for horse in (2, 0, 3):  # C, A, E of what is left
        page.locator(f"#line-{horse}").click()
    page.locator("#lined-2").click()
    expect(page.locator("#tablet")).to_have_attribute("data-seq", "2")
    assert house.view["horses"]["A"]["lane"] == 2
    page.locator("#undo").click()
    expect(page.locator(".ch-line li")).to_have_count(6)


# ---------------------------------------------------------------- a deal, news, and going on


def test_a_deal_is_tapped_card_by_card(visit: Any, house: Any) -> None:
    page = visit(PHONE, path="?panel=new&game=crapette&player=Ada&player=Bea")
    first, second = page.locator("#deal-0-0-fold"), page.locator("#deal-0-1-fold")
    expect(first).to_have_attribute("open", "")
    choose_card(page, "deal-0-0", "KH")
    expect(first).not_to_have_attribute("open", "")
    expect(first.locator(".card-face b:visible")).to_have_text(["R", "♥"])
    expect(second).to_have_attribute("open", "")
    choose_card(page, "deal-0-1", "10C")
    expect(page.locator("#deal-0-2-fold")).to_have_attribute("open", "")
    house.eyes.become("sees", "still")
    expect(page.locator("#eyes")).to_have_text("Je vois tout")
    expect(second.locator(".card-face b:visible")).to_have_text(["10", "♣"])


def test_a_card_that_a_pack_has_shown_is_not_offered_again(visit: Any, house: Any) -> None:
    page = visit(PHONE, path="?panel=new&game=crapette&player=Ada&player=Bea")
    for place, card in enumerate(("7S", "7H", "7D", "9C")):
        choose_card(page, f"deal-0-{place}", card)
    page.locator("#deal-0-top-rank-7").tap(force=True)
    expect(page.locator("#deal-0-top-fold .suits :enabled")).to_have_count(1)
    choose_card(page, "deal-0-top", "7C")
    expect(page.locator("#deal-1-0-fold .opt :disabled")).to_have_count(0)  # the two packs are alike
    page.locator("#deal-0-3-fold summary").tap()
    expect(page.locator("#deal-0-3-rank-7")).to_be_disabled()
    house.eyes.become("sees", "still")
    expect(page.locator("#eyes")).to_have_text("Je vois tout")
    expect(page.locator("#deal-0-3-rank-7")).to_be_disabled()  # also once the page was drawn anew


def test_a_card_that_is_put_right_stays_unfolded_until_both_halves_are_chosen(visit: Any, house: Any) -> None:
    page = visit(PHONE, path="?panel=new&game=crapette&player=Ada&player=Bea")
    choose_card(page, "deal-0-0", "7S")
    choose_card(page, "deal-0-1", "8H")
    second = page.locator("#deal-0-1-fold")
    second.locator("summary").tap()
    page.locator("label:has(#deal-0-1-rank-7)").tap()
    expect(page.locator("#deal-0-1-suit-S")).to_be_disabled()
    expect(second).to_have_attribute("open", "")
    page.locator("label:has(#deal-0-1-suit-H)").tap()  # it was chosen already
    expect(second).not_to_have_attribute("open", "")
    expect(second.locator(".card-face b:visible")).to_have_text(["7", "♥"])


def test_a_deal_that_is_told_in_part_outlives_a_page_that_is_loaded_again(visit: Any, house: Any) -> None:
    page = visit(PHONE, path="?panel=new&game=crapette&player=Ada&player=Bea")
    choose_card(page, "deal-0-0", "KH")
    choose_card(page, "deal-0-1", "10C")
    page.locator("label:has(#deal-0-2-rank-7)").tap()
    page.reload()
    expect(page.locator("#deal-0-1-fold .card-face b:visible")).to_have_text(["10", "♣"])
    expect(page.locator("#deal-0-2-fold")).to_have_attribute("open", "")
    expect(page.locator("#deal-0-2-rank-7")).to_be_checked()
    page.goto(house.url + "?panel=new&game=crapette&player=Cyd&player=Dan")
    expect(page.locator("#deal-0-0-fold")).to_have_attribute("open", "")
    expect(page.locator("#deal-0-0-rank-K")).not_to_be_checked()  # they dealt other cards


def test_what_was_refused_is_told_in_short_and_tapped_away(visit: Any, house: Any) -> None:
    visit.allowed = ("status of 422",)
    page = visit(path="?panel=new&game=crapette&player=Ada&player=Bea")
    page.locator("#begin").tap()
    expect(page.locator(".flash")).to_have_text("Il manque encore une carte. Ada\u00a0: Case 1.")
    page.locator(".flash").tap()
    expect(page.locator(".flash")).to_have_count(0)
    choose_card(page, "deal-0-0", "AS")
    page.locator("#begin").tap()
    expect(page.locator(".flash")).to_contain_text("Case 2")
    page.locator(".flash").evaluate("(one) => one.getAnimations()[0].finish()")
    assert page.locator(".flashes").evaluate(LIES_OVER) is False  # what nobody sees any more takes no tap


def test_a_deal_by_forms_alone_says_which_card_is_missing(visit: Any, house: Any) -> None:
    visit.allowed = ("status of 422",)
    page = visit(path="?panel=new&game=crapette&player=Ada&player=Bea", scripts=False)
    dealt = (("KH", "9S", "4D", "6C", "QS"), ("KC", "9H", "4C", "7S", "3D"))
    for player, cards in enumerate(dealt):
        for place, card in zip(("0", "1", "2", "3", "top"), cards, strict=True):
            if (player, place) != (1, "2"):
                choose_card(page, f"deal-{player}-{place}", card, unfolds=False)
    page.locator("#begin").click()
    expect(page.locator(".flash")).to_contain_text("Bea\u00a0: Case 3")
    expect(page.locator("#deal-1-2-fold")).to_have_attribute("open", "")
    choose_card(page, "deal-1-2", "9H", unfolds=False)
    page.locator("#begin").click()
    expect(page.locator(".flash")).to_contain_text("Bea a deux fois le neuf de cœur")
    page.locator("#deal-1-2-fold summary").click()
    choose_card(page, "deal-1-2", "4C", unfolds=False)
    page.locator("#begin").click()
    expect(page.locator("#panel")).to_have_count(0)
    assert house.view["cases"]["T7"] == ["4C"]


def test_screen_readers_hear_of_an_undo_and_nothing_stale(visit: Any, house: Any) -> None:
    selling_horses(house)
    page = visit()
    house.table.act({"by": "Ada", "do": "buy_roll", "value": 6})
    house.table.act({"by": "Ada", "do": "leave_sale"})
    house.table.undo()
    expect(page.locator("#says")).to_have_text("Annulé : Ada quitte la vente.")
    dealt_racko(house)
    expect(page.locator("#says")).not_to_contain_text("Annulé")


def test_another_game_is_gone_on_with(visit: Any, house: Any) -> None:
    corrected(house)
    dealt_racko(house)
    page = visit()
    page.locator("#menu").tap()
    page.locator("#open-kept").tap()
    page.locator("#kept button", has_text="Super-Crack").tap()
    expect(page.locator("#tablet")).to_have_attribute("data-game", "super_crack")
    expect(page.locator("#paused-next")).to_be_visible()  # where they were
    page.locator("#go-on").tap()
    expect(page.locator("#panel")).to_have_count(0)
    assert house.table.snapshot().as_json()["game"]["number"] == 1
