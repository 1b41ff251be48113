"""Section 4: every refusal of every action, and which one comes first when several apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.action import Rejected
from tests.playing import Play

from .tables import THREE, TWO, handicap, laid, market, opening, racing, settling

RACE = {1: ("Ada", 3), 2: ("Ada", 4), 5: ("Bea", 2)}
NULLS = {"Ada": [None] * 4, "Bea": [None] * 4}


def race(*ada: str | None, bea: tuple[str | None, ...] = (), **given: Any) -> Play:
    """Ada's turn with 1 and 2 to roll; Bea has 5."""
    return racing(RACE, {"Ada": ada, "Bea": bea}, **given)


def drawing() -> Play:
    """Ada's horse 2 stands on a dot; she must draw."""
    return race().do("Ada", "roll", value=1).do("Ada", "roll", value=1).shows(draw_pending="Ada")


def over() -> Play:
    """Stopped by the table."""
    return market({1: "Ada"}).do("table", "end_game")


def sold_out() -> Play:
    """Ada is out; Bea and Cyd go on in the second market."""
    play = market({1: "Ada", 5: "Bea"}, players=THREE, cash={"Ada": -1, "Bea": 5000, "Cyd": 5000}, race=2)
    return play.do("Ada", "declare_bankrupt")


ACTIONS: dict[str, dict[str, Any]] = {
    "deal_money": {},
    "buy_roll": {"value": 3},
    "buy_horse": {"number": 9},
    "skip_buy": {},
    "leave_sale": {},
    "rejoin_sale": {},
    "offer_horse": {"number": 1, "to": "Bea", "price": 100},
    "accept_offer": {},
    "decline_offer": {},
    "auction_open": {"number": 1},
    "auction_bid": {"amount": 100},
    "auction_pass": {},
    "declare_bankrupt": {},
    "close_market": {},
    "shuffle_deck": {},
    "deal_cards": {"hands": NULLS},
    "identify_cards": {"cards": ["joker"]},
    "play_card": {"card": "joker", "horse": 1},
    "handicap_done": {},
    "bet": {"tokens": ["red"] * 3},
    "no_bet": {},
    "start_roll": {"value": 3},
    "roll": {"value": 3},
    "draw_card": {"card": None},
    "end_turn": {},
    "settle": {},
    "abandon_race": {},
    "end_game": {},
    "confirm_position": {"horse": 1, "square": 3},
}
BANKS = {"deal_money", "close_market", "shuffle_deck", "deal_cards", "settle"}
TABLES = {"abandon_race", "end_game", "confirm_position"}
PLAYERS = set(ACTIONS) - BANKS - TABLES
PHASES: dict[str, set[str]] = {
    "opening": {"deal_money"},
    "market": {
        *("buy_roll", "buy_horse", "skip_buy", "leave_sale", "rejoin_sale", "offer_horse", "accept_offer"),
        *("decline_offer", "auction_open", "auction_bid", "auction_pass", "declare_bankrupt", "close_market"),
        *("shuffle_deck", "end_game"),
    },
    "handicap": {"shuffle_deck", "deal_cards", "play_card", "handicap_done"},
    "betting": {"bet", "no_bet"},
    "start_roll": {"start_roll"},
    "racing": {"play_card", "roll", "end_turn", "abandon_race"},
    "settling": {"settle"},
}
POSITIONS: dict[str, Callable[[], Play]] = {
    "opening": opening,
    "market": lambda: market({1: "Ada"}),
    "handicap": lambda: handicap({1: "Ada", 5: "Bea"}),
    "betting": lambda: laid("betting", {1: "Ada", 5: "Bea"}),
    "start_roll": lambda: laid("start_roll", {1: "Ada", 5: "Bea"}),
    "racing": race,
    "settling": lambda: settling([1, 5, 9], {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}),
}
ANY_PHASE = {"identify_cards", "confirm_position", "draw_card"}


# ---------------------------------------------------------------- the common refusals


@pytest.mark.parametrize("do", list(ACTIONS))
def test_game_over_comes_first(do: str) -> None:
    play = over()
    for by in ("Ada", "bank", "table", "Zoe"):
        assert play.refused(by, do, **ACTIONS[do]) == "game_over"
    assert play.refused("Zoe", "whip") == "game_over"


