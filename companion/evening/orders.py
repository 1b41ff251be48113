"""What Home Assistant may have done at a table: the voice turned off, the same game begun once more."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.action import Rejected
from companion.club.home_assistant import NEW_GAME, VOICE_OFF, VOICE_ON
from companion.journal import JournalError
from companion.table import Stale, Table

_log = logging.getLogger("companion.club")


class TableOrders:
    """The orders that a table obeys; ``profile_of`` gives the board with which a new game is played."""

    def __init__(self, table: Table, profile_of: Callable[[str], Mapping[str, Any] | None]) -> None:
        self._table = table
        self._profile_of = profile_of
        self._speaks = threading.Event()
        self._speaks.set()

    @property
    def voice(self) -> str:
        """Whether this machine's own voice may speak: "ON" or "OFF"."""
        return "ON" if self._speaks.is_set() else "OFF"

    @property
    def is_hushed(self) -> bool:
        """Whether it must be silent."""
        return not self._speaks.is_set()

    def obey(self, order: str) -> None:
        """Does it, if it is known and possible now."""
        if order == VOICE_ON:
            self._speaks.set()
        elif order == VOICE_OFF:
            self._speaks.clear()
        elif order == NEW_GAME:
            self._play_again()
        else:
            _log.warning("An order that is none was not obeyed.")

    def _play_again(self) -> None:
        """The same game with the same players, once the one before is over: a press never ends a game in play."""
        shown = self._table.snapshot()
        if shown.game is None or not shown.over:
            return
        try:
            self._table.open_game(
                shown.game.id,
                shown.game.players,
                options=dict(shown.game.options),
                profile=self._profile_of(shown.game.id),
                expected_seq=shown.seq,
            )
        except (Rejected, Stale, JournalError) as error:
            _log.warning("No new game was begun (%s).", error)
