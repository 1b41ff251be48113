"""A table on which dice are thrown and pieces are moved: one loop, and a reader of pieces is one class."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography
from companion.readers import Reader
from companion.sighting import Sighting, Slot, ZoneReading
from hardware.frame_source import Frame
from vision.dice.dice_zones import DiceZones, Image
from vision.eyes.eyes import Eyes
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import DieReading, TrayReading
from vision.watched_zone import WatchedZone

FRAME_MS = 100
TRACK = WatchedZone("track", 20.0, 40.0, 240.0, 300.0, kind=Reader.PIECES)
TRAY = WatchedZone("tray", 340.0, 40.0, 250.0, 300.0, kind=Reader.DICE)
PILE = WatchedZone("pile", 20.0, 360.0, 80.0, 100.0, kind=Reader.PRINTED_CARDS)
WHITE, RED, SKIN = (255, 255, 255), (40, 40, 200), (110, 150, 210)


class Pieces(ZoneReader):
    """Finds red pieces."""

    kinds = (Reader.PIECES,)

    def readings(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Say how many lie in each zone."""
        return {
            look.zone.id: ZoneReading((Slot({str(len(_spots(look.cut.image, RED))): 1.0}),)) for look in looks
        }


class WhiteDice:
    """Reads every white square as a six."""

    def read(self, image: Image, **_: Any) -> tuple[DieReading, ...]:
        spots = _spots(image, WHITE)
        return tuple(
            DieReading((x, y, x + 9, y + 9), (x, y), 48.0, (("6", 0.98),), 0.98, 0.99) for x, y in spots
        )

    def read_tray(self, image: Image, *, expected: int, **_: Any) -> TrayReading:
        return TrayReading(self.read(image)[:expected], 0.0)


