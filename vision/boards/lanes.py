"""Boards on which every piece has a lane of its own over the same squares: which of several pieces of one colour was
seen where.

The reader of boards tells the colour of a piece, not its number. The one that stands where the journal says is that
one, and of several that stood on one square each is known by its spot, from which nobody took it; what is left over
are those that moved, and where two of one colour moved either may be either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import dist, prod
from typing import TypeAlias

from companion.sighting import EMPTY, UNREADABLE, Slot

_STAYS, _GOES, _GOES_UNASKED = 1.0, 0.05, 0.015
"""How likely a piece stands where the journal says, beside each other place where one of its colour was seen; and
such a place for a piece that is not to move now, while another one is.
"""
_SPOT_MM, _OFF_ITS_SPOT = 6.0, 0.02
"""Feet no farther apart are one spot: in a drawn film all 71 pieces that nobody touched were seen within 5 mm of
where they had been, most within 0.1, and two stand 15 and more apart. How likely a piece that stays on its square
stands elsewhere on it, or where another one stood, beside that it stands where it did.
"""
_HIDDEN, _LOST = 0.02, 0.002
"""How likely a piece is not seen: beside others on its square, which may hide it; and alone, or in a hand."""
_STOOD = 0.9
"""How likely a piece that is not found still stands beside others where it stood."""
_UNSEEN = 0.9
"""How likely one that is found nowhere stands where nobody could see it, and was not taken off the board: 88 times in
sixteen films a horse that stood there was told to be nowhere, on print of its own colour (593) or on digits (592).
"""
_EITHER, _TOLD = 0.15, 0.45
"""From this share of a second place on nobody can tell where a piece stands; of what it shows this much is told."""
_KNOWN = 0.9
"""How likely a seen piece must be that of a lane for its spot to be kept."""
_LEAST, _MOST_SURE = 0.02, 0.9999
_MOST_OF_A_COLOUR = 6
"""Of more pieces of one colour only the surest count: there are four horses of each."""


Spot: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class SeenPiece:
    """A piece that was seen: on which squares it may stand, with what share each, how likely it is there and has the
    colour, and the ``spot`` of its foot, mm.
    """

    squares: Mapping[str, float]
    chance: float
    spot: Spot | None = None


@dataclass(frozen=True, slots=True)
class ToldLanes:
    """Where the piece of each lane stands, the face of a slot is a square; and for those known surely the square and
    the spot on it.
    """

    slots: Mapping[str, Slot]
    spots: Mapping[str, tuple[str, Spot]]


Way = tuple[int | None, ...]
"""For each lane of a colour which of the seen pieces is its own; None: it was not seen."""


@dataclass(frozen=True, slots=True)
class _Lanes:
    """What is known of the lanes of one colour beforehand: as ``told_lanes``, with how likely each piece goes."""

    expected: Mapping[str, str]
    goes: Mapping[str, float]
    crowded: Collection[str]
    spots: Mapping[str, Spot]

    def stays(self, lane: str, piece: SeenPiece) -> float:
        """How likely a piece that is seen on the square of a lane's own stands there because that has stayed."""
        if piece.spot is None:
            return _STAYS
        of_whom = [
            other
            for other, spot in self.spots.items()
            if self.expected[other] == self.expected[lane] and dist(spot, piece.spot) <= _SPOT_MM
        ]
        is_off = lane not in of_whom and (lane in self.spots or bool(of_whom))
        return _STAYS * (_OFF_ITS_SPOT if is_off else 1.0)

    def comes(self, lane: str, piece: SeenPiece) -> float:
        """How likely a piece that is seen elsewhere is a lane's own that has gone there: hardly to the very spot on
        which another one stood.
        """
        at_anothers = piece.spot is not None and any(
            other != lane and dist(spot, piece.spot) <= _SPOT_MM for other, spot in self.spots.items()
        )
        return self.goes[lane] * (_OFF_ITS_SPOT if at_anothers else 1.0)


