"""Which of several pictures of one zone, taken one after the other with other exposures, shows it best.

Where a lamp shines on a card, or a deep shadow lies, one of them shows what the usual exposure hides.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import cv2
import numpy as np

from vision.stillness.gate import Image

EV_STEPS = (0.0, -1.0, 1.0)
"""The exposures of a closer look, in EV beside the one that is locked; the usual one first."""
_BLINDING = 250
_WHITE_SHARE = 95.0
"""The paper of the cards is the lightest twentieth of a zone in which any lie."""


def best_exposed(pictures: Sequence[Image]) -> int:
    """Return which of the pictures of one zone (uint8 BGR) is exposed best: the lightest one in which white paper is
    not blinding, else the darkest. The first of equals; raises ``ValueError`` without pictures.
    """
    if not pictures:
        raise ValueError("no picture, none is best")
    white = [_white(picture) for picture in pictures]
    mild = [number for number, light in enumerate(white) if light < _BLINDING]
    if mild:
        return max(mild, key=lambda number: white[number])
    # Where all are blinding, the mean tells which is darkest.
    return min(range(len(pictures)), key=lambda number: float(pictures[number].mean()))


def is_blinding(picture: Image) -> bool:
    """Return whether white paper in a picture of a zone (uint8 BGR) is so light that ink may be lost."""
    return _white(picture) >= _BLINDING


def _white(picture: Image) -> float:
    return float(np.percentile(reduce(np.maximum, cv2.split(picture)), _WHITE_SHARE))
