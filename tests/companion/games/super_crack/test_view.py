"""Section 3.1: every field of the view; section 7: what the camera confirms."""

from __future__ import annotations

from typing import Any

from .tables import THREE, TWO, colour, handicap, laid, market, opening, racing, settling

FIELDS = {
    *("game", "options", "phase", "race", "players", "bankrupt", "accounts", "cash", "debt", "owed"),
    *("ledger_total", "ledger_last", "horses", "stables", "market", "hand_counts", "deck", "handicap_done"),
    *("bets", "black_pawns", "start_rolls", "turn", "to_roll", "draw_pending", "arrivals", "awaiting"),
    *("last_results", "winners", "ranking"),
}


def test_every_field_is_there_from_the_opening_on() -> None:
    play = opening()
    assert set(play.game.view(play.state).public) >= FIELDS
    play.shows(game="super_crack", phase="opening", race=1, players=["Ada", "Bea"], bankrupt=[], market=None)
    nothing = {"Ada": 0, "Bea": 0}
    play.shows(accounts={"bank": 0, **nothing}, cash=nothing, debt=nothing, owed=nothing, hand_counts=nothing)
    play.shows(
        stables={"Ada": [], "Bea": []}, bets={"Ada": None, "Bea": None}, deck={"count": 48, "returned": 0}
    )
    play.shows(handicap_done=[], black_pawns=[], to_roll=[], arrivals=[], awaiting=[], winners=[], ranking=[])
    empty = {"owner": None, "square": None, "trapped": None, "rank": None}
    play.shows(horses={str(number): {"colour": colour(number), **empty} for number in range(1, 17)})
    for field in ("ledger_last", "turn", "draw_pending", "last_results"):
        assert play.view[field] is None
    assert play.view["start_rolls"] == {} and play.view["ledger_total"] == 0
    assert play.view["private"] == {"Ada": {"hand": []}, "Bea": {"hand": []}}


def test_the_market_is_shown_only_while_it_is_open() -> None:
    play = market({1: "Ada", 2: "Bea", 3: "Bea"}, cash=20_000)
    lone = {"blue": 2000, "yellow": 2000, "green": 2000}
    assert play.view["market"] == {
        **{"bidders": list(TWO), "to_roll": list(TWO), "rolls": {}, "right": None, "left": []},
        **{"prices": {"Ada": {"red": 4000, **lone}, "Bea": {"red": 6000, **lone}}},
        **{"offer": None, "auction": None},
    }
    play.do("Ada", "leave_sale").do("Bea", "leave_sale").do("Bea", "auction_open", number=3)
    auction = {"number": 3, "seller": "Bea", "min": 100, "bid": None, "bidder": None, "passed": []}
    assert play.view["market"]["auction"] == auction and play.view["market"]["left"] == list(TWO)
    for other in (opening(), handicap({1: "Ada"}), racing({1: ("Ada", 0), 5: ("Bea", 0)})):
        assert other.view["market"] is None


def test_stables_are_ascending_and_horses_know_their_owner() -> None:
    play = market({13: "Ada", 2: "Ada", 9: "Ada", 5: "Bea"}).shows(stables={"Ada": [2, 9, 13], "Bea": [5]})
    play.shows(horses={"13": {"owner": "Ada", "colour": "green", "square": None}, "1": {"owner": None}})


def test_the_track() -> None:
    play = racing({1: ("Ada", 19), 2: ("Ada", -3), 5: ("Bea", 33), 6: ("Bea", 0)}, arrivals=[6])
    play.shows(
        horses={
            "1": {"square": 19, "trapped": "river", "rank": None},
            "2": {"square": -3, "trapped": None},
            "5": {"square": 33, "trapped": "hedge"},
            "6": {"square": 50, "trapped": None, "rank": 1},
            "3": {"square": None},
        }
    )
    play.shows(turn="Ada", to_roll=[1, 2], arrivals=[6], phase="racing", draw_pending=None)


def test_the_ledger_remembers_its_last_entry() -> None:
    play = market({}, cash={"Ada": 9000, "Bea": 0}, race=3).do("Ada", "buy_horse", number=1)
    entry = {"from": "Ada", "to": "bank", "amount": 2000, "reason": "horse_purchase", "race": 3}
    assert play.view["ledger_last"] == entry
    play.happened("money_moved", from_="Ada", to="bank", amount=2000, reason="horse_purchase")


