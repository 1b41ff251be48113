"""Measures the reader of numbers on cards that nobody enrolled: on drawn boxes of the games that have numbered cards,
each of them another print, lying freely, in rows to be enrolled and in racks laid flat; and on photographs.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from companion.bench.measure import Measure, share_measure
from companion.bench.printed_rendered import along_the_row
from companion.bench.reliability import Reliability
from companion.evening.shown_photograph import LookedAt, read_names
from companion.evening.stand import WholePicture
from companion.filmed.drawn_boxes import drawn_box
from companion.filmed.filmable import printed_games
from companion.progress import progress
from vision.dice.matching import Box, pair_boxes
from vision.picture import load_picture
from vision.printed.cut_out import ByteArray
from vision.printed.finding import CardFinder
from vision.printed.numbers import NumberReader, NumberReading
from vision.printed.photographed import photographed_boxes
from vision.readings import SURE
from vision.scene.printed_table import RACK, enrolment_photographs, rack_photograph, table_photograph

BENCH = "numbers"
_CARDS_A_TABLE, _TABLES, _RACKS = 12, 4, 4
SHORT, LONG = 2, 20
"""So many prints of each game are read."""


@dataclass
class NumberTally:
    """Counts of what was read of cards with numbers."""

    cards: int = 0
    right: int = 0
    sure: int = 0
    wrong: int = 0
    wrong_and_sure: int = 0
    missed: int = 0
    others: int = 0
    others_sure: int = 0
    card_ms: list[float] = field(default_factory=list)
    reliability: Reliability = field(default_factory=Reliability)

    def count(
        self, truth: Sequence[tuple[str, Box]], readings: Sequence[NumberReading], milliseconds: float
    ) -> None:
        """Compare what was read of a picture with the cards that lie there; a label may end with "_7"."""
        pairs = pair_boxes([box for _, box in truth], [one.outline.box for one in readings])
        if readings:
            self.card_ms.append(milliseconds / len(readings))
        for number, (label, _) in enumerate(truth):
            last = label.split("_")[-1]
            reading = readings[pairs[number]] if number in pairs else None
            if not last.isdecimal():
                self.others += 1
                told = reading is not None and reading.value is not None
                self.others_sure += told and reading is not None and reading.score >= SURE
                continue
            self.cards += 1
            if reading is None:
                self.missed += 1
                continue
            right, sure = reading.value == int(last), reading.score >= SURE
            self.right += right
            self.sure += right and sure
            self.wrong += not right and reading.value is not None
            self.wrong_and_sure += not right and sure
            if reading.value is not None:
                self.reliability.count(reading.score, right)

    def measures(self, group: str) -> Iterator[Measure]:
        """Yield the figures of the group, named "<group>.<figure>"."""
        for name, number, of, higher in (
            ("right", self.right, self.cards, True),
            ("right_and_sure", self.sure, self.cards, True),
            ("wrong", self.wrong, self.cards, False),
            ("wrong_and_sure", self.wrong_and_sure, self.cards, False),
            ("missed", self.missed, self.cards, False),
            ("others_sure", self.others_sure, self.others, False),
        ):
            if of:
                yield share_measure(BENCH, f"{group}.{name}", number, of, higher_is_better=higher)
        if self.card_ms:
            median = round(float(np.median(self.card_ms)), 1)
            yield Measure(BENCH, f"{group}.card_ms", median, "ms", len(self.card_ms), higher_is_better=False)
        yield from self.reliability.measures(BENCH, group, None)


@dataclass
class _Rows:
    """Counts of cards laid in rows to be enrolled: named by reading, of these wrongly, and photographs of which
    nothing is asked.
    """

    cards: int = 0
    named: int = 0
    wrong: int = 0
    photographs: int = 0
    whole: int = 0


def measure(prints: int, first: int = 0, threads: int = 1) -> Iterator[Measure]:
    """Read so many prints of each game with numbered cards, from the print with the number ``first`` on."""
    finder = CardFinder(threads)
    reader = NumberReader(threads, finder)
    for game in printed_games():
        if not all(label.isdecimal() for label in drawn_box(game, first).labels):
            continue
        free, rows, racks, whole = NumberTally(), _Rows(), NumberTally(), [0, 0]
        for seed in progress(range(first, first + prints), f"prints of {game}"):
            box = drawn_box(game, seed)
            numbers = [int(label) for label in box.labels]
            rng = np.random.default_rng((seed, 93))
            for number in range(_TABLES):
                labels = [str(label) for label in rng.permutation(box.labels)[:_CARDS_A_TABLE]]
                table = table_photograph(box, labels, 1000 * seed + 700 + number)
                truth = [(card.label, card.box) for card in table.cards]
                free.count(truth, *_read(reader, finder, table.picture, numbers))
            for shown in enrolment_photographs(box, 1000 * seed + 7):
                truth = [(card.label, card.box) for card in shown.cards]
                _count_rows(rows, shown.picture, truth, box.labels, reader, finder)
            for number in range(_RACKS):
                labels = [str(label) for label in rng.permutation(box.labels)[:RACK]]
                rack = rack_photograph(box, labels, 1000 * seed + 700 + number)
                readings, spent = _read(reader, finder, rack.picture, numbers)
                racks.count([(card.label, card.box) for card in rack.cards], readings, spent)
                row = along_the_row(rack.cards, [(one.outline, one.value) for one in readings])
                whole[0] += row == [int(label) for label in labels]
                whole[1] += 1
        yield from free.measures(game)
        yield share_measure(BENCH, f"{game}.rows_named", rows.named, rows.cards)
        yield share_measure(BENCH, f"{game}.rows_misnamed", rows.wrong, rows.cards, higher_is_better=False)
        yield share_measure(BENCH, f"{game}.photographs_without_a_question", rows.whole, rows.photographs)
        yield from racks.measures(f"{game}.racks")
        yield share_measure(BENCH, f"{game}.racks_whole", whole[0], whole[1])


def measure_photographs(photos: Path, threads: int = 1) -> Iterator[Measure]:
    """Read the cards of all labelled photographs whose names end with a number, without and with a list of those
    that the box has, and yield the figures by source.
    """
    finder = CardFinder(threads)
    reader = NumberReader(threads, finder)
    for shown in photographed_boxes(photos):
        pictures = [
            (path, [(card.label, card.box) for card in cards if card.box is not None])
            for path, cards in shown.references
        ]
        pictures += [(one.path, list(zip(one.labels, one.boxes, strict=True))) for one in shown.tables]
        named = {label.split("_")[-1] for _, cards in pictures for label, _ in cards}
        numbers = sorted(int(one) for one in named if one.isdecimal())
        if not numbers:
            continue
        for group, listed in ((shown.source, None), (f"{shown.source}.listed", numbers)):
            tally = NumberTally()
            for path, cards in progress(pictures, f"photographs of {group}"):
                tally.count(cards, *_read(reader, finder, load_picture(path), listed))
            yield from tally.measures(group)


def _read(
    reader: NumberReader, finder: CardFinder, picture: ByteArray, numbers: Collection[int] | None
) -> tuple[list[NumberReading], float]:
    """What is read of a picture, and how long it took when the cards were found, ms."""
    cards = finder.find(picture)
    started = time.perf_counter()
    readings = reader.told(picture, cards, numbers)
    return readings, 1000 * (time.perf_counter() - started)


def _count_rows(
    rows: _Rows,
    picture: ByteArray,
    truth: Sequence[tuple[str, Box]],
    labels: Sequence[str],
    reader: NumberReader,
    finder: CardFinder,
) -> None:
    """Count the names that a page would give to the cards of one photograph, whatever their order."""
    asked = [label for label, _ in truth]
    cards = tuple(finder.find(picture))
    height, width = picture.shape[:2]
    seen = LookedAt(0, WholePicture(0, picture, ()), cards, (0, 0, width, height), b"")
    named = dict(read_names(seen, asked, labels, reader))
    pairs = pair_boxes([box for _, box in truth], [one.outline.box for one in cards])
    rows.cards += len(truth)
    told = [(label, named.get(pairs[at])) for at, (label, _) in enumerate(truth) if at in pairs]
    rows.named += sum(name is not None for _, name in told)
    rows.wrong += sum(name not in (None, label) for label, name in told)
    rows.photographs += 1
    rows.whole += len(cards) == len(asked) and set(named.values()) == set(asked)
