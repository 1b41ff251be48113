"""Cards that differ in what symbols in a row show."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.scene.arrays import ByteArray
from vision.scene.counted_symbols import CountedDesign, Row, draw_counted, draw_row
from vision.scene.printed_symbols import FILLED


def figures(card: ByteArray, paper: ByteArray) -> list[tuple[int, int]]:
    """How wide and high each figure on a card is, px."""
    inked = (cv2.absdiff(card, paper).max(axis=2) > 40).astype(np.uint8)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(inked)
    return [(int(boxes[at, 2]), int(boxes[at, 3])) for at in range(1, count) if boxes[at, 4] > 30]


def test_cards_of_another_count_show_as_many_symbols_of_the_same_size() -> None:
    designs = (CountedDesign(np.random.default_rng(seed)) for seed in range(40))
    # Symbols that touch are no longer told apart by what hangs together.
    plain = [one for one in designs if one.panel is None and not one.frame and not one.index]
    seen = 0
    for design in plain:
        row = Row(1, 0, 0, FILLED)
        paper = np.full((*design.size[::-1], 3), design.paper, np.uint8)
        single = figures(draw_row(design, row), paper)
        for count in range(2, design.most + 1):
            several = figures(draw_row(design, replace(row, count=count)), paper)
            if len(single) == 1 and 2 * design.half[1] + 3 < design.pitch:
                assert len(several) == count
                assert np.abs(np.array(several) - single[0]).max() <= 2
                seen += 1
    assert seen > 10


@pytest.mark.parametrize("seed", range(4))
def test_no_two_cards_of_a_box_look_alike(seed: int) -> None:
    cards = draw_counted(12, np.random.default_rng(seed)).cards
    assert len(cards) == 12
    for number, card in enumerate(cards):
        apart = [np.count_nonzero(cv2.absdiff(card, other).max(axis=2) > 12) for other in cards[:number]]
        assert all(count > 40 for count in apart)


def test_colours_of_a_box_are_of_other_names() -> None:
    for seed in range(30):
        colours = np.array([[CountedDesign(np.random.default_rng(seed)).colours]], np.uint8)[0]
        hues = cv2.cvtColor(colours, cv2.COLOR_BGR2HSV)[0]
        coloured = hues[hues[:, 1] > 60, 0].astype(int) * 2
        apart = np.abs((coloured[:, None] - coloured + 180) % 360 - 180)[np.triu_indices(len(coloured), 1)]
        assert len(coloured) >= 2 and apart.min() >= 28
