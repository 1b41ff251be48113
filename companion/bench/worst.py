"""The worst readings of a run on one sheet of pictures: what fails is understood by looking at it."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

_COLUMNS, _SIDE, _WORDS, _GAP = 5, 200, 40, 8
_AROUND = 0.35
"""How much is shown around what was read, as a share of its longer side."""
_LEAST_PX = 24.0
_INK, _MARK, _GROUND = (40, 40, 40), (60, 60, 220), 255


@dataclass(order=True)
class _Case:
    badness: float
    number: int
    words: tuple[str, str] = field(compare=False)
    picture: NDArray[np.uint8] = field(compare=False)


@dataclass
class WorstReadings:
    """Keeps the ``most`` worst readings that it is shown."""

    most: int = 10
    _cases: list[_Case] = field(default_factory=list)
    _shown: int = 0

    def show(
        self, badness: float, words: tuple[str, str], picture: NDArray[np.uint8], box: Sequence[float]
    ) -> None:
        """Keep a reading if it is among the worst: its two lines of words, and what a picture, uint8 (h, w, 3) BGR,
        shows in and around its box, px.
        """
        self._shown += 1
        full = len(self._cases) == self.most
        if full and (not self._cases or badness <= self._cases[0].badness):
            return
        case = _Case(badness, -self._shown, words, _cut_out(picture, box))
        (heapq.heapreplace if full else heapq.heappush)(self._cases, case)

    def of(self, picture: NDArray[np.uint8]) -> Callable[[float, str, str, Sequence[float]], None]:
        """What readings of one picture are shown with: how bad, what lies there, what was read, and its box, px."""
        return lambda badness, there, read, box: self.show(badness, (there, read), picture, box)

    @property
    def kept(self) -> list[tuple[float, tuple[str, str]]]:
        """How bad each is and its words, the worst first."""
        return [(case.badness, case.words) for case in sorted(self._cases, reverse=True)]

    def save(self, path: Path) -> None:
        """Write the sheet, the worst first, as a PNG file; raises OSError where that cannot be."""
        worst = sorted(self._cases, reverse=True)
        rows = max(1, -(-len(worst) // _COLUMNS))
        wide, high = _SIDE + _GAP, _SIDE + _WORDS + _GAP
        sheet = np.full((rows * high + _GAP, _COLUMNS * wide + _GAP, 3), _GROUND, np.uint8)
        for at, case in enumerate(worst):
            top, left = _GAP + at // _COLUMNS * high, _GAP + at % _COLUMNS * wide
            sheet[top : top + _SIDE, left : left + _SIDE] = case.picture
            for line, words in enumerate(case.words):
                below = top + _SIDE + 15 + 17 * line
                cv2.putText(sheet, words, (left, below), cv2.FONT_HERSHEY_SIMPLEX, 0.42, _INK, 1, cv2.LINE_AA)
        done, data = cv2.imencode(".png", sheet)
        if not done:
            raise OSError(f"{path} could not be drawn")
        path.write_bytes(data.tobytes())


def _cut_out(picture: NDArray[np.uint8], box: Sequence[float]) -> NDArray[np.uint8]:
    """A square around a box, uint8 (side, side, 3), with the box drawn in; grey where the picture ends."""
    x0, y0, x1, y1 = box
    reach = max(x1 - x0, y1 - y0, _LEAST_PX) * (0.5 + _AROUND)
    scale, middle = _SIDE / (2 * reach), np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    shift = _SIDE / 2 - scale * middle
    matrix = np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]])
    shown = cv2.warpAffine(
        picture, matrix, (_SIDE, _SIDE), flags=cv2.INTER_LINEAR, borderValue=(128, 128, 128)
    )
    low, high = (
        tuple(int(v) for v in np.round(scale * np.array(corner) + shift)) for corner in ((x0, y0), (x1, y1))
    )
    cv2.rectangle(shown, low, high, _MARK, 1)
    return np.asarray(shown, np.uint8)
