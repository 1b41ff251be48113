"""CH-20 to CH-26 and CH-44 to CH-46: how horses move, what blocks them, and the cards that shift them."""

from __future__ import annotations

import os
import random

import pytest

from .course import CARDS, THREE, at, moving, opened, racing, rows

LONG = bool(os.environ.get("COMPANION_LONG"))


def test_CH_20_a_card_counts_one_for_each_of_its_two_horses() -> None:
    """Worked example 6."""
    play = moving(["AD", "AD", "AC", "EF"], ("Ada", "Bea", "Cyd", "Dan"))
    play.shows(counts={"A": 3, "B": 0, "C": 1, "D": 2, "E": 1, "F": 1})
    play.do("table", "horses_moved")
    assert rows(play) == {"A": 3, "B": 0, "C": 1, "D": 0, "E": 1, "F": 1}


def test_CH_21_an_even_count_stays() -> None:
    """Worked examples 8 and 10."""
    board = ["AB", "AB", "AB", "AB", "AB", "AC", "AC", "AD", "CD", "DE"]
    play = moving(board, ("Ada", "Bea", "Cyd", "Dan", "Eve"), lap=2)
    play.shows(counts={"A": 8, "B": 5, "C": 3, "D": 3, "E": 1, "F": 0})
    for still in ("A", "F"):
        assert play.refused("table", "move_horse", horse=still, row=1) == "horse_does_not_move"
    play.do("table", "horses_moved")
    assert rows(play) == {"A": 0, "B": 5, "C": 3, "D": 3, "E": 1, "F": 0}


def test_CH_22_an_odd_count_moves_that_far() -> None:
    """Worked examples 9 and 11."""
    play = moving(["AD", "AD", "AC"])
    assert play.refused("table", "move_horse", horse="A", row=2) == "wrong_distance"
    assert play.refused("table", "move_horse", horse="G", row=2) in ("horse_does_not_move", "unknown_horse")
    assert (
        play.refused("table", "horses_moved", horses={"A": {"lane": 1, "row": 2}}) == "wrong_horse_position"
    )
    play.do("table", "move_horse", horse="A", row=3).happened("horse_moved", horse="A", to=3)
    play.shows(phase="move", moves_due=[{"horse": "C", "lane": 3, "from": 0, "to": 1}])
    play.do("Bea", "move_horse", horse="C", row=1).shows(phase="positions", lap=2)


def test_CH_23_in_one_lane_the_leading_horse_moves_first() -> None:
    """Worked examples 12 and 13."""
    board = ["AB", "AC", "AC"]
    play = moving(board, horses=at(A=(2, 1), B=(2, 4), C=(2, 6)))
    play.shows(counts={"A": 3, "B": 1, "C": 2})
    assert play.refused("table", "move_horse", horse="A", row=4) == "horse_ahead_first"
    play.do("table", "move_horse", horse="B", row=5).do("table", "move_horse", horse="A", row=4)
    assert rows(play)["C"] == 6


def test_CH_23_between_lanes_any_order_is_fine() -> None:
    play = moving(["AB", "CD", "EF"])
    for horse in "FEDCBA":
        play.do("table", "move_horse", horse=horse, row=1)
    play.shows(phase="positions")


def test_CH_24_a_horse_moves_only_as_far_as_it_can() -> None:
    """Worked examples 14 and 15."""
    play = moving(["AD", "AE", "AC"], horses=at(A=(1, 1), B=(1, 3)))
    play.shows(moves_due=[
        {"horse": "A", "lane": 1, "from": 1, "to": 2}, {"horse": "C", "lane": 3, "from": 0, "to": 1},
        {"horse": "D", "lane": 4, "from": 0, "to": 1}, {"horse": "E", "lane": 5, "from": 0, "to": 1},
    ])  # fmt: skip
    assert play.refused("table", "move_horse", horse="A", row=4) == "wrong_distance"
    play.do("table", "horses_moved")
    assert rows(play)["A"] == 2
    blocked = moving(["AD", "AE", "AC"], horses=at(A=(1, 2), B=(1, 3)))
    assert [due["horse"] for due in blocked.view["moves_due"]] == ["C", "D", "E"]
    assert blocked.refused("table", "move_horse", horse="A", row=3) in (
        "horse_does_not_move",
        "wrong_distance",
    )


def test_CH_24_being_blocked_is_told() -> None:
    play = racing(
        horses=at(A=(1, 1), B=(1, 3)),
        front={"Ada": ["AB", "AC", "AD"], "Bea": ["AB", "AC", "AE"], "Cyd": ["AB", "AC", "EF"]},
    )
    play.do("Ada", "play_card", card="AD").do("Bea", "play_card", card="AE").do("Cyd", "play_card", card="AC")
    play.happened("horse_blocked", horse="A", wanted=3, moved=1)


