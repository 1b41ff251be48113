"""Measures the card reader on labelled photographs: each visible corner, and each card."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from companion.bench.measure import Measure, share_measure
from companion.bench.reliability import Reliability
from companion.progress import progress
from vision.cards.labelled import Box, LabelledCards, labelled_cards
from vision.cards.reader import CardReader
from vision.picture import load_picture
from vision.readings import ASKED, SURE, CardReading, TableReading

BENCH = "vision"
_CARD_MM = 88.0
HEIGHTS_PX = (60, 90, 130, 180, 264)
"""How high cards are made to stand in a picture, px: from 0.7 to 3 px/mm of a card 88 mm high."""


@dataclass
class CardTally:
    """What became of the cards of one group of photographs, and of the corners read in them.

    A card is ``right``, ``wrong_and_sure`` (0.9 or more), ``wrong_unsure``, ``asked`` (below 0.5) or ``missed`` (no
    reading whose middle lies in it); ``named`` counts the best name being right, sure or not, and ``some_corner`` any
    corner in the card that reads right. ``corners`` are those read inside labelled cards, ``sure_corners`` those of
    0.8 or more. ``invented`` are readings of 0.5 or more whose middle and corners lie in no labelled card.

    ``fused`` holds the certainty of every card that was told, right where one of its corners lies in a labelled card
    of that name; ``indices`` that of the corners alone, ahead of any fusion.
    """

    cards: int = 0
    right: int = 0
    named: int = 0
    some_corner: int = 0
    wrong_and_sure: int = 0
    wrong_unsure: int = 0
    asked: int = 0
    missed: int = 0
    corners: int = 0
    corners_right: int = 0
    sure_corners: int = 0
    sure_corners_right: int = 0
    invented: int = 0
    invented_and_sure: int = 0
    backs_invented: int = 0
    milliseconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    fused: Reliability = field(default_factory=Reliability)
    indices: Reliability = field(default_factory=Reliability)

    def count(self, photograph: LabelledCards, reading: TableReading) -> None:
        """Compare what was read in a photograph with its labels."""
        free = list(reading.cards)
        owned = _nearest(photograph.boxes, free)
        for number, (box, name) in enumerate(zip(photograph.boxes, photograph.names, strict=True)):
            self.cards += 1
            self._count_corners(box, name, photograph.boxes, reading.cards)
            card = owned.get(number)
            if card is None:
                self.missed += 1
                self.wrong.append(f"{photograph.path.name}: {name} missed")
                continue
            right = _same(card.card, name)
            self.named += right
            if card.score < ASKED:
                self.asked += 1
            elif right:
                self.right += 1
            elif card.score >= SURE:
                self.wrong_and_sure += 1
            else:
                self.wrong_unsure += 1
            if not right:
                self.wrong.append(f"{photograph.path.name}: {name} read as {card.card} ({card.score:.2f})")
        self.backs_invented += sum(back.presence >= ASKED for back in reading.backs)
        for card in free:
            corners = [_middle(index.box) for index in card.indices]
            # As the calibration is fitted: where boxes overlap, a corner may be either card's.
            told = zip(photograph.boxes, photograph.names, strict=True)
            right = any(
                _same(card.card, name) for box, name in told if any(_inside(at, box) for at in corners)
            )
            self.fused.count(card.score, right)
            places = [card.centre, *corners]
            inside = any(_inside(at, box) for at in places for box in photograph.boxes)
            if not inside and card.score >= ASKED:
                self.invented += 1
                self.invented_and_sure += card.score >= SURE

    def _count_corners(self, box: Box, name: str, boxes: Sequence[Box], cards: Sequence[CardReading]) -> None:
        found_right = False
        for card in cards:
            for index in card.indices:
                at = _middle(index.box)
                if not _inside(at, box):
                    continue
                right = _same(index.rank + index.suit, name)
                found_right |= right
                if sum(_inside(at, other) for other in boxes) > 1:
                    continue  # it may be either card's
                self.corners += 1
                self.corners_right += right
                self.indices.count(index.p, right)
                if index.p >= 0.8:
                    self.sure_corners += 1
                    self.sure_corners_right += right
        self.some_corner += found_right

    def add(self, other: CardTally) -> None:
        """Add the counts of another group."""
        for name in _COUNTS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.milliseconds.extend(other.milliseconds)
        self.wrong.extend(other.wrong)
        self.fused.add(other.fused)
        self.indices.add(other.indices)

    def measures(self, group: str) -> Iterator[Measure]:
        """Yield the figures of the group, named "<group>.<figure>"."""
        for name in ("right", "named", "some_corner"):
            yield share_measure(BENCH, f"{group}.{name}", getattr(self, name), self.cards)
        for name in ("wrong_and_sure", "wrong_unsure", "asked", "missed"):
            yield share_measure(
                BENCH, f"{group}.{name}", getattr(self, name), self.cards, higher_is_better=False
            )
        yield share_measure(BENCH, f"{group}.corners_right", self.corners_right, self.corners)
        yield share_measure(BENCH, f"{group}.sure_corners_right", self.sure_corners_right, self.sure_corners)
        pictures = len(self.milliseconds)
        for name in ("invented", "invented_and_sure", "backs_invented"):
            yield Measure(
                BENCH, f"{group}.{name}", getattr(self, name), "cards", pictures, higher_is_better=False
            )
        if pictures:
            median = round(float(np.median(self.milliseconds)), 1)
            yield Measure(BENCH, f"{group}.ms", median, "ms", pictures, higher_is_better=False)


_COUNTS = (
    "cards",
    "right",
    "named",
    "some_corner",
    "wrong_and_sure",
    "wrong_unsure",
    "asked",
    "missed",
    "corners",
    "corners_right",
    "sure_corners",
    "sure_corners_right",
    "invented",
    "invented_and_sure",
    "backs_invented",
)


def labelled_px_per_mm(boxes: Sequence[Box]) -> float | None:
    """Return the scale that labelled boxes tell if cards measure 63 by 88 mm, in place of a calibration."""
    sides = [max(box[2] - box[0], box[3] - box[1]) for box in boxes]
    return float(np.median(sides)) / _CARD_MM if sides else None


def measure_groups(photographs: Sequence[LabelledCards], reader: CardReader) -> dict[str, CardTally]:
    """Read every photograph, once as it is and once with its scale given; returns tallies by group."""
    groups: dict[str, CardTally] = {}
    for photograph in progress(photographs, "photographs of cards"):
        image = load_picture(photograph.path)
        known = labelled_px_per_mm(photograph.boxes)
        for ending, scale in (("", None), ("-scaled", known)):
            if ending and known is None:
                continue
            tally = groups.setdefault(f"cards-{photograph.source}{ending}", CardTally())
            started = time.perf_counter()
            reading = reader.read(image, scale)
            tally.milliseconds.append((time.perf_counter() - started) * 1000)
            tally.count(photograph, reading)
    for ending in ("", "-scaled"):
        everything = CardTally()
        for name, tally in list(groups.items()):
            if name.endswith("-scaled") == bool(ending):
                everything.add(tally)
        groups[f"cards-all{ending}"] = everything
    return groups


def measure(photos: Path, threads: int = 1) -> dict[str, CardTally]:
    """Measure the card reader on the labelled photographs of a folder; raises OSError without labels."""
    cv2.setNumThreads(threads)
    return measure_groups(labelled_cards(photos), CardReader(threads=threads))


def measure_heights(photos: Path, threads: int = 1) -> dict[str, CardTally]:
    """Measure photographs made so small that their cards stand a number of px high, scale given; none is made larger.

    Raises OSError without labels.
    """
    cv2.setNumThreads(threads)
    reader = CardReader(threads=threads)
    tallies = {f"cards-{height}px": CardTally() for height in HEIGHTS_PX}
    for photograph in progress(labelled_cards(photos), "photographs of cards made small"):
        known, image = labelled_px_per_mm(photograph.boxes), load_picture(photograph.path)
        for height, tally in zip(HEIGHTS_PX, tallies.values(), strict=True):
            wanted = height / _CARD_MM
            if known is None or known < wanted:
                continue
            share = wanted / known
            small = np.asarray(
                cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.uint8
            )
            started = time.perf_counter()
            reading = reader.read(small, wanted)
            tally.milliseconds.append((time.perf_counter() - started) * 1000)
            boxes = tuple(
                (x0 * share, y0 * share, x1 * share, y1 * share) for x0, y0, x1, y1 in photograph.boxes
            )
            tally.count(replace(photograph, boxes=boxes), reading)
    return tallies


def reliabilities(groups: Mapping[str, CardTally]) -> dict[str, Reliability]:
    """Return what shows whether cards and their corners may be believed, of pictures of unknown scale."""
    everything = groups["cards-all"]
    return {"cards": everything.fused, "indices": everything.indices}


def _same(read: str | None, labelled: str) -> bool:
    if read is None:
        return False
    return read == labelled if labelled[-1] in "HDSC" else read[:-1] == labelled


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _inside(at: tuple[float, float], box: Box) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def _nearest(boxes: Sequence[Box], cards: Sequence[CardReading]) -> dict[int, CardReading]:
    """The reading of each labelled card: nearest middles first, each once, within half the box's smaller side."""
    pairs = []
    for number, box in enumerate(boxes):
        middle = _middle(box)
        farthest = 0.5 * min(box[2] - box[0], box[3] - box[1])
        for other, card in enumerate(cards):
            apart = math.dist(middle, card.centre)
            if apart < farthest:
                pairs.append((apart, number, other))
    chosen: dict[int, CardReading] = {}
    taken: set[int] = set()
    for _, number, other in sorted(pairs):
        if number not in chosen and other not in taken:
            chosen[number] = cards[other]
            taken.add(other)
    return chosen
