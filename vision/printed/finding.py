"""Where printed cards of any kind lie in a picture: the network's maps, taken apart into single cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.network import FloatArray, Network, load_network
from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.found_card import FoundCard
from vision.printed.one_size import alike_in_size, of_one_size, well_seen
from vision.printed.outlines import outline_of, sharpened
from vision.printed.votes import owners

MODEL = Path(__file__).parent.parent / "models" / "card_outliner.onnx"
_LONG_PX, _SMALL_PX = 640, 320
"""Pictures are looked at with a long side of these; the network was taught cards of 34 to 300 px."""
_LARGE_CARD_PX = 95.0
"""A card longer than this in the smaller picture is taken from it: in the larger one, panels of its print look like
cards.
"""
_FINER, _SEVERAL = 1.5, 4
"""A picture twice as large is looked at where the photograph has so many times the pixels of the first, and so many
cards were found and are not alike in size, or fewer, and small ones.
"""
_SMALL_CARD_PX, _LEAST_BESIDE = 34.0, 0.3
"""Cards whose short side is shorter in the larger picture are small; from nearby nothing counts that has less than
this share of the area of the cards seen from afar.
"""
_STEP = 32
_SURE, _FAINT = 0.5, 0.2
"""What the maps say of a card at least; a plain card in poor light shows faintly, but all of it."""
_REACH_PX, _REACH = 2.2, 0.1
"""Edges are looked for as far from an outline as so many pixels of the maps, or this share of the card's short side:
the maps take narrow gaps between cards for card.
"""
_SAME = 0.7
"""A faint card is one that is told surely where they have this share of the larger one in common."""
_SAME_CARD, _WORSE = 0.8, 0.03
"""Two looks show one card where they have this share in common; the finer one counts if it fits hardly worse."""
_LEAST_SHORT_PX = 12.0
"""A card whose short side is shorter in the picture that is looked at is not told."""
_LEAST_AGREEMENT = 0.62
_LARGEST_PART, _WITHIN = 0.5, 0.6
_MOSTLY = 0.6
"""Where so many of the cards found are alike in size, they need not be seen another way."""
_SURE_AGREEMENT, _PART_AGREEMENT = 0.9, 0.85
_MOST_OF_IT, _LEAST_OF_IT = 0.55, 0.3
"""Panels of one card's print are small, or one of them is most of the card; several cards are neither."""


