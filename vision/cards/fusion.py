"""Joins the indices of one card: where their predicted middles coincide, their directions agree or oppose, and what
they say can be the same card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.card_names import CARDS
from vision.cards.answers import Language, ranks_of_figures
from vision.cards.finding import IndexSpot
from vision.cards.reading import ReadIndex
from vision.network import FloatArray

_MIDDLE_SPREAD_MM, _FAR_SPREAD_MM, _FAR_SHARE = 4.0, 45.0, 0.08
"""How far a predicted middle lies from the true one, standard deviation along each axis; and how far in the few cases
where a deck with indices in all four corners leads the prediction to the wrong side.
"""
_CHANCE_TO_LIE_SO = 1.0
"""How much likelier than by chance, as a logarithm, two indices whose middles coincide are those of one card."""
_DOUBT = 0.01
"""How often an index that is sure is wrong all the same: what keeps one corner from outvoting all others."""
_LEAST_TURN = math.cos(math.radians(20))
_SURELY_ALIKE, _LEAST_TURN_ALIKE = 0.5, math.cos(math.radians(40))
"""Of two indices that likely say the same card, either may be seen turned wrong: a sign that does not stand straight
below its figure leads astray. And they may be those of a large card (76 by 116 mm): ``_MOST_ALIKE``.
"""
_AGREE_FOR_SIZE, _LEAST_TOWARDS, _STRETCH = 0.3, math.cos(math.radians(20)), (0.7, 1.6)
"""Two corners tell how large cards are where they likely name one card, point at each other, and agree so far."""
_DIAGONAL_MM = 83.0
"""How far apart two opposite indices of a card of 63 by 88 mm usually lie."""
_MARGINS_MM = (2.5, 3.5)
"""What usually lies between an index and the card's edges, at its side and above its head."""
_END_MM, _SIDE_MM, _ACROSS_MM = (28.0, 60.0), (24.0, 98.0), 70.0
"""How far apart two indices may lie: those of one end, those of both ends along the card, and across it.

Two cards side by side lie farther apart than the corners of one end.
"""
_MOST_ALIKE = 1.15
"""Largest factor by which two alike indices may lie farther apart than usual, along the card and across it."""
_MOST_LEVEL_MM = 10.0
"""How much higher one of two corners of an end may lie than the other."""
_SURE_ALONE = 0.9
_CORNER_MM, _APART_MM = 3.0, (15.0, 120.0)
"""How exactly an index lies in a corner of a card whose other corners tell it; and how far apart two corners are."""
_CARD_HEIGHT_MM, _CARD_WIDTH_MM = (60.0, 120.0), (40.0, 82.0)


@dataclass(frozen=True, slots=True)
class JoinedCard:
    """The indices of one card, the surest first, with the probabilities of the 52 cards in the order of CARDS, the
    card's middle px, a unit vector along its long side, and its width and height px.
    """

    indices: tuple[ReadIndex, ...]
    cards: FloatArray = field(compare=False)
    middle: tuple[float, float]
    up: tuple[float, float]
    size: tuple[float, float]

    @property
    def opposite(self) -> bool:
        """Whether corners of both ends were seen: then the card lies there whole, or nearly."""
        first = self.indices[0].spot.up
        return any(_cosine(first, other.spot.up) < 0 for other in self.indices[1:])


def card_probabilities(read: ReadIndex, language: Language) -> FloatArray:
    """Return how likely the card of an index is each of the 52, float32 (52,) in the order of CARDS, given that the
    index is one: by the family's own deck where that was asked, else by what the language makes of its figure.
    """
    if read.own is not None:
        return read.own.cards
    ranks = read.figures[:-1] @ ranks_of_figures(language)
    ranks = ranks / max(1e-9, float(ranks.sum()))
    suits = read.suits[:-1] / max(1e-9, float(read.suits[:-1].sum()))
    return np.asarray(np.outer(suits, ranks).reshape(-1), np.float32)


