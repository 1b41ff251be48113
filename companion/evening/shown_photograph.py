"""One photograph of the cards of a box: what was found on it, the names of the cards, and what is odd about them."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np

from calibration.geometry import Pixel
from companion.evening.laid_cards import crooked, holds, laid_cards
from companion.evening.proposed_names import NO_CARD, ProposedNames
from companion.evening.stand import WholePicture
from hardware.frame_source import Image
from vision.light import picture_quality, soft_edges_px
from vision.network import FloatArray
from vision.printed.cut_out import ByteArray, Outline, cut_out
from vision.printed.embedding import Prints
from vision.printed.enrolled_box import LOOK_SIZE, BoxMemory, EnrolledBox, turns
from vision.printed.found_card import FoundCard
from vision.printed.lone_cards import LEAST_ALIKE, of_ratio
from vision.printed.numbers import NumberReading
from vision.readings import SURE
from web.outside import StandRefused

SHOWN_WIDTH = 1280
"""The page shows pictures so wide, px."""
_QUALITY = 80
_MOST_ENLARGED = 4.0
_SAME_LOOK = 0.985
"""Two cards whose prints are more alike than this are asked about: they may be the same one twice."""
_SAME_SCENE = 0.85
_LIKELY = 0.6
"""A number that was asked for is hardly misread for one that was, too, and is read of no other card."""
_MARKERS = 4
_NEAR, _SHOWN_BESIDE = 1.2, 0.25
"""So much is looked at, and shown, beside the cards, in units of a card's longer side."""
_WORTH_WHILE = 0.75
_TILE = 0.6
_WIDEST = 2.0
Area = tuple[int, int, int, int]
"""A part of a picture: left, top, right, bottom, px."""
_log = logging.getLogger("companion.boxes")


class Finder(Protocol):
    """Finds cards in a picture, uint8 BGR (h, w, 3)."""

    def find(self, image: ByteArray) -> Sequence[FoundCard]:
        """Return the cards, outlines in px."""


class ReadsNumbers(Protocol):
    """Reads the numbers printed on cards."""

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], numbers: Collection[int] | None = None
    ) -> Sequence[NumberReading]:
        """Return the number on each of the cards that were found in a picture; ``numbers`` are those there can be."""


Opened = TypeVar("Opened")


def opened(open_it: Callable[[], Opened]) -> Opened:
    """What finds or embeds cards. Raises StandRefused where its network is missing or damaged."""
    try:
        return open_it()
    except Exception as error:  # what runs a network has errors of its own for a damaged one
        _log.error("Printed cards cannot be read (%s: %s).", type(error).__name__, error)
        raise StandRefused("no_network") from error


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """A picture with cards on it, in the order of reading: ``number`` counts the pictures, ``jpeg`` is what the page
    shows of it, the part ``area``.
    """

    number: int
    picture: WholePicture
    cards: tuple[FoundCard, ...]
    area: Area
    jpeg: bytes

    def place(self, x: float, y: float) -> Pixel:
        """Where a place of what is shown (shares of its width) lies in the picture, px."""
        left, top, right, _ = self.area
        return left + x * (right - left), top + y * (right - left)

    def share(self, place: Pixel) -> tuple[float, float]:
        """Where a place of the picture (px) lies in what is shown, shares of its width."""
        left, top, right, _ = self.area
        return (place[0] - left) / (right - left), (place[1] - top) / (right - left)

    def at(self, x: float, y: float) -> int | None:
        """The number of the card at a place of what is shown (shares of its width); None beside all cards."""
        place = self.place(x, y)
        return next((number for number, card in enumerate(self.cards) if holds(card.outline, place)), None)

    def shown_cards(self, taken: TakenPhotograph | None = None) -> list[dict[str, Any]]:
        """The cards as the page draws them, corners as shares of the picture's width."""
        names = (None,) * len(self.cards) if taken is None else taken.names.names()
        unread = frozenset() if taken is None else taken.names.open
        told = {} if taken is None else dict(taken.names.told)
        left, top, right, _ = self.area
        askew = crooked([card.outline for card in self.cards])
        alike = {number for pair in taken.alike for number in pair} if taken is not None else set()
        return [
            {
                "corners": np.round((card.outline.corners - (left, top)) / (right - left), 4).tolist(),
                "round": card.outline.shape == "round",
                "label": label,
                "card": told.get(number) != NO_CARD,
                "alike": number in alike,
                "doubted": taken is not None and number in taken.doubted,
                "unread": number in unread,
                "crooked": taken is not None and number in askew,
            }
            for number, (card, label) in enumerate(zip(self.cards, names, strict=True))
        ]


