"""Every row of the worked examples (section 8 of the rules), by its number."""

from __future__ import annotations

from .race import FOUR, TWO, Race, confirm, racing, roll, stop


def test_row_01_nothing_and_the_next_player() -> None:
    race = racing({1: 3}).roll("9", "10")
    assert (race.squares["1"], race.turn, race.view["series"]) == (3, "Bea", None)


def test_row_02_one_figure_and_stop() -> None:
    assert racing().roll("Q", "9").stop().squares["1"] == 1


def test_row_03_every_face_counts_as_printed() -> None:
    race, totals = racing(), []
    for dice in (("J", "9"), ("Q", "10"), ("K", "A"), ("J", "Q"), ("K", "K")):
        totals.append(race.roll(*dice).view["series"]["total"])
    assert totals == [1, 2, 3, 5, 7]


def test_row_04_two_aces_lose_all_seven() -> None:
    race = racing()
    for dice in (("J", "9"), ("Q", "10"), ("K", "A"), ("J", "Q"), ("K", "K"), ("A", "A")):
        race.roll(*dice)
    assert race.event("series_lost")["lost"] == 7
    assert race.squares["1"] == 0


def test_row_05_accumulate_then_bank() -> None:
    race = racing({1: 2}).roll("K", "Q").roll("J", "10").roll("A", "Q")
    assert (race.view["series"]["total"], race.squares["1"]) == (4, 2)
    assert race.stop().squares["1"] == 6


def test_row_06_accumulate_then_lose_all() -> None:
    race = racing({1: 2}).roll("K", "Q").roll("J", "10").roll("9", "A")
    assert race.event("series_lost")["lost"] == 3
    assert race.squares["1"] == 2


def test_row_07_no_stop_on_square_10() -> None:
    race = racing({1: 8}).roll("K", "K")
    assert race.view["series"]["virtual"] == 10
    race.refuses("on_obstacle_must_reroll", stop("Ada"))


def test_row_08_still_blue_at_11_stops_on_12() -> None:
    race = racing({1: 8}).roll("K", "K").roll("J", "9")
    assert race.view["series"]["virtual"] == 11
    race.refuses("on_obstacle_must_reroll", stop("Ada"))
    assert race.roll("Q", "10").stop().squares["1"] == 12


def test_row_09_the_forced_roll_is_lost() -> None:
    race = racing({1: 9}).roll("K", "9")
    assert race.view["series"]["virtual"] == 10
    assert race.roll("10", "A").squares["1"] == 9
    assert race.turn == "Bea"


def test_row_10_two_dice_on_the_second_obstacle() -> None:
    race = racing({1: 19}).roll("K", "9")
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (20, 2)
    race.roll("Q", "A")
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (21, 2)


def test_row_11_both_squares_count_then_one_die() -> None:
    race = racing({1: 19}).roll("K", "9").roll("Q", "A").roll("J", "J")
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (23, 1)
    assert "one_die_from_now" in race.names


def test_row_12_two_dice_past_the_obstacle_are_refused() -> None:
    race = racing({1: 19}).roll("K", "K").roll("K", "9")
    assert race.view["series"]["virtual"] == 22
    assert race.refuses("wrong_dice_count", roll("Ada", "K", "K")).details["expected"] == 1


def test_row_13_an_ace_loses_the_three() -> None:
    race = racing({1: 19}).roll("K", "K").roll("K", "9").roll("A")
    assert race.event("series_lost")["lost"] == 3
    assert race.squares["1"] == 19


def test_row_14_two_squares_of_the_straight() -> None:
    assert racing({1: 24}).roll("J").roll("K").stop().squares["1"] == 26


def test_row_15_the_arrival_is_automatic_and_exact() -> None:
    race = racing({1: 27}).roll("Q")
    assert race.view["series"]["virtual"] == 28
    race.roll("K")
    assert (race.squares["1"], race.view["horses"]["1"]["rank"], race.turn) == (29, 1, "Bea")


def test_row_16_an_occupied_square_swaps_places() -> None:
    race = racing({1: 4, 2: 7}).roll("K", "K").roll("K", "9").stop()
    assert (race.squares["1"], race.squares["2"]) == (7, 4)


def test_row_17_the_swap_sends_back_to_the_start() -> None:
    race = racing({2: 2}, turn="Cyd").roll("K", "K").stop()
    assert (race.squares["3"], race.squares["2"]) == (2, 0)


def test_row_18_overtaking_changes_nothing() -> None:
    race = racing({1: 4, 2: 5, 3: 6}).roll("K", "K").roll("K", "9").stop()
    assert race.squares == {"1": 7, "2": 5, "3": 6}


def test_row_19_no_swap_while_only_virtually_there() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K")
    assert race.view["series"]["virtual"] == 6
    assert race.roll("9", "9").squares == {"1": 4, "2": 6, "3": 0}


def test_row_20_behind_the_obstacle_two_dice_again() -> None:
    race = racing({1: 19, 2: 23}).roll("K", "K").roll("K", "K").stop()
    assert (race.squares["1"], race.squares["2"], race.view["dice_expected"]) == (23, 19, 2)


