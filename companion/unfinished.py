"""The games of a journal that can be gone on with: begun, not over, and not the one in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    """Finds them in a journal; what was found out about one of the games looked at is kept until it is played on."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], Unfinished | None] = {}

    def among(
        self, last: Mapping[int, int], in_play: int, of_game: Callable[[int], Sequence[Entry]]
    ) -> tuple[Unfinished, ...]:
        """The unfinished games but the one ``in_play``, the one played last first, at most ``MOST``.

        ``last`` is the last entry of every game, ``of_game`` gives all of one; what that raises is raised here.
        """
        newest_first = sorted(last.items(), key=lambda one: -one[1])
        others = [one for one in newest_first if one[0] != in_play][:LOOKED_AT]
        known = {one: self._known[one] for one in others if one in self._known}
        found: list[Unfinished] = []
        for one in others:
            if len(found) == MOST:
                break
            if one not in known:
                known[one] = _unfinished(of_game(one[0]))
            if (game := known[one]) is not None:
                found.append(game)
        self._known = known
        return tuple(found)


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