@pytest.mark.parametrize("phase", list(POSITIONS))
def test_then_unknown_action_then_unknown_player(phase: str) -> None:
    play = POSITIONS[phase]()
    assert play.refused("Zoe", "whip") == "unknown_action"
    for nonsense in (None, 3, True, ["roll"], {"do": "roll"}, "", "Roll"):
        assert play.refused("Ada", nonsense) == "unknown_action"  # type: ignore[arg-type]
    for stranger in ("Zoe", "", None, 3, True, ["Ada"], {"Ada": 1}):
        assert play.refused(stranger, "roll", value=3) == "unknown_player"  # type: ignore[arg-type]


@pytest.mark.parametrize("do", list(ACTIONS))
def test_then_draw_pending(do: str) -> None:
    play = drawing()
    assert play.refused("Zoe", do, **ACTIONS[do]) == "unknown_player"
    by = "Ada" if do in PLAYERS else "bank"
    other = "bank" if do in PLAYERS else "Ada"
    if do in {"draw_card", "identify_cards", "confirm_position", "abandon_race"}:
        assert play.refused(other, do, **ACTIONS[do]) in {"unknown_player", "table_only"}
    else:
        assert play.refused(by, do, **ACTIONS[do]) == "draw_pending"
        assert play.refused(other, do, **ACTIONS[do]) == "draw_pending", "before bank_only and unknown_player"


@pytest.mark.parametrize("phase", list(POSITIONS))
@pytest.mark.parametrize("do", list(ACTIONS))
def test_then_who_may_send_it_then_the_phase(do: str, phase: str) -> None:
    play = POSITIONS[phase]()
    if do in PLAYERS:
        assert play.refused("bank", do, **ACTIONS[do]) == "unknown_player"
        assert play.refused("table", do, **ACTIONS[do]) == "unknown_player"
    else:
        code = "bank_only" if do in BANKS else "table_only"
        assert play.refused("Ada", do, **ACTIONS[do]) == code
    if do not in PHASES[phase] | ANY_PHASE:
        for by in ("Bea",) if do in PLAYERS else ("bank", "table"):
            assert play.refused(by, do, **ACTIONS[do]) == "wrong_phase"
            assert play.refused(by, do) == "wrong_phase", "before the arguments are looked at"


def test_draw_card_without_a_draw_in_every_phase() -> None:
    for phase, position in POSITIONS.items():
        code = position().refused("Ada", "draw_card", card=None)
        assert code in ({"no_draw_due"} if phase == "racing" else {"no_draw_due", "wrong_phase"}), phase


@pytest.mark.parametrize("do", sorted(PLAYERS))
def test_a_player_who_is_out(do: str) -> None:
    assert sold_out().refused("Ada", do, **ACTIONS[do]) == "player_out"


# ---------------------------------------------------------------- dice


@pytest.mark.parametrize("value", [0, 7, -1, 1.0, 2.5, "3", None, True, [3], {"value": 3}, 10**30], ids=str)
def test_bad_die(value: object) -> None:
    assert market(cash=20_000).refused("Ada", "buy_roll", value=value) == "bad_die"
    assert laid("start_roll", {1: "Ada", 5: "Bea"}).refused("Ada", "start_roll", value=value) == "bad_die"
    assert race().refused("Ada", "roll", value=value) == "bad_die"


def test_a_die_is_missing() -> None:
    assert race().refused("Ada", "roll") == "bad_die"


# ---------------------------------------------------------------- order, action by action


def test_buy_roll_in_order() -> None:
    play = market({1: "Ada"}, players=THREE, cash={"Ada": 9000, "Bea": 9000, "Cyd": 0})
    play.do("Ada", "buy_roll", value=4).do("Ada", "auction_open", number=1)
    assert play.refused("Cyd", "buy_roll", value=9) == "sale_in_progress"
    play.do("Bea", "auction_pass").do("Cyd", "auction_pass")
    assert play.refused("Cyd", "buy_roll", value=9) == "not_a_bidder"
    assert play.refused("Ada", "buy_roll", value=9) == "already_rolled"
    assert play.refused("Bea", "buy_roll", value=9) == "bad_die"
    play.do("Bea", "buy_roll", value=1)
    assert play.refused("Cyd", "buy_roll", value=9) == "purchase_pending"


