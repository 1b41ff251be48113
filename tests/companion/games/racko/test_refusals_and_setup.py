"""Sections 3 and 4: the order of the general checks, the setups, the fields of the view."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_game

from .round import ASCENDING, FOUR, THREE, TWO, UNKNOWN, opened, playing, rack


def test_the_general_checks_come_in_this_order() -> None:
    over = playing(TWO, options={"target": 5}).do("Ada", "racko", rack=[1, 2, 3, 5, 7, 9, 11, 13, 15, 17])
    over.do("Bea", "count_rack", count=1).shows(phase="game_over")
    assert over.refused("Nobody", "no_such_action") == "game_over"
    play = playing()
    assert play.refused("Nobody", "no_such_action") == "unknown_player"
    assert play.refused("Ada", "no_such_action") == "unknown_action"
    assert play.refused("table", "take_discard") == "unknown_player"
    assert play.refused("bank", "no_such_action") == "unknown_player"
    out = playing(
        THREE,
        options={"settlement": "chips"},
        dealer="Bea",
        out=["Cyd"],
        chips={"Ada": 9, "Bea": 9, "Cyd": 0},
    )
    assert out.refused("Cyd", "no_such_action") == "player_out"
    assert out.refused("Cyd", "note_slot", slot=1) == "player_out"


@pytest.mark.parametrize(
    ("by", "do", "told"),
    [
        ("Ada", "draw_for_deal", {"card": 4}),
        ("table", "deal", {}),
        ("Ada", "place_dealt", {"slot": 50}),
        ("table", "turn_up", {"card": 4}),
        ("Ada", "show_rack", {"rack": ASCENDING}),
        ("Ada", "count_rack", {"count": 4}),
    ],
)
def test_an_action_of_another_phase_is_wrong_phase(by: str, do: str, told: dict[str, Any]) -> None:
    assert playing().refused(by, do, **told) == "wrong_phase"


def test_any_seat_may_send_what_the_table_does() -> None:
    play = opened(TWO).do("Bea", "set_dealer", player="Ada").do("Ada", "deal").do("Bea", "turn_up", card=3)
    play.shows(phase="draw", turn="Bea")


def test_five_codes_replace_wrong_phase() -> None:
    play = playing()
    assert play.refused("Ada", "exchange", discarded=1) == "draw_first"
    assert play.refused("Bea", "exchange", discarded=1) == "wrong_phase"
    play.do("Ada", "draw_stock")
    assert play.refused("Ada", "take_discard") == "already_drawn"
    assert play.refused("Cyd", "take_discard") == "wrong_phase"
    assert play.refused("Cyd", "racko") == "card_in_hand"
    assert play.refused("Cyd", "racko_eclair") == "eclair_not_played"


@pytest.mark.parametrize(
    ("setup", "shown"),
    [
        ({}, {"phase": "draw_for_deal", "round": 0, "dealer": None, "turn": None, "stock": 60}),
        ({"dealer": "Bea"}, {"phase": "ready_to_deal", "round": 0, "dealer": "Bea"}),
        ({"dealer": "Dan", "turn": "Ada", "discard": [3]}, {"phase": "draw", "round": 1, "stock": 19}),
        (
            {"dealer": "Dan", "turn": "Ada", "discard": [3, 4], "round": 3},
            {"round": 3, "stock": 18, "discard_top": 4},
        ),
        ({"dealer": "Dan", "turn": "Ada", "discard": [3], "stock": 7}, {"stock": 7}),
        ({"dealer": "Dan", "turn": "Ada", "discard": [3], "stock_order": [9, 8]}, {"stock": 2}),
        (
            {"dealer": "Dan", "discard": [3], "held": {"player": "Bea", "source": "stock", "card": 8}},
            {"phase": "place", "turn": "Bea", "stock": 18, "private": {"Bea": {"held": 8}}},
        ),
        (
            {"dealer": "Dan", "turn": "Ada", "discard": [3], "scores": {"Ada": 40}},
            {"scores": {"Ada": 40, "Bea": 0}},
        ),
        (
            {
                "dealer": "Dan",
                "turn": "Ada",
                "discard": [3],
                "out_of_round": ["Bea"],
                "floating": {"Ada": [9]},
            },
            {"out_of_round": ["Bea"], "private": {"Ada": {"floating": [9], "rack": UNKNOWN}}},
        ),
    ],
)
def test_a_position_may_be_set_up(setup: dict[str, Any], shown: dict[str, Any]) -> None:
    opened(FOUR, **setup).shows(**shown)


@pytest.mark.parametrize(
    "setup",
    [
        {"no_such_field": 1},
        {"dealer": "Eve"},
        {"turn": "Eve", "dealer": "Dan", "discard": [3]},
        {"turn": "Ada", "discard": [3]},
        {"dealer": "Dan", "turn": "Ada"},
        {"dealer": "Dan", "turn": "Ada", "discard": [61]},
        {"dealer": "Dan", "turn": "Ada", "discard": [3, 3]},
        {"dealer": "Dan", "turn": "Ada", "discard": [3], "racks": {"Ada": rack(s5=3)}},
        {"dealer": "Dan", "turn": "Ada", "discard": [3], "racks": {"Ada": [1, 2]}},
        {"dealer": "Dan", "turn": "Ada", "discard": [3], "stock": -1},
        {"dealer": "Dan", "phase": "no_such_phase"},
        {"dealer": [], "discard": "x"},
        {"scores": {"Ada": "many"}},
    ],
)
def test_an_impossible_position_is_refused(setup: dict[str, Any]) -> None:
    assert refused_game("racko", FOUR, setup=setup) == "bad_setup"


@pytest.mark.parametrize(
    ("setup", "shown"),
    [
        ({"phase": "draw", "discard": [3]}, {"turn": "Ada", "stock": 19}),
        ({"phase": "draw", "discard": [3], "out_of_round": ["Ada"]}, {"turn": "Bea"}),
        ({"phase": "turn_up", "turn": "Ada"}, {"phase": "turn_up", "turn": None}),
        (
            {"turn": "Ada", "discard": [3], "racks": {"Ada": rack(s5=9)}, "floating": {"Ada": [9]}},
            {"private": {"Ada": {"rack": rack(s5=9), "floating": []}}},
        ),
        ({"turn": "Ada", "discard": list(range(1, 31))}, {"stock": 0, "discard_top": 30}),
        (
            {"turn": "Ada", "discard": [3], "held": None, "stock": None, "racks": {"Ada": None}, "out": None},
            {"phase": "draw", "stock": 19, "held": None, "out": []},
        ),
    ],
)
def test_a_position_told_loosely_is_understood(setup: dict[str, Any], shown: dict[str, Any]) -> None:
    """Null counts as not given, what is told twice does no harm, what follows from the rest may be left out."""
    opened(FOUR, **{"dealer": "Dan", **setup}).shows(**shown)


def test_a_player_out_is_shown_everywhere_but_among_the_players() -> None:
    play = playing(
        THREE,
        options={"settlement": "chips"},
        dealer="Bea",
        out=["Cyd"],
        chips={"Ada": 9, "Bea": 9, "Cyd": 0},
    )
    play.shows(players=["Ada", "Bea"], out=["Cyd"], deck_max=40, chips={"Cyd": 0}, scores={"Cyd": 0})
    assert set(play.view["racks_shown"]) == set(THREE)


def test_every_field_of_the_view_is_there_from_the_beginning() -> None:
    view = opened(FOUR).view
    fields = (
        "game phase round players dealer turn deck_max stock discard_top discard_count held announced_by announced"
        " awaiting_racks racks_shown round_points round_bonus scores out_of_round out winners private options"
    )
    assert set(fields.split()) <= set(view)
    assert view["game"] == "racko" and view["winners"] == [] and view["held"] is None
    own = view["private"]["Ada"]
    assert set(own) >= {"rack", "floating", "held", "ascending", "good_cards", "longest_run"}


@pytest.mark.parametrize("name", ["table", "bank", "", 3, None])
def test_a_player_has_a_name_of_their_own(name: object) -> None:
    assert refused_game("racko", ("Ada", name), options={}) == "bad_options"  # type: ignore[arg-type]


def test_RK_59a_with_chips_no_points_are_written() -> None:
    play = playing(TWO, options={"settlement": "chips"}, scores={"Ada": 40}, chips={"Ada": 9})
    play.shows(scores={"Ada": 0, "Bea": 0}, chips={"Ada": 9, "Bea": 20})


@pytest.mark.parametrize("phase", ["draw_for_deal", "ready_to_deal"])
def test_before_the_deal_the_stock_is_the_whole_deck_whatever_order_is_known(phase: str) -> None:
    opened(THREE, dealer="Cyd", phase=phase, stock_order=[9, 8]).shows(stock=50)
