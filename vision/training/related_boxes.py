"""Boxes whose cards differ by little, as those of most families do: what the judge of prints and the certainty learn
from.
"""

from __future__ import annotations

import numpy as np

from vision.scene.counted_symbols import draw_counted
from vision.scene.lettering import Lettering
from vision.scene.printed_boxes import PrintedBox, draw_box
from vision.scene.printed_relations import draw_relations

_COUNTED, RELATED = 0.5, 0.85
"""Half of the boxes differ in what symbols in a row show, a third in any one thing; the others, from the second on,
hold any cards.
"""


def near_relations(
    letterings: tuple[Lettering, ...], count: int, draw: float, rng: np.random.Generator
) -> PrintedBox:
    """So many cards of a box, or fewer, that differ by little; which kind of box is told by ``draw``, 0..1."""
    if draw < _COUNTED:
        return draw_counted(count, rng)
    if draw < RELATED:
        return draw_relations(letterings, count, rng)
    return draw_box(letterings, count, rng)
