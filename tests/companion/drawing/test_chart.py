"""The chart of a game: round scales, lines thinned out without losing their ends, badges that do not touch."""

from __future__ import annotations

import random
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from companion.drawing.chart import MOST_POINTS, Line, chart, corners, scale, spread


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [
        (0, 0, (0, 1, 1)),
        (0, 7, (0, 8, 2)),
        (0, 125.4, (0, 150, 50)),
        (5, 29, (0, 30, 10)),
        (-3, 0, (-3, 1, 1)),
        (-12, 40, (-20, 40, 20)),
        (0, 545, (0, 600, 200)),
    ],
)
def test_scales_are_round_and_hold_every_number(low: float, high: float, wanted: tuple[float, ...]) -> None:
    bottom, top, step = scale(low, high)
    assert (bottom, top, step) == wanted
    assert bottom <= low and high <= top and 1 <= (top - bottom) / step <= 6


def test_a_line_keeps_its_turns_its_ends_and_few_corners() -> None:
    assert corners([5]) == [0]
    assert corners([0, 0, 0, 4, 4, 4]) == [0, 2, 3, 5]
    chance = random.Random(1)
    long = [chance.random() for _ in range(2000)]
    thinned = corners(long)
    assert thinned[0] == 0 and thinned[-1] == 1999 and len(thinned) <= MOST_POINTS
    assert thinned == sorted(set(thinned))


def test_badges_stay_apart_and_within_bounds() -> None:
    chance = random.Random(2)
    for _ in range(200):
        wanted = sorted(chance.uniform(26, 350) for _ in range(chance.randint(1, 6)))
        places = spread(wanted, 40, 26, 350)
        assert all(after - before >= 40 - 1e-9 for before, after in pairwise(places))
        assert places[0] >= 26 - 1e-9 and places[-1] <= 350 + 1e-9


def test_badges_that_have_room_stay_where_their_lines_end() -> None:
    assert spread([50, 120, 300], 40, 26, 350) == [50, 120, 300]


def test_every_line_can_be_told_without_its_colour() -> None:
    lines = [Line(name, None, [0, place, 5]) for place, name in enumerate("ABCDEF")]
    drawn = chart(lines, 1, "Points: A 0", marks=[1], faults=[2], shown={"A": "5"})
    tree = ElementTree.fromstring(drawn)
    curves = [one for one in tree.iter() if (one.get("class") or "").startswith("curve line")]
    assert len({one.get("stroke-dasharray") for one in curves}) == len(curves) == 6
    assert tree.get("role") == "img" and tree.get("aria-label") == "Points: A 0"
    assert 'class="fault-mark"' in drawn and "style=" not in drawn


def test_names_are_escaped() -> None:
    drawn = chart([Line("<b>", None, [1, 2])], 0, 'say "<b>"', shown={"<b>": "<i>"})
    assert "<b>" not in drawn and "<i>" not in drawn
    ElementTree.fromstring(drawn)


def test_a_game_without_a_move_has_a_chart() -> None:
    ElementTree.fromstring(chart([Line("Ada", "coq", [0])], 0, "Points"))
