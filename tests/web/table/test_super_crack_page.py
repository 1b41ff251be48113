"""The table of Super-Crack in a browser without JavaScript: market, bet, race, pay-out, one's own hand."""

from __future__ import annotations

import gzip
import html
import json
import re
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import pytest
from flask import Flask

from companion.games.super_crack.rules.profile import COLOURS
from tests.companion.test_keepsake import Camera
from tests.web.conftest import Tablet
from tests.web.seats.test_seats import phone
from web.table import screen

PLAYERS = ("Ada", "Bea", "Cyd")
OWNED = {str(n): {"owner": PLAYERS[n % 3]} for n in range(1, 16)}
RACE: dict[str, Any] = {
    "phase": "racing",
    "race": 2,
    "turn": "Ada",
    "to_roll": [3, 6],
    "horses": {number: {**horse, "square": 8} for number, horse in OWNED.items()},
    "hands": {"Ada": ["advance_3", "sprint"], "Bea": ["back_any_4"], "Cyd": [None]},
    "bets": {"Ada": ["red", "blue", "yellow"], "Bea": ["red", "red", "red", "blue"]},
    "cash": {"Ada": 18_600, "Bea": 300, "Cyd": 9_800},
}


def opened(tablet: Tablet, setup: dict[str, Any] | None = RACE, **options: Any) -> Tablet:
    body: dict[str, Any] = {"game": "super_crack", "options": options}
    if setup is not None:
        body["setup"] = setup
    assert tablet.open(*PLAYERS, **body).status_code == 200
    return tablet


def page(tablet: Tablet, path: str = "/") -> str:
    answer = tablet.client.get(path)
    assert answer.status_code == 200
    shown = html.unescape(answer.get_data(as_text=True)).replace("\u202f", " ")
    assert "style=" not in shown and "<style" not in shown and "onclick" not in shown
    return shown


def press(tablet: Tablet, shown: str, form: str, **chosen: Any) -> None:
    """Sends a form of the page as a browser does: its hidden fields, or its one button, and what is chosen."""
    body = re.search(rf'<form[^>]*id="{form}".*?</form>', shown, re.DOTALL)
    assert body is not None, form
    hidden = dict(re.findall(r'<input type="hidden" name="([\w.]+)" value="(.*?)">', body[0]))
    button = re.search(rf'id="{form}-send"[^>]*name="action" value="(.*?)">', body[0])
    if button:
        hidden["action"] = button[1]
    answer = tablet.form("/play/action", {**hidden, **chosen})
    assert answer.status_code == 303, answer.get_data(as_text=True)


def link(shown: str, identity: str) -> str:
    found = re.search(rf'<a [^>]*id="{identity}" href="([^"]+)"', shown)
    assert found is not None, identity
    return found[1]


# ---------------------------------------------------------------- from the money to the start


def test_the_money_is_dealt_by_one_button_and_the_first_is_invited_to_roll(tablet: Tablet) -> None:
    opened(tablet, None)
    shown = page(tablet)
    assert shown.count('class="stall"') == 16 and "à vendre" in shown
    press(tablet, shown, "deal-money")
    shown = page(tablet)
    assert "Ada, lance pour acheter" in shown and shown.count("20 000 F") >= 3


def test_whoever_rolled_taps_his_plate_then_the_die(tablet: Tablet) -> None:
    opened(tablet, None)
    tablet.act({"by": "bank", "do": "deal_money"})
    shown = page(tablet, link(page(tablet), "plate-2"))
    assert "Cyd, lance pour acheter" in shown
    press(tablet, shown, "throw-buy-roll", **{"arg.value": "6"})
    assert tablet.state()["view"]["market"]["rolls"] == {"Cyd": 6}


def test_the_horse_to_buy_is_tapped_itself(tablet: Tablet) -> None:
    opened(tablet, None)
    tablet.act({"by": "bank", "do": "deal_money"})
    for player, value in zip(PLAYERS, (1, 6, 2), strict=True):
        tablet.act({"by": player, "do": "buy_roll", "value": value})
    shown = page(tablet)
    assert "Bea, touche ton cheval" in shown and shown.count('class="stall buyable"') == 16
    press(tablet, shown, "stalls", **{"arg.number": "5"})
    view = tablet.state()["view"]
    assert view["stables"]["Bea"] == [5] and view["accounts"]["Bea"] == 18_000
    assert page(tablet).count('class="stall buyable"') == 0


