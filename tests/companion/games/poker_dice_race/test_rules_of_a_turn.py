"""PD-1 to PD-15: players, turns, figures, series, obstacles and the number of dice."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.action import Rejected

from .race import FOUR, THREE, TWO, Race, racing, roll, stop

FACES = ("9", "10", "J", "Q", "K", "A")
FIGURES = {"J", "Q", "K"}


@pytest.mark.parametrize("players", [TWO, THREE, FOUR])
def test_PD_1_two_to_four_players(players: tuple[str, ...]) -> None:
    assert Race(players).view["players"] == list(players)


@pytest.mark.parametrize("players", [(), ("Ada",), ("Ada", "Bea", "Cyd", "Dan", "Eve")])
def test_PD_1_fewer_than_two_or_more_than_four_players_are_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(Rejected) as refusal:
        Race(players)
    assert refusal.value.code == "bad_players"


@pytest.mark.parametrize("players", [THREE, FOUR])
def test_PD_2_three_or_four_players_have_one_horse_each(players: tuple[str, ...]) -> None:
    horses = Race(players).view["horses"]
    assert {number: horse["owner"] for number, horse in horses.items()} == {
        str(seat + 1): player for seat, player in enumerate(players)
    }


def test_PD_2_two_players_have_a_stable_of_two_horses_each() -> None:
    horses = Race(TWO).view["horses"]
    assert {number: horse["owner"] for number, horse in horses.items()} == {
        "1": "Ada",
        "2": "Ada",
        "3": "Bea",
        "4": "Bea",
    }


def test_PD_2_two_players_may_agree_on_one_horse_each() -> None:
    horses = Race(TWO, options={"stable": "single"}).view["horses"]
    assert {number: horse["owner"] for number, horse in horses.items()} == {"1": "Ada", "2": "Bea"}


@pytest.mark.parametrize("players", [TWO, THREE, FOUR])
def test_PD_3_all_horses_begin_on_the_start(players: tuple[str, ...]) -> None:
    for horse in Race(players).view["horses"].values():
        assert (horse["square"], horse["zone"], horse["rank"]) == (0, "start", None)


def test_PD_3_the_first_green_square_is_square_1() -> None:
    race = racing()
    race.roll("Q", "9").stop()
    assert race.view["horses"]["1"] == {"owner": "Ada", "square": 1, "rank": None, "zone": "green"}


def test_PD_3_the_finish_comes_after_the_last_square_of_the_track() -> None:
    race = racing({1: 28})
    assert race.view["horses"]["1"]["zone"] == "yellow"
    race.roll("K")
    assert race.view["horses"]["1"]["square"] == 29


def test_PD_4_the_game_waits_for_the_draw_and_nobody_has_the_turn() -> None:
    view = Race().view
    assert (view["phase"], view["turn"], view["dice_expected"]) == ("draw_first", None, None)


@pytest.mark.parametrize("player", THREE)
@pytest.mark.parametrize("teller", ["table", "bank"])
def test_PD_4_the_first_player_is_told_to_the_engine(player: str, teller: str) -> None:
    race = Race().first(player, by=teller)
    assert (race.view["phase"], race.view["turn"]) == ("racing", player)


def test_PD_4_turns_go_round_in_seat_order() -> None:
    race = Race(FOUR).first("Cyd")
    turns = []
    for _ in range(6):
        turns.append(race.turn)
        race.roll("9", "9")
    assert turns == ["Cyd", "Dan", "Ada", "Bea", "Cyd", "Dan"]


def test_PD_4_a_stop_passes_the_turn_in_seat_order_too() -> None:
    race = Race().first("Cyd").roll("K", "K").stop()
    assert race.turn == "Ada"


def test_PD_5_a_player_may_not_pass_before_he_rolled() -> None:
    racing().refuses("nothing_to_bank", stop("Ada"))


def test_PD_5_the_series_of_the_player_before_is_nothing_to_bank() -> None:
    race = racing().roll("K", "K").stop()
    race.refuses("nothing_to_bank", stop("Bea"))


@pytest.mark.parametrize(("first", "second"), list(product(FACES, FACES)))
def test_PD_6_every_figure_is_worth_one_square(first: str, second: str) -> None:
    race = racing({1: 1})
    race.roll(first, second)
    figures = (first in FIGURES) + (second in FIGURES)
    assert race.event("rolled")["figures"] == figures
    if figures:
        assert race.view["series"]["total"] == figures
    else:
        assert race.view["series"] is None and race.turn == "Bea"


@pytest.mark.parametrize("face", FACES)
def test_PD_6_one_die_counts_the_same(face: str) -> None:
    race = racing({1: 23})
    race.roll(face)
    assert race.event("rolled")["figures"] == (face in FIGURES)


@pytest.mark.parametrize(("first", "second"), list(product(range(1, 7), range(1, 7))))
def test_PD_7_four_five_and_six_are_figures_of_ordinary_dice(first: int, second: int) -> None:
    race = racing(dice="numbers")
    race.roll(first, second)
    assert race.event("rolled")["figures"] == (first >= 4) + (second >= 4)


@pytest.mark.parametrize("rolls_before", [0, 1, 3])
def test_PD_8_a_roll_without_a_figure_loses_the_series_and_the_turn(rolls_before: int) -> None:
    race = racing({1: 2})
    for _ in range(rolls_before):
        race.roll("K", "J")
    race.roll("9", "A")
    assert race.event("series_lost") == {
        "event": "series_lost",
        "player": "Ada",
        "horse": 1,
        "lost": 2 * rolls_before,
    }
    assert race.squares["1"] == 2
    assert (race.turn, race.view["series"], race.view["can_stop"]) == ("Bea", None, False)


def test_PD_8_with_one_die_a_blank_loses_the_series_too() -> None:
    race = racing({1: 23}).roll("K").roll("10")
    assert race.event("series_lost")["lost"] == 1
    assert (race.squares["1"], race.turn) == (23, "Bea")


def test_PD_9_totals_add_up_as_often_as_one_likes() -> None:
    race = racing()
    for rolls, dice in enumerate([("K", "9")] * 9, start=1):
        race.roll(*dice)
        series = race.view["series"]
        assert (series["total"], series["virtual"], len(series["rolls"])) == (rolls, rolls, rolls)
        assert race.turn == "Ada"


def test_PD_10_the_horse_does_not_move_before_the_stop() -> None:
    race = racing({1: 2})
    race.roll("K", "Q").roll("J", "10")
    assert race.squares["1"] == 2
    race.stop()
    assert race.squares["1"] == 5
    assert race.event("horse_moved") == {
        "event": "horse_moved",
        "horse": 1,
        "square_from": 2,
        "square_to": 5,
    }


def test_PD_10_stopping_ends_the_turn() -> None:
    race = racing().roll("K", "9").stop()
    assert (race.turn, race.view["series"], race.view["can_stop"]) == ("Bea", None, False)
    race.refuses("not_your_turn", roll("Ada", "K", "K"))


def test_PD_11_the_virtual_square_is_the_square_plus_the_total() -> None:
    race = racing({1: 5}).roll("K", "K").roll("K", "9")
    assert (race.squares["1"], race.view["series"]["total"], race.view["series"]["virtual"]) == (5, 3, 8)


@pytest.mark.parametrize(
    ("square", "dice", "virtual"),
    [
        (9, ("K", "9"), 10),
        (9, ("K", "K"), 11),
        (8, ("K", "K"), 10),
        (19, ("K", "9"), 20),
        (19, ("K", "K"), 21),
    ],
)
def test_PD_12_no_stop_on_an_obstacle(square: int, dice: tuple[str, ...], virtual: int) -> None:
    race = racing({1: square}).roll(*dice)
    series = race.view["series"]
    assert (series["virtual"], series["zone"], series["must_reroll"]) == (virtual, "blue", True)
    assert race.view["can_stop"] is False
    assert race.event("must_reroll") == {
        "event": "must_reroll",
        "player": "Ada",
        "horse": 1,
        "square": virtual,
    }
    race.refuses("on_obstacle_must_reroll", stop("Ada"))


def test_PD_12_past_the_obstacle_one_may_stop_again() -> None:
    race = racing({1: 9}).roll("K", "K").roll("9", "J")
    assert race.view["series"]["must_reroll"] is False and race.view["can_stop"] is True
    assert "must_reroll" not in race.names
    assert race.stop().squares["1"] == 12


def test_PD_12_the_forced_roll_may_lose_all() -> None:
    race = racing({1: 9}).roll("K", "K").roll("9", "10")
    assert race.event("series_lost")["lost"] == 2
    assert race.squares["1"] == 9


def test_PD_12_no_forced_roll_on_green_or_yellow() -> None:
    assert "must_reroll" not in racing({1: 7}).roll("K", "K").names
    assert "must_reroll" not in racing({1: 23}).roll("K").names


@pytest.mark.parametrize("square", [0, 1, 9, 12, 19])
def test_PD_13_two_dice_up_to_the_second_obstacle(square: int) -> None:
    assert racing({1: square}).view["dice_expected"] == 2


@pytest.mark.parametrize("square", range(22, 29))
def test_PD_13_one_die_in_the_straight(square: int) -> None:
    assert racing({1: square}).view["dice_expected"] == 1


def test_PD_13_two_dice_on_the_second_obstacle_and_one_as_soon_as_past_it() -> None:
    race = racing({1: 19})
    for dice, virtual, due in [
        (("K", "9"), 20, 2),
        (("9", "Q"), 21, 2),
        (("J", "A"), 22, 1),
        (("J",), 23, 1),
    ]:
        race.roll(*dice)
        assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (virtual, due)


def test_PD_13_the_first_obstacle_changes_no_dice() -> None:
    race = racing({1: 9}).roll("K", "K").roll("K", "K")
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (13, 2)


def test_PD_13_one_die_is_announced_once_when_the_obstacle_is_passed() -> None:
    race = racing({1: 19}).roll("K", "K")
    assert "one_die_from_now" not in race.names
    race.roll("K", "9")
    assert race.event("one_die_from_now") == {"event": "one_die_from_now", "horse": 1}
    assert "one_die_from_now" not in race.roll("K").names


def test_PD_13_a_turn_begun_in_the_straight_announces_nothing_new() -> None:
    assert "one_die_from_now" not in racing({1: 22}).roll("K").names


def test_PD_13_after_a_lost_series_the_real_square_decides_again() -> None:
    race = racing({1: 19}, players=TWO, stable="single")
    race.roll("K", "K").roll("K", "9").roll("A")
    race.roll("9", "9")
    assert (race.turn, race.view["dice_expected"]) == ("Ada", 2)


def test_PD_14_both_figures_count_across_the_obstacle() -> None:
    race = racing({1: 19}).roll("K", "K").roll("J", "Q")
    assert race.view["series"]["virtual"] == 23


def test_PD_14_from_the_first_blue_square_too() -> None:
    race = racing({1: 19}).roll("K", "9").roll("J", "Q")
    series = race.view["series"]
    assert (series["virtual"], series["zone"], race.view["dice_expected"]) == (22, "yellow", 1)


@pytest.mark.parametrize("others", [{2: 5, 3: 6}, {2: 6, 3: 5}])
def test_PD_15_overtaking_has_no_effect(others: dict[int, int]) -> None:
    race = racing({1: 4, **others}).roll("K", "K").roll("K", "9").stop()
    assert race.squares == {"1": 7} | {str(number): square for number, square in others.items()}
    assert "horses_swapped" not in race.names


def test_a_state_is_data_that_can_be_compared_and_hashed() -> None:
    one, other = racing().roll("K", "9").state, racing().roll("K", "9").state
    assert one == other and hash(one) == hash(other)
    different: Any = racing().roll("9", "K").state
    assert one != different
