"""Fits how surely printed cards are told: boxes of type faces that no training saw, enrolled from rows but for some
cards, then read on tables.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.matching import Box, pair_boxes
from vision.printed.certainty import FEATURES, PrintCertainty, features, presence_features
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard
from vision.printed.reader import PrintedReader
from vision.printed.same_print import PrintJudge
from vision.scene.arrays import Float64Array
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox, draw_box
from vision.training.printed_scenes import PlacedCard, PrintedScene, draw_scene, draw_spread

_CARDS, _ENROLLED_SHARE = 18, 0.75
_STRANGERS = 0.1
"""The share of cards on a table that were not enrolled, as the certainty expects it."""
_TABLES = 4
_TABLE_PX, _SPREAD_PX = 960, 1280
_FREE = 0.93
"""A card of which less shows is not judged."""
_ROUND_AREA = 0.785
_RIDGE = 1.0
_NOTHING_KNOWN = PrintCertainty((0.0,) * len(FEATURES), (0.0,) * len(FEATURES), (0.0, 0.0, 0.0))
"""Stands where the certainty that is to be fitted will stand."""


@dataclass(frozen=True, slots=True)
class Trial:
    """What was found on the tables of boxes: rows of features, float64 (n, len(FEATURES)), whether the card was
    enrolled and whether it was the best, bool (n,); rows about presence, and whether a card lay there.
    """

    numbers: Float64Array
    known: Float64Array
    right: Float64Array
    presence: Float64Array
    there: Float64Array
    free: int
    found: int


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


def try_boxes(
    first: int,
    count: int,
    letterings: tuple[Lettering, ...],
    finder: CardFinder,
    embedder: Embedder,
    judge: PrintJudge,
) -> Trial:
    """Enrol and read boxes of the numbers from ``first`` on, every other one with hands over what is shown."""
    rows: list[list[float]] = []
    known: list[bool] = []
    right: list[bool] = []
    presence: list[list[float]] = []
    there: list[bool] = []
    free = 0
    for seed in range(first, first + count):
        rng = np.random.default_rng([seed, 53])
        box = draw_box(letterings, _CARDS, rng)
        shown = _shown(box, letterings, rng, finder, hands=seed % 2 == 1)
        reader = PrintedReader(shown, finder=finder, embedder=embedder, certainty=_NOTHING_KNOWN, judge=judge)
        labels = reader.memory.labels
        for _ in range(_TABLES):
            scene = draw_scene(box, letterings, rng, _TABLE_PX)
            cards = finder.find(scene.picture)
            whole = [at for at in range(len(scene.placed)) if visible_share(scene, at, box) > _FREE]
            boxes = [one.outline.box for one in cards]
            lying = pair_boxes([box_about(placed.corners) for placed in scene.placed], boxes)
            there += [number in lying.values() for number in range(len(cards))]
            presence += [presence_features(card) for card in cards]
            free += len(whole)
            judged = [at for at in whole if at in lying]
            seen = [cards[lying[at]] for at in judged]
            compared = [reader.compare(scene.picture, card.outline) for card in seen]
            rows += features(compared)
            for at, one in zip(judged, compared, strict=True):
                label = str(scene.placed[at].card)
                known.append(label in labels)
                right.append(labels[int(np.argmax(one.alike))] == label)
    truths = [np.array(one, float) for one in (known, right, there)]
    return Trial(np.array(rows), truths[0], truths[1], np.array(presence), truths[2], free, len(rows))


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


def fitted(trial: Trial) -> PrintCertainty:
    """Fit the three logistic models to a trial."""
    enrolled = trial.known > 0
    known = logistic(trial.numbers, trial.known)
    # A quarter of the trial's cards are strangers, so that there is something to learn from; a family has few.
    rarer = math.log((1 - _STRANGERS) / _STRANGERS) - math.log(_ENROLLED_SHARE / (1 - _ENROLLED_SHARE))
    return PrintCertainty(
        (known[0] + rarer, *known[1:]),
        logistic(trial.numbers[enrolled], trial.right[enrolled]),
        logistic(trial.presence, trial.there),
    )


def logistic(rows: Float64Array, truth: Float64Array) -> tuple[float, ...]:
    """Fit a logistic model by Newton's method with a small ridge; rows (n, k), truth (n,) 0 or 1."""
    weights = np.zeros(rows.shape[1])
    for _ in range(60):
        chances = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (truth - chances) - _RIDGE * weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + _RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-7:
            break
    return tuple(float(weight) for weight in weights)
