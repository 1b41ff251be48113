"""Reads the pieces of a learnt board square by square: what stands on each becomes a zone's reading.

The whole board is read in the picture that shows its squares, since a tall piece hides more than it stands on. Of
pieces that there are but once it is known that each stands on one square only, or in somebody's hand.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import permutations

import cv2
import numpy as np

from calibration.geometry import Zone, rectangle
from companion.readers import Reader
from companion.sighting import EMPTY, UNREADABLE, Slot, ZoneReading
from vision.boards.lanes import SeenPiece, Spot, told_lanes
from vision.boards.reader import PieceReader
from vision.boards.squares import Corners, Floats
from vision.boards.straight_board import straight_board
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import SURE, PieceReading
from vision.rectify import PX_PER_MM
from vision.watched_zone import WatchedZone

_SHOWN_MARGIN_MM = 25.0
_SHOWN_SIDE = 480
_AROUND_MM = 20.0
"""So far around the foot of a piece a photograph of it is framed."""
_IN_HAND = 0.1
"""How often a piece stands nowhere on a board that is read: it is in a hand, or was taken off."""
_LEAST_PRESENCE, _MOST_ODDS = 0.1, 9999.0
"""What is less likely there is not told; nothing is surer than the second."""
_SEEN_THERE = 0.5
"""From this on a piece counts as one beside which another may be overlooked."""
_NONE = (Slot({EMPTY: 1.0}),)
_BETWEEN = 0.5
"""How likely a piece between two squares belongs to each of them."""
_NAMED, _NAMED_ALONE = 0.5, 0.9
"""How likely each piece must have a colour for all of them together to be named by it, and for one by itself."""
_MOST_NAMED = 6
"""Of more pieces that look alike but for their colours not every order is tried."""


@dataclass(frozen=True, slots=True, eq=False)
class ReadBoard:
    """A learnt board: who reads it, its ``area`` on the table (mm), which zone of the game each of its squares is,
    and what the game calls the piece of a colour, where its box says so. Of ``single`` colours there is one piece.
    ``lanes`` are zones that tell the square of a piece of their own, whose colour this is; then squares are no zones.
    """

    reader: PieceReader
    area: Zone
    zones: Mapping[str, str]
    faces: Mapping[str, str]
    single: frozenset[str]
    lanes: Mapping[str, str] = field(default_factory=dict)


class BoardZones(ZoneReader):
    """Reads the squares of a board; remembers which piece is which for as long as a game goes on.

    ``board`` gives the board of the game in play, whenever it is wanted; None where its pieces were never shown:
    nothing is told then. ``expected`` tells of a lane that its piece is to move now. A colour that the game does not
    name is called as what stands by the journal where it is seen first.
    """

    kinds = (Reader.PIECES,)
    margin_mm = _SHOWN_MARGIN_MM

    def __init__(
        self,
        board: Callable[[], ReadBoard | None],
        expected: Callable[[str], int | None] = lambda zone: None,
    ) -> None:
        super().__init__()
        self._open_board, self._expected = board, expected
        self.lay_out(())

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; which piece is which is not known yet."""
        super().lay_out(zones)
        self._board: ReadBoard | None = None
        self._table: Mapping[str, Sequence[str]] = {}
        self._learnt: dict[str, str] = {}
        self._stood: dict[str, str] = {}
        self._spots: dict[str, tuple[str, Spot]] = {}
        self._lying: dict[str, Spot] = {}
        self._untold: frozenset[str] = frozenset()

    def px_per_mm(self, area: Zone) -> float:
        """Only for what is shown: pieces are looked for in the picture itself."""
        low, high = area.bounds
        return min(PX_PER_MM, _SHOWN_SIDE / (max(high.x - low.x, high.y - low.y) + 2 * self.margin_mm))

    def expect(self, table: Mapping[str, Sequence[str]]) -> None:
        """So pieces stand by the journal now."""
        self._table = table

    @property
    def untold(self) -> frozenset[str]:
        """The zones of the last reading of which nothing can be told: of a board whose pieces were never shown."""
        return self._untold

    @property
    def named(self) -> Mapping[str, str]:
        """What the pieces of each colour are called, as far as that is known."""
        return {} if self._board is None else {**self._learnt, **self._board.faces}

    def places(self, zone: str) -> Sequence[Zone | None]:
        """Where (mm) the piece of a lane was seen last; nothing of one that is not known surely, nor of a square."""
        if zone not in self._lying:
            return ()
        x, y = self._lying[zone]
        return (Zone(zone, rectangle(x - _AROUND_MM, y - _AROUND_MM, 2 * _AROUND_MM, 2 * _AROUND_MM)),)

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read zones, each with the picture that shows it."""
        self._board = self._open_board()
        pictures = {id(look.picture): look for look in looks}
        readings: dict[str, ZoneReading] = {}
        for picture, first in pictures.items():
            shown = [look for look in looks if id(look.picture) == picture]
            readings |= self._read(first, shown)
        wanted = [look.zone.id for look in looks]
        self._untold = frozenset(wanted) - readings.keys()
        return {name: readings.get(name, ZoneReading(())) for name in wanted}

    # ------------------------------------------------------------ one picture

    def _read(self, first: Look, looks: Sequence[Look]) -> dict[str, ZoneReading]:
        """The zones that one picture shows; none where it does not show the board."""
        board, view = self._board, first.view
        straight = None if board is None or view is None else straight_board(first.picture, view, board.area)
        if board is None or straight is None:
            return {}
        told, doubtful = board.reader.read_with_doubts(straight.image, straight.corners)
        asked = {look.zone.id for look in looks}
        if board.lanes:
            on_squares = [one for one in (*told, *doubtful) if one.square in board.zones]
            slots = self._lanes(board, on_squares, _spots(straight.corners, board.area, on_squares))
            kept: dict[int, str | None] = {}
            return {look.zone.id: self._shown(look, slots.get(look.zone.id, _NONE), kept) for look in looks}
        # Elsewhere, too: a piece that there is but once and that stands there is not where it seems to be asked for.
        found = [
            one for one in (*told, *doubtful) if not board.zones.keys().isdisjoint((one.square, *one.between))
        ]
        if not found:
            return {name: ZoneReading(()) for name in asked}
        colours = [name for name, _ in sorted(found[0].candidates)]
        likely = self._weighed(board, found, colours, asked)
        self._learn(board, found, colours, likely)
        named = self._slots(board, found, colours, likely)
        self._remember(board, found, colours, likely, asked)
        return {look.zone.id: self._shown(look, tuple(named.get(look.zone.id, ())), {}) for look in looks}

    def _lanes(
        self, board: ReadBoard, found: Sequence[PieceReading], spots: Sequence[Spot]
    ) -> dict[str, tuple[Slot, ...]]:
        """Where the pieces stand that the journal has on this board, lane by lane; ``spots`` as ``found``."""
        crowded = {board.zones[one.square] for one in found if one.presence >= _SEEN_THERE}
        due = {lane for lane in board.lanes if self._expected(lane)}
        slots: dict[str, tuple[Slot, ...]] = {}
        self._lying = {}
        for colour in dict.fromkeys(board.lanes.values()):
            expected = {
                lane: faces[0]
                for lane, own in board.lanes.items()
                if own == colour and len(faces := self._table.get(lane, ())) == 1
            }
            seen = [
                SeenPiece(_shares(board, one), one.presence * dict(one.candidates).get(colour, 0.0), spot)
                for one, spot in zip(found, spots, strict=True)
            ]
            told = told_lanes(expected, seen, crowded, due, self._spots)
            slots |= {lane: (slot,) for lane, slot in told.slots.items()}
            self._spots |= told.spots
            self._lying |= {lane: spot for lane, (_, spot) in told.spots.items()}
        return slots

    def _weighed(
        self, board: ReadBoard, found: Sequence[PieceReading], colours: Sequence[str], asked: set[str]
    ) -> Floats:
        """How likely a piece of each colour is each of those that were found, float64 (pieces, colours)."""
        presences = np.array([one.presence for one in found])
        best = [one.colour for one in found]
        # A colour without a name, where others have theirs, may be none of those that play.
        playing = board.single.intersection(self.named) or board.single
        for name in playing.intersection(best):
            own = [at for at, colour in enumerate(best) if colour == name]
            stood = self._stood.get(name)
            # Where it stood an arm may hide it; then that it stands nowhere else says nothing of where it is seen.
            if stood is not None and stood not in asked | {board.zones.get(found[at].square) for at in own}:
                continue
            odds = presences[own] / np.maximum(1.0 - presences[own], 1.0 / _MOST_ODDS)
            presences[own] = (1.0 - _IN_HAND) * odds / (_IN_HAND + (1.0 - _IN_HAND) * odds.sum())
        shares = [[dict(one.candidates)[name] for name in colours] for one in found]
        return np.asarray(presences[:, None] * np.array(shares), np.float64)

    def _slots(
        self, board: ReadBoard, found: Sequence[PieceReading], colours: Sequence[str], likely: Floats
    ) -> dict[str, list[Slot]]:
        slots: dict[str, list[Slot]] = {}
        named = self.named
        for one, row in zip(found, likely, strict=True):
            presence = min(1.0, float(row.sum()))
            if presence < _LEAST_PRESENCE:
                continue
            faces: dict[str, float] = {}
            for name, chance in zip(colours, row / row.sum(), strict=True):
                face = named.get(name, UNREADABLE)
                faces[face] = faces.get(face, 0.0) + float(chance)
            if max(faces, key=lambda face: faces[face]) == UNREADABLE and presence < _SEEN_THERE:
                continue  # print of a colour that does not play
            share = _BETWEEN if one.between else 1.0
            for square in dict.fromkeys((one.square, *one.between)):
                zone = board.zones.get(square)
                if zone is not None:
                    slots.setdefault(zone, []).append(Slot(faces, None, presence * share))
        return slots

    def _remember(
        self,
        board: ReadBoard,
        found: Sequence[PieceReading],
        colours: Sequence[str],
        likely: Floats,
        asked: set[str],
    ) -> None:
        """Where each piece that there is but once stands, as far as it was seen surely."""
        for at, name in enumerate(colours):
            best = int(likely[:, at].argmax())
            if self._stood.get(name) in asked:
                self._stood.pop(name)
            if likely[best, at] >= SURE and (zone := board.zones.get(found[best].square)) is not None:
                self._stood[name] = zone

    def _shown(self, look: Look, slots: tuple[Slot, ...], pictures: dict[int, str | None]) -> ZoneReading:
        """A reading with the picture that shows it; lanes are cut out as one, and one of ``pictures`` serves all."""
        doubtful = any(slot.presence < SURE or slot.best[1] < SURE for slot in slots)
        self._doubts[look.zone.id] = "doubt" if doubtful else None
        if not slots and not look.disturbed:
            return ZoneReading(())
        cut = look.cut.image
        if id(cut) not in pictures:
            pictures[id(cut)] = look.keep(cut)
        kept = pictures[id(cut)]
        return ZoneReading(tuple(Slot(one.faces, kept, one.presence) for one in slots), kept)

    # ------------------------------------------------------------ which piece is which

    def _learn(
        self, board: ReadBoard, found: Sequence[PieceReading], colours: Sequence[str], likely: Floats
    ) -> None:
        """Call pieces as what stands by the journal where they are seen, as far as they have no name."""
        known = {**self._learnt, **board.faces}
        free = [name for name in colours if name not in known]
        zones = set(board.zones.values())
        stands = {
            faces[0]: zone
            for zone, faces in self._table.items()
            if zone in zones and len(faces) == 1 and faces[0] not in known.values()
        }
        if not free or not stands or len(stands) > _MOST_NAMED or len(free) > _MOST_NAMED:
            return
        chances = {
            (face, name): math.fsum(
                float(likely[at, colours.index(name)])
                for at, one in enumerate(found)
                if board.zones.get(one.square) == zone and not one.between
            )
            for face, zone in stands.items()
            for name in free
        }
        faces = list(stands)
        orders = permutations(free, min(len(faces), len(free)))
        best = max(orders, key=lambda order: _fits(chances, faces, order))
        pairs = list(zip(faces, best, strict=False))
        together = len(pairs) == len(faces) and all(chances[pair] >= _NAMED for pair in pairs)
        for face, name in pairs:
            if together or chances[face, name] >= _NAMED_ALONE:
                self._learnt[name] = face


def _shares(board: ReadBoard, one: PieceReading) -> dict[str, float]:
    """The squares on which a piece may stand, and how likely each is."""
    squares = [square for square in dict.fromkeys((one.square, *one.between)) if square in board.zones]
    return {board.zones[square]: 1.0 / len(squares) for square in squares}


def _spots(corners: Corners, area: Zone, found: Sequence[PieceReading]) -> list[Spot]:
    """Where on the table, mm, the feet of pieces stand; ``corners`` (px) are the board's, ``area`` is its zone."""
    px, mm = np.array(corners, np.float32), np.array([(one.x, one.y) for one in area.polygon], np.float32)
    feet = np.array([one.foot for one in found], np.float64).reshape(-1, 1, 2)
    placed = cv2.perspectiveTransform(feet, cv2.getPerspectiveTransform(px, mm)) if found else feet
    return [(float(x), float(y)) for x, y in placed.reshape(-1, 2)]


def _fits(chances: Mapping[tuple[str, str], float], faces: Sequence[str], colours: Sequence[str]) -> float:
    """How well pieces have these colours, one after the other: a logarithm."""
    return math.fsum(
        math.log(chances[face, colour] + 1.0 / _MOST_ODDS)
        for face, colour in zip(faces, colours, strict=False)
    )