def test_CH_25_a_horse_is_blocked_only_while_the_field_is_taken() -> None:
    """Worked example 16."""
    play = moving(["CD", "AB", "AB"], horses=at(C=(3, 5), D=(3, 4)))
    play.do("table", "horses_moved")
    assert (rows(play)["C"], rows(play)["D"]) == (6, 5)


def test_CH_26_all_other_moves_are_finished_first() -> None:
    """Worked example 39."""
    play = moving(["AB", "AC", "AD"], horses=at(A=11))
    play.do("table", "move_horse", horse="A", row=14).happened("finish_line_crossed", horse="A")
    play.did_not_happen("race_over").shows(phase="move", horses={"A": {"row": 14, "crossed": True}})
    play.do("table", "horses_moved").happened("race_over", reason="finish_line").shows(phase="certificates")


def test_a_lap_in_which_nothing_moves_is_closed_too() -> None:
    play = moving(["AB", "AB"], THREE).shows(moves_due=[])
    play.do("table", "horses_moved").shows(lap=2)


# ---------------------------------------------------------------- wild cards that move horses


def slippery(*shifts: str) -> list[dict[str, str]]:
    return [{"horse": shift[0], "dir": shift[2:]} for shift in shifts]


def test_CH_44_two_horses_shift_one_lane_each() -> None:
    """Worked examples 24 and 27."""
    play = racing(horses=at(B=(2, 3), C=(3, 3)))
    play.do("Ada", "play_wild", use="slippery", moves=slippery("B in", "C out"))
    play.happened("horse_shifted", horse="B", lane=1).happened("horse_shifted", horse="C", lane=4)
    play.shows(horses={"B": {"lane": 1, "row": 3}, "C": {"lane": 4, "row": 3}})
    after_each_other = racing(horses=at(A=(1, 2), B=(2, 2)))
    after_each_other.do("Ada", "play_wild", use="slippery", moves=slippery("B out", "A out"))
    after_each_other.shows(horses={"A": {"lane": 2}, "B": {"lane": 3}})


@pytest.mark.parametrize(
    ("shifts", "code"),
    [
        (["A in", "C out"], "off_track"),
        (["C in", "F out"], "off_track"),
        (["A out", "C out"], "cell_taken"),
        (["A out", "B in"], "cell_taken"),
        (["C out", "C out"], "same_horse"),
        (["C out"], "wrong_horse_count"),
        (["C out", "E in", "D in"], "wrong_horse_count"),
        (["G out", "C out"], "unknown_horse"),
        (["C up", "E in"], "bad_direction"),
        (["A in", "G out"], "off_track"),
    ],
    ids=["row 25", "outside", "row 26", "row 60", "same", "row 28", "three", "unknown", "direction", "order"],
)
def test_CH_44_what_a_slippery_track_cannot_do(shifts: list[str], code: str) -> None:
    play = racing(horses=at(A=2, B=2, C=3, D=5, E=7))
    assert play.refused("Ada", "play_wild", use="slippery", moves=slippery(*shifts)) == code
    play.shows(wild_left={"Ada": 2})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (at(A=1, B=3, C=3, D=4, E=5, F=7), {"A": 3, "B": 5, "C": 5, "D": 4, "E": 5, "F": 7}),
        (at(A=(1, 1), B=(1, 2), C=5, D=5, E=5, F=5), {"A": 3, "B": 4, "C": 5, "D": 5, "E": 5, "F": 5}),
        (at(B=(2, 3), F=(2, 5), A=4, C=6, D=6, E=6), {"A": 6, "B": 4, "C": 6, "D": 6, "E": 6, "F": 5}),
        (at(), {"A": 2, "B": 2, "C": 2, "D": 2, "E": 2, "F": 2}),
        (at(D=(4, 2), F=(4, 1), A=1, B=5, C=5, E=5), {"A": 3, "B": 5, "C": 5, "D": 4, "E": 5, "F": 3}),
    ],
    ids=["row 29", "row 31", "row 32", "row 59", "both last rows in one lane"],
)
def test_CH_45_the_two_rearmost_rows_move_two_fields(
    before: dict[str, object], after: dict[str, int]
) -> None:
    play = racing(horses=before).do("Ada", "play_wild", use="fast_track")
    assert rows(play) == after
    play.shows(turn="Ada", wild_played=True, wild_left={"Ada": 1}).happened(
        "wild_played", player="Ada", use="fast_track"
    )


def test_CH_45_a_horse_directly_behind_another_is_blocked() -> None:
    """Worked example 30."""
    play = racing(
        horses=at(D=(4, 3), F=(4, 2), A=2, B=5, C=6, E=6), front={name: ["AB", "AC", "AD"] for name in THREE}
    )
    # D stands on row 3, the second last row: it goes first, so that F can follow; a horse further on blocks
    play.do("Ada", "play_wild", use="fast_track")
    assert (rows(play)["D"], rows(play)["F"]) == (5, 4)
    stuck = racing(horses=at(F=(4, 2), D=(4, 3), A=2, B=(1, 1), C=6, E=6)).do(
        "Ada", "play_wild", use="fast_track"
    )
    stuck.happened("horse_blocked", horse="F", wanted=2, moved=0)


