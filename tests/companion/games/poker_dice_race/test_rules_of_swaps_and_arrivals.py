"""PD-16 to PD-26: swaps, arrivals, ranks and stables; section 6, end and ranking."""

from __future__ import annotations

from typing import Any

import pytest

from .race import FOUR, TWO, racing, roll, stop


def ranking(*ranks: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"player": player, "rank": rank} for player, rank in ranks]


def test_PD_16_a_horse_that_stops_on_an_occupied_square_takes_it() -> None:
    race = racing({1: 4, 2: 7, 3: 2}).roll("K", "K").roll("K", "9").stop()
    assert race.squares == {"1": 7, "2": 4, "3": 2}
    assert race.event("horses_swapped") == {
        "event": "horses_swapped",
        "horse": 1,
        "displaced": 2,
        "displaced_to": 4,
    }


def test_PD_16_the_swap_works_in_the_straight_too() -> None:
    race = racing({1: 22, 2: 23}).roll("K").stop()
    assert race.squares["1"] == 23 and race.squares["2"] == 22


def test_PD_16_a_virtual_visit_swaps_nothing() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K")
    assert "horses_swapped" not in race.names
    assert (race.squares["1"], race.squares["2"]) == (4, 6)
    race.roll("9", "A")
    assert (race.squares["1"], race.squares["2"]) == (4, 6)


def test_PD_16_passing_over_virtually_and_stopping_beyond_swaps_nothing() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K").roll("K", "9").stop()
    assert race.squares["1"] == 7 and race.squares["2"] == 6


def test_PD_16_the_newcomer_is_named_before_the_displaced_horse() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K").stop()
    assert race.names.index("horse_moved") < race.names.index("horses_swapped")
    assert race.view["awaiting"] == [{"horse": 1, "square": 6}, {"horse": 2, "square": 4}]


@pytest.mark.parametrize("displaced", [1, 2])
def test_PD_17_from_the_start_the_displaced_horse_returns_to_its_own_start(displaced: int) -> None:
    race = racing({displaced: 2}, turn="Cyd").roll("K", "K").stop()
    assert race.event("horses_swapped") == {
        "event": "horses_swapped",
        "horse": 3,
        "displaced": displaced,
        "displaced_to": 0,
    }
    assert race.view["horses"][str(displaced)]["zone"] == "start"


def test_PD_16_the_start_is_no_track_square_and_holds_many_horses() -> None:
    race = racing({1: 1}, turn="Bea").roll("K", "9").stop()
    assert race.squares == {"1": 0, "2": 1, "3": 0}


def test_PD_18_horses_of_one_stable_swap_too() -> None:
    race = racing({1: 4, 2: 6}, players=TWO).roll("K", "J", horse=1).stop()
    assert (race.squares["1"], race.squares["2"]) == (6, 4)
    assert race.event("horses_swapped")["displaced"] == 2


def test_PD_19_a_horse_sent_back_behind_the_second_obstacle_has_two_dice_again() -> None:
    race = racing({1: 19, 2: 23}).roll("K", "K").roll("K", "K").stop()
    assert (race.squares["2"], race.turn, race.view["dice_expected"]) == (19, "Bea", 2)
    race.refuses("wrong_dice_count", roll("Bea", "K"))


def test_PD_20_the_displaced_horse_never_lands_on_a_blue_square() -> None:
    for start in [*range(10), *range(12, 20)]:
        target = start + 6
        if target in {10, 11, 20, 21}:
            continue
        race = racing({1: start, 2: target})
        for _ in range(3):
            one_die = race.view["dice_expected"] == 1
            if race.view["series"] and race.view["series"]["virtual"] == target:
                break
            race.roll(*(("K",) if one_die else ("K", "K")))
        while race.view["series"]["virtual"] < target:
            race.roll("K")
        race.stop()
        assert race.squares["1"] == target
        assert race.squares["2"] == start
        assert race.view["horses"]["2"]["zone"] != "blue"


def test_PD_21_arriving_is_automatic() -> None:
    race = racing({1: 28}).roll("K")
    horse = race.view["horses"]["1"]
    assert (horse["square"], horse["zone"], horse["rank"]) == (29, "finish", 1)
    assert race.event("horse_finished") == {
        "event": "horse_finished",
        "horse": 1,
        "rank": 1,
        "owner": "Ada",
    }
    assert (race.turn, race.view["series"], race.view["can_stop"]) == ("Bea", None, False)
    race.refuses("not_your_turn", stop("Ada"))


