"""Whole evenings of Crapette from pictures: films of hands and cards, the program's eyes, the referee, the truth.

What each figure means is told in ``docs/films.md``.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import contextmanager
from dataclasses import astuple, dataclass, field
from functools import reduce
from operator import add
from pathlib import Path
from statistics import fmean, median
from typing import Any, Self

import cv2
import numpy as np

from companion.bench import beliefs
from companion.bench.cores import Cores
from companion.bench.filmed_evening import FilmedEvening, room_of, watching_markers
from companion.bench.kept_results import KeptResults, Key
from companion.bench.measure import Measure, share_measure
from companion.bench.referee import announced, announced_or_asked
from companion.bench.reliability import plot
from companion.filmed.filmable import can_film, first_filmed
from companion.filmed.hardships import hardships_of
from companion.filmed.picture_camera import PictureCamera, Seen
from companion.game import Game
from companion.games import all_games
from companion.progress import progress
from companion.referee import Referee
from companion.sighting import EMPTY, UNREADABLE, Disturbance, Slot
from companion.simulated.evening import Evening
from companion.simulated.following import FollowedByReferee
from companion.simulated.outcome import Outcome, quantile
from companion.simulated.parameters import NoiseParameters
from companion.simulated.physical import Faces, Touch, is_row
from vision.cards.answers import Language
from vision.readings import ASKED, SURE

BENCH = "end_to_end"
SHORT, LONG = 1, 12
SHORT_LOOKS = 20
"""How many looks of the evening the short measurement films."""
GAME = first_filmed()
ROOMS = ("companion", "vision", "calibration")
LIGHTS = {"dim": 0.55, "usual": 0.7, "bright": 1.0}
"""Rooms by their light: each with daylight up to this share of the brightest."""
"""What decides how a film goes."""
KINDS = ("careful", "child")
"""Who plays."""
_PUMPING, _BREATHING_PX = 0.04, 1.2
_LANGUAGES: tuple[Language, ...] = ("english", "french_as", "german")
_SAME_TIME_MS = 500
"""How much too early or too late a hand may be reported and still count as that hand."""


@dataclass
class ReadingTally:
    """What the reader made of what lay there when it looked: things by what became of them."""

    things: int = 0
    right: int = 0
    wrong: int = 0
    wrong_and_sure: int = 0
    unreadable: int = 0
    missed: int = 0
    invented: int = 0
    zones: int = 0
    zones_right: int = 0

    def __add__(self, other: ReadingTally) -> ReadingTally:
        return ReadingTally(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def count(self, game: Game, zone: str, lying: Faces, slots: Sequence[Slot]) -> None:
        """Compare one zone's reading with what lay there."""
        row = is_row(game, zone)
        shown = lying if row else (lying[-1:] or (EMPTY,))
        read = tuple(slot.best for slot in slots if slot.presence >= ASKED)
        if row:
            # Of a pile that is empty most of the time that is told, of a row nothing.
            read = tuple(one for one in read if one[0] != EMPTY)
        if game.hands is not None and zone in game.hands.loose:
            # What lies loosely lies in no order: what was read as one of the things that lie there was that one.
            shown, read = _in_one_order(shown, read)
        self.zones += 1
        self.zones_right += tuple(face for face, _ in read) == shown
        if len(read) != len(shown):
            self.missed += max(0, len(shown) - len(read))
            self.invented += max(0, len(read) - len(shown))
            return
        for face, (told, chance) in zip(shown, read, strict=True):
            self.things += 1
            self.right += told == face
            self.unreadable += told == UNREADABLE
            self.wrong += told not in (face, UNREADABLE)
            self.wrong_and_sure += told not in (face, UNREADABLE) and chance >= SURE


