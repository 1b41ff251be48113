"""How a game that was just opened is written at the head of its journal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.action import Rejected
from companion.game import Game
from companion.record import Header

_BOARD_KEYS = ("board", "deck", "owner_cards")
"""What a profile may say that a setup may say too."""


def opened_header(
    game: Game,
    state: Any,
    players: tuple[str, ...],
    options: Mapping[str, Any],
    setup: Mapping[str, Any],
    profile: Mapping[str, Any] | None,
) -> Header:
    """Return the header of a game just opened, what its profile says written in: the journal needs no other file."""
    given = Header(game.id, players, dict(options), dict(setup))
    if profile is None:
        return given
    chosen = {name: game.view(state).public["options"][name] for name in game.options}
    laid = {**{key: profile[key] for key in _BOARD_KEYS if key in profile}, **setup}
    if isinstance(profile.get("board"), Mapping) and isinstance(setup.get("board", {}), Mapping):
        laid["board"] = {**profile["board"], **setup.get("board", {})}
    for written in (
        Header(game.id, players, dict(options), laid),
        Header(game.id, players, chosen, dict(setup)),
    ):
        with suppress(Rejected):
            if written.new_game() == state:
                return written
    return Header(game.id, players, chosen, laid)
