"""The family's enrolled box learns from the evening: a printed card that read doubtfully, and that people told.

Only where the family wants it (``learn_from_answers``), only on this machine, in the file of the box, and so that it
can be taken back. Source: ``docs/printed-cards.md``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from companion.evening.family_boxes import FamilyBoxes
from companion.evening.journal_learning import JournalLearner
from companion.evening.settled import Told, no_longer_told
from companion.journal import Entry
from companion.table import Table
from vision.eyes.eyes import Eyes, ZoneLook
from vision.printed.embedding import Prints
from vision.printed.enrolled_box import BoxMemory, CardLook, Confirmed, EnrolledBox
from vision.printed.learning import kept_out, with_confirmed, without_confirmed
from vision.readings import SURE

_NO_PHOTOGRAPH = 0
_log = logging.getLogger("companion.learning")


class BoxLearner(JournalLearner):
    """Teaches the box of the game in play, which whoever reads it opens anew when it was changed."""

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        boxes: FamilyBoxes,
        prints: Prints,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(table, eyes)
        self._boxes = boxes
        self._prints = prints
        self._today = today

    def shows_something(self, look: ZoneLook) -> bool:
        """Whether a card was cut out."""
        return bool(look.cut_outs)

    def take_back(self, entries: Sequence[Entry]) -> None:
        """Forget what rests on entries that do not count any more."""

        def is_gone(look: CardLook) -> bool:
            told = look.confirmed
            return told is not None and told.evening == self.evening and no_longer_told(entries, told.entries)

        with self._boxes.changing:
            box = self._box()
            gone = [] if box is None else [look.label for look in box.looks if is_gone(look)]
            if box is not None and gone and self._keep(without_confirmed(box, is_gone)):
                _log.info("Forgotten, since the answer was taken back: %s.", ", ".join(gone))

    def learn(self, told: Sequence[Told[ZoneLook]]) -> None:
        """Learn the cards that read doubtfully."""
        with self._boxes.changing:
            box = self._box()
            if box is None or not told:
                return
            memory = BoxMemory(box, self._prints)
            looks = [look for one in told for look in self._examples(memory, one)]
            if looks and self._keep(with_confirmed(box, looks)):
                for look in looks:
                    _log.info("“%s” learns how %s looks.", box.name, look.label)

    def _examples(self, memory: BoxMemory, told: Told[ZoneLook]) -> Iterable[CardLook]:
        """The looks at what people told that may be learnt."""
        look = told.seen
        shown = told.faces if look.row else told.faces[-1:]
        if len(look.cut_outs) != len(shown) or len(look.slots) != len(shown):
            return
        for place in range(-len(shown), 0):
            face, slot, picture = shown[place], look.slots[place], look.cut_outs[place]
            doubtful = slot.best[0] != face or slot.best[1] < SURE
            label = self._label(memory, face)
            if place not in told.places or label is None or not doubtful:
                continue
            reason = kept_out(memory, self._prints, label, picture)
            if reason is not None:
                _log.info("%s in %s is not learnt: %s.", label, told.zone, reason.value)
                continue
            confirmed = Confirmed(told.zone, self._today().isoformat(), self.evening, told.entries)
            yield CardLook(label, _NO_PHOTOGRAPH, picture, confirmed)

    def _label(self, memory: BoxMemory, face: str) -> str | None:
        """The card of the box that the game calls so; None where there is none, or several."""
        game = self._table.game
        if game is None or game.printed is None:
            return None
        labels = [label for label in memory.labels if game.printed.face(label) == face]
        return labels[0] if len(labels) == 1 else None

    def _box(self) -> EnrolledBox | None:
        game = self._table.game
        return None if game is None or game.printed is None else self._boxes.box(game.id)

    def _keep(self, box: EnrolledBox) -> bool:
        """Keep a box in the place of what it was; what cannot be kept is not used."""
        game = self._table.game
        if game is None:
            return False
        try:
            self._boxes.keep(game.id, box, self._boxes.origin(game.id))
        except OSError as error:
            _log.warning("What was learnt of %s cannot be kept (%s).", box.name, error.strerror)
            return False
        return True