def test_buy_horse_in_order() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash={"Ada": 3000, "Bea": 0}).shows(market={"right": "Ada"})
    play.do("Bea", "offer_horse", number=5, to="Ada", price=0)
    assert play.refused("Bea", "buy_horse", number=99) == "sale_in_progress"
    play.do("Bea", "decline_offer")
    assert play.refused("Bea", "buy_horse", number=99) == "no_buy_right"
    assert play.refused("Ada", "buy_horse", number=99) == "unknown_horse"
    assert play.refused("Ada", "buy_horse") == "unknown_horse"
    assert play.refused("Ada", "buy_horse", number=5) == "horse_sold"
    assert play.refused("Ada", "buy_horse", number=2) == "not_enough_cash"
    play.do("Ada", "buy_horse", number=6)


def test_offer_horse_in_order() -> None:
    play = market({1: "Ada", 5: "Bea"}, cash=0)
    wrong = {"to": "Zoe", "price": 50}
    assert play.refused("Ada", "offer_horse", number=17, **wrong) == "unknown_horse"
    assert play.refused("Ada", "offer_horse", number=5, **wrong) == "not_your_horse"
    assert play.refused("Ada", "offer_horse", number=9, **wrong) == "not_your_horse"
    assert play.refused("Ada", "offer_horse", number=1, **wrong) == "unknown_player"
    for to in ("Ada", None, True, ["Bea"], "bank"):
        assert play.refused("Ada", "offer_horse", number=1, to=to, price=50) == "unknown_player"
    assert play.refused("Ada", "offer_horse", number=1, to="Bea", price=50) == "bad_amount"
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100)
    assert play.refused("Ada", "offer_horse", number=17, **wrong) == "sale_in_progress"
    assert play.refused("Ada", "auction_open", number=17, min=1) == "sale_in_progress"


def test_accept_offer_in_order() -> None:
    play = market({1: "Ada", 5: "Bea"}, players=THREE, cash=0)
    assert play.refused("Cyd", "accept_offer") == "no_offer"
    assert play.refused("Cyd", "decline_offer") == "no_offer"
    play.do("Ada", "offer_horse", number=1, to="Bea", price=100)
    assert play.refused("Cyd", "accept_offer") == "not_for_you"
    assert play.refused("Cyd", "decline_offer") == "not_for_you"
    assert play.refused("Bea", "accept_offer") == "not_enough_cash"


def test_auctions_in_order() -> None:
    play = market({1: "Ada", 5: "Bea"}, players=THREE, cash={"Ada": 0, "Bea": 500, "Cyd": 0})
    assert play.refused("Ada", "auction_bid", amount=50) == "no_auction"
    assert play.refused("Ada", "auction_open", number=17, min=1) == "unknown_horse"
    assert play.refused("Ada", "auction_open", number=5, min=1) == "not_your_horse"
    assert play.refused("Ada", "auction_open", number=1, min=1) == "bad_amount"
    play.do("Ada", "auction_open", number=1, min=1000)
    assert play.refused("Ada", "auction_bid", amount=50) == "cannot_bid"
    assert play.refused("Bea", "auction_bid", amount=50) == "bad_amount"
    assert play.refused("Bea", "auction_bid", amount=600) == "bid_too_low"
    assert play.refused("Bea", "auction_bid", amount=1000) == "not_enough_cash"


