"""Opening a new game from the page: names made safe, defaults filled in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.game import Rejected
from companion.table import Snapshot
from web.names import BadName, clean_name
from web.services import services


def checked_names(given: Iterable[str]) -> list[str]:
    """Names in NFC; raises ``Rejected`` with the page's code for a name that cannot be used."""
    names: list[str] = []
    for name in given:
        try:
            names.append(clean_name(name))
        except BadName as error:
            raise Rejected(f"bad_name_{error.reason}") from error
    if len({name.casefold() for name in names}) != len(names):
        raise Rejected("bad_players")
    return names


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
    names = checked_names(players)
    return services().table.open_game(
        game_id or defaults.game,
        names,
        options={**defaults.options, **options},
        profile=defaults.profile if game_id in (None, defaults.game) else None,
        first=checked_names([first])[0] if first is not None else None,
        expected_seq=expected_seq,
    )
