"""Draws pairs of cards as the reader of printed cards lays them one over the other: a card of three symbols over one
of two so that two of them fit, not so that the edges do.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from vision.printed.certainty import PrintCertainty
from vision.printed.cut_out import ByteArray, cut_out
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.reader import PrintedReader
from vision.printed.same_print import PrintJudge, one_over_other
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox
from vision.training.printed_cards import photograph_of
from vision.training.related_boxes import near_relations

FAMILY, NEAREST = 6, 2
"""Cards of a family of near relations, and how many of the others each is held against: those it is most like."""
_SHOWN_PX, _SEEN_PX = (90.0, 300.0), (50.0, 300.0)
_AROUND = 0.35
"""As far as a card may be moved, its ground is drawn, as a share of its length."""


def draw_laid_pairs(
    letterings: tuple[Lettering, ...], rng: np.random.Generator
) -> Iterator[tuple[ByteArray, ByteArray]]:
    """Yield for ever, of the cards of a family: each over the print that it is, uint8 (FAMILY, 6, h, w), and over
    those of the others that it is most like, uint8 (FAMILY, NEAREST, 6, h, w).
    """
    # The reader lays cards one over the other without asking the judge.
    finder, embedder, judge, certainty = CardFinder(), Embedder(), PrintJudge(), PrintCertainty.load()
    while True:
        box = near_relations(letterings, FAMILY, float(rng.random()), rng)
        if len(box.cards) < FAMILY or box.shape == "round":
            continue
        reader = PrintedReader(_shown(box, rng), 1, finder, embedder, certainty, judge)
        pairs = [_pairs(reader, box, number, rng) for number in range(FAMILY)]
        if all(len(one) == 1 + NEAREST for one in pairs):
            yield np.array([one[0] for one in pairs]), np.array([one[1:] for one in pairs])


def _shown(box: PrintedBox, rng: np.random.Generator) -> EnrolledBox:
    looks = []
    for number, card in enumerate(box.cards):
        picture, outline = photograph_of(card, box, rng, 1.0, _SHOWN_PX, _AROUND)
        looks.append(CardLook(str(number), 1, cut_out(picture, outline, LOOK_SIZE)))
    short, long = sorted(box.cards[0].shape[:2])
    return EnrolledBox("drawn", "2026-01-01", box.shape, short / long, tuple(looks))


def _pairs(reader: PrintedReader, box: PrintedBox, number: int, rng: np.random.Generator) -> list[ByteArray]:
    """A card over its own print, then over those that it is most like; fewer where it is not like its own."""
    picture, outline = photograph_of(box.cards[number], box, rng, 1.0, _SEEN_PX, _AROUND)
    laid = reader.laid_pairs(picture, outline)
    own = [one_over_other(card, look) for _, label, card, look in laid if label == number]
    others = [one_over_other(card, look) for _, label, card, look in laid if label != number]
    return own + others[:NEAREST]
