"""Views leak nothing: two worlds that differ only in a secret look the same to whoever may not know it.

Two copies of a game are played in parallel. Whenever an action hides something from the observer (``redacted`` says
what), the copies get different instances of it. For that observer, a seat or the public, everything must then be
equal, byte for byte: the view, what is offered, the log, the events, what is awaited, the outlook, the table in
words, what an overhead camera would see, and how the same attempts are refused.

Two things are left out. Whether an action is accepted at all may depend on a secret where the rules say so
(Super-Crack SC-49: a card cannot be read that is known to be in a hand; Racko RK-42: nor a number that stands in a
known slot; Change Horses: nor a certificate that somebody has noted). And some actions turn secrets up (see
``turns_up``): after them the worlds differ in what everybody has seen.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.action import Action, Event, Rejected
from companion.domains import choices, kind, pick
from companion.game import Game, View, open_to_all
from companion.simulated.players import CarelessPlayer, Opening, opened, played
from tests.companion.games.kit import (
    GAMES,
    as_json,
    each_game,
    examples,
    may_know,
    refusal,
    sample,
    seeds,
    uncounted,
)

pytestmark = uncounted

HIDING = tuple(game.id for game in GAMES if game.redacted is not open_to_all)
STEPS = 120
TRIES = 12


def turns_up(game: Game, action: Action, observer: str | None) -> bool:
    """Whether hands show the observer a secret with it: a hidden card, what is in the hands, a certificate taken."""
    match game.id, action["do"]:
        case "change_horses", "play_wild":
            return action.get("use") == "change_horse" and action["by"] == observer
        case "racko", "discard_drawn":
            return action.get("card") is None
        case "racko", "show_rack":
            return action.get("rack") is None
        case "super_crack", "settle" | "abandon_race" | "end_game":
            return True
        case _:
            return False


def may_be_by(template: Mapping[str, Any], name: str) -> bool:
    """Whether this name may do it."""
    return name in choices(template["by"])


class Worlds:
    """Two copies of one game, alike but for what ``observer`` (None: the public) may not know."""

    def __init__(self, opening: Opening, observer: str | None, chance: random.Random) -> None:
        self.game, self.observer, self.chance = opening.game, observer, chance
        self.here, self.there = opening.state(), opening.state()
        self.differences = 0

    def play(self, action: Action) -> bool:
        """Plays an action here, and there one that looks the same; False when that is not possible."""
        if turns_up(self.game, action, self.observer):
            return False
        twin = self._twin(action)
        try:
            here, events = self.game.apply(self.here, action)
            there, twin_events = self.game.apply(self.there, twin)
        except Rejected:
            return False
        assert self.log(action) == self.log(twin)
        if self._asked(here) != self._asked(there):
            return False
        self.here, self.there = here, there
        self.differences += dict(action) != dict(twin)
        self.compare_events(action, events, twin_events)
        return True

    def _asked(self, state: Any) -> Any:
        """Of whom the table must ask what it does not know: before settling a race (SC-50) everybody may see that."""
        return self.game.view(state).public.get("to_identify")

    def log(self, action: Action) -> str:
        """The action as the observer reads it in the log."""
        return as_json(dict(self.game.redacted(action, self.observer)))

    def _twin(self, action: Action) -> Action:
        """An instance that looks the same to the observer but hides something else; the same one if there is none."""
        seen = self.game.redacted(action, self.observer)
        hidden = {name for name in action if name not in seen or as_json(seen[name]) != as_json(action[name])}
        if not hidden:
            return action
        log = self.log(action)
        for candidate in self._candidates(action, hidden):
            if as_json(candidate) != as_json(dict(action)) and self.log(candidate) == log:
                try:
                    self.game.apply(self.there, candidate)
                except Rejected:
                    continue
                return candidate
        return action

    def _candidates(self, action: Action, hidden: set[str]) -> Iterator[dict[str, Any]]:
        """The action with its hidden arguments chosen anew, among what is legal or offered there."""
        templates = [*self.game.legal_actions(self.there), *self.game.offered(self.there, action["by"])]
        alike = [t for t in templates if t["do"] == action["do"] and hidden & set(t)]
        alike = [template for template in alike if may_be_by(template, action["by"])]
        for _ in range(TRIES if alike else 0):
            template = self.chance.choice(alike)
            fixed = {name: value for name, value in action.items() if name not in hidden}
            yield {
                **pick({name: template.get(name, action[name]) for name in action}, self.chance.choice),
                **fixed,
            }

    # ------------------------------------------------------------ what the observer sees

    def compare(self, *what: str) -> None:
        """Fails when the observer sees any difference between the two worlds."""
        for name in what:
            here, there = (getattr(self, f"_{name}")(state) for state in (self.here, self.there))
            assert here == there, f"the {name} tells {self.observer or 'the public'} a secret"

    def _seen(self, state: Any) -> View:
        view: View = self.game.view(state, self.observer)
        return view

    def _view(self, state: Any) -> str:
        return as_json(self._seen(state).of_seat(self.observer))

    def _offered(self, state: Any) -> str:
        return as_json([dict(template) for template in self.game.offered(state, self.observer)])

    def _awaited(self, state: Any) -> str:
        instructions = self.game.awaited(self._seen(state).of_seat(self.observer))
        return as_json([[one.code, dict(one.arguments)] for one in instructions])

    def _outlook(self, state: Any) -> str:
        return as_json(dict(self.game.outlook(self._seen(state).of_seat(self.observer))))

    def _panels(self, state: Any) -> str:
        panels = self.game.panels(self._seen(state).of_seat(self.observer), "fr")
        return as_json([[panel.title, panel.rows] for panel in panels])

    def _table(self, state: Any) -> str:
        return as_json({zone: list(faces) for zone, faces in self.game.visible_table(state).items()})

    def _over(self, state: Any) -> str:
        return as_json(self.game.is_over(state))

    def compare_events(self, action: Action, here: tuple[Event, ...], there: tuple[Event, ...]) -> None:
        """Fails when the events in the observer's audience differ."""
        told, others = (
            as_json([event.as_json() for event in events if may_know(event, self.observer)])
            for events in (here, there)
        )
        assert told == others, f"the events of {self.log(action)} tell a secret"

    def compare_refusal(self, action: Action) -> None:
        """The same attempt is refused alike, as the observer is told; one that a world accepts is left out."""
        here, there = (self._refused(state, action) for state in (self.here, self.there))
        if here is not None and there is not None and not self._known_elsewhere(action):
            assert here == there, (
                f"the refusal of {dict(action)} tells {self.observer or 'the public'} a secret"
            )

    def _refused(self, state: Any, action: Action) -> str | None:
        refused = refusal(self.game, state, action)
        if refused is None:
            return None
        if refused.audience is not None and self.observer not in refused.audience:
            return "refused"
        return as_json([refused.code, dict(refused.details)])

    def _known_elsewhere(self, action: Action) -> bool:
        """Whether whoever acts is told, as the rules have it, that what he names is known to be elsewhere.

        That check comes before others (Racko: before those of his own rack), so only one world may get that far.
        """
        by_rule = ("card_elsewhere", "card_not_possible", "certificate_taken")
        refusals = (refusal(self.game, state, action) for state in (self.here, self.there))
        return self.observer == action.get("by") and any(
            r is not None and r.code in by_rule for r in refusals
        )


