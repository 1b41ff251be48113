"""How well stillness and disturbance are told zone by zone: films with ground truth through the gate.

What each figure means is told in ``docs/stillness.md``. Names: ``stillness.<figure>`` is of rendered tables,
``stillness.photo.<figure>`` of tables cut out of photographs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.bench.measure import Measure, share_measure
from companion.progress import progress
from vision.scene.card_table import CardTable
from vision.scene.photograph_table import PhotographTables, photographs_in
from vision.scene.table_film import FilmFrame, TableFilm
from vision.scene.table_light import TableLight, random_conditions
from vision.scene.table_script import random_script, random_table
from vision.stillness.gate import CARD_PATIENCE_MS, CARD_STILL_MS, GateZone, Settled, StillnessGate, ZoneState
from vision.stillness.hands import SIDES

BENCH = "geometry"
FOUND_TARGET = 100.0
FALSE_PER_HOUR_TARGET = 1.0
SETTLE_TARGET_MS = 600.0
COST_TARGET_MS = 8.0
FRAME_MS = 100.0
SHAPES = ((480, 640), (360, 640))
"""The small streams, (height, width) px; films take them in turn."""
LEAST_COVERED_MM2 = 400.0
"""What a fingertip covers: less of a hand over a zone may be told or not."""
LEAST_MS = 200.0
FIRST_PLAYED, FIRST_QUIET = 5000, 6000
"""The first seeds of the films measured: the numbers of the gate were chosen by the films from 0 on."""
_MARGIN_FRAMES = 2
_CLEAR_MS = 1000.0


@dataclass(frozen=True, slots=True)
class Films:
    """How many films of how many seconds: tables in play, rendered and of photographs, and quiet ones of both."""

    played: int
    photographed: int
    seconds: float
    quiet: int
    quiet_photographed: int
    quiet_seconds: float


LONG = Films(played=80, photographed=50, seconds=60.0, quiet=24, quiet_photographed=12, quiet_seconds=300.0)
SHORT = Films(played=4, photographed=2, seconds=30.0, quiet=2, quiet_photographed=1, quiet_seconds=30.0)


@dataclass(slots=True)
class Tally:
    """What became of the disturbances of some films.

    ``due`` counts the disturbances that must be found, ``found`` those that were; ``missed``, ``made_up`` and
    ``wrong`` name what went wrong.
    ``invented`` are disturbances that the gate made up, of ``told`` in all; ``frames`` were looked at.
    """

    due: int = 0
    found: int = 0
    told: int = 0
    invented: int = 0
    frames: int = 0
    hours: float = 0.0
    sides: int = 0
    sides_right: int = 0
    starts: int = 0
    starts_right: int = 0
    changes: int = 0
    changes_told: int = 0
    passes: int = 0
    passes_told_unchanged: int = 0
    rests: int = 0
    rests_under_hand: int = 0
    resting_hands: int = 0
    resting_hands_seen: int = 0
    delays_ms: list[float] = field(default_factory=list)
    costs_ms: list[float] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    made_up: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the counts of another film."""
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, list):
                mine.extend(theirs)
            else:
                setattr(self, name, mine + theirs)


@dataclass(slots=True)
class _Interval:
    """A true disturbance of a zone: from the first to the last frame with a hand over it or something moving."""

    first_ms: float
    last_ms: float
    sure_ms: float | None = None
    longest: int = 0
    run: int = 0
    sides: int = 0
    moved: bool = False


@dataclass(frozen=True, slots=True)
class _Told:
    """A disturbance as the gate told it, and when it told that the zone lies still (None: not yet)."""

    start_ms: float
    end_ms: float
    side: str | None
    changed: bool
    settled_ms: float | None


def gate_zones(table: CardTable) -> list[GateZone]:
    """The zones of a table as the gate takes them, for cards."""
    return [
        GateZone(zone.id, polygon, CARD_STILL_MS, patience_ms=CARD_PATIENCE_MS)
        for zone, polygon in zip(table.zones, table.polygons(), strict=True)
    ]


