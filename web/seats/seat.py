"""One player's seat in one game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.showing import Snapshot


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of one game of the journal."""

    game: int
    player: str

    def at(self, snapshot: Snapshot) -> str | None:
        """The player, if this is still the game in play; None when the seat no longer counts."""
        game = snapshot.game
        if game is None or game.number != self.game or self.player not in game.players:
            return None
        return self.player