def test_row_21_own_horses_swap_too() -> None:
    race = racing({1: 4, 2: 6}, players=TWO).roll("K", "J", horse=1).stop()
    assert (race.squares["1"], race.squares["2"]) == (6, 4)


def test_row_22_a_stable_names_its_horse() -> None:
    racing({1: 4, 2: 6}, players=TWO).refuses("horse_required", roll("Ada", "K", "J"))


def test_row_23_the_horse_is_kept_for_the_series() -> None:
    race = racing({1: 4, 2: 6}, players=TWO).roll("K", "9", horse=2)
    race.refuses("horse_locked", roll("Ada", "K", "9", horse=1))


def test_row_24_the_stable_wins_with_both_horses_home() -> None:
    race = racing({2: 28, 4: 28}, home={1: 1, 3: 2}, turn="Bea", players=TWO).roll("K")
    assert (race.view["winner"], race.view["phase"]) == ("Bea", "over")


def test_row_25_four_players_and_a_skipped_one() -> None:
    race = racing({1: 28, 3: 28}, home={2: 1}, players=FOUR)
    race.roll("K", by="Ada")
    assert race.event("horse_finished")["rank"] == 2
    race.roll("9", by="Cyd").roll("A", "A", by="Dan").roll("K", by="Cyd")
    assert race.event("horse_finished")["rank"] == 3
    assert [row["player"] for row in race.view["ranking"]] == ["Bea", "Ada", "Cyd", "Dan"]


def test_row_26_the_first_arrival_ends_the_race() -> None:
    race = racing({1: 28, 3: 25}, players=FOUR, end_when="first").roll("J")
    ranks = {row["player"]: row["rank"] for row in race.view["ranking"]}
    assert ranks == {"Ada": 1, "Cyd": 2, "Bea": 3, "Dan": 3}


def test_row_27_ordinary_dice() -> None:
    race = racing(dice="numbers").roll(4, 1)
    assert race.view["series"]["total"] == 1
    assert race.roll(5, 6).view["series"]["total"] == 3
    assert race.roll(3, 2).event("series_lost")["lost"] == 3


def test_row_28_a_face_that_is_none_and_wrong_counts() -> None:
    race = racing()
    race.refuses("bad_face", roll("Ada", "K", "8"))
    race.refuses("wrong_dice_count", roll("Ada", "K", "K", "K"))
    race.refuses("wrong_dice_count", roll("Ada", "K"))


def test_row_29_no_stop_before_a_roll() -> None:
    racing().refuses("nothing_to_bank", stop("Ada"))


def test_row_30_a_pawn_on_the_wrong_square() -> None:
    race = racing({1: 4, 2: 7}).roll("K", "Q").roll("J", "9").stop()
    assert (race.squares["1"], race.squares["2"]) == (7, 4)
    refusal = race.refuses("wrong_square", confirm(1, 8))
    assert (refusal.details["expected"], refusal.details["seen"]) == (7, 8)


def test_row_31_strict_placement_waits_for_the_displaced_pawn() -> None:
    race = racing({1: 4, 2: 7}, strict_placement=True).roll("K", "Q").roll("J", "9").stop()
    race.confirm(1, 7).refuses("placement_pending", roll("Bea", "K", "K"))


def test_row_32_a_family_board() -> None:
    race = racing({1: 2}, board={"length": 20, "obstacles": [[3, 4], [12, 13]]}).roll("K", "9")
    assert (race.view["series"]["virtual"], race.view["series"]["zone"]) == (3, "blue")
    race.roll("K", "K")
    assert (race.view["series"]["virtual"], race.view["series"]["zone"]) == (5, "green")


def test_row_33_two_players_with_one_horse_each() -> None:
    race = racing({1: 28}, players=TWO, stable="single").roll("K")
    assert race.view["ranking"] == [{"player": "Ada", "rank": 1}, {"player": "Bea", "rank": 2}]


def test_row_34_the_shortest_straight_is_met_exactly() -> None:
    race = racing({1: 19}, board={"length": 22}).roll("K", "K")
    assert race.view["series"]["virtual"] == 21
    assert race.roll("K", "K").squares["1"] == 23
    assert race.view["horses"]["1"]["rank"] == 1


def test_row_35_a_series_laid_out_for_a_pair() -> None:
    series = {"horse": 1, "rolls": [["K", "9"], ["Q", "A"]]}
    race = racing({1: 19}, players=TWO, series=series, stable="pair")
    assert race.view["series"]["virtual"] == 21
    race.roll("K", "9")
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (22, 1)
    race.stop()
    assert (race.squares["1"], race.turn, race.view["dice_expected"]) == (22, "Bea", None)


def test_row_36_the_opening() -> None:
    race = Race().first("Cyd")
    assert race.squares == {"1": 0, "2": 0, "3": 0}
    assert race.turn == "Cyd"
    assert race.roll("9", "9").turn == "Ada"