def test_deal_cards_in_order() -> None:
    small = {"deck": {"joker": 4, "advance_1": 3}}
    stables = {1: "Ada", 2: "Ada", 5: "Bea"}
    dealt = handicap(stables, {"Ada": [], "Bea": []}, **small)
    assert dealt.refused("bank", "deal_cards", hands={}) == "already_dealt"
    play = handicap(stables, **small)
    assert play.refused("bank", "deal_cards", hands={"Ada": ["whip"] * 3, "Bea": []}) == "wrong_card_count"
    assert (
        play.refused("bank", "deal_cards", hands={"Ada": ["whip"] * 4, "Bea": [None] * 4}) == "deck_too_small"
    )
    enough = handicap(stables, deck={"joker": 4, "sprint": 1, "advance_1": 3})
    told = {"Ada": ["sprint", "sprint", "whip", None], "Bea": [None] * 4}
    assert enough.refused("bank", "deal_cards", hands=told) == "unknown_card"
    for nonsense in (3, True, ["joker"], {"joker": 1}, ""):
        hands = {"Ada": [nonsense, None, None, None], "Bea": [None] * 4}
        assert enough.refused("bank", "deal_cards", hands=hands) == "unknown_card"
    told["Ada"][2] = None
    assert enough.refused("bank", "deal_cards", hands=told) == "card_not_possible"


PLAY_CARD: list[tuple[str, Callable[[], Play], str, dict[str, Any], str]] = [
    (
        "unknown before undealt",
        lambda: handicap({1: "Ada", 5: "Bea"}),
        "Ada",
        {"card": "whip"},
        "unknown_card",
    ),
    ("no card", lambda: race("joker"), "Ada", {}, "unknown_card"),
    ("nonsense", lambda: race("joker"), "Ada", {"card": ["joker"]}, "unknown_card"),
    ("null", lambda: race("joker"), "Ada", {"card": None}, "unknown_card"),
    (
        "undealt",
        lambda: handicap({1: "Ada", 5: "Bea"}),
        "Ada",
        {"card": "advance_1", "horse": 99},
        "cards_not_dealt",
    ),
    (
        "done before the hand",
        lambda: handicap({1: "Ada", 5: "Bea"}, {"Ada": [], "Bea": []}, handicap_done=["Ada"]),
        "Ada",
        {"card": "advance_1", "horse": 99},
        "already_done",
    ),
    (
        "placement before the turn",
        lambda: race(options={"strict_placement": True}).do("Ada", "roll", value=1),
        "Bea",
        {"card": "advance_1", "horse": 5},
        "placement_pending",
    ),
    ("turn before the hand", race, "Bea", {"card": "advance_1", "horse": 5}, "not_your_turn"),
    ("hand before the horse", race, "Ada", {"card": "advance_1", "horse": 99}, "card_not_in_hand"),
    (
        "impossible before the cash",
        lambda: race(None, bea=("pay_2000", "pay_2000"), cash=0),
        "Ada",
        {"card": "pay_2000"},
        "card_not_possible",
    ),
    (
        "impossible before the horse",
        lambda: race(None, bea=("sprint",)),
        "Ada",
        {"card": "sprint", "horse": 99},
        "card_not_possible",
    ),
    ("cash", lambda: race("pay_500", cash=499), "Ada", {"card": "pay_500"}, "not_enough_cash"),
    ("no horse", lambda: race("advance_1"), "Ada", {"card": "advance_1"}, "unknown_horse"),
    ("horse 17", lambda: race("advance_1"), "Ada", {"card": "advance_1", "horse": 17}, "unknown_horse"),
    ("horse true", lambda: race("advance_1"), "Ada", {"card": "advance_1", "horse": True}, "unknown_horse"),
    ("horse as text", lambda: race("joker"), "Ada", {"card": "joker", "horse": "1"}, "unknown_horse"),
    ("unowned", lambda: race("back_own_2"), "Ada", {"card": "back_own_2", "horse": 9}, "horse_not_in_race"),
    ("unowned sprint", lambda: race("sprint"), "Ada", {"card": "sprint", "horse": 9}, "horse_not_in_race"),
    (
        "finished before whose",
        lambda: racing({1: ("Ada", 3), 5: ("Bea", 0)}, {"Ada": ["back_own_2"]}, arrivals=[5]),
        "Ada",
        {"card": "back_own_2", "horse": 5},
        "horse_finished",
    ),
    (
        "a rival's horse",
        lambda: race("back_own_2"),
        "Ada",
        {"card": "back_own_2", "horse": 5},
        "not_your_horse",
    ),
    (
        "whose before the handicap",
        lambda: handicap({1: "Ada", 5: "Bea"}, {"Ada": ["sprint"], "Bea": []}),
        "Ada",
        {"card": "sprint", "horse": 5},
        "not_your_horse",
    ),
    (
        "joker in the handicap",
        lambda: handicap({1: "Ada", 5: "Bea"}, {"Ada": ["joker"], "Bea": []}),
        "Ada",
        {"card": "joker", "horse": 1},
        "not_in_handicap",
    ),
    (
        "on the start line",
        lambda: handicap({1: "Ada", 5: "Bea"}, {"Ada": ["advance_1"], "Bea": []}),
        "Ada",
        {"card": "advance_1", "horse": 5},
        "no_handicap",
    ),
    (
        "free after its roll",
        lambda: race("joker").do("Ada", "roll", value=1),
        "Ada",
        {"card": "joker", "horse": 1},
        "horse_not_trapped",
    ),
    (
        "rolled already",
        lambda: racing({1: ("Ada", 19), 2: ("Ada", 3), 5: ("Bea", 2)}, {"Ada": ["joker"]}).do(
            "Ada", "roll", value=2
        ),
        "Ada",
        {"card": "joker", "horse": 1},
        "joker_before_roll",
    ),
    (
        "trapped",
        lambda: racing({1: ("Ada", 3), 5: ("Bea", 33)}, {"Ada": ["advance_1"]}),
        "Ada",
        {"card": "advance_1", "horse": 5},
        "horse_trapped",
    ),
]


