"""The family's enrolled deck learns from the evening: a card that read doubtfully, and that people told.

Only where the family wants it (``learn_from_answers``), only on this machine, in the file of the enrolment, and so
that it can be taken back. Source: ``docs/enrolment.md``.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from calibration.kept_enrolment import FamilyEnrolment, load_enrolment, save_enrolment
from companion.evening.settled import Lying, Settling, Told, lying_of, no_longer_told
from companion.journal import Entry
from companion.referee import Verdict
from companion.table import Table
from vision.card_names import CARDS
from vision.cards.deck.enrolled_deck import Confirmed, EnrolledDeck
from vision.cards.deck.learning import confirmed_look, learnable, with_confirmed, without_confirmed
from vision.cards.reader import CardReader
from vision.eyes.eyes import Eyes, ZoneLook
from vision.readings import SURE

_log = logging.getLogger("companion.learning")


class Learner:
    """Teaches the decks by which ``reader`` reads, as the journal of the table tells what the eyes saw.

    To be called by the thread that looks: ``step`` with every frame, ``before`` and ``after`` around every sighting.
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
        self._table = table
        self._eyes = eyes
        self._reader = reader
        self._folder = folder
        self._today = today
        self._kept = load_enrolment(folder)
        self._settling: Settling[ZoneLook] = Settling()
        self._evening = ""
        self._read_upto = 0
        self._before: tuple[int, Lying] = (0, {})

    def step(self) -> None:
        """Learn what people have told since the last call, and forget what they have taken back."""
        try:
            self._step()
        except Exception:  # an evening must outlive what cannot be learnt
            _log.exception("Nothing was learnt of entry %d.", self._read_upto)

    def _step(self) -> None:
        entries = self._table.entries()
        if not entries or entries[-1].seq == self._read_upto:
            return
        self._open(entries)
        new = [entry for entry in entries if entry.seq > self._read_upto]
        mended = self._read_upto == 0 or any(entry.kind in ("undo", "amend", "answer") for entry in new)
        self._read_upto = entries[-1].seq
        told = self._settling.told(entries)
        if mended:
            self._take_back(entries)
        self._learn(told)

    def before(self) -> None:
        """A sighting comes: remember how the table lies as the journal has it."""
        self.step()
        entries, game = self._table.entries(), self._table.game
        if entries and game is not None:
            self._before = entries[-1].seq, lying_of(game, self._table.state)

    def after(self, verdict: Verdict) -> None:
        """A sighting was judged: keep what was seen of the zones that it asks about, or whose cards were moved."""
        entries = self._table.entries()
        if verdict.kind not in ("asked", "played") or not entries or entries[-1].seq == self._before[0]:
            return
        try:
            self._remember(entries)
        except Exception:
            _log.exception("Nothing is learnt of entry %d.", entries[-1].seq)

    # ------------------------------------------------------------ inside

    def _remember(self, entries: Sequence[Entry]) -> None:
        zones, moment = self._settling.changed_zones(self._before[1], entries)
        seen = {zone: look for zone, look in self._eyes.seen(zones).items() if any(look.looks)}
        if seen:
            self._settling.remember(replace(moment, seen=seen))

    def _open(self, entries: Sequence[Entry]) -> None:
        """Another game has other entries."""
        evening = _name_of(entries[0])
        if evening != self._evening:
            self._evening, self._read_upto = evening, 0
            # What was told before anybody looked cannot be learnt.
            self._settling = Settling(read_upto=entries[-1].seq)

    def _take_back(self, entries: Sequence[Entry]) -> None:
        """Forget what rests on entries that do not count any more."""

        def is_gone(one: Confirmed) -> bool:
            return one.evening == self._evening and no_longer_told(entries, one.entries)

        decks = [without_confirmed(deck, is_gone) for deck in self._kept.decks]
        forgotten = [CARDS[one.code] for deck in self._kept.decks for one in deck.confirmed if is_gone(one)]
        if forgotten and self._keep(decks):
            _log.info("Forgotten, since the answer was taken back: %s.", ", ".join(forgotten))

    def _learn(self, told: Sequence[Told[ZoneLook]]) -> None:
        new: dict[str, list[Confirmed]] = {}
        strays = (
            {one.zone for one in self._table.differences()} if any(one.now for one in told) else set[str]()
        )
        for one in told:
            if one.seen.covered or (one.now and one.zone in strays):
                continue
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
                yield code, deck, confirmed_look(index, code, told.zone, day, self._evening, told.entries)

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


def _name_of(opened: Entry) -> str:
    """A name for a game by its first entry: two journals number their entries alike."""
    told = json.dumps([opened.seq, opened.body], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
