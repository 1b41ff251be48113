"""How well the referee follows a table: whole simulated evenings, seen through a camera that errs, against the truth."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from statistics import median

from companion.cli.measure import Measure, share_measure
from companion.games import all_games, load
from companion.referee import Referee
from companion.simulated.evening import Evening, opened_evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.outcome import Outcome, quantile

BENCH = "referee"
EXPECTED_ERROR = 0.01
"""The share of cards that a reader is expected to read wrongly."""
ERRORS = (0.001, 0.003, 0.01, 0.02, 0.03, 0.05)
"""Reading errors of the curves."""
FOLLOWED_TARGET, FAULTS_TARGET = 99.0, 99.0
SIGHTING_TARGET_MS = 100.0
_FAULTLESS, _CARELESS, _FAMILY = ("careful", "careful"), ("careless", "careless"), ("careful", "child")
_BATCH = 10


@dataclass(frozen=True, slots=True)
class Counts:
    """How many evenings are played for each figure."""

    followed: int
    faultless: int
    careless: int
    other: int
    curve: int


LONG = Counts(followed=1000, faultless=3000, careless=300, other=300, curve=100)
SHORT = Counts(followed=12, faultless=12, careless=6, other=6, curve=0)


def play(game_id: str, kinds: Sequence[str], error: float, purpose: str, seed: int) -> Outcome:
    """One evening; the same arguments give the same evening. ``kinds`` are repeated for all players."""
    game = load(game_id)
    chance = random.Random(f"{purpose}/{game_id}/{seed}")
    opening = opened_evening(game, chance)
    seated = [kinds[place % len(kinds)] for place in range(len(opening.players))]
    return Evening(opening, seated, FollowedByReferee.by(Referee), chance, error=error).play()


def _batch(game_id: str, kinds: Sequence[str], error: float, purpose: str, seeds: range) -> list[Outcome]:
    return [play(game_id, kinds, error, purpose, seed) for seed in seeds]


class Evenings:
    """Plays evenings on all cores."""

    def __init__(self, cores: int | None = None) -> None:
        self._pool = ProcessPoolExecutor(cores or os.cpu_count(), mp_context=get_context("fork"))

    def of(self, game_id: str, kinds: Sequence[str], error: float, purpose: str, count: int) -> list[Outcome]:
        """So many evenings, in the order of their seeds."""
        starts = range(0, count, _BATCH)
        parts = [range(start, min(start + _BATCH, count)) for start in starts]
        waiting = [self._pool.submit(_batch, game_id, kinds, error, purpose, part) for part in parts]
        return [outcome for batch in waiting for outcome in batch.result()]

    def close(self) -> None:
        """Waits for nothing and ends the processes."""
        self._pool.shutdown(cancel_futures=True)


def measure(*, long: bool = False) -> Iterator[Measure]:
    """The figures of the referee, Crapette first; ``long`` plays the counts that the targets are about."""
    counts = LONG if long else SHORT
    evenings = Evenings()
    try:
        yield from _crapette(evenings, counts)
        for game in all_games():
            if game.hands is not None and game.id != "crapette":
                played = evenings.of(game.id, _FAMILY, EXPECTED_ERROR, "followed", counts.other)
                yield from _followed(game.id, played)
    finally:
        evenings.close()


def _crapette(evenings: Evenings, counts: Counts) -> Iterator[Measure]:
    played = evenings.of("crapette", _FAMILY, EXPECTED_ERROR, "followed", counts.followed)
    yield from _followed("crapette", played)
    faultless = evenings.of("crapette", _FAULTLESS, EXPECTED_ERROR, "faultless", counts.faultless)
    accused = sum(one.false_accusations > 0 for one in faultless)
    yield share_measure(
        BENCH, "crapette.false_accusations", accused, len(faultless), target=0.0, higher_is_better=False
    )
    careless = evenings.of("crapette", _CARELESS, EXPECTED_ERROR, "careless", counts.careless)
    visible = sum(one.visible for one in careless)
    prompt = sum(delay <= 1 for one in careless for delay in one.delays)
    yield share_measure(BENCH, "crapette.faults_announced", prompt, visible, target=FAULTS_TARGET)
    accused = sum(one.false_accusations > 0 for one in careless)
    yield share_measure(
        BENCH, "crapette.false_accusations_careless", accused, len(careless), higher_is_better=False
    )


def _followed(game_id: str, played: Sequence[Outcome]) -> Iterator[Measure]:
    """Evenings without a wrong entry that stayed, wrong at the end, questions, time for one sighting."""
    right = sum(one.stayed == 0 and not one.wrong_at_end for one in played)
    yield share_measure(BENCH, f"{game_id}.followed", right, len(played), target=FOLLOWED_TARGET)
    wrong = sum(one.wrong_at_end for one in played)
    yield share_measure(
        BENCH, f"{game_id}.wrong_at_end", wrong, len(played), target=0.0, higher_is_better=False
    )
    asked = [float(one.questions) for one in played]
    yield Measure(
        BENCH,
        f"{game_id}.questions_median",
        median(asked),
        "a game",
        len(asked),
        target=1.0,
        higher_is_better=False,
    )
    yield Measure(
        BENCH,
        f"{game_id}.questions_p95",
        quantile(asked, 0.95),
        "a game",
        len(asked),
        target=4.0,
        higher_is_better=False,
    )
    times = [time for one in played for time in one.milliseconds]
    yield Measure(
        BENCH,
        f"{game_id}.sighting_p95",
        quantile(times, 0.95),
        "ms",
        len(times),
        target=SIGHTING_TARGET_MS,
        higher_is_better=False,
    )


# ---------------------------------------------------------------- curves


def curves(counts: Counts = LONG, errors: Iterable[float] = ERRORS) -> Iterator[dict[str, float]]:
    """For each reading error the shares (per cent) of Crapette evenings: followed, faults announced, and so on."""
    evenings = Evenings()
    try:
        for error in errors:
            played = evenings.of("crapette", _FAMILY, error, "curve", counts.curve)
            careless = evenings.of("crapette", _CARELESS, error, "curve", counts.curve)
            visible = sum(one.visible for one in careless)
            yield {
                "error": 100 * error,
                "n": float(counts.curve),
                "followed": _percent(
                    sum(one.stayed == 0 and not one.wrong_at_end for one in played), len(played)
                ),
                "announced": _percent(sum(d <= 1 for one in careless for d in one.delays), visible),
                "falsely_accused": _percent(
                    sum(one.false_accusations > 0 for one in (*played, *careless)),
                    len(played) + len(careless),
                ),
                "questions": median([float(one.questions) for one in played]),
                "questions_p95": quantile([float(one.questions) for one in played], 0.95),
            }
    finally:
        evenings.close()


def _percent(count: int, of: int) -> float:
    return 100.0 * count / of if of else 0.0
