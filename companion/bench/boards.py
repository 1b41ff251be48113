"""Measures the reading of boards with pieces on labelled photographs: enrolled from a few, read on all others.

Which photographs are enrolled changes from round to round, so that no figure is one lucky choice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Point
from companion.bench.measure import Measure, share_measure
from companion.bench.reliability import Reliability
from companion.bench.worst import WorstReadings
from companion.progress import progress
from vision.boards.enrolment import learn
from vision.boards.photographed import KnownBoard, choices, known_boards
from vision.boards.reader import PieceReader
from vision.dice.matching import Box
from vision.picture import load_picture
from vision.readings import SURE, PieceReading

BENCH = "boards"
SHORT, LONG = 3, 8
"""How many choices of enrolled photographs each source is judged by."""
_TARGETS: dict[str, float] = {
    "shhhQuiettt.right": 99.5,
    "shhhQuiettt.false_on_empty": 0.2,
    "thiago-vilar.right": 97.0,
    "thiago-vilar.false_on_empty": 0.3,
    "brian-yu.right": 97.0,
    "brian-yu.false_on_empty": 2.0,
}
_MOST_WRONG_AND_SURE = 0.5
_SHARE = 0.4
_FIXED_COLOURS: dict[str, tuple[tuple[tuple[int, int, int], tuple[int, int, int]], ...]] = {
    "red": (((0, 110, 60), (8, 255, 255)), ((170, 110, 60), (180, 255, 255))),
    "orange": (((9, 120, 80), (18, 255, 255)),),
    "yellow": (((19, 100, 90), (34, 255, 255)),),
    "green": (((36, 70, 35), (88, 255, 255)),),
    "blue": (((89, 90, 50), (125, 255, 255)),),
    "purple": (((126, 50, 40), (165, 255, 255)),),
    "black": (((0, 0, 0), (180, 255, 55)),),
    "white": (((0, 0, 190), (180, 45, 255)),),
}
"""What a program that learns nothing takes for a piece: from and to, in OpenCV's hue, saturation and value."""


@dataclass
class BoardTally:
    """What became of the pieces and of the empty squares of one source."""

    pieces: int = 0
    right: int = 0
    wrong_colour: int = 0
    empty: int = 0
    false: int = 0
    wrong_and_sure: int = 0
    strays: int = 0
    baseline_right: int = 0
    baseline_false: int = 0
    milliseconds: list[float] = field(default_factory=list)
    enrol_seconds: list[float] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    def count(
        self,
        known: KnownBoard,
        read: Mapping[str, tuple[str, float]],
        look: Callable[[float, str, str, Box], None] = lambda *_: None,
    ) -> None:
        """Compare the colour and score read on squares with what stands there. ``look`` is told of everything that is
        not as it should be: how bad that is, what stands there, what was read, and where, px.
        """
        for name in known.squares.names:
            if name in known.label.unsure:
                continue
            truth = known.pieces.get(name)
            colour, score = read.get(name, (None, 0.0))
            right = colour is not None and colour == truth
            if colour != truth:
                said = "nothing" if colour is None else f"{colour} {score:.2f}"
                look(1.0 if colour is None else 1.0 + score, truth or "empty", said, _box(known, name))
            if truth is None:
                self.empty += 1
                self.false += colour is not None
            else:
                self.pieces += 1
                self.right += right
                self.wrong_colour += colour is not None and not right
            if colour is not None:
                self.reliability.count(score, right)
                self.wrong_and_sure += score >= SURE and not right

    def count_strays(self, pieces: Sequence[PieceReading]) -> None:
        """Count what was read beside the one piece that a square has here: a second one, or one between two."""
        squares = [one.square for one in pieces if not one.between]
        self.strays += len(pieces) - len(set(squares))

    def count_baseline(self, known: KnownBoard, read: Mapping[str, str]) -> None:
        """The same of the baseline."""
        for name in known.squares.names:
            if name not in known.label.unsure:
                truth = known.pieces.get(name)
                self.baseline_right += truth is not None and read.get(name) == truth
                self.baseline_false += truth is None and name in read

    def measures(self, group: str, *, compared: bool = True) -> Iterator[Measure]:
        """Yield the figures of the source, named "<source>.<figure>"; the baseline's if it was ``compared``."""
        shares = [
            ("right", self.right, self.pieces, True),
            ("wrong_colour", self.wrong_colour, self.pieces, False),
            ("missed", self.pieces - self.right - self.wrong_colour, self.pieces, False),
            ("false_on_empty", self.false, self.empty, False),
            ("wrong_and_sure", self.wrong_and_sure, self.pieces, False),
            ("strays", self.strays, self.pieces, False),
        ]
        if compared:
            shares.append(("baseline_right", self.baseline_right, self.pieces, True))
            shares.append(("baseline_false_on_empty", self.baseline_false, self.empty, False))
        for name, number, of, higher_is_better in shares:
            target = _MOST_WRONG_AND_SURE if name == "wrong_and_sure" else _TARGETS.get(f"{group}.{name}")
            yield share_measure(
                BENCH, f"{group}.{name}", number, of, target=target, higher_is_better=higher_is_better
            )
        yield from self.reliability.measures(BENCH, group, None)
        for name, values, unit in (("ms", self.milliseconds, "ms"), ("enrol_s", self.enrol_seconds, "s")):
            median = round(float(np.median(values)), 1)
            yield Measure(BENCH, f"{group}.{name}", median, unit, len(values), higher_is_better=False)


