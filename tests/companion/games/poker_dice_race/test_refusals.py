"""Section 4 and PD-27: every refusal, and which one comes first when several apply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.action import Rejected

from .race import GAME, TWO, Race, confirm, racing, roll, stop


def over() -> Race:
    return racing({1: 28, 2: 22}, players=TWO, stable="single").roll("K")


def first(player: Any, by: str = "table") -> dict[str, Any]:
    return {"by": by, "do": "first_player", "player": player}


def pending() -> Race:
    """Two players with stables, Bea's turn, and Ada's moved pawns not yet seen."""
    race = racing({1: 4, 2: 6, 4: 8}, players=TWO, strict_placement=True)
    return race.roll("K", "K", horse=1).stop()


def straight() -> Race:
    return racing({1: 22})


def stables() -> Race:
    return racing(players=TWO)


def test_every_action_but_confirm_position_is_refused_after_the_end() -> None:
    race = over()
    for action in (
        roll("Bea", "K"),
        stop("Bea"),
        first("Bea"),
        {"by": "Bea", "do": "jump"},
        roll("Eve", "K"),
    ):
        race.refuses("game_over", action)
    race.confirm(1, 29)
    race.refuses("wrong_square", confirm(2, 23))


def test_game_over_comes_before_unknown_action_and_unknown_player() -> None:
    over().refuses("game_over", {"by": "Eve", "do": "jump"})


def test_an_unknown_player_confirms_nothing_after_the_end() -> None:
    over().refuses("unknown_player", confirm(1, 29, by="Eve"))


@pytest.mark.parametrize("position", [Race, racing])
def test_unknown_action_comes_before_unknown_player(position: Callable[[], Race]) -> None:
    race = position()
    race.refuses("unknown_action", {"by": "Ada", "do": "jump"})
    race.refuses("unknown_action", {"by": "Eve", "do": "jump"})


# first_player: table_only, wrong_phase, unknown_player


def test_first_player_by_a_stranger_is_an_unknown_player() -> None:
    Race().refuses("unknown_player", first("Ada", by="Eve"))


def test_first_player_is_told_by_the_table_only() -> None:
    Race().refuses("table_only", first("Ada", by="Ada"))


def test_first_player_table_only_comes_before_wrong_phase_and_unknown_player() -> None:
    racing().refuses("table_only", first("Ada", by="Ada"))
    Race().refuses("table_only", first("Eve", by="Ada"))


def test_first_player_is_told_once() -> None:
    Race().first("Ada").refuses("wrong_phase", first("Bea"))


def test_first_player_wrong_phase_comes_before_unknown_player() -> None:
    racing().refuses("wrong_phase", first("Eve"))


@pytest.mark.parametrize("player", ["Eve", "table", "bank", "", None, 1, True, ["Ada"], {"Ada": 1}])
def test_first_player_must_be_a_player(player: Any) -> None:
    Race().refuses("unknown_player", first(player))


def test_first_player_must_be_named() -> None:
    Race().refuses("unknown_player", {"by": "table", "do": "first_player"})


# roll: unknown_player, wrong_phase, not_your_turn, placement_pending, horse_locked, horse_required,
#       unknown_horse, not_your_horse, horse_finished, bad_face, wrong_dice_count


@pytest.mark.parametrize("by", ["Eve", "table", "bank"])
def test_only_a_player_rolls(by: str) -> None:
    racing().refuses("unknown_player", roll(by, "K", "K"))


@pytest.mark.parametrize("by", ["Eve", "table", "bank"])
def test_roll_unknown_player_comes_before_wrong_phase(by: str) -> None:
    Race().refuses("unknown_player", roll(by, "K", "K"))


def test_nobody_rolls_before_the_first_player_is_known() -> None:
    Race().refuses("wrong_phase", roll("Ada", "K", "K"))


def test_roll_wrong_phase_comes_before_a_bad_face() -> None:
    Race().refuses("wrong_phase", roll("Ada", "8", horse=9))


def test_only_the_player_whose_turn_it_is_rolls() -> None:
    racing().refuses("not_your_turn", roll("Bea", "K", "K"))


def test_roll_not_your_turn_comes_before_placement_pending() -> None:
    pending().refuses("not_your_turn", roll("Ada", "K", "K", horse=1))


@pytest.mark.parametrize(
    "action",
    [
        roll("Bea", "K", "K"),
        roll("Bea", "K", "K", horse=9),
        roll("Bea", "K", "K", horse=1),
        roll("Bea", "8", "K", horse=3),
        roll("Bea", "K", horse=3),
    ],
)
def test_roll_placement_pending_comes_before_horse_faces_and_count(action: dict[str, Any]) -> None:
    pending().refuses("placement_pending", action)


@pytest.mark.parametrize("horse", [1, 3, 4, 9])
def test_roll_horse_locked_comes_before_everything_about_the_named_horse(horse: int) -> None:
    race = racing({1: 4, 2: 6, 3: 1}, players=TWO).roll("K", "9", horse=2)
    race.refuses("horse_locked", roll("Ada", "8", horse=horse))


def test_roll_horse_locked_comes_before_horse_finished() -> None:
    race = racing({2: 6, 3: 1}, home={1: 1}, players=TWO).roll("K", "9")
    race.refuses("horse_locked", roll("Ada", "K", "9", horse=1))


def test_roll_horse_locked_holds_with_one_horse_each_too() -> None:
    racing().roll("K", "9").refuses("horse_locked", roll("Ada", "K", "9", horse=2))


def test_roll_horse_required_comes_before_bad_face_and_wrong_count() -> None:
    race = racing(players=TWO)
    race.refuses("horse_required", roll("Ada", "8", "K"))
    race.refuses("horse_required", roll("Ada", "K"))


@pytest.mark.parametrize("horse", [0, 4, 5, 9, -1, 10**30])
def test_roll_unknown_horse(horse: int) -> None:
    racing().refuses("unknown_horse", roll("Ada", "K", "K", horse=horse))
    racing().refuses("unknown_horse", roll("Ada", "8", horse=horse))


def test_roll_not_your_horse_comes_before_bad_face() -> None:
    race = racing(players=TWO)
    race.refuses("not_your_horse", roll("Ada", "K", "K", horse=3))
    race.refuses("not_your_horse", roll("Ada", "8", "K", horse=4))


def test_roll_not_your_horse_comes_before_horse_finished() -> None:
    race = racing({1: 3, 2: 4}, home={3: 1}, players=TWO)
    race.refuses("not_your_horse", roll("Ada", "K", "K", horse=3))


def test_roll_horse_finished_comes_before_bad_face_and_wrong_count() -> None:
    race = racing({2: 4}, home={1: 1}, players=TWO)
    race.refuses("horse_finished", roll("Ada", "K", "K", horse=1))
    race.refuses("horse_finished", roll("Ada", "8", "K", horse=1))
    race.refuses("horse_finished", roll("Ada", "K", horse=1))


@pytest.mark.parametrize(
    "face", ["8", "7", "1", "j", "k", "Jack", "Valet", "", " K", "KS", "10H", "0", "figure"]
)
def test_PD_27_every_face_must_be_one_of_the_dice(face: str) -> None:
    racing().refuses("bad_face", roll("Ada", "K", face))
    racing().refuses("bad_face", roll("Ada", face, "K"))


@pytest.mark.parametrize("face", [9, 10, True, False, None, 1.5, ["K"], {"K": 1}])
def test_PD_27_a_poker_face_is_text(face: Any) -> None:
    racing().refuses("bad_face", roll("Ada", "K", face))


@pytest.mark.parametrize("face", [0, 7, -1, "4", "K", True, False, None, 4.5, [4], 10**30])
def test_PD_27_a_number_is_a_whole_number_from_one_to_six(face: Any) -> None:
    racing(dice="numbers").refuses("bad_face", roll("Ada", 4, face))


def test_PD_27_bad_face_comes_before_wrong_dice_count() -> None:
    racing().refuses("bad_face", roll("Ada", "K", "K", "8"))
    racing().refuses("bad_face", roll("Ada", "8"))
    racing({1: 22}).refuses("bad_face", roll("Ada", "8", "K"))


@pytest.mark.parametrize("dice", [(), ("K",), ("K", "K", "K"), ("9",) * 3])
def test_PD_27_two_dice_are_due(dice: tuple[str, ...]) -> None:
    refusal = racing().refuses("wrong_dice_count", roll("Ada", *dice))
    assert refusal.details.get("expected", 2) == 2
    assert refusal.details.get("seen", len(dice)) == len(dice)


@pytest.mark.parametrize("dice", [(), ("K", "K"), ("9", "9")])
def test_PD_27_one_die_is_due(dice: tuple[str, ...]) -> None:
    refusal = racing({1: 22}).refuses("wrong_dice_count", roll("Ada", *dice))
    assert refusal.details["expected"] == 1


# stop: unknown_player, wrong_phase, not_your_turn, nothing_to_bank, on_obstacle_must_reroll


@pytest.mark.parametrize("by", ["Eve", "table", "bank"])
def test_stop_unknown_player_comes_before_wrong_phase(by: str) -> None:
    Race().refuses("unknown_player", stop(by))
    racing().refuses("unknown_player", stop(by))


def test_stop_wrong_phase() -> None:
    Race().refuses("wrong_phase", stop("Ada"))


def test_stop_not_your_turn_comes_before_nothing_to_bank_and_obstacles() -> None:
    racing().refuses("not_your_turn", stop("Bea"))
    racing({1: 9}).roll("K", "9").refuses("not_your_turn", stop("Bea"))


def test_stop_waits_for_no_confirmation() -> None:
    """Only rolls wait with strict placement: stop lists no such refusal."""
    pending().refuses("nothing_to_bank", stop("Bea"))


# confirm_position: table_only, unknown_horse, wrong_square


@pytest.mark.parametrize("by", ["Ada", "Bea", "bank"])
def test_confirm_position_comes_from_the_table_only(by: str) -> None:
    racing().refuses("table_only", confirm(1, 0, by=by))


def test_confirm_position_by_a_stranger() -> None:
    racing().refuses("unknown_player", confirm(1, 0, by="Eve"))


def test_confirm_position_table_only_comes_before_unknown_horse_and_wrong_square() -> None:
    racing().refuses("table_only", confirm(9, 5, by="Ada"))
    racing().refuses("table_only", confirm(1, 5, by="Ada"))


@pytest.mark.parametrize("horse", [0, 4, 9, -1, "1", True, None, 1.5, [1], {"1": 1}])
def test_confirm_position_unknown_horse_comes_before_wrong_square(horse: Any) -> None:
    racing().refuses("unknown_horse", confirm(horse, 17))


def test_confirm_position_names_the_expected_and_the_seen_square() -> None:
    race = racing({1: 4, 2: 7}).roll("K", "K").roll("K", "9").stop()
    refusal = race.refuses("wrong_square", confirm(1, 8))
    assert refusal.details["expected"] == 7 and refusal.details["seen"] == 8


def test_confirm_position_after_a_lost_series_expects_the_old_square() -> None:
    race = racing({1: 9}).roll("K", "9").roll("9", "9")
    refusal = race.refuses("wrong_square", confirm(1, 10))
    assert refusal.details["expected"] == 9 and refusal.details["seen"] == 10


def test_confirm_position_during_a_series_expects_the_real_square() -> None:
    race = racing({1: 3}).roll("K", "K")
    assert race.refuses("wrong_square", confirm(1, 5)).details["expected"] == 3


@pytest.mark.parametrize("square", ["0", False, None, 0.5, [0], {"0": 0}, 10**30, -1])
def test_confirm_position_a_square_is_a_whole_number(square: Any) -> None:
    racing().refuses("wrong_square", confirm(1, square))


# Whatever comes in: refused, never an accident


NONSENSE: list[Any] = [None, True, False, 0, -1, 1.0, float("nan"), "1", "", "K", [], {}]
NONSENSE += [["K"] * 100_000, "K" * 100_000]


@pytest.mark.parametrize("position", [Race, racing, straight, stables, pending, over])
@pytest.mark.parametrize("argument", ["by", "do", "dice", "horse", "square", "player"])
@pytest.mark.parametrize(
    "action",
    [roll("Ada", "K", "K", horse=1), stop("Ada"), confirm(1, 0), first("Ada")],
    ids=["roll", "stop", "confirm_position", "first_player"],
)
def test_any_value_is_accepted_or_refused_but_breaks_nothing(
    position: Callable[[], Race], argument: str, action: dict[str, Any]
) -> None:
    race = position()
    without = {key: value for key, value in action.items() if key != argument}
    for asked in [without, *({**action, argument: value} for value in NONSENSE)]:
        before = race.view
        try:
            state, events = GAME.apply(race.state, asked)
        except Rejected as refusal:
            assert refusal.code
        else:
            assert hash(state) is not None and isinstance(events, tuple)
        assert race.view == before


@pytest.mark.parametrize("dice", [None, "KK", "K", 2, {"K": 1, "Q": 1}, True, [["K", "K"]], [["K"], ["K"]]])
def test_dice_must_be_a_list_of_faces(dice: Any) -> None:
    race = racing()
    with pytest.raises(Rejected):
        GAME.apply(race.state, {"by": "Ada", "do": "roll", "dice": dice})


@pytest.mark.parametrize("horse", ["1", True, 1.5, [1], {}])
def test_a_horse_is_named_by_its_whole_number(horse: Any) -> None:
    for race in (racing(), racing(players=TWO), racing().roll("K", "9")):
        with pytest.raises(Rejected):
            GAME.apply(race.state, roll("Ada", "K", "K", horse=horse))


def test_a_roll_without_dice_is_refused() -> None:
    with pytest.raises(Rejected):
        GAME.apply(racing().state, {"by": "Ada", "do": "roll"})


def test_an_action_without_author_or_verb_is_refused() -> None:
    for action in ({}, {"by": "Ada"}, {"do": "roll", "dice": ["K", "K"]}, {"do": "stop"}):
        with pytest.raises(Rejected):
            GAME.apply(racing().roll("K", "9").state, action)