def test_an_auction_offers_prices_to_tap(tablet: Tablet) -> None:
    opened(tablet, {"phase": "market", "race": 2, "horses": OWNED, "cash": dict.fromkeys(PLAYERS, 5000)})
    tablet.act({"by": "Ada", "do": "auction_open", "number": 3, "min": 500})
    shown = page(tablet)
    assert "Bea offre…" in shown and 'id="bid-500"' in shown and "on-sale" in shown
    press(tablet, shown, "bids", **{"arg.amount": "900"})
    assert tablet.state()["view"]["market"]["auction"]["bid"] == 900
    press(tablet, page(tablet), "auction-pass")
    assert tablet.state()["view"]["horses"]["3"]["owner"] == "Bea"


# ---------------------------------------------------------------- a bet


BETTING = {"phase": "betting", "horses": OWNED, "cash": {"Ada": 5000, "Bea": 600, "Cyd": 100}}


def test_a_bet_is_its_colours_then_how_many_of_each(tablet: Tablet) -> None:
    shown = page(opened(tablet, BETTING))
    assert "Le tiercé d’Ada" in shown and 'id="place-bet"' not in shown and "touche les couleurs" in shown
    shown = page(tablet, link(shown, "colours-rby"))
    assert "Parier 200 F" in shown and "Combien de chaque couleur" in shown
    shown = page(tablet, link(shown, "bet-rbyy"))
    assert "Parier 500 F" in shown and "100 000 F" in shown
    assert re.search(r'id="bet-rbyy"[^>]*aria-label="1 rouge, 1 bleu et 2 jaunes" aria-current="true"', shown)
    shown = page(tablet, link(page(tablet, link(shown, "other-colours")), "colours-ry"))
    press(tablet, page(tablet, link(shown, "bet-ryy")), "place-bet")
    assert tablet.state()["view"]["bets"]["Ada"] == {"tokens": ["red", "yellow", "yellow"], "stake": 200}
    assert "Le tiercé de Bea" in page(tablet)


def test_SC_25_tokens_that_a_camera_sees_are_bet_by_one_tap(table: Any, app: Flask, tablet: Tablet) -> None:
    camera = Camera(table.open_game("super_crack", PLAYERS, setup=BETTING) and table)
    camera.looks()
    assert 'id="place-bet"' not in page(tablet)
    camera.looks(bet_2=("yellow", "red", "yellow"))
    shown = page(tablet)
    assert (
        "Bea parie 1 rouge et 2 jaunes pour 200 F\N{NO-BREAK SPACE}?" in shown
        and 'id="seen-wrong"' not in shown
    )
    assert 'id="place-bet"' not in page(phone(app, "Ada")), "nobody bets for others"
    other = page(tablet, link(shown, "other-colours"))
    assert "Le tiercé de Bea" in other and 'id="colours-rby"' in other and 'id="no-bet"' in other
    assert table.snapshot().view["cash"]["Bea"] == 600
    press(tablet, shown, "place-bet")
    assert tablet.state()["view"]["bets"]["Bea"] == {"tokens": ["red", "yellow", "yellow"], "stake": 200}
    assert "Le tiercé d’Ada" in page(tablet)


def test_SC_25_a_bet_is_shown_with_its_price_and_the_notes_that_pay_it(tablet: Tablet) -> None:
    opened(tablet, BETTING)
    tablet.act({"by": "Ada", "do": "bet", "tokens": ["red", "yellow", "yellow"]})
    shown = page(tablet)
    (handed,) = re.findall(r'<p class="handed".*?</p>', shown, re.DOTALL)
    assert "Ada parie 1 rouge et 2 jaunes pour 200 F. Ada paie à la banque : 2 billets de 100 F." in handed
    assert handed.count('class="token') >= 3 and re.findall(r"note-(\d+)", handed) == ["100"]
    tablet.act({"by": "Bea", "do": "no_bet"})
    assert 'class="handed"' not in page(tablet), "nothing more is handed over"


