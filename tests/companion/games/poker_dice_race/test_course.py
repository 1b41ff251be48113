"""Looking back at a race: the squares come, and the luck of the dice."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import sqrt
from typing import Any

from companion.games.poker_dice_race import rules, setup
from companion.games.poker_dice_race.course import luck, moments, standing
from companion.games.poker_dice_race.state import NUMBER_FACES, NUMBER_FIGURES, POKER_FACES, POKER_FIGURES


def test_the_mean_and_the_variance_are_those_of_all_faces_counted() -> None:
    for faces, figures in ((POKER_FACES, POKER_FIGURES), (NUMBER_FACES, NUMBER_FIGURES)):
        for dice in (1, 2):
            thrown = [
                sum(face in figures for face in throw) for throw in itertools.product(faces, repeat=dice)
            ]
            mean = Fraction(sum(thrown), len(thrown))
            variance = Fraction(sum(one * one for one in thrown), len(thrown)) - mean**2
            assert moments(dice) == (mean, variance) == (Fraction(dice, 2), Fraction(dice, 4))


def test_a_throw_is_held_against_its_own_number_of_dice() -> None:
    state = setup.new_game(("Ada", "Bea"), {"stable": "single"}, {"phase": "racing", "turn": "Ada"})
    _, events = rules.apply(state, {"by": "Ada", "do": "roll", "dice": ["K", "Q"]})
    (one,) = luck(events)
    assert (one.player, one.dice, one.won, one.expected) == ("Ada", 2, 2, 1)
    _, events = rules.apply(state, {"by": "Ada", "do": "roll", "dice": ["9", "A"]})
    assert [one.won - one.expected for one in luck(events)] == [-1]


def race(chance: random.Random) -> dict[str, tuple[int, float, float]]:
    """A race of a timid player, who stops at once, and a bold one: throws, luck and variance of each."""
    state = setup.new_game(("Timid", "Bold"), {"stable": "single"}, {"phase": "racing", "turn": "Timid"})
    sums = {player: (0, Fraction(0), Fraction(0)) for player in state.players}
    while not rules.is_over(state):
        view = rules.view(state).public
        player = view["turn"]
        enough = 1 if player == "Timid" else 6
        if view["can_stop"] and view["series"]["total"] >= enough:
            state, _ = rules.apply(state, {"by": player, "do": "stop"})
            continue
        dice = [chance.choice(POKER_FACES) for _ in range(view["dice_expected"])]
        state, events = rules.apply(state, {"by": player, "do": "roll", "dice": dice})
        (one,) = luck(events)
        throws, more, variance = sums[player]
        sums[player] = (throws + 1, more + one.won - one.expected, variance + one.variance)
    return {
        player: (throws, float(more), float(variance)) for player, (throws, more, variance) in sums.items()
    }


def test_luck_is_nought_on_average_for_the_timid_and_for_the_bold() -> None:
    """Over 400 races: the mean within four of its standard deviations, the spread as foretold."""
    chance = random.Random(20)
    races = [race(chance) for _ in range(400)]
    for player in ("Timid", "Bold"):
        lucks = [one[player][1] for one in races]
        foretold = sum(one[player][2] for one in races)
        assert sum(one[player][0] for one in races) > 4000
        assert abs(sum(lucks)) < 4 * sqrt(foretold)
        # The squares of the lucks add up to the variances on average, with a spread of about sqrt(2/400) of that.
        assert 0.75 < sum(one * one for one in lucks) / foretold < 1.25


def test_two_horses_of_a_stable_count_together() -> None:
    horses: dict[str, Any] = {"1": {"square": 4}, "2": {"square": 3}, "3": {"square": 9}, "4": {"square": 0}}
    state = setup.new_game(("Ada", "Bea"), {}, {"phase": "racing", "turn": "Ada", "horses": horses})
    assert standing(rules.view(state).public) == {"Ada": 7, "Bea": 9}