@pytest.mark.parametrize("case", PLAY_CARD, ids=lambda case: case[0])
def test_play_card_in_order(case: tuple[str, Callable[[], Play], str, dict[str, Any], str]) -> None:
    _, position, by, arguments, code = case
    assert position().refused(by, "play_card", **arguments) == code


def test_handicap_done_in_order() -> None:
    assert handicap({1: "Ada", 5: "Bea"}).refused("Ada", "handicap_done") == "cards_not_dealt"
    hands = {"Ada": ["back_own_2"], "Bea": ["back_own_2"]}
    play = handicap({1: "Ada", 5: "Bea"}, hands, handicap_done=["Ada"])
    assert play.refused("Ada", "handicap_done") == "already_done"
    assert play.refused("Bea", "handicap_done") == "blue_cards_to_play"


def test_start_roll_in_order() -> None:
    play = laid("start_roll", {1: "Ada", 5: "Bea"}, players=THREE).do("Ada", "start_roll", value=3)
    assert play.refused("Cyd", "start_roll", value=9) == "not_in_roll"
    assert play.refused("Ada", "start_roll", value=9) == "already_rolled"
    assert play.refused("Bea", "start_roll", value=9) == "bad_die"


def test_roll_in_order() -> None:
    strict = race(options={"strict_placement": True}).do("Ada", "roll", value=1)
    assert strict.refused("Bea", "roll", value=9, horse=99) == "placement_pending"
    assert race().refused("Bea", "roll", value=9, horse=99) == "not_your_turn"
    done = race().do("Ada", "roll", value=1).do("Ada", "roll", value=2)
    assert done.refused("Ada", "roll", value=9, horse=99) == "nothing_to_roll"
    assert race().refused("Ada", "roll", value=9, horse=5) == "not_your_horse"
    assert race().refused("Ada", "roll", value=9, horse=2) == "wrong_horse_order"
    assert race().refused("Ada", "roll", value=9, horse=1) == "bad_die"
    horses = {1: ("Ada", 19), 5: ("Bea", 2)}
    compulsory = racing(horses, {"Ada": ["joker"]}, options={"joker_compulsory": True})
    assert compulsory.refused("Ada", "roll", value=9) == "bad_die"
    assert compulsory.refused("Ada", "roll", value=1, horse=1) == "joker_must_be_played"
    for nonsense in (99, "1", True, [1], 1.0):
        assert race().refused("Ada", "roll", value=3, horse=nonsense) in {
            "not_your_horse",
            "wrong_horse_order",
        }


