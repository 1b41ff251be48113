"""What lay on the table, the house rules and the board: sections 1.1, 2.1 and the setup of section 3."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.action import Rejected

from .race import FOUR, GAME, THREE, TWO, Race, confirm, racing, roll

SHARED_PROFILE = Path(__file__).parents[5] / "shared" / "profiles" / "poker_dice_race_default.json"


def refusal_of(**arguments: Any) -> str:
    """The code with which this game cannot be created."""
    with pytest.raises(Rejected) as refusal:
        GAME.new_game(**{"players": list(THREE), **arguments})
    return refusal.value.code


def zones(race: Race) -> list[str]:
    """The zone of every square that a horse may be laid on, and "blue" where it may not."""
    found = []
    for square in range(race.view["board"]["length"] + 1):
        setup = {
            "phase": "racing",
            "turn": "Ada",
            "board": race.view["board"],
            "horses": {"1": {"square": square}},
        }
        try:
            laid = Race(setup=setup)
        except Rejected:
            found.append("blue")
        else:
            found.append(laid.view["horses"]["1"]["zone"])
    return found


# ------------------------------------------------------------------------------- the board (1.1)


def test_the_default_board_is_the_one_of_the_rules() -> None:
    expected = ["start"] + ["green"] * 9 + ["blue"] * 2 + ["green"] * 8 + ["blue"] * 2 + ["yellow"] * 7
    assert zones(Race()) == expected


def test_the_default_profile_says_the_same_as_no_profile() -> None:
    assert Race(profile=GAME.default_profile()).state == Race().state


def test_the_default_profile_is_the_published_one() -> None:
    if not SHARED_PROFILE.exists():
        pytest.skip(f"no published profile at {SHARED_PROFILE}")
    published = json.loads(SHARED_PROFILE.read_text(encoding="utf-8"))
    assert GAME.default_profile()["board"] == published["board"]
    assert Race(profile=published).state == Race().state


FAMILY = {"length": 20, "obstacles": [[3, 4], [12, 13]], "arrival_squares": 4}


def test_a_family_board_comes_from_its_profile() -> None:
    race = Race(profile={"board": FAMILY})
    assert (
        zones(race)
        == ["start"] + ["green"] * 2 + ["blue"] * 2 + ["green"] * 7 + ["blue"] * 2 + ["yellow"] * 7
    )
    assert race.view["board"]["length"] == 20


def test_the_setup_is_merged_over_the_profile_key_by_key() -> None:
    race = Race(profile={"board": FAMILY}, setup={"board": {"length": 14}})
    assert zones(race)[-2:] == ["blue", "yellow"] and len(zones(race)) == 15


def test_the_setup_is_merged_over_the_default_board_key_by_key() -> None:
    race = racing({1: 22}, board={"length": 22})
    race.roll("K")
    assert race.squares["1"] == 23 and race.view["horses"]["1"]["rank"] == 1


@pytest.mark.parametrize(
    "board",
    [
        {"obstacles": []},
        {"obstacles": [[10, 11]]},
        {"obstacles": [[10, 11], [20, 21], [24, 25]]},
        {"obstacles": [[10], [20, 21]]},
        {"obstacles": [[10, 11, 12], [20, 21]]},
        {"obstacles": [[10, 12], [20, 21]]},
        {"obstacles": [[11, 10], [20, 21]]},
        {"obstacles": [[10, 10], [20, 21]]},
        {"obstacles": [[1, 2], [20, 21]]},
        {"obstacles": [[0, 1], [20, 21]]},
        {"obstacles": [[-3, -2], [20, 21]]},
        {"obstacles": [[10, 11], [12, 13]]},
        {"obstacles": [[10, 11], [11, 12]]},
        {"obstacles": [[10, 11], [10, 11]]},
        {"obstacles": [[10, 11], [27, 28]]},
        {"obstacles": [[10, 11], [40, 41]]},
        {"length": 21},
        {"length": 0},
        {"length": -28},
        {"length": "28"},
        {"length": 28.5},
        {"length": True},
        {"length": None},
        {"obstacles": None},
        {"obstacles": 10},
        {"obstacles": "10"},
        {"obstacles": {"1": [10, 11], "2": [20, 21]}},
        {"obstacles": [[True, 2], [20, 21]]},
        {"obstacles": [["10", "11"], ["20", "21"]]},
        {"obstacles": [10, 11]},
        {"obstacles": ["10", "20"]},
        {"arrival_squares": 0},
        {"arrival_squares": True},
        {"arrival_squares": "4"},
    ],
    ids=str,
)
def test_a_board_that_breaks_section_1_1_is_refused(board: dict[str, Any]) -> None:
    whole = {"length": 28, "obstacles": [[10, 11], [20, 21]], "arrival_squares": 4, **board}
    assert refusal_of(profile={"board": whole}) == "bad_profile"
    assert refusal_of(setup={"board": board}) in {"bad_setup", "bad_profile"}


@pytest.mark.parametrize(
    "board",
    [
        {"length": 8, "obstacles": [[2, 3], [5, 6]]},
        {"length": 7, "obstacles": [[2, 3], [5, 6]]},
        {"length": 60, "obstacles": [[30, 31], [50, 51]]},
    ],
    ids=str,
)
def test_the_smallest_and_larger_boards_are_accepted(board: dict[str, Any]) -> None:
    assert Race(profile={"board": {**board, "arrival_squares": 4}}).view["board"]["length"] == board["length"]


@pytest.mark.parametrize(
    "profile", [{}, {"board": None}, {"board": []}, {"board": "28"}, {"board": 28}], ids=str
)
def test_a_profile_without_a_board_is_refused(profile: dict[str, Any]) -> None:
    assert refusal_of(profile=profile) == "bad_profile"


def test_the_profile_of_another_game_is_refused() -> None:
    assert refusal_of(profile={**GAME.default_profile(), "profile": "super_crack"}) == "bad_profile"


def test_PD_1_there_is_an_arrival_square_for_every_player() -> None:
    board = {"length": 28, "obstacles": [[10, 11], [20, 21]], "arrival_squares": 2}
    assert refusal_of(profile={"board": board}) == "bad_profile"


# ------------------------------------------------------------------------------- players and options


@pytest.mark.parametrize(
    "players",
    [
        ["Ada", "Ada"],
        ["Ada", "Bea", "Ada"],
        ["Ada", ""],
        ["Ada", "table"],
        ["bank", "Bea"],
        ["Ada", 2],
        ["Ada", None],
    ],
    ids=str,
)
def test_players_need_names_of_their_own(players: list[Any]) -> None:
    assert refusal_of(players=players) == "bad_players"


@pytest.mark.parametrize(
    "options",
    [
        {"dice": "cards"},
        {"dice": None},
        {"dice": True},
        {"dice": ["poker"]},
        {"stable": "triple"},
        {"stable": True},
        {"end_when": "never"},
        {"end_when": 1},
        {"strict_placement": "true"},
        {"strict_placement": 1},
        {"strict_placement": 0},
        {"strict_placement": None},
        {"speed": "fast"},
        {"": None},
    ],
    ids=str,
)
def test_an_unknown_option_or_value_is_refused(options: dict[str, Any]) -> None:
    assert refusal_of(options=options) == "bad_option"


@pytest.mark.parametrize("players", [THREE, FOUR])
def test_stable_pair_needs_two_players(players: tuple[str, ...]) -> None:
    assert refusal_of(players=list(players), options={"stable": "pair"}) == "bad_option"


@pytest.mark.parametrize(
    ("players", "stable", "horses"),
    [
        (TWO, "auto", 4),
        (TWO, "pair", 4),
        (TWO, "single", 2),
        (THREE, "auto", 3),
        (THREE, "single", 3),
        (FOUR, "auto", 4),
    ],
)
def test_stable_says_how_many_horses_run(players: tuple[str, ...], stable: str, horses: int) -> None:
    assert len(Race(players, options={"stable": stable}).view["horses"]) == horses


def test_the_defaults_are_those_of_section_2_1() -> None:
    values = {"dice": "poker", "stable": "auto", "end_when": "all_ranked", "strict_placement": False}
    assert Race().view["options"] == values
    assert {name: option.default for name, option in GAME.options.items()} == values
    for players in (TWO, THREE):
        assert Race(players, options=values).state == Race(players).state


def test_every_option_value_of_section_2_1_is_offered() -> None:
    assert {name: set(option.choices) for name, option in GAME.options.items()} == {
        "dice": {"poker", "numbers"},
        "stable": {"auto", "single", "pair"},
        "end_when": {"all_ranked", "first"},
        "strict_placement": {True, False},
    }


def test_strict_placement_waits_for_every_moved_pawn_in_any_order() -> None:
    race = racing({1: 4, 2: 6}, strict_placement=True).roll("K", "K").stop()
    race.refuses("placement_pending", roll("Bea", "K", "K"))
    race.confirm(2, 4).refuses("placement_pending", roll("Bea", "K", "K"))
    race.refuses("wrong_square", confirm(1, 5))
    race.confirm(1, 6).roll("K", "K")
    assert race.view["series"]["horse"] == 2


def test_strict_placement_waits_for_an_arrived_pawn_too() -> None:
    race = racing({1: 28}, strict_placement=True).roll("K")
    assert race.view["awaiting"] == [{"horse": 1, "square": 29}]
    race.refuses("placement_pending", roll("Bea", "K", "K"))
    race.confirm(1, 29).roll("K", "K")


def test_strict_placement_does_not_wait_where_nothing_moved() -> None:
    race = racing(strict_placement=True).roll("9", "9").roll("K", "9")
    assert race.view["series"]["horse"] == 2


def test_without_strict_placement_nobody_waits() -> None:
    race = racing({1: 4, 2: 6}).roll("K", "K").stop().roll("K", "K")
    assert race.view["awaiting"] == [{"horse": 1, "square": 6}, {"horse": 2, "square": 4}]


# ------------------------------------------------------------------------------- the setup (3)


@pytest.mark.parametrize("setup", [None, {}])
def test_without_a_setup_the_first_player_is_drawn(setup: dict[str, Any] | None) -> None:
    view = Race(setup=setup).view
    assert (view["phase"], view["turn"], view["winner"], view["finish_order"]) == (
        "draw_first",
        None,
        None,
        [],
    )
    assert {horse["square"] for horse in view["horses"].values()} == {0}


def test_horses_not_named_in_the_setup_are_on_the_start() -> None:
    assert racing({2: 7}).squares == {"1": 0, "2": 7, "3": 0}


def test_the_draw_may_come_after_horses_were_laid_out() -> None:
    race = Race(setup={"horses": {"2": {"square": 7}}})
    assert race.view["phase"] == "draw_first" and race.squares["2"] == 7
    assert race.first("Bea").turn == "Bea"


def test_a_ranked_horse_stands_on_the_finish() -> None:
    race = racing(home={2: 1})
    assert race.view["horses"]["2"] == {"owner": "Bea", "square": 29, "rank": 1, "zone": "finish"}
    assert (race.view["finish_order"], race.view["winner"]) == ([2], "Bea")


def test_ranked_horses_give_the_finish_order() -> None:
    race = racing(home={1: 2, 4: 1}, players=FOUR, turn="Bea")
    assert (race.view["finish_order"], race.view["winner"]) == ([4, 1], "Dan")


def test_a_ranked_horse_of_a_stable_wins_nothing_alone() -> None:
    race = racing(home={1: 1, 3: 2}, players=TWO)
    assert (race.view["finish_order"], race.view["winner"]) == ([1, 3], None)


def test_a_series_laid_out_is_counted_from_its_rolls() -> None:
    race = racing({1: 4}, series={"horse": 1, "rolls": [["K", "9"], ["Q", "J"]]})
    assert race.view["series"] == {
        "horse": 1,
        "rolls": [["K", "9"], ["Q", "J"]],
        "total": 3,
        "virtual": 7,
        "zone": "green",
        "must_reroll": False,
    }
    assert race.view["can_stop"] is True and race.stop().squares["1"] == 7


def test_a_series_laid_out_on_an_obstacle_must_go_on() -> None:
    race = racing({1: 19}, series={"horse": 1, "rolls": [["K", "9"]]})
    assert race.view["series"]["must_reroll"] is True
    race.refuses("on_obstacle_must_reroll", {"by": "Ada", "do": "stop"})


def test_a_series_laid_out_past_the_obstacle_has_one_die() -> None:
    race = racing({1: 19}, series={"horse": 1, "rolls": [["K", "K"], ["K", "9"], ["Q"]]})
    assert (race.view["series"]["virtual"], race.view["dice_expected"]) == (23, 1)


def test_a_series_laid_out_with_ordinary_dice() -> None:
    race = racing(series={"horse": 1, "rolls": [[4, 1], [6, 6]]}, dice="numbers")
    assert race.view["series"]["total"] == 3


@pytest.mark.parametrize(
    "setup",
    [
        {"phase": "begun"},
        {"phase": None},
        {"turn": "Eve"},
        {"turn": "Bea", "horses": {"2": {"rank": 1}}},
        {"horses": {"4": {"square": 1}}},
        {"horses": {"0": {"square": 1}}},
        {"horses": {"one": {"square": 1}}},
        {"horses": {"1": {"square": 10}}},
        {"horses": {"1": {"square": 21}}},
        {"horses": {"1": {"square": -1}}},
        {"horses": {"1": {"square": 30}}},
        {"horses": {"1": {"square": "3"}}},
        {"horses": {"1": {"square": True}}},
        {"horses": {"1": {"square": None}}},
        {"horses": {"1": {"square": 2.5}}},
        {"horses": {"1": {"rank": 0}}},
        {"horses": {"1": {"rank": 5}}},
        {"horses": {"1": {"rank": "1"}}},
        {"horses": {"1": {"rank": True}}},
        {"horses": {"2": {"rank": 1}, "3": {"rank": 1}}},
        {"horses": {"1": 4}},
        {"horses": [4, 5, 6]},
        {"horses": "4"},
        {"series": {"horse": 2, "rolls": [["K", "K"]]}},
        {"series": {"horse": 9, "rolls": [["K", "K"]]}},
        {"series": {"horse": "1", "rolls": [["K", "K"]]}},
        {"series": {"horse": True, "rolls": [["K", "K"]]}},
        {"series": {"horse": 1, "rolls": [["9", "9"]]}},
        {"series": {"horse": 1, "rolls": [["K", "8"]]}},
        {"series": {"horse": 1, "rolls": [["K"]]}},
        {"series": {"horse": 1, "rolls": [["K", "K", "K"]]}},
        {"series": {"horse": 1, "rolls": ["KK"]}},
        {"series": {"horse": 1, "rolls": 3}},
        {"series": {"horse": 1}},
        {"series": {"rolls": [["K", "K"]]}},
        {"series": [1]},
        {"weather": "rain"},
        {"board": None},
        {"board": []},
        {"board": {"colour": "red"}},
    ],
    ids=str,
)
def test_a_setup_that_cannot_lie_on_the_table_is_refused(setup: dict[str, Any]) -> None:
    assert refusal_of(setup={"phase": "racing", "turn": "Ada", **setup}) == "bad_setup"


def test_a_running_race_that_is_already_decided_is_refused() -> None:
    setup = {"phase": "racing", "turn": "Cyd", "horses": {"1": {"rank": 1}, "2": {"rank": 2}}}
    assert refusal_of(setup=setup) == "bad_setup"


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": None},
        {"players": 3},
        {"players": [["Ada"], ["Bea"]]},
        {"players": "Ada"},
        {"options": ["dice"]},
        {"options": "poker"},
        {"setup": ["racing"]},
        {"setup": "racing"},
        {"profile": ["board"]},
        {"profile": "board"},
        {"profile": {"board": {"length": 28, "obstacles": [[[], []], [20, 21]]}}},
        {"setup": {"phase": ["racing"]}},
        {"setup": {"phase": "racing", "turn": ["Ada"]}},
        {"setup": {"phase": "racing", "turn": "Ada", "series": {"horse": [1], "rolls": [["K", "K"]]}}},
        {"setup": {"phase": "racing", "turn": "Ada", "series": {"horse": 1, "rolls": [[["K"], "K"]]}}},
    ],
    ids=str,
)
def test_nonsense_of_any_kind_is_refused_and_breaks_nothing(arguments: dict[str, Any]) -> None:
    assert refusal_of(**arguments).startswith("bad_")
