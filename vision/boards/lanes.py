"""Boards on which every piece has a lane of its own over the same squares: which of several pieces of one colour was
seen where.

The reader of boards tells the colour of a piece, not its number. The one that stands where the journal says is that
one; what is left over are those that moved, and where two of one colour moved either may be either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from companion.sighting import EMPTY, UNREADABLE, Slot

_STAYS, _GOES, _GOES_UNASKED = 1.0, 0.05, 0.015
"""How likely a piece stands where the journal says, beside each other place where one of its colour was seen; and
such a place for a piece that is not to move now, while another one is.
"""
_HIDDEN, _LOST = 0.02, 0.002
"""How likely a piece is not seen: beside others on its square, which may hide it; and alone, or in a hand."""
_STOOD = 0.9
"""How likely a piece that is not found still stands beside others where it stood."""
_EITHER, _TOLD = 0.15, 0.45
"""From this share of a second place on nobody can tell where a piece stands; of what it shows this much is told."""
_LEAST, _MOST_SURE = 0.02, 0.9999
_MOST_OF_A_COLOUR = 6
"""Of more pieces of one colour only the surest count: there are four horses of each."""


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that was seen: on which squares it may stand, with what share each, and how likely it is there and has
    the colour.
    """

    squares: Mapping[str, float]
    chance: float


Way = tuple[int | None, ...]
"""For each lane of a colour which of the seen pieces is its own; None: it was not seen."""


def told_lanes(
    expected: Mapping[str, str],
    seen: Sequence[SeenPiece],
    crowded: Collection[str],
    due: Collection[str] = (),
) -> dict[str, Slot]:
    """Where the piece of each lane stands, all of one colour: the face of a slot is a square.

    ``expected`` is the square of each lane's piece by the journal, ``seen`` all pieces of the colour, ``crowded`` the
    squares on which pieces of any colour were seen, beside which another may be overlooked; ``due`` are the lanes of
    any colour whose piece is to move now, as far as that is known.
    """
    goes = {lane: _GOES if not due or lane in due else _GOES_UNASKED for lane in expected}
    surest = sorted(seen, key=lambda one: -one.chance)[: max(len(expected), _MOST_OF_A_COLOUR)]
    pieces = [one for one in surest if one.chance >= _LEAST]
    lanes = list(expected)
    found: dict[str, dict[str, float]] = {lane: {} for lane in lanes}
    total = 0.0
    for way in _ways(len(lanes), len(pieces)):
        weight = _weight(expected, goes, pieces, way, crowded)
        total += weight
        for lane, at in zip(lanes, way, strict=True):
            # What is overlooked stands where it stood, or on print of its own colour; alone it is nowhere.
            hidden = _overlooked(expected[lane]) if expected[lane] in crowded else {}
            for square, share in (hidden if at is None else pieces[at].squares).items():
                found[lane][square] = found[lane].get(square, 0.0) + weight * share
    return {lane: _slot(faces, total) for lane, faces in found.items()}


def _overlooked(square: str) -> dict[str, float]:
    return {square: _STOOD, UNREADABLE: 1.0 - _STOOD}


def _ways(lanes: int, pieces: int) -> Iterator[Way]:
    for way in product((None, *range(pieces)), repeat=lanes):
        used = [one for one in way if one is not None]
        if len(set(used)) == len(used):
            yield way


def _weight(
    expected: Mapping[str, str],
    goes: Mapping[str, float],
    pieces: Sequence[SeenPiece],
    way: Way,
    crowded: Collection[str],
) -> float:
    """How likely these pieces were seen because each lane's piece is the one that the way says."""
    weight = 1.0
    for (lane, square), at in zip(expected.items(), way, strict=True):
        if at is None:
            weight *= _HIDDEN if square in crowded else _LOST
        else:
            there = pieces[at].squares.get(square, 0.0)
            weight *= min(pieces[at].chance, _MOST_SURE) * (there * _STAYS + (1.0 - there) * goes[lane])
    used = set(way)
    return weight * prod(1.0 - min(one.chance, _MOST_SURE) for at, one in enumerate(pieces) if at not in used)


def _slot(faces: Mapping[str, float], total: float) -> Slot:
    """What a lane shows; where its piece may be either of two, that cannot be told, so that each is thought of."""
    shares = {face: weight / total for face, weight in faces.items()}
    shares[EMPTY] = max(0.0, 1.0 - sum(shares.values()))
    if sorted((0.0, *shares.values()))[-2] >= _EITHER:
        shares = {face: share * _TOLD for face, share in shares.items()}
        shares[UNREADABLE] = shares.get(UNREADABLE, 0.0) + 1.0 - _TOLD
    return Slot(shares)
