"""SC-30 to SC-33: who starts, whose turn it is, and what ends a turn."""

from __future__ import annotations

import pytest

from .tables import FOUR, THREE, hand, laid, names, racing, square, squares

# ---------------------------------------------------------------- the start


def test_SC_30_owners_roll_and_the_best_starts() -> None:
    stables = {1: "Ada", 5: "Bea", 9: "Cyd"}
    play = laid("start_roll", stables, players=FOUR)
    assert play.refused("Dan", "start_roll", value=6) == "not_in_roll"
    play.do("Cyd", "start_roll", value=4).happened("start_rolled", player="Cyd", value=4)
    play.shows(start_rolls={"Cyd": 4})
    assert play.refused("Cyd", "start_roll", value=5) == "already_rolled"
    play.do("Ada", "start_roll", value=2).do("Bea", "start_roll", value=5)
    play.happened("race_started", first="Bea").happened("turn_started", player="Bea", horses=[5])
    play.shows(phase="racing", turn="Bea", to_roll=[5], horses={"1": {"square": 0}, "5": {"square": 0}})


def test_SC_30_ties_roll_again() -> None:
    play = laid("start_roll", {1: "Ada", 5: "Bea", 9: "Cyd"}, players=THREE)
    play.do("Ada", "start_roll", value=4).do("Cyd", "start_roll", value=1).do("Bea", "start_roll", value=4)
    play.happened("roll_tie", players=["Ada", "Bea"]).shows(start_rolls={}, phase="start_roll")
    assert play.view["start_rolls"] == {}
    assert play.refused("Cyd", "start_roll", value=6) == "not_in_roll"
    play.do("Bea", "start_roll", value=2).do("Ada", "start_roll", value=2)
    play.happened("roll_tie", players=["Ada", "Bea"])
    play.do("Bea", "start_roll", value=2).do("Ada", "start_roll", value=5)
    play.happened("race_started", first="Ada").shows(turn="Ada")


def test_SC_30_turns_go_round_in_seat_order() -> None:
    play = laid("start_roll", {1: "Ada", 5: "Bea", 9: "Cyd"}, players=THREE)
    for player, value in (("Ada", 1), ("Bea", 6), ("Cyd", 1)):
        play.do(player, "start_roll", value=value)
    for player in ("Bea", "Cyd", "Ada", "Bea", "Cyd"):
        play.do(player, "roll", value=1).shows(turn=player)


def test_SC_30_a_single_owner_starts_without_rolling() -> None:
    play = laid("betting", {1: "Bea", 5: "Bea", 9: "Bea"})
    play.do("Ada", "no_bet").do("Bea", "no_bet")
    play.happened("race_started", first="Bea").did_not_happen("start_roll_opened")
    play.shows(phase="racing", turn="Bea", to_roll=[1, 5, 9])


# ---------------------------------------------------------------- a turn


def test_SC_31_one_roll_for_each_horse_in_ascending_order() -> None:
    play = racing({13: ("Ada", 0), 2: ("Ada", 0), 9: ("Ada", 0), 5: ("Bea", 0)}).shows(to_roll=[2, 9, 13])
    assert play.refused("Ada", "roll", value=4, horse=9) == "wrong_horse_order"
    play.do("Ada", "roll", value=4, horse=2).happened("rolled", player="Ada", horse=2, value=4)
    play.happened("horse_moved", horse=2, square_from=0, square_to=4, by_="die")
    play.do("Ada", "roll", value=6).do("Ada", "roll", value=3, horse=13)
    assert squares(play) == {2: 4, 9: 6, 13: 3, 5: 0}
    play.shows(turn="Ada", to_roll=[])
    assert play.refused("Ada", "roll", value=1) == "nothing_to_roll"


def test_SC_31_a_six_gives_nothing_more() -> None:
    play = racing({1: ("Ada", 0), 5: ("Bea", 0)}).do("Ada", "roll", value=6).shows(to_roll=[])
    assert play.refused("Ada", "roll", value=6) == "nothing_to_roll"


def test_SC_31_arrived_horses_are_skipped() -> None:
    play = racing({1: ("Ada", 0), 2: ("Ada", 30), 5: ("Bea", 0)}, arrivals=[1]).shows(to_roll=[2])
    assert play.refused("Ada", "roll", value=1, horse=1) in {"wrong_horse_order", "not_your_horse"}
    play.do("Ada", "roll", value=1, horse=2)


def test_SC_31_a_horse_brought_home_by_a_card_rolls_no_more() -> None:
    play = racing({1: ("Ada", 48), 2: ("Ada", 30), 5: ("Bea", 0)}, {"Ada": ["advance_2"], "Bea": []})
    play.do("Ada", "play_card", card="advance_2", horse=1).shows(arrivals=[1], to_roll=[2])
    play.do("Ada", "roll", value=1).shows(to_roll=[], horses={"2": {"square": 31}})


def test_SC_32_any_number_of_horses_share_a_square() -> None:
    play = racing({1: ("Ada", 2), 2: ("Ada", 6), 5: ("Bea", 6)}).do("Ada", "roll", value=4)
    assert squares(play) == {1: 6, 2: 6, 5: 6}
    assert names(play) == ["rolled", "horse_moved"]


# ---------------------------------------------------------------- empty turns and the end of a turn


