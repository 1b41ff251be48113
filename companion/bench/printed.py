"""Measures the reader of printed cards on labelled photographs: each box is enrolled from its reference photographs
and read on its table photographs; beside it what plain feature matching reads on the same cut-out cards.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.bench.measure import Measure, share_measure
from companion.bench.reliability import Reliability, plot
from companion.bench.worst import WorstReadings
from companion.progress import progress
from vision.dice.matching import Box, pair_boxes
from vision.picture import load_picture
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.photographed import (
    QUARTERS,
    PhotographedBox,
    TablePhotograph,
    enrolled,
    photographed_boxes,
    without_a_quarter,
)
from vision.printed.plain_matching import PlainMatcher
from vision.printed.reader import PrintedReader, PrintedReading
from vision.readings import ASKED, SURE

BENCH = "printed"
_TARGETS: dict[str, float] = {
    "nicolashahn.right": 97.0,
    "Nuno-Ferreira.right": 99.0,
    "GorgeousOne.right": 90.0,
    "all.unknown_told": 95.0,
    "quarter_left_out.unknown_told": 95.0,
    "quarter_left_out.wrong_and_sure": 0.5,
    "all.wrong_and_sure": 0.5,
    "all.invented": 1.0,
}


_COUNTS = (
    "enrolled",
    "right",
    "wrong",
    "asked",
    "missed",
    "unknown",
    "unknown_told",
    "wrong_and_sure",
    "readings",
    "invented",
    "plain_right",
)


@dataclass
class PrintedTally:
    """Counts of what was read of the labelled cards that lie free."""

    enrolled: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    missed: int = 0
    unknown: int = 0
    unknown_told: int = 0
    wrong_and_sure: int = 0
    readings: int = 0
    invented: int = 0
    plain_right: int = 0
    finding_ms: list[float] = field(default_factory=list)
    card_ms: list[float] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    def count(
        self,
        photograph: TablePhotograph,
        readings: list[PrintedReading],
        plain: list[str],
        look: Callable[[float, str, str, Box], None] = lambda *_: None,
    ) -> None:
        """Compare what was read of a photograph with its labels; ``plain`` is what plain matching says of each
        reading. ``look`` is told of everything that is not as it should be: how bad that is, what lies there, what
        was read, and where, px.
        """
        pairs = pair_boxes(photograph.boxes, [one.outline.box for one in readings])
        for number, label in enumerate(photograph.labels):
            if number in photograph.partial:
                continue
            reading = None if number not in pairs else readings[pairs[number]]
            known = number in photograph.enrolled
            self.enrolled += known
            self.unknown += not known
            box = photograph.boxes[number]
            if reading is None:
                self.missed += known
                look(float(known), label, "not found", box)
                continue
            fits = reading.label == (label if known else None)
            asked = reading.score < ASKED or (known and reading.label is None)
            self.right += known and fits
            self.asked += known and not fits and asked
            self.wrong += known and not fits and not asked
            self.unknown_told += not known and fits
            self.wrong_and_sure += not fits and reading.score >= SURE
            self.plain_right += known and plain[pairs[number]] == label
            self.reliability.count(reading.score, fits)
            if not fits:
                said = f"{reading.label or 'none of the box'} {reading.score:.2f}"
                look(reading.score + (not asked), label if known else f"stranger: {label}", said, box)
        for number in set(range(len(readings))) - set(pairs.values()):
            said = f"{readings[number].label or 'none of the box'} {readings[number].score:.2f}"
            look(readings[number].score, "nothing", said, readings[number].outline.box)
        self.readings += len(readings)
        self.invented += len(set(range(len(readings))) - set(pairs.values()))

    def add(self, other: PrintedTally) -> None:
        """Add the counts of another source."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.finding_ms += other.finding_ms
        self.card_ms += other.card_ms
        self.reliability.add(other.reliability)

    def measures(self, group: str) -> Iterator[Measure]:
        """Yield the figures of the group, named "<group>.<figure>"."""
        cards = self.enrolled + self.unknown
        shares = (
            ("right", self.right, self.enrolled, True),
            ("wrong", self.wrong, self.enrolled, False),
            ("asked", self.asked, self.enrolled, False),
            ("missed", self.missed, self.enrolled, False),
            ("unknown_told", self.unknown_told, self.unknown, True),
            ("wrong_and_sure", self.wrong_and_sure, cards, False),
            ("invented", self.invented, self.readings, False),
            ("plain_matching_right", self.plain_right, self.enrolled, True),
        )
        for name, number, of, higher in shares:
            if of:
                target = _TARGETS.get(f"{group}.{name}")
                yield share_measure(
                    BENCH, f"{group}.{name}", number, of, target=target, higher_is_better=higher
                )
        for name, times in (("finding_ms", self.finding_ms), ("card_ms", self.card_ms)):
            if times:
                median = round(float(np.median(times)), 1)
                yield Measure(BENCH, f"{group}.{name}", median, "ms", len(times), higher_is_better=False)


def measure(
    photos: Path,
    threads: int = 1,
    *,
    long: bool = False,
    diagram: Path | None = None,
    worst: WorstReadings | None = None,
) -> Iterator[Measure]:
    """Enrol every box in a folder of photographs, read its tables, and yield the figures of each and of all;
    ``long``: also with a quarter of each box's cards not enrolled, each quarter once, so that they are strangers.
    ``diagram``: where it is plotted how often readings are right against how certain they are. ``worst`` is shown all
    that was read otherwise than it should be, with all cards enrolled.
    """
    worst = worst or WorstReadings(0)
    finder, embedder = CardFinder(threads), Embedder(threads)
    everything, strangers = PrintedTally(), PrintedTally()
    for shown in photographed_boxes(photos):
        box = enrolled(shown, finder)
        tally = read_tables(shown, box, finder, embedder, worst)
        everything.add(tally)
        yield from tally.measures(shown.source)
        for quarter in range(QUARTERS) if long and len(box.labels) >= QUARTERS else ():
            partly, part = without_a_quarter(shown, box, quarter)
            strangers.add(read_tables(partly, part, finder, embedder, WorstReadings(0)))
    yield from everything.measures("all")
    yield from everything.reliability.measures(BENCH, "all", None)
    believed = {"all": everything.reliability}
    if long:
        yield from strangers.measures("quarter_left_out")
        believed["quarter_left_out"] = strangers.reliability
    if diagram is not None:
        plot(diagram, believed)


def read_tables(
    shown: PhotographedBox,
    box: EnrolledBox,
    finder: CardFinder,
    embedder: Embedder,
    worst: WorstReadings,
) -> PrintedTally:
    """Read the table photographs of a box; ``worst`` is shown what was read otherwise than it should be."""
    reader, plain, tally = (
        PrintedReader(box, finder=finder, embedder=embedder),
        PlainMatcher(box),
        PrintedTally(),
    )
    for photograph in progress(shown.tables, f"tables of {shown.source}"):
        picture = load_picture(photograph.path)
        started = time.perf_counter()
        cards = finder.find(picture)
        found = time.perf_counter()
        readings = reader.told(picture, cards)
        told = time.perf_counter()
        tally.finding_ms.append(1000 * (found - started))
        if cards:
            tally.card_ms.append(1000 * (told - found) / len(cards))
        tally.count(
            photograph,
            readings,
            [plain.best(picture, one.outline) for one in readings],
            worst.of(picture),
        )
    return tally