def test_draw_card_in_order() -> None:
    assert race().refused("Zoe", "draw_card", card="whip") == "unknown_player"
    assert race().refused("Bea", "draw_card", card="whip") == "no_draw_due"
    assert drawing().refused("Bea", "draw_card", card="whip") == "not_your_draw"
    for nonsense in ("whip", 3, True, ["joker"], {"card": "joker"}, ""):
        assert drawing().refused("Ada", "draw_card", card=nonsense) == "unknown_card"
    played = racing({1: ("Ada", 4), 5: ("Bea", 2)}, {"Ada": [], "Bea": ["sprint"]}).do("Ada", "roll", value=1)
    assert played.refused("Ada", "draw_card", card="sprint") == "card_not_possible"
    drawing().do("Ada", "draw_card").shows(hand_counts={"Ada": 1})


def test_deck_empty_is_told_instead_of_refused() -> None:
    play = racing({1: ("Ada", 4), 5: ("Bea", 2)}, {"Ada": ["joker"]}, deck={"joker": 1}).do(
        "Ada", "roll", value=1
    )
    play.happened("deck_empty")
    assert play.refused("Ada", "draw_card", card=None) in {"no_draw_due", "deck_empty"}


def test_end_turn_in_order() -> None:
    assert race().refused("Bea", "end_turn") == "not_your_turn"
    assert race().refused("Ada", "end_turn") == "horses_to_roll"


def test_confirm_position_in_order() -> None:
    play = race()
    for nonsense in (0, 17, "1", True, None, [1]):
        assert play.refused("table", "confirm_position", horse=nonsense, square=3) == "unknown_horse"
    assert play.refused("table", "confirm_position", horse=9, square=3) == "horse_not_in_race"
    for elsewhere in (4, -3, 99, "3", True, None, [3]):
        assert play.refused("table", "confirm_position", horse=1, square=elsewhere) == "wrong_square"
    play.do("bank", "confirm_position", horse=1, square=3)
    assert play.refused("Ada", "confirm_position", horse=1, square=3) == "table_only"


def test_wrong_square_says_what_was_expected_and_seen() -> None:
    play = race().do("Ada", "roll", value=4)
    with pytest.raises(Rejected) as refusal:
        play.game.apply(play.state, {"by": "table", "do": "confirm_position", "horse": 1, "square": 8})
    assert (refusal.value.details["expected"], refusal.value.details["seen"]) == (7, 8)


def test_the_price_is_told_with_the_refusal() -> None:
    play = market({1: "Ada"}, cash={"Ada": 3000, "Bea": 0})
    with pytest.raises(Rejected) as refusal:
        play.game.apply(play.state, {"by": "Ada", "do": "buy_horse", "number": 2})
    assert refusal.value.code == "not_enough_cash" and refusal.value.details["price"] == 4000


def test_identify_cards_in_order() -> None:
    play = race(None, "joker", bea=("sprint",))
    assert play.refused("Ada", "identify_cards", cards=["whip", "whip"]) == "card_not_in_hand"
    assert play.refused("Ada", "identify_cards", cards=["whip"]) == "unknown_card"
    assert play.refused("Ada", "identify_cards", cards=["sprint"]) == "card_not_possible"
    for nonsense in (None, "joker", 3, {"joker": 1}, [None], [["joker"]], [True]):
        assert play.refused("Ada", "identify_cards", cards=nonsense) in {"unknown_card", "card_not_in_hand"}


@pytest.mark.parametrize("phase", [phase for phase in POSITIONS if phase != "opening"])
def test_cards_are_named_in_any_phase(phase: str) -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Bea", 0)}
    given: dict[str, Any] = {"turn": "Ada"} if phase == "racing" else {}
    given |= {"arrivals": [1, 5, 9]} if phase == "settling" else {}
    stables = {number: owner for number, (owner, _) in horses.items()} if phase == "market" else horses
    play = laid(phase, stables, hands={"Ada": [None]}, **given)  # type: ignore[arg-type]
    play.do("Ada", "identify_cards", cards=["joker"]).shows(private={"Ada": {"hand": ["joker"]}})


def test_both_players_of_two_may_be_named_table_like() -> None:
    """bank and table are interchangeable."""
    for by in ("bank", "table"):
        opening().do(by, "deal_money").shows(players=list(TWO))
        market({1: "Ada", 2: "Ada", 5: "Bea"}, cash=0).do(by, "close_market")
        market({1: "Ada"}).do(by, "shuffle_deck").do(by, "end_game")
        race().do(by, "abandon_race").do(by, "settle")
