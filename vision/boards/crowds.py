"""Pieces that stand otherwise than one on a square: two or more on one, or one between two.

What the pieces on the squares leave unexplained is looked at once more: around there, the fewest pieces anywhere are
looked for that explain it all, those on the squares included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.boards.silhouettes import Silhouettes
from vision.boards.squares import BoardSquares, Floats
from vision.boards.standing import Comparison, Evidence, Standing, claim, weigh, with_surroundings
from vision.boards.straightened import Frame

_REACH, _STEP, _COARSE = 0.62, 0.1, 0.2
"""How far from its square's middle any foot is looked for, in spacings, and in which steps: those in which pieces
move at last, and those in which is looked for what is not explained.
"""
_FINER, _FINEST = 0.4, 0.045
"""Steps are no larger than this share of a piece's radius, unless they would be finer than the second (spacings)."""
_LIKE_A_PIECE = 1.0
"""A pixel with this logarithm of likelihood ratio speaks for a piece."""
_OPEN = 0.3
"""So much of a silhouette must speak for a piece that is not there, for its place to be looked at once more."""
_CLEARLY = 0.6
"""A piece may stand elsewhere where that explains so much more, of the mean evidence."""
_EDGE = 1.25
"""What lies as far around a piece, in its radii, is its own: no silhouette is exact."""
_NEXT = 1.45
"""Squares that lie no farther apart, in spacings, are looked at together."""
_HALF = 0.5
"""Another piece must explain as much as this share of a usual one."""
_USUAL, _LEAST_USUAL = 1.5, 1.0
_OUT_OF_THE_MIDDLE = 0.05
"""What a foot a spacing away from its square's middle costs, of the evidence of a whole piece."""
_SAME = 0.6
"""A piece no farther from where another one was found, in spacings, may be that one."""
_MOST = 40
_MOVES = 0.3
"""So far does a piece move at once beside others, in spacings."""
_SWEEPS = 4
_BETWEEN, _FROM_BOTH, _FARTHEST = 0.65, 0.3, 0.9
"""A foot is between two squares if the nearer one is no nearer than this share of the other's distance, and neither
is closer, or the other farther, than so many spacings.
"""


@dataclass(frozen=True, slots=True)
class Crowd:
    """What was found where the pieces on ``squares`` did not explain what is seen: ``pieces`` take their place."""

    squares: frozenset[int]
    pieces: tuple[Standing, ...]


