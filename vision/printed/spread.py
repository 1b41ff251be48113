"""Cards that lie beside each other in no order, in one or more lines: which of those that were found are there, and
where another one may lie that was not found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.eyes.bare_places import EDGES_PX_PER_MM, LOOKED_AT_PX_PER_MM, BarePlaces
from vision.printed.cut_out import Float64Array, Outline
from vision.printed.known_size import sides_of
from vision.printed.told_card import ToldCard
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

_APART = 0.75
"""In shares of a card's sides: what lies nearer is the same card, or was found across two of them."""
_THERE, _LAID = 0.6, 0.5
"""How likely a card must be there; and how much of its place must look otherwise than bare, beside surer cards."""
_SURE, _SAME_PRINT, _EDGED, _BESIDE_MM = 0.95, 2.0, 0.4, 1.5
"""A card that is told less surely than so, and is no more like its name's print than so (logit), has sharp edges,
which the bare zone lacks, along such a share of its outline, and so near it. Of 261 cards of a film that were told
surely the poorest had 0.8; white ones on white in a dim room have less, but prints of 4.4 and more. Of 69 letters of
the board's name, which a shadow made nameless cards, the richest had 0.27 and the likest -0.8.
"""
_EDGES_OF_CARDS = 0.1
"""Where cards lie so much of their place is near new edges, and more; in a shadow hardly any."""
_PART_OF_A_CARD = 0.35
"""What looks otherwise than bare and is as large as such a share of a card may be one."""
_USUAL_MM = (56.0, 87.0)
"""The sides of a card, as long as those of the box's are not known."""
_RIM_MM = 5.0


