"""Who sits where in the game in play: read from its remarks in the journal, written there, learnt from hands.

Not thread-safe: the table serialises access.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from companion.action import Rejected
from companion.journal import JournalError
from companion.referee import Verdict
from companion.seating import (
    ASKED,
    NOBODY_SEATED,
    SEATING,
    Seating,
    TableSides,
    checked,
    seating_of,
    table_sides,
)
from companion.seating_learnt import Learnt, SeatingLearner
from companion.showing import NOTE
from companion.sighting import Sighting
from companion.written_game import WrittenGame


class Seats:
    """The seating of one table's game in play."""

    def __init__(self, written: WrittenGame) -> None:
        self._written = written
        self._learner: SeatingLearner | None = None

    @property
    def now(self) -> Seating:
        """Who sits where; nobody anywhere before the first game."""
        written = self._written
        if written.folded is None:
            return NOBODY_SEATED
        notes = (entry.body for entry in written.notes)
        is_last = written.entries[-1].kind == NOTE
        return seating_of(self.table, written.folded.header.players, notes, is_last)

    @property
    def table(self) -> TableSides:
        """The sides of the game's table."""
        return table_sides(self._written.running()[0].header.game)

    # ------------------------------------------------------------ what is written

    def begin(self, before: Seating | None = None) -> None:
        """Another game is in play, while it is being written. The people of the one ``before`` sit where they sat, if
        they can at this table.
        """
        self._learner = None
        now = self.now
        if before is not None and before.sides != now.sides:
            with suppress(Rejected):
                self._write(before.sides, "before")

    def tell(self, sides: Mapping[str, str]) -> None:
        """People say where each sits; raises ``Rejected`` where nobody can sit so."""
        with self._written.writing():
            self._write(sides, "people")
        self._learner = None

    def _write(self, sides: Mapping[str, str], by: str) -> None:
        told = checked(self.table, tuple(self.now.sides), sides)
        self._written.write(NOTE, {"code": SEATING, "sides": dict(told), "by": by})

    # ------------------------------------------------------------ what hands tell

    def tempered(self, sighting: Sighting) -> Sighting | None:
        """The sighting as the referee may take it, hands against the seating as sure as the seating is.

        None where what lies before whom, before the first entry, tells that people sit otherwise. That is written.
        """
        folded, game = self._written.running()
        lying = game.visible_table(folded.state)
        if self._take_on(self._learning.look_around(sighting, self.now, lying)):
            return None
        return self._learning.tempered(sighting, self.now, folded.state)

    def learn(self, verdict: Verdict) -> bool:
        """Whether the hands of what was entered tell that people sit otherwise. That, or a question, is written."""
        folded, _ = self._written.running()
        agrees = verdict.kind in ("same", "played")
        return self._take_on(self._learning.learn(folded, self.now, agrees=agrees))

    @property
    def _learning(self) -> SeatingLearner:
        if self._learner is None:
            folded, game = self._written.running()
            self._learner = SeatingLearner(game, self.table, self.now, folded)
        return self._learner

    def _take_on(self, learnt: Learnt) -> bool:
        if not learnt.asked and learnt.sides is None:
            return False
        with suppress(JournalError):  # the disk takes nothing now: the next entry tells it again
            with self._written.writing():
                if learnt.sides is not None:
                    self._write(learnt.sides, "hands")
                else:
                    self._written.write(NOTE, {"code": ASKED})
            return learnt.sides is not None
        return False
