"""The closed loop of one whole game: hands play, a camera looks, a referee says what it saw, and people react."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import Game
from companion.sighting import Sighting
from companion.simulated.following import Follower
from companion.simulated.outcome import Outcome
from companion.simulated.players import Opening


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened in the evening and how many seconds people took for it."""

    what: str
    seconds: float
    sighting: Sighting | None = None


class Evening:
    """One game between players of the given ``kinds`` ("careful", "careless", "child"), a kind for each player.

    ``error`` is the share of cards that are read wrongly; every choice is drawn from ``chance``. ``follower`` makes
    the journal and whoever writes it from the first state (``FollowedByReferee``, ``FollowedByTable``).
    """

    def __init__(
        self,
        opening: Opening,
        kinds: Sequence[str],
        follower: Callable[[Game, Any], Follower],
        chance: random.Random,
        *,
        error: float = 0.01,
        most_sightings: int = 5000,
    ) -> None: ...

    def play(self) -> Outcome:
        """Plays the whole game."""
        ...

    def course(self) -> Iterator[Moment]:
        """The same, moment by moment, for a table that plays at the pace of people."""
        ...

    @property
    def outcome(self) -> Outcome:
        """What became of it so far."""
        ...


def opened_evening(game: Game, chance: random.Random, options: Mapping[str, Any] | None = None) -> Opening:
    """A game opened for an evening: players by name, the deal drawn by chance, house rules as given."""
    ...