def test_PD_21_the_arrival_counts_from_the_virtual_square() -> None:
    race = racing({1: 26}).roll("J").roll("Q")
    assert "horse_finished" not in race.names and race.squares["1"] == 26
    race.roll("K")
    assert race.event("horse_finished")["horse"] == 1
    assert race.squares["1"] == 29


def test_PD_21_the_rank_is_the_lowest_free_numbered_square() -> None:
    race = racing({2: 28, 4: 28}, home={1: 1, 3: 2}, turn="Bea", players=FOUR).roll("K")
    assert race.event("horse_finished")["rank"] == 3


def test_PD_21_arrivals_do_not_swap() -> None:
    race = racing({2: 28, 3: 3}, home={1: 1}, turn="Bea").roll("K")
    assert "horses_swapped" not in race.names
    assert race.squares["1"] == 29 and race.squares["2"] == 29


@pytest.mark.parametrize("length", [22, 23, 24, 28, 40])
@pytest.mark.parametrize("start", [17, 18, 19])
def test_PD_22_the_finish_is_met_exactly(length: int, start: int) -> None:
    for small_first in (False, True):
        race = racing({1: start}, board={"length": length})
        single_used = not small_first
        while "horse_finished" not in race.names:
            if race.view["dice_expected"] == 1:
                race.roll("K")
            elif not single_used:
                single_used = True
                race.roll("K", "9")
            else:
                race.roll("K", "K")
            if race.view["series"]:
                assert race.view["series"]["virtual"] <= length
        assert race.squares["1"] == length + 1


def test_PD_23_arrived_horses_are_out_of_play_and_their_player_is_skipped() -> None:
    race = racing({1: 5, 3: 6}, home={2: 1}).roll("9", "9")
    assert race.turn == "Cyd"
    race.refuses("not_your_turn", roll("Bea", "K", "K"))


def test_PD_23_two_arrived_players_are_skipped_together() -> None:
    race = racing({1: 5, 4: 6}, home={2: 1, 3: 2}, players=FOUR).roll("9", "9")
    assert race.turn == "Dan"


def test_PD_24_the_first_arrival_wins_and_the_others_play_on() -> None:
    race = racing({1: 28, 2: 5, 3: 6}).roll("K")
    assert (race.view["winner"], race.view["phase"], race.turn) == ("Ada", "racing", "Bea")
    assert "game_over" not in race.names


def test_PD_24_the_last_one_left_takes_the_last_rank_without_playing() -> None:
    race = racing({2: 28, 3: 6}, home={1: 1}, turn="Bea").roll("K")
    assert (race.view["phase"], race.view["winner"]) == ("over", "Ada")
    assert race.view["finish_order"] == [1, 2, 3]
    assert race.view["ranking"] == ranking(("Ada", 1), ("Bea", 2), ("Cyd", 3))
    assert race.view["horses"]["3"] == {"owner": "Cyd", "square": 6, "rank": 3, "zone": "green"}
    assert race.event("horse_finished")["horse"] == 2
    assert race.event("game_over") == {"event": "game_over", "winner": "Ada"}


def test_PD_24_the_last_horse_may_be_ranked_on_its_start() -> None:
    race = racing({2: 28}, home={1: 1}, turn="Bea").roll("K")
    assert race.view["horses"]["3"] == {"owner": "Cyd", "square": 0, "rank": 3, "zone": "start"}


def test_PD_24_with_two_single_horses_the_first_arrival_ends_the_game() -> None:
    race = racing({1: 28, 2: 22}, players=TWO, stable="single").roll("K")
    assert (race.view["phase"], race.view["finish_order"]) == ("over", [1, 2])
    assert race.view["ranking"] == ranking(("Ada", 1), ("Bea", 2))


def test_PD_24_end_when_first_stops_at_the_first_arrival() -> None:
    race = racing({1: 10 + 12, 2: 28, 3: 24}, turn="Bea", end_when="first").roll("K")
    assert (race.view["phase"], race.view["winner"]) == ("over", "Bea")
    assert race.view["ranking"] == ranking(("Bea", 1), ("Cyd", 2), ("Ada", 3))
    assert race.event("game_over")["winner"] == "Bea"