def test_SC_23_what_several_pay_at_once_is_shown_note_by_note(tablet: Tablet) -> None:
    behind = {n: {**horse, "square": -int(n)} for n, horse in OWNED.items() if int(n) < 4}
    opened(tablet, {"phase": "handicap", "horses": behind, "hands": {player: [] for player in PLAYERS}})
    for player in PLAYERS:
        tablet.act({"by": player, "do": "handicap_done"})
    (handed,) = re.findall(r'<a class="newsline handed".*?</a>', page(tablet), re.DOTALL)
    assert "Cyd paie 200 F à la banque pour les frais d’engagement : 2 billets de 100 F." in handed
    assert re.findall(r"</b> × (\d)", handed) == ["3", "1", "2"]


def test_every_bet_takes_at_most_three_taps(tablet: Tablet) -> None:
    """Its colours, how many of each, and what lays it; the smallest bet of its colours takes no second tap."""
    opened(tablet, {**BETTING, "cash": dict.fromkeys(PLAYERS, 2_000)})

    def laid(shown: str) -> list[str]:
        form = re.search(r'<form[^>]*id="place-bet".*?</form>', shown, re.DOTALL)
        told = (
            re.search(r'name="action" value=\'(.*?)\'>|name="action" value="(.*?)">', form[0])
            if form
            else None
        )
        return json.loads(told[1] or told[2])["tokens"] if told else []

    taps: dict[tuple[str, ...], int] = {}
    paths = {"/"}
    for tap in (1, 2, 3):
        pages = [page(tablet, path) for path in sorted(paths)]
        for shown in pages:
            taps.setdefault(tuple(laid(shown)), tap)
        paths = {path for shown in pages for path in re.findall(r'href="([^"]*[?&]bet=[^"]*)"', shown)}
    every = [bet for count in (3, 4, 5, 6) for bet in combinations_with_replacement(COLOURS, count)]
    assert len(every) == 195 and {bet for bet in every if bet not in taps} == set()
    assert Counter(taps[bet] for bet in every) == {2: 15, 3: 180}


def test_colours_that_often_win_stand_out(tablet: Tablet) -> None:
    """Four horses each of three colours run, and three of the fourth: three of a kind come in less often."""
    shown = page(opened(tablet, BETTING))
    assert re.findall(r'id="colours-(\w+)"[^>]*: gagne souvent"', shown) == ["rby", "rbg", "ryg"]
    press(tablet, page(tablet, link(shown, "colours-rby")), "place-bet")
    assert tablet.state()["view"]["bets"]["Ada"] == {"tokens": ["red", "blue", "yellow"], "stake": 200}


def test_of_two_colours_the_one_that_runs_more_often_has_two_tokens(tablet: Tablet) -> None:
    running = {
        number: {"owner": "Ada"} for number in ("1", "5", "6", "7")
    }  # one red horse and three blue ones
    shown = page(opened(tablet, {**BETTING, "horses": running}))
    assert link(shown, "colours-rb").endswith("bet=rbb")


def test_tokens_stop_where_the_cash_does(tablet: Tablet) -> None:
    opened(tablet, BETTING)
    shown = page(tablet, link(page(tablet, "/?who=1"), "colours-rb"))
    assert 'id="bet-rrrb"' in shown and 'id="bet-rrrrb"' not in shown
    assert "Parier 500 F" in page(tablet, "/?who=1&bet=rrrrrr")
    shown = page(tablet, "/?who=2")
    assert not re.search(r'id="(place-bet|colours-)', shown) and "Pas assez d’argent" in shown
    press(tablet, shown, "no-bet")
    assert tablet.state()["view"]["to_bet"] == ["Ada", "Bea"]


@pytest.mark.parametrize(
    "path", ["/?who=9&bet=zz", "/?who=x&card=y&paid=z", "/?card=0", "/?bet=" + "y" * 500]
)
@pytest.mark.parametrize("setup", [RACE, BETTING])
def test_an_address_that_makes_no_sense_shows_the_table(
    tablet: Tablet, path: str, setup: dict[str, Any]
) -> None:
    assert 'class="board wide"' in page(opened(tablet, setup), path)


# ---------------------------------------------------------------- the race