def tried(game: Game, state: Any, chance: random.Random) -> Iterator[Action]:
    """Things to do: mostly legal ones, also what a seat writes on its own page."""
    templates = list(game.legal_actions(state))
    for seat in game.view(state).public["players"]:
        templates += [template for template in game.offered(state, seat) if may_be_by(template, seat)]
    for _ in range(TRIES if templates else 0):
        yield pick(chance.choice(templates), chance.choice)


@each_game
@examples(24)
@given(seed=seeds, seat=st.integers(0, 5))
def test_two_worlds_that_differ_in_a_secret_look_the_same(game: Game, seed: int, seat: int) -> None:
    chance = random.Random(seed)
    opening = opened(game, chance, plain=seed % 3 == 0)
    observers = (None, *opening.players)
    worlds = Worlds(opening, observers[seat % len(observers)], chance)
    worlds.here = worlds.there = some_way_in(opening, chance)
    careless = CarelessPlayer(slipping=1.0)
    for number in range(STEPS):
        if game.is_over(worlds.here) or not any(map(worlds.play, tried(game, worlds.here, chance))):
            break
        if number % 2:
            worlds.compare("view", "offered", "table", "over")
        if number % 4 == 0 and not game.is_over(worlds.here):
            for action in careless(game, worlds.here, chance):
                worlds.compare_refusal(action)
    worlds.compare("awaited", "outlook", "panels")


