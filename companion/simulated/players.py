"""Players that need no people: they open games, draw dice and cards by chance, and play, well or carelessly.

A player proposes attempts, and the first one that the rules accept is played. The random player knows the whole
table; the careful one plays what the page of a seat offers; the careless one first lets a hand slip: another card,
another pile, another player's turn, a rack announced too early.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.action import BANK, TABLE, Action, Rejected
from companion.domains import pick
from companion.game import Game, Option


class CannotPlay(Exception):
    """A game lets its players down: it cannot be opened, nothing is legal in it, or what is legal is refused."""


NAMES = ("Ada", "Bea", "Cyd", "Dan", "Eve", "Fay")
MOST_ACTIONS = 100_000
"""The longest of ten thousand games of Super-Crack went on for 25,830."""


# ------------------------------------------------------------------------------- opening a game


@dataclass(frozen=True)
class Opening:
    """How a game was opened: who plays, by which house rules, and what lay on the table.

    ``profile`` is the board that it is played on, None for the one that the game brings.
    """

    game: Game
    players: tuple[str, ...]
    options: Mapping[str, Any]
    setup: Mapping[str, Any]
    profile: Mapping[str, Any] | None = None

    def state(self) -> Any:
        """The first state, a new one each time."""
        if self.profile is None:
            return self.game.new_game(self.players, self.options, self.setup)
        return self.game.new_game(self.players, self.options, self.setup, self.profile)


def table_before(game: Game, players: tuple[str, ...], chance: random.Random) -> dict[str, Any]:
    """What must lie on the table before the first action: the deal of a game that is told what was dealt."""
    return game.simulation.dealt(players, chance)


def values(option: Option) -> list[Any]:
    """Values that a house rule may have: all its choices; of numbers the lowest three."""
    found = list(option.choices)
    if option.low is not None:
        lowest = range(option.low, option.low + 3)
        found += [number for number in lowest if option.accepts(number)]
    found.append(option.default)
    return [value for place, value in enumerate(found) if not _among(value, found[:place])]


def _among(value: object, others: list[Any]) -> bool:
    return any(type(value) is type(other) and value == other for other in others)


def house_rules(game: Game, chance: random.Random) -> dict[str, Any]:
    """House rules drawn at random: one in four is named, with any of its values."""
    return {
        name: chance.choice(values(option)) for name, option in game.options.items() if chance.random() < 0.25
    }


def opened(game: Game, chance: random.Random, *, plain: bool = False) -> Opening:
    """A game opened with players and (unless ``plain``) house rules drawn at random."""
    low, high = game.players
    while True:
        players = NAMES[: chance.randint(low, high)]
        options = {} if plain else house_rules(game, chance)
        setup = table_before(game, players, chance)
        try:
            game.new_game(players, options, setup)
        except Rejected as refusal:
            if refusal.code not in ("bad_option", "bad_options") or not options:
                # House rules may exclude each other; anything else is a fault of the game.
                raise CannotPlay(
                    f"{game.id} cannot be opened by {players}: {refusal.code} {dict(refusal.details)}"
                ) from refusal
            continue
        return Opening(game, players, options, setup)


def opened_evening(
    game: Game,
    chance: random.Random,
    options: Mapping[str, Any] | None = None,
    profile: Mapping[str, Any] | None = None,
    fewest: int = 0,
    most: int = 0,
) -> Opening:
    """A game opened for an evening: players by name, ``fewest`` of them at least and ``most`` at most (0: all), the
    deal drawn by chance, house rules as given, on the board of a ``profile`` or on its own.

    Without house rules a game that may go on for days is played as one evening has time for.
    """
    if options is None:
        options = game.simulation.evening or None
    if options is None:
        return replace(opened(game, chance, plain=True), profile=profile)
    low, high = game.players
    players = NAMES[: chance.randint(max(low, fewest), min(high, most or high))]
    return Opening(game, players, dict(options), table_before(game, players, chance), profile)


# ------------------------------------------------------------------------------- playing


@dataclass(frozen=True, slots=True)
class Step:
    """One accepted action of a game, with the state before and after it."""

    before: Any
    action: Mapping[str, Any]
    after: Any
    events: tuple[Any, ...]


Attempts = Iterator[Action]
Player = Callable[[Game, Any, random.Random], Attempts]
"""Proposes actions for a state; the first that is accepted is played. The last one proposed is legal."""


def legal(game: Game, state: Any, chance: random.Random) -> dict[str, Any]:
    """A legal action at random: first a template, then one of its instances."""
    templates = game.legal_actions(state)
    if not templates:
        raise CannotPlay(f"the game is not over and nothing is legal: {dict(game.view(state).public)}")
    return pick(chance.choice(playing_on(templates, chance)), chance.choice)


def playing_on(templates: Sequence[Mapping[str, Any]], chance: random.Random) -> Sequence[Mapping[str, Any]]:
    """Mostly without what would only stop the game early: else hardly one would be played to its end."""
    if chance.random() < 0.1:
        return templates
    return [template for template in templates if template["do"] not in STOPPING] or templates


STOPPING = frozenset({"end_game", "abandon_race", "agree_draw"})


def random_player(game: Game, state: Any, chance: random.Random) -> Attempts:
    """Anything that is legal."""
    yield legal(game, state, chance)


def careful_player(game: Game, state: Any, chance: random.Random) -> Attempts:
    """What a seat's own page offers, the first thing on it more often than not; a secret may forbid it."""
    view = game.view(state).public
    seats = [view.get("turn")] if view.get("turn") in view["players"] else list(view["players"])
    offered = playing_on(game.offered(state, chance.choice(seats)), chance)
    if offered and chance.random() < 0.6:
        template = offered[0] if chance.random() < 0.6 else chance.choice(offered)
        yield pick(template, chance.choice)
    yield legal(game, state, chance)


