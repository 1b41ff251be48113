"""Every symbol is drawn once: of two with one name the later one would be seen everywhere."""

from __future__ import annotations

import re
from collections import Counter
from importlib import resources

from companion.games import brought, game_ids


def test_no_symbol_is_drawn_twice() -> None:
    common = resources.files("companion.drawing").joinpath("symbols.svg").read_text(encoding="utf-8")
    of_games = (brought(game, name) or "" for game in game_ids() for name in ("lettering.svg", "lid.svg"))
    drawn = Counter(re.findall(r'<symbol id="([\w-]+)"', "".join((common, *of_games))))
    assert drawn["i-phone"] == 1
    assert [name for name, times in drawn.items() if times > 1] == []
