"""SC-33 over random races: who may roll or play a card when a turn is under way or played out, told slowly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.playing import Play

from .second_opinion import rounds
from .tables import GAME_ID, SIX

BOARD = {"rivers": [[30]], "hedges": [], "dots": []}


class Round:
    """A random race: some have no horse, some are bankrupt, some have all horses home."""

    def __init__(self, chance: random.Random) -> None:
        self.players = SIX[: chance.randint(2, 6)]
        self.out = [player for player in self.players if len(self.players) > 2 and chance.random() < 0.2]
        self.out = self.out[: len(self.players) - 2]
        self.active = [player for player in self.players if player not in self.out]
        owners = {number: chance.choice(self.active) for number in chance.sample(range(1, 17), 4)}
        home = chance.sample(sorted(owners), chance.randint(0, 2))
        self.running = {
            player: sorted(n for n, owner in owners.items() if owner == player and n not in home)
            for player in self.players
        }
        self.turn = chance.choice(self.active)
        self.rest = self.running[self.turn][chance.randint(0, 2) :]
        setup = {
            **{"phase": "racing", "turn": self.turn, "to_roll": self.rest, "arrivals": home, "board": BOARD},
            **{"horses": {str(n): {"owner": owner, "square": 30} for n, owner in owners.items()}},
            **{"hands": {player: ["receive_500", "joker"] for player in self.active}},
            **{"deck": {"receive_500": 6, "joker": 6}, "bankrupt": self.out},
        }
        self.play = Play(GAME_ID, self.players, setup=setup)

    def between(self, player: str) -> list[str]:
        """Who sits after the player in turn and before this one, all the way round for himself."""
        seats = [*self.players, *self.players]
        first = seats.index(self.turn) + 1
        return seats[first : seats.index(player, first)]

    def begins_a_turn(self, player: str) -> bool:
        """Whether this player's roll begins his turn: what was to roll is rolled, and nobody between runs."""
        return not self.rest and not any(self.running[other] for other in self.between(player))

    def roll(self, player: str) -> set[str | None]:
        """What a roll may be answered with; None: it is taken."""
        if player == self.turn and self.rest:
            return {None}
        if self.begins_a_turn(player):
            return {None} if self.running[player] else {"nothing_to_roll", "not_your_turn"}
        return {"nothing_to_roll" if player == self.turn else "not_your_turn"}

    def card(self, player: str) -> set[str | None]:
        """What a card of money is answered with."""
        return {None if player == self.turn or self.begins_a_turn(player) else "not_your_turn"}

    def joker(self, player: str, horse: int) -> set[str | None]:
        """What a joker on one's own trapped horse is answered with (SC-37: before its roll)."""
        if (player == self.turn and horse in self.rest) or self.begins_a_turn(player):
            return {None}
        return {"joker_before_roll" if player == self.turn else "not_your_turn"}


def answer(play: Play, by: str, do: str, **arguments: Any) -> str | None:
    """The refusal of an action, None when it is taken; the game goes on as if it had not been tried."""
    state = play.state
    try:
        play.do(by, do, **arguments)
    except Exception as refusal:
        return str(getattr(refusal, "code", refusal))
    else:
        assert by == play.view["turn"]
        return None
    finally:
        play.state = state


@pytest.mark.parametrize("block", range(5))
def test_SC_33_whose_turn_it_is(block: int) -> None:
    chance = random.Random(block)
    for _ in range(rounds(60)):
        race = Round(chance)
        case = (race.players, race.out, race.turn, race.rest, race.running)
        for player in race.active:
            assert answer(race.play, player, "roll", value=3) in race.roll(player), (player, case)
            held = answer(race.play, player, "play_card", card="receive_500")
            assert held in race.card(player), (player, case)
            for horse in race.running[player]:
                freed = answer(race.play, player, "play_card", card="joker", horse=horse)
                assert freed in race.joker(player, horse), (player, horse, case)
        for player in race.out:
            assert answer(race.play, player, "roll", value=3) == "player_out"
