"""Fits how surely printed cards are told: boxes of type faces that no training saw, enrolled from rows but for some
cards, then read on tables; and photographs of boxes, of each of which a quarter is not enrolled.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from vision.dice.matching import Box, pair_boxes
from vision.picture import load_picture
from vision.printed.certainty import FEATURES, PrintCertainty, features, presence_features
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import Comparison, EnrolledBox
from vision.printed.enrolment import ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard
from vision.printed.photographed import QUARTERS, enrolled, photographed_boxes, without_a_quarter
from vision.printed.reader import PrintedReader
from vision.printed.same_print import PrintJudge
from vision.scene.arrays import Float64Array
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox, draw_box
from vision.training.printed_scenes import PlacedCard, PrintedScene, draw_scene, draw_spread
from vision.training.related_boxes import RELATED, near_relations

_CARDS, _ENROLLED_SHARE = 18, 0.75
_STRANGERS = 0.1
"""The share of cards on a table that were not enrolled, as the certainty expects it."""
_TABLES_PX, _SPREAD_PX = (960, 960, 1440, 2160), 1280
"""The side of each of a box's tables: in a picture from nearby a card is as large as on a family's photograph."""
_FEWEST = 6
_PHOTOGRAPHS = 2.0
"""Photographs count so much more than drawn tables, which are poorer (light of any colour, hands over what is shown):
of cards that are the best and right the judge objects to 8 % there, on photographs to 3.5 %.
"""
_FREE = 0.93
"""A card of which less shows is not judged."""
_ROUND_AREA = 0.785
_RIDGE = 1.0
_NOTHING_KNOWN = PrintCertainty((0.0,) * len(FEATURES), (0.0,) * len(FEATURES), (0.0, 0.0, 0.0))
"""Stands where the certainty that is to be fitted will stand."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What was found on the tables of boxes: rows of features, float64 (n, len(FEATURES)), whether the card was
    enrolled and whether it was the best, float64 (n,), 0 or 1, and whose box it is of; rows about presence, and
    whether a card lay there, float64 (m,).
    """

    numbers: Float64Array
    known: Float64Array
    right: Float64Array
    boxes: tuple[str, ...]
    presence: Float64Array
    there: Float64Array

    def with_more(self, other: Trial) -> Trial:
        """Both trials as one."""
        return Trial(
            np.concatenate([self.numbers, other.numbers]),
            np.concatenate([self.known, other.known]),
            np.concatenate([self.right, other.right]),
            self.boxes + other.boxes,
            np.concatenate([self.presence, other.presence]),
            np.concatenate([self.there, other.there]),
        )

    def of(self, *, box: str, others: bool = False) -> Trial:
        """The same of the cards of one box, or of all but one."""
        chosen = np.array([(one != box) == others for one in self.boxes], bool)
        names = tuple(one for one in self.boxes if (one != box) == others)
        numbers, known, right = (one[chosen] for one in (self.numbers, self.known, self.right))
        return Trial(numbers, known, right, names, self.presence, self.there)


@dataclass(slots=True)
class _Rows:
    """A trial on its way."""

    numbers: list[list[float]] = field(default_factory=list)
    known: list[bool] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    presence: list[list[float]] = field(default_factory=list)
    there: list[bool] = field(default_factory=list)

    def add(
        self, row: list[float], compared: Comparison, label: str, labels: Sequence[str], box: str
    ) -> None:
        """Add a card of this name, which was compared with the cards of a box."""
        self.numbers.append(row)
        self.known.append(label in labels)
        self.right.append(labels[int(np.argmax(compared.alike))] == label)
        self.boxes.append(box)

    def trial(self) -> Trial:
        known, right, there = (np.array(one, float) for one in (self.known, self.right, self.there))
        return Trial(np.array(self.numbers), known, right, tuple(self.boxes), np.array(self.presence), there)


def box_about(corners: Float64Array) -> Box:
    """The upright box about corners, px."""
    x0, y0 = corners.min(axis=0)
    x1, y1 = corners.max(axis=0)
    return (float(x0), float(y0), float(x1), float(y1))


def visible_share(scene: PrintedScene, number: int, box: PrintedBox) -> float:
    """How much of a card of a scene shows, 0..1."""
    corners = scene.placed[number].corners
    whole = float(cv2.contourArea(corners.astype(np.float32))) * (
        _ROUND_AREA if box.shape == "round" else 1.0
    )
    return float(np.count_nonzero(scene.owner == number + 1)) / max(1.0, whole)


def any_box(letterings: tuple[Lettering, ...], rng: np.random.Generator) -> PrintedBox:
    """Draw a box of any cards."""
    return draw_box(letterings, _CARDS, rng)


def related_box(letterings: tuple[Lettering, ...], rng: np.random.Generator) -> PrintedBox:
    """Draw a box of which each card differs from another by little."""
    return near_relations(letterings, _CARDS, RELATED * float(rng.random()), rng)


def try_boxes(
    numbers: range,
    drawn: Callable[[tuple[Lettering, ...], np.random.Generator], PrintedBox],
    letterings: tuple[Lettering, ...],
    finder: CardFinder,
    embedder: Embedder,
    judge: PrintJudge,
) -> Trial:
    """Enrol and read ``drawn`` boxes of these numbers, every other one with hands over what is shown."""
    rows = _Rows()
    for number in numbers:
        rng = np.random.default_rng([number, 53])
        box = drawn(letterings, rng)
        if len(box.cards) < _FEWEST:
            continue
        shown = _shown(box, letterings, rng, finder, hands=number % 2 == 1)
        reader = PrintedReader(shown, finder=finder, embedder=embedder, certainty=_NOTHING_KNOWN, judge=judge)
        for size in _TABLES_PX:
            scene = draw_scene(box, letterings, rng, size)
            cards = finder.find(scene.picture)
            boxes = [one.outline.box for one in cards]
            lying = pair_boxes([box_about(placed.corners) for placed in scene.placed], boxes)
            rows.there += [number in lying.values() for number in range(len(cards))]
            rows.presence += [presence_features(card) for card in cards]
            judged = [at for at in lying if visible_share(scene, at, box) > _FREE]
            compared = [reader.compare(scene.picture, cards[lying[at]].outline) for at in judged]
            for at, one, row in zip(judged, compared, features(compared), strict=True):
                rows.add(row, one, str(scene.placed[at].card), reader.memory.labels, f"drawn {number}")
    return rows.trial()


def try_photographs(photos: Path, finder: CardFinder, embedder: Embedder, judge: PrintJudge) -> Trial:
    """Read the labelled table photographs of a folder, each box whole and with each quarter of it left out once;
    cards that others hide in part are not judged. Raises OSError where there are no labels.
    """
    rows = _Rows()
    for shown in photographed_boxes(photos):
        whole = enrolled(shown, finder)
        found = [(load_picture(table.path), table) for table in shown.tables]
        cards = [finder.find(picture) for picture, _ in found]
        for quarter in (None, *range(QUARTERS if len(whole.labels) >= QUARTERS else 0)):
            box = whole if quarter is None else without_a_quarter(shown, whole, quarter)[1]
            reader = PrintedReader(
                box, finder=finder, embedder=embedder, certainty=_NOTHING_KNOWN, judge=judge
            )
            for (picture, table), lying in zip(found, cards, strict=True):
                pairs = pair_boxes(table.boxes, [one.outline.box for one in lying])
                compared = [reader.compare(picture, card.outline) for card in lying]
                numbers = features(compared)
                for at, card in pairs.items():
                    if at not in table.partial:
                        rows.add(
                            numbers[card],
                            compared[card],
                            table.labels[at],
                            reader.memory.labels,
                            shown.source,
                        )
    return rows.trial()


def _shown(
    box: PrintedBox,
    letterings: tuple[Lettering, ...],
    rng: np.random.Generator,
    finder: CardFinder,
    hands: bool,
) -> EnrolledBox:
    chosen = list(range(max(2, round(_ENROLLED_SHARE * len(box.cards)))))
    half = (len(chosen) + 1) // 2
    spreads = [
        draw_spread(box, part, letterings, rng, _SPREAD_PX, hands)
        for part in (chosen[:half], chosen[half:])
        if part
    ]
    shown = [
        ShownPhotograph(spread.picture, tuple(_labelled(placed) for placed in spread.placed))
        for spread in spreads
    ]
    return enrol(shown, "trial", "2026-01-01", finder)


def _labelled(placed: PlacedCard) -> LabelledCard:
    return LabelledCard(str(placed.card), box_about(placed.corners))


def fitted(drawn: Trial, photographs: Trial | None = None) -> PrintCertainty:
    """Fit the three logistic models to drawn boxes and to photographs of others."""
    numbers, known, right, counts = drawn.numbers, drawn.known, drawn.right, np.ones(len(drawn.known))
    if photographs is not None:
        numbers = np.vstack([numbers, photographs.numbers])
        known = np.concatenate([known, photographs.known])
        right = np.concatenate([right, photographs.right])
        more = len(photographs.known)
        counts = np.concatenate([counts, np.full(more, _PHOTOGRAPHS * len(counts) / more)])
    bias, *weights = logistic(numbers, known, counts)
    # A quarter of the trial's cards are strangers, so that there is something to learn from; a family has few.
    rarer = math.log((1 - _STRANGERS) / _STRANGERS) - math.log(_ENROLLED_SHARE / (1 - _ENROLLED_SHARE))
    of_known = known > 0
    return PrintCertainty(
        (bias + rarer, *weights),
        logistic(numbers[of_known], right[of_known], counts[of_known]),
        logistic(drawn.presence, drawn.there),
    )


def told(certainty: PrintCertainty, trial: Trial) -> tuple[int, int, int, int]:
    """How many enrolled cards of a trial are told right, of how many, and how many strangers are called so."""
    chances = np.array([certainty.of(list(row)) for row in trial.numbers])
    called = chances[:, 0] * chances[:, 1] < 1 - chances[:, 0]
    known = trial.known > 0
    right = ~called & (trial.right > 0)
    return int(right[known].sum()), int(known.sum()), int(called[~known].sum()), int((~known).sum())


def logistic(
    rows: Float64Array, truth: Float64Array, counts: Float64Array | None = None
) -> tuple[float, ...]:
    """Fit a logistic model by Newton's method with a small ridge; rows (n, k), truth (n,) 0 or 1, and how much each
    row counts, (n,), 1 where nothing is said.
    """
    counts = np.ones(len(truth)) if counts is None else counts
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (counts * (truth - chances)) - _RIDGE * weights
        bend = (rows * (counts * chances * (1 - chances))[:, None]).T @ rows + _RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-7:
            break
    return tuple(float(weight) for weight in weights)