def watch(frames: Iterable[FilmFrame], table: CardTable, frame_ms: float = FRAME_MS, film: str = "") -> Tally:
    """Show a film to a fresh gate and hold what it tells against the truth; ``film`` names it in ``missed``."""
    gate = StillnessGate(gate_zones(table))
    names = [zone.id for zone in table.zones]
    number_of = {name: number for number, name in enumerate(names)}
    truth: list[list[_Interval]] = [[] for _ in names]
    told: list[list[_Told]] = [[] for _ in names]
    disturbed_since: list[float | None] = [None] * len(names)
    begun = [False] * len(names)
    resting = [0] * len(names)
    least = LEAST_COVERED_MM2 * table.px_per_mm**2 / np.maximum(1.0, table.areas)
    tally = Tally()
    previous_cover = np.zeros(len(names))
    now = 0.0
    for frame in frames:
        now = float(frame.ms)
        started = time.process_time()
        reading = gate.feed(frame.image, frame.ms)
        tally.costs_ms.append(1000 * (time.process_time() - started))
        tally.frames += 1
        ended = {number_of[one.disturbance.zone]: one for one in reading.settled}
        for number, name in enumerate(names):
            cover = float(frame.cover[number])
            _note_truth(truth[number], frame, number, float(least[number]), frame_ms)
            state = reading.states[name]
            begun[number] |= state is ZoneState.STILL
            if state is not ZoneState.STILL and begun[number] and disturbed_since[number] is None:
                disturbed_since[number] = now
            if number in ended:
                told[number].append(_as_told(ended[number], now))
                disturbed_since[number] = None
            if name in reading.at_rest:
                tally.rests += 1
                tally.rests_under_hand += cover >= max(0.1, 2 * float(least[number]))
            # A hand that has not moved for half a second and covers a good part of the zone.
            same = cover >= 0.15 and abs(cover - float(previous_cover[number])) < 0.004
            resting[number] = resting[number] + 1 if same else 0
            if resting[number] >= 5 and begun[number]:
                tally.resting_hands += 1
                tally.resting_hands_seen += state is ZoneState.HAND
        previous_cover = frame.cover
    for number, since in enumerate(disturbed_since):
        if since is not None:
            told[number].append(_Told(since, now, None, True, None))
        _judge(tally, truth[number], told[number], frame_ms, f"{film} {names[number]}")
    tally.hours = tally.frames * frame_ms / 3_600_000
    return tally


def _note_truth(
    intervals: list[_Interval], frame: FilmFrame, zone: int, least: float, frame_ms: float
) -> None:
    cover, moved = float(frame.cover[zone]), frame.moved[zone]
    if cover <= 0 and not moved:
        return
    now = float(frame.ms)
    if not intervals or now - intervals[-1].last_ms > 1.5 * frame_ms:
        intervals.append(_Interval(now, now))
    one = intervals[-1]
    unbroken = now - one.last_ms < 1.5 * frame_ms
    one.last_ms = now
    one.sides |= frame.sides[zone]
    one.moved |= moved
    if cover >= least or moved:
        one.sure_ms = now if one.sure_ms is None else one.sure_ms
        one.run = one.run + 1 if unbroken else 1
        one.longest = max(one.longest, one.run)
    else:
        one.run = 0


def _as_told(one: Settled, now: float) -> _Told:
    disturbance = one.disturbance
    return _Told(float(disturbance.start_ms), float(disturbance.end_ms), disturbance.side, one.changed, now)


def _judge(tally: Tally, truth: list[_Interval], told: list[_Told], frame_ms: float, where: str) -> None:
    margin = _MARGIN_FRAMES * frame_ms
    tally.told += len(told)
    for one in told:
        if not any(
            true.first_ms - margin <= one.end_ms and one.start_ms <= true.last_ms + margin for true in truth
        ):
            tally.invented += 1
            tally.made_up.append(f"{where} {one.start_ms:.0f}-{one.end_ms:.0f} ms, changed {one.changed}")
    for place, true in enumerate(truth):
        if true.sure_ms is None or true.longest * frame_ms < LEAST_MS:
            continue
        tally.due += 1
        met = [
            one
            for one in told
            if one.start_ms <= true.last_ms + margin
            and (one.settled_ms is None or one.settled_ms >= true.sure_ms)
        ]
        if not met:
            tally.missed.append(f"{where} {true.sure_ms:.0f}-{true.last_ms:.0f} ms, moved {true.moved}")
            continue
        tally.found += 1
        before = truth[place - 1].last_ms if place else -_CLEAR_MS
        after = truth[place + 1].first_ms if place + 1 < len(truth) else true.last_ms + 10 * _CLEAR_MS
        if true.first_ms - before < _CLEAR_MS or after - true.last_ms < _CLEAR_MS:
            continue
        # Nothing else was at this zone for a while: what was told is told of this disturbance alone.
        _judge_one(tally, true, met[0], met[-1], frame_ms, where)


def _judge_one(tally: Tally, true: _Interval, first: _Told, last: _Told, frame_ms: float, where: str) -> None:
    assert true.sure_ms is not None  # noqa: S101 - only sure disturbances are judged
    tally.starts += 1
    margin = _MARGIN_FRAMES * frame_ms
    tally.starts_right += true.first_ms - margin <= first.start_ms <= true.sure_ms + margin
    if last.settled_ms is not None and last.settled_ms > true.last_ms:
        tally.delays_ms.append(last.settled_ms - true.last_ms)
    if true.sides in (1, 2, 4, 8):
        tally.sides += 1
        side = SIDES[true.sides.bit_length() - 1]
        tally.sides_right += first.side == side
        if first.side != side:
            tally.wrong.append(f"{where} {first.start_ms:.0f} ms: from {side}, told {first.side}")
    if true.moved:
        tally.changes += 1
        tally.changes_told += first.changed or last.changed
        if not (first.changed or last.changed):
            tally.wrong.append(f"{where} {first.start_ms:.0f}-{last.end_ms:.0f} ms: a change was not told")
    else:
        tally.passes += 1
        tally.passes_told_unchanged += not (first.changed or last.changed)
        if first.changed or last.changed:
            tally.wrong.append(f"{where} {first.start_ms:.0f}-{last.end_ms:.0f} ms: a change was made up")


