"""The drawn board's box of horses is that of the rules."""

from __future__ import annotations

import json

from companion.games import brought
from companion.games.change_horses.course import SILKS


def test_the_six_horses_bear_their_letters() -> None:
    box = json.loads(brought("change_horses", "board_prints.json") or "")["track"]["box"]
    assert {letter: colour for colour, letter in box} == SILKS
