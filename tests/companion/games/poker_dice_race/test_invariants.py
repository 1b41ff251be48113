"""What holds at every moment of every race, whatever the players do: PD-11 to PD-26 as invariants."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.action import Rejected
from companion.domains import instances

from .race import FOUR, GAME, THREE, TWO, Race

BOARDS: tuple[Mapping[str, Any], ...] = (
    {},
    {"length": 8, "obstacles": [[2, 3], [5, 6]]},
    {"length": 7, "obstacles": [[2, 3], [5, 6]]},
    {"length": 14, "obstacles": [[4, 5], [9, 10]]},
)
KINDS: tuple[tuple[tuple[str, ...], dict[str, Any]], ...] = (
    (TWO, {}),
    (TWO, {"stable": "single"}),
    (THREE, {}),
    (THREE, {"end_when": "first", "dice": "numbers"}),
    (FOUR, {"strict_placement": True}),
    (TWO, {"strict_placement": True, "dice": "numbers"}),
)

games = st.tuples(st.sampled_from(KINDS), st.sampled_from(BOARDS), st.integers(0, 2**32 - 1))
few = settings(max_examples=20, deadline=None)


def moments(game: Any) -> Iterator[Race]:
    """A race played at random; figures come as often as they should, stops and rolls alike."""
    (players, options), board, seed = game
    chance = random.Random(seed)
    race = Race(players, options=options, setup={"board": board} if board else None)
    yield race
    while not GAME.is_over(race.state):
        template = chance.choice(GAME.legal_actions(race.state))
        race.act(chance.choice(list(instances(template))))
        yield race


def blue_and_length(race: Race) -> tuple[set[int], int]:
    board = race.view["board"]
    return {square for pair in board["obstacles"] for square in pair}, board["length"]


@few
@given(games)
def test_PD_12_PD_20_no_horse_ever_stands_on_an_obstacle(game: Any) -> None:
    for race in moments(game):
        blue, length = blue_and_length(race)
        for horse in race.view["horses"].values():
            assert horse["square"] not in blue and 0 <= horse["square"] <= length + 1


@few
@given(games)
def test_PD_16_two_horses_never_share_a_track_square(game: Any) -> None:
    for race in moments(game):
        _, length = blue_and_length(race)
        on_track = [square for square in race.squares.values() if 1 <= square <= length]
        assert len(on_track) == len(set(on_track))


@few
@given(games)
def test_PD_11_PD_13_the_series_and_the_dice_follow_the_virtual_square(game: Any) -> None:
    for race in moments(game):
        view, (blue, _) = race.view, blue_and_length(race)
        last, series = max(blue), view["series"]
        assert view["can_stop"] == (series is not None and series["virtual"] not in blue)
        if series is None:
            continue
        figures = {"J", "Q", "K", 4, 5, 6}
        assert series["total"] == sum(face in figures for roll in series["rolls"] for face in roll)
        assert series["virtual"] == view["horses"][str(series["horse"])]["square"] + series["total"]
        assert series["must_reroll"] == (series["virtual"] in blue) == (series["zone"] == "blue")
        assert view["dice_expected"] == (1 if series["virtual"] > last else 2)
        here = view["horses"][str(series["horse"])]["square"]
        for thrown in series["rolls"]:
            assert len(thrown) == (1 if here > last else 2)
            assert any(face in figures for face in thrown)
            here += sum(face in figures for face in thrown)


@few
@given(games)
def test_PD_21_ranks_are_given_in_order_of_arrival(game: Any) -> None:
    order: list[int] = []
    for race in moments(game):
        view, (_, length) = race.view, blue_and_length(race)
        assert view["finish_order"][: len(order)] == order
        order = view["finish_order"]
        for rank, number in enumerate(order, start=1):
            assert view["horses"][str(number)]["rank"] == rank
        for number, horse in view["horses"].items():
            assert (horse["rank"] is None) == (int(number) not in order)
            assert horse["zone"] != "finish" or (horse["rank"] is not None and horse["square"] == length + 1)


@few
@given(games)
def test_PD_23_the_turn_is_with_a_player_who_has_a_running_horse(game: Any) -> None:
    for race in moments(game):
        view = race.view
        running = [h["owner"] for h in view["horses"].values() if h["rank"] is None]
        assert (view["turn"] is None) == (view["phase"] != "racing")
        assert view["turn"] is None or view["turn"] in running
        due = view["dice_expected"]
        assert due in (
            (1, 2) if view["turn"] and (view["series"] or running.count(view["turn"]) == 1) else (None,)
        )


@few
@given(games)
def test_the_winner_stays_and_leads_the_ranking(game: Any) -> None:
    winner = None
    for race in moments(game):
        assert winner is None or race.view["winner"] == winner
        winner = race.view["winner"]
    assert winner is not None and race.view["ranking"][0] == {"player": winner, "rank": 1}
    assert {row["player"] for row in race.view["ranking"]} == set(race.view["players"])


@few
@given(games)
def test_PD_8_PD_10_squares_change_only_by_a_stop_or_an_arrival(game: Any) -> None:
    before: dict[str, int] | None = None
    for race in moments(game):
        moved = {int(n) for n, square in race.squares.items() if before is not None and before[n] != square}
        told = {e["horse"] for e in race.events if e["event"] == "horse_moved"}
        told |= {e["displaced"] for e in race.events if e["event"] == "horses_swapped"}
        assert moved == told
        before = race.squares


@few
@given(games)
def test_awaiting_names_each_moved_pawn_once_on_its_own_square(game: Any) -> None:
    for race in moments(game):
        pawns = race.view["awaiting"]
        assert len({pawn["horse"] for pawn in pawns}) == len(pawns)
        for pawn in pawns:
            assert pawn["square"] == race.squares[str(pawn["horse"])]


@few
@given(games)
def test_only_legal_rolls_and_stops_are_accepted(game: Any) -> None:
    """Every roll of up to three dice with any horse, and every stop, is accepted exactly when it is offered."""
    chance = random.Random(game[2])
    for race in itertools.islice(moments(game), chance.randint(0, 60), None, 97):
        view = race.view
        offered = [
            a for t in GAME.legal_actions(race.state) for a in instances(t) if a["do"] in ("roll", "stop")
        ]
        strict = view["options"]["strict_placement"] and view["awaiting"]
        figure = 4 if view["options"]["dice"] == "numbers" else "K"
        for by, count, horse in itertools.product(view["players"], (0, 1, 2, 3), (None, 1, 2, 3, 4)):
            asked: dict[str, Any] = {"by": by, "do": "roll", "dice": [figure] * count}
            if horse is not None:
                asked["horse"] = horse
            try:
                GAME.apply(race.state, asked)
            except Rejected:
                assert asked not in offered
                continue
            assert not strict and by == view["turn"]
            same = [{**asked, "horse": n} for n in (1, 2, 3, 4)] + [{**asked, "horse": None}]
            bare = {key: value for key, value in asked.items() if key != "horse"}
            assert any(a in offered for a in (asked, bare, *same))
        for by in view["players"]:
            assert ({"by": by, "do": "stop"} in offered) == _accepted(race, {"by": by, "do": "stop"})


def _accepted(race: Race, action: Mapping[str, Any]) -> bool:
    try:
        GAME.apply(race.state, action)
    except Rejected:
        return False
    return True


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_PD_22_the_finish_is_never_overshot_from_any_square(board: Mapping[str, Any]) -> None:
    """Every way through the board by figures: square + total meets length + 1 exactly."""
    length = board.get("length", 28)
    blue = {square for pair in board.get("obstacles", [[10, 11], [20, 21]]) for square in pair}
    for start in set(range(length + 1)) - blue:
        for first in (1, 2):
            race = Race(
                THREE,
                setup={"phase": "racing", "turn": "Ada", "board": board, "horses": {"1": {"square": start}}},
            )
            if race.view["dice_expected"] == 1 and first == 2:
                continue
            race.roll(*(["K", "9"] if first == 1 else ["K", "K"])[: race.view["dice_expected"]])
            while race.view["series"] is not None:
                assert race.view["series"]["virtual"] <= length
                race.roll(*["K", "K"][: race.view["dice_expected"]])
            assert race.squares["1"] == length + 1