def join_cards(indices: Sequence[ReadIndex], px_per_mm: float, language: Language) -> list[JoinedCard]:
    """Join indices to cards, in a picture of about ``px_per_mm``; likeliest pairs first, at most four to a card."""
    said = [_doubted(card_probabilities(read, language)) for read in indices]
    indices = _stretched(indices, _usual_stretch(indices, said))
    pairs = []
    for second in range(len(indices)):
        for first in range(second):
            likelihood = _same_card(
                indices[first].spot, indices[second].spot, said[first], said[second], px_per_mm
            )
            if likelihood is not None and likelihood > 0:
                pairs.append((likelihood, first, second))
    group_of = list(range(len(indices)))
    groups: dict[int, list[int]] = {number: [number] for number in group_of}
    allowed = {(first, second) for _, first, second in pairs}
    for _, first, second in sorted(pairs, reverse=True):
        ours, theirs = groups[group_of[first]], groups[group_of[second]]
        if ours is theirs or len(ours) + len(theirs) > 4:
            continue
        # All corners of a card must go together, not only those that brought the two groups in touch.
        if all((min(a, b), max(a, b)) in allowed for a in ours for b in theirs):
            into = group_of[first]
            gone = group_of[second]
            for number in theirs:
                group_of[number] = into
            groups[into] = ours + theirs
            del groups[gone]
    return [
        _joined([indices[number] for number in group], [said[number] for number in group], px_per_mm)
        for group in _completed(list(groups.values()), [read.spot for read in indices], px_per_mm)
    ]


def _completed(groups: list[list[int]], spots: Sequence[IndexSpot], px_per_mm: float) -> list[list[int]]:
    """Groups of indices, each card's with what lies exactly in its other corners, whatever that says: in noise one
    corner may surely say another card, which could not lie there without covering the others.
    """
    for ours in sorted(groups, key=len, reverse=True):
        for theirs in [other for other in groups if other is not ours and len(other) <= len(ours)]:
            if (
                1 < len(ours) <= 4 - len(theirs)
                and ours in groups
                and _lie_in_free_corners([spots[n] for n in ours], [spots[n] for n in theirs], px_per_mm)
            ):
                ours += theirs
                groups.remove(theirs)
    return groups


def _lie_in_free_corners(card: list[IndexSpot], others: Sequence[IndexSpot], px_per_mm: float) -> bool:
    """Whether each of these indices lies, turned as it would be, in a corner of a card where none is known yet."""
    if any(
        not _APART_MM[0] * px_per_mm < math.dist(one.centre, other.centre) < _APART_MM[1] * px_per_mm
        for other in others
        for one in card
    ):
        return False
    middle, up = _middle(card, px_per_mm), np.array(card[0].up)
    axes = np.stack([up, np.array([-up[1], up[0]])])
    corners = [(spot, axes @ (np.array(spot.centre) - middle)) for spot in card]
    if not any(a[0] * b[0] < 0 and a[1] * b[1] < 0 for _, a in corners for _, b in corners):
        return False  # only at one end or one side: other cards may cover the rest of it
    places = [(other, axes @ (np.array(other.centre) - middle)) for other in others]
    return all(
        any(
            math.dist(abs(place), abs(corner)) < _CORNER_MM * px_per_mm
            and _cosine(spot.up, other.up) * math.copysign(1.0, place[0] * corner[0]) > _LEAST_TURN
            for spot, corner in corners
        )
        for other, place in places
    )


def without_lone_cold(
    indices: Sequence[ReadIndex], px_per_mm: float, language: Language, least_heat: float
) -> list[ReadIndex]:
    """Leave out the indices below this heat that no hotter one of the same card supports, as an edge detector does
    with weak edges (Canny, "A computational approach to edge detection", 1986). Two that lie at both ends of a card
    and surely say the same support each other, however cold: very large ones are.
    """
    if all(read.spot.heat >= least_heat for read in indices):
        return list(indices)
    supported = {
        read.spot.centre
        for card in join_cards(indices, px_per_mm, language)
        if max(read.spot.heat for read in card.indices) >= least_heat or _is_sure_at_both_ends(card, language)
        for read in card.indices
    }
    return [read for read in indices if read.spot.heat >= least_heat or read.spot.centre in supported]


