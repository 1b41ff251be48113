"""Photographs of printed cards: what a quarter of a box that was not enrolled leaves to be known."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from vision.printed.enrolled_box import CardLook, EnrolledBox
from vision.printed.photographed import PhotographedBox, TablePhotograph, without_a_quarter

LABELS = ("a", "b", "c", "d", "e")


def test_every_card_is_a_stranger_once_and_its_other_looks_are_gone_too() -> None:
    picture = np.zeros((192, 128, 3), np.uint8)
    looks = tuple(CardLook(label, photograph, picture) for photograph in (1, 2) for label in LABELS)
    box = EnrolledBox("box", "2026-11-26", "rectangle", 0.7, looks)
    table = TablePhotograph(
        Path("t"), "s", ("e", "x", "b"), ((0, 0, 1, 1),) * 3, frozenset(), frozenset({0, 2})
    )
    strangers = []
    for quarter in range(4):
        partly, part = without_a_quarter(PhotographedBox("s", (), (table,)), box, quarter)
        left_out = set(LABELS) - set(part.labels)
        assert len(part.looks) == 2 * len(part.labels)
        assert partly.tables[0].enrolled == {
            at for at, label in ((0, "e"), (2, "b")) if label not in left_out
        }
        strangers += sorted(left_out)
    assert sorted(strangers) == list(LABELS)
