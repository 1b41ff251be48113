"""Where the cards of one box lie in a zone of a table, which is cut out straight and whose scale is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from vision.printed.bands import put_together
from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.known_size import KnownSize
from vision.printed.one_plane import rectangles
from vision.printed.one_size import of_known_size, of_one_size
from vision.rectify import RectifiedZone

_SCALES = (1.3, 0.9, 1.8)
"""Px per mm at which a zone is looked at, the likeliest first: the network was taught cards of 34 to 300 px."""
_TELL_A_SIZE = 4
_OF_ITS_SHAPE = 0.13
"""How far an outline may be off the shape of the box's cards, as a share: some took a printed frame for the edge."""
_GUESSED = 0.5


class ZoneSearch:
    """Finds cards of a box in the zones of one table; ``finder`` may be shared."""

    def __init__(self, finder: CardFinder) -> None:
        self._finder = finder

    def ways(
        self, cut: RectifiedZone, size: KnownSize, lies: Callable[[FoundCard], bool] = lambda card: True
    ) -> Iterator[list[FoundCard]]:
        """Yield the cards of a zone as they are found in one way after the other, until somebody is content.

        Those that cannot lie there, as ``lies`` says, are left out before it is looked where just their edges are.
        """
        long_mm = max(cut.image.shape[:2]) / cut.px_per_mm
        for scale in _SCALES:
            found = [one for one in self._finder.look(cut.image, round(long_mm * scale)) if lies(one)]
            yield self._of_the_box(cut, found, size)

    def about(self, cut: RectifiedZone, size: KnownSize, places: Sequence[Float64Array]) -> list[FoundCard]:
        """Return what lies about these places, px (2,) each, and shows the edges of a card of the known size."""
        if size.mm is None or not places:
            return []
        short_long = _px(size.mm, cut)
        guessed = [_guess(place, turn, short_long) for place in places for turn in (0.0, np.pi / 2)]
        return of_known_size(cut.image, guessed, short_long)

    def laid(
        self, cut: RectifiedZone, size: KnownSize, places: Sequence[Float64Array], turn: float | None
    ) -> list[FoundCard]:
        """Return cards of the known size that lie just at these places, turned so (rad), whatever shows of them."""
        if size.mm is None or turn is None:
            return []
        return [_guess(place, turn, _px(size.mm, cut)) for place in places]

    def _of_the_box(self, cut: RectifiedZone, found: Sequence[FoundCard], size: KnownSize) -> list[FoundCard]:

        def is_card(outline: Outline) -> bool:
            return size.may_be(outline, cut.px_per_mm, _OF_ITS_SHAPE)

        if size.mm is not None:
            whole = of_known_size(cut.image, found, _px(size.mm, cut))
            return [*whole, *(card for card in found if card.outline.shape == "round")]
        cards = of_one_size(cut.image, found) if len(found) >= _TELL_A_SIZE else list(found)
        whole = [card for card in cards if is_card(card.outline)]
        return whole or put_together(found, is_card)


def _px(size_mm: tuple[float, float], cut: RectifiedZone) -> tuple[float, float]:
    return size_mm[0] * cut.px_per_mm, size_mm[1] * cut.px_per_mm


def _guess(place: Float64Array, turn: float, size: tuple[float, float]) -> FoundCard:
    """A card that may lie about there, px; its edges say whether it does."""
    corners: Float64Array = rectangles(np.array([(*place, turn)]), size)[0]
    return FoundCard(Outline(corners), _GUESSED, 1.0, cut_off=True, told_middle=place)


def area_of(cut: RectifiedZone, margin_mm: float) -> ByteArray:
    """The picture of a zone without what is beside it."""
    edge = round(margin_mm * cut.px_per_mm)
    return cut.image[edge:-edge, edge:-edge] if edge else cut.image
