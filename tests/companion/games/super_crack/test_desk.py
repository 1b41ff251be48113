"""What the screen picks out of a view: who acts, tokens laid out, pay-outs, one's own cards."""

from __future__ import annotations

from typing import Any

import pytest

from companion.action import Template
from companion.games import load
from companion.games.super_crack import desk
from companion.games.super_crack.captions import _CAPTIONS, caption

PLAYERS = ("Ada", "Bea", "Cyd")
HORSES = {str(n): {"owner": PLAYERS[n % 3]} for n in range(1, 16)}


class Played:
    """A position, what was done in it, and what one viewer sees of it."""

    def __init__(self, seat: str | None = None, **setup: Any) -> None:
        self.game, self.seat = load("super_crack"), seat
        self.state = self.game.new_game(PLAYERS, {}, setup or None, None)
        self.events: list[dict[str, Any]] = []

    def do(self, by: str, do: str, **arguments: Any) -> Played:
        self.state, events = self.game.apply(self.state, {"by": by, "do": do, **arguments})
        self.events = [event.as_json() for event in events]
        return self

    @property
    def view(self) -> dict[str, Any]:
        shown = self.game.view(self.state, self.seat)
        private = {self.seat: shown.private[self.seat]} if self.seat else {}
        return {**shown.public, **({"private": private} if private else {})}

    @property
    def offered(self) -> list[Template]:
        return list(self.game.offered(self.state, self.seat))

    def acting(self, asked: str | None = None) -> str | None:
        return desk.acting(self.view, self.offered, asked, self.seat)


def market() -> Played:
    return Played().do("bank", "deal_money")


def settled(**more: Any) -> Played:
    horses = {**HORSES, **{str(n): {**HORSES[str(n)], "square": 50} for n in (1, 5)}}
    horses["9"] = {"owner": "Ada", "square": 49}
    setup = {
        "phase": "racing",
        "turn": "Ada",
        "to_roll": [9],
        "horses": horses,
        "arrivals": [1, 5],
        "hands": {"Ada": [], "Bea": ["advance_2"], "Cyd": ["receive_500"]},
        "bets": {"Ada": ["red", "blue", "yellow"], "Bea": ["red", "red", "red", "blue"]},
        "cash": dict.fromkeys(PLAYERS, 5000),
        **more,
    }
    return Played(**setup).do("Ada", "roll", value=1)


# ---------------------------------------------------------------- who acts


def test_the_first_who_is_waited_for_acts_until_another_plate_is_tapped() -> None:
    game = market()
    assert game.acting() == "Ada" and game.acting("1") == "Bea"
    assert game.do("Ada", "buy_roll", value=3).acting() == "Bea"


@pytest.mark.parametrize("asked", ["7", "-1", "x", "", "²", "9" * 400])
def test_an_address_that_names_nobody_is_left_out(asked: str) -> None:
    assert market().acting(asked) == "Ada"


def test_a_plate_of_somebody_with_nothing_to_do_is_left_out() -> None:
    game = Played(phase="racing", turn="Bea", horses=HORSES, hands={})
    assert game.acting("0") == "Bea"


def test_a_seat_only_ever_acts_for_itself() -> None:
    game = Played("Cyd", phase="racing", turn="Bea", horses=HORSES, hands={})
    assert game.acting() == "Cyd" and game.acting("1") == "Cyd"


def test_who_must_draw_comes_before_everybody() -> None:
    game = Played(phase="racing", turn="Ada", horses={**HORSES, "3": {"owner": "Ada", "square": 2}}, hands={})
    game.do("Ada", "roll", value=3)
    assert desk.awaited_players(game.view, game.offered) == ["Ada"]
    assert desk.offer(game.offered, "draw_card", "Ada") is not None
    assert desk.offer(game.offered, "draw_card", "Bea") is None


def test_the_right_to_buy_and_an_auction_name_who_is_waited_for() -> None:
    game = market()
    for player, value in zip(PLAYERS, (2, 6, 1), strict=True):
        game.do(player, "buy_roll", value=value)
    assert desk.awaited_players(game.view, game.offered) == ["Bea"]
    game.do("Bea", "buy_horse", number=4).do("Bea", "auction_open", number=4, min=500)
    assert desk.awaited_players(game.view, game.offered) == ["Ada", "Cyd"]
    bid = desk.offer(game.offered, "auction_bid", "Ada")
    assert bid is not None and desk.bids(bid) == [500, 900, 1400, 2400]
    game.do("Ada", "auction_bid", amount=19_800)
    last = desk.offer(game.offered, "auction_bid", "Cyd")
    assert last is not None and desk.bids(last) == [19_900]


def test_the_horse_that_the_die_is_for() -> None:
    game = Played(phase="racing", turn="Ada", horses=HORSES, hands={})
    awaited = [{"code": step.code, "arguments": step.arguments} for step in game.game.awaited(game.view)]
    assert desk.next_up(awaited) == 3 and desk.next_up([]) is None


# ---------------------------------------------------------------- bets


def betting(**cash: int) -> Played:
    return Played(phase="betting", horses=HORSES, cash={**dict.fromkeys(PLAYERS, 5000), **cash})


def test_tokens_of_an_address_are_laid_out_by_their_colours() -> None:
    view = betting().view
    assert desk.tray(view, "Ada", "yyrb") == ("red", "blue", "yellow", "yellow")
    assert desk.letters(("yellow", "green")) == "yg"
    assert desk.tray(view, "Ada", "y?<z>r") == ("red", "yellow")
    assert desk.tray(view, "Ada", None) == ()