@dataclass(slots=True, eq=False)
class TakenPhotograph:
    """A photograph that was taken for a step: the names of its cards, their looks (cut out) and embeddings; ``alike``
    are pairs of cards that look the same, ``doubted`` cards that look otherwise than those of their names did before.
    """

    seen: LookedAt
    step: int
    names: ProposedNames
    looks: tuple[ByteArray, ...]
    embeddings: FloatArray
    alike: tuple[tuple[int, int], ...]
    doubted: frozenset[int] = frozenset()


def look_at(picture: WholePicture, finder: Finder, number: int, expected: int) -> LookedAt:
    """Find the cards in a picture; what is shown of it is the table, where its markers tell where that is. Where not
    so many are found as are ``expected``, the table is searched more closely.
    """
    area = _table(picture)
    cards = _from_nearby(picture, area, _found(picture, [area], finder), finder)
    for areas in (_tiles(area), [_whole(picture.image)]):
        if len(cards) == expected or areas == [area]:
            break
        others = _from_nearby(picture, area, _found(picture, areas, finder), finder)
        cards = min(cards, others, key=lambda found: abs(len(found) - expected))
    return LookedAt(number, picture, cards, area, encoded(_part(picture.image, area)))


def _from_nearby(
    picture: WholePicture, area: Area, cards: tuple[FoundCard, ...], finder: Finder
) -> tuple[FoundCard, ...]:
    """Cards on a large table are small in its picture: they are looked at again from nearby."""
    if not cards:
        return cards
    near = _around(cards, picture.image, _NEAR)
    if near[2] - near[0] > _WORTH_WHILE * (area[2] - area[0]):
        return cards
    again = _found(picture, [near], finder)
    return again if len(again) >= len(cards) else cards


def _found(picture: WholePicture, areas: Sequence[Area], finder: Finder) -> tuple[FoundCard, ...]:
    """The cards in parts of a picture, in px of the whole; what lies in two parts is told once."""
    found: list[FoundCard] = []
    for area in areas:
        for one in finder.find(_part(picture.image, area)):
            middle = one.outline.corners.mean(axis=0) + area[:2]
            place = (float(middle[0]), float(middle[1]))
            if one.cut_off or any(holds(other.outline, place) for other in found):
                continue
            corners = one.outline.corners + area[:2]
            at_home = Outline(corners, one.outline.shape)
            found.append(replace(one, outline=at_home, told_middle=one.middle + area[:2]))
    return tuple(laid_cards(found, picture.markers))


