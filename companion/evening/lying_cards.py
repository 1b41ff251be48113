"""The cards that lie on the table now, whichever they are: where a family has laid its game out."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from calibration.geometry import Zone, rectangle
from calibration.proposed_zones import LyingCard
from calibration.view import TableView
from hardware.frame_source import Image
from vision.network import spare_cores
from vision.printed.finding import CardFinder
from vision.rectify import rectify

_LONG_PX = 1280
"""The table is looked at straight from above, its long side made so many px: there cards are as large as the network
was taught them, and the mat is no card."""
_SURE = 0.5
_SHORT_MM, _LONG_MM = (35.0, 110.0), (55.0, 140.0)
"""How long the sides of cards are; what is smaller is printed on one, or on a board."""


class LyingCards:
    """Finds them with a network that is loaded when somebody asks first."""

    def __init__(self) -> None:
        self._finder: CardFinder | None = None
        self._one_at_a_time = threading.Lock()

    def seen_in(
        self, image: Image, view: TableView, width_mm: float, height_mm: float
    ) -> Sequence[LyingCard]:
        """The whole cards on a table of this size in a picture, uint8 (h, w, 3) BGR, in which it lies as ``view``
        says.
        """
        px_per_mm = _LONG_PX / max(width_mm, height_mm)
        table = Zone("table", rectangle(0.0, 0.0, width_mm, height_mm))
        straight = rectify(image, view, table, px_per_mm=px_per_mm).image
        with self._one_at_a_time:
            self._finder = self._finder or CardFinder(spare_cores())
            found = self._finder.look(straight, max(straight.shape))
        cards = []
        for one in found:
            if one.cut_off or one.presence < _SURE:
                continue
            corners = one.outline.corners / px_per_mm
            short, long = sorted(np.hypot(*(corners[1:3] - corners[:2]).T))
            if not (_SHORT_MM[0] <= short <= _SHORT_MM[1] and _LONG_MM[0] <= long <= _LONG_MM[1]):
                continue
            across, down = corners.mean(axis=0)
            width, height = np.ptp(corners, axis=0)
            cards.append(LyingCard(float(across), float(down), float(width), float(height)))
        return cards