# ---------------------------------------------------------------- films


def played_film(seed: int, seconds: float, photographs: PhotographTables | None = None) -> Tally:
    """The tally of one film of a table in play."""
    shape = SHAPES[seed % len(SHAPES)]
    table = _table(shape, seed, photographs)
    script = random_script(table, seconds, seed)
    light = TableLight(shape, random_conditions(np.random.default_rng((seed, 23))), seed)
    film = TableFilm(table, light, script.gestures, script.slides)
    return watch(film.frames(0.0, seconds * 1000, FRAME_MS), table, film=f"film {seed}")


def quiet_film(seed: int, seconds: float, photographs: PhotographTables | None = None) -> Tally:
    """The tally of one film in which nothing happens but light, shadows and noise."""
    shape = SHAPES[seed % len(SHAPES)]
    table = _table(shape, seed, photographs)
    light = TableLight(shape, random_conditions(np.random.default_rng((seed, 29))), seed)
    return watch(
        TableFilm(table, light).frames(0.0, seconds * 1000, FRAME_MS), table, film=f"quiet film {seed}"
    )


def _table(shape: tuple[int, int], seed: int, photographs: PhotographTables | None) -> CardTable:
    if photographs is None:
        return random_table(shape, seed)
    bare = random_table(shape, seed)
    sprites = photographs.sprites(bare.px_per_mm, seed)
    return random_table(shape, seed, photographs.top(shape, seed), sprites)


def measure(long: bool, photos: Path | None) -> Iterator[Measure]:
    """The figures of stillness: of rendered tables, then of photographs where there are some in ``photos``."""
    films = LONG if long else SHORT
    yield from _measures("stillness", films.played, films.seconds, films.quiet, films.quiet_seconds, None)
    if photos is None or len(photographs_in(photos)) < 2:
        return
    yield from _measures(
        "stillness.photo",
        films.photographed,
        films.seconds,
        films.quiet_photographed,
        films.quiet_seconds,
        PhotographTables(photos),
    )


def _measures(
    name: str,
    played: int,
    seconds: float,
    quiet: int,
    quiet_seconds: float,
    photographs: PhotographTables | None,
) -> Iterator[Measure]:
    everything = Tally()
    for number in progress(range(played), "films with hands"):
        everything.add(played_film(FIRST_PLAYED + number, seconds, photographs))
    yield from figures_of_play(name, everything)
    still = Tally()
    for number in progress(range(quiet), "films without hands"):
        still.add(quiet_film(FIRST_QUIET + number, quiet_seconds, photographs))
    yield from figures_of_quiet(name, still)


def figures_of_play(name: str, tally: Tally) -> Iterator[Measure]:
    """The figures of films in which hands play."""
    yield share_measure(BENCH, f"{name}.found", tally.found, tally.due, target=FOUND_TARGET)
    yield share_measure(BENCH, f"{name}.invented", tally.invented, tally.told, higher_is_better=False)
    yield share_measure(BENCH, f"{name}.start", tally.starts_right, tally.starts)
    yield share_measure(BENCH, f"{name}.side", tally.sides_right, tally.sides)
    yield share_measure(BENCH, f"{name}.changed", tally.changes_told, tally.changes)
    yield share_measure(BENCH, f"{name}.unchanged", tally.passes_told_unchanged, tally.passes)
    yield share_measure(BENCH, f"{name}.unseen", tally.resting_hands_seen, tally.resting_hands)
    yield share_measure(
        BENCH, f"{name}.still_under_hand", tally.rests_under_hand, tally.rests, higher_is_better=False
    )
    delays = tally.delays_ms
    yield _time(f"{name}.settle_p50", delays, 50, None)
    yield _time(f"{name}.settle_p95", delays, 95, SETTLE_TARGET_MS)
    yield _time(f"{name}.cost_ms", tally.costs_ms, 50, COST_TARGET_MS)
    yield _time(f"{name}.cost_p95", tally.costs_ms, 95, COST_TARGET_MS)


def figures_of_quiet(name: str, tally: Tally) -> Iterator[Measure]:
    """The figures of films in which nothing happens: false disturbances, each zone counted."""
    rate = tally.invented / tally.hours if tally.hours else 0.0
    yield Measure(
        BENCH,
        f"{name}.false_per_hour",
        round(rate, 3),
        "an hour",
        tally.frames,
        target=FALSE_PER_HOUR_TARGET,
        higher_is_better=False,
    )
    yield _time(f"{name}.quiet_cost_ms", tally.costs_ms, 50, COST_TARGET_MS)


def _time(name: str, values: list[float], percent: float, target: float | None) -> Measure:
    value = float(np.percentile(values, percent)) if values else 0.0
    return Measure(BENCH, name, round(value, 2), "ms", len(values), target=target, higher_is_better=False)