def _tiles(area: Area) -> list[Area]:
    """Four parts of an area that overlap, and its middle: in each, things are larger than in the whole."""
    x0, y0, x1, y1 = area
    width, height = round((x1 - x0) * _TILE), round((y1 - y0) * _TILE)
    across, down = (x0, x1 - width), (y0, y1 - height)
    middle = ((x0 + x1 - width) // 2, (y0 + y1 - height) // 2)
    corners = [middle, *((left, top) for top in down for left in across)]
    return [(left, top, left + width, top + height) for left, top in corners]


def _whole(image: Image) -> Area:
    return 0, 0, image.shape[1], image.shape[0]


def _part(image: Image, area: Area) -> Image:
    return image[area[1] : area[3], area[0] : area[2]]


def _table(picture: WholePicture) -> Area:
    """The part of a picture in which the table lies; all of it where the markers do not tell."""
    if len(picture.markers) < _MARKERS:
        return _whole(picture.image)
    places = np.array(picture.markers)
    return _framed(places.min(axis=0), places.max(axis=0), 0.06 * float(np.ptp(places[:, 0])), picture.image)


def _around(cards: Sequence[FoundCard], image: Image, margin: float) -> Area:
    """The part of a picture in which cards lie, with a margin in units of a card's longer side."""
    corners = np.concatenate([card.outline.corners for card in cards])
    longer = float(np.median([np.hypot(*(one.outline.corners[2] - one.outline.corners[1])) for one in cards]))
    return _framed(corners.min(axis=0), corners.max(axis=0), margin * longer, image)


def _framed(low: Any, high: Any, margin: float, image: Image) -> Area:
    """A part of a picture with a margin, at most twice as wide as high."""
    x0, y0 = (float(value) - margin for value in low)
    x1, y1 = (float(value) + margin for value in high)
    lacking = max(0.0, (x1 - x0) / _WIDEST - (y1 - y0)) / 2
    y0, y1 = y0 - lacking, y1 + lacking
    height, width = image.shape[:2]
    return max(0, int(x0)), max(0, int(y0)), min(width, int(x1) + 1), min(height, int(y1) + 1)


def with_ratio_of(box: EnrolledBox | None, seen: LookedAt) -> LookedAt:
    """Return what was seen, cards too few to tell a size put right by the ratio of those of their box that are known:
    of one that lies alone a printed frame may have been taken for its edge.
    """
    if box is None or len(box.labels) < LEAST_ALIKE or len(seen.cards) >= LEAST_ALIKE:
        return seen
    image = seen.picture.image
    cards = [replace(one, outline=of_ratio(image, one.outline, box.ratio)) for one in seen.cards]
    return replace(seen, cards=tuple(cards))


def read_names(
    seen: LookedAt, asked: Collection[str], labels: Collection[str], numbers: ReadsNumbers
) -> tuple[tuple[int, str], ...]:
    """The cards whose printed number says surely which of the labels each is, or likely which of those asked for;
    what is read of two is told of none.
    """
    told = numbers.told(seen.picture.image, seen.cards, [int(label) for label in labels])
    often = Counter(str(one.value) for one in told)
    return tuple(
        (number, str(one.value))
        for number, one in enumerate(told)
        if str(one.value) in labels
        and often[str(one.value)] == 1
        and one.score >= (_LIKELY if str(one.value) in asked else SURE)
    )


def take(
    seen: LookedAt,
    step: int,
    asked: tuple[str, ...],
    prints: Prints,
    read: tuple[tuple[int, str], ...] | None = None,
) -> TakenPhotograph:
    """Make what was seen a photograph of a step, shown from nearby; its cards have the names that were ``read``, the
    others are named in the order asked for.
    """
    area = _around(seen.cards, seen.picture.image, _SHOWN_BESIDE)
    seen = replace(seen, area=area, jpeg=encoded(_part(seen.picture.image, area)))
    looks = cut_looks(seen.picture.image, seen.cards)
    names = ProposedNames(asked, len(looks), read=read)
    return TakenPhotograph(seen, step, names, looks, prints.embed(looks), alike_pairs(looks, prints))


def unusable(image: Image) -> str | None:
    """Why no card can be shown on a picture: "too_dark", "too_bright", "blurred"; None where it can."""
    code = picture_quality(image).code
    if code in ("too_dark", "overexposed"):
        return "too_dark" if code == "too_dark" else "too_bright"
    return "blurred" if soft_edges_px(image) is not None else None


def cut_looks(image: Image, cards: Sequence[FoundCard]) -> tuple[ByteArray, ...]:
    """The cards cut out, the short side that lies higher up."""
    return tuple(cut_out(image, _upright(card.outline), LOOK_SIZE) for card in cards)


def alike_pairs(looks: Sequence[ByteArray], prints: Prints) -> tuple[tuple[int, int], ...]:
    """The pairs of cards that show the same print, one of them perhaps upside down."""
    if len(looks) < 2:
        return ()
    upright = prints.embed(looks)
    turned = prints.embed([turns(look, "rectangle")[1] for look in looks])
    alike = np.maximum(upright @ upright.T, upright @ turned.T)
    return tuple(
        (one, other)
        for one in range(len(looks))
        for other in range(one + 1, len(looks))
        if alike[one, other] > _SAME_LOOK
    )


def told_by(memory: BoxMemory, embedding: FloatArray) -> str:
    """The card of a box that a look is most like."""
    return memory.labels[int(np.argmax(memory.by_card(memory.shifted_likeness(embedding)[0])))]


def told_right(memory: BoxMemory, embeddings: FloatArray, labels: Mapping[int, str]) -> int:
    """How many of the looks a box tells right; ``labels`` says by number of the look what each is."""
    return sum(told_by(memory, embeddings[number]) == label for number, label in labels.items())


def same_scene(looks: Sequence[ByteArray], others: Sequence[ByteArray]) -> bool:
    """Whether the same cards lie at the same places on another picture."""
    return all(_correlation(one, other) > _SAME_SCENE for one, other in zip(looks, others, strict=True))


def encoded(image: Image, width: int = SHOWN_WIDTH) -> bytes:
    """A picture as a JPEG so wide (px); small ones are enlarged, but not more than makes sense."""
    scale = min(_MOST_ENLARGED, width / image.shape[1])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise ValueError("a picture that cannot be encoded")
    return bytes(data.tobytes())


def _upright(outline: Outline) -> Outline:
    first, opposite = outline.corners[:2].mean(axis=0), outline.corners[2:].mean(axis=0)
    return outline.turned(2) if opposite[1] < first[1] else outline


def _correlation(one: ByteArray, other: ByteArray) -> float:
    first, second = (look.reshape(-1).astype(np.float64) - look.mean() for look in (one, other))
    size = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(first @ second) / size if size > 0 else 0.0
