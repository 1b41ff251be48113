"""How well the referee follows a table: whole simulated evenings, seen through a camera that errs, against the truth.

What each figure means is told in ``docs/referee-figures.md``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from statistics import fmean, median
from types import TracebackType

from companion.bench import beliefs
from companion.bench.cores import Cores
from companion.bench.kept_results import KeptResults
from companion.bench.measure import Measure, share_measure, upper_bound
from companion.bench.reliability import plot
from companion.games import all_games, load
from companion.hands import nobody_accused
from companion.progress import Progress
from companion.referee import Referee
from companion.referee.weights import Weights
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.outcome import NEXT_SIGHTING, Outcome, quantile
from companion.simulated.parameters import noise_parameters
from companion.simulated.players import opened_evening

BENCH = "referee"
JUDGED = next(
    game.id for game in all_games() if game.hands is not None and game.hands.accuses is not nobody_accused
)
"""The game whose rules call the faults of hands."""
EXPECTED_ERROR = 0.01
"""The share of cards that a reader is expected to read wrongly."""
FOLLOWED_TARGET, FAULTS_TARGET = 99.0, 99.0
ACCUSED_BOUND_TARGET = 0.1
QUESTIONS_MEDIAN_TARGET, QUESTIONS_P95_TARGET = 1.0, 4.0
SIGHTING_TARGET_MS = 100.0
FAULTLESS, CARELESS, FAMILY = ("careful", "careful"), ("careless", "careless"), ("careful", "child")
FITTED = "fitted "
"""Evenings whose purpose begins so are seen by a camera that errs as the readers do on films and photographs."""
SLIPPING = f"{FITTED}slipping"
"""In these hands also put things down wrongly and do what the rules refuse, by the house rules of a film."""
WITHOUT = " without "
"""And what follows this in a purpose names excuses that the referee does not make (``companion.bench.ablation``)."""
MOST_SIGHTINGS = 5000
"""An evening is stopped after this number of sightings."""
_LARGEST_BATCH = 10


@dataclass(frozen=True, slots=True)
class Counts:
    """How many evenings are played: three kinds of Crapette, every other game, a point of the curves, and each kind
    seen by the fitted camera.
    """

    followed: int
    faultless: int
    careless: int
    other: int
    curve: int
    fitted: int = 1


LONG = Counts(followed=1000, faultless=3000, careless=300, other=300, curve=100, fitted=1000)
SHORT = Counts(followed=12, faultless=12, careless=6, other=6, curve=4, fitted=12)


def play(game_id: str, kinds: Sequence[str], error: float, purpose: str, seed: int) -> Outcome:
    """One evening; the same arguments give the same evening. ``kinds`` are repeated for all players."""
    game = load(game_id)
    purpose, _, left_out = purpose.partition(WITHOUT)
    excuses = _LeftOut(left_out.split())
    weights = Weights(without=excuses)
    chance = random.Random(f"{purpose}/{game_id}/{seed}")  # noqa: S311 - people of a simulation
    slipping = purpose == SLIPPING
    opening = opened_evening(game, chance, (game.simulation.film or None) if slipping else None)
    seated = [kinds[place % len(kinds)] for place in range(len(opening.players))]
    outcome = Evening(
        opening,
        seated,
        FollowedByReferee.by(partial(Referee, weights=weights)),
        chance,
        error=error,
        noise=noise_parameters(fitted=purpose.startswith(FITTED), seen_as=game.simulation.seen_as),
        most_sightings=MOST_SIGHTINGS,
        seed=str(seed),
        misplaces=slipping,
    ).play()
    return replace(outcome, excuses=tuple(sorted(excuses.asked)))


class _LeftOut(frozenset[str]):
    """The excuses that are left out; and which the referee has ``asked`` for, made or left out."""

    def __init__(self, _names: Iterable[str]) -> None:
        self.asked = set[str]()

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


def _batch(
    game_id: str, kinds: Sequence[str], error: float, purpose: str, seeds: Sequence[int]
) -> list[Outcome]:
    return [play(game_id, kinds, error, purpose, seed) for seed in seeds]


class Evenings:
    """Plays evenings on all cores; leaving the ``with`` block gives up those that nobody waits for.

    Those that are ``kept`` are not played again.
    """

    def __init__(self, cores: int | None = None, kept: KeptResults[Outcome] | None = None) -> None:
        self._kept = kept
        self._pool = Cores("fork", cores)

    def __enter__(self) -> Evenings:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.__exit__(kind, error, trace)

    def of(
        self, game_id: str, kinds: Sequence[str], error: float, purpose: str, seeds: Sequence[int]
    ) -> Callable[[], list[Outcome]]:
        """Begins the evenings of these seeds; the function waits for them and gives them in the same order."""
        known: dict[int, Outcome] = {}
        if self._kept is not None:
            for seed in seeds:
                outcome = self._kept.get((game_id, tuple(kinds), error, purpose, seed))
                if outcome is not None:
                    known[seed] = outcome
        due = [seed for seed in seeds if seed not in known]
        size = max(1, min(_LARGEST_BATCH, len(due) // (4 * self._pool.cores)))
        begun = [
            self._begin(game_id, kinds, error, purpose, due[start : start + size])
            for start in range(0, len(due), size)
        ]

        def played() -> list[Outcome]:
            found = dict(known)
            with Progress(f"evenings of {game_id}, {purpose}", len(due)) as counted:
                for played_seeds, batch in begun:
                    found.update(zip(played_seeds, batch.result(), strict=True))
                    counted.step(len(played_seeds))
            return [found[seed] for seed in seeds]

        return played

    def _begin(
        self, game_id: str, kinds: Sequence[str], error: float, purpose: str, seeds: Sequence[int]
    ) -> tuple[Sequence[int], Future[list[Outcome]]]:
        batch = self._pool.submit(_batch, game_id, kinds, error, purpose, seeds)
        kept = self._kept
        if kept is not None:
            played = [(game_id, tuple(kinds), error, purpose, seed) for seed in seeds]
            batch.add_done_callback(
                lambda done: (
                    None if done.cancelled() or done.exception() else kept.keep(played, done.result())
                )
            )
        return seeds, batch


def measure(counts: Counts = SHORT, kept: KeptResults[Outcome] | None = None) -> Iterator[Measure]:
    """The figures of the referee, Crapette first; the targets are about ``LONG``."""
    with Evenings(kept=kept) as evenings:
        followed = evenings.of(JUDGED, FAMILY, EXPECTED_ERROR, "followed", range(counts.followed))
        faultless = evenings.of(JUDGED, FAULTLESS, EXPECTED_ERROR, "faultless", range(counts.faultless))
        careless = evenings.of(JUDGED, CARELESS, EXPECTED_ERROR, "careless", range(counts.careless))
        others = {
            game.id: evenings.of(game.id, FAMILY, EXPECTED_ERROR, "followed", range(counts.other))
            for game in all_games()
            if game.hands is not None and game.id != JUDGED
        }
        yield from figures_of_following(JUDGED, followed())
        yield from figures_of_faultless_games(faultless())
        yield from figures_of_careless_games(careless())
        for game_id, played in others.items():
            yield from figures_of_following(game_id, played())


def measure_fitted(
    counts: Counts = SHORT,
    kept: KeptResults[Outcome] | None = None,
    first: int = 0,
    diagram: Path | None = None,
) -> Iterator[Measure]:
    """The figures of Crapette with the fitted camera: faultless evenings, then careless ones, from the ``first`` on.

    ``diagram``: where it is plotted whether the referee may believe itself.
    """
    error = noise_parameters(fitted=True).error
    with Evenings(kept=kept) as evenings:
        seeds = range(first, first + counts.fitted)
        faultless = evenings.of(JUDGED, FAULTLESS, error, f"{FITTED}faultless", seeds)
        careless = evenings.of(JUDGED, CARELESS, error, f"{FITTED}careless", seeds)
        careful_games, careless_games = faultless(), careless()
    yield from figures_of_faultless_games(careful_games)
    yield from figures_of_careless_games(careless_games)
    played = (*careful_games, *careless_games)
    yield from beliefs.errors(BENCH, f"{JUDGED}.", played)
    if diagram is not None:
        plot(diagram, beliefs.beliefs(played), "beliefs")


# ---------------------------------------------------------------- what is counted


def is_followed(one: Outcome) -> bool:
    """Whether an evening ended right, and no wrong entry stayed that was not asked about or put right."""
    return one.stayed == 0 and not one.wrong_at_end


def announced(played: Sequence[Outcome]) -> int:
    """How many faults were announced within the next sighting."""
    return sum(delay <= NEXT_SIGHTING for one in played for delay in one.delays)


def announced_or_asked(played: Sequence[Outcome]) -> int:
    """How many faults were announced within the next sighting, or asked about then and not answered yet."""
    return announced(played) + sum(one.asked_in_time for one in played)


def accused_falsely(played: Sequence[Outcome]) -> int:
    """In how many evenings somebody was accused of what nobody did."""
    return sum(one.false_accusations > 0 for one in played)


def figures_of_following(game_id: str, played: Sequence[Outcome]) -> Iterator[Measure]:
    """Evenings that were followed, wrong at the end, questions and rescues a game, time for one sighting."""
    n = len(played)
    yield share_measure(
        BENCH, f"{game_id}.followed", sum(map(is_followed, played)), n, target=FOLLOWED_TARGET
    )
    wrong = sum(one.wrong_at_end for one in played)
    yield share_measure(BENCH, f"{game_id}.wrong_at_end", wrong, n, target=0.0, higher_is_better=False)
    yield from _questions(f"{game_id}.questions", "", played)
    yield _few(f"{game_id}.rescues", round(fmean(one.rescues for one in played), 2), n, None)
    times = [time for one in played for time in one.milliseconds]
    yield _time(f"{game_id}.sighting_p95", quantile(times, 0.95), len(times), SIGHTING_TARGET_MS)
    yield _time(f"{game_id}.sighting_max", max(times, default=0.0), len(times), None)


def figures_of_faultless_games(played: Sequence[Outcome]) -> Iterator[Measure]:
    """Evenings of Crapette in which nobody made a fault: was somebody accused, and how often were they asked."""
    n, accused = len(played), accused_falsely(played)
    yield share_measure(BENCH, f"{JUDGED}.false_accusations", accused, n, target=0.0, higher_is_better=False)
    followed = sum(map(is_followed, played))
    yield share_measure(BENCH, f"{JUDGED}.followed_careful", followed, n, target=FOLLOWED_TARGET)
    yield from _questions(f"{JUDGED}.questions", "_careful", played)
    bound = round(100 * upper_bound(accused, n), 3)
    yield Measure(
        BENCH,
        f"{JUDGED}.false_accusations_bound",
        bound,
        "%",
        n,
        target=ACCUSED_BOUND_TARGET,
        higher_is_better=False,
    )


def figures_of_careless_games(played: Sequence[Outcome]) -> Iterator[Measure]:
    """Faults of Crapette that the camera could see, announced in time; and who was accused wrongly."""
    n, visible = len(played), sum(one.visible for one in played)
    yield share_measure(
        BENCH,
        f"{JUDGED}.faults_announced",
        announced(played),
        visible,
        target=FAULTS_TARGET,
    )
    yield share_measure(BENCH, f"{JUDGED}.faults_announced_or_asked", announced_or_asked(played), visible)
    yield share_measure(
        BENCH, f"{JUDGED}.false_accusations_careless", accused_falsely(played), n, higher_is_better=False
    )
    guessed = sum(one.guessed_accusations > 0 for one in played)
    yield share_measure(BENCH, f"{JUDGED}.guessed_accusations_careless", guessed, n, higher_is_better=False)
    followed = sum(map(is_followed, played))
    yield share_measure(BENCH, f"{JUDGED}.followed_careless", followed, n)
    asked = [float(one.questions) for one in played]
    yield _few(f"{JUDGED}.questions_median_careless", median(asked), n, None)
    yield _few(f"{JUDGED}.questions_p95_careless", quantile(asked, 0.95), n, None)


def _questions(name: str, players: str, played: Sequence[Outcome]) -> Iterator[Measure]:
    asked = [float(one.questions) for one in played]
    yield _few(f"{name}_median{players}", median(asked), len(asked), QUESTIONS_MEDIAN_TARGET)
    yield _few(f"{name}_p95{players}", quantile(asked, 0.95), len(asked), QUESTIONS_P95_TARGET)


def _few(name: str, value: float, n: int, target: float | None) -> Measure:
    return Measure(BENCH, name, value, "a game", n, target=target, higher_is_better=False)


def _time(name: str, value: float, n: int, target: float | None) -> Measure:
    return Measure(BENCH, name, round(value, 1), "ms", n, target=target, higher_is_better=False)
