"""Evenings of a family at any game, seen by a camera that errs as on films: faults, questions, what people put right.

What each figure means is told in ``docs/referee-figures.md``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean, median

from companion.bench.kept_results import KeptResults
from companion.bench.measure import Measure, share_measure, upper_bound
from companion.bench.referee import (
    BENCH,
    SLIPPING,
    Evenings,
    accused_falsely,
    announced,
    is_followed,
)
from companion.games import load
from companion.simulated.outcome import Outcome, quantile
from companion.simulated.parameters import noise_parameters

FAMILY = ("careful", "child")
"""As in films: who sits on an even place is careful, the others let a hand slip."""
FOLLOWED_TARGET, FAULTS_TARGET, PUT_RIGHT_TARGET = 99.5, 99.0, 25.0


def measure(
    game_id: str, seeds: Sequence[int], kept: KeptResults[Outcome] | None = None
) -> Iterator[Measure]:
    """The figures of the evenings with these numbers."""
    error = noise_parameters(fitted=True, seen_as=load(game_id).simulation.seen_as).error
    with Evenings(kept=kept) as evenings:
        played = evenings.of(game_id, FAMILY, error, SLIPPING, seeds)()
    yield from figures(game_id, played)


def figures(game_id: str, played: Sequence[Outcome]) -> Iterator[Measure]:
    """What is asked of a game that a family plays before the camera."""
    n = len(played)

    def name(figure: str) -> str:
        return f"{game_id}.{figure}_slipping"

    def share(figure: str, count: int, target: float | None, *, of: int = n, higher: bool = False) -> Measure:
        return share_measure(BENCH, name(figure), count, of, target=target, higher_is_better=higher)

    def mean(figure: str, counts: Sequence[int]) -> Measure:
        return Measure(BENCH, name(figure), round(fmean(counts), 2), "a game", n, higher_is_better=False)

    accused = accused_falsely(played)
    yield share("false_accusations", accused, 0.0)
    bound = round(100 * upper_bound(accused, n), 3)
    yield Measure(BENCH, name("false_accusations_bound"), bound, "%", n, higher_is_better=False)
    yield share("wrong_at_end", sum(one.wrong_at_end for one in played), 0.0)
    yield share("followed", sum(map(is_followed, played)), FOLLOWED_TARGET, higher=True)
    visible = sum(one.visible for one in played)
    told = sum(one.announced for one in played)
    yield share("faults_announced", told, FAULTS_TARGET, of=visible, higher=True)
    yield share("faults_in_time", announced(played), None, of=visible, higher=True)
    asked = [float(one.questions) for one in played]
    most = float(load(game_id).simulation.most_questions)
    for figure, value, target in (
        ("questions_median", median(asked), most),
        ("questions_p95", quantile(asked, 0.95), None),
    ):
        yield Measure(BENCH, name(figure), value, "a game", n, target=target, higher_is_better=False)
    yield share("games_put_right", sum(one.rescues > 0 for one in played), PUT_RIGHT_TARGET)
    yield mean("rescues", [one.rescues for one in played])
    yield mean("wrong_entries", [one.wrong for one in played])
