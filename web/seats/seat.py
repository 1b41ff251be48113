"""One player's seat in one game, as a browser keeps it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.showing import Snapshot
from web.seats.chairs import Chairs


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of one game of the journal."""

    game: int
    player: str
    times: int = 0
    """How often the seat had been taken back when this browser sat down."""

    def at(self, snapshot: Snapshot) -> str | None:
        """The player, if this is still the game in play; None when the seat no longer counts."""
        game = snapshot.game
        if game is None or game.number != self.game or self.player not in game.players:
            return None
        return self.player


def seat_in(kept: object) -> Seat | None:
    """The seat that a session keeps."""
    if not isinstance(kept, dict) or not isinstance(kept.get("game"), int):
        return None
    times = kept.get("times", 0)
    return Seat(kept["game"], str(kept.get("player")), times if isinstance(times, int) else -1)


def still_counts(seat: Seat, chairs: Chairs) -> bool:
    """Whether a seat was not taken back since."""
    return chairs.times_taken_back(seat.game, seat.player) == seat.times