class CardFinder:
    """Finds cards of any print on any ground; holds a network of its own."""

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._network: Network = load_network(model, threads=threads)

    def find(self, image: ByteArray) -> list[FoundCard]:
        """Return the cards in a picture, uint8 BGR (h, w, 3), from the upper left to the lower right."""
        size = (image.shape[0], image.shape[1])
        cards, settled = _most_alike(self._ways(image), size)
        judged = len(well_seen(cards)) >= _SEVERAL
        if not settled and max(size) > _LONG_PX * _FINER and (judged or _is_small(cards, size)):
            # Small cards that touch: what they show is only told from nearby.
            near = _no_smaller(self._look(image, _LONG_PX * 2).cards(), cards)
            if judged:
                cards, _ = _most_alike([cards, near], size)
            elif len(near) >= len(cards):
                cards = near
        cards = of_one_size(image, cards)
        return sorted(cards, key=lambda one: (one.outline.box[1], one.outline.box[0]))

    def look(self, image: ByteArray, long_px: int) -> list[FoundCard]:
        """Return the cards that a picture, uint8 BGR (h, w, 3), shows when its long side is made so many px long."""
        return self._look(image, long_px).cards()

    def _ways(self, image: ByteArray) -> Iterator[list[FoundCard]]:
        """The cards of a picture in each way in which they may be seen, the likeliest first."""
        small, large = self._look(image, _SMALL_PX), self._look(image, _LONG_PX).cards()
        yield _together(_longer(small.cards(), image, _SMALL_PX, _LARGE_CARD_PX), large)
        yield large

    def _look(self, image: ByteArray, long_px: int) -> _Look:
        """What the network shows in the picture made this long."""
        height, width = image.shape[:2]
        scale = long_px / max(height, width)
        size = (max(_STEP, round(width * scale)), max(_STEP, round(height * scale)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        # Maps are half as wide as what the network saw, whose pixels are 1/scale of the picture's.
        ratio = np.array([width / size[0], height / size[1]]) * 2
        return _Look(image, self._maps(np.asarray(small, np.uint8)), ratio)

    def _maps(self, small: ByteArray) -> FloatArray:
        height, width = small.shape[:2]
        down, right = -height % _STEP, -width % _STEP
        padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_REFLECT)
        batch = np.ascontiguousarray(padded.transpose(2, 0, 1)[None] / np.float32(255), np.float32)
        maps = self._network.run(batch)[0][:, : (height + 1) // 2, : (width + 1) // 2]
        return np.concatenate([1 / (1 + np.exp(-np.clip(maps[:2], -30, 30))), maps[2:]])


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A picture, the network's maps of it, and how many px of the picture a px of these is, across and down."""

    image: ByteArray
    maps: FloatArray
    ratio: Float64Array

    def cards(self) -> list[FoundCard]:
        """The cards that the maps show surely, and those that they show faintly."""
        sure = _taken_apart(self.maps, _SURE)
        faint = [one for one in _taken_apart(self.maps, _FAINT) if not _is_told(one, sure)]
        found = []
        for one in _together(faint, sure):
            outline = Outline(self._in_picture(one.outline.corners), one.outline.shape)
            reach = max(_REACH_PX * float(self.ratio.max()), _REACH * _short_px(outline))
            sharp, middle = sharpened(self.image, outline, reach), self._in_picture(one.middle)
            found.append(FoundCard(sharp, one.presence, one.agreement, one.cut_off, middle))
        return found

    def _in_picture(self, points: Float64Array) -> Float64Array:
        return np.asarray((points + 0.5) * self.ratio - 0.5, np.float64)


def _is_small(cards: list[FoundCard], size: tuple[int, int]) -> bool:
    """Whether most cards found in a picture (height, width) are small, or none was found."""
    sides = [_short_px(one.outline) * _LONG_PX / max(size) for one in cards]
    return not sides or float(np.median(sides)) < _SMALL_CARD_PX


def _no_smaller(near: list[FoundCard], far: list[FoundCard]) -> list[FoundCard]:
    """Of the cards that a look from nearby shows those that are no specks beside those of a look from afar."""
    least = _LEAST_BESIDE * float(np.median([_area(one.outline) for one in far])) if far else 0.0
    return [one for one in near if _area(one.outline) > least]


def _is_told(faint: FoundCard, sure: list[FoundCard]) -> bool:
    """Whether a card that shows faintly is one that shows surely."""
    area = _area(faint.outline)
    return any(
        _common(faint.outline, one.outline) > _SAME * max(area, _area(one.outline))
        and one.agreement > _SURE_AGREEMENT
        for one in sure
    )


def _most_alike(ways: Iterable[list[FoundCard]], size: tuple[int, int]) -> tuple[list[FoundCard], bool]:
    """The first of several ways to see the cards of a picture (height, width), unless they differ in size then, and
    more are alike another way, since cards that touch are a rectangle as well; and whether most are alike.
    """
    best: list[FoundCard] | None = None
    most = 0
    for cards in ways:
        alike = alike_in_size(cards, size)
        if best is None or alike > most:
            best, most = cards, alike
        if most and most >= _MOSTLY * len(best):
            return best, True
    return best or [], False


def _taken_apart(maps: FloatArray, least: float) -> list[FoundCard]:
    """Single cards of the network's maps, in px of the maps, where these say so with ``least`` or more."""
    card, middle, votes = maps[0], maps[1], maps[2:]
    owner, middles = owners(card, middle, votes, least)
    height, width = card.shape
    found = []
    for number, told_middle in enumerate(middles, 1):
        mask = (owner == number).astype(np.uint8)
        shaped = outline_of(mask)
        if shaped is None:
            continue
        outline, agreement = shaped
        sides = np.hypot(*(np.roll(outline.corners, -1, axis=0) - outline.corners).T)
        if min(sides[0], sides[2]) * 2 < _LEAST_SHORT_PX or agreement < _LEAST_AGREEMENT:
            continue
        presence = float(card[mask > 0].mean())
        x0, y0, x1, y1 = outline.box
        cut_off = bool(x0 < 1.0 or y0 < 1.0 or x1 > width - 2.0 or y1 > height - 2.0)
        found.append(FoundCard(outline, presence, agreement, cut_off, told_middle))
    return found


def _is_same(coarse: FoundCard, fine: FoundCard) -> bool:
    """Whether a finer look shows the same card, and as well."""
    common = _common(coarse.outline, fine.outline)
    least = _SAME_CARD * max(_area(coarse.outline), _area(fine.outline))
    return common > least and fine.agreement > coarse.agreement - _WORSE


def _together(near: list[FoundCard], far: list[FoundCard]) -> list[FoundCard]:
    """The large or faint cards of a coarser look, and of a finer one what they leave; two cards that the coarser one
    took for a single one are two.
    """
    kept = []
    for one in (other for other in near if other.agreement > _SURE_AGREEMENT):
        area = _area(one.outline)
        within = [
            other for other in far if _common(other.outline, one.outline) > _WITHIN * _area(other.outline)
        ]
        parts = [_area(other.outline) / area for other in within if other.agreement > _PART_AGREEMENT]
        if any(_is_same(one, other) for other in within):
            # The finer look draws the same card more exactly.
            far = [other for other in far if other not in within or _is_same(one, other)]
        elif len(parts) < 2 or max(parts) > _MOST_OF_IT or sum(parts) < _LEAST_OF_IT:
            kept.append(one)
            far = [other for other in far if other not in within]
    return _without_parts([*kept, *far])


def _short_px(outline: Outline) -> float:
    return float(np.hypot(*(outline.corners[1] - outline.corners[0])))


def _longer(cards: Sequence[FoundCard], image: ByteArray, long_px: int, least_px: float) -> list[FoundCard]:
    """Of the cards found in a picture that was made this long those that were longer in it than ``least_px``."""
    scale = long_px / max(image.shape[:2])
    sides = [np.hypot(*(np.roll(one.outline.corners, -1, axis=0) - one.outline.corners).T) for one in cards]
    return [one for one, side in zip(cards, sides, strict=True) if float(side.max()) * scale > least_px]


def _without_parts(found: list[FoundCard]) -> list[FoundCard]:
    """Leave out what lies within a larger card: a panel of its print, no card of its own."""
    areas = [_area(one.outline) for one in found]
    kept: list[int] = []
    for number in np.argsort(areas)[::-1]:
        outline = found[number].outline
        if not any(
            areas[number] < _LARGEST_PART * areas[other]
            and _common(outline, found[other].outline) > _WITHIN * areas[number]
            for other in kept
        ):
            kept.append(int(number))
    return [found[number] for number in kept]


def _area(outline: Outline) -> float:
    return float(cv2.contourArea(outline.corners.astype(np.float32)))


def _common(first: Outline, second: Outline) -> float:
    """The area that two outlines have in common, px²."""
    area, _ = cv2.intersectConvexConvex(
        first.corners.astype(np.float32), second.corners.astype(np.float32), handleNested=True
    )
    return float(area)