@dataclass
class HandsTally:
    """What the small stream told of hands, against where they were."""

    touches: int = 0
    reported: int = 0
    side_right: int = 0
    side_wrong: int = 0
    passed_over: int = 0
    errors_ms: list[int] = field(default_factory=list)

    def __add__(self, other: HandsTally) -> HandsTally:
        return HandsTally(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))

    def count(self, touches: Sequence[Touch], told: Sequence[Disturbance]) -> None:
        """Compare an evening's touches with all disturbances that were told."""
        by_zone: dict[str, list[Disturbance]] = {}
        for one in told:
            by_zone.setdefault(one.zone, []).append(one)
        touched: dict[str, list[Touch]] = {}
        for touch in touches:
            touched.setdefault(touch.zone, []).append(touch)
            self.touches += 1
            found = next((one for one in by_zone.get(touch.zone, ()) if _meet(touch, one)), None)
            if found is None:
                continue
            self.reported += 1
            if touch.side is not None:
                self.side_right += found.side == touch.side
                self.side_wrong += found.side not in (touch.side, None)
            self.errors_ms.append(found.start_ms - touch.start_ms)
        self.passed_over += sum(
            not any(_meet(touch, one) for touch in touched.get(one.zone, ())) for one in told
        )


def _in_one_order(
    shown: Faces, read: Sequence[tuple[str, float]]
) -> tuple[Faces, tuple[tuple[str, float], ...]]:
    """Things and what was read, those that agree first, each beside the other."""
    left, named, other = list(shown), [], []
    for one in sorted(read, key=lambda told: -told[1]):
        if one[0] in left:
            left.remove(one[0])
            named.append(one)
        else:
            other.append(one)
    return (*(face for face, _ in named), *left), (*named, *other)


def _meet(touch: Touch, told: Disturbance) -> bool:
    return told.start_ms <= touch.end_ms + _SAME_TIME_MS and touch.start_ms - _SAME_TIME_MS <= told.end_ms


@dataclass
class Film:
    """Everything that was counted on the film of one evening."""

    outcome: Outcome
    reading: ReadingTally
    hands: HandsTally
    eyes_ms: list[float]
    still_ms: list[int]

    @classmethod
    def of(cls, counted: Mapping[str, Any]) -> Self:
        """The film with these fields, as JSON brings them."""
        return cls(
            Outcome.of(counted["outcome"]),
            ReadingTally(**counted["reading"]),
            HandsTally(**counted["hands"]),
            counted["eyes_ms"],
            counted["still_ms"],
        )


