"""The pieces of a board as the zones of a game: which piece is which, what is doubtful, what there is but once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from calibration.geometry import Homography, Point, Zone, rectangle
from calibration.view import TableView
from companion.readers import Reader
from companion.sighting import UNREADABLE, ZoneReading
from vision.boards.zones import BoardZones, ReadBoard
from vision.eyes.zone_reader import Look
from vision.readings import PieceReading
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

AREA = Zone("track", rectangle(0.0, 0.0, 100.0, 60.0))
VIEW = TableView(100, 60, Homography(np.eye(3)), None)
SQUARES = ("start_1", "start_2", "square_1", "square_2", "arrival_1", "arrival_2")
ZONES = {**{name: name for name in SQUARES[:4]}, "arrival_1": "square_3", "arrival_2": "square_3"}
COLOURS = ("blue", "green", "red")


def piece(square: str, colour: str, presence: float, *between: str, share: float = 0.98) -> PieceReading:
    others = [name for name in COLOURS if name != colour]
    candidates = ((colour, share), *((name, (1 - share) / 2) for name in others))
    return PieceReading(square, (0.0, 0.0), candidates, presence * share, presence, between)


class Seen:
    """A reader of pieces that is told what it sees."""

    def __init__(self) -> None:
        self.told: list[PieceReading] = []
        self.doubtful: list[PieceReading] = []
        self.looks = 0

    def read_with_doubts(self, image: Any, corners: Any) -> tuple[list[PieceReading], list[PieceReading]]:
        self.looks += 1
        return self.told, self.doubtful


class Table:
    """A board in a picture of a px a mm."""

    def __init__(self, faces: Mapping[str, str], single: Sequence[str] = COLOURS) -> None:
        self.seen = Seen()
        read = ReadBoard(self.seen, AREA, ZONES, faces, frozenset(single))  # type: ignore[arg-type]
        self.board: ReadBoard | None = read
        self.zones = BoardZones(lambda: self.board)
        self.watched = {
            name: WatchedZone(name, 10.0 * at, 0.0, 10.0, 10.0, "east", Reader.PIECES)
            for at, name in enumerate(dict.fromkeys(ZONES.values()))
        }
        self.zones.lay_out(list(self.watched.values()))

    def read(self, *names: str) -> Mapping[str, ZoneReading]:
        picture = np.full((60, 100, 3), 90, np.uint8)
        cut = RectifiedZone(picture, Point(0.0, 0.0), 1.0)
        wanted = names or tuple(self.watched)
        return self.zones.readings(
            [Look(self.watched[name], cut, VIEW, True, False, lambda _: None, picture) for name in wanted]
        )


@pytest.fixture
def race() -> Table:
    """A race whose box does not say which colour is whose."""
    table = Table({})
    table.zones.expect({"start_1": ("horse_1",), "start_2": ("horse_2",)})
    return table


def best(reading: ZoneReading) -> list[tuple[str, float]]:
    return [(slot.best[0], round(slot.presence, 2)) for slot in reading.slots]


def test_pieces_are_called_as_the_journal_says_where_they_are_seen_first(race: Table) -> None:
    race.seen.told = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.7)]
    read = race.read()
    assert best(read["start_1"]) == [("horse_1", 0.99)]
    assert best(read["start_2"])[0][0] == "horse_2"
    assert read["square_1"].slots == ()
    race.zones.expect({"start_1": ("horse_2",)})
    race.seen.told = [piece("square_2", "red", 0.95), piece("start_2", "blue", 0.95)]
    assert best(race.read()["square_2"])[0][0] == "horse_1", "it keeps its name wherever it goes"


def test_a_piece_that_nobody_can_name_yet_is_something_unreadable(race: Table) -> None:
    race.seen.told = [piece("square_1", "green", 0.95)]
    assert best(race.read()["square_1"])[0][0] == UNREADABLE


def test_print_of_a_colour_that_does_not_play_is_no_piece_that_nobody_can_name(race: Table) -> None:
    """Film 325: the red finish in a shadow, in a race of a white and a yellow horse."""
    standing = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.95)]
    race.seen.told = standing
    race.read()
    race.seen.doubtful = [piece("arrival_1", "green", 0.2), piece("arrival_2", "green", 0.15)]
    read = race.read()
    assert read["square_3"].slots == () and best(read["start_1"])[0][0] == "horse_1"


def test_a_box_that_names_its_pieces_needs_no_journal() -> None:
    table = Table({"red": "horse_C"})
    table.seen.told = [piece("square_1", "red", 0.95)]
    assert best(table.read()["square_1"])[0][0] == "horse_C"


def test_squares_of_one_zone_are_told_as_one(race: Table) -> None:
    race.seen.told = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.95)]
    race.read()
    race.seen.told = [piece("arrival_1", "red", 0.95), piece("arrival_2", "blue", 0.95)]
    assert {face for face, _ in best(race.read()["square_3"])} == {"horse_1", "horse_2"}


def test_what_there_is_but_once_and_is_not_seen_elsewhere_is_likely_there(race: Table) -> None:
    race.seen.told, race.seen.doubtful = [piece("start_1", "red", 0.95)], [piece("start_2", "blue", 0.35)]
    assert best(race.read()["start_2"])[0][1] > 0.8
    race.seen.told = [piece("start_1", "red", 0.95), piece("square_1", "blue", 0.97)]
    assert race.read()["start_2"].slots == (), "the blue one stands elsewhere"


def test_of_several_of_a_colour_each_is_as_likely_as_it_looks() -> None:
    table = Table({"red": "horse"}, single=())
    table.seen.doubtful = [piece("start_2", "red", 0.35)]
    assert best(table.read()["start_2"]) == [("horse", 0.35)]


def test_a_piece_that_an_arm_hides_where_nobody_looked_makes_nothing_likelier(race: Table) -> None:
    race.seen.told = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.95)]
    race.read()
    race.seen.told = [piece("start_1", "red", 0.95)]
    race.seen.doubtful = [piece("square_1", "blue", 0.3)]
    assert best(race.read("square_1")["square_1"]) == [("horse_2", 0.3)]


def test_a_piece_that_stands_where_nobody_looked_is_nowhere_else(race: Table) -> None:
    """An arm that passed over a bare square may look like a piece; the piece itself stands where it stood."""
    race.seen.told = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.999)]
    race.read()
    race.seen.told += [piece("square_1", "blue", 0.9)]
    assert race.read("square_1")["square_1"].slots == ()


def test_several_pieces_on_a_square_are_told_and_one_between_two_is_doubtful_on_both(race: Table) -> None:
    race.seen.told = [piece("start_1", "red", 0.95), piece("start_2", "blue", 0.95)]
    race.read()
    race.seen.told = [piece("square_1", "red", 0.95), piece("square_1", "blue", 0.95)]
    assert {face for face, _ in best(race.read()["square_1"])} == {"horse_1", "horse_2"}
    race.seen.told = [piece("square_1", "red", 0.95, "square_1", "square_2")]
    read = race.read()
    for name in ("square_1", "square_2"):
        ((face, presence),) = best(read[name])
        assert face == "horse_1" and presence == pytest.approx(0.5, abs=0.02)
    assert race.zones.doubt == "doubt"


def test_the_whole_board_is_read_once_for_all_squares_of_a_picture(race: Table) -> None:
    race.read()
    assert race.seen.looks == 1


def test_nothing_is_told_of_a_board_that_was_never_shown(race: Table) -> None:
    race.board = None
    race.read()
    assert race.zones.untold == set(race.watched)


# ---------------------------------------------------------------- lanes


LANES = {"lane_1": "red", "lane_2": "red", "lane_3": "blue"}
TRACK = {"a": "square_0", "b": "square_1"}


class Track:
    """A board of two squares and three pieces with a lane each, in a picture of a px a mm."""

    def __init__(self) -> None:
        self.seen = Seen()
        board = ReadBoard(self.seen, AREA, TRACK, {}, frozenset(), LANES)  # type: ignore[arg-type]
        self.zones = BoardZones(lambda: board)
        self.watched = [WatchedZone(name, 0.0, 0.0, 100.0, 60.0, None, Reader.PIECES) for name in LANES]
        self.zones.lay_out(self.watched)
        self.kept = 0

    def _keep(self, picture: Any) -> str:
        self.kept += 1
        return f"picture-{self.kept}"

    def read(self, *found: tuple[str, str, float]) -> dict[str, str]:
        """What each lane shows; pieces by square, colour and how far to the right they stand."""
        self.seen.told = [
            PieceReading(square, (x, 30.0), piece(square, colour, 0.999).candidates, 0.98, 0.999)
            for square, colour, x in found
        ]
        picture = np.full((60, 100, 3), 90, np.uint8)
        cut = RectifiedZone(picture, Point(0.0, 0.0), 1.0)
        looks = [Look(zone, cut, VIEW, True, False, self._keep, picture) for zone in self.watched]
        self.told = self.zones.readings(looks)
        return {name: one.slots[0].best[0] for name, one in self.told.items()}


def test_of_two_of_one_colour_the_one_that_left_its_spot_went() -> None:
    track = Track()
    track.zones.expect({"lane_1": ("square_0",), "lane_2": ("square_1",), "lane_3": ("square_0",)})
    track.read(("a", "red", 20.0), ("b", "red", 70.0), ("a", "blue", 40.0))
    track.zones.expect({"lane_1": ("square_1",), "lane_2": ("square_1",), "lane_3": ("square_0",)})
    track.read(("b", "red", 90.0), ("b", "red", 70.0), ("a", "blue", 40.0))
    told = track.read(("b", "red", 90.0), ("a", "red", 10.0), ("a", "blue", 40.0))
    assert told == {"lane_1": "square_1", "lane_2": "square_0", "lane_3": "square_0"}


def test_lanes_that_are_cut_out_as_one_keep_one_picture() -> None:
    track = Track()
    track.zones.expect({"lane_1": ("square_0",), "lane_2": ("square_1",), "lane_3": ("square_0",)})
    track.read(("a", "red", 20.0), ("b", "red", 70.0), ("a", "blue", 40.0))
    assert track.kept == 1
    assert {one.evidence for one in track.told.values()} == {"picture-1"}


def test_where_the_piece_of_a_lane_stands_is_known_and_forgotten_with_it() -> None:
    track = Track()
    track.zones.expect({"lane_1": ("square_0",), "lane_2": ("square_1",), "lane_3": ("square_0",)})
    track.read(("a", "red", 20.0), ("b", "red", 70.0), ("a", "blue", 40.0))
    (place,) = track.zones.places("lane_2")
    assert place is not None
    low, high = place.bounds
    assert low.x < 70.0 < high.x and low.y < 30.0 < high.y and high.x - low.x <= 40.0
    track.read(("a", "red", 20.0), ("a", "blue", 40.0))
    assert track.zones.places("lane_2") == () != track.zones.places("lane_1")
