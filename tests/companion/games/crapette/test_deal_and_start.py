"""The deal, who starts, and what may lie on the table in mid-game (CR-1 to CR-7, section 2.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play, refused_game

from .positions import caught, dealt, faultless, laid, legal, moved

TWO = ("Ada", "Bea")


def test_CR_1_the_jack_ranks_between_queen_and_ten() -> None:
    play = laid(cases={"T2": ["QD"], "T7": ["JC"]})
    faultless(moved(play, "Ada", "T7", "T2", card="JC"))
    play = laid(cases={"T2": ["QD"], "T7": ["10C"], "T3": ["JC"]})
    caught(moved(play, "Ada", "T7", "T2", card="10C"), "wrong_series")
    dealt("JC", "QC").shows(turn="Bea")
    dealt("10S", "JC").shows(turn="Bea")


def test_CR_2_the_first_four_cards_are_cases() -> None:
    play = dealt()
    play.shows(cases={"T1": ["QD"], "T2": ["9C"], "T3": ["4H"], "T4": ["2S"]})
    play.shows(cases={"T5": ["KS"], "T6": ["10H"], "T7": ["5C"], "T8": ["3D"]})


@pytest.mark.parametrize("size", [11, 12, 13])
def test_CR_3_the_reserve(size: int) -> None:
    play = dealt(reserve_size=size)
    play.shows(
        reserves={
            "Ada": {"count": size, "top": "JC", "face_up": True},
            "Bea": {"count": size, "top": "JD", "face_up": True},
        }
    )
    assert dealt().view["reserves"]["Ada"]["count"] == 11


@pytest.mark.parametrize("size", [11, 12, 13])
def test_CR_4_the_other_cards_are_the_stock(size: int) -> None:
    play = dealt(reserve_size=size)
    play.shows(stocks={"Ada": {"count": 48 - size}, "Bea": {"count": 48 - size}})
    play.shows(cards_left={"Ada": 48, "Bea": 48}, hands={"Ada": None, "Bea": None})
    play.shows(wastes={"Ada": {"count": 0, "top": None}, "Bea": {"count": 0, "top": None}})
    assert set(play.view["stocks"]["Ada"]) == {"count"}


@pytest.mark.parametrize(
    ("ada", "bea", "first_player", "starter"),
    [
        ("KD", "QS", "highest", "Ada"),
        ("2C", "AC", "highest", "Ada"),
        ("KD", "QS", "lowest", "Bea"),
        ("9S", "9H", "lowest", "Bea"),
        ("9S", "9H", "highest", "Ada"),
    ],
)
def test_CR_5_the_stronger_reserve_top_starts(ada: str, bea: str, first_player: str, starter: str) -> None:
    dealt(ada, bea, first_player=first_player).shows(phase="play", turn=starter, turn_number=1)


def test_CR_5_the_starter_may_be_chosen() -> None:
    play = dealt("KD", "2C", first_player="chosen").shows(phase="choose_first", turn=None)
    assert play.refused("Ada", "choose_first", player="Ada") == "unknown_player"
    assert play.refused("table", "choose_first", player="Cyd") == "unknown_player"
    assert play.refused("Ada", "draw", card="3H") == "wrong_phase"
    play.do("table", "choose_first", player="Bea").happened("first_player", player="Bea")
    play.shows(phase="play", turn="Bea", turn_number=1)
    assert play.refused("table", "choose_first", player="Bea") == "wrong_phase"


@pytest.mark.parametrize(("stronger", "weaker"), [("8S", "8H"), ("8H", "8D"), ("8D", "8C"), ("9C", "8S")])
def test_CR_6_rank_first_then_the_suits(stronger: str, weaker: str) -> None:
    cases = (["QD", "7C", "4H", "2S"], ["KS", "10H", "5C", "3D"])
    for tops, starter in (((stronger, weaker), "Ada"), ((weaker, stronger), "Bea")):
        deal = {
            player: {"cases": dealt_cases, "reserve_top": top}
            for player, dealt_cases, top in zip(TWO, cases, tops, strict=True)
        }
        Play("crapette", setup={"deal": deal}).shows(turn=starter)


def test_CR_6_under_ignores_the_suit() -> None:
    play = dealt("JC", "JD", first_player_tie="under").shows(phase="tie_break", turn=None)
    play.do("Ada", "show_under", card="8C").do("Bea", "show_under", card="8S").happened("tie")
    play.shows(phase="choose_first", turn=None)
    dealt("JC", "QD", first_player_tie="under").shows(phase="play", turn="Bea")


def test_CR_7_identical_tops_show_the_bottom_cards() -> None:
    play = dealt("JC", "JC").shows(phase="tie_break", turn=None, obligations=[], legal_moves=[])
    assert play.refused("Ada", "draw", card="5S") == "wrong_phase"
    play.do("Bea", "show_under", card="7S")
    assert play.refused("Bea", "show_under", card="9S") == "already_shown"
    play.do("Ada", "show_under", card="7H").happened("first_player", player="Bea").shows(turn="Bea")
    assert play.refused("Ada", "show_under", card="9H") == "wrong_phase"


def test_CR_7_the_lowest_starts_by_the_bottom_cards_too() -> None:
    play = dealt("JC", "JC", first_player="lowest").do("Bea", "show_under", card="7S")
    play.do("Ada", "show_under", card="7H").happened("first_player", player="Ada")


def test_CR_7_identical_bottoms_too() -> None:
    play = dealt("JC", "JC").do("Ada", "show_under", card="8S").do("Bea", "show_under", card="8S")
    play.happened("tie").shows(phase="choose_first", turn=None, reserves={"Ada": {"count": 11, "top": "JC"}})
    play.do("table", "choose_first", player="Ada").shows(phase="play", turn="Ada")


def test_CR_7_a_bottom_card_is_read_like_any_other() -> None:
    play = dealt("JC", "JC")
    assert play.refused("Ada", "show_under") == "missing_argument"
    assert play.refused("Ada", "show_under", card="1S") == "unknown_card"
    assert play.refused("Ada", "show_under", card="QD") == "impossible_card"
    assert play.refused("Ada", "show_under", card="JC") == "impossible_card"
    play.do("Ada", "show_under", card="KS").do("Bea", "show_under", card="QD").shows(turn="Ada")


def test_CR_7_the_bottom_card_shown_is_remembered() -> None:
    """The pack of this player has shown the card, so it is not drawn from the stock."""
    play = dealt("JC", "JC").do("Ada", "show_under", card="8S").do("Bea", "show_under", card="6H")
    play = moved(play, "Ada", "T6", "reserve:Bea", card="10H")
    play.shows(turn="Bea")
    assert play.refused("Ada", "draw", card="8S") == "impossible_card"


# ------------------------------------------------------------------------------- a position in mid-game


def test_only_turn_is_required_and_what_is_not_named_is_empty() -> None:
    play = Play("crapette", setup={"turn": "Bea", "stocks": {"Ada": 1, "Bea": 2}})
    play.shows(phase="play", turn="Bea", turn_number=1, stocks={"Ada": {"count": 1}, "Bea": {"count": 2}})
    play.shows(cases={f"T{n}": [] for n in range(1, 9)}, hands={"Ada": None, "Bea": None})
    play.shows(reserves={"Ada": {"count": 0, "top": None, "face_up": False}})
    play.shows(foundations={f"F{n}": {"top": None, "count": 0, "complete": False} for n in range(1, 9)})


def test_a_foundation_or_hand_told_as_null_is_empty() -> None:
    setup = {
        "turn": "Ada",
        "stocks": {"Ada": 1, "Bea": 1},
        "foundations": {"F1": None},
        "hands": {"Ada": None},
    }
    play = Play("crapette", setup=setup).shows(hands={"Ada": None}, foundations={"F1": {"count": 0}})
    play.do("Ada", "draw", card="AS").do("Ada", "move", from_="hand:Ada", to="F1")


def test_piles_may_be_lists_numbers_or_a_count_with_a_top() -> None:
    play = Play(
        "crapette",
        setup={
            "turn": "Ada",
            "foundations": {"F3": "4S", "F4": "KH"},
            "cases": {"T1": ["QD", "JS"]},
            "reserves": {"Ada": [None, "2C", "9D"], "Bea": 3},
            "stocks": {"Ada": 4, "Bea": ["5C", None]},
            "wastes": {"Ada": {"count": 3, "top": "3H"}, "Bea": [None, "7D"]},
            "hands": {"Ada": "9H"},
        },
    )
    play.shows(
        foundations={
            "F3": {"top": "4S", "count": 4, "complete": False},
            "F4": {"top": "KH", "count": 13, "complete": True},
        },
        cases={"T1": ["QD", "JS"], "T2": []},
        reserves={
            "Ada": {"count": 3, "top": "9D", "face_up": True},
            "Bea": {"count": 3, "top": None, "face_up": False},
        },
        stocks={"Ada": {"count": 4}, "Bea": {"count": 2}},
        wastes={"Ada": {"count": 3, "top": "3H"}, "Bea": {"count": 2, "top": "7D"}},
        hands={"Ada": "9H", "Bea": None},
        cards_left={"Ada": 3 + 4 + 3 + 1, "Bea": 3 + 2 + 2},
    )


def test_a_known_reserve_top_may_lie_face_down() -> None:
    play = laid(reserves={"Ada": ["3H", "9D"]}, face_down=["Ada"])
    play.shows(reserves={"Ada": {"count": 2, "top": None, "face_up": False}})
    assert legal(play)[-1] == ("turn_reserve",)
    assert play.refused("Ada", "turn_reserve", card="3H") == "card_contradicts"
    play.do("Ada", "turn_reserve").happened("reserve_turned", player="Ada", card="9D")
    play.shows(reserves={"Ada": {"count": 2, "top": "9D", "face_up": True}})


def test_a_mid_game_setup_counts_for_no_pack() -> None:
    """Whose copy lies there is not known: the other one may come from either stock."""
    play = laid(cases={"T8": ["JC"]})
    play.do("Ada", "draw", card="JC").do("Ada", "discard").shows(turn="Bea")
    assert play.refused("Bea", "draw", card="JC") == "impossible_card"


GOOD: dict[str, Any] = {"turn": "Ada", "stocks": {"Ada": 1, "Bea": 1}}
DEAL: dict[str, Any] = {
    "Ada": {"cases": ["QD", "9C", "4H", "2S"], "reserve_top": "JC"},
    "Bea": {"cases": ["KS", "10H", "5C", "3D"], "reserve_top": "JD"},
}


def mid_game(**changed: Any) -> dict[str, Any]:
    return {**GOOD, **changed}


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param({"stocks": {"Ada": 1, "Bea": 1}}, id="no turn"),
        pytest.param({}, id="nothing"),
        pytest.param([], id="a list"),
        pytest.param(mid_game(turn="Cyd"), id="turn of a stranger"),
        pytest.param(mid_game(turn=None), id="turn null"),
        pytest.param(mid_game(turn=["Ada"]), id="turn a list"),
        pytest.param({"turn": "Ada", "stocks": {"Ada": 1}}, id="Bea has no card at all"),
        pytest.param({"turn": "Ada"}, id="nobody has a card"),
        pytest.param(mid_game(cases={"T1": ["2S", "2S"], "T2": ["2S"]}), id="a card three times"),
        pytest.param(mid_game(foundations={"F1": "4S", "F2": "4S"}, cases={"T1": ["2S"]}), id="under a top"),
        pytest.param(mid_game(cases={"T1": ["2S", "2S"]}, hands={"Ada": "2S"}), id="third copy in a hand"),
        pytest.param(mid_game(cases={"T9": ["2S"]}), id="a ninth case"),
        pytest.param(mid_game(cases={"T1": [None]}), id="an unknown card in a case"),
        pytest.param(mid_game(cases={"T1": "2S"}), id="a case that is no list"),
        pytest.param(mid_game(cases={"T1": 2}), id="a case that is a number"),
        pytest.param(mid_game(cases={"T1": ["11S"]}), id="no such card"),
        pytest.param(mid_game(cases={"T1": [["2S"]]}), id="a card that is a list"),
        pytest.param(mid_game(cases=[["2S"]]), id="cases that are a list"),
        pytest.param(mid_game(foundations={"F9": "2S"}), id="a ninth foundation"),
        pytest.param(mid_game(foundations={"F1": "S2"}), id="no such foundation card"),
        pytest.param(mid_game(foundations={"F1": ["AS"]}), id="a foundation that is a list"),
        pytest.param(mid_game(stocks={"Ada": -1, "Bea": 1}), id="fewer than no cards"),
        pytest.param(mid_game(stocks={"Ada": 1.5, "Bea": 1}), id="half a card"),
        pytest.param(mid_game(stocks={"Ada": True, "Bea": 1}), id="true is no number"),
        pytest.param(mid_game(stocks={"Ada": "1", "Bea": 1}), id="a number as text"),
        pytest.param(mid_game(stocks={"Ada": 1, "Bea": 1, "Cyd": 1}), id="a stranger's stock"),
        pytest.param(mid_game(reserves={"Ada": {"count": 0, "top": "2S"}}), id="a top of no cards"),
        pytest.param(mid_game(reserves={"Ada": {"count": 2}}), id="a count without a top"),
        pytest.param(mid_game(reserves={"Ada": {"top": "2S"}}), id="a top without a count"),
        pytest.param(mid_game(reserves={"Ada": {"count": True, "top": "2S"}}), id="count true"),
        pytest.param(mid_game(wastes={"Ada": ["2X"]}), id="no such waste card"),
        pytest.param(mid_game(hands={"Ada": ["2S"]}), id="a hand that is a list"),
        pytest.param(mid_game(hands={"Cyd": "2S"}), id="a stranger's hand"),
        pytest.param(mid_game(reserves_face_down=["Cyd"]), id="a stranger's reserve face down"),
        pytest.param(mid_game(reserves_face_down="Ada"), id="face down that is no list"),
        pytest.param(mid_game(colour="blue"), id="an unknown field"),
        pytest.param({"deal": {"Ada": DEAL["Ada"]}}, id="a deal for one"),
        pytest.param({"deal": {**DEAL, "Cyd": DEAL["Ada"]}}, id="a deal for three"),
        pytest.param({"deal": []}, id="a deal that is a list"),
        pytest.param(
            {"deal": {**DEAL, "Ada": {"cases": ["QD", "9C", "4H"], "reserve_top": "JC"}}}, id="three cases"
        ),
        pytest.param({"deal": {**DEAL, "Ada": {"cases": ["QD", "9C", "4H", "2S"]}}}, id="no reserve top"),
        pytest.param(
            {"deal": {**DEAL, "Ada": {"cases": ["QD", "9C", "4H", "JC"], "reserve_top": "JC"}}},
            id="twice from one player",
        ),
        pytest.param(
            {"deal": {**DEAL, "Ada": {"cases": ["QD", "9C", "4H", None], "reserve_top": "JC"}}},
            id="an unknown case",
        ),
    ],
)
def test_bad_setups(setup: Any) -> None:
    assert refused_game("crapette", TWO, setup=setup) == "bad_setup"


def test_the_same_card_may_be_dealt_by_both() -> None:
    deal = {**DEAL, "Bea": {"cases": ["QD", "9C", "4H", "2S"], "reserve_top": "AC"}}
    Play("crapette", setup={"deal": deal}).shows(turn="Ada")


@pytest.mark.parametrize(
    "players",
    [("Ada",), ("Ada", "Bea", "Cyd"), ("Ada", "Ada"), (), ("Ada", "table"), ("bank", "Ada")],
)
def test_bad_players(players: tuple[str, ...]) -> None:
    assert refused_game("crapette", players, setup={"deal": DEAL}) == "bad_players"


def test_the_first_turn_of_a_deal() -> None:
    """Turn 1, also after a tie; one card of each reserve lies open, the next one is turned when it was used."""
    play = dealt("JC", "JC").shows(turn_number=1).do("Ada", "show_under", card="8S")
    play.do("Bea", "show_under", card="6H").shows(turn="Ada", turn_number=1)
    for first, player, target in (("lowest", "Ada", "T6"), ("highest", "Bea", "T1")):
        play = dealt("9S", "JC", first_player=first, case_freeing="off").shows(turn=player, turn_number=1)
        faultless(moved(play, player, f"reserve:{player}", target))
        play.shows(reserves={player: {"count": 10, "top": None, "face_up": False}})
