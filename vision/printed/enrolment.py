"""Learns the cards of a box from photographs on which somebody said which card lies where."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.printed.boxed_cards import common_share, outlines_in
from vision.printed.cut_out import ByteArray, Outline, Shape, cut_out
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.labelled import Box, LabelledCard
from vision.printed.lone_cards import agreed_ratio, in_its_box, into, of_ratio

_SAME_PLACE, _WELL_PLACED = 0.55, 0.9
_ROUND_SHARE = 0.5
_CLEARLY = 0.2
"""How much nearer the ratio of its sides (natural logarithm) must be the other way round."""


class NoCard(ValueError):
    """A card that was named cannot be found; the message says which and on which photograph."""


@dataclass(frozen=True, slots=True)
class ShownPhotograph:
    """A photograph, uint8 BGR (h, w, 3), and the cards that lie on it."""

    picture: ByteArray
    cards: tuple[LabelledCard, ...]


def enrol(photographs: Sequence[ShownPhotograph], name: str, day: str, finder: CardFinder) -> EnrolledBox:
    """Return the box that the photographs show. Raises NoCard where one shows several cards and does not say where
    one of them lies, or none was named.
    """
    told = [_told(photograph, number, finder) for number, photograph in enumerate(photographs, 1)]
    placed = _put_right(photographs, told, finder)
    shown = [
        (card.label, number, photograph.picture, outline)
        for number, (photograph, outlines) in enumerate(zip(photographs, placed, strict=True), 1)
        for card, outline in zip(photograph.cards, outlines, strict=True)
    ]
    if not shown:
        raise NoCard("no card is named on any photograph: name one at least")
    shape: Shape = "round" if _is_round([outline for *_, outline in shown]) else "rectangle"
    ratio = float(np.median([min(outline.ratio, 1.0) for *_, outline in shown]))
    looks = tuple(
        CardLook(label, number, cut_out(picture, Outline(outline.corners, shape), LOOK_SIZE))
        for label, number, picture, outline in shown
    )
    return EnrolledBox(name, day, shape, max(0.2, ratio), looks)


def _is_round(outlines: Sequence[Outline]) -> bool:
    return bool(np.mean([one.shape == "round" for one in outlines]) > _ROUND_SHARE)


def _told(photograph: ShownPhotograph, number: int, finder: CardFinder) -> list[tuple[Outline, bool]]:
    """Where the named cards of a photograph lie, each with whether it was found just so."""
    found = finder.find(photograph.picture)
    return [_outline(card, found, photograph, number) for card in photograph.cards]


def _put_right(
    photographs: Sequence[ShownPhotograph],
    told: Sequence[Sequence[tuple[Outline, bool]]],
    finder: CardFinder,
) -> list[list[Outline]]:
    """Where the cards of all photographs lie: by the size that those of one photograph share, and where nothing tells
    it, by the ratio of their sides that the cards of all others do.
    """
    sized = [_sized(photograph, outlines) for photograph, outlines in zip(photographs, told, strict=True)]
    sure = [
        laid or [outline for outline, is_found in outlines if is_found]
        for laid, outlines in zip(sized, told, strict=True)
    ]
    ratio = agreed_ratio([outline for outlines in sure for outline in outlines])
    placed = [
        laid
        or [
            outline
            if ratio is None
            else _alone(photograph.picture, outline, is_found, card.box, ratio, finder)
            for card, (outline, is_found) in zip(photograph.cards, outlines, strict=True)
        ]
        for photograph, laid, outlines in zip(photographs, sized, told, strict=True)
    ]
    return [[begun_right(outline, ratio) for outline in outlines] for outlines in placed]


def begun_right(outline: Outline, ratio: float | None) -> Outline:
    """An outline begun at a short side of a card of this ratio, as far as its own tells: a card that lies along the
    way in which a look is slanted seems as long as wide, but hardly ever much wider than long.
    """
    if ratio is None or outline.shape == "round":
        return outline
    as_it_is, turned = (abs(math.log(one / ratio)) for one in (outline.ratio, 1 / outline.ratio))
    return outline.turned(1) if turned + _CLEARLY < as_it_is else outline


def _alone(
    picture: ByteArray, told: Outline, is_found: bool, box: Box | None, ratio: float, finder: CardFinder
) -> Outline:
    """Where a card lies of which no other one on its photograph tells the size."""
    if box is not None:
        return in_its_box(picture, told, box, ratio, finder)
    return of_ratio(picture, told, ratio) if is_found else told


def _sized(photograph: ShownPhotograph, told: Sequence[tuple[Outline, bool]]) -> list[Outline] | None:
    """Where the cards of a photograph lie by the size that they share; None where nothing tells it."""
    boxes = [card.box for card in photograph.cards if card.box is not None]
    if len(boxes) < len(told) or _is_round([outline for outline, _ in told]):
        return None
    return outlines_in(photograph.picture, told, boxes)


def _outline(
    card: LabelledCard, found: Sequence[FoundCard], photograph: ShownPhotograph, number: int
) -> tuple[Outline, bool]:
    """Where a named card lies: the outline found at its box, or the box itself, where cards fill their picture; and
    whether it was found just so.
    """
    if card.box is None:
        if len(photograph.cards) > 1:
            raise NoCard(
                f"photograph {number} shows several cards, and nothing says where {card.label!r} lies"
            )
        if len(found) == 1:
            return found[0].outline, True
        height, width = photograph.picture.shape[:2]
        return of_box((0.0, 0.0, float(width), float(height))), False
    box = card.box
    seen = [_within(one.outline.box, photograph.picture) for one in found]
    best = max(range(len(found)), key=lambda number: common_share(seen[number], box), default=None)
    if best is None or common_share(seen[best], box) < _SAME_PLACE:
        return of_box(box), False
    # A card that the picture's edge cuts off reaches beyond what anybody can draw a box around.
    if common_share(seen[best], box) >= _WELL_PLACED or seen[best] != found[best].outline.box:
        return found[best].outline, True
    return into(found[best].outline, box), False


def _within(box: Box, picture: ByteArray) -> Box:
    """What of a box the picture shows."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = box
    return (max(0.0, x0), max(0.0, y0), min(width - 1.0, x1), min(height - 1.0, y1))


def of_box(box: Box) -> Outline:
    """An upright card that fills a box, begun at a short side."""
    x0, y0, x1, y1 = box
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float64)
    outline = Outline(corners)
    return outline if outline.ratio <= 1.0 else outline.turned(1)
