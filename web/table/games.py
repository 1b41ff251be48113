"""Opening a new game from the page, with the defaults this table was started with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.showing import Snapshot
from web.seats.viewer import began_game
from web.services import services


def open_game(
    game_id: str | None,
    players: Iterable[str],
    options: Mapping[str, Any],
    *,
    setup: Mapping[str, Any] | None = None,
    first: str | None = None,
    expected_seq: int | None = None,
) -> Snapshot:
    """Opens a game with the defaults this table was started with, on the family's board; raises ``Rejected`` or
    ``Stale``."""
    defaults = services().outside.new_game
    own = game_id in (None, defaults.game)
    opened = services().table.open_game(
        game_id or defaults.game,
        tuple(players),
        options={**(defaults.options if own else {}), **options},
        setup=setup,
        profile=defaults.profile_of(game_id or defaults.game),
        first=first,
        expected_seq=expected_seq,
    )
    if opened.game is not None:
        began_game(opened.game.number)
    return opened
