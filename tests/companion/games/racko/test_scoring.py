"""RK-35 to RK-39 and RK-50 to RK-59f: points, teams, the bonus, chips, and the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.racko.hands import HANDS
from tests.playing import Play, refused_game

from .round import ASCENDING, FOUR, LOW, THREE, TWO, WITH_RUN, playing, scored


def won_by_ada(players: tuple[str, ...] = FOUR, shown: list[int] | None = None, **given: Any) -> Play:
    return playing(players, **given).do("Ada", "racko", rack=shown or WITH_RUN)


def test_RK_35_the_announcer_receives_seventy_five() -> None:
    play = scored(won_by_ada(shown=ASCENDING), {"Bea": 1, "Cyd": 1, "Dan": 1})
    play.happened("round_scored", points={"Ada": 75, "Bea": 5, "Cyd": 5, "Dan": 5})
    play.shows(round_points={"Ada": 75, "Bea": 5, "Cyd": 5, "Dan": 5}, round_bonus=0, scores={"Ada": 75})


@pytest.mark.parametrize(
    ("shown", "points"),
    [
        ([3, 8, 14, 26, 29, 37, 22, 41, 46, 52], 30),
        ([12, 5, 16, 20, 24, 28, 33, 34, 41, 42], 5),
        ([1, 4, 6, 9, 10, 11, 15, 17, 18, 21], 50),
    ],
    ids=["row 22", "row 23", "row 24"],
)
def test_RK_36_the_others_receive_five_a_card_up_to_the_break(shown: list[int], points: int) -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options={"two_player_run": True})
    usable = [card for card in shown if card <= 40]
    if len(usable) < 10:
        play = won_by_ada(THREE, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], discard=[40])
        if max(shown) > 50:
            play = won_by_ada(FOUR, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], discard=[60])
    play.do("Bea", "show_rack", rack=shown).shows(racks_shown={"Bea": shown})
    scored(play, {player: 1 for player in play.view["awaiting_racks"]})
    assert play.view["round_points"]["Bea"] == points


def test_RK_37_the_card_in_slot_5_always_counts() -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32])
    play.do("Bea", "show_rack", rack=[38, 1, 3, 4, 5, 6, 8, 9, 10, 11]).shows(round_points={"Bea": 5})


def test_RK_38_a_full_rack_that_was_not_announced_scores_fifty() -> None:
    play = won_by_ada(options={"bonus": True}, shown=ASCENDING)
    play.do("Bea", "show_rack", rack=[1, 3, 4, 5, 6, 8, 9, 10, 11, 12])
    scored(play, {"Cyd": 1, "Dan": 1}).shows(round_points={"Bea": 50})


@pytest.mark.parametrize(
    ("before", "counts", "over", "winners"),
    [
        ({"Ada": 430, "Bea": 470}, 9, True, ["Bea"]),
        ({"Ada": 424, "Bea": 100}, 1, False, []),
        ({"Ada": 425, "Bea": 450}, 10, True, ["Ada", "Bea"]),
    ],
    ids=["row 49", "row 51", "row 50"],
)
def test_RK_39_five_hundred_points_end_the_game(
    before: dict[str, int], counts: int, over: bool, winners: list[str]
) -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], scores=before).do(
        "Bea", "count_rack", count=counts
    )
    play.shows(phase="game_over" if over else "round_over", winners=winners)
    if over:
        play.happened("game_over", winners=winners)
        assert play.refused("table", "deal") == "game_over"


def test_RK_39_equal_totals_may_play_another_round() -> None:
    play = won_by_ada(
        TWO,
        [2, 7, 13, 19, 23, 25, 27, 30, 31, 32],
        options={"tie": "extra_round"},
        scores={"Ada": 425, "Bea": 450},
    )
    play.do("Bea", "count_rack", count=10).happened("tie_extra_round").shows(phase="round_over", winners=[])
    play.do("table", "deal").shows(phase="turn_up", round=2)


def test_RK_39_the_target_is_an_option() -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options={"target": 75})
    play.do("Bea", "count_rack", count=1).shows(phase="game_over", winners=["Ada"])


# ---------------------------------------------------------------- teams


def test_RK_50_seats_one_and_three_play_against_two_and_four() -> None:
    play = playing(options={"teams": True})
    assert play.view["team_scores"] == {"Ada+Cyd": 0, "Bea+Dan": 0}
    assert "team_scores" not in playing().view or playing().view["team_scores"] in (None, {})


def test_RK_51_partners_add_their_points() -> None:
    """Worked example 32."""
    play = won_by_ada(options={"teams": True}, scores={"Ada": 215, "Cyd": 200, "Bea": 245, "Dan": 245})
    scored(play, {"Bea": 1, "Cyd": 7, "Dan": 1})
    play.shows(team_scores={"Ada+Cyd": 525, "Bea+Dan": 500}, phase="game_over", winners=["Ada", "Cyd"])


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (FOUR, {"teams": True, "settlement": "chips"}),
        (THREE, {"teams": True}),
        (TWO, {"teams": True}),
        (("Ada",), {}),
        ((*FOUR, "Eve"), {}),
        (FOUR, {"no_such_rule": True}),
        (FOUR, {"target": 4}),
        (FOUR, {"target": "500"}),
        (FOUR, {"bonus": 1}),
        (FOUR, {"tie": "coin"}),
        (FOUR, {"chips_start": 0}),
        (FOUR, {"chips_rounds": 0}),
        (("Ada", "Ada"), {}),
    ],
)
def test_RK_52_impossible_games_are_refused_when_created(
    players: tuple[str, ...], options: dict[str, object]
) -> None:
    assert refused_game("racko", players, options=options) == "bad_options"


# ---------------------------------------------------------------- bonus


@pytest.mark.parametrize(
    ("shown", "points"),
    [
        ([17, 20, 21, 22, 24, 26, 28, 31, 35, 40], 125),
        ([17, 20, 21, 22, 23, 26, 28, 31, 35, 40], 175),
        ([17, 20, 21, 22, 23, 24, 26, 31, 35, 40], 275),
        ([17, 20, 21, 22, 23, 24, 25, 28, 35, 40], 475),
        ([17, 20, 21, 22, 23, 24, 25, 26, 31, 40], 475),
    ],
    ids=["row 33", "row 34", "row 35", "row 36", "row 37"],
)
def test_RK_55_the_longest_run_adds_its_bonus(shown: list[int], points: int) -> None:
    play = scored(won_by_ada(shown=shown, options={"bonus": True}), {"Bea": 1, "Cyd": 1, "Dan": 1})
    play.shows(round_points={"Ada": points}, round_bonus=points - 75)


def test_RK_56_only_the_longest_run_counts() -> None:
    """Worked example 38."""
    play = won_by_ada(shown=[20, 21, 22, 27, 28, 29, 30, 41, 42, 43], options={"bonus": True})
    play.happened("round_won", longest_run=4)
    scored(play, {"Bea": 1, "Cyd": 1, "Dan": 1}).shows(round_points={"Ada": 175})


def test_RK_57_only_the_announcer_has_a_bonus() -> None:
    """Worked example 40."""
    play = won_by_ada(options={"bonus": True}, discard=[60]).do("Bea", "show_rack", rack=list(range(1, 11)))
    scored(play, {"Cyd": 1, "Dan": 1}).shows(round_points={"Ada": 125, "Bea": 50})


def test_RK_58_without_a_run_it_brings_seventy_five() -> None:
    """Worked example 39."""
    play = scored(won_by_ada(shown=LOW, options={"bonus": True}), {"Bea": 1, "Cyd": 1, "Dan": 1})
    play.shows(round_points={"Ada": 75}, round_bonus=0)


# ---------------------------------------------------------------- chips

CHIPS = {"settlement": "chips"}


def test_RK_59a_each_loser_pays_the_winner_in_chips() -> None:
    """Worked example 41."""
    play = won_by_ada(options={**CHIPS, "bonus": True}, discard=[60])
    assert play.view["chips"] == {"Ada": 20, "Bea": 20, "Cyd": 20, "Dan": 20}
    scored(play, {"Bea": (1, 1), "Cyd": (4, 4), "Dan": (2, 6)})
    play.happened("chips_paid", player="Bea", to="Ada", due=1, paid=1)
    play.happened("chips_paid", player="Cyd", to="Ada", due=3, paid=3)
    play.happened("chips_paid", player="Dan", to="Ada", due=9, paid=9)
    play.happened("round_scored", points={})
    play.shows(chips={"Ada": 33, "Bea": 19, "Cyd": 17, "Dan": 11}, round_points={}, round_bonus=0)
    assert set(play.view["scores"].values()) == {0}


@pytest.mark.parametrize(("run", "price"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 5), (6, 9), (10, 9)])
def test_RK_59a_the_price_of_a_run(run: int, price: int) -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options=CHIPS)
    play.do("Bea", "count_rack", count=10, longest_run=run).shows(
        chips={"Ada": 20 + price, "Bea": 20 - price}
    )


def test_RK_59b_or_the_winners_run_sets_the_price() -> None:
    """Worked example 42."""
    play = won_by_ada(options={**CHIPS, "chips_basis": "winner_run"})
    scored(play, {"Bea": (1, 1), "Cyd": (4, 4), "Dan": (2, 6)})
    play.shows(chips={"Ada": 26, "Bea": 18, "Cyd": 18, "Dan": 18})


def test_RK_59c_a_losers_run_counts_anywhere_in_the_rack() -> None:
    play = won_by_ada(options=CHIPS, discard=[60])
    play.do("Bea", "show_rack", rack=[58, 2, 4, 6, 41, 42, 43, 44, 8, 10])
    scored(play, {"Cyd": 1, "Dan": 1}).shows(chips={"Bea": 17})


def test_RK_59d_who_cannot_pay_gives_what_is_left_and_is_out() -> None:
    """Worked example 43."""
    play = won_by_ada(THREE, options=CHIPS, chips={"Ada": 5, "Bea": 9, "Cyd": 4}, discard=[48])
    scored(play, {"Bea": (1, 3), "Cyd": (1, 5)})
    play.happened("chips_paid", player="Cyd", due=5, paid=4).happened("eliminated", player="Cyd")
    play.shows(chips={"Ada": 11, "Bea": 7, "Cyd": 0}, out=["Cyd"], players=["Ada", "Bea"], deck_max=40)
    assert play.refused("Cyd", "racko") == "player_out"
    play.do("table", "deal").shows(stock=20).do("table", "turn_up", card=39)
    play.do("Bea", "racko", rack=[1, 3, 5, 7, 9, 11, 13, 15, 17, 19]).happened("false_racko", reason="no_run")


def test_RK_59d_having_exactly_enough_is_not_elimination() -> None:
    """Worked example 43a."""
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options=CHIPS, chips={"Ada": 5, "Bea": 5})
    play.do("Bea", "count_rack", count=1, longest_run=5).did_not_happen("eliminated")
    play.shows(chips={"Ada": 10, "Bea": 0}, out=[], phase="round_over")


def test_RK_59e_after_the_agreed_rounds_most_chips_win() -> None:
    """Worked example 44."""
    play = won_by_ada(THREE, options={**CHIPS, "chips_rounds": 1}, chips={"Ada": 3, "Bea": 9, "Cyd": 20})
    scored(play, {"Bea": 1, "Cyd": 1}).shows(phase="game_over", winners=["Cyd"])
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options={**CHIPS, "chips_rounds": 1},
                      chips={"Ada": 4, "Bea": 6})  # fmt: skip
    play.do("Bea", "count_rack", count=1).shows(winners=["Ada", "Bea"], chips={"Ada": 5, "Bea": 5})


def test_RK_59e_one_player_left_wins() -> None:
    play = won_by_ada(TWO, [2, 7, 13, 19, 23, 25, 27, 30, 31, 32], options=CHIPS, chips={"Ada": 5, "Bea": 1})
    play.do("Bea", "count_rack", count=1, longest_run=3).happened("eliminated", player="Bea")
    play.shows(phase="game_over", winners=["Ada"])


def test_RK_59f_a_round_without_a_winner_moves_no_chips() -> None:
    play = playing(TWO, options={**CHIPS, "stock_empty": "round_ends"}, stock=0).do("table", "end_round")
    scored(play, {"Ada": (3, 6), "Bea": (3, 6)}).shows(chips={"Ada": 20, "Bea": 20}, phase="round_over")


@pytest.mark.parametrize(("basis", "paid"), [("loser_run", 1), ("winner_run", 2)])
def test_RK_59f_a_player_out_of_the_round_pays_one(basis: str, paid: int) -> None:
    """Worked example 63."""
    play = playing(
        THREE, options={**CHIPS, "chips_basis": basis, "false_racko": "out_of_round"}, discard=[50]
    )
    play.do("Ada", "racko", rack=[42, 43, 44, 45, 46, 47, 48, 41, 49, 2])
    play.do("Bea", "racko", rack=WITH_RUN).shows(awaiting_racks=["Cyd"]).do("Cyd", "count_rack", count=1)
    play.happened("chips_paid", player="Ada", to="Bea", paid=paid)


@pytest.mark.parametrize("told", [{"count": 0}, {"count": 11}, {"count": 3, "longest_run": 0},
                                  {"count": 3, "longest_run": 11}, {"count": True}, {"count": "3"}, {}])  # fmt: skip
def test_a_count_is_one_to_ten(told: dict[str, object]) -> None:
    assert won_by_ada().refused("Bea", "count_rack", **told) == "bad_count"


def test_a_rack_is_counted_once_and_only_while_it_is_awaited() -> None:
    play = won_by_ada().do("Bea", "count_rack", count=3).shows(racks_shown={"Bea": None})
    assert play.refused("Bea", "count_rack", count=3) == "rack_not_awaited"
    assert play.refused("Ada", "count_rack", count=3) == "rack_not_awaited"
    assert playing().refused("Ada", "count_rack", count=3) == "wrong_phase"


def test_RK_60_whose_rack_is_counted_first_matters_to_nobody() -> None:
    """Two racks are laid open at once, and nobody can tell which was the first."""
    told = [playing(THREE).do("Ada", "racko", rack=LOW) for _ in range(2)]
    one, other = scored(told[0], {"Bea": 3, "Cyd": 5}), scored(told[1], {"Cyd": 5, "Bea": 3})
    assert one.state != other.state and HANDS.essence(one.state) == HANDS.essence(other.state)
    third = scored(playing(THREE).do("Ada", "racko", rack=LOW), {"Bea": 4, "Cyd": 5})
    assert HANDS.essence(third.state) != HANDS.essence(one.state)
