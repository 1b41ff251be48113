"""Nothing is lost and nothing comes from nowhere, whatever hands do: cards, numbers and money are counted."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from companion.action import Rejected
from companion.domains import pick
from companion.game import Game
from companion.games import game_ids, load
from companion.playing_cards import PACK
from companion.simulated.players import CarelessPlayer, opened, played, table_before
from tests.companion.games.invariants import hold
from tests.companion.games.kit import LONG, as_json, each_game, examples, shown, uncounted

pytestmark = uncounted


class TableTalk(RuleBasedStateMachine):
    """A table at which anything may be tried: what is legal, what is not, what another would do, what was before."""

    game: Game

    @initialize(seed=st.integers(0, 2**32 - 1))
    def sit_down(self, seed: int) -> None:
        """Players and house rules drawn at random."""
        self.chance = random.Random(seed)
        self.opening = opened(self.game, self.chance)
        self.state = self.opening.state()
        self.played: list[Mapping[str, Any]] = []
        self.careless = CarelessPlayer(slipping=1.0)

    @rule(data=st.data())
    def play_what_is_legal(self, data: st.DataObject) -> None:
        """Any instance of any template."""
        templates = self.game.legal_actions(self.state)
        assert templates or self.game.is_over(self.state)
        if templates:
            template = templates[data.draw(st.integers(0, len(templates) - 1), label="template")]
            self._apply(pick(template, self._choose))

    @rule(times=st.integers(1, 12))
    def let_hands_slip(self, times: int) -> None:
        """Whatever hands can physically do, and what they cannot."""
        for _ in range(times):
            if self.game.is_over(self.state):
                return
            for action in self.careless(self.game, self.state, self.chance):
                if self._attempt(action):
                    break

    @rule(place=st.integers(0, 200))
    def repeat_something(self, place: int) -> None:
        """An action that was played before comes again."""
        if self.played:
            self._attempt(self.played[place % len(self.played)])

    @invariant()
    def nothing_is_lost(self) -> None:
        """Cards and money are all there."""
        if hasattr(self, "state"):
            hold(self.game.id, self.game.view(self.state).complete)

    def teardown(self) -> None:
        """The same actions, played again, lead to the same state."""
        if hasattr(self, "opening"):
            state = self.opening.state()
            for action in self.played:
                state, _ = self.game.apply(state, action)
            assert state == self.state and hash(state) == hash(self.state)

    def _choose(self, options: Sequence[Any]) -> Any:
        return self.chance.choice(options)

    def _apply(self, action: Mapping[str, Any]) -> None:
        self.state, _ = self.game.apply(self.state, action)
        self.played.append(action)

    def _attempt(self, action: Mapping[str, Any]) -> bool:
        """Whether it was accepted; a refusal leaves the state equal."""
        before = shown(self.game, self.state)
        try:
            self._apply(action)
        except Rejected as refused:
            assert refused.code in self.game.codes.refusals
            assert shown(self.game, self.state) == before
            return False
        return True


@each_game
def test_cards_and_money_are_conserved_whatever_is_tried(game: Game) -> None:
    talk = type(f"TableTalk_{game.id}", (TableTalk,), {"game": game})
    run_state_machine_as_test(talk, settings=examples(8 if not LONG else 20))  # type: ignore[no-untyped-call]


@each_game
def test_cards_and_money_are_conserved_to_the_end(game: Game) -> None:
    for seed in range(4):
        chance = random.Random(seed)
        opening = opened(game, chance, plain=seed == 0)
        for number, step in enumerate(played(opening, chance, CarelessPlayer())):
            if number % 5 == 0 or game.is_over(step.after):
                hold(game.id, game.view(step.after).complete)


# ------------------------------------------------------------------------------- Crapette: hands can do anything

ZONES = (
    *(f"F{number}" for number in range(1, 9)),
    *(f"T{number}" for number in range(1, 9)),
    *(f"{pile}:{player}" for player in ("Ada", "Bea") for pile in ("reserve", "stock", "waste", "hand")),
)


@pytest.mark.skipif("crapette" not in game_ids(), reason="Crapette is not among the games")
@pytest.mark.parametrize("referee", ["auto", "on_call", "coach"])
@pytest.mark.parametrize("seed", range(6 if not LONG else 200))
def test_hands_may_put_any_card_anywhere_and_none_is_lost(referee: str, seed: int) -> None:
    """Both players move whatever they like from anywhere to anywhere: never a crash, never a card less."""
    game, chance = load("crapette"), random.Random(seed)
    players = ("Ada", "Bea")
    state = game.new_game(players, {"referee": referee}, table_before(game, players, chance))
    accepted = 0
    for _ in range(500):
        action: dict[str, Any] = {"by": chance.choice(players), "do": "move"}
        action |= {"from": chance.choice(ZONES), "to": chance.choice(ZONES)}
        match chance.randrange(7):
            case 0:
                action["count"] = chance.randint(-1, 4)
            case 1:
                action["card"] = chance.choice(PACK)
            case 2:
                others = ("draw", "discard", "turn_reserve", "recycle", "pass", "call", "accept", "take_back")
                action = {"by": action["by"], "do": chance.choice(others), "card": chance.choice(PACK)}
            case 3:
                action = pick(chance.choice(game.legal_actions(state)), chance.choice)
        before = as_json(game.view(state).complete)
        try:
            state, _ = game.apply(state, action)
        except Rejected as refused:
            assert refused.code in game.codes.refusals
            assert as_json(game.view(state).complete) == before
            continue
        accepted += 1
        hold("crapette", game.view(state).complete)
        if game.is_over(state):
            break
    assert accepted > 20 or game.is_over(state)