@pytest.mark.parametrize(
    ("cash", "choices", "bets"), [(5000, 15, 195), (500, 15, 55), (499, 14, 20), (100, 0, 0)]
)
def test_every_bet_that_the_cash_pays_for_is_one_of_its_colours(cash: int, choices: int, bets: int) -> None:
    view = betting(Bea=cash).view
    firsts = desk.first_bets(view, "Bea")
    whole = [bet for first in firsts for bet in desk.whole_bets(view, "Bea", first)]
    assert len(firsts) == choices and len(whole) == len(set(whole)) == bets
    assert set(firsts) <= set(whole)


@pytest.mark.parametrize(("cash", "most"), [(5000, 6), (1999, 5), (500, 4), (499, 3), (100, 0)])
def test_no_more_tokens_than_the_cash_pays_for(cash: int, most: int) -> None:
    view = betting(Bea=cash).view
    assert desk.most_tokens(view, "Bea") == most
    assert len(desk.tray(view, "Bea", "r" * 20)) == most


def test_a_bet_costs_and_wins_what_the_sheet_says() -> None:
    assert [desk.stake(count) for count in range(2, 8)] == [None, 200, 500, 1000, 2000, None]
    assert dict(desk.gains(3)) == {"three_different": 50_000, "two_same": 100_000, "three_same": 200_000}
    assert desk.gains(2) == []


# ---------------------------------------------------------------- the pay-out board


def test_the_board_shows_the_bets_before_the_bank_pays() -> None:
    game = settled()
    report = desk.report(game.view, game.events)
    assert report is not None and not report.paid and report.category == "three_different"
    assert [arrival["horse"] for arrival in report.arrivals] == [1, 5, 9]
    assert [row.paid for row in report.rows] == [50_000, None, 0]  # Bea's cards may hold the black pawn
    paid = desk.report(*(lambda after: (after.view, after.events))(settled().do("bank", "settle")))
    assert paid is not None and [row.prime for row in paid.rows] == [row.prime for row in report.rows]
    assert [(row.won, row.prize) for row in paid.rows] == [(row.won, row.prize) for row in report.rows]


def test_the_board_shows_what_each_got_until_it_was_seen() -> None:
    game = settled().do("bank", "settle")
    report = desk.report(game.view, game.events)
    assert report is not None and report.paid
    ada, bea, cyd = report.rows
    assert (ada.won, ada.paid, ada.stake, ada.digits) == (True, 50_000, 200, "50000")
    assert (bea.won, bea.paid, bea.penalty) == (False, 0, 1000)
    assert (cyd.tokens, cyd.stake, cyd.money_cards) == ((), None, 500)
    assert sum(row.prime for row in report.rows) == sum(one["prime"] for one in report.arrivals)
    assert desk.report(game.view, game.events, seen=True) is None
    assert desk.report(game.do("Ada", "buy_roll", value=2).view, game.events) is None


def test_the_black_pawn_that_helped_is_told() -> None:
    game = settled(bets={"Bea": ["red", "blue", "green"]}, black_pawns=["Bea"]).do("bank", "settle")
    report = desk.report(game.view, game.events)
    assert report is not None and report.helped == ("Bea",)


# ---------------------------------------------------------------- what is one's own


def test_own_cards_say_how_they_may_be_played() -> None:
    hand = ["back_any_4", "receive_500", None, "joker"]
    game = Played("Ada", phase="racing", turn="Ada", horses=HORSES, hands={"Ada": hand, "Bea": ["sprint"]})
    cards = desk.own_cards(game.view, game.offered, "Ada")
    assert [card.kind for card in cards] == ["back_any", "receive", "unknown", "joker"]
    assert [card.number for card in cards] == [4, 500, None, None]
    assert len(cards[0].horses) == 15 and cards[1].horses == []
    assert cards[2].template is None and cards[3].template is None
    assert desk.held_card(cards, "0") is cards[0]
    assert [desk.held_card(cards, asked) for asked in (None, "2", "9", "x", "")] == [None] * 5


def test_cards_wait_while_it_is_somebody_elses_turn() -> None:
    game = Played("Ada", phase="racing", turn="Bea", horses=HORSES, hands={"Ada": ["back_any_4"]})
    assert [card.template for card in desk.own_cards(game.view, game.offered, "Ada")] == [None]


def test_nobodys_cards_are_found_in_the_view_of_the_table() -> None:
    game = Played(phase="racing", turn="Ada", horses=HORSES, hands={"Ada": ["back_any_4"]})
    public = dict(game.game.view(game.state).public)
    assert desk.own_cards(public, game.offered, "Ada") == []


# ---------------------------------------------------------------- words


def test_what_happened_on_the_track_is_told_in_a_few_words() -> None:
    def told(code: str, event: Any) -> str:
        return f"{code} {event['horse']}"

    moved = {"event": "horse_moved", "horse": 11, "square_from": 17, "square_to": 21}
    assert desk.headline([moved], told, "fr") == "Le 11 avance de 4"
    assert desk.headline([{**moved, "square_to": 14}], told, "en") == "Horse 11 goes back 3"
    assert desk.headline([{**moved, "square_to": 17}], told, "fr") == "horse_moved 11"
    assert desk.headline([moved, {"event": "horse_trapped", "horse": 11}], told, "fr") == "horse_trapped 11"
    assert desk.headline([], told, "fr") == ""


def test_the_die_of_the_moment() -> None:
    assert desk.last_die([{"event": "buy_rolled", "value": 5}]) == 5
    assert desk.last_die([{"event": "roll_tie"}]) is None


def test_every_caption_is_there_in_both_languages_with_the_same_fields() -> None:
    for key in _CAPTIONS:
        french, english = (_CAPTIONS.said(key, language) for language in ("fr", "en"))
        assert french and english, key
    assert caption("throw_for", "fr", horse=3) == "Lance le dé pour le 3"
