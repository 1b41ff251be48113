"""How a game is played without people: what it adds to what every simulated family does (``companion.simulated``)."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from companion.action import Action, Template


class Player(Protocol):
    """Somebody who plays all seats of a game.

    ``needs_to_see``: nobody reaches where a hand still covers what was done there last.
    """

    needs_to_see: bool

    def next(self, state: Any, chance: random.Random) -> Action:
        """A faultless action; the game must not be over."""

    def slip(self, state: Any, chance: random.Random) -> Action | None:
        """An action that may be a fault."""

    def at_once(self, before: Any, done: Action, action: Action) -> bool:
        """Whether hands may go on with this right after what they have ``done``, before anybody could look."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a family before a dice tray does next: it taps an action, or throws the dice of one.

    Before it the family waits, and after a tap it rests, for these numbers of seconds.
    """

    action: Action | None = None
    dice: tuple[str, ...] = ()
    waits_s: float = 0.0
    rests_s: float = 0.0


class Thrower(Protocol):
    """Somebody who plays all seats of a game whose dice are thrown into a tray, by what the page shows.

    ``at_once``: the codes of questions that nobody but the family can answer.
    """

    at_once: frozenset[str]

    def next(
        self,
        view: Mapping[str, Any],
        legal: Sequence[Template],
        outlook: Mapping[str, Any],
        chance: random.Random,
    ) -> Decision:
        """What is sensible now, by what the page shows, what may be tapped, and the odds told for it."""

    def answer(
        self,
        answers: Sequence[Mapping[str, Any]],
        reading: Mapping[str, Any],
        meant: Action,
        lying: Sequence[str],
    ) -> int:
        """The place of the answer that is true: dice were thrown as it was ``meant`` and are ``lying`` there."""

    def again(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """What lies on the table before the next game."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What a hand does though the rules refuse it: whose hand, and what lies then in the zones that it touches, in
    that order.
    """

    by: str
    lies: Mapping[str, tuple[str, ...]]


def nothing_dealt(players: tuple[str, ...], chance: random.Random) -> dict[str, Any]:
    """``dealt`` of a game that is not told what was dealt."""
    return {}


def always_at_once(before: Any, done: Action, action: Action) -> bool:
    """``at_once`` of a game in which one thing may follow the other as quickly as hands can."""
    return True


SeenAs = Literal["cards", "printed", "track", "lanes", "fields"]
"""What the table of a game is like for a camera."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is particular about a game that a simulated family plays; by itself the family plays what a page offers.

    - ``dealt(players, chance)`` draws what must lie on the table before the first action.
    - ``player(game, optional)`` makes somebody who knows how to play; None for a family that does what its pages
      offer. ``optional`` is how often something is done that is allowed and not called for.
    - ``slip(game, state, chance)`` is an action of a hand that slips as it only slips in this game.
    - ``misplaced(before, action, after, chance)`` is how hands put things down wrongly as they do an action between
      two states: what lies in the zones in which it lies otherwise than it should; empty where this cannot go wrong.
    - ``refused(state, chance)`` is what hands that slip do now though the rules refuse it; None where nothing is.
    - ``shown(state, action, chance)`` is an action as hands show it: without what only the page was told, None for
      one that nobody does. By itself everything is done but what would stop the game early.
    - ``at_once(before, done, action)`` says whether it may follow what was done before anybody could look.
    - ``on_turn(state)`` is the player on turn; without it the view says so.
    - ``faces`` are the only faces that the readers of this game know, where not everything that looks like one is.
    - ``evening`` are house rules under which a game that goes on for days is over in an evening.
    - ``film`` are house rules under which a game is filmed, where one of an evening would be a film of hours;
      ``film_players`` are the fewest people who are filmed, where fewer have more before them than lies side by side;
      ``film_most`` the most who are filmed of themselves, where of more two sit at one edge (0: all who can play).
    - ``seen_as`` says whose films tell how a camera errs on this game: those of playing "cards", of "printed" cards
      (Racko), of a "track" with pawns and dice (Dadamax), of "lanes" (Super-Crack), of "fields" (Change Horses).
    - ``most_questions`` are asked for in the middle of such evenings.
    - ``in_order``: the order of what hands did is judged, so that the journal has to tell it as it was.
    - ``thrower()`` makes somebody who throws the game's dice into a tray; None where no tray is seen.
    """

    dealt: Callable[[tuple[str, ...], random.Random], dict[str, Any]] = nothing_dealt
    player: Callable[[Any, float], Player] | None = None
    slip: Callable[[Any, Any, random.Random], dict[str, Any]] | None = None
    misplaced: Callable[[Any, Action, Any, random.Random], Mapping[str, tuple[str, ...]]] | None = None
    refused: Callable[[Any, random.Random], Refused | None] | None = None
    shown: Callable[[Any, Action, random.Random], Action | None] | None = None
    at_once: Callable[[Any, Action, Action], bool] = always_at_once
    on_turn: Callable[[Any], str | None] | None = None
    faces: frozenset[str] = frozenset()
    evening: Mapping[str, Any] = field(default_factory=dict)
    film: Mapping[str, Any] = field(default_factory=dict)
    film_players: int = 0
    film_most: int = 0
    seen_as: SeenAs = "cards"
    most_questions: int = 2
    in_order: bool = False
    thrower: Callable[[], Thrower] | None = None