def told_lanes(
    expected: Mapping[str, str],
    seen: Sequence[SeenPiece],
    crowded: Collection[str],
    due: Collection[str] = (),
    stood: Mapping[str, tuple[str, Spot]] | None = None,
) -> ToldLanes:
    """Where the piece of each lane stands, all of one colour.

    ``expected`` is the square of each lane's piece by the journal, ``seen`` all pieces of the colour, ``crowded`` the
    squares on which pieces of any colour were seen, beside which another may be overlooked; ``due`` are the lanes of
    any colour whose piece is to move now, as far as that is known. ``stood``: on which square and spot the piece of a
    lane was seen surely last.
    """
    lanes = list(expected)
    # Of one alone nobody need know whether it is to move: who is told weighs that by himself.
    asked = due if len(lanes) > 1 else ()
    goes = {lane: _GOES if not asked or lane in asked else _GOES_UNASKED for lane in expected}
    spots = {lane: spot for lane, (square, spot) in (stood or {}).items() if expected.get(lane) == square}
    known = _Lanes(expected, goes, crowded, spots)
    surest = sorted(seen, key=lambda one: -one.chance)[: max(len(expected), _MOST_OF_A_COLOUR)]
    pieces = [one for one in surest if one.chance >= _LEAST]
    found: dict[str, dict[str, float]] = {lane: {} for lane in lanes}
    own: dict[str, list[float]] = {lane: [0.0] * len(pieces) for lane in lanes}
    total = nobody_went = 0.0
    for way in _ways(len(lanes), len(pieces)):
        weight = _weight(known, pieces, way)
        total += weight
        if all(
            at is None or expected[lane] in pieces[at].squares for lane, at in zip(lanes, way, strict=True)
        ):
            nobody_went += weight
        for lane, at in zip(lanes, way, strict=True):
            if at is not None:
                own[lane][at] += weight
            # What is overlooked stands where it stood beside others, or on print of its own colour.
            hidden = _overlooked(expected[lane]) if expected[lane] in crowded else {UNREADABLE: _UNSEEN}
            for square, share in (hidden if at is None else pieces[at].squares).items():
                found[lane][square] = found[lane].get(square, 0.0) + weight * share
    now = {
        lane: (square, spot)
        for lane, shares in own.items()
        for share, piece in zip(shares, pieces, strict=True)
        if share > _KNOWN * total and (spot := piece.spot) is not None and len(piece.squares) == 1
        for square in piece.squares
    }
    slots = {
        lane: _slot(faces, total, expected[lane], nobody_went, goes[lane]) for lane, faces in found.items()
    }
    return ToldLanes(slots, now)


def _overlooked(square: str) -> dict[str, float]:
    return {square: _STOOD, UNREADABLE: 1.0 - _STOOD}


def _ways(lanes: int, pieces: int) -> Iterator[Way]:
    for way in product((None, *range(pieces)), repeat=lanes):
        used = [one for one in way if one is not None]
        if len(set(used)) == len(used):
            yield way


def _weight(known: _Lanes, pieces: Sequence[SeenPiece], way: Way) -> float:
    """How likely these pieces were seen because each lane's piece is the one that the way says."""
    weight = 1.0
    for (lane, square), at in zip(known.expected.items(), way, strict=True):
        if at is None:
            weight *= _HIDDEN if square in known.crowded else _LOST
        else:
            there = pieces[at].squares.get(square, 0.0)
            stays = there * known.stays(lane, pieces[at]) if there else 0.0
            weight *= min(pieces[at].chance, _MOST_SURE) * (
                stays + (1.0 - there) * known.comes(lane, pieces[at])
            )
    used = set(way)
    return weight * prod(1.0 - min(one.chance, _MOST_SURE) for at, one in enumerate(pieces) if at not in used)


def _slot(faces: Mapping[str, float], total: float, expected: str, nobody_went: float, goes: float) -> Slot:
    """What a lane shows; where its piece may be either of two, that cannot be told, so that each is thought of.

    Where it went, surely enough, that it stayed because another one went instead is no sign that nobody did, which
    is as likely as ``nobody_went`` of the ``total`` says. Nor is told then how likely it ``goes``, which tells like
    ones apart: whoever is told weighs that by himself.
    """
    shares = {face: weight / total for face, weight in faces.items()}
    shares[EMPTY] = max(0.0, 1.0 - sum(shares.values()))
    if sorted((0.0, *shares.values()))[-2] >= _EITHER:
        shares = {face: share * _TOLD for face, share in shares.items()}
        shares[UNREADABLE] = shares.get(UNREADABLE, 0.0) + 1.0 - _TOLD
    elif max(shares, key=lambda face: shares[face]) != expected:
        stayed = min(shares.get(expected, 0.0), nobody_went / total)
        shares[UNREADABLE] = shares.get(UNREADABLE, 0.0) + shares.get(expected, 0.0) - stayed
        shares[expected] = stayed * goes
        whole = sum(shares.values())
        shares = {face: share / whole for face, share in shares.items()}
    return Slot(shares)