def _box(known: KnownBoard, name: str) -> Box:
    """Where a square is in the picture, px."""
    plane, reach = known.squares.plane(known.corners), known.squares.spacing / 2
    x, y = known.squares.centres[known.squares.index[name]]
    corners = [plane.to_px(Point(x + dx, y + dy)) for dx in (-reach, reach) for dy in (-reach, reach)]
    across, down = zip(*corners, strict=True)
    return (min(across), min(down), max(across), max(down))


def measure(photos: Path, rounds: int = SHORT, worst: WorstReadings | None = None) -> dict[str, BoardTally]:
    """Judge every source of a folder; ``worst`` is shown what was read otherwise than it should be. Raises BadLabels,
    BadSquares and UnreadablePicture.
    """
    worst = worst or WorstReadings(0)
    cv2.setNumThreads(1)
    tallies: dict[str, BoardTally] = {}
    for group, known in known_boards(photos).items():
        tally = BoardTally()
        for enrolled in choices(known, rounds):
            started = time.perf_counter()
            reader = PieceReader(learn([one.set_board() for one in enrolled]))
            tally.enrol_seconds.append(time.perf_counter() - started)
            rest = [one for one in known if one not in enrolled]
            for one in progress(rest, f"boards of {group}"):
                image = load_picture(one.label.image)
                started = time.perf_counter()
                pieces = reader.read(image, one.corners)
                tally.milliseconds.append((time.perf_counter() - started) * 1000)
                read = {piece.square: (piece.colour, piece.score) for piece in pieces}
                tally.count(one, read, worst.of(image))
                tally.count_strays(pieces)
                tally.count_baseline(
                    one, baseline(image, one, sorted({c.name for c in reader.board.colours}))
                )
        if tally.enrol_seconds:
            tallies[group] = tally
    return tallies


def baseline(image: NDArray[np.uint8], known: KnownBoard, colours: Sequence[str]) -> dict[str, str]:
    """What a fixed colour threshold takes for pieces: the colour by square, as most such programs do it."""
    squares = known.squares
    width, height = (round(side) for side in squares.size)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(known.corners, np.float32), target)
    flat = cv2.cvtColor(cv2.warpPerspective(image, matrix, (width, height)), cv2.COLOR_BGR2HSV)
    half = max(2, round(0.25 * squares.spacing))
    found = {}
    for name, (x, y) in zip(squares.names, squares.centres, strict=True):
        patch = flat[
            max(0, round(y) - half) : round(y) + half + 1, max(0, round(x) - half) : round(x) + half + 1
        ]
        shares = {
            colour: sum(
                float(cv2.inRange(patch, np.array(low), np.array(high)).mean()) / 255
                for low, high in _FIXED_COLOURS.get(colour, ())
            )
            for colour in colours
        }
        best = max(shares, key=shares.__getitem__)
        if shares[best] >= _SHARE:
            found[name] = best
    return found
