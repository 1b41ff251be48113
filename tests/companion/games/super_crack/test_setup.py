"""Sections 1.3 and 3.3: profiles and what lay on the table; what cannot be."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from companion.games import load
from tests.playing import Play, refused_game

from .tables import COLOURS, DECK, DOTS, GAME_ID, THREE, TWO, hand, laid, racing, square, trapped

SHARED_PROFILE = Path(__file__).parents[5] / "shared" / "profiles" / "super_crack_default.json"
BOARD = {"finish": 50, "red_zone": 12, "rivers": [[19]], "hedges": [[33]], "dots": list(DOTS)}


def profile(**changed: Any) -> dict[str, Any]:
    """The provisional profile with something changed."""
    return {**copy.deepcopy(dict(load(GAME_ID).default_profile())), **changed}


def test_the_default_profile_is_the_one_of_the_rules() -> None:
    default = load(GAME_ID).default_profile()
    assert default["board"] == BOARD and default["deck"] == DECK and default["provisional"] is True
    owner_cards = {str(number): COLOURS[(number - 1) // 4] for number in range(1, 17)}
    assert default["owner_cards"] == owner_cards
    assert Play(GAME_ID, profile=default).state == Play(GAME_ID).state


def test_the_default_profile_is_the_published_one() -> None:
    if not SHARED_PROFILE.exists():
        pytest.skip(f"no published profile at {SHARED_PROFILE}")
    assert load(GAME_ID).default_profile() == json.loads(SHARED_PROFILE.read_text(encoding="utf-8"))


def test_a_family_profile_and_a_setup_over_it() -> None:
    """board is merged key by key, deck and owner cards replace."""
    family = profile(
        board={"finish": 30, "red_zone": 4, "rivers": [[10, 11]], "hedges": [], "dots": [3]},
        deck={"joker": 2, "advance_1": 3},
    )
    play = laid("racing", {1: ("Ada", 10), 5: ("Bea", 29)}, turn="Ada", profile=family)
    play.shows(deck={"count": 5}, horses={"1": {"trapped": "river"}})
    play.do("Ada", "roll", value=1)
    assert square(play, 1) == 12
    play.do("Bea", "roll", value=1).shows(arrivals=[5], horses={"5": {"square": 30}})
    setup = {"board": {"rivers": [[10]]}, "deck": {"sprint": 1}}
    merged = laid("racing", {1: ("Ada", 10), 5: ("Bea", 2)}, turn="Ada", profile=family, **setup)
    merged.shows(deck={"count": 1}).do("Ada", "roll", value=1)
    assert square(merged, 1) == 11
    merged.do("Bea", "roll", value=1).shows(draw_pending="Bea")


BAD_BOARDS: list[dict[str, Any]] = [
    {"rivers": [[0]]},
    {"rivers": [[49]]},
    {"hedges": [[-1]]},
    {"hedges": [[50]]},
    {"dots": [0]},
    {"dots": [50]},
    {"dots": [5, 5]},
    {"dots": [19]},
    {"rivers": [[33]]},
    {"rivers": [[19], [19]]},
    {"rivers": [[19, 21]]},
    {"rivers": [19]},
    {"rivers": [[]]},
    {"rivers": "19"},
    {"dots": ["5"]},
    {"dots": [True]},
    {"dots": 5},
    {"finish": "50"},
    {"finish": True},
    {"finish": 20},
    {"red_zone": -1},
    {"red_zone": "12"},
    {"swamps": [[3]]},
]


@pytest.mark.parametrize("board", BAD_BOARDS, ids=str)
def test_bad_boards(board: dict[str, Any]) -> None:
    if "swamps" not in board:
        assert refused_game(GAME_ID, TWO, profile=profile(board={**BOARD, **board})) == "bad_profile"
    assert refused_game(GAME_ID, TWO, setup={"board": board}) in {"bad_profile", "bad_setup"}


def test_zones_and_dots_at_the_ends_of_the_track_are_good() -> None:
    board = {"finish": 12, "red_zone": 0, "rivers": [[1, 2]], "hedges": [[9, 10]], "dots": [3, 11]}
    Play(GAME_ID, profile=profile(board=board))
    Play(GAME_ID, setup={"board": board})


ALTERNATE = {str(number): COLOURS[(number - 1) % 4] for number in range(1, 17)}


@pytest.mark.parametrize(
    "owner_cards",
    [
        {**ALTERNATE, "1": "blue"},
        {**ALTERNATE, "1": "black"},
        {key: value for key, value in ALTERNATE.items() if key != "16"},
        {**ALTERNATE, "17": "red"},
        {"one": "red"},
        [],
        None,
        {**ALTERNATE, "1": None},
    ],
    ids=lambda cards: str(cards)[:30],
)
def test_bad_owner_cards(owner_cards: Any) -> None:
    assert refused_game(GAME_ID, TWO, profile=profile(owner_cards=owner_cards)) == "bad_profile"
    assert refused_game(GAME_ID, TWO, setup={"owner_cards": owner_cards}) in {"bad_profile", "bad_setup"}


@pytest.mark.parametrize(
    "deck",
    [
        {"black_pawn": 2},
        {"whip": 1},
        {"joker": -1},
        {"joker": True},
        {"joker": "4"},
        {"joker": 1.5},
        {"advance_0": 1},
        {"advance_x": 1},
        {"pay_": 1},
        [],
        None,
        "joker",
    ],
    ids=str,
)
def test_bad_decks(deck: Any) -> None:
    assert refused_game(GAME_ID, TWO, profile=profile(deck=deck)) == "bad_profile"
    assert refused_game(GAME_ID, TWO, setup={"deck": deck}) in {"bad_profile", "bad_setup"}


@pytest.mark.parametrize("nonsense", [3, "profile", [], {"board": 3}, True], ids=str)
def test_bad_profiles(nonsense: Any) -> None:
    assert refused_game(GAME_ID, TWO, profile=nonsense) == "bad_profile"


# ---------------------------------------------------------------- the fields of the setup


def test_the_bank_is_minus_the_players() -> None:
    play = laid(
        "market", {1: "Ada"}, players=THREE, cash={"Ada": -500, "Bea": 2000, "Cyd": 0}, owed={"Bea": 700}
    )
    play.shows(accounts={"bank": -1500, "Ada": -500, "Bea": 2000}, owed={"Ada": 0, "Bea": 700, "Cyd": 0})


def test_owned_horses_without_a_square_stand_at_the_line_in_a_race() -> None:
    for phase in ("handicap", "betting", "start_roll", "racing", "settling"):
        given = {"turn": "Ada"} if phase == "racing" else {}
        given = {"arrivals": [1, 5, 9]} if phase == "settling" else given
        play = laid(phase, {1: "Ada", 5: "Bea", 9: "Bea", 13: "Ada"}, **given)
        assert square(play, 13) == 0 and square(play, 2) is None


def test_a_horse_set_on_river_or_hedge_is_trapped() -> None:
    play = racing({1: ("Ada", 19), 5: ("Bea", 33)})
    assert (trapped(play, 1), trapped(play, 5)) == ("river", "hedge")


def test_arrivals_stand_on_the_finishing_line_with_their_ranks() -> None:
    play = racing({1: ("Ada", 4), 2: "Ada", 5: ("Bea", 0), 6: ("Bea", 9)}, arrivals=[5, 2])
    play.shows(arrivals=[5, 2], to_roll=[1])
    play.shows(horses={"5": {"square": 50, "rank": 1}, "2": {"square": 50, "rank": 2}, "6": {"rank": None}})


def test_turn_and_to_roll() -> None:
    horses = {1: ("Ada", 4), 5: ("Bea", 0), 6: ("Bea", 9), 7: ("Bea", 1)}
    racing(horses, turn="Bea").shows(turn="Bea", to_roll=[5, 6, 7])
    racing(horses, turn="Bea", to_roll=[6, 7]).shows(to_roll=[6, 7]).do("Bea", "roll", value=1, horse=6)
    racing(horses, turn="Bea", to_roll=[]).shows(to_roll=[]).do("Ada", "roll", value=1).shows(turn="Ada")


def test_hands_and_whether_cards_are_dealt() -> None:
    stables = {1: "Ada", 5: "Bea", 9: "Bea"}
    play = laid("handicap", stables, hands={"Ada": ["joker", None]})
    play.shows(hand_counts={"Ada": 2, "Bea": 0}, deck={"count": 46})
    assert hand(play, "Ada") == ["joker", None] and hand(play, "Bea") == []
    hands = {"Ada": [None] * 4, "Bea": [None] * 4}
    assert play.refused("bank", "deal_cards", hands=hands) == "already_dealt"
    undealt = laid("handicap", stables, hands={"Ada": ["joker"]}, cards_dealt=False)
    assert undealt.refused("Ada", "handicap_done") == "cards_not_dealt"
    laid("handicap", stables, cards_dealt=True).do("Ada", "handicap_done")


def test_bets_are_already_paid_and_decided() -> None:
    play = laid("betting", {1: "Ada", 5: "Bea", 9: "Bea"}, bets={"Ada": ["red", "red", "red"]}, cash=300)
    play.shows(cash={"Ada": 300}, bets={"Ada": {"stake": 200}})
    assert play.refused("Ada", "no_bet") == "already_bet"
    play.do("Bea", "no_bet").shows(phase="start_roll")


def test_left_bankrupt_black_pawns_start_rolls_race() -> None:
    play = laid("market", {1: "Bea"}, players=THREE, cash=9000, left=["Bea"], race=4)
    play.shows(race=4, market={"left": ["Bea"], "bidders": ["Ada", "Cyd"]})
    out = laid(
        "market", {1: "Bea"}, players=THREE, cash={"Ada": 0, "Bea": 9000, "Cyd": 9000}, bankrupt=["Ada"]
    )
    out.shows(bankrupt=["Ada"], market={"bidders": ["Bea", "Cyd"]})
    assert out.refused("Ada", "leave_sale") == "player_out"
    rolls = laid("start_roll", {1: "Ada", 5: "Bea"}, start_rolls={"Ada": 3}, black_pawns=["Bea"])
    rolls.shows(start_rolls={"Ada": 3}, black_pawns=["Bea"])
    rolls.do("Bea", "start_roll", value=4).shows(turn="Bea")


def test_returned_cards() -> None:
    racing({1: ("Ada", 4), 5: ("Bea", 1)}, returned=["joker", None]).shows(deck={"count": 48, "returned": 2})


BAD_SETUPS: list[Any] = [
    3,
    [],
    {"no_such_field": 1},
    {"phase": "whip"},
    {"phase": None},
    {"phase": ["market"]},
    {"race": 0},
    {"race": "1"},
    {"race": True},
    {"cash": {"Zoe": 5}},
    {"cash": {"Ada": "5"}},
    {"cash": {"Ada": True}},
    {"cash": 5000},
    {"owed": {"Ada": -5}},
    {"owed": {"Zoe": 5}},
    {"horses": {"17": {"owner": "Ada"}}},
    {"horses": {"1": {"owner": "Zoe"}}},
    {"horses": {"1": "Ada"}},
    {"horses": {"one": {"owner": "Ada"}}},
    {"horses": [1]},
    {"phase": "racing", "turn": "Ada", "horses": {"1": {"owner": "Ada", "square": 51}}},
    {"phase": "racing", "turn": "Ada", "horses": {"1": {"owner": "Ada", "square": -13}}},
    {"phase": "racing", "turn": "Ada", "horses": {"1": {"owner": "Ada", "square": "3"}}},
    {"phase": "racing", "turn": "Zoe", "horses": {"1": {"owner": "Ada", "square": 3}}},
    {"phase": "racing", "turn": "Ada", "to_roll": [5], "horses": {"1": {"owner": "Ada", "square": 3}}},
    {"hands": {"Ada": ["whip"]}},
    {"hands": {"Ada": [None] * 49}},
    {"hands": {"Zoe": []}},
    {"hands": {"Ada": "joker"}},
    {"cards_dealt": 1},
    {"phase": "betting", "bets": {"Ada": ["red"]}},
    {"phase": "betting", "bets": {"Ada": ["black"] * 3}},
    {"phase": "betting", "bets": {"Zoe": ["red"] * 3}},
    {"black_pawns": ["Zoe"]},
    {"black_pawns": "Ada"},
    {"handicap_done": ["Zoe"]},
    {"left": ["Zoe"]},
    {"left": [["Ada"]]},
    {"arrivals": [17]},
    {"phase": "racing", "turn": "Ada", "horses": {"1": {"owner": "Ada"}}, "arrivals": [2]},
    {
        "phase": "racing",
        "turn": "Ada",
        "horses": {"1": {"owner": "Ada"}, "2": {"owner": "Ada"}},
        "arrivals": [2, 2],
    },
    {"start_rolls": {"Ada": 7}},
    {"start_rolls": {"Zoe": 3}},
    {"returned": ["whip"]},
    {"returned": [None] * 49},
    {"bankrupt": ["Zoe"]},
    {"bankrupt": ["Ada", "Ada"]},
]


@pytest.mark.parametrize("setup", BAD_SETUPS, ids=lambda setup: str(setup)[:70])
def test_bad_setups(setup: Any) -> None:
    assert refused_game(GAME_ID, TWO, setup=setup) == "bad_setup"
