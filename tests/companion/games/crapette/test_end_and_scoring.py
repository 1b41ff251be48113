"""The end: winning, drawn games, scoring (CR-70 to CR-72, section 6)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import Play

from .positions import caught, faultless, faults, laid, moved

LAST: dict[str, Any] = {"reserves": {"Ada": ["5D"]}, "stocks": {"Ada": 0}, "cases": {"T8": ["JC"]}}
"""Ada's last card, which fits T7 6S."""


def test_CR_70_the_last_card_wins_in_mid_turn() -> None:
    play = moved(laid(**LAST), "Ada", "reserve:Ada", "T7").happened("reserve_emptied", player="Ada")
    play.happened("game_won", player="Ada", points=None)
    play.shows(phase="over", winner="Ada", result="won", turn=None, obligations=[], legal_moves=[])
    play.shows(cards_left={"Ada": 0, "Bea": 25}, points=None)


@pytest.mark.parametrize("target", ["F1", "reserve:Bea", "T7"])
def test_CR_70_by_whatever_placing(target: str) -> None:
    play = laid(
        **{**LAST, "reserves": {"Ada": [], "Bea": {"count": 2, "top": "4D"}}},
        hands={"Ada": "5D"},
        foundations={"F1": "4D"} if target == "F1" else {},
    )
    moved(play, "Ada", "hand:Ada", target).happened("game_won", player="Ada")


def test_CR_70_the_waste_counts_too() -> None:
    play = moved(laid(**LAST, wastes={"Ada": ["2H"]}), "Ada", "reserve:Ada", "T7")
    play.did_not_happen("game_won").shows(phase="play", turn="Ada", cards_left={"Ada": 1})


def test_CR_70_a_discarded_last_card_wins_nothing() -> None:
    play = laid(reserves={"Ada": []}, stocks={"Ada": 0}, hands={"Ada": "2H"}).do("Ada", "discard")
    faultless(play).shows(phase="play", turn="Bea", cards_left={"Ada": 1})


def test_CR_70_a_faulty_last_card_does_not_win() -> None:
    play = moved(laid(**LAST), "Ada", "reserve:Ada", "T1")
    caught(play, "wrong_series").did_not_happen("game_won").shows(phase="play", turn="Bea")


def test_CR_70_the_opponents_proof_may_take_the_last_card() -> None:
    play = laid(foundations={"F1": "4H"}, reserves={"Ada": []}, stocks={"Ada": 0}, hands={"Ada": "5H"})
    caught(play.do("Ada", "discard"), "missed_foundation_play", "missed_series_play")
    moved(play, "Bea", "waste:Ada", "F1").happened("proof_made", player="Bea")
    play.happened("game_won", player="Ada").shows(phase="over", winner="Ada")


# ------------------------------------------------------------------------------- a win that may be called

CLAIM: dict[str, Any] = {**LAST, "referee": "on_call", "cases": {"T8": ["AS"], "T6": ["JC"]}}


def claimed() -> Play:
    return moved(laid(**CLAIM), "Ada", "reserve:Ada", "T7")


def test_a_winning_move_with_an_open_fault_waits_for_the_opponent() -> None:
    play = claimed().happened("win_claimed", player="Ada").did_not_happen("game_won")
    play.happened("infraction", code="missed_foundation_play", announced=False)
    play.shows(phase="confirm", winner=None, result=None, obligations=[], legal_moves=[])
    for by, do, arguments in (
        ("Bea", "draw", {"card": "2H"}),
        ("Ada", "move", {"from_": "T8", "to": "F1"}),
        ("Bea", "turn_reserve", {"card": "2H"}),
        ("Ada", "agree_draw", {}),
        ("Ada", "take_back", {}),
        ("Ada", "pass", {}),
    ):
        assert play.refused(by, do, **arguments) == "wrong_phase", do
    assert play.refused("Ada", "accept") == "not_your_call"
    play.do("Bea", "accept").happened("game_won", player="Ada").shows(phase="over", winner="Ada")


def test_a_claimed_win_may_be_called() -> None:
    play = claimed().do("Bea", "call").happened("crapette_called", valid=True, undone=True)
    play.shows(phase="play", turn="Bea", winner=None, reserves={"Ada": {"count": 1, "top": "5D"}})
    play.shows(calls={"Bea": {"right": 1}}, proof={"moves": [{"from": "T8", "to": "F1", "card": "AS"}]})


