"""All kept games of a journal, each looked at once: what was found out about one stands until it is played on."""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol

from companion.drawing.symbols import SEATS
from companion.games import load
from companion.journal import Entry, JournalError
from companion.kept.league import League, league
from companion.kept.replayed import Replayed
from companion.kept.summary import KeptGame, folded, summary
from companion.record import write

LONGEST_WAIT_S = 0.2
"""How long a list waits for games not looked at yet; the rest are counted as pending."""
MOST_REPLAYED = 6
"""How many games are kept in memory move by move; a long one has a thousand states."""
_log = logging.getLogger("companion.kept")


class Games(Protocol):
    """The journal's games, as a table gives them; thread-safe."""

    def last_entries(self) -> Mapping[int, int]:
        """The number of the last entry of every game."""

    def entries_of(self, number: int) -> Sequence[Entry]:
        """The entries of one game, oldest first; raises ``JournalError``."""


class Shelf:
    """The kept games behind a table. Thread-safe. Raises ``JournalError`` where a game is asked for that cannot be
    read and that nobody has looked at since it was played.

    The journal only grows, so a game's last entry says whether anything about it is new.
    """

    def __init__(self, journal: Games) -> None:
        self._journal = journal
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, KeptGame | None]] = {}
        self._replayed: OrderedDict[int, tuple[int, Replayed | None]] = OrderedDict()
        self._league: tuple[tuple[int, int], League] | None = None
        self.pending = 0
        """How many games the last list left out, because nobody had looked at them yet."""

    def games(self) -> tuple[KeptGame, ...]:
        """Every game that can be replayed, the newest first, as far as there was time to look at them.

        After a start with a long journal some are still ``pending``; each call looks at a few more.
        """
        last = self._journal.last_entries()
        seq = max(last.values(), default=0)
        until = time.monotonic() + LONGEST_WAIT_S
        kept: list[KeptGame] = []
        pending = 0
        for number in sorted(last, reverse=True):
            if not self._is_known(number, last[number]) and time.monotonic() > until:
                pending += 1
            elif (game := self._summary(number, last[number])) is not None:
                kept.append(game)
        with self._lock:
            self.pending = pending
            if self._league is None or self._league[0] != (seq, pending):
                self._league = ((seq, pending), league(kept))
        return tuple(kept)

    def look_at_all(self, pause_s: float = 0.005) -> None:
        """Looks at every game, so that no list has to wait; for a thread of its own. Ends at an unreadable one."""
        for number, last in sorted(self._journal.last_entries().items(), reverse=True):
            if self._is_known(number, last):
                continue
            try:
                self._summary(number, last)
            except JournalError as error:
                _log.warning("%s", error)
                return
            time.sleep(pause_s)

    def game(self, number: int) -> KeptGame | None:
        """One of them; None when there is none."""
        last = self._journal.last_entries().get(number)
        return None if last is None else self._summary(number, last)

    def league(self) -> League:
        """The family's league over all of them that were looked at."""
        self.games()
        with self._lock:
            return self._league[1] if self._league is not None else league(())

    def replayed(self, number: int) -> Replayed | None:
        """One of them move by move; None when there is none."""
        last = self._journal.last_entries().get(number)
        if last is None:
            return None
        with self._lock:
            known = self._replayed.get(number)
            if known is not None and known[0] == last:
                self._replayed.move_to_end(number)
                return known[1]
        entries = self._journal.entries_of(number)
        played = Replayed.of(entries)
        with self._lock:
            self._replayed[number] = (entries[-1].seq, played)
            self._replayed.move_to_end(number)
            while len(self._replayed) > MOST_REPLAYED:
                self._replayed.popitem(last=False)
        return played

    def record(self, number: int) -> str | None:
        """The record of a finished game, with all that was secret in it; None while it may still be gone on with."""
        entries = self._journal.entries_of(number)
        played = folded(entries) if entries else None
        if played is None or not load(played.header.game).is_over(played.state):
            return None
        return write(played.header, [move.action for move in played.moves[: played.played]])

    def family(self) -> dict[str, str]:
        """Everybody who has played, with the animal of each: the players of the newest game first, as they sit there.

        The others follow, who played most comes first, each with the animal they had most often if it is free: while
        there are enough no two have the same.
        """
        games = self.games()
        seated = games[0].players if games else ()
        had = {player: dict.fromkeys(SEATS, 0) for player in seated}
        for game in games:
            for seat, player in enumerate(game.players):
                animals = had.setdefault(player, dict.fromkeys(SEATS, 0))
                animals[SEATS[seat % len(SEATS)]] += 1
        others = [player for player in had if player not in seated]
        others.sort(key=lambda player: (-sum(had[player].values()), player.casefold()))
        wishes: list[tuple[str, tuple[str, ...]]] = [
            (player, (SEATS[seat % len(SEATS)],)) for seat, player in enumerate(seated)
        ]
        for player in others:
            animals = had[player]
            wishes.append((player, tuple(sorted(SEATS, key=animals.__getitem__, reverse=True))))
        return dict(_distinct(tuple(wishes)))

    # ------------------------------------------------------------ inside

    def _is_known(self, number: int, last: int) -> bool:
        with self._lock:
            known = self._known.get(number)
            return known is not None and known[0] >= last

    def _summary(self, number: int, last: int) -> KeptGame | None:
        """What a list says of a game that has an entry ``last`` at least."""
        with self._lock:
            known = self._known.get(number)
        if known is not None and known[0] >= last:
            return known[1]
        entries = self._journal.entries_of(number)
        found = summary(entries)
        with self._lock:
            self._known[number] = (entries[-1].seq, found)
        return found


@lru_cache(maxsize=8)
def _distinct(wishes: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, str], ...]:
    """Everybody's animal: the first wish that is still free, else the first."""
    taken: set[str] = set()
    found = []
    for player, wanted in wishes:
        animal = next((one for one in wanted if one not in taken), wanted[0])
        taken.add(animal)
        found.append((player, animal))
    return tuple(found)
