"""The games of a journal that can be gone on with: begun, not over, and not the one in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.action import Rejected
from companion.fold import Folded, fold
from companion.games import load
from companion.journal import Entry

MOST = 6
"""How many games are offered, most recently played first."""

LOOKED_AT = 15
"""How many games are looked at: each must be replayed to know whether it is over."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game that can be gone on with: its number in the journal, what it is, who plays, how many moves there are.

    ``last`` is the last move as everybody may see it.
    """

    number: int
    id: str
    title: str
    players: tuple[str, ...]
    moves: int
    last: Mapping[str, Any]


class UnfinishedGames:
    """Finds them in a journal; what was found out about a game is kept until it is played on."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Unfinished | None] = {}

    def among(self, entries: Sequence[Entry], in_play: int) -> tuple[Unfinished, ...]:
        """The unfinished games but the one ``in_play``, the one played last first, at most ``MOST``."""
        last = {entry.game: entry.seq for entry in entries}
        newest_first = sorted(last.items(), key=lambda one: -one[1])
        others = [one for one in newest_first if one[0] != in_play][:LOOKED_AT]
        found = (game for one in others if (game := self._looked_at(one, entries)) is not None)
        return tuple(game for game, _ in zip(found, range(MOST), strict=False))

    def _looked_at(self, one: tuple[int, int], entries: Sequence[Entry]) -> Unfinished | None:
        if one not in self._known:
            self._known[one] = _unfinished([entry for entry in entries if entry.game == one[0]])
        return self._known[one]


def _unfinished(entries: Sequence[Entry]) -> Unfinished | None:
    """The game of these entries, None when it is over, was never begun, or cannot be replayed any more."""
    folded = next(_replayed(entries), None)
    if folded is None or not folded.played or (folded.conflict is not None and folded.question is None):
        return None
    game = load(folded.header.game)
    if game.is_over(folded.state):
        return None
    last = game.redacted(folded.moves[folded.played - 1].action, None)
    return Unfinished(entries[0].game, game.id, game.title, folded.header.players, folded.played, last)


def _replayed(entries: Sequence[Entry]) -> Iterator[Folded]:
    """The game as its journal tells it; nothing when this program does not know it, or not any more."""
    try:
        yield fold(load(entries[0].body["game"]), entries)
    except (Rejected, KeyError):
        return