def test_a_claimed_win_may_be_corrected() -> None:
    play = claimed().do("table", "correct", zone="T8", cards=["JS"]).happened("corrected", zone="T8")
    play.shows(cases={"T8": ["JS"]})


def test_an_earlier_open_fault_makes_the_win_wait_too() -> None:
    play = laid(**{**LAST, "cases": {"T8": ["JC"], "T5": ["JS", "8S"]}}, referee="on_call")
    moved(play, "Ada", "T5", "T1")
    moved(play, "Ada", "reserve:Ada", "T7").happened("win_claimed", player="Ada").shows(phase="confirm")


def test_a_faultless_win_needs_no_confirmation() -> None:
    moved(laid(**LAST, referee="on_call"), "Ada", "reserve:Ada", "T7").happened("game_won", player="Ada")
    moved(laid(**LAST, referee="coach"), "Ada", "reserve:Ada", "T7").happened("game_won", player="Ada")


@pytest.mark.parametrize("stocks", [0, 5])
def test_CR_70_the_opponents_own_open_fault_holds_up_no_win(stocks: int) -> None:
    """Bea lays Ada's last card where it fits: a fault of Bea's, and Ada has no card left."""
    hands = {"Bea": "2H"} if not stocks else {}
    play = laid(
        turn="Bea",
        reserves={"Ada": []},
        stocks={"Ada": 0, "Bea": stocks},
        wastes={"Ada": ["5D"]},
        hands=hands,
        referee="on_call",
    )
    moved(play, "Bea", "waste:Ada", "T7").happened("infraction", code="opponent_pile_played")
    play.happened("game_won", player="Ada").did_not_happen("win_claimed")
    play.shows(phase="over", winner="Ada", result="won", turn=None)


def test_CR_70_nor_does_a_wrong_call_that_takes_the_opponents_last_card() -> None:
    """Ada's fault is open when Bea's wrong call empties Ada's waste: that win waits; Bea's own would not."""
    position = {"wastes": {"Ada": ["2C"]}, "reserves": {"Ada": []}, "stocks": {"Ada": 0}}
    play = laid(**position, referee="on_call", wrong_call="card")
    moved(play, "Ada", "T7", "T1").do("Bea", "call", code="wrong_load").happened("win_claimed", player="Ada")
    play.shows(phase="confirm").do("Bea", "call").happened("crapette_called", valid=True, undone=True)
    play.happened("game_won", player="Ada")
    play = laid(**position, turn="Bea", referee="on_call", wrong_call="card")
    moved(play, "Bea", "T7", "T1").do("Bea", "call").happened("crapette_called", valid=False)
    play.happened("game_won", player="Ada").did_not_happen("win_claimed")


# ------------------------------------------------------------------------------- points


def test_CR_71_no_points_by_default() -> None:
    moved(laid(**LAST), "Ada", "reserve:Ada", "T7").happened("game_won", points=None).shows(points=None)


def test_CR_71_bank_scoring() -> None:
    play = laid(
        **{**LAST, "stocks": {"Ada": 0, "Bea": 7}},
        wastes={"Bea": ["3H", "4C"]},
        hands={"Bea": "9H"},
        scoring="bank",
    )
    moved(play, "Ada", "reserve:Ada", "T7")
    points = 30 + 7 + 2 + 1 + 2 * 5
    play.happened("game_won", player="Ada", points={"Ada": points, "Bea": 0})
    play.shows(points={"Ada": points, "Bea": 0})
    assert laid(scoring="bank").view["points"] is None


def test_CR_71_a_drawn_game_is_scored_by_the_difference() -> None:
    play = laid(stocks={"Ada": 3, "Bea": 9}, reserves={"Bea": {"count": 2, "top": "KD"}}, scoring="bank")
    play.do("Ada", "agree_draw").do("Bea", "agree_draw")
    ada, bea = 3 + 2 * 5, 9 + 2 * 2
    assert ada == bea
    play.shows(points={"Ada": 0, "Bea": 0})
    play = laid(stocks={"Ada": 3, "Bea": 9}, scoring="bank")
    play.do("Bea", "agree_draw").do("Ada", "agree_draw")
    play.happened("game_drawn", reason="agreed", winner=None, points={"Ada": 6, "Bea": 0})
    play.shows(points={"Ada": 6, "Bea": 0}, winner=None, result="agreed", phase="over")


