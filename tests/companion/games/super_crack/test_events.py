"""Section 5: every event, in one evening from the opening to the next market (worked example 85)."""

from __future__ import annotations

from typing import Any

from .tables import THREE, TWO, handicap, market, names, opening, racing

EVENTS = {
    *("money_dealt", "money_moved", "market_opened", "sale_over", "buy_rolled", "roll_tie", "buy_right"),
    *("buy_skipped", "left_sale", "rejoined_sale", "horse_bought", "horse_offered", "offer_closed"),
    *("auction_opened", "auction_bid", "auction_passed", "auction_unsold", "horse_transferred"),
    *("player_in_debt", "player_bankrupt", "colours_missing", "handicap_started", "handicap_done"),
    *("deck_shuffled", "cards_dealt", "cards_identified", "card_drawn", "card_played", "black_pawn_given"),
    *("fee_charged", "betting_opened", "bet_placed", "no_bet", "start_roll_opened", "start_rolled"),
    *("race_started", "turn_started", "rolled", "horse_moved", "bounced", "horse_trapped", "still_trapped"),
    *(
        "horse_freed",
        "must_draw",
        "deck_empty",
        "horse_arrived",
        "race_over",
        "race_abandoned",
        "race_settled",
    ),
    *("position_confirmed", "game_over"),
}
BOARD = {"finish": 12, "rivers": [[4]], "hedges": [[7]], "dots": [3]}


def evening() -> list[str]:
    """The names of all events of one evening of three players on a short track."""
    play = opening(THREE)
    play.state = play.game.new_game(THREE, {}, {"board": BOARD}, None)
    told: list[str] = []

    def go(by: str, do: str, **arguments: Any) -> None:
        play.do(by, do, **arguments)
        told.extend(names(play))

    def each(do: str, *players: str, **arguments: Any) -> None:
        for player in players or THREE:
            go(player, do, **arguments)

    def rolls(do: str, **values: int) -> None:
        for player, value in values.items():
            go(player, do, value=value)

    go("bank", "deal_money")
    rolls("buy_roll", Ada=5, Bea=5, Cyd=1)
    rolls("buy_roll", Ada=2, Bea=6)
    go("Bea", "skip_buy")
    rolls("buy_roll", Ada=6, Bea=1, Cyd=1)
    go("Ada", "buy_horse", number=1)
    each("leave_sale", "Bea", "Cyd")
    for number in (2, 5):
        go("Ada", "buy_horse", number=number)
    go("Ada", "leave_sale")
    go("Bea", "rejoin_sale")
    go("Bea", "buy_horse", number=9)
    go("Bea", "leave_sale")
    go("Ada", "offer_horse", number=5, to="Bea", price=500)
    go("Bea", "decline_offer")
    go("Ada", "offer_horse", number=5, to="Bea", price=500)
    go("Bea", "accept_offer")
    go("Ada", "auction_open", number=2)
    each("auction_pass", "Bea", "Cyd")
    go("Ada", "auction_open", number=2)
    go("Bea", "auction_bid", amount=100)
    go("Cyd", "auction_pass")
    go("bank", "shuffle_deck")
    go("bank", "close_market")
    hands = {"Ada": ["back_own_2", "advance_1", "black_pawn", "joker"], "Bea": [None] * 4, "Cyd": [None] * 4}
    go("bank", "deal_cards", hands=hands)
    go("Bea", "identify_cards", cards=["joker", "pay_2000"])
    go("Ada", "play_card", card="back_own_2", horse=1)
    go("Ada", "play_card", card="black_pawn")
    go("table", "confirm_position", horse=1, square=-2)
    each("handicap_done")
    go("Ada", "bet", tokens=["red"] * 3)
    each("no_bet", "Bea", "Cyd")
    rolls("start_roll", Ada=3, Bea=3)
    rolls("start_roll", Ada=4, Bea=2)
    go("Ada", "roll", value=6)  # 1: −2 → 4, the river
    go("Bea", "roll", value=3)  # 2: a dot
    go("Bea", "draw_card", card=None)
    for value in (4, 1):
        go("Bea", "roll", value=value)  # 5: the river; 9: 1
    go("Ada", "play_card", card="joker", horse=1)
    go("Ada", "roll", value=6)  # 1: 10
    for value in (4, 1, 1):
        go("Bea", "roll", value=value)  # 2: the hedge; 5: out, 5; 9: 2
    go("Ada", "roll", value=4)  # 1: bounces to 10
    for value in (3, 2, 2):
        go("Bea", "roll", value=value)  # 2 stays; 5: the hedge; 9: the river
    go("Ada", "roll", value=2)  # 1: home
    go("Bea", "identify_cards", cards=["advance_6", "advance_5", "joker"])
    go("Bea", "roll", value=1)  # 2: out, 8
    go("Bea", "roll", value=1)  # 5: out, 8
    go("Bea", "roll", value=1)  # 9: out, 5
    go("Bea", "play_card", card="advance_6", horse=9)
    go("Bea", "roll", value=4)  # 2: home, a new turn of the only runner
    go("Bea", "roll", value=4)  # 5: home
    go("Cyd", "identify_cards", cards=["advance_1", "back_any_1", "receive_500", "sprint"])
    go("bank", "settle")
    go("table", "end_game")
    assert play.view["phase"] == "over" and play.view["ledger_total"] == 0
    return told


