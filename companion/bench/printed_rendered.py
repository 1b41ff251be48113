"""Measures the reader of printed cards on drawn boxes of the games that have such cards, each of them another print:
shown once in rows, then read as they lie on other tables and, where cards stand in racks, in racks laid flat.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.bench.measure import Measure, share_measure
from companion.bench.printed import PrintedTally
from companion.bench.worst import WorstReadings
from companion.filmed.drawn_boxes import drawn_box, shown_box
from companion.filmed.filmable import box_plan, printed_games
from companion.progress import progress
from vision.printed.cut_out import Outline
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.photographed import TablePhotograph
from vision.printed.plain_matching import PlainMatcher
from vision.printed.reader import PrintedReader, PrintedReading
from vision.scene.printed_table import (
    RACK,
    PrintedPhotograph,
    SeenPrint,
    rack_photograph,
    table_photograph,
)

BENCH = "printed"
Said = TypeVar("Said")
_CARDS_A_TABLE = 12
_NOT_ENROLLED = 0.1
"""The share of a box that is not enrolled where cards shall be unknown."""
_FREE = 0.95
"""A card of which more is hidden does not lie free."""
_COVERED = 0.5
"""Heaped cards count where at least so much of them is seen."""
_TARGETS = {
    "free_right": 99.7,
    "racks_whole": 99.0,
    "wrong_and_sure": 0.5,
    "unknown_told": 95.0,
    "invented": 1.0,
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many prints of each game are enrolled and, of each, how many tables with all of their cards enrolled, how
    many with cards that lie partly under others, how many with some that are not enrolled, and how many racks are
    read.
    """

    prints: int
    tables: int
    heaps: int
    unknown_tables: int
    racks: int


SHORT, LONG = Counts(2, 4, 1, 1, 4), Counts(20, 12, 4, 3, 12)


@dataclass
class RenderedTally:
    """Counts of the prints of one game."""

    free: PrintedTally = field(default_factory=PrintedTally)
    heaped: PrintedTally = field(default_factory=PrintedTally)
    partly_enrolled: PrintedTally = field(default_factory=PrintedTally)
    racks: int = 0
    racks_whole: int = 0
    racked: int = 0
    racked_right: int = 0

    def count_rack(self, photograph: PrintedPhotograph, readings: Sequence[PrintedReading]) -> None:
        """Compare what was read of a rack laid flat with the order in which its cards lie."""
        wanted = [card.label for card in photograph.cards]
        read = rack_order(photograph.cards, readings)
        self.racks += 1
        self.racks_whole += read == wanted
        self.racked += len(wanted)
        # Of a rack that is not read whole: how many cards at least lie where they should.
        self.racked_right += sum(one == other for one, other in zip(read, wanted, strict=False))

    def measures(self, game: str) -> Iterator[Measure]:
        """Yield the figures of the game, named "<game>.<figure>"."""
        free, heaped, partly = self.free, self.heaped, self.partly_enrolled
        cards = free.enrolled + partly.enrolled + partly.unknown
        wrong_and_sure = free.wrong_and_sure + partly.wrong_and_sure
        readings, invented = free.readings + partly.readings, free.invented + partly.invented
        shares = (
            ("free_right", free.right, free.enrolled, True),
            ("free_wrong", free.wrong, free.enrolled, False),
            ("free_asked", free.asked, free.enrolled, False),
            ("free_missed", free.missed, free.enrolled, False),
            ("unknown_told", partly.unknown_told, partly.unknown, True),
            ("wrong_and_sure", wrong_and_sure, cards, False),
            ("invented", invented, readings, False),
            ("plain_matching_right", free.plain_right, free.enrolled, True),
            ("heaped_right", heaped.right, heaped.enrolled, True),
            ("heaped_missed", heaped.missed, heaped.enrolled, False),
            ("heaped_wrong_and_sure", heaped.wrong_and_sure, heaped.enrolled, False),
            ("racks_whole", self.racks_whole, self.racks, True),
            ("racked_right", self.racked_right, self.racked, True),
        )
        for name, number, of, higher in shares:
            if of:
                target = _TARGETS.get(name)
                yield share_measure(
                    BENCH, f"{game}.{name}", number, of, target=target, higher_is_better=higher
                )
        for name, times in (("finding_ms", free.finding_ms), ("card_ms", free.card_ms)):
            if times:
                median = round(float(np.median(times)), 1)
                yield Measure(BENCH, f"{game}.{name}", median, "ms", len(times), higher_is_better=False)


def measure(
    counts: Counts,
    first: int = 0,
    threads: int = 1,
    games: Sequence[str] | None = None,
    worst: WorstReadings | None = None,
) -> Iterator[Measure]:
    """Enrol and read a number of prints of each game, from the print with the number ``first`` on, and yield the
    figures; ``worst`` is shown what was read otherwise than it should be of cards that lie free. Raises KeyError on a
    game that has no printed cards.
    """
    worst = worst or WorstReadings(0)
    finder, embedder = CardFinder(threads), Embedder(threads)
    for game in printed_games() if games is None else games:
        tally = RenderedTally()
        for seed in progress(range(first, first + counts.prints), f"prints of {game}"):
            read_print(game, seed, counts, tally, finder, embedder, worst)
        yield from tally.measures(game)
        yield from tally.free.reliability.measures(BENCH, game, None)