def test_the_die_is_tapped_and_the_horse_tells_how_far_it_went(tablet: Tablet) -> None:
    opened(tablet)
    shown = page(tablet)
    assert "À Ada de jouer" in shown and "Course 2" in shown and "Lance le dé pour le 3" in shown
    press(tablet, shown, "throw-roll", **{"arg.value": "4"})
    shown = page(tablet)
    assert "Le 3 avance de 4" in shown and ">+4<" in shown and "Lance le dé pour le 6" in shown
    assert 'id="placed-3"' in shown


def test_who_stops_on_a_black_dot_draws(tablet: Tablet) -> None:
    opened(tablet)
    tablet.act({"by": "Ada", "do": "roll", "value": 3})
    press(tablet, page(tablet), "draw-card")
    assert tablet.state()["view"]["hand_counts"]["Ada"] == 3


def test_trapped_horses_are_told_what_they_wait_for(tablet: Tablet) -> None:
    horses = {**RACE["horses"], "2": {"owner": "Cyd", "square": 19}, "9": {"owner": "Ada", "square": 33}}
    shown = page(opened(tablet, {**RACE, "horses": horses}))
    assert "Le 2 et le 9 attendent un 1 pour sortir." in shown
    shown = page(opened(tablet, {**RACE, "horses": {**horses, "9": {"owner": "Ada", "square": 34}}}))
    assert "Le 2 attend un 1 pour sortir." in shown


