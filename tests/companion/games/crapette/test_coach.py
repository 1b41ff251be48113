"""The coach warns; the player takes back or leaves it (sections 4.1 and 4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import due, faultless, faults, laid, legal, moved, step

FITS = {"hands": {"Ada": "9D"}, "cases": {"T4": ["JC"]}, "referee": "coach"}


def test_a_warned_move_may_be_taken_back() -> None:
    play = moved(laid(referee="coach"), "Ada", "T7", "T1").shows(turn="Ada", cases={"T1": ["KH", "6S"]})
    play.happened("infraction", code="wrong_series", announced=True).did_not_happen("crapette_called")
    play.do("Ada", "take_back").happened("taken_back", player="Ada", steps=[step("6S", "T1", "T7")])
    play.shows(turn="Ada", cases={"T1": ["KH"], "T7": ["6S"]}, turn_number=1)
    assert play.refused("Ada", "take_back") == "nothing_to_take_back"


def test_what_is_not_taken_back_stays_and_the_turn_goes_on() -> None:
    play = moved(laid(referee="coach", cases={"T7": ["JS", "6S"]}), "Ada", "T7", "T1")
    faultless(play.do("Ada", "draw", card="2H")).shows(turn="Ada", cases={"T1": ["KH", "6S"]})
    assert play.refused("Ada", "take_back") == "nothing_to_take_back", "only the last action"


def test_only_ones_own_warned_action_is_taken_back() -> None:
    play = moved(laid(referee="coach", cases={"T7": ["5H"]}), "Ada", "T7", "T8")
    assert play.refused("Ada", "take_back") == "nothing_to_take_back", "it was no fault"
    play = moved(laid(referee="coach"), "Ada", "T7", "T1")
    assert play.refused("Bea", "take_back") == "nothing_to_take_back"
    assert laid().refused("Ada", "take_back") == "no_take_back"
    assert laid(referee="on_call").refused("Ada", "take_back") == "no_take_back"


def test_a_warned_draw_is_not_taken_back() -> None:
    play = laid(cases={"T8": ["AD"]}, referee="coach").do("Ada", "draw", card="2H")
    play.happened("infraction", code="missed_foundation_play").shows(turn="Ada", hands={"Ada": "2H"})
    assert play.refused("Ada", "take_back") == "nothing_to_take_back"
    faultless(moved(play, "Ada", "T8", "F1"))


def test_out_of_turn_is_warned_of_and_taken_back() -> None:
    play = moved(laid(referee="coach"), "Bea", "reserve:Bea", "T1")
    assert faults(play) == ["out_of_turn"]
    play.shows(turn="Ada", cases={"T1": ["KH", "KD"]}).do("Bea", "take_back")
    play.happened("taken_back", player="Bea", steps=[step("KD", "T1", "reserve:Bea")])
    play.shows(turn="Ada", cases={"T1": ["KH"]}, reserves={"Bea": {"count": 5, "top": "KD", "face_up": True}})


def test_a_faulty_discard_waits() -> None:
    play = laid(**FITS).do("Ada", "discard").happened("infraction", code="missed_series_play")
    play.did_not_happen("turn_passed").shows(turn="Ada", turn_number=1, legal_moves=[], obligations=[])
    for by, do, arguments in (
        ("Bea", "draw", {"card": "2H"}),
        ("Ada", "draw", {"card": "2H"}),
        ("Bea", "call", {}),
        ("Ada", "pass", {}),
        ("Ada", "recycle", {}),
        ("Ada", "move", {"from_": "T7", "to": "T1"}),
    ):
        assert play.refused(by, do, **arguments) == "decision_pending", do
    assert play.refused("Bea", "accept") == "not_your_call"
    assert play.refused("Bea", "take_back") == "nothing_to_take_back"


def test_a_faulty_discard_taken_back_is_in_hand_again() -> None:
    play = laid(**FITS).do("Ada", "discard").do("Ada", "take_back")
    play.happened("taken_back", player="Ada", steps=[step("9D", "waste:Ada", "hand:Ada")])
    play.shows(turn="Ada", hands={"Ada": "9D"}, wastes={"Ada": {"count": 0}})
    assert legal(play) == [("hand:Ada", "T3")] and len(due(play)) == 1
    faultless(moved(play, "Ada", "hand:Ada", "T3"))


def test_a_faulty_discard_accepted_passes_the_turn() -> None:
    play = laid(**FITS).do("Ada", "discard").do("Ada", "accept")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="discard")
    play.shows(turn="Bea", turn_number=2, hands={"Ada": None}, wastes={"Ada": {"count": 1, "top": "9D"}})
    assert play.refused("Ada", "take_back") == "nothing_to_take_back"
    assert play.refused("Ada", "accept") == "nothing_to_accept"


def test_a_faulty_pass_waits_too() -> None:
    position: dict[str, Any] = {"stocks": {"Ada": 0}, "cases": {"T8": []}, "referee": "coach"}
    play = laid(**position).do("Ada", "pass").happened("infraction", code="unused_empty_case")
    assert play.shows(turn="Ada").refused("Bea", "draw", card="2H") == "decision_pending"
    play.do("Ada", "take_back").shows(turn="Ada", turn_number=1)
    faultless(moved(play, "Ada", "reserve:Ada", "T8"))
    play = laid(**position).do("Ada", "pass").do("Ada", "accept")
    play.happened("turn_passed", from_="Ada", to="Bea", reason="pass").shows(turn="Bea", turn_number=2)


def test_turning_correcting_and_agreeing_go_on_while_a_decision_is_pending() -> None:
    play = laid(**FITS, reserves={"Bea": [None]}).do("Ada", "discard")
    play.do("Bea", "turn_reserve", card="JS").shows(reserves={"Bea": {"top": "JS"}}, turn="Ada")
    play.do("Bea", "agree_draw").happened("draw_offered", player="Bea").shows(draw_agreed_by=["Bea"])
    play.do("table", "correct", zone="T1", cards=["KH", "QS"]).happened("corrected", zone="T1")


def test_a_faulty_win_waits() -> None:
    position = {"reserves": {"Ada": ["5D"]}, "stocks": {"Ada": 0}, "referee": "coach"}
    play = moved(laid(**position), "Ada", "reserve:Ada", "T5").happened("win_claimed", player="Ada")
    play.shows(phase="play", winner=None, turn="Ada")
    assert play.refused("Bea", "draw", card="2S") == "decision_pending"
    play.do("Ada", "take_back").shows(reserves={"Ada": {"count": 1, "top": "5D"}}, cases={"T5": ["8S"]})
    moved(play, "Ada", "reserve:Ada", "T7").happened("game_won", player="Ada")
    play = moved(laid(**position), "Ada", "reserve:Ada", "T5").do("Ada", "accept")
    play.happened("game_won", player="Ada").shows(phase="over", winner="Ada")


@pytest.mark.parametrize("referee", ["auto", "on_call", "coach"])
def test_nothing_to_accept(referee: str) -> None:
    play = laid(referee=referee)
    assert play.refused("Ada", "accept") == "nothing_to_accept"
    assert play.refused("Bea", "accept") == "nothing_to_accept"


def test_a_faulty_move_that_takes_the_opponents_last_card_waits_too() -> None:
    """It wins for Ada, but Bea made it and may take it back."""
    play = laid(turn="Bea", reserves={"Ada": ["5D"]}, stocks={"Ada": 0}, referee="coach")
    moved(play, "Bea", "reserve:Ada", "T7").happened("infraction", by_="Bea", code="opponent_pile_played")
    play.did_not_happen("game_won").shows(phase="play", winner=None)
    assert play.refused("Ada", "draw", card="2S") == "decision_pending"
    play.do("Bea", "take_back").shows(
        reserves={"Ada": {"count": 1, "top": "5D", "face_up": True}}, turn="Bea"
    )