def test_the_results_of_the_last_race() -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 6: ("Bea", 0), 9: ("Ada", 4)}
    hands = {"Ada": ["advance_1", "receive_500"], "Bea": ["joker"]}
    bets = {"Ada": ["blue", "red", "blue"], "Bea": ["green"] * 4}
    play = settling([5, 1, 6], horses, hands, bets=bets, black_pawns=["Bea"], race=2).do("bank", "settle")
    place = {"colour": "blue", "owner": "Bea", "same_colour": 2}
    assert play.view["last_results"] == {
        **{"race": 2, "category": "two_same", "abandoned": False},
        "arrivals": [
            {"rank": 1, "horse": 5, **place, "prime": 7000},
            {"rank": 2, "horse": 1, "colour": "red", "owner": "Ada", "same_colour": 1, "prime": 3000},
            {"rank": 3, "horse": 6, **place, "prime": 2000},
        ],
        **{"penalties": {"Ada": 1000}, "money_cards": {"Ada": 500}},
        "bets": {
            "Ada": {"tokens": ["red", "blue", "blue"], "black_pawn": False, "won": True, "paid": 100_000},
            "Bea": {"tokens": ["green"] * 4, "black_pawn": True, "won": False, "paid": 0},
        },
    }


def test_tokens_are_shown_in_the_order_of_the_colours() -> None:
    play = laid("betting", {1: "Ada"}, bets={"Bea": ["green", "red", "yellow", "red"]})
    play.shows(bets={"Ada": None, "Bea": {"tokens": ["red", "red", "yellow", "green"], "stake": 500}})


# ---------------------------------------------------------------- the camera


def moved() -> Any:
    """Ada's horse 1 went from 3 to 7, then 2 from 0 to 2."""
    play = racing({1: ("Ada", 3), 2: ("Ada", 0), 5: ("Bea", 8)}, {"Ada": ["advance_1"], "Bea": []})
    return play.do("Ada", "roll", value=4).do("Ada", "roll", value=2)


def test_moved_pawns_wait_to_be_seen() -> None:
    play = moved().shows(awaiting=[{"horse": 1, "square": 7}, {"horse": 2, "square": 2}])
    assert play.refused("table", "confirm_position", horse=1, square=8) == "wrong_square"
    play.do("table", "confirm_position", horse=1, square=7).happened("position_confirmed", horse=1, square=7)
    play.shows(awaiting=[{"horse": 2, "square": 2}]).do("Bea", "roll", value=1)


def test_a_pawn_moved_again_goes_to_the_end() -> None:
    play = moved().do("Ada", "play_card", card="advance_1", horse=1)
    play.shows(awaiting=[{"horse": 2, "square": 2}, {"horse": 1, "square": 8}])


def test_positions_may_be_confirmed_while_a_draw_is_due() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 8)}).do("Ada", "roll", value=1).shows(draw_pending="Ada")
    play.do("table", "confirm_position", horse=1, square=5).shows(awaiting=[], draw_pending="Ada")


def test_an_arrived_pawn_stands_on_the_finishing_line() -> None:
    play = racing({1: ("Ada", 49), 5: ("Bea", 8)}).do("Ada", "roll", value=1)
    play.shows(awaiting=[{"horse": 1, "square": 50}])
    play.do("table", "confirm_position", horse=1, square=50).shows(awaiting=[])


def test_fields_of_the_race_are_emptied_when_the_next_market_opens() -> None:
    horses = {1: ("Ada", 48), 5: ("Bea", 0), 9: ("Bea", 0), 6: ("Bea", 7)}
    bets = {player: ["red"] * 3 for player in TWO}
    play = racing(horses, arrivals=[5, 9], bets=bets, black_pawns=["Bea"]).do("Ada", "roll", value=2)
    play.shows(arrivals=[5, 9, 1], awaiting=[{"horse": 1, "square": 50}]).do("bank", "settle")
    play.shows(phase="market", arrivals=[], awaiting=[], black_pawns=[], bets={"Ada": None, "Bea": None})


def test_handicap_done_is_emptied_when_the_next_handicap_begins() -> None:
    stables = {1: "Ada", 5: "Bea", 9: "Cyd"}
    hands: dict[str, list[str | None]] = {player: [] for player in THREE}
    play = handicap(stables, hands, players=THREE, cash=0)
    for player in ("Cyd", "Ada", "Bea"):
        play.do(player, "handicap_done")
    play.shows(handicap_done=["Cyd", "Ada", "Bea"])
    for player in THREE:
        play.do(player, "no_bet")
    for player, value in (("Ada", 6), ("Bea", 2), ("Cyd", 1)):
        play.do(player, "start_roll", value=value)
    play.do("table", "abandon_race").do("bank", "settle").do("bank", "close_market").shows(handicap_done=[])


def test_start_rolls_are_emptied_when_the_next_start_roll_opens() -> None:
    play = laid("start_roll", {1: "Ada", 5: "Bea", 9: "Bea"}, cash=0).do("Ada", "start_roll", value=6)
    play.do("Bea", "start_roll", value=2).do("table", "abandon_race").do("bank", "settle")
    play.do("bank", "close_market").do("bank", "deal_cards", hands={"Ada": [None] * 4, "Bea": [None] * 4})
    for do in ("handicap_done", "no_bet"):
        for player in TWO:
            play.do(player, do)
    play.shows(phase="start_roll")
    assert play.view["start_rolls"] == {}
