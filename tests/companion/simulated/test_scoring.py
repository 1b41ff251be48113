"""The score of an evening while the journal catches up with what happened during a question."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from companion.games import load
from companion.simulated.scoring import Score


class Told(SimpleNamespace):
    """Actions of a game, with their states and events, as a journal or the truth has them."""

    def __init__(self, state: Any) -> None:
        super().__init__(actions=[], states=[state], outcomes=[], pending=[], question=None, posterior=None)

    @property
    def state(self) -> Any:
        return self.states[-1]

    def add(self, *throws: tuple[str, str]) -> None:
        game = load("poker_dice_race")
        for by, face in throws:
            action = {"by": by, "do": "roll", "dice": [face, face], "horse": "AB".index(by[0]) * 2 + 1}
            state, events = game.apply(self.states[-1], action)
            self.actions.append(action)
            self.states.append(state)
            self.outcomes.append(events)


def test_a_journal_that_catches_up_does_not_agree_by_looking_like_the_truth_of_later() -> None:
    """After two throws without a figure all is as it was before them, and so it is after four."""
    game = load("poker_dice_race")
    start = game.new_game(("Ada", "Bea"), {}, {"phase": "racing", "turn": "Ada"})
    truth, journal = Told(start), Told(start)
    assert game.hands is not None
    score = Score(game, game.hands, cast(Any, truth), cast(Any, journal), "1")
    score.judge()
    truth.add(("Ada", "9"), ("Bea", "A"), ("Ada", "10"), ("Bea", "9"))
    for throw in (("Ada", "9"), ("Bea", "A"), ("Ada", "10"), ("Bea", "9")):
        journal.add(throw)
        score.judged("played", catching_up=True)
    score.judge()
    score.finish()
    outcome = score.outcome(over=True)
    assert (outcome.wrong, outcome.stayed, outcome.wrong_at_end) == (0, 0, False)