def _is_sure_at_both_ends(card: JoinedCard, language: Language) -> bool:
    """Whether indices at both ends of a card say surely, each by itself, that it is the same one."""
    best = int(card.cards.argmax())
    sure = [
        read.spot
        for read in card.indices
        if (1.0 - read.rejected) * float(card_probabilities(read, language)[best]) >= _SURE_ALONE
    ]
    return any(_cosine(sure[0].up, spot.up) < 0 for spot in sure[1:])


def join_as_one(indices: Sequence[ReadIndex], px_per_mm: float, language: Language) -> JoinedCard:
    """Join indices of which it is known that they are those of one card; at least one."""
    return _joined(
        list(indices), [_doubted(card_probabilities(read, language)) for read in indices], px_per_mm
    )


def _usual_stretch(indices: Sequence[ReadIndex], said: Sequence[FloatArray]) -> float:
    """How much farther away the middles of cards lie than predicted, as a factor; 1 where nothing tells.

    How large the cards are is hard to say from one corner; but cards on a table are mostly of one size, and where two
    corners that say the same card look at each other, the middle lies between them.
    """
    factors = [length / (a.reach + b.reach) for a, b, length in _facing_pairs(indices, said)]
    return float(np.median(factors)) if factors else 1.0


def px_per_mm_of_pairs(indices: Sequence[ReadIndex], language: Language) -> float | None:
    """Return the scale that opposite corners of cards of 63 by 88 mm tell; None where no card shows both."""
    said = [_doubted(card_probabilities(read, language)) for read in indices]
    lengths = [length for _, _, length in _facing_pairs(indices, said)]
    return float(np.median(lengths)) / _DIAGONAL_MM if lengths else None


def _facing_pairs(
    indices: Sequence[ReadIndex], said: Sequence[FloatArray]
) -> Iterator[tuple[IndexSpot, IndexSpot, float]]:
    """Two indices that likely name one card and point at each other, and how far apart they are, px."""
    for second in range(len(indices)):
        for first in range(second):
            a, b = indices[first].spot, indices[second].spot
            if _cosine(a.up, b.up) > -_LEAST_TURN or float(said[first] @ said[second]) < _AGREE_FOR_SIZE:
                continue
            way = np.subtract(b.centre, a.centre)
            length = float(np.hypot(*way))
            reach_a, reach_b = (np.subtract(s.card_middle, s.centre) for s in (a, b))
            if min(length, a.reach, b.reach) < 1.0:
                continue
            towards = min(float(way @ reach_a) / a.reach, float(-way @ reach_b) / b.reach) / length
            if towards > _LEAST_TOWARDS and _STRETCH[0] < length / (a.reach + b.reach) < _STRETCH[1]:
                yield a, b, length


def _stretched(indices: Sequence[ReadIndex], factor: float) -> list[ReadIndex]:
    return [
        replace(
            read,
            spot=replace(
                read.spot,
                card_middle=(
                    read.spot.centre[0] + factor * (read.spot.card_middle[0] - read.spot.centre[0]),
                    read.spot.centre[1] + factor * (read.spot.card_middle[1] - read.spot.centre[1]),
                ),
            ),
        )
        for read in indices
    ]


def _doubted(probabilities: FloatArray) -> FloatArray:
    return np.asarray((1 - _DOUBT) * probabilities + _DOUBT / len(CARDS), np.float32)


def _cosine(a: tuple[float, float], b: tuple[float, float]) -> float:
    return a[0] * b[0] + a[1] * b[1]


