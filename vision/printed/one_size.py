"""Cards of one box are of one size: an outline that took a printed line for the edge, ran off its card or shows a
part of it is put right by what the other cards of the picture say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.found_card import FoundCard
from vision.printed.one_plane import Table, rectangles, table_of
from vision.printed.outlines import sharpened

BoolArray = NDArray[np.bool_]

_LEAST_ALIKE, _MAJORITY, _PART = 4, 0.6, 0.7
"""So many cards, and such a share of what is too large to be a part of one, have to agree on the size before others
are put right.
"""
_AGREE, _RIGHT, _NEARLY_ALIKE = (0.025, 0.08), 0.8, 0.06
"""Outlines agree whose corners lie no farther from where the common size puts them, as a share of the short side: the
first if that is enough of them. One that is off by less than ``_RIGHT`` of it stays as it is.
"""
_LEAST_AGREEMENT = 0.8
_STEPS = ((0.06, 5.0), (0.03, 2.5), (0.015, 1.2), (0.007, 0.6))
"""How far a card is moved (share of its short side) and turned (degrees) in search of its edges, coarse to fine."""
_MOST_MOVES = 6
_SEARCHED = 3
"""It is moved so often at each of these, from so many of the likeliest places."""
_FARTHEST, _UNTOLD = 0.3, 0.75
"""A card's middle lies no farther from where it was told than this share of its short side, and where nothing
tells it, no farther from that of its outline.
"""
_TWO, _COVERED = 1.3, 0.83
"""What was found is covered by the card to this share, unless it is too large to be one card."""
_PROBES, _PARTS = 24, 6
_OF_A_SIDE = 0.38
_ACROSS = (-0.03, -0.012, 0.012, 0.03)
"""Where colours are compared at an edge: shares of the short side, the first half within it."""
_LEAST_EDGE, _FULL_EDGE = 0.45, 1.5
"""How strong the edges of a card are at least, and what is no stronger for being more, beside those of the cards that
agree.
"""
_LEAST_SEEN = 0.5
"""A side is judged of which the picture shows this share."""
_TOUCHED_UP = 0.025
"""A side is drawn to an edge this near, as a share of the short side."""
_SAME = 0.6
"""Two outlines that have more of the smaller in common are of one card."""
_NOISE = 2.5
"""So many levels of an edge are noise."""
_GROWN_BY, _LEAST_GROWN, _MOST_GROWN = 0.01, 4, 15
_BEYOND, _ENDS, _ON_MOST_SIDES = (3, 6), 2.0, 0.6
"""A larger size is looked for in steps of this share of the short side: a line that is so many times as strong as
what is a little beyond it, on most sides.
"""


def alike_in_size(cards: Sequence[FoundCard], size: tuple[int, int]) -> int:
    """How many of the cards found in a picture (height, width) are of one size, nearly; 0 where there are too few."""
    outlines = [one.outline for one in well_seen(cards)]
    if len(outlines) < _LEAST_ALIKE:
        return 0
    alike = table_of(outlines, size).off(outlines) < _NEARLY_ALIKE
    return int(np.count_nonzero(alike))


def of_one_size(image: ByteArray, cards: Sequence[FoundCard]) -> list[FoundCard]:
    """Return the cards found in a picture, uint8 BGR, those put right that differ from the others."""
    whole = well_seen(cards)
    outlines = [one.outline for one in whole]
    if len(outlines) < _LEAST_ALIKE:
        return list(cards)
    table = table_of(outlines, (image.shape[0], image.shape[1]))
    off, most = table.off(outlines), max(_LEAST_ALIKE, _MAJORITY * _no_parts(table, outlines))
    # Where edges are hardly seen, as on a table as white as the cards, none of them is told exactly.
    alike = next((one for one in _AGREE if np.count_nonzero(off < one) >= most), 0.0)
    if not alike:
        return list(cards)
    poses = np.array([table.placed(one) for one, far in zip(outlines, off, strict=True) if far < alike])
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8)
    table = _grown(soft, table, poses)
    usual = max(1.0, float(np.nanmedian(edges(soft, table, poses))))
    return _each_once([_put_right(soft, table, card, usual, alike) for card in cards])


def of_known_size(image: ByteArray, cards: Sequence[FoundCard], size: tuple[float, float]) -> list[FoundCard]:
    """Return the cards found in a picture taken straight from above, uint8 BGR, each put right that is not of this
    size, short and long side, px; what shows no edges of such a card is left out, and so are round ones.
    """
    table = Table(np.eye(3), size)
    cards = [card for card in cards if card.outline.shape == "rectangle"]
    if not cards:
        return []
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8)
    poses = np.array([table.placed(card.outline) for card in cards])
    shown = edges(soft, table, poses)
    usual = max(1.0, float(np.nanmedian(shown))) if np.isfinite(shown).any() else 1.0
    told = [_put_right(soft, table, card, usual, _AGREE[1]) for card in cards]
    return _each_once([one for one in told if table.off([one[1].outline])[0] < 2 * _AGREE[1]])


def well_seen(cards: Sequence[FoundCard]) -> list[FoundCard]:
    """Return the cards that tell a size: no round ones, all of each in the picture, as its outline says."""
    return [
        one
        for one in cards
        if one.agreement > _LEAST_AGREEMENT and not one.cut_off and one.outline.shape == "rectangle"
    ]


def _no_parts(table: Table, outlines: Sequence[Outline]) -> int:
    """How many outlines are too large to be a part of one card."""
    corners = table.on_plane(np.stack([one.corners for one in outlines])).astype(np.float32)
    whole = table.size[0] * table.size[1]
    return sum(float(cv2.contourArea(one)) > _PART * whole for one in corners)


def _grown(picture: ByteArray, table: Table, poses: Float64Array) -> Table:
    """The table with the largest size at which cards at these poses (n, 3) show all their edges: all of them may have
    been told by a frame that is printed on each.
    """
    shares = np.arange(_MOST_GROWN + _BEYOND[1]) * _GROWN_BY
    lines = np.stack([edges(picture, table.of_size(share), poses) for share in shares])
    means = np.nanmean(np.sqrt(lines), axis=(1, 2))
    grown = 0.0
    for at in range(_LEAST_GROWN, _MOST_GROWN):
        beyond = lines[at + _BEYOND[0] : at + _BEYOND[1]].mean(axis=0)
        ends = float(np.mean(lines[at] > _ENDS * (beyond + _NOISE)))
        if means[at] >= means[at - 2 : at + 3].max() and ends > _ON_MOST_SIDES:
            grown = float(shares[at])
    return table.of_size(grown)


def _put_right(
    picture: ByteArray, table: Table, card: FoundCard, usual: float, alike: float
) -> tuple[float, FoundCard]:
    """A card with the size of the others, where it has edges then, and how well these show; ``usual`` is how strong
    the edges of the others are, ``alike`` how far these are off at most.
    """
    if card.outline.shape == "round":
        return 0.0, card
    placed = table.placed(card.outline)
    if table.off([card.outline])[0] < _RIGHT * alike and not card.cut_off:
        return float(_fits(picture, table, placed[None], usual)[0]), card
    guesses = _guesses(table, card)
    begun = guesses[np.argsort(-_fits(picture, table, guesses, usual))[:_SEARCHED]]
    best, pose = max((_searched(picture, table, one, usual) for one in begun), key=lambda one: one[0])
    if best < _LEAST_EDGE or not _may_lie(table, card, pose[None])[0]:
        return 0.0, card
    return best, replace(card, outline=touched_up(picture, table, pose))


def touched_up(picture: ByteArray, table: Table, pose: Float64Array) -> Outline:
    """The outline of a card that lies about so: moved to the edges nearest by, if it keeps its size."""
    outline = Outline(table.in_picture(rectangles(pose[None], table.size)[0]))
    sides = np.hypot(*(outline.corners[1:3] - outline.corners[:2]).T)
    sharp = sharpened(picture, outline, _TOUCHED_UP * float(sides.min()))
    return outline if table.off([sharp])[0] > _AGREE[0] else sharp


def _guesses(table: Table, card: FoundCard) -> Float64Array:
    """Where a card may lie, poses (n, 3): over its outline as well as can be; or along one of the sides found, about
    the middle that was told, or with a corner at one of those found and its middle near.
    """
    found, middle = table.on_plane(card.outline.corners), table.on_plane(card.middle)
    poses = [table.placed(card.outline)]
    for corner in range(4):
        for first, second in ((corner, (corner + 1) % 4), ((corner - 1) % 4, corner)):
            along = found[second] - found[first]
            angle = float(np.arctan2(along[1], along[0])) - np.pi / 2 * first
            # A part of a card may be wider than high: every side may be a short one.
            for quarter in range(2):
                turn = angle - np.pi / 2 * quarter
                card_there = rectangles(np.array([[0.0, 0.0, turn]]), table.size)[0]
                poses.append(np.array((*(found[corner] - card_there[(corner + quarter) % 4]), turn)))
                poses.append(np.array((*middle, turn)))
    guesses = np.stack(poses)
    may = _may_lie(table, card, guesses)
    return guesses[may] if may.any() else guesses[:1]


def _may_lie(table: Table, card: FoundCard, poses: Float64Array) -> BoolArray:
    """Whether a card at each of these poses (n, 3) has its middle where it was told, or near that of its outline, and
    covers what was found of it, unless that is too much for one card, (n,).
    """
    found, middle = table.on_plane(card.outline.corners), table.on_plane(card.middle)
    farthest = (_UNTOLD if card.told_middle is None else _FARTHEST) * min(table.size)
    may = np.hypot(*(poses[:, :2] - middle).T) < farthest
    if float(cv2.contourArea(found.astype(np.float32))) < _TWO * table.size[0] * table.size[1]:
        may &= np.array([_share_within(found, one) > _COVERED for one in rectangles(poses, table.size)])
    return np.asarray(may, np.bool_)


def _share_within(found: Float64Array, card: Float64Array) -> float:
    """Which share of one quadrilateral (4, 2) lies within another."""
    one = found.astype(np.float32)
    common, _ = cv2.intersectConvexConvex(one, card.astype(np.float32))
    return float(common) / max(1e-9, float(cv2.contourArea(one)))


def _searched(
    picture: ByteArray, table: Table, pose: Float64Array, usual: float
) -> tuple[float, Float64Array]:
    """How well a card fits at the best place near a pose, and that place."""
    best = float(_fits(picture, table, pose[None], usual)[0])
    for share, degrees in _STEPS:
        far, turn = share * min(table.size), np.radians(degrees)
        for _ in range(_MOST_MOVES):
            cos, sin = np.cos(pose[2]) * far, np.sin(pose[2]) * far
            moves = np.array(
                [(cos, sin, 0), (-cos, -sin, 0), (-sin, cos, 0), (sin, -cos, 0), (0, 0, turn), (0, 0, -turn)]
            )
            there = _fits(picture, table, pose + moves, usual)
            at = int(np.argmax(there))
            if there[at] <= best:
                break
            best, pose = float(there[at]), pose + moves[at]
    return best, pose


def _fits(picture: ByteArray, table: Table, poses: Float64Array, usual: float) -> Float64Array:
    """How well cards at poses (n, 3) show their edges beside the usual, (n,)."""
    return _mean_of_sides(np.minimum(edges(picture, table, poses) / usual, _FULL_EDGE))


def _mean_of_sides(sides: Float64Array) -> Float64Array:
    """The mean of what the sides of each card say (n, 4), (n,); 0 where a single one is seen, or none."""
    seen = ~np.isnan(sides)
    means = np.where(seen, sides, 0.0).sum(axis=1) / np.maximum(seen.sum(axis=1), 1)
    return np.asarray(np.where(seen.sum(axis=1) < 2, 0.0, means), np.float64)


def edges(picture: ByteArray, table: Table, poses: Float64Array) -> Float64Array:
    """How strong an edge a picture shows at each side of cards at poses (n, 3), (n, 4), in levels of all three
    colours; nan where it shows too little of the side.
    """
    corners = rectangles(poses, table.size)
    ends = np.roll(corners, -1, axis=1)
    along = ends - corners
    outward = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    outward /= np.hypot(along[..., 0], along[..., 1])[..., None]
    shares = np.linspace(-_OF_A_SIDE, _OF_A_SIDE, _PROBES)
    across = np.array(_ACROSS) * min(table.size)
    middles = (corners + ends) / 2
    points = (
        middles[:, :, None, None]
        + shares[:, None] * along[:, :, None, None]
        + across[:, None, None] * outward[:, :, None, None]
    )
    seen = table.in_picture(points)
    height, width = picture.shape[:2]
    within = np.all((seen >= 0) & (seen <= np.array([width - 1, height - 1])), axis=-1)
    shown = np.all(within, axis=2)
    flat = seen.reshape(-1, _PROBES, 2).astype(np.float32)
    strips = cv2.remap(picture, flat[..., 0], flat[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    values = strips.reshape(len(poses), 4, len(_ACROSS), _PROBES, 3).astype(np.float32)
    half = len(_ACROSS) // 2
    steps = values[:, :, half:].mean(axis=2) - values[:, :, :half].mean(axis=2)
    # Averaged along a part of the side: the grain of a table is no edge, and a side may pass light and dark print.
    parts = np.abs(steps.reshape(len(poses), 4, _PARTS, -1, 3).mean(axis=3)).sum(axis=3)
    weights = shown.reshape(len(poses), 4, _PARTS, -1).mean(axis=3)
    strong = (parts * weights).sum(axis=2) / np.maximum(weights.sum(axis=2), 1e-9)
    return np.asarray(np.where(weights.mean(axis=2) < _LEAST_SEEN, np.nan, strong), np.float64)


def _each_once(told: Sequence[tuple[float, FoundCard]]) -> list[FoundCard]:
    """Of outlines that turned out to be the same card, the one that shows its edges best."""
    kept: list[int] = []
    for number in sorted(range(len(told)), key=lambda one: -told[one][0]):
        corners = told[number][1].outline.corners.astype(np.float32)
        area = float(cv2.contourArea(corners))
        others = [told[one][1].outline.corners.astype(np.float32) for one in kept]
        if not any(
            cv2.intersectConvexConvex(corners, one, handleNested=True)[0]
            > _SAME * min(area, float(cv2.contourArea(one)))
            for one in others
        ):
            kept.append(number)
    return [told[number][1] for number in sorted(kept)]
