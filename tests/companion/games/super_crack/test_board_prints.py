"""The drawn board's box of horses is that of the rules."""

from __future__ import annotations

import json

from companion.games import brought
from companion.games.super_crack.rules.profile import COLOURS, HORSES


def test_the_sixteen_horses_are_numbered_four_to_a_colour() -> None:
    box = json.loads(brought("super_crack", "board_prints.json") or "")["track"]["box"]
    assert [int(number) for _, number in box] == list(HORSES)
    assert [colour for colour, _ in box] == [colour for colour in COLOURS for _ in range(4)]


def test_tokens_have_the_colours_of_the_horses_beside_one_black_pawn() -> None:
    box = json.loads(brought("super_crack", "board_prints.json") or "")["bets"]["box"]
    colours = [colour for colour, _ in box]
    assert colours.count("black") == 1 and set(colours) == {*COLOURS, "black"}
