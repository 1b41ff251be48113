"""A recorded evening played again at full speed, without people: what is entered, against the record of that evening.

What each figure means is told in ``docs/films.md``.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from companion.bench.measure import Measure, share_measure
from companion.evening.family_board import FamilyBoard
from companion.evening.family_boxes import FamilyBoxes
from companion.evening.family_prints import FamilyPrints
from companion.evening.family_readers import card_reader, dice_reader
from companion.evening.game_watch import GameWatch
from companion.evening.stand import brought_plan
from companion.evening.table_watch import TableWatch
from companion.filmed.judging import JournalJudge, Judgement, OtherEvening, RecordedGame
from companion.filmed.recorded_evening import RecordedEvening, read_evening
from companion.game import Game
from companion.progress import progress
from companion.referee import Verdict
from companion.seating import seating_of, table_sides
from companion.showing import GameShown, Snapshot
from companion.sighting import Sighting
from companion.simulated.outcome import quantile
from companion.wrong_use import WrongUse
from hardware.frame_source import CameraError, Frame
from hardware.recording import RecordingSource
from vision.cards.table_reader import CardZones
from vision.dice.dice_zones import DiceZones
from vision.eyes.eyes import Eyes

BENCH = "end_to_end"


@dataclass
class Judged:
    """A recording with what became of it: ``tally``, the frames, and the time that the eyes took for each look, ms.

    ``still_ms``: from the last finger to the look, ms of the film.
    """

    folder: Path
    tally: Judgement = field(default_factory=Judgement)
    frames: int = 0
    eyes_ms: list[float] = field(default_factory=list)
    still_ms: list[int] = field(default_factory=list)

    def measures(self) -> Iterator[Measure]:
        """Yield the figures of this recording."""
        of, name = self.tally, f"recording.{self.folder.name}"
        yield share_measure(BENCH, f"{name}.right", of.right, of.moves)
        yield share_measure(BENCH, f"{name}.missing", of.missing, of.moves, higher_is_better=False)
        entered = of.right + of.wrong
        yield share_measure(BENCH, f"{name}.wrong", of.wrong, entered, higher_is_better=False)
        yield share_measure(BENCH, f"{name}.wrong_repaired", of.repaired, of.wrong)
        yield share_measure(BENCH, f"{name}.right_at_end", of.games_right_at_end, of.games)
        yield share_measure(BENCH, f"{name}.faults_announced", of.announced, of.faults, target=99.0)
        yield share_measure(BENCH, f"{name}.zones_right", of.zones_right, of.zones)
        for label, count, target in (
            ("false_accusations", of.false_accusations, 0.0),
            ("questions", of.questions, 2.0 * of.games),
            ("questions_without_an_answer", of.dismissed, None),
            ("put_right_by_people", of.rescues, None),
            ("tapped", of.tapped, None),
            ("not_filmed", of.not_filmed, None),
        ):
            yield Measure(
                BENCH, f"{name}.{label}", count, "of all", of.looks, target=target, higher_is_better=False
            )
        for label, values in (
            ("eyes_ms", self.eyes_ms),
            ("referee_ms", of.referee_ms),
            ("still_ms", [float(one) for one in self.still_ms]),
            ("entered_ms", [float(one) for one in of.delays_ms]),
        ):
            middle = median(values) if values else 0.0
            for part, value in (("median", middle), ("p95", quantile(values, 0.95))):
                yield Measure(
                    BENCH,
                    f"{name}.{label}_{part}",
                    round(value, 1),
                    "ms",
                    len(values),
                    higher_is_better=False,
                )


class _Playing:
    """The game of the recording that is in play now, as ``GameWatch`` wants a table."""

    def __init__(self, games: Iterable[RecordedGame], tally: Judgement) -> None:
        self._coming = list(games)
        self._tally = tally
        self._number = 0
        self.judge: JournalJudge | None = None

    @property
    def game(self) -> Game | None:
        return None if self.judge is None else self.judge.game

    @property
    def state(self) -> Any:
        return None if self.judge is None else self.judge.state

    def snapshot(self) -> Snapshot:
        judge = self.judge
        if judge is None:
            return Snapshot(0)
        game, players = judge.game, tuple(judge.players)
        shown = GameShown(self._number, game.id, game.title, players, {})
        return Snapshot(0, game=shown, seating=seating_of(table_sides(game.id), players))

    def see(self, sighting: Sighting) -> Verdict:
        return Verdict("nothing") if self.judge is None else self.judge.see(sighting)

    def ready_for_throw(self) -> bool:
        return True

    def reach(self, now: int) -> None:
        """Open the games that people had opened by then; one without a time follows on the one before."""
        while self._coming:
            opened = self._coming[0].opened_ms
            if opened is None and self.judge is not None and not self.judge.is_over:
                return
            if opened is not None and opened > now:
                return
            self.close(now)
            self.judge = JournalJudge(self._coming.pop(0), self._tally)
            self._number += 1

    def close(self, now: int) -> None:
        """The game in play is over, or the film."""
        if self.judge is not None:
            self.judge.finish(now)
        self.judge = None


def judge(folder: Path) -> Judged:
    """Play a recording again and judge it by its record; raises WrongUse where it is none, or lacks something."""
    judged = Judged(folder)
    try:
        with RecordingSource(folder, sleep=lambda _: None, clock=lambda: 0.0) as source:
            evening = read_evening(folder, source)
            playing = _Playing(evening.games, judged.tally)
            _play(source, evening, playing, judged)
    except CameraError as error:
        raise WrongUse(str(error)) from error
    except OtherEvening as error:
        raise WrongUse(f"The record in {folder} is of another evening: {error}.") from error
    if not judged.frames:
        raise WrongUse(f"The films in {folder} cannot be played: not one picture was found in them.")
    if not judged.tally.looks:
        raise WrongUse(
            f"Nothing was seen on the table in {folder}: record and pictures are of different times, or the table "
            "lies elsewhere than stand.json says."
        )
    return judged


def _play(source: RecordingSource, evening: RecordedEvening, playing: _Playing, judged: Judged) -> None:
    decoding_s = 0.0

    def still() -> Frame | None:
        nonlocal decoding_s
        begun = time.process_time()
        taken = source.still()
        decoding_s += time.process_time() - begun
        return taken

    def reached(frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in frames:
            judged.frames += 1
            playing.reach(frame.monotonic_ms)
            yield frame

    prints = FamilyPrints(FamilyBoxes(judged.folder), lambda: playing.game)
    board = FamilyBoard(judged.folder, lambda: playing.game, lambda: watch.plan)

    def expected(zone: str) -> int | None:
        return None if playing.game is None else playing.game.expected_in(playing.state, zone)

    cards, dice = card_reader(judged.folder, evening.settings), dice_reader(judged.folder)
    readers = [CardZones(cards), prints.zones(), DiceZones(dice, None, expected), board.zones()]
    eyes = Eyes(readers, still=still)
    watch = TableWatch(
        evening.stand,
        lambda stand: (
            None
            if playing.game is None
            else stand.plans.get(playing.game.id) or brought_plan(playing.game.id, stand.size)
        ),
    )
    watched = GameWatch(playing, eyes, lambda: watch.plan, squares=board.squares)
    last_ms = 0
    for frame in watched.watched(watch.watched(reached(source), eyes)):
        last_ms = frame.monotonic_ms
        begun, decoding_s = time.process_time(), 0.0
        sighting = eyes.look(frame)
        if sighting is None:
            continue
        judged.eyes_ms.append(1000 * (time.process_time() - begun - decoding_s))
        if sighting.disturbances:
            left = max(one.end_ms for one in sighting.disturbances)
            judged.still_ms.append(frame.monotonic_ms - left)
        watched.see(sighting)
    playing.close(last_ms)


def measure(folders: Iterable[Path]) -> Iterator[Measure]:
    """Judge recordings and yield the figures of each. Raises WrongUse."""
    for folder in progress(list(folders), "recordings"):
        yield from judge(folder).measures()
