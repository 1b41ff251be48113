"""The table of Super-Crack in a real browser: every state at three sizes, and what is done by taps."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games.super_crack.desk import letters
from tests.browser.looking import (
    LANGUAGES,
    LONG,
    PHONE,
    SIZES,
    TABLET,
    Screen,
    all_boxes,
    boxes,
    leave,
    look_at_all,
    look_at_own_pages,
    look_over,
    settle,
    share,
    speak,
)
from tests.browser.test_crapette import tap_that_plays

pytestmark = pytest.mark.xdist_group("another browser")

FOUR = ["Mamie Jo", "Camille", "Papi Henri", "Léo"]
SIX = [*LONG, "Inès", "Camille"]
OWNERS = (0, 1, 2, 2, 0, 3, 0, 1, 1, 3, 1, 0, 3, 1, 3)
SQUARES = (27, 31, 44, 12, 24, 19, 38, -12, 33, 47, 17, 40, 8, 29, 35)
BETS = (["yellow", "yellow", "red"], ["red", "red", "blue", "blue", "green"], ["red"] * 3, ["yellow"] * 6)
CASH = (18_600, 111_300, -4_700, 9_800, 20_000, 300)


def horses(players: list[str], **squares: int) -> dict[str, Any]:
    standing = dict(enumerate(SQUARES, start=1)) | {int(name[1:]): at for name, at in squares.items()}
    return {
        str(number): {"owner": players[owner], "square": standing[number]}
        for number, owner in enumerate(OWNERS, start=1)
    }


def race(house: Any, players: list[str] = FOUR, **more: Any) -> None:
    hand = ["advance_3", "back_any_4", "joker", "pay_500", None]
    setup = {
        "phase": "racing",
        "race": 2,
        "cash": dict(zip(players, CASH, strict=False)),
        "horses": horses(players),
        "hands": {players[0]: [None, None], players[1]: hand, players[3]: ["sprint", "black_pawn"]},
        "bets": dict(zip(players, BETS, strict=False)),
        "black_pawns": [players[3]],
        "turn": players[1],
        "to_roll": [11, 14],
        **more,
    }
    house.table.open_game("super_crack", players, setup=setup)


def do(house: Any, by: str, do: str, **arguments: Any) -> None:
    house.table.act({"by": by, "do": do, **arguments})


def opening(house: Any) -> None:
    house.table.open_game("super_crack", FOUR)


def market(house: Any, players: list[str] = SIX) -> None:
    house.table.open_game("super_crack", players)
    do(house, "bank", "deal_money")
    do(house, players[0], "buy_roll", value=3)


def buying(house: Any) -> None:
    market(house, FOUR)
    for player, value in zip(FOUR[1:], (6, 2, 1), strict=True):
        do(house, player, "buy_roll", value=value)


def auction(house: Any) -> None:
    owned = {number: {"owner": horse["owner"]} for number, horse in horses(FOUR).items()}
    cash = dict(zip(FOUR, CASH, strict=False))
    setup = {"phase": "market", "race": 2, "cash": cash, "horses": owned}
    house.table.open_game("super_crack", FOUR, setup=setup)
    do(house, FOUR[0], "auction_open", number=7, min=500)
    do(house, FOUR[1], "auction_bid", amount=900)


def before_the_race(house: Any, phase: str, players: list[str]) -> None:
    owned = {n: {**horse, "square": min(0, horse["square"])} for n, horse in horses(players).items()}
    hands = {player: ["back_own_3", "advance_2", "back_any_5", None] for player in players}
    cash = dict.fromkeys(players, 9_800)
    setup = {"phase": phase, "cash": cash, "horses": owned, "hands": hands}
    house.table.open_game("super_crack", players, setup=setup)


def handicap(house: Any) -> None:
    before_the_race(house, "handicap", FOUR)


def handicapped(house: Any) -> None:
    """A pawn was set back, and nobody has said yet that it stands there."""
    handicap(house)
    for player in FOUR:
        own = next(int(n) for n, horse in house.view["horses"].items() if horse["owner"] == player)
        do(house, player, "play_card", card="back_own_3", horse=own)
        do(house, player, "handicap_done")


def betting(house: Any, players: list[str] = FOUR) -> None:
    before_the_race(house, "betting", players)


def rolled(house: Any) -> None:
    race(house)
    do(house, FOUR[1], "roll", value=4)


def black_dot(house: Any) -> None:
    race(house, turn=FOUR[0], to_roll=[1], horses=horses(FOUR, h1=25))
    do(house, FOUR[0], "roll", value=3)


def finish(house: Any, players: list[str] = FOUR, **more: Any) -> None:
    home = horses(players, h10=50, h3=50, h12=49)
    setup = {"horses": home, "arrivals": [10, 3], "turn": players[0], "to_roll": [12], "hands": {}, **more}
    race(house, players, **setup)
    do(house, players[0], "roll", value=1)


def paid(house: Any, players: list[str] = FOUR) -> None:
    finish(house, players, hands={players[1]: ["advance_3", "receive_500"]})
    do(house, "bank", "settle")


def won(house: Any) -> None:
    stable = horses(FOUR, h10=50, h3=50, h12=49)
    for number in ("9", "10", "11"):
        stable[number]["owner"] = FOUR[0]
    finish(house, horses=stable)
    do(house, "bank", "settle")


def stopped(house: Any) -> None:
    market(house, FOUR)
    do(house, "table", "end_game")


def taken_back(house: Any) -> None:
    rolled(house)
    house.table.undo()


LANES = "the last lanes of the track"
BETTING = ".bet, .owner"
STATES = {
    "opening": Screen(opening),
    "market": Screen(market),
    "buying": Screen(buying),
    "auction": Screen(auction),
    "handicap": Screen(handicap),
    "handicapped": Screen(handicapped, below=LANES, first=BETTING),
    "betting": Screen(betting, "?who=1&bet=yyr", below=LANES, first=BETTING),
    "six bet": Screen(lambda house: betting(house, SIX), "?who=1&bet=yyrbgg", below=LANES, first=BETTING),
    "racing": Screen(rolled),
    "six race": Screen(lambda house: race(house, SIX), below=LANES, first=".owner"),
    "black dot": Screen(black_dot),
    "to be paid": Screen(finish),
    "cards to name": Screen(
        lambda house: finish(house, SIX, hands={player: [None] * 4 for player in SIX}),
        "?open=any_move.any_move.pay_1000",
        at_a_glance=True,
        below="the bets of six players",
        first=".laying",
    ),
    "four to name": Screen(
        lambda house: finish(house, hands={player: [None] * 4 for player in FOUR}), "?who=1", at_a_glance=True
    ),
    "six are paid": Screen(lambda house: paid(house, SIX)),
    "won": Screen(won, below="what the last race paid", first=".evening-told"),
    "stopped": Screen(stopped),
    "taken back": Screen(taken_back, below=LANES, first=".owner"),
    "new": Screen(race, "?panel=new&game=super_crack", below="the options"),
}
SEATED = {
    "own turn": Screen(race, "?card=1"),
    "own handicap": Screen(handicap),
    "own bet": Screen(betting, "?bet=yyr"),
    "own purchase": Screen(buying),
}


def sit_down(page: Page, house: Any, place: int) -> None:
    page.goto(house.url + "?panel=menu")
    with page.expect_navigation():  # a page that is not painted cannot be tapped
        page.locator(f"#seat-{place}").evaluate("one => one.form.requestSubmit(one)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_readable_touchable_and_whole(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    assert look_at_all(page, house, language, STATES) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_own_page_is_readable_touchable_and_whole(visit: Any, house: Any, language: str) -> None:
    page = visit(reduced_motion="reduce", painted=False)
    speak(page, house, language)
    found = {}
    for state, screen in share(language, SEATED.items()):
        leave(page)
        screen.lay(house)
        sit_down(page, house, 1)
        page.goto(house.url + screen.path)
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#mine")).to_be_visible()
        found |= {f"{state}, {where}": told for where, told in look_over(page).items()}
    page.set_viewport_size(PHONE)
    lays = {race: ".throw, .box, .hand li", handicap: ".box, .hand li", betting: ".bet, .box", paid: "#go-on"}
    assert found | look_at_own_pages(page, house, language, FOUR[1], lays) == {}


@pytest.mark.parametrize(
    ("state", "primary"),
    [
        ("opening", "#deal-money-send"),
        ("market", "#throw-6"),
        ("buying", "#buy-16"),
        ("auction", "#auction-pass-send"),
        ("six bet", "#place-bet-send"),
        ("six race", "#throw-6"),
        ("black dot", "#draw-card-send"),
        ("cards to name", "#laid-send"),
        ("to be paid", "#settle-send"),
        ("won", "#again"),
    ],
)
def test_what_is_to_be_done_next_is_seen_without_scrolling(
    visit: Any, house: Any, state: str, primary: str
) -> None:
    STATES[state].lay(house)
    page = visit(path=STATES[state].path)
    for screen in (TABLET, PHONE):
        page.set_viewport_size(screen)
        (box,) = boxes(page, primary)
        assert box["y"] + box["height"] <= screen["height"], screen
        assert box["x"] + box["width"] <= screen["width"], screen


def test_what_is_tapped_before_a_bet_says_what_it_is_and_whose_bet_it_is(visit: Any, house: Any) -> None:
    handicapped(house)
    page = visit()
    for size in SIZES.values():
        page.set_viewport_size(size.viewport)
        expect(page.locator(".placed .words")).to_be_visible()
        expect(page.locator(".placed .words")).to_have_text("Le 6 est en place")
        expect(page.locator("#put-right")).to_contain_text("Corriger")
        (words,) = boxes(page, "#put-right span")
        assert words["width"] > 40, "only a pencil"
        expect(page.locator("#bet-of")).to_be_visible()


@pytest.mark.parametrize("players", [FOUR, SIX], ids=len)
def test_a_bet_scrolls_nothing_on_a_tablet_of_however_many_colours_it_is(
    visit: Any, house: Any, players: list[str]
) -> None:
    betting(house, players)
    page = visit(painted=False)
    for bet, of_these in (("", 0), ("rrr", 4), ("rrb", 14), ("rby", 20), ("rbyg", 15)):
        page.goto(f"{house.url}?who=1&bet={bet}")
        expect(page.locator(".bets li")).to_have_count(of_these)
        for size in ("tablet", "upright"):
            page.set_viewport_size(SIZES[size].viewport)
            settle(page)
            assert page.evaluate("document.documentElement.scrollHeight - innerHeight") == 0, (size, bet)


@pytest.mark.parametrize("size", ["tablet", "upright"])
def test_before_the_bank_pays_the_stakes_are_told_where_there_is_room(
    visit: Any, house: Any, size: str
) -> None:
    STATES["four to name"].lay(house)
    page = visit(SIZES[size].viewport)
    stakes = page.locator(".tote .nm small")
    expect(stakes).to_have_count(4)
    expect(stakes.first).to_have_text("misé 200\u202fF")
    assert all(one["height"] > 12 for one in all_boxes(page, ".tote .nm small"))


# ---------------------------------------------------------------- playing


def test_a_race_by_tapping_the_die(visit: Any, house: Any) -> None:
    race(house)
    page = visit()
    tap_that_plays(page, "#throw-4")
    expect(page.locator("#news b")).to_have_text("Le 11 avance de 4.")
    tap_that_plays(page, "#placed-11-send")
    tap_that_plays(page, "#throw-1")
    assert house.view["horses"]["11"]["square"] == 21 and house.view["horses"]["14"]["square"] == 30


def test_the_table_moves_by_itself(visit: Any, house: Any) -> None:
    race(house)
    page = visit()
    (before,) = boxes(page, ".board.wide [data-key=horse-11]")
    do(house, FOUR[1], "roll", value=4)
    expect(page.locator("#news b")).to_have_text("Le 11 avance de 4.")
    settle(page)
    (after,) = boxes(page, ".board.wide [data-key=horse-11]")
    assert after["x"] > before["x"] + 20


@pytest.mark.parametrize("scripts", [True, False])
def test_a_bet_by_its_colours_and_how_many_of_each(visit: Any, house: Any, scripts: bool) -> None:
    betting(house)
    page = visit(PHONE, scripts=scripts)
    page.locator("#plate-2").click()
    expect(page.locator("#plate-2")).to_have_attribute("aria-current", "true")
    page.locator("#colours-by").click()
    expect(page.locator(".bets [aria-current]")).to_have_attribute("id", "bet-bby")
    page.locator("#other-colours").click()
    page.locator("#colours-rg").click()
    page.locator("#bet-rgg").click()
    expect(page.locator(".bets [aria-current]")).to_have_attribute("id", "bet-rgg")
    page.locator("#place-bet-send").click()
    expect(page.locator("#plate-2")).to_have_count(0)
    assert house.view["bets"][FOUR[2]]["tokens"] == ["red", "green", "green"]


@pytest.mark.parametrize("bet", ["rrrrrb", "rrrbby", "byyyyg", "rbyygg"])
def test_a_bet_of_up_to_six_tokens_takes_three_taps(visit: Any, house: Any, bet: str) -> None:
    betting(house)
    page = visit()
    page.locator(f"#colours-{''.join(dict.fromkeys(bet))}").tap()
    page.locator(f"#bet-{bet}").tap()
    expect(page.locator(f"#bet-{bet}")).to_have_attribute("aria-current", "true")
    page.locator("#place-bet-send").tap()
    expect(page.locator("#plate-1")).to_have_attribute("aria-current", "true")
    assert letters(house.view["bets"][FOUR[0]]["tokens"]) == bet


def test_a_card_is_played_from_the_own_hand_and_hidden_by_a_tap(visit: Any, house: Any) -> None:
    race(house)
    page = visit(PHONE)
    sit_down(page, house, 1)
    page.locator("#card-0").tap()
    expect(page.locator("#card-0")).to_have_attribute("aria-current", "true")
    tap_that_plays(page, "#on-4")
    assert house.view["horses"]["4"]["square"] == 15
    page.locator("#mine .hide").tap()
    expect(page.locator(".special").first).to_be_hidden()
    do(house, FOUR[1], "roll", value=4)
    expect(page.locator("#news b")).to_have_text("Le 11 avance de 4.")
    expect(page.locator(".special").first).to_be_hidden()


def test_the_flaps_fall_only_where_motion_is_welcome(visit: Any, house: Any) -> None:
    paid(house)
    lasting = "(one) => getComputedStyle(one).animationDuration"
    assert visit(reduced_motion="reduce").locator(".flap i").first.evaluate(lasting) == "0.001s"
    page = visit(reduced_motion="no-preference")
    assert page.locator(".flap i").first.evaluate(lasting) == "0.3s"
    page.locator("#go-on").tap()
    expect(page.locator(".tote")).to_have_count(0)
    expect(page.locator("#throw-6")).to_be_visible()


def test_the_loud_word_covers_no_proof(visit: Any, house: Any) -> None:
    finish(house)
    page = visit(reduced_motion="reduce")
    for size in SIZES.values():
        page.set_viewport_size(size.viewport)
        (cry,) = boxes(page, ".cry")
        cards = all_boxes(page, ".podium-card")
        assert cards and all(card["y"] >= cry["y"] + cry["height"] - 1 for card in cards)