def film(
    seed: int,
    enrolled: bool = False,
    most_looks: int | None = None,
    hardships: frozenset[str] = frozenset(),
    game_id: str = GAME,
) -> Film:
    """Play one evening before the camera, up to a number of looks; the same arguments give the same evening.

    ``enrolled``: of a family that enrolled both packs; a box of printed cards always is. ``hardships``: names of
    ``companion.filmed.hardships``.
    """
    shown = FilmedEvening.of(BENCH, game_id, seed, hardships)
    game, opening = shown.opening.game, shown.opening
    reading, hands = ReadingTally(), HandsTally()
    eyes_ms: list[float] = []
    still_ms: list[int] = []
    told: list[Disturbance] = []
    cameras: list[PictureCamera] = []

    def witness(seen: Seen) -> None:
        for zone in seen.sighting.zones.keys() & seen.lying.keys():
            reading.count(game, zone, seen.lying[zone], seen.sighting.zones[zone].slots)
        told.extend(seen.sighting.disturbances)
        eyes_ms.append(seen.eyes_ms)
        if seen.sighting.disturbances:
            still_ms.append(seen.still_ms)

    def camera(played: Game, _: random.Random, parameters: NoiseParameters) -> PictureCamera:
        cameras.append(
            PictureCamera(
                shown.filmed, readers, parameters, witness=witness, journal=journal, watching=watching_markers
            )
        )
        return cameras[0]

    def journal() -> Mapping[str, Sequence[str]]:
        return game.visible_table(evening.follower.states[-1])

    def expected(zone: str) -> int | None:
        return game.expected_in(evening.follower.states[-1], zone)

    looks = 0
    with _one_thread():
        readers = shown.readers(enrolled, expected)
        evening = Evening(
            opening,
            KINDS,
            FollowedByReferee.by(Referee),
            shown.chance,
            seed=str(seed),
            camera=camera,
            misplaces=True,
        )
        for moment in evening.course():
            looks += moment.what == "look"
            if most_looks is not None and looks >= most_looks:
                break
    hands.count(cameras[0].touches, told)
    return Film(evening.outcome, reading, hands, eyes_ms, still_ms)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Let OpenCV use one thread: most pictures are small, a second one burns more than it saves, and the films count
    processor time.
    """
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(threads)


@dataclass
class Films:
    """Films of evenings and what was counted on them; ``enrolled``: of families that enrolled both packs."""

    enrolled: bool = False
    films: list[Film] = field(default_factory=list)

    def film(self, seed: int, most_looks: int | None = None) -> Outcome:
        """Film one evening more; the same seed gives the same evening."""
        self.films.append(film(seed, self.enrolled, most_looks))
        return self.films[-1].outcome

    @property
    def outcomes(self) -> list[Outcome]:
        """What became of each evening."""
        return [one.outcome for one in self.films]

    @property
    def reading(self) -> ReadingTally:
        """What was read in all films together."""
        return reduce(add, (one.reading for one in self.films), ReadingTally())

    @property
    def hands(self) -> HandsTally:
        """What was told of hands in all films together."""
        return reduce(add, (one.hands for one in self.films), HandsTally())

    def measures(self) -> Iterator[Measure]:
        """Yield the figures."""
        n = len(self.films)
        reading, hands = self.reading, self.hands
        yield share_measure(BENCH, "followed", sum(one.stayed == 0 for one in self.outcomes), n)
        wrong = sum(one.wrong_at_end for one in self.outcomes)
        yield share_measure(BENCH, "wrong_at_end", wrong, n, target=0.0, higher_is_better=False)
        for name, count in (
            ("wrong_entries", sum(one.wrong for one in self.outcomes)),
            ("repaired", sum(one.repaired for one in self.outcomes)),
            ("false_accusations", sum(one.false_accusations for one in self.outcomes)),
            ("rescues", sum(one.rescues for one in self.outcomes)),
        ):
            yield Measure(BENCH, name, count, "of all", n, higher_is_better=False)
        for name, games in (
            ("games_repaired", sum(one.repaired > 0 for one in self.outcomes)),
            ("games_rescued", sum(one.rescues > 0 for one in self.outcomes)),
        ):
            yield share_measure(BENCH, name, games, n, higher_is_better=False)
        asked = [one.questions for one in self.outcomes]
        others = [one.questions - one.who_moved for one in self.outcomes]
        for name, most, questions in (
            ("questions_median", 2.0, asked),
            ("questions_but_who_moved_median", None, others),
        ):
            value = float(median(questions))
            yield Measure(BENCH, name, value, "a game", n, target=most, higher_is_better=False)
        most = quantile([float(one) for one in asked], 0.95)
        yield Measure(BENCH, "questions_p95", most, "a game", n, target=4.0, higher_is_better=False)
        tapped = sum((Counter(dict(one.tapped)) for one in self.outcomes), Counter[str]())
        for kind, count in sorted(tapped.items()):
            yield Measure(BENCH, f"taps.{kind}", round(count / n, 2), "a game", n, higher_is_better=False)
        visible = sum(one.visible for one in self.outcomes)
        yield share_measure(BENCH, "faults_announced", sum(one.announced for one in self.outcomes), visible)
        yield share_measure(BENCH, "faults_in_time", announced(self.outcomes), visible)
        yield share_measure(BENCH, "faults_in_time_or_asked", announced_or_asked(self.outcomes), visible)
        yield share_measure(BENCH, "zones_right", reading.zones_right, reading.zones)
        yield share_measure(BENCH, "things_right", reading.right, reading.things)
        for name in ("wrong", "wrong_and_sure", "unreadable", "missed", "invented"):
            yield share_measure(BENCH, name, getattr(reading, name), reading.things, higher_is_better=False)
        yield share_measure(BENCH, "hands_reported", hands.reported, hands.touches)
        yield share_measure(BENCH, "side_right", hands.side_right, hands.reported)
        yield share_measure(BENCH, "side_wrong", hands.side_wrong, hands.reported, higher_is_better=False)
        passed = round(hands.passed_over / max(1, hands.touches), 3)
        yield Measure(BENCH, "passed_over", passed, "a touch", hands.touches, higher_is_better=False)
        spread = round(float(np.std(hands.errors_ms)), 1) if hands.errors_ms else math.nan
        yield Measure(BENCH, "hand_comes_sd", spread, "ms", len(hands.errors_ms), higher_is_better=False)
        yield from beliefs.errors(BENCH, "", self.outcomes)
        for name, values in (
            ("eyes_ms", [time for one in self.films for time in one.eyes_ms]),
            ("still_ms", [float(time) for one in self.films for time in one.still_ms]),
        ):
            for label, share in (("median", 0.5), ("p95", 0.95)):
                value = round(quantile(values, share), 1)
                yield Measure(BENCH, f"{name}_{label}", value, "ms", len(values), higher_is_better=False)


def figures_by_light(films: Mapping[int, Film]) -> Iterator[Measure]:
    """Yield questions, faults announced in time and false accusations of the films of these seeds, by light."""
    groups: dict[str, list[Outcome]] = {light: [] for light in LIGHTS}
    for seed, one in films.items():
        daylight = room_of(seed).conditions.daylight
        groups[next(light for light, most in LIGHTS.items() if daylight <= most)].append(one.outcome)
    for light, outcomes in groups.items():
        if not outcomes:
            continue
        n, visible = len(outcomes), sum(one.visible for one in outcomes)
        asked = round(fmean(one.questions for one in outcomes), 2)
        yield Measure(BENCH, f"{light}.questions_mean", asked, "a game", n, higher_is_better=False)
        yield share_measure(BENCH, f"{light}.faults_in_time", announced(outcomes), visible)
        accused = sum(one.false_accusations for one in outcomes)
        yield Measure(BENCH, f"{light}.false_accusations", accused, "of all", n, higher_is_better=False)


def filmed_games() -> tuple[str, ...]:
    """The games whose tables can be drawn and read."""
    return tuple(game.id for game in all_games() if can_film(game))


def measure(
    seeds: Sequence[int],
    most_looks: int | None = None,
    *,
    enrolled: bool = False,
    hard: Collection[str] | None = None,
    game_id: str = GAME,
    kept: KeptResults[Film] | None = None,
    diagram: Path | None = None,
) -> Iterator[Measure]:
    """Film evenings on all cores, each up to a number of looks, and yield the figures.

    Those that are ``kept`` are not filmed again. ``hard``: these hardships are there on every evening; with none
    named, each as often as its share says; None: none. ``diagram``: where it is plotted whether the referee may
    believe itself.
    """
    films: dict[int, Film] = {}
    asked = {seed: (seed, enrolled, most_looks, _hardships(seed, hard), game_id) for seed in seeds}
    for seed in seeds:
        known = kept and kept.get(_key(*asked[seed]))
        if known:
            films[seed] = known
    due = [asked[seed] for seed in seeds if seed not in films]
    for filmed_as, filmed in progress(_filmed(due), "films", len(due)):
        films[filmed_as[0]] = filmed
        if kept is not None:
            kept.keep([_key(*filmed_as)], [filmed])
    all_films = Films(enrolled, [films[seed] for seed in seeds])
    yield from all_films.measures()
    yield from figures_by_light(films)
    if diagram is not None:
        plot(diagram, beliefs.beliefs(all_films.outcomes), "beliefs")


Asked = tuple[int, bool, int | None, frozenset[str], str]
"""What a film is made of: the arguments of ``film``."""


def _key(seed: int, enrolled: bool, most_looks: int | None, hardships: frozenset[str], game_id: str) -> Key:
    return (seed, enrolled, most_looks, sorted(hardships), game_id)


def _hardships(seed: int, hard: Collection[str] | None) -> frozenset[str]:
    if hard is None:
        return frozenset()
    return frozenset(hard) if hard else hardships_of(seed)


def _filmed(films: Sequence[Asked]) -> Iterator[tuple[Asked, Film]]:
    """These films in the order in which they are done."""
    if len(films) < 2:
        yield from ((one, film(*one)) for one in films)
        return
    with Cores("spawn") as cores:
        begun = {cores.submit(film, *one): one for one in films}
        yield from ((begun[done], done.result()) for done in as_completed(begun))