class CarelessPlayer:
    """Lets a hand slip now and then, with whatever names, cards, piles and numbers have been met at this table."""

    def __init__(self, slipping: float = 0.3) -> None:
        self.slipping = slipping
        self._arguments: dict[str, set[tuple[str, ...]]] = {}
        self._values: dict[str, list[Any]] = {}

    def __call__(self, game: Game, state: Any, chance: random.Random) -> Attempts:
        """Perhaps a slip or two, then something legal."""
        meant = legal(game, state, chance)
        self._remember(meant)
        if chance.random() < self.slipping:
            for _ in range(3):
                yield self._slip(game, state, meant, chance)
        yield meant

    def _remember(self, action: Action) -> None:
        self._arguments.setdefault(action["do"], set()).add(tuple(key for key in action if key != "do"))
        for name, value in action.items():
            met = self._values.setdefault(name, [])
            if not _among(value, met):
                met.append(value)

    def _slip(
        self, game: Game, state: Any, meant: Mapping[str, Any], chance: random.Random
    ) -> dict[str, Any]:
        view = game.view(state)
        own = game.simulation.slip
        if own is not None and chance.random() < 0.5:
            return own(game, state, chance)
        if chance.random() < 0.5:
            return {**meant, "by": chance.choice([*view.public["players"], TABLE, BANK])}
        if chance.random() < 0.5:
            do = chance.choice(sorted(self._arguments))
            names = chance.choice(sorted(self._arguments[do]))
            return {"do": do, **{name: self._any(name, chance) for name in names}}
        name = chance.choice([key for key in meant if key != "do"])
        return {**meant, name: self._any(name, chance)}

    def _any(self, name: str, chance: random.Random) -> Any:
        met = self._values.get(name)
        return chance.choice(met) if met else None


def step(game: Game, state: Any, attempts: Attempts) -> Step:
    """Plays the first attempt that the rules accept; the last one must be."""
    refusal: Rejected | None = None
    action: Action = {}
    for action in attempts:
        try:
            after, events = game.apply(state, action)
        except Rejected as refused:
            if refused.code not in game.codes.refusals:
                raise CannotPlay(f"{refused.code} is not declared: {dict(action)}") from refused
            refusal = refused
            continue
        return Step(state, action, after, tuple(events))
    raise CannotPlay(f"a legal action was refused with {refusal and refusal.code}: {dict(action)}")


def played(
    opening: Opening, chance: random.Random, player: Player = random_player, most: int = MOST_ACTIONS
) -> Iterator[Step]:
    """A game played until it is over, or for a given number of actions."""
    state = opening.state()
    for _ in range(most):
        if opening.game.is_over(state):
            return
        done = step(opening.game, state, player(opening.game, state, chance))
        yield done
        state = done.after


PLAYERS: Mapping[str, Callable[[], Player]] = {
    "random": lambda: random_player,
    "careful": lambda: careful_player,
    "careless": CarelessPlayer,
}
"""The kinds of players, made anew for each game."""
