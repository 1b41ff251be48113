"""What players choose in secret and turn up together: nobody sees it before all have chosen.

It lies in no journal and on no disk: until it is turned up it is no part of the game. After a restart it is chosen
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import domains
from companion.action import Action, Rejected
from companion.game import Game


class SecretChoices:
    """The choices that wait for those of the others, by player."""

    def __init__(self) -> None:
        self._chosen: dict[str, Action] = {}

    @property
    def chosen(self) -> Mapping[str, Action]:
        """The action of each player who has chosen, as it is to be played; who chose first comes first."""
        return dict(self._chosen)

    def choose(self, action: Action) -> None:
        """Keeps what a player has chosen; what the same player chose before gives way."""
        self.take_back(str(action["by"]))
        self._chosen[str(action["by"])] = dict(action)

    def take_back(self, player: str) -> None:
        """Forgets what a player has chosen."""
        self._chosen.pop(player, None)

    def forget(self) -> None:
        """Forgets everything: another game is played."""
        self._chosen.clear()

    def keep_possible(self, game: Game, state: Any) -> None:
        """Forgets what can no longer be done: cards were turned up, say, or moves taken back."""
        for player, action in self.chosen.items():
            try:
                game.apply(state, action)
            except Rejected:
                del self._chosen[player]

    def complete(self, game: Game, state: Any) -> tuple[Action, ...]:
        """All choices in the order of the game's players, once nobody has still to choose; nothing before."""
        awaited = choosing(game, state) if self._chosen else ()
        if not set(awaited) <= self._chosen.keys():
            return ()
        return tuple(self._chosen[player] for player in awaited)


def choosing(game: Game, state: Any) -> tuple[str, ...]:
    """The players who have something to choose that all turn up together, in the order of the templates."""
    templates = (one for one in game.legal_actions(state) if one["do"] in game.chosen_together)
    return tuple(dict.fromkeys(str(by) for one in templates for by in domains.choices(one["by"])))