@dataclass(frozen=True, eq=False)
class CrowdFinder:
    """Looks for pieces anywhere on a photograph whose squares were weighed.

    ``found`` is what speaks for a piece on every square, in the squares' order, ``told`` bool (n,) says on which of
    them one stands.
    """

    evidence: Evidence
    places: Silhouettes
    squares: BoardSquares
    frame: Frame
    found: Sequence[Standing]
    told: NDArray[np.bool_]

    @cached_property
    def _spacing_px(self) -> float:
        return self.squares.spacing * self.frame.px_per_unit

    @cached_property
    def _step(self) -> float:
        return min(_STEP, max(_FINEST, _FINER * self.places.radius_px / self._spacing_px))

    @cached_property
    def _centres_px(self) -> Floats:
        return self.squares.centres * self.frame.px_per_unit

    def crowds(self) -> Iterator[Crowd]:
        """Yield what stands where pieces on the squares' middles do not explain what is seen."""
        for group in self._groups():
            crowd = self._explained(group)
            if crowd is not None:
                yield crowd

    def between(self, square: int, offset: Floats) -> tuple[int, int] | None:
        """The two squares between which a foot stands, ``offset`` px from a square; None where it stands on one."""
        at = self._centres_px[square] + offset
        away = np.linalg.norm(self._centres_px - at, axis=1) / self._spacing_px
        first, second = np.argsort(away)[:2]
        if not (away[first] >= _FROM_BOTH and away[second] <= _FARTHEST):
            return None
        return (int(first), int(second)) if away[first] >= _BETWEEN * away[second] else None

    def _claimed(self, squares: Sequence[int]) -> NDArray[np.bool_]:
        claimed = np.zeros(self.evidence.board.shape, np.bool_)
        for square in squares:
            rows, columns, mask = self.places.cover(square, self.found[square].offset, claimed.shape, _EDGE)
            claimed[rows, columns] |= mask
        return claimed

    def _groups(self) -> Iterator[list[int]]:
        """Neighbouring squares around which more is seen than the pieces on them explain."""
        best = self.evidence.plain.max(axis=0)
        offsets = _grid(min(_COARSE, 2 * self._step), _REACH) * self._spacing_px
        waiting = {square for square, there in enumerate(self.told) if there} & self._beside(best, offsets)
        left = (best > _LIKE_A_PIECE) & ~self._claimed(np.flatnonzero(self.told).tolist())
        if left.sum() >= _OPEN * np.pi * self.places.radius_px**2:
            shares = self.places.means(left.astype(np.float32), offsets).max(axis=1)
            waiting |= set(np.flatnonzero(shares >= _OPEN).tolist())
        others = set(np.flatnonzero(self.told).tolist()) | waiting
        while waiting:
            group, edge = set(), {waiting.pop()}
            while edge:
                at = edge.pop()
                group.add(at)
                apart = np.linalg.norm(self._centres_px - self._centres_px[at], axis=1)
                near = set(np.flatnonzero(apart <= _NEXT * self._spacing_px).tolist())
                # From a square with nothing to explain it goes no further.
                edge |= (near & waiting) - group
                group |= near & others
                waiting -= near
            yield sorted(group)

    def _beside(self, best: NDArray[np.float32], offsets: Floats) -> set[int]:
        """The squares near which a piece would explain clearly more than where its foot was found."""
        around = self.places.means(best, offsets)
        found = self.places.moved(np.array([one.offset for one in self.found]))
        here = found.means(best, np.zeros((1, 2)))[:, 0]
        return set(np.flatnonzero(around.max(axis=1) - here > _CLEARLY).tolist())

    def _explained(self, group: Sequence[int]) -> Crowd | None:
        """The fewest pieces that explain what is seen around some squares; None where those on them do."""
        there = [square for square in group if self.told[square]]
        outside = [square for square in np.flatnonzero(self.told).tolist() if square not in group]
        free = ~self._claimed(outside)
        candidates = self._candidates(group, free)
        if not candidates:
            return None
        chosen = _Explanation(candidates, self._least()).pieces()
        if len(chosen) > _MOST or not self._otherwise(chosen, there) or self._lost(chosen, there):
            return None
        pieces: list[Standing] = []
        for piece in chosen:
            pieces.append(weigh(self.evidence, free, self.places, piece.square, piece.offset))
            claim(free, self.places, pieces[-1])
        comparison = Comparison.of(self.found)
        for one in pieces:
            comparison.note(with_surroundings(self.evidence, free, self.places, one))
        return Crowd(frozenset(there), tuple(pieces))

    def _least(self) -> float:
        """The least mean evidence that another piece must add."""
        told = [self._whole(one) for one, there in zip(self.found, self.told, strict=True) if there]
        return _HALF * max(_LEAST_USUAL, float(np.median(told)) if told else _USUAL)

    def _whole(self, one: Standing) -> float:
        """The mean evidence of a piece as candidates have theirs: of all that it hides, its outline included."""
        rows, columns, mask = self.places.cover(one.square, one.offset, self.evidence.board.shape)
        return float(self.evidence.plain[:, rows, columns][:, mask].mean(axis=1).max()) if mask.any() else 0.0

    def _otherwise(self, chosen: Sequence[_Candidate], there: Sequence[int]) -> bool:
        """Whether pieces stand otherwise than one on each of some squares."""
        squares = [one.square for one in chosen]
        between = [self.between(one.square, one.offset) for one in chosen]
        return sorted(squares) != sorted(there) or any(pair is not None for pair in between)

    def _lost(self, chosen: Sequence[_Candidate], there: Sequence[int]) -> bool:
        """Whether a piece that stands on a square is explained by none that stands close to it."""
        feet = np.array([self._centres_px[one.square] + one.offset for one in chosen]).reshape(-1, 2)
        for square in there:
            foot = self._centres_px[square] + self.found[square].offset
            away = np.linalg.norm(feet - foot, axis=1) / self._spacing_px
            if not (away <= _SAME).any():
                return True
        between = sum(self.between(one.square, one.offset) is not None for one in chosen)
        return len(chosen) + between < len(there)

    def _candidates(self, group: Sequence[int], free: NDArray[np.bool_]) -> list[_Candidate]:
        """All places where a foot may stand around some squares, each belonging to the nearest."""
        found = []
        plain = self.evidence.plain
        width = free.shape[1]
        offsets = _grid(self._step, _REACH) * self._spacing_px
        for square in group:
            feet = self._centres_px[square] + offsets
            nearest = np.linalg.norm(self._centres_px[None] - feet[:, None], axis=2).argmin(axis=1)
            for offset, at in zip(offsets[nearest == square], feet[nearest == square], strict=True):
                rows, columns, mask = self.places.cover(square, offset, free.shape)
                own = mask & free[rows, columns]
                if own.sum() < _HALF * mask.sum() or not mask.any():
                    continue
                ys, xs = np.nonzero(own)
                away = float(np.linalg.norm(offset)) / self._spacing_px
                found.append(
                    _Candidate(
                        square,
                        offset,
                        at / self._spacing_px,
                        (ys + rows.start) * width + xs + columns.start,
                        plain[:, rows, columns][:, own],
                        int(mask.sum()),
                        _OUT_OF_THE_MIDDLE * away,
                        (
                            int(xs.min()) + columns.start,
                            int(xs.max()) + columns.start,
                            int(ys.min()) + rows.start,
                            int(ys.max()) + rows.start,
                        ),
                    )
                )
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A place for a foot, ``at`` in spacings: the pixels (n,) that a piece would hide there, what they speak for
    (colours, n), how many a whole piece hides, and what it costs that it stands out of the middle (of the mean
    evidence). ``box`` are the first and last column and row of the pixels.
    """

    square: int
    offset: Floats
    at: Floats
    pixels: NDArray[np.int64]
    evidence: NDArray[np.float32]
    whole: int
    cost: float
    box: tuple[int, int, int, int]


class _Explanation:
    """Chooses pieces among candidates, as few as explain what is seen: each pixel belongs to the one that it speaks
    for most.
    """

    def __init__(self, candidates: Sequence[_Candidate], least: float) -> None:
        self._least = least
        every = np.unique(np.concatenate([one.pixels for one in candidates]))
        self._size = len(every)
        self._candidates = [replace(one, pixels=np.searchsorted(every, one.pixels)) for one in candidates]
        self._places = np.array([one.at for one in candidates])
        self._boxes = np.array([one.box for one in candidates])
        # What each explains alone, float64 (candidates, colours).
        self._gains = np.array([one.evidence.sum(axis=1) / one.whole - one.cost for one in candidates])

    def pieces(self) -> list[_Candidate]:
        """Those chosen, the plainest first."""
        chosen: list[tuple[_Candidate, int]] = []
        while len(chosen) <= _MOST:
            gain, one, colour = self._best(chosen)
            if gain < self._least:
                break
            chosen.append((one, colour))
            self._settle(chosen)
        return [one for one, _ in chosen]

    def _settle(self, chosen: list[tuple[_Candidate, int]]) -> None:
        """Move each to where it explains most beside the others, until none moves."""
        for _ in range(_SWEEPS):
            moved = False
            for at in range(len(chosen)):
                others = chosen[:at] + chosen[at + 1 :]
                _, one, colour = self._best(others, chosen[at][0].at)
                if one is not chosen[at][0]:
                    chosen[at] = (one, colour)
                    moved = True
            if not moved:
                return

    def _best(
        self, chosen: Sequence[tuple[_Candidate, int]], near: Floats | None = None
    ) -> tuple[float, _Candidate, int]:
        """What explains most beside those chosen, ``near`` a place: how much a pixel, which, and in which colour."""
        taken = np.full(self._size, -np.inf, np.float32)
        touched = np.zeros(len(self._candidates), np.bool_)
        for one, colour in chosen:
            np.maximum.at(taken, one.pixels, one.evidence[colour])
            left, right, top, bottom = one.box
            boxes = self._boxes
            touched |= (
                (boxes[:, 0] <= right)
                & (boxes[:, 1] >= left)
                & (boxes[:, 2] <= bottom)
                & (boxes[:, 3] >= top)
            )
        gains = self._gains.copy()
        asked = np.ones(len(gains), np.bool_)
        if near is not None:
            asked = np.abs(self._places - near).max(axis=1) <= _MOVES
        gains[~asked] = -np.inf
        for number in np.flatnonzero(touched & asked):
            one = self._candidates[number]
            before = taken[one.pixels]
            more = np.where(np.isneginf(before), one.evidence, np.maximum(0.0, one.evidence - before))
            gains[number] = more.sum(axis=1) / one.whole - one.cost
        best, colour = divmod(int(gains.argmax()), gains.shape[1])
        return float(gains[best, colour]), self._candidates[best], colour


def _grid(step: float, reach: float) -> Floats:
    """Places (n, 2) in rows, so far apart, that lie no farther than ``reach`` from the middle."""
    line = np.arange(-np.floor(reach / step), np.floor(reach / step) + 1) * step
    both = np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
    return np.asarray(both[np.linalg.norm(both, axis=1) <= reach + 1e-9], np.float64)