def test_every_offered_action_stays_on_the_page(tablet: Tablet) -> None:
    opened(tablet)
    shown = page(tablet)
    for action in ("abandon_race", "play_card", "roll"):
        assert f'"do": "{action}"' in shown, action
    ids = re.findall(r' id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))


def test_money_cash_and_debts_are_told(tablet: Tablet) -> None:
    opened(
        tablet, {"phase": "market", "race": 2, "horses": OWNED, "cash": {"Ada": -2500, "Bea": 300, "Cyd": 0}}
    )
    shown = page(tablet)
    assert "−2 500 F" in shown and "dette" in shown


# ---------------------------------------------------------------- the pay-out


def arrived(**more: Any) -> dict[str, Any]:
    squares = {"2": 50, "5": 50, "9": 49}
    horses = {n: {**h, "square": squares.get(n, 8)} for n, h in RACE["horses"].items()}
    return {**RACE, "horses": horses, "arrivals": [2, 5], "to_roll": [9], "hands": {}, **more}


def test_the_bank_pays_and_the_flaps_fall_once(tablet: Tablet) -> None:
    opened(tablet, arrived())
    tablet.act({"by": "Ada", "do": "roll", "value": 1})
    shown = page(tablet)
    assert "La banque paie" in shown and shown.count('class="podium-card"') == 3
    assert "Tiercé !" in shown and shown.count("flap win") == 1
    press(tablet, shown, "settle")
    shown = page(tablet)
    digits = re.search(r'flap win" role="img" aria-label="50 000 F">(.*?)</span>', shown)
    assert digits is not None and re.findall(r'class="d(\d)">(\d)<', digits[1]) == [
        ("1", "5"),
        *((str(place), "0") for place in range(2, 6)),
    ]
    after = page(tablet, link(shown, "go-on"))
    assert "flap" not in after and "Le marché" in after
    tablet.act({"by": "Ada", "do": "buy_roll", "value": 2})
    assert "flap" not in page(tablet)


def test_SC_52_of_the_bank_each_sees_the_notes_that_come_and_go(tablet: Tablet) -> None:
    home = {**RACE["horses"], "1": {"owner": "Bea", "square": 50}, "2": {"owner": "Cyd", "square": 50}}
    home["3"] = {"owner": "Ada", "square": 50}
    unplayed = {"Ada": [], "Bea": ["back_any_4"], "Cyd": []}
    opened(
        tablet,
        {**RACE, "phase": "settling", "horses": home, "arrivals": [1, 2, 3], "hands": unplayed, "bets": {}},
    )
    tablet.act({"by": "bank", "do": "settle"})
    rows = re.findall(
        r'<span class="counted" aria-hidden="true">(.*?)</span></span>', page(tablet), re.DOTALL
    )
    told = [re.sub(r"<[^>]*>", " ", row).split() for row in rows]
    assert [" ".join(row) for row in told] == [
        "+ 1 000 F × 1",
        "+ 2 000 F × 3",  # the first prize of two reds, less a card not played
        "+ 2 000 F × 1 1 000 F × 1",
    ]


def test_SC_17_a_card_that_seems_to_be_missing_after_the_deal_is_told(
    tablet: Tablet, monkeypatch: Any
) -> None:
    opened(tablet, {"phase": "handicap", "horses": OWNED})
    tablet.act({"by": "bank", "do": "deal_cards", "hands": {player: [None] * 4 for player in PLAYERS}})
    assert "Je vois :" not in page(tablet)
    told, lacks = screen.table_state, {"zone": "hand_2", "should": ["back"] * 4, "shows": ["back"] * 3}
    sight = {"verdict": "unfinished", "differences": [lacks]}
    monkeypatch.setattr(screen, "table_state", lambda: {**told(), "sight": sight})
    assert "Je vois : Bea n’a que 3 cartes. Il faut 4 cartes par joueur." in page(tablet)
    tablet.act({"by": "Ada", "do": "handicap_done"})
    assert "Je vois :" not in page(tablet), "cards are played now"


def test_only_cards_that_change_a_payment_are_asked_for_before_the_bank_pays(tablet: Tablet) -> None:
    opened(tablet, arrived(hands={"Ada": [None, None], "Cyd": [None]}))
    tablet.act({"by": "Ada", "do": "roll", "value": 1})
    shown = page(tablet)
    asked = set(re.findall(r'id="open-([a-z_0-9]+)"', shown))
    amounts = ("500", "1000", "2000")
    assert asked == {"any_move", *(f"pay_{one}" for one in amounts), *(f"receive_{one}" for one in amounts)}
    assert (
        "Ada, montre tes cartes" in shown and "flap win" in shown and "prime" in shown
    )  # what is known falls
    shown = page(tablet, link(page(tablet, link(shown, "open-any_move")), "open-pay_500"))
    assert 'id="open-any_move"' not in shown  # no more cards than are in the hand
    press(tablet, shown, "laid")
    press(tablet, page(tablet), "laid")
    assert tablet.state()["view"]["to_identify"] == []
    press(tablet, page(tablet), "settle")
    results = tablet.state()["view"]["last_results"]
    assert (results["penalties"], results["money_cards"]) == ({"Ada": 1000}, {"Ada": -500})


def test_a_card_is_offered_only_as_often_as_the_pack_has_not_shown_it(tablet: Tablet) -> None:
    """The box has two cards of 500 F to pay: one lies under the pile, and both that bring 500 F."""
    returned = ["pay_500", "receive_500", "receive_500"]
    opened(tablet, arrived(hands={"Ada": [None] * 3, "Cyd": [None]}, returned=returned))
    tablet.act({"by": "Ada", "do": "roll", "value": 1})
    assert 'id="open-receive_500"' not in page(tablet) and 'id="open-pay_500"' in page(tablet)
    shown = page(tablet, "/?who=0&open=pay_500.pay_500.pay_1000")
    assert 'id="open-pay_500"' not in shown and 'id="open-pay_1000"' in shown
    press(tablet, shown, "laid")
    assert tablet.state()["view"]["hand_counts"]["Ada"] == 3
    press(tablet, page(tablet, "/?who=2"), "laid")
    press(tablet, page(tablet), "settle")
    assert tablet.state()["view"]["last_results"]["money_cards"] == {"Ada": -1500}


@pytest.mark.parametrize("headers", [{}, {"X-Fragment": "1"}])
def test_what_is_refused_stays_chosen_and_is_named(tablet: Tablet, headers: dict[str, str]) -> None:
    opened(tablet, arrived(hands={"Ada": [None] * 3}, returned=["pay_500"]))
    tablet.act({"by": "Ada", "do": "roll", "value": 1})
    cards = ["pay_500", "pay_500", "pay_1000", "nothing_else"]
    action = json.dumps({"by": "Ada", "do": "identify_cards", "cards": cards})
    sent = {"action": action, "expected_seq": tablet.seq, "stay": "who=0&open=pay_500.pay_1000"}
    answer = tablet.form("/play/action", sent, **headers)
    where = answer.headers["X-Location" if headers else "Location"]
    assert where == "/?who=0&open=pay_500.pay_1000"
    shown = html.unescape(answer.get_data(as_text=True)) if headers else page(tablet, where)
    assert "« Payer 500 F » est déjà sortie" in shown.replace("\u202f", " ") and 'id="laid-1"' in shown


def test_super_crack_is_loud(tablet: Tablet) -> None:
    horses = {n: {**h, "owner": "Ada"} for n, h in arrived()["horses"].items()}
    opened(tablet, arrived(horses=horses, cash={"Ada": 99_000, "Bea": 0, "Cyd": 0}))
    tablet.act({"by": "Ada", "do": "roll", "value": 1})
    tablet.act({"by": "bank", "do": "settle"})
    shown = page(tablet)
    assert tablet.state()["over"] and "crown-word" in shown and "Ada gagne\u00a0!" in shown
    assert 'id="again"' in shown and 'class="podium-card"' in shown


# ---------------------------------------------------------------- what is one's own


@pytest.fixture
def seated(app: Flask, tablet: Tablet) -> dict[str, Tablet]:
    opened(tablet)
    return {player: phone(app, player) for player in PLAYERS}


def test_a_hand_is_shown_on_its_own_page_only(tablet: Tablet, seated: dict[str, Tablet]) -> None:
    ada, bea = page(seated["Ada"]), page(seated["Bea"])
    assert ada.count('<b class="large">+3</b>') == 1 and "avant-dernière case" in ada
    assert bea.count('<b class="large">−4</b>') == 1 and "+3</b>" not in bea
    for shown in (page(tablet), page(seated["Cyd"])):
        assert "+3</b>" not in shown and "−4</b>" not in shown
    assert 'class="mine"' not in page(tablet)
    assert page(seated["Cyd"]).count("carte à nommer") == 1


def test_a_card_is_tapped_then_its_horse(seated: dict[str, Tablet]) -> None:
    ada = seated["Ada"]
    shown = page(ada, link(page(ada), "card-0"))
    assert "Sur quel cheval" in shown and 'aria-current="true"' in shown
    press(ada, shown, "play-card", **{"arg.horse": "6"})
    view = ada.state()["view"]
    assert view["horses"]["6"]["square"] == 11 and view["private"]["Ada"]["hand"] == ["sprint"]
    last = ada.state()["history"][-1]["action"]
    assert last == {"by": "Ada", "do": "play_card", "card": "advance_3", "horse": 6}


def test_cards_of_others_turns_wait(seated: dict[str, Tablet]) -> None:
    shown = page(seated["Bea"], "/?card=0")
    assert 'id="card-0"' not in shown and "Tes cartes attendent ton tour." in shown
    assert 'id="play-card"' not in shown


def test_a_seat_has_its_cash_in_notes_and_its_bet(seated: dict[str, Tablet]) -> None:
    shown = page(seated["Ada"])
    assert 'class="note-10000"' in shown and "Super-Crack à 100 000 F" in shown
    assert "Ton pari" in shown and "Tu es Ada" in shown
    assert 'id="plate-1"' not in shown


def test_a_seat_bets_on_its_own_page(app: Flask, tablet: Tablet) -> None:
    opened(tablet, BETTING)
    bea = phone(app, "Bea")
    shown = page(bea, link(page(bea), "colours-g"))
    assert "who=" not in link(shown, "bet-gggg")
    press(bea, shown, "place-bet")
    assert tablet.state()["view"]["bets"]["Bea"]["tokens"] == ["green"] * 3


def test_a_card_that_needs_no_horse_is_played_by_one_button(app: Flask, tablet: Tablet) -> None:
    opened(tablet, {**RACE, "hands": {"Ada": ["receive_500"]}})
    ada = phone(app, "Ada")
    press(ada, page(ada, "/?card=0"), "play-card")
    assert tablet.state()["view"]["accounts"]["Ada"] == 19_100
    assert json.dumps("receive_500") not in page(tablet, "/?panel=menu").split("<main", 1)[0]


def test_the_page_stays_light(tablet: Tablet) -> None:
    opened(tablet)
    shown = tablet.client.get("/").get_data()
    files = re.findall(rb'(?:href|src)="(/static/[^"]+\.(?:css|js)[^"]*)"', shown)
    parts = [shown, *(tablet.client.get(file.decode()).get_data() for file in files)]
    assert sum(len(gzip.compress(part)) for part in parts) < 60_000