def test_CH_46_over_the_line_by_fast_track_ends_the_race_at_once() -> None:
    """Worked example 33."""
    play = racing(horses=at(A=10, B=11, C=11, D=11, E=11, F=11)).do("Ada", "play_card", card="AD")
    play.do("Bea", "play_wild", use="fast_track").happened("finish_line_crossed", horse="C")
    play.happened("race_over", reason="finish_line").shows(
        phase="certificates", turn=None, end_reason="finish_line"
    )
    assert rows(play) == {"A": 12, "B": 13, "C": 13, "D": 13, "E": 13, "F": 13}


def test_CH_46_or_the_lap_is_played_out() -> None:
    """Worked example 34."""
    play = racing(horses=at(A=10, B=11, C=11, D=11, E=11, F=11), options={"fast_track_finish": "finish_lap"})
    play.do("Ada", "play_wild", use="fast_track").did_not_happen("race_over").shows(phase="play", turn="Ada")
    for name in THREE:
        play.do(name, "play_card", card="AB")
    play.do("table", "horses_moved").happened("race_over", reason="finish_line")


def test_the_profile_may_have_a_shorter_track() -> None:
    """Worked example 58."""
    moving(["AB", "AC", "AD"], horses=at(A=3)).do("table", "horses_moved").shows(phase="positions")
    board = [{"by": name, "card": card} for name, card in zip(THREE, ("AB", "AC", "AD"), strict=True)]
    positions = {"Ada": 1, "Bea": 2, "Cyd": 3}
    laid = {"phase": "move", "horses": at(A=3), "positions": positions, "board": board}
    short = opened(THREE, options={"finish_row": 6}, **laid)
    short.do("table", "horses_moved").happened("race_over").shows(horses={"A": {"row": 6, "crossed": True}})


def test_the_profile_may_have_other_lanes() -> None:
    play = opened(THREE, options={"lanes": 8})
    play.do("table", "place_horses", lanes={"A": 8, "B": 7, "C": 6, "D": 5, "E": 4, "F": 3})
    play.shows(horses={"A": {"lane": 8}})


# ---------------------------------------------------------------- a second opinion


def moved_one_step_at_a_time(horses: dict[str, tuple[int, int]], wanted: dict[str, int]) -> dict[str, int]:
    """CH-23, CH-24 as slowly as hands do it: lane by lane, the leader first, one field at a time."""
    track = dict(horses)
    for lane in sorted({lane for lane, _ in track.values()}):
        for letter in sorted((h for h in track if track[h][0] == lane), key=lambda h: -track[h][1]):
            for _ in range(wanted.get(letter, 0)):
                ahead = (lane, track[letter][1] + 1)
                if ahead in track.values():
                    break
                track[letter] = ahead
    return {letter: row for letter, (_, row) in track.items()}


def any_field(chance: random.Random) -> dict[str, tuple[int, int]]:
    free = [(lane, row) for lane in range(1, 7) for row in range(8)]
    return dict(zip("ABCDEF", chance.sample(free, 6), strict=True))


@pytest.mark.parametrize("seed", range(1500 if LONG else 300))
def test_a_slow_hand_moves_the_horses_just_so(seed: int) -> None:
    chance = random.Random(seed)
    track = any_field(chance)
    hands = [chance.sample(CARDS, 2) for _ in THREE]
    board = [hand[lap] for lap in range(chance.choice((1, 2))) for hand in hands]
    counts = {letter: sum(letter in card for card in board) for letter in "ABCDEF"}
    odd = {letter: count for letter, count in counts.items() if count % 2}
    horses = {letter: {"lane": lane, "row": row} for letter, (lane, row) in track.items()}
    play = moving(board, horses=horses, lap=len(board) // 3)
    expected = moved_one_step_at_a_time(track, odd)
    assert play.view["counts"] == counts
    due = {step["horse"]: (step["from"], step["to"]) for step in play.view["moves_due"]}
    assert due == {h: (track[h][1], expected[h]) for h in expected if expected[h] != track[h][1]}
    play.do("table", "horses_moved")
    assert rows(play) == expected


@pytest.mark.parametrize("seed", range(1500 if LONG else 300))
def test_a_slow_hand_plays_the_fast_track_just_so(seed: int) -> None:
    chance = random.Random(seed)
    track = any_field(chance)
    last_two = sorted({row for _, row in track.values()})[:2]
    runners = {letter: 2 for letter, (_, row) in track.items() if row in last_two}
    horses = {letter: {"lane": lane, "row": row} for letter, (lane, row) in track.items()}
    play = racing(horses=horses, options={"finish_row": 40}).do("Ada", "play_wild", use="fast_track")
    assert rows(play) == moved_one_step_at_a_time(track, runners)
