"""What is watched for hands: each zone by itself, or several that are too small for that as one."""

from __future__ import annotations

import math
from itertools import pairwise

from vision.watched_zone import WatchedZone, watched_together


def test_small_zones_are_watched_as_one_that_lies_as_they_do_and_is_as_broad_as_a_hand() -> None:
    pile = WatchedZone("pile", 300, 300, 80, 110)
    fields = [WatchedZone(f"cell_{n}_1", 20.0 * n, 20.0 * n, 10, 10, watched_in="row_1") for n in range(6)]
    zones, parts = watched_together([pile, *fields])
    assert parts == {"row_1": tuple(one.id for one in fields)}
    assert [zone.id for zone in zones] == ["pile", "row_1"]
    assert zones[0] == pile.area
    row = zones[1].polygon
    sides = sorted(math.dist((a.x, a.y), (b.x, b.y)) for a, b in pairwise(row))
    assert round(sides[0]) == 40
    assert round(sides[-1]) == round(110 * math.sqrt(2))