def test_row_085_one_pass_through_all_phases() -> None:
    told = evening()
    missing = EVENTS - set(told)
    assert missing == {"deck_empty", "player_bankrupt", "player_in_debt", "race_abandoned"}
    assert set(told) <= EVENTS, "no event that the rules do not name"


def test_the_other_events() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 0)}, {"Ada": ["joker"]}, deck={"joker": 1}).do(
        "Ada", "roll", value=1
    )
    play.happened("deck_empty")
    play.do("bank", "abandon_race").happened("race_abandoned", arrivals=[])
    poor = racing({1: ("Ada", 4), 5: ("Bea", 0)}, {"Ada": ["pay_500"]}, cash=0).do("bank", "abandon_race")
    poor.do("bank", "settle").happened("player_in_debt", player="Ada", debt=500)
    poor.do("Ada", "declare_bankrupt").happened("player_bankrupt", player="Ada")


def test_the_fields_of_the_market_events() -> None:
    play = market(players=THREE, cash=20_000).do("Ada", "buy_roll", value=5).do("Bea", "buy_roll", value=5)
    play.do("Cyd", "buy_roll", value=1).happened("buy_rolled", player="Cyd", value=1)
    play.happened("roll_tie", players=["Ada", "Bea"]).did_not_happen("buy_right")
    play.do("Ada", "buy_roll", value=6).do("Bea", "buy_roll", value=1).happened("buy_right", player="Ada")
    play.do("Ada", "buy_horse", number=7)
    play.happened("horse_bought", player="Ada", number=7, colour="blue", price=2000)
    play.do("Ada", "auction_open", number=7, min=300).happened(
        "auction_opened", number=7, seller="Ada", min=300
    )
    play.do("Cyd", "auction_pass").happened("auction_passed", player="Cyd")
    play.do("Bea", "auction_pass").happened("auction_unsold", number=7)
    play.do("Ada", "leave_sale").happened("left_sale", player="Ada")
    play.do("Ada", "rejoin_sale").happened("rejoined_sale", player="Ada")


def test_the_fields_of_the_handicap_events() -> None:
    play = handicap({1: "Ada", 5: "Ada", 9: "Bea"}, race=3)
    play.do("bank", "deal_cards", hands={player: [None] * 4 for player in TWO})
    dealt = next(event for event in play.events if event.name == "cards_dealt")
    assert set(dealt.fields) == {"count"} and dealt.fields["count"] in {4, 8}
    play.do("Ada", "play_card", card="back_own_2", horse=1)
    play.happened("card_played", player="Ada", card="back_own_2", horse=1)
    play.do("Ada", "play_card", card="receive_500").happened("card_played", player="Ada", card="receive_500")
    play.do("Ada", "handicap_done").happened("handicap_done", player="Ada")
    play.do("Bea", "handicap_done").happened("fee_charged", player="Ada", horse=1, squares=2, amount=200)
    play.happened("betting_opened", race=3).do("Ada", "no_bet").happened("no_bet", player="Ada")
    play.do("Bea", "bet", tokens=["red", "blue", "red"])
    play.happened("bet_placed", player="Bea", tokens=["red", "red", "blue"], stake=200)
    play.happened("start_roll_opened", players=["Ada", "Bea"])


def test_events_come_in_the_order_they_happened() -> None:
    play = racing({1: ("Ada", 48), 5: ("Bea", 0)}).do("Ada", "roll", value=6)
    order = [name for name in names(play) if name in {"rolled", "horse_moved", "bounced", "must_draw"}]
    assert order[0] == "rolled" and order[-1] == "must_draw"
    fell = names(racing({1: ("Ada", 17), 5: ("Bea", 0)}).do("Ada", "roll", value=2))
    assert fell == ["rolled", "horse_moved", "horse_trapped"]
    home = racing({1: ("Ada", 49), 2: ("Ada", 0), 5: ("Bea", 0)}, arrivals=[2, 5]).do("Ada", "roll", value=1)
    assert names(home) == ["rolled", "horse_moved", "horse_arrived", "race_over"]