@pytest.mark.parametrize(
    ("squares", "expected"),
    [
        ({1: 28, 2: 5, 3: 25, 4: 7}, [("Ada", 1), ("Cyd", 2), ("Dan", 3), ("Bea", 4)]),
        ({1: 28, 2: 0, 3: 25, 4: 0}, [("Ada", 1), ("Cyd", 2), ("Bea", 3), ("Dan", 3)]),
        ({1: 28, 2: 0, 3: 0, 4: 0}, [("Ada", 1), ("Bea", 2), ("Cyd", 2), ("Dan", 2)]),
    ],
)
def test_section_6_end_when_first_ranks_by_square_and_the_start_is_shared(
    squares: dict[int, int], expected: list[tuple[str, int]]
) -> None:
    race = racing(squares, players=FOUR, end_when="first").roll("K")
    assert race.view["ranking"] == ranking(*expected)


def test_PD_25_the_first_stable_with_both_horses_home_wins() -> None:
    race = racing({2: 28, 4: 28}, home={1: 1, 3: 2}, turn="Bea", players=TWO).roll("K")
    assert (race.view["phase"], race.view["winner"]) == ("over", "Bea")
    assert race.view["finish_order"] == [1, 3, 4]
    assert race.view["ranking"] == ranking(("Bea", 1), ("Ada", 2))
    assert race.event("horse_finished") == {
        "event": "horse_finished",
        "horse": 4,
        "rank": 3,
        "owner": "Bea",
    }
    assert race.event("game_over") == {"event": "game_over", "winner": "Bea"}


def test_PD_25_the_first_horse_home_decides_nothing_yet() -> None:
    race = racing({1: 28, 2: 3, 3: 27, 4: 28}, players=TWO).roll("K", horse=1)
    assert (race.view["phase"], race.view["winner"], race.turn) == ("racing", None, "Bea")
    assert race.view["horses"]["1"]["rank"] == 1


def test_PD_25_both_horses_of_one_stable_may_come_first() -> None:
    race = racing({2: 28, 3: 3}, home={1: 1}, players=TWO).roll("K")
    assert (race.view["winner"], race.view["finish_order"]) == ("Ada", [1, 2])
    assert race.view["ranking"] == ranking(("Ada", 1), ("Bea", 2))


def test_PD_25_end_when_first_says_nothing_about_stables() -> None:
    race = racing({1: 28, 2: 3}, players=TWO, end_when="first").roll("K", horse=1)
    assert (race.view["phase"], race.view["winner"]) == ("racing", None)


def test_PD_26_the_horse_is_named_with_the_first_roll_and_kept() -> None:
    race = racing({1: 4, 2: 6}, players=TWO)
    race.refuses("horse_required", roll("Ada", "K", "J"))
    race.roll("K", "J", horse=2).roll("K", "9")
    assert (race.view["series"]["horse"], race.view["series"]["virtual"]) == (2, 9)
    race.refuses("horse_locked", roll("Ada", "K", "J", horse=1))
    race.roll("10", "A", horse=2)
    assert race.turn == "Bea"


def test_PD_26_every_turn_chooses_anew() -> None:
    race = racing(players=TWO).roll("K", "9", horse=1).stop().roll("9", "9", horse=4)
    race.roll("K", "9", horse=2)
    assert race.view["series"]["horse"] == 2


def test_PD_26_one_running_horse_need_not_be_named() -> None:
    race = racing({2: 22, 3: 5}, home={1: 1}, players=TWO)
    assert race.view["dice_expected"] == 1
    race.roll("K")
    assert race.view["series"]["horse"] == 2


def test_PD_26_one_running_horse_may_be_named() -> None:
    race = racing({2: 22, 3: 5}, home={1: 1}, players=TWO).roll("K", horse=2)
    assert race.view["series"]["horse"] == 2
    assert racing().roll("K", "9", horse=1).view["series"]["horse"] == 1


def test_PD_26_the_chosen_horse_decides_how_many_dice_are_due() -> None:
    race = racing({1: 22, 2: 6}, players=TWO)
    assert race.view["dice_expected"] is None
    race.refuses("wrong_dice_count", roll("Ada", "K", "K", horse=1))
    race.refuses("wrong_dice_count", roll("Ada", "K", horse=2))
    assert race.roll("K", horse=1).view["dice_expected"] == 1


def test_PD_26_a_refused_first_roll_binds_nobody() -> None:
    race = racing({1: 22, 2: 6}, players=TWO)
    race.refuses("wrong_dice_count", roll("Ada", "K", "K", horse=1))
    assert race.roll("K", "K", horse=2).view["series"]["horse"] == 2
