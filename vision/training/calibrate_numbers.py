"""Fits how surely numbers on cards are told: on drawn cards of type faces that no training saw."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.printed.figures import TellsFigures
from vision.printed.marks import LONG_PX, marks_on
from vision.printed.numbers import FEATURES, NumberCertainty, NumberReader, evidence
from vision.scene.arrays import Float64Array
from vision.scene.lettering import Lettering
from vision.scene.numbered_prints import draw_numbered_card, numbered_style
from vision.scene.printed_boxes import PrintedBox
from vision.training.calibrate_printed import logistic
from vision.training.number_cards import HIGHEST, NumberCard, draw_number_card
from vision.training.number_figures import figure_of
from vision.training.printed_cards import look_at

_SEEN_PX = (95.0, 420.0)
_OF_A_GAME, _GAME_HIGHEST, _STYLES_FROM = 0.75, 60, 100_000
"""So many of the cards are of drawn games, of these numbers of styles."""
_LISTED = 0.6
"""How often it is known which numbers a box has."""


@dataclass(frozen=True, slots=True)
class NumberTrial:
    """What cards told of which a number was read: rows of FEATURES, float64 (n, len(FEATURES)), and whether it was
    the right one, (n,); of ``silent`` more none was read, and ``empty`` of these have none.
    """

    features: Float64Array
    right: Float64Array
    silent: int
    empty: int


def try_cards(letterings: tuple[Lettering, ...], count: int, seed: int, figures: TellsFigures) -> NumberTrial:
    """Read so many drawn cards, most of them knowing up to which number their box goes."""
    rng = np.random.default_rng([seed, 53])
    reader = NumberReader(figures=figures, certainty=NumberCertainty((0.0,) * len(FEATURES), 0.5))
    rows: list[tuple[float, ...]] = []
    right: list[bool] = []
    silent = empty = tried = 0
    while tried < count:
        drawn = _of_a_game(rng) if rng.random() < _OF_A_GAME else draw_number_card(letterings, rng)
        card = drawn.box.cards[0]
        share = LONG_PX / max(card.shape[:2])
        size = (round(card.shape[1] * share), round(card.shape[0] * share))
        look = look_at(card, drawn.box, rng, size, seen_px=_SEEN_PX)
        # What nobody could read, printed white on white or a millimetre high, is on no card.
        if drawn.figures and not any(
            figure_of(mark, drawn.figures, size) is not None for mark in marks_on(look)
        ):
            continue
        tried += 1
        listed = None
        if rng.random() < _LISTED:
            listed = range(1, 1 + int(rng.integers(max(10, drawn.number or 0), HIGHEST + 1)))
        told = evidence(reader.spots(look), listed)
        best = int(told.shares.argmax())
        if told.shares[best] > 1 - told.shares.sum():
            rows.append(told.features)
            right.append(best == drawn.number)
        else:
            silent += 1
            empty += drawn.number is None
    return NumberTrial(np.array(rows), np.array(right, float), silent, empty)


def _of_a_game(rng: np.random.Generator) -> NumberCard:
    """A card as the drawn boxes of games with numbers have them."""
    style = numbered_style(_STYLES_FROM + int(rng.integers(_STYLES_FROM)), _GAME_HIGHEST)
    number = 1 + int(rng.integers(_GAME_HIGHEST))
    picture = draw_numbered_card(style, number)
    if picture.shape[1] > picture.shape[0]:
        picture = np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    return NumberCard(PrintedBox((picture,), "rectangle", style.corner), number, (), told=True)


def fitted(trial: NumberTrial) -> NumberCertainty:
    """Fit how surely numbers are told to a trial."""
    return NumberCertainty(logistic(trial.features, trial.right), trial.empty / max(1, trial.silent))