# ------------------------------------------------------------------------------- drawn games


def stuck(**options: Any) -> Play:
    """Kings on the reserves, nothing in the stocks."""
    return laid(reserves={"Ada": ["KC"], "Bea": ["KD"]}, stocks={"Ada": 0, "Bea": 0}, **options)


def test_CR_72_two_passes_running() -> None:
    play = stuck().do("Ada", "pass").shows(phase="play", turn="Bea").do("Bea", "pass")
    play.happened("game_drawn", reason="blocked", winner=None, points=None)
    play.shows(phase="over", result="blocked", turn=None, winner=None)


@pytest.mark.parametrize("stalemate", ["offer", "auto", "off"])
def test_CR_72_blocked_whatever_the_option(stalemate: str) -> None:
    play = stuck(stalemate=stalemate).do("Ada", "pass").do("Bea", "pass")
    play.shows(phase="over", result="blocked")


def test_CR_72_a_faulty_pass_does_not_count() -> None:
    play = laid(
        reserves={"Ada": ["KC"], "Bea": ["KD"]},
        stocks={"Ada": 0, "Bea": 0},
        cases={"T8": []},
        referee="on_call",
    )
    play.do("Ada", "pass")
    assert faults(play) == ["unused_empty_case"]
    play.do("Bea", "pass").shows(phase="play", turn="Ada")


def test_CR_72_a_placed_card_between_the_passes() -> None:
    play = laid(reserves={"Ada": ["KC"], "Bea": ["KD", "QS"]}, stocks={"Ada": 0, "Bea": 0})
    play.do("Ada", "pass")
    faultless(moved(play, "Bea", "reserve:Bea", "T1")).do("Bea", "turn_reserve").do("Bea", "pass")
    play.shows(phase="play", turn="Ada")
    play.do("Ada", "pass").shows(phase="over", result="blocked")


def test_CR_72_two_passes_of_the_same_player_are_not_one_by_each() -> None:
    play = stuck(wrong_call="skip_turn").do("Bea", "call")
    play.do("Ada", "pass").happened("turn_skipped", player="Bea").shows(turn="Ada", phase="play")
    play.do("Ada", "pass").shows(turn="Bea", phase="play")
    play.do("Bea", "pass").shows(phase="over", result="blocked")


def round_of_recycling(play: Play, player: str, card: str | None = None) -> Play:
    if play.view["stocks"][player]["count"] == 0:
        play.do(player, "recycle")
        if play.view["phase"] == "over":
            return play
    return play.do(player, "draw", **({"card": card} if card else {})).do(player, "discard")


def thin(**options: Any) -> Play:
    """One card in each stock that fits nowhere."""
    return laid(reserves={"Ada": ["KC"], "Bea": ["KD"]}, stocks={"Ada": 1, "Bea": 1}, **options)


def first_round(play: Play) -> Play:
    round_of_recycling(play, "Ada", "2H")
    return round_of_recycling(play, "Bea", "2S")


def test_CR_72_stalemate_is_pointed_out_once() -> None:
    play = first_round(thin())
    play.do("Ada", "recycle").did_not_happen("stalemate_possible").do("Ada", "draw").do("Ada", "discard")
    play.do("Bea", "recycle").happened("stalemate_possible").shows(phase="play", turn="Bea")
    play.do("Bea", "draw").do("Bea", "discard")
    for player in ("Ada", "Bea", "Ada"):
        play.do(player, "recycle").did_not_happen("stalemate_possible").do(player, "draw")
        play.do(player, "discard")
    play.shows(phase="play")


def test_CR_72_stalemate_may_end_the_game() -> None:
    play = first_round(thin(stalemate="auto"))
    for player in ("Ada", "Bea", "Ada"):
        round_of_recycling(play, player)
        play.shows(phase="play")
    play.do("Bea", "recycle").happened("game_drawn", reason="stalemate", winner=None)
    play.shows(phase="over", result="stalemate", turn=None)


def test_CR_72_stalemate_may_be_left_alone() -> None:
    play = first_round(thin(stalemate="off"))
    for player in ("Ada", "Bea", "Ada", "Bea", "Ada", "Bea"):
        play.do(player, "recycle").did_not_happen("stalemate_possible").do(player, "draw")
        play.do(player, "discard")
    play.shows(phase="play", result=None)


