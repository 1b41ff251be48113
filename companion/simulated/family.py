"""What a simulated family before a running table is, whether its dice are filmed or its cards."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Mapping
from typing import Any

from companion.action import Rejected
from companion.game import Game
from companion.journal import JournalError
from companion.showing import Snapshot
from companion.table import Stale, Table

SIMULATED = "simulated"
"""The remark in the journal of a game that the simulated family plays."""
NEXT_GAME_S = 20.0
"""How long the family rests after a game before it begins another."""
_log = logging.getLogger("companion.simulated")


class Family:
    """People who play at a ``table`` by themselves, ``speed`` times as fast as people do.

    ``seed`` fixes every choice (None: chance). With ``exit_at_end`` they leave when the game is over; otherwise they
    begin another. Raises ValueError for a speed that is not above 0.
    """

    def __init__(self, table: Table, *, seed: int | None, speed: float, exit_at_end: bool) -> None:
        if not speed > 0:
            raise ValueError("the speed of the simulated table must be above 0")
        self._table = table
        self._chance = random.Random(seed)  # noqa: S311 - people of a simulation
        self._speed = speed
        self._exit_at_end = exit_at_end

    def _tap(self, tap: Callable[[], Any]) -> bool:
        """Tap; somebody who was quicker, or a refusal, is no harm: the family looks at the page again."""
        try:
            tap()
        except Stale:
            _log.info("Somebody else tapped first.")
        except Rejected as refusal:
            _log.info("A tap was refused: %s", json.dumps(refusal.code))
        except JournalError as error:
            _log.error("%s", error)
        else:
            return True
        return False

    def _begin_another(
        self,
        before: Snapshot,
        dealt: Callable[[], Mapping[str, Any]],
        profile: Mapping[str, Any] | None = None,
    ) -> bool:
        """Open the game that was over ``before`` once more, unless somebody has done something since; on the board of
        a ``profile``, or on its own.
        """
        game = before.game
        if game is None or self._table.snapshot().seq != before.seq:
            return False
        return self._tap(
            lambda: self._table.open_game(
                game.id,
                game.players,
                options=game.options,
                setup=dealt(),
                profile=profile,
                expected_seq=before.seq,
            )
        )


def can_play(game: Game) -> bool:
    """Whether a film without pictures can play this game: its hands are known, and the table takes its sightings."""
    return game.hands is not None and game.explain is None