def test_SC_33_a_player_without_horses_plays_cards_in_an_empty_turn() -> None:
    hands = {"Ada": [], "Bea": ["receive_500", "advance_1"], "Cyd": []}
    play = racing({1: ("Ada", 0), 9: ("Cyd", 0)}, hands, players=THREE, cash=0)
    assert play.refused("Bea", "play_card", card="receive_500") == "not_your_turn"
    play.do("Ada", "roll", value=1)
    play.do("Bea", "play_card", card="receive_500").shows(turn="Bea", to_roll=[], cash={"Bea": 500})
    play.do("Bea", "play_card", card="advance_1", horse=9)
    play.do("Cyd", "roll", value=2).shows(turn="Cyd", to_roll=[], horses={"9": {"square": 3}})


def test_SC_33_he_is_passed_over_by_the_next_roll_or_card() -> None:
    stables = {1: ("Ada", 0), 9: ("Cyd", 0)}
    rolled = racing(stables, players=THREE).do("Ada", "roll", value=1).do("Cyd", "roll", value=2)
    rolled.shows(turn="Cyd", to_roll=[])
    hands = {"Ada": [], "Bea": [], "Cyd": ["advance_2"]}
    carded = racing(stables, hands, players=THREE).do("Ada", "roll", value=1)
    carded.do("Cyd", "play_card", card="advance_2", horse=1).shows(turn="Cyd", to_roll=[9])
    carded.happened("turn_started", player="Cyd", horses=[9])


def test_SC_33_nobody_with_a_running_horse_is_passed_over() -> None:
    hands = {"Ada": [], "Bea": [], "Cyd": ["receive_500"]}
    play = racing({1: ("Ada", 0), 5: ("Bea", 0), 9: ("Cyd", 0)}, hands, players=THREE)
    play.do("Ada", "roll", value=1)
    assert play.refused("Cyd", "roll", value=1) == "not_your_turn"
    assert play.refused("Cyd", "play_card", card="receive_500") == "not_your_turn"


def test_SC_33_the_next_roll_or_card_ends_only_a_turn_that_is_played_out() -> None:
    hands = {"Ada": ["receive_500"], "Bea": ["receive_500"]}
    play = racing({1: ("Ada", 0), 2: ("Ada", 0), 5: ("Bea", 0)}, hands).do("Ada", "roll", value=1)
    assert play.refused("Bea", "roll", value=1) == "not_your_turn"
    assert play.refused("Bea", "play_card", card="receive_500") == "not_your_turn"
    assert play.refused("Ada", "end_turn") == "horses_to_roll"
    play.do("Ada", "roll", value=1).shows(turn="Ada", to_roll=[])
    play.do("Ada", "play_card", card="receive_500").shows(turn="Ada")
    play.do("Bea", "play_card", card="receive_500").shows(turn="Bea", to_roll=[5])


def test_SC_33_end_turn_does_it_explicitly() -> None:
    play = racing({1: ("Ada", 0), 5: ("Bea", 0)})
    assert play.refused("Bea", "end_turn") == "not_your_turn"
    play.do("Ada", "roll", value=1).do("Ada", "end_turn")
    play.happened("turn_started", player="Bea", horses=[5]).shows(turn="Bea", to_roll=[5])
    assert play.refused("Ada", "end_turn") == "not_your_turn"


def test_SC_33_an_empty_turn_after_end_turn() -> None:
    hands = {"Ada": [], "Bea": ["receive_500"], "Cyd": []}
    play = racing({1: ("Ada", 0), 9: ("Cyd", 0)}, hands, players=THREE, cash=0)
    play.do("Ada", "roll", value=1).do("Ada", "end_turn")
    play.do("Bea", "play_card", card="receive_500").shows(turn="Bea", to_roll=[])
    play.do("Bea", "end_turn").shows(turn="Cyd", to_roll=[9])


@pytest.mark.parametrize("players", [("Ada", "Bea"), THREE], ids=len)
def test_SC_33_alone_on_the_track_ones_own_next_roll_begins_a_new_turn(players: tuple[str, ...]) -> None:
    horses = {1: ("Ada", 17), 2: ("Ada", 30), 5: ("Bea", 0)}
    play = racing(horses, arrivals=[5], players=players).do("Ada", "roll", value=1).do("Ada", "roll", value=1)
    play.shows(to_roll=[]).do("Ada", "roll", value=2).happened("turn_started", player="Ada", horses=[1, 2])
    play.shows(turn="Ada", to_roll=[2], horses={"1": {"square": 20}})


def test_SC_33_alone_on_the_track_a_joker_begins_a_new_turn() -> None:
    horses = {1: ("Ada", 17), 5: ("Bea", 0)}
    play = racing(horses, {"Ada": ["joker", "receive_500"], "Bea": []}, arrivals=[5])
    play.do("Ada", "roll", value=2).shows(to_roll=[], horses={"1": {"trapped": "river"}})
    play.do("Ada", "play_card", card="receive_500").shows(to_roll=[])
    play.do("Ada", "play_card", card="joker", horse=1).happened("turn_started", player="Ada", horses=[1])
    play.shows(to_roll=[1]).do("Ada", "roll", value=1)
    assert square(play, 1) == 20 and hand(play, "Ada") == []


def test_SC_33_a_player_whose_horses_are_all_home_has_an_empty_turn_too() -> None:
    horses = {1: ("Ada", 0), 5: ("Bea", 0), 9: ("Cyd", 0)}
    hands = {"Ada": [], "Bea": ["advance_1"], "Cyd": []}
    play = racing(horses, hands, players=THREE, arrivals=[5]).do("Ada", "roll", value=1)
    play.do("Bea", "play_card", card="advance_1", horse=1).shows(turn="Bea", to_roll=[])
    play.do("Cyd", "roll", value=1).shows(turn="Cyd")
