"""The family's enrolled deck learns from the evening: a card that read doubtfully, and that people told.

Only where the family wants it (``learn_from_answers``), only on this machine, in the file of the enrolment, and so
that it can be taken back. Source: ``docs/enrolment.md``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path

from calibration.kept_enrolment import FamilyEnrolment, load_enrolment, save_enrolment
from companion.evening.journal_learning import JournalLearner
from companion.evening.settled import Told, no_longer_told
from companion.journal import Entry
from companion.table import Table
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import Confirmed, EnrolledDeck
from vision.cards.deck.learning import confirmed_look, learnable, with_confirmed, without_confirmed
from vision.cards.reader import CardReader
from vision.eyes.eyes import Eyes, ZoneLook
from vision.readings import SURE

_log = logging.getLogger("companion.learning")


class Learner(JournalLearner):
    """Teaches the decks by which ``reader`` reads, as the journal of the table tells what the eyes saw.

    Raises BadEnrolment where the file in ``folder`` is damaged.
    """

    def __init__(
        self,
        table: Table,
        eyes: Eyes,
        reader: CardReader,
        folder: Path,
        today: Callable[[], date] = date.today,
    ) -> None:
        super().__init__(table, eyes)
        self._reader = reader
        self._folder = folder
        self._today = today
        self._kept = load_enrolment(folder)

    def shows_something(self, look: ZoneLook) -> bool:
        """Whether the networks saw a card."""
        return any(look.looks)

    def take_back(self, entries: Sequence[Entry]) -> None:
        """Forget what rests on entries that do not count any more."""

        def is_gone(one: Confirmed) -> bool:
            return one.evening == self.evening and no_longer_told(entries, one.entries)

        decks = [without_confirmed(deck, is_gone) for deck in self._kept.decks]
        forgotten = [CARDS[one.code] for deck in self._kept.decks for one in deck.confirmed if is_gone(one)]
        if forgotten and self._keep(decks):
            _log.info("Forgotten, since the answer was taken back: %s.", ", ".join(forgotten))

    def learn(self, told: Sequence[Told[ZoneLook]]) -> None:
        """Learn the cards that read doubtfully."""
        new: dict[str, list[Confirmed]] = {}
        for one in told:
            for code, deck, confirmed in self._examples(one):
                new.setdefault(deck.name, []).append(confirmed)
                _log.info("“%s” learns how %s looks in %s.", deck.name, code, one.zone)
        if new:
            self._keep([with_confirmed(deck, new.get(deck.name, ())) for deck in self._kept.decks])

    def _examples(self, told: Told[ZoneLook]) -> Iterable[tuple[str, EnrolledDeck, Confirmed]]:
        """The looks at what people told that may be learnt, each with its card and the deck it looks like."""
        look = told.seen
        shown = told.faces if look.row else told.faces[-1:]
        if len(look.looks) != len(shown) or len(look.slots) != len(shown):
            return
        for place in range(-len(shown), 0):
            code, slot = shown[place], look.slots[place]
            doubtful = slot.best[0] != code or slot.best[1] < SURE
            if place not in told.places or code not in CARDS or not doubtful:
                continue
            good, reasons = learnable(self._kept.usable(self._reader.network), code, look.looks[place])
            for reason in reasons:
                _log.info("%s in %s is not learnt: %s.", code, told.zone, reason.value)
            for deck, index in good:
                day = self._today().isoformat()
                yield code, deck, confirmed_look(index, code, told.zone, day, self.evening, told.entries)

    def _keep(self, decks: Iterable[EnrolledDeck]) -> bool:
        """Keep decks in the place of those of their names, and read by them; what cannot be kept is not used."""
        kept = FamilyEnrolment((), self._kept.dice)
        for deck in decks:
            kept = kept.with_deck(deck)
        try:
            save_enrolment(self._folder, kept)
        except OSError as error:
            _log.warning("What was learnt cannot be kept in %s (%s).", self._folder, error.strerror)
            return False
        self._kept = kept
        self._reader.use(kept.usable(self._reader.network))
        return True
