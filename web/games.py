"""Opening a new game from the page, with the defaults this table was started with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.showing import Snapshot
from web.services import services


def open_game(
    game_id: str | None,
    players: Iterable[str],
    options: Mapping[str, Any],
    *,
    first: str | None = None,
    expected_seq: int | None = None,
) -> Snapshot:
    """Opens a game with the defaults this table was started with; raises ``Rejected`` or ``Stale``."""
    defaults = services().defaults
    return services().table.open_game(
        game_id or defaults.game,
        tuple(players),
        options={**defaults.options, **options},
        profile=defaults.profile if game_id in (None, defaults.game) else None,
        first=first,
        expected_seq=expected_seq,
    )