def _spots(image: Image, colour: tuple[int, int, int]) -> list[tuple[float, float]]:
    mask = (np.abs(image.astype(int) - colour).max(axis=2) < 40).astype(np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    return [tuple(centres[one]) for one in range(1, count) if stats[one, cv2.CC_STAT_AREA] > 50]


class TableOfBoth:
    """Squares on a grey table, one px a mm, and the eyes that look at it; the ``faint`` only stills show."""

    def __init__(self) -> None:
        dice = DiceZones(WhiteDice(), expected=lambda zone: {"tray": 2}[zone])
        self.eyes = Eyes([dice, Pieces()], [TRACK, TRAY, PILE], still=lambda: self.frame(self.faint))
        self.faint: list[tuple[int, int, tuple[int, int, int]]] = []
        self.eyes.place(Homography(np.eye(3)))
        self.things: list[tuple[int, int, tuple[int, int, int]]] = []
        self.seq = 0

    def frame(self, more: Sequence[tuple[int, int, tuple[int, int, int]]] = ()) -> Frame:
        """The table now, with a few things more."""
        image = np.full((480, 640, 3), 90, np.uint8)
        for x, y, colour in (*self.things, *more):
            image[y : y + 16, x : x + 16] = colour
        return Frame(self.seq, self.seq * FRAME_MS, image)

    def watch(self, ms: int = 1500) -> list[Sighting]:
        """Look for so long; what the eyes said."""
        return self._shown(self.frame().image, ms)

    def reach_into_the_tray(self, ms: int = 600) -> list[Sighting]:
        """A hand is there for so long."""
        image = self.frame().image
        assert image is not None
        image[130:210, 420:] = SKIN
        return self._shown(image, ms)

    def _shown(self, image: Image | None, ms: int) -> list[Sighting]:
        told = []
        for _ in range(ms // FRAME_MS):
            self.seq += 1
            told.append(self.eyes.look(Frame(self.seq, self.seq * FRAME_MS, image)))
        return [one for one in told if one is not None]


@pytest.fixture
def table() -> TableOfBoth:
    return TableOfBoth()


def faces(sighting: Sighting) -> dict[str, list[str]]:
    return {zone: [slot.best[0] for slot in one.slots] for zone, one in sighting.zones.items()}


def test_at_the_beginning_pieces_are_told_and_dice_are_no_throw(table: TableOfBoth) -> None:
    table.things = [(60, 60, RED), (400, 100, WHITE)]
    assert [faces(one) for one in table.watch()] == [{"track": ["1"]}]
    assert [face for face, _ in table.eyes.status().dice] == ["6"]


def test_a_zone_that_nobody_reads_is_not_watched(table: TableOfBoth) -> None:
    table.watch()
    table.things = [(40, 380, RED)]
    assert table.watch() == []
    assert "pile" not in table.eyes.waiting


def test_a_throw_and_a_move_are_told_by_the_reader_of_each_kind(table: TableOfBoth) -> None:
    table.watch()
    table.things = [(400, 100, WHITE), (500, 200, WHITE)]
    (throw,) = table.watch()
    assert faces(throw) == {"tray": ["6", "6"]}
    assert [one.zone for one in throw.disturbances] == ["tray"]
    table.things += [(60, 60, RED)]
    (move,) = table.watch()
    assert faces(move) == {"track": ["1"]}


def test_what_changes_in_both_is_told_once_the_dice_lie_still_too(table: TableOfBoth) -> None:
    table.watch()
    table.things = [(60, 60, RED), (400, 100, WHITE)]
    (both,) = table.watch()
    assert faces(both) == {"track": ["1"], "tray": ["6"]}
    assert {one.zone for one in both.disturbances} == {"track", "tray"}


def test_dice_that_are_taken_away_while_a_piece_is_moved_are_no_throw(table: TableOfBoth) -> None:
    table.things = [(400, 100, WHITE), (500, 200, WHITE)]
    table.watch()
    table.things = [(400, 100, WHITE), (60, 60, RED)]
    (told,) = table.watch()
    assert faces(told) == {"track": ["1"]}
    assert [one.zone for one in told.disturbances] == ["track"]
    assert table.eyes.waiting == frozenset()


def test_a_throw_that_the_small_pictures_do_not_show_is_read_where_a_hand_was(table: TableOfBoth) -> None:
    """A dark die on a dark tray in the evening: film 533 of Super-Crack."""
    table.watch()
    assert table.reach_into_the_tray() == []
    table.faint = [(400, 100, WHITE)]
    (throw,) = table.watch()
    assert faces(throw) == {"tray": ["6"]}
    assert [one.zone for one in throw.disturbances] == ["tray"]


@pytest.mark.parametrize("lying", [[], [(400, 100, WHITE)]])
def test_a_hand_in_the_tray_that_threw_nothing_is_not_told(
    table: TableOfBoth, lying: list[tuple[int, int, tuple[int, int, int]]]
) -> None:
    table.faint = lying
    table.watch()
    table.reach_into_the_tray()
    assert table.watch() == []
    assert table.eyes.waiting == frozenset()


def test_dice_and_pieces_are_read_side_by_side(table: TableOfBoth, monkeypatch: pytest.MonkeyPatch) -> None:
    together = threading.Barrier(2, timeout=10)
    for reader in (DiceZones, Pieces):

        def readings(
            self: ZoneReader, looks: Sequence[Look], read: Any = reader.readings
        ) -> Mapping[str, ZoneReading]:
            together.wait()  # fails where the other is only read afterwards
            found: Mapping[str, ZoneReading] = read(self, looks)
            return found

        monkeypatch.setattr(reader, "readings", readings)
    table.things = [(60, 60, RED), (400, 100, WHITE)]
    assert [faces(one) for one in table.watch()] == [{"track": ["1"]}]
    assert [face for face, _ in table.eyes.status().dice] == ["6"]


def test_another_game_is_read_by_its_own_readers_and_all_of_it_anew(table: TableOfBoth) -> None:
    table.things = [(60, 60, RED), (400, 100, WHITE)]
    table.watch()
    table.eyes.look_again()  # wanted of the game before
    table.eyes.read_with([DiceZones(WhiteDice(), expected=lambda zone: 2)])
    assert not table.eyes.is_placed
    table.eyes.lay_out([TRACK, TRAY])
    table.eyes.place(Homography(np.eye(3)))
    assert table.watch() == [], "nobody reads pieces, and these dice were not thrown"
    table.things.append((500, 250, WHITE))
    told = [*table.reach_into_the_tray(), *table.watch()]
    assert [faces(one) for one in told] == [{"tray": ["6", "6"]}]
    table.eyes.read_with([Pieces()])
    table.eyes.lay_out([TRACK, TRAY])
    table.eyes.place(Homography(np.eye(3)))
    assert [faces(one) for one in table.watch()] == [{"track": ["1"]}]