def _same_card(
    a: IndexSpot, b: IndexSpot, says_a: FloatArray, says_b: FloatArray, px_per_mm: float
) -> float | None:
    """How much likelier than not two indices are those of one card, as a logarithm; None where they cannot be."""
    agree = _cosine(a.up, b.up)
    alike = float(says_a @ says_b)
    least_turn, most = (_LEAST_TURN_ALIKE, _MOST_ALIKE) if alike > _SURELY_ALIKE else (_LEAST_TURN, 1.0)
    if abs(agree) < least_turn:
        return None
    dx, dy = (b.centre[0] - a.centre[0]) / px_per_mm, (b.centre[1] - a.centre[1]) / px_per_mm
    side = math.copysign(1.0, agree)
    up_x, up_y = a.up[0] + side * b.up[0], a.up[1] + side * b.up[1]
    length = math.hypot(up_x, up_y)
    along = abs(dx * up_x + dy * up_y) / length
    across = abs(dy * up_x - dx * up_y) / length
    if agree > 0:
        # Two corners of one end: side by side, nearly a card's width apart.
        if along > most * most * _MOST_LEVEL_MM or not _END_MM[0] < across < most * _END_MM[1]:
            return None
    elif not _SIDE_MM[0] < along < most * _SIDE_MM[1] or across > most * _ACROSS_MM:
        return None
    apart = math.hypot(a.card_middle[0] - b.card_middle[0], a.card_middle[1] - b.card_middle[1]) / px_per_mm
    near = math.log(
        math.exp(-(apart**2) / (4 * _MIDDLE_SPREAD_MM**2))
        + _FAR_SHARE * math.exp(-(apart**2) / (4 * _FAR_SPREAD_MM**2))
    )
    same = math.log(len(CARDS) * alike)
    return near + same + _CHANCE_TO_LIE_SO


def _joined(reads: list[ReadIndex], said: list[FloatArray], px_per_mm: float) -> JoinedCard:
    order = sorted(range(len(reads)), key=lambda n: -reads[n].spot.heat * (1.0 - reads[n].rejected))
    reads, said = [reads[n] for n in order], [said[n] for n in order]
    product = np.exp(np.sum([np.log(each) for each in said], axis=0))
    spots = [read.spot for read in reads]
    first = spots[0]
    up = np.sum(
        [np.array(spot.up) * math.copysign(1.0, _cosine(first.up, spot.up)) for spot in spots], axis=0
    )
    up = up / max(1e-9, float(np.hypot(*up)))
    middle = _middle(spots, px_per_mm)
    return JoinedCard(
        tuple(reads),
        np.asarray(product / product.sum(), np.float32),
        (float(middle[0]), float(middle[1])),
        (float(up[0]), float(up[1])),
        _card_size(first, (float(middle[0]), float(middle[1])), px_per_mm),
    )


def _middle(spots: Sequence[IndexSpot], px_per_mm: float) -> NDArray[np.float64]:
    """The middle of a card, px: between opposite corners where there are two, else as its corners predict it."""
    for number, second in enumerate(spots):
        for first in spots[:number]:
            if _cosine(first.up, second.up) < 0 and not _side_by_side(first, second, px_per_mm):
                return np.asarray((np.array(first.centre) + np.array(second.centre)) / 2, np.float64)
    predicted = np.mean([spot.card_middle for spot in spots], axis=0)
    if len(spots) == 1:
        return np.asarray(predicted, np.float64)
    # Two corners of one end or side: the middle lies on the line between them that halves the card.
    between = np.mean([spot.centre for spot in spots], axis=0)
    up = np.array(spots[0].up)
    axis = up if _cosine(spots[0].up, spots[1].up) > 0 else np.array([-up[1], up[0]])
    return np.asarray(between + axis * float((predicted - between) @ axis), np.float64)


def _side_by_side(a: IndexSpot, b: IndexSpot, px_per_mm: float) -> bool:
    """Whether two corners lie at one long side of a card: then the card's middle does not lie between them."""
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    return abs(dx * -a.up[1] + dy * a.up[0]) < 0.4 * _CARD_WIDTH_MM[0] * px_per_mm


def _card_size(spot: IndexSpot, middle: tuple[float, float], px_per_mm: float) -> tuple[float, float]:
    """The size of a card, px, from where its index and its middle lie."""
    dx, dy = middle[0] - spot.centre[0], middle[1] - spot.centre[1]
    across, along = abs(dx * -spot.up[1] + dy * spot.up[0]), abs(dx * spot.up[0] + dy * spot.up[1])
    width = (2 * across + spot.size[0]) / px_per_mm + 2 * _MARGINS_MM[0]
    height = (2 * along + spot.size[1]) / px_per_mm + 2 * _MARGINS_MM[1]
    return (
        px_per_mm * min(_CARD_WIDTH_MM[1], max(_CARD_WIDTH_MM[0], width)),
        px_per_mm * min(_CARD_HEIGHT_MM[1], max(_CARD_HEIGHT_MM[0], height)),
    )