def some_way_in(opening: Opening, chance: random.Random) -> Any:
    """A state from which the worlds part: the first one, or one later in the game."""
    state = opening.state()
    for step in played(opening, chance, most=chance.choice((0, 0, 20, 100, 250))):
        if not opening.game.is_over(step.after):
            state = step.after
    return state


@each_game
def test_the_public_sees_nothing_private(game: Game) -> None:
    for step in sample(game.id)[::20]:
        view = game.view(step.after)
        assert not set(view.of_seat(None)) & {"private"}
        for seat in view.public["players"]:
            assert set(game.view(step.after, seat).of_seat(seat).get("private", {})) <= {seat}


@each_game
def test_a_seat_sees_the_same_public_view_as_everybody(game: Game) -> None:
    for step in sample(game.id)[::20]:
        public = as_json(dict(game.view(step.after).public))
        for seat in (None, *game.view(step.after).public["players"]):
            assert as_json(dict(game.view(step.after, seat).public)) == public


@each_game
def test_whoever_acts_may_read_the_whole_of_it(game: Game) -> None:
    """What is hidden from some is never hidden from the player who did it, and hiding adds nothing."""
    for step in sample(game.id)[::5]:
        players = game.view(step.before).public["players"]
        by = step.action["by"]
        if by in players:
            assert dict(game.redacted(step.action, by)) == dict(step.action)
        for reader in (None, *players):
            read = game.redacted(step.action, reader)
            assert (read["by"], read["do"]) == (step.action["by"], step.action["do"])
            for name, value in read.items():
                assert value == step.action.get(name) or _hidden(value, step.action.get(name)), (name, value)


def _hidden(shown: Any, told: Any) -> bool:
    """Whether what is shown is what was told with parts of it replaced by null."""
    if shown is None:
        return True
    if isinstance(shown, Mapping) and isinstance(told, Mapping):
        return set(shown) <= set(told) and all(_hidden(shown[key], told[key]) for key in shown)
    if isinstance(shown, list | tuple) and isinstance(told, list | tuple):
        return len(shown) == len(told) and all(map(_hidden, shown, told))
    return bool(shown == told)


@pytest.mark.parametrize("game", [game for game in GAMES if game.id in HIDING], ids=lambda game: game.id)
def test_the_two_worlds_do_differ(game: Game) -> None:
    """The test above is not empty: the games with secrets are played differently in the two worlds."""
    found = 0
    for seed in range(12):
        chance = random.Random(seed)
        opening = opened(game, chance, plain=True)
        worlds = Worlds(opening, None, chance)
        worlds.here = worlds.there = some_way_in(opening, chance)
        for _ in range(120):
            if not any(map(worlds.play, tried(game, worlds.here, chance))):
                break
        found += worlds.differences
    assert found > 4, (
        f"{game.id}: hidden arguments were chosen otherwise {found} times only: what offers them?"
    )


@each_game
def test_whatever_is_offered_has_instances(game: Game) -> None:
    for step in sample(game.id)[::25]:
        players = game.view(step.before).public["players"]
        for seat in players:
            for template in game.offered(step.before, seat):
                assert template["do"] in game.codes.actions
                for value in template.values():
                    assert kind(value) is None or next(choices(value), _NOTHING) is not _NOTHING


_NOTHING = object()