def test_CR_72_progress_starts_the_count_anew() -> None:
    play = laid(
        reserves={"Ada": ["KC", "5D"], "Bea": ["KD"]}, stocks={"Ada": 1, "Bea": 1}, reserve_duty="off"
    )
    play = first_round(play)
    play.do("Ada", "recycle").do("Ada", "draw").do("Ada", "discard")
    play.do("Bea", "recycle").happened("stalemate_possible").do("Bea", "draw").do("Bea", "discard")
    faultless(moved(play, "Ada", "reserve:Ada", "T7")).do("Ada", "turn_reserve")
    play.do("Ada", "recycle").did_not_happen("stalemate_possible").do("Ada", "draw").do("Ada", "discard")
    play.do("Bea", "recycle").happened("stalemate_possible").shows(phase="play")


def test_CR_72_loads_and_rearranging_are_no_progress() -> None:
    play = laid(
        reserves={"Ada": ["KC"], "Bea": ["KD"]},
        stocks={"Ada": 1, "Bea": 1},
        cases={"T3": ["10S", "9D"], "T5": ["2C"], "T6": ["2S"], "T8": ["JC", "4D"]},
    )
    round_of_recycling(play, "Ada", "2H")
    round_of_recycling(play, "Bea", "3D")
    play.do("Ada", "recycle")
    faultless(moved(play, "Ada", "T3", "T4"))
    faultless(moved(play, "Ada", "T8", "waste:Bea", card="4D"))
    play.do("Ada", "draw").do("Ada", "discard")
    play.do("Bea", "recycle").happened("stalemate_possible")


def test_CR_72_a_faultless_pass_counts_like_a_recycle() -> None:
    play = laid(reserves={"Ada": ["KC"], "Bea": ["KD"]}, stocks={"Ada": 0, "Bea": 0}, wastes={"Ada": ["2H"]})
    play.do("Ada", "recycle").do("Ada", "draw").do("Ada", "discard").do("Bea", "pass")
    play.happened("stalemate_possible").shows(turn="Ada", phase="play")


def test_CR_72_agreeing_on_a_draw() -> None:
    play = laid().do("Bea", "agree_draw").happened("draw_offered", player="Bea").shows(draw_agreed_by=["Bea"])
    play.do("Ada", "agree_draw").happened("game_drawn", reason="agreed", winner=None, points=None)
    play.shows(phase="over", result="agreed", winner=None, turn=None)


def test_CR_72_progress_takes_the_offer_back() -> None:
    play = laid(reserves={"Ada": {"count": 3, "top": "9D"}}, cases={"T4": ["JC"]}).do("Bea", "agree_draw")
    moved(play, "Ada", "reserve:Ada", "T3").shows(draw_agreed_by=[])
    play.do("Ada", "agree_draw").shows(phase="play", draw_agreed_by=["Ada"])


def test_CR_72_what_is_no_progress_leaves_the_offer() -> None:
    play = (
        laid(cases={"T3": ["JC"]}).do("Bea", "agree_draw").do("Ada", "draw", card="2H").do("Ada", "discard")
    )
    play.shows(draw_agreed_by=["Bea"], turn="Bea")
    moved(play, "Bea", "T7", "T1").shows(draw_agreed_by=["Bea"], turn="Ada")


def test_CR_72_an_omission_is_progress_even_if_undone() -> None:
    play = laid(cases={"T8": ["AD"], "T4": ["JC"]}, reserves={"Ada": {"count": 3, "top": "9D"}})
    play.do("Bea", "agree_draw")
    caught(moved(play, "Ada", "reserve:Ada", "T3"), "missed_foundation_play").shows(draw_agreed_by=[])


@pytest.mark.parametrize(("left", "winner"), [(5, "Ada"), (9, None), (12, "Bea")])
def test_CR_72_the_one_with_fewer_cards_may_win(left: int, winner: str | None) -> None:
    play = laid(
        stocks={"Ada": left, "Bea": 9},
        stalemate_winner="fewest_cards",
    )
    play.do("Ada", "agree_draw").do("Bea", "agree_draw").happened("game_drawn", winner=winner)
    play.shows(winner=winner, result="agreed")


def test_CR_72_no_winner_by_default() -> None:
    laid(stocks={"Ada": 1}).do("Ada", "agree_draw").do("Bea", "agree_draw").shows(winner=None)
