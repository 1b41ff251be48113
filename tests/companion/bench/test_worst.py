"""The sheet of the worst readings: which are kept, and what the sheet shows."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.bench.worst import WorstReadings

GREY = np.full((60, 80, 3), 120, np.uint8)


def test_the_worst_are_kept_and_of_equals_the_first() -> None:
    worst = WorstReadings(3)
    for badness, there in ((0.4, "a"), (1.9, "b"), (0.2, "c"), (1.1, "d"), (1.1, "e"), (0.1, "f")):
        worst.of(GREY)(badness, there, "read", (10, 10, 30, 30))
    assert [(badness, words[0]) for badness, words in worst.kept] == [(1.9, "b"), (1.1, "d"), (1.1, "e")]
    nobody = WorstReadings(0)
    nobody.of(GREY)(1.0, "a", "read", (10, 10, 30, 30))
    assert nobody.kept == []


def test_the_sheet_shows_each_reading_where_it_lies(tmp_path: Path) -> None:
    picture = GREY.copy()
    picture[20:40, 30:50] = (0, 0, 250)
    worst = WorstReadings()
    worst.show(1.0, ("red", "blue 0.95"), picture, (30, 20, 50, 40))
    worst.show(0.5, ("edge", "not found"), picture, (-5, -5, 3, 3))
    worst.save(tmp_path / "worst.png")
    sheet = cv2.imread(str(tmp_path / "worst.png"))
    assert sheet is not None
    assert sheet.shape == (1 * 248 + 8, 5 * 208 + 8, 3)
    assert tuple(sheet[108, 108]) == (0, 0, 250), "what was read lies in the middle of its picture"
    assert tuple(sheet[12, 222]) == (128, 128, 128), "the picture ended there"
    assert (sheet[210:248, 8:208] < 100).any(), "words stand below"
