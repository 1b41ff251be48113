"""Everybody's animal: whoever has played once keeps it from game to game, with the household's players."""

from __future__ import annotations

from companion.drawing import symbols
from web.services import services


def know_animals() -> None:
    """What is drawn for this request shows the animals that are kept."""
    symbols.KEPT.set(services().outside.family.animals())


def keep_animals(players: tuple[str, ...]) -> None:
    """Keeps the animals of those at the table who have none yet."""
    family = services().outside.family
    kept = family.animals()
    if missing := [player for player in players if player not in kept]:
        drawn = symbols.animals_at(players, kept)
        family.keep_animals({player: drawn[player] for player in missing})
        know_animals()


def household() -> dict[str, str]:
    """Everybody with an animal: who has played, those of the newest game first, then who was only named so far."""
    kept, played = services().outside.family.animals(), services().shelf.family()
    named = [player for player in kept if player not in played]
    return {player: kept.get(player) or played[player] for player in (*played, *named)}