@dataclass(frozen=True, eq=False)
class LaidThere:
    """A zone as it is looked at: where it ``differs`` from how it is bare, uint8 (h, w); None: nobody knows.

    ``new_edges`` tells, bool (h, w) at ``EDGES_PX_PER_MM``, where it has sharp edges that it lacks then.
    """

    differs: NDArray[np.uint8] | None
    cut: RectifiedZone
    zone: WatchedZone
    new_edges: Callable[[], NDArray[np.bool_] | None]

    @classmethod
    def seen(cls, places: BarePlaces, cut: RectifiedZone, zone: WatchedZone) -> LaidThere:
        """The zone with what is known of how it looks when it is bare."""
        differs = places.differs(cut, zone)
        laid = None if differs is None else differs.astype(np.uint8)
        return cls(laid, cut, zone, lambda: places.new_edges(cut, zone))

    @property
    def is_known(self) -> bool:
        """Whether it is known how the zone looks when it is bare."""
        return self.differs is not None

    def covers(self, outline: Outline) -> bool:
        """Whether most of a card's place looks otherwise than bare; False where nobody knows."""
        return self.differs is not None and _share(self.differs, self._on_the_map(outline)) > _LAID

    def spread_out(self, pool: Sequence[ToldCard]) -> list[ToldCard]:
        """The cards of the zone, each once, the surest of those that would cover each other; line by line, each line
        in the direction in which the zone grows. What a board shows where nothing was laid is no card.
        """
        kept: list[ToldCard] = []
        free = None if self.differs is None else self.differs.copy()
        for one in sorted(pool, key=lambda other: -other.chance):
            if one.reading.presence <= _THERE or any(_cover(one, other) for other in kept):
                continue
            if free is not None:
                place = self._on_the_map(one.outline)
                if not _share(free, place) > _LAID or not self._is_edged(one, kept):
                    continue
                cv2.fillPoly(free, [place], 0)
            kept.append(one)
        down = 1 if self.zone.towards in ("east", "west") else 0
        kept.sort(key=lambda one: one.middle[down])
        lines: list[list[ToldCard]] = []
        for one in kept:
            if not lines or one.middle[down] - lines[-1][0].middle[down] > sides_of(one.outline)[1] / 2:
                lines.append([])
            lines[-1].append(one)
        towards = self.zone.towards or "east"
        return [one for line in lines for one in sorted(line, key=lambda card: card.along(towards))]

    def shows_more(self, told: Sequence[ToldCard], card_mm: tuple[float, float] | None) -> bool:
        """Whether cards of this size lie there that were not told: where it looks otherwise than bare, and has edges
        that it lacks then; False if that is not known.
        """
        if self.differs is None or self._near_edges is None:
            return False
        size = (self.differs.shape[1], self.differs.shape[0])
        edged = cv2.resize(self._near_edges, size, interpolation=cv2.INTER_AREA)
        free = self._free(self.differs, told)
        _, parts = cv2.connectedComponents(free)
        for part in range(1, int(parts.max()) + 1):
            if edged[parts == part].mean() < _EDGES_OF_CARDS:
                free[parts == part] = 0
        return next(self._middles(free, card_mm or _USUAL_MM), None) is not None

    def left(self, told: Sequence[ToldCard], card_mm: tuple[float, float] | None) -> list[Float64Array]:
        """Where, px (2,) each, cards of this size may lie that were not told; none if that is not known."""
        if self.differs is None:
            return []
        return list(self._middles(self._free(self.differs, told), card_mm or _USUAL_MM))

    def _free(self, differs: NDArray[np.uint8], told: Sequence[ToldCard]) -> NDArray[np.uint8]:
        """Where the zone looks otherwise than bare, beside the cards that were told, but for what is narrow."""
        free = differs.copy()
        for one in told:
            cv2.fillPoly(free, [self._on_the_map(one.outline)], 0)
        rim = 2 * round(_RIM_MM * LOOKED_AT_PX_PER_MM) + 1
        return np.asarray(cv2.morphologyEx(free, cv2.MORPH_OPEN, np.ones((rim, rim), np.uint8)), np.uint8)

    def _middles(self, free: NDArray[np.uint8], card_mm: tuple[float, float]) -> Iterator[Float64Array]:
        """The middle, px (2,), of each card that may lie where nothing was told."""
        count, _, boxes, _ = cv2.connectedComponentsWithStats(free)
        least = _PART_OF_A_CARD * math.prod(card_mm) * LOOKED_AT_PX_PER_MM**2
        stands = self.zone.towards in ("east", "west")
        wide, high = (side * LOOKED_AT_PX_PER_MM for side in (card_mm if stands else card_mm[::-1]))
        for x, y, width, height, pixels in boxes[1:count]:
            if pixels < least:
                continue
            across, down = max(1, round(width / wide)), max(1, round(height / high))
            for number in range(across * down):
                row, column = divmod(number, across)
                right = self.zone.left + (x + (column + 0.5) * width / across) / LOOKED_AT_PX_PER_MM
                below = self.zone.top + (y + (row + 0.5) * height / down) / LOOKED_AT_PX_PER_MM
                yield np.array(self.cut.seen_from((right, below, 0.0))[:2], np.float64)

    @cached_property
    def _near_edges(self) -> NDArray[np.uint8] | None:
        """Where new edges are near, uint8 (h, w) at ``EDGES_PX_PER_MM``."""
        edges = self.new_edges()
        if edges is None:
            return None
        size = 2 * round(_BESIDE_MM * EDGES_PX_PER_MM) + 1
        return np.asarray(cv2.dilate(edges.astype(np.uint8), np.ones((size, size), np.uint8)), np.uint8)

    def _is_edged(self, card: ToldCard, kept: Sequence[ToldCard]) -> bool:
        """Whether a card is told surely, shows the print of its name, or has edges of its own where it touches none
        of those that are ``kept``: a shadow on the print of a board has none.
        """
        if card.chance >= _SURE or card.compared.same >= _SAME_PRINT or self._near_edges is None:
            return True
        outline = np.zeros(self._near_edges.shape, np.uint8)
        cv2.polylines(outline, [self._on_the_map(card.outline, EDGES_PX_PER_MM)], True, 1)
        beside = 2 * round(_BESIDE_MM * EDGES_PX_PER_MM) + 1
        for other in kept:
            place = self._on_the_map(other.outline, EDGES_PX_PER_MM)
            cv2.fillPoly(outline, [place], 0)
            cv2.polylines(outline, [place], True, 0, beside)
        return not outline.any() or float(self._near_edges[outline > 0].mean()) > _EDGED

    def _on_the_map(self, outline: Outline, px_per_mm: float = LOOKED_AT_PX_PER_MM) -> NDArray[np.int32]:
        """Where an outline lies on the map of what differs, or of edges, px (4, 2)."""
        corners = [self.cut.to_mm((float(x), float(y))) for x, y in outline.corners]
        mm = np.array([(at.x - self.zone.left, at.y - self.zone.top) for at in corners])
        return np.round(mm * px_per_mm).astype(np.int32)


def _share(free: NDArray[np.uint8], place: NDArray[np.int32]) -> float:
    """How much of a place, px (4, 2), is marked, 0..1."""
    inside = np.zeros(free.shape, np.uint8)
    cv2.fillPoly(inside, [place], 1)
    return float(free[inside > 0].mean()) if inside.any() else 0.0


def _cover(one: ToldCard, other: ToldCard) -> bool:
    """Whether two cards would lie on one another: the middle of one is deep within the other."""
    return lies_over(other.outline, one.middle)


def lies_over(outline: Outline, middle: Float64Array) -> bool:
    """Whether a card and one with that ``middle``, (2,) px, would lie on one another."""
    corners = outline.corners
    sides = np.array([corners[1] - corners[0], corners[3] - corners[0]])
    lengths = np.linalg.norm(sides, axis=1)
    along = np.abs((sides / lengths[:, None]) @ (middle - corners.mean(axis=0)))
    return bool((along < _APART * lengths).all())
