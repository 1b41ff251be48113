"""Who learns from an evening what things look like: what the journal tells of what the eyes saw, entry by entry.

What is learnt, and where it is kept, differs from one kind of thing to another.
"""

from __future__ import annotations

import hashlib
import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.evening.settled import Lying, Settling, Told, lying_of
from companion.journal import Entry
from companion.referee import Verdict
from companion.table import Table
from vision.eyes.eyes import Eyes, ZoneLook

_log = logging.getLogger("companion.learning")


class JournalLearner(ABC):
    """Learns from what people tell of what the eyes saw, and forgets what they take back.

    To be called by the thread that looks: ``step`` with every frame, ``before`` and ``after`` around every sighting.
    """

    def __init__(self, table: Table, eyes: Eyes) -> None:
        self._table = table
        self._eyes = eyes
        self._settling: Settling[ZoneLook] = Settling()
        self.evening = ""
        """A name for the game in play."""
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
            self.take_back(entries)
        strays = (
            {one.zone for one in self._table.differences()} if any(one.now for one in told) else set[str]()
        )
        self.learn([one for one in told if not one.seen.covered and not (one.now and one.zone in strays)])

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

    @abstractmethod
    def shows_something(self, look: ZoneLook) -> bool:
        """Whether a look shows anything that may be learnt."""

    @abstractmethod
    def learn(self, told: Sequence[Told[ZoneLook]]) -> None:
        """Learn what people have told of zones in which no hand was."""

    @abstractmethod
    def take_back(self, entries: Sequence[Entry]) -> None:
        """Forget what rests on entries that do not count any more."""

    def _remember(self, entries: Sequence[Entry]) -> None:
        zones, moment = self._settling.changed_zones(self._before[1], entries)
        seen = self._seen(zones)
        if seen:
            self._settling.remember(replace(moment, seen=seen))

    def _seen(self, zones: Collection[str]) -> Mapping[str, ZoneLook]:
        return {zone: look for zone, look in self._eyes.seen(zones).items() if self.shows_something(look)}

    def _open(self, entries: Sequence[Entry]) -> None:
        """Another game has other entries."""
        evening = _name_of(entries[0])
        if evening != self.evening:
            self.evening, self._read_upto = evening, 0
            # What was told before anybody looked cannot be learnt.
            self._settling = Settling(read_upto=entries[-1].seq)


def _name_of(opened: Entry) -> str:
    """A name for a game by its first entry: two journals number their entries alike."""
    told = json.dumps([opened.seq, opened.body], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]
