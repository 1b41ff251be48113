"""What a camera saw people lay that only they can mean: proposed to them, and done by one tap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.action import Action
from companion.game import Game
from companion.referee import Referee
from companion.sighting import EMPTY, ZoneReading
from companion.written_game import WrittenGame

SURE = 0.9
"""Only what is read at least so surely is proposed (probability, chosen): a child taps what stands there."""


def to_confirm(written: WrittenGame, referee: Referee | None) -> Action | None:
    """The action that is proposed now at a table; None while something is asked."""
    game, folded = written.game, written.folded
    if game is None or folded is None or folded.question is not None or referee is None:
        return None
    return proposed(game, folded.state, referee.readings)


def proposed(game: Game, state: Any, readings: Mapping[str, ZoneReading]) -> Action | None:
    """The action that the zones which were read surely propose in this state (``Game.to_confirm``), if any."""
    surely = {zone: shown for zone, one in readings.items() if (shown := _surely(one)) is not None}
    return game.to_confirm(state, surely)


def _surely(reading: ZoneReading) -> tuple[str, ...] | None:
    """What a zone shows; None where a thing in it was not read surely."""
    found = [slot.best for slot in reading.slots]
    if any(chance < SURE for _, chance in found):
        return None
    return tuple(face for face, _ in found if face != EMPTY)