def read_print(
    game: str,
    seed: int,
    counts: Counts,
    tally: RenderedTally,
    finder: CardFinder,
    embedder: Embedder,
    worst: WorstReadings,
) -> None:
    """Enrol one print of a game, read its tables and, where cards stand in racks, those, and count what was read."""
    box, rng = drawn_box(game, seed), np.random.default_rng((seed, 91))
    whole = shown_box(box, seed, finder)
    reader, plain = PrintedReader(whole, finder=finder, embedder=embedder), PlainMatcher(whole)
    for labels, number in _tables(box.labels, counts.tables, rng):
        photograph = table_photograph(box, labels, 1000 * seed + number)
        _read_table(photograph, whole, reader, plain, finder, tally.free, worst)
    for labels, number in _tables(box.labels, counts.heaps, rng):
        photograph = table_photograph(box, labels, 1000 * seed + 300 + number, heaped=True)
        nobody = WorstReadings(0)
        _read_table(photograph, whole, reader, plain, finder, tally.heaped, nobody, _COVERED)
    if box_plan(game).get("racked"):
        for number in range(counts.racks):
            labels = [str(label) for label in rng.permutation(box.labels)[:RACK]]
            photograph = rack_photograph(box, labels, 1000 * seed + number)
            tally.count_rack(photograph, reader.read(photograph.picture))
    if not counts.unknown_tables:
        return
    known = [str(label) for label in rng.permutation(box.labels)[round(_NOT_ENROLLED * len(box.labels)) :]]
    partly = shown_box(box, seed, finder, [label for label in box.labels if label in known])
    reader, plain = PrintedReader(partly, finder=finder, embedder=embedder), PlainMatcher(partly)
    unknown = [label for label in box.labels if label not in known]
    for number in range(counts.unknown_tables):
        beside = [str(label) for label in rng.permutation(known)[: max(1, _CARDS_A_TABLE - len(unknown))]]
        photograph = table_photograph(box, [*unknown, *beside], 1000 * seed + 500 + number)
        _read_table(photograph, partly, reader, plain, finder, tally.partly_enrolled, worst)


def rack_order(cards: Sequence[SeenPrint], readings: Sequence[PrintedReading]) -> list[str | None]:
    """Return what was read of a row of cards, as ``along_the_row`` does."""
    return along_the_row(cards, [(one.outline, one.label) for one in readings])


def along_the_row(cards: Sequence[SeenPrint], told: Sequence[tuple[Outline, Said]]) -> list[Said]:
    """Return what was read from one end of a row of cards to the other: the end where the first of ``cards`` lies,
    as whoever owns the rack sits.
    """
    along = cards[-1].middle - cards[0].middle
    across = float(np.hypot(*(cards[0].corners[3] - cards[0].corners[0])))
    row = []
    for outline, said in told:
        off = outline.corners.mean(axis=0) - cards[0].middle
        aside = abs(float(off[0] * along[1] - off[1] * along[0])) / max(1e-6, float(np.hypot(*along)))
        # What lies elsewhere on the table is no card of the row.
        if aside < 0.6 * across:
            row.append((float(off @ along), said))
    return [said for _, said in sorted(row, key=lambda one: one[0])]


def _tables(labels: Sequence[str], tables: int, rng: np.random.Generator) -> Iterator[tuple[list[str], int]]:
    """The cards of each table: all of a box come up before one comes up again."""
    heap: list[str] = []
    for number in range(tables):
        if len(heap) < _CARDS_A_TABLE:
            heap += [str(label) for label in rng.permutation(labels) if label not in heap]
        yield heap[:_CARDS_A_TABLE], number
        del heap[:_CARDS_A_TABLE]


def _read_table(
    photograph: PrintedPhotograph,
    box: EnrolledBox,
    reader: PrintedReader,
    plain: PlainMatcher,
    finder: CardFinder,
    tally: PrintedTally,
    worst: WorstReadings,
    least_seen: float = _FREE,
) -> None:
    started = time.perf_counter()
    cards = finder.find(photograph.picture)
    found = time.perf_counter()
    readings = reader.told(photograph.picture, cards)
    told = time.perf_counter()
    tally.finding_ms.append(1000 * (found - started))
    if cards:
        tally.card_ms.append(1000 * (told - found) / len(cards))
    known = set(box.labels)
    table = TablePhotograph(
        Path(box.name),
        box.name,
        tuple(card.label for card in photograph.cards),
        tuple(card.box for card in photograph.cards),
        frozenset(number for number, card in enumerate(photograph.cards) if card.visible < least_seen),
        frozenset(number for number, card in enumerate(photograph.cards) if card.label in known),
    )
    tally.count(
        table,
        readings,
        [plain.best(photograph.picture, one.outline) for one in readings],
        worst.of(photograph.picture),
    )
