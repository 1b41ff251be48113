"""A game with a board, pieces and dice from drawn pictures: what hands move and throw is filmed and followed."""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from companion.bench.end_to_end import film
from companion.filmed import picture_camera
from companion.filmed.filmable import can_film
from companion.filmed.filmed_game import FilmedGame, film_profile
from companion.filmed.filmed_table import FRAME_MS, FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT, PictureCamera
from companion.filmed.watched_zones import watched_zones, zones_of_squares
from companion.games import load
from companion.readers import Reader
from companion.simulated.parameters import noise_parameters
from companion.simulated.physical import PhysicalTable, Touch
from companion.simulated.players import opened_evening
from vision.scene.played_board import PlayedBoard
from vision.scene.played_tray import PlayedTray

RACE = load("poker_dice_race")
PLAYERS = ("Ada", "Bea", "Cyd")
SEED = 302


@cache
def filmed() -> FilmedGame:
    return FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT)


def table(*hardships: str) -> FilmedTable:
    fresh = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT, frozenset(hardships))
    return FilmedTable(fresh.plan, fresh.players, fresh.room, fresh.layers)


def test_what_lies_on_a_table_is_drawn_and_read_part_by_part() -> None:
    assert can_film(RACE)
    assert {one.kind for one in filmed().zones} == {Reader.DICE, Reader.PIECES}


def test_a_race_is_filmed_on_the_board_that_is_drawn() -> None:
    profile = film_profile(RACE)
    assert profile is not None
    opening = opened_evening(RACE, random.Random(1), RACE.simulation.film, profile)
    assert RACE.view(opening.state()).public["board"]["length"] == profile["board"]["length"]
    squares = filmed().board
    assert squares is not None
    names = {zone.id for zone in watched_zones(RACE, filmed().plan, squares.squares)}
    length = profile["board"]["length"]
    assert {"tray", "start_1", f"square_{length}", f"square_{length + 1}"} <= names
    assert "track" not in names and "arrival_1" not in names
    assert zones_of_squares(squares.squares)["arrival_2"] == f"square_{length + 1}"


def test_dice_are_thrown_into_a_tray_onto_felt_or_onto_the_table_by_the_edition_of_the_evening() -> None:
    assert filmed().onto == "tray", "on the simulated table"
    evenings = [
        FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT, edition=edition) for edition in range(700, 715)
    ]
    assert {evening.onto for evening in evenings} == {"tray", "felt", "table"}
    for evening in evenings:
        (tray,) = [layer.drawn for layer in evening.layers if layer.planned == "tray"]
        assert isinstance(tray, PlayedTray) and tray.onto == evening.onto


def test_the_beginning_of_a_race_is_followed_from_its_pictures() -> None:
    seen = film(SEED, most_looks=8, game_id=RACE.id)
    assert (seen.outcome.false_accusations, seen.outcome.stayed) == (0, 0)
    assert seen.outcome.actions >= 4
    assert seen.reading.things >= 8
    assert seen.reading.things == seen.reading.right
    assert seen.reading.zones_right == seen.reading.zones
    assert seen.hands.reported == seen.hands.touches


def test_who_wants_another_look_at_all_wants_the_bare_squares_too() -> None:
    """A pawn that was seen where none stands is gone then, as it is at a real table."""
    camera = PictureCamera(filmed(), filmed().readers(), noise_parameters())
    standing = PhysicalTable({f"start_{horse}": (f"horse_{horse}",) for horse in (1, 2, 3)})
    everywhere = camera.look(standing, (), 0).zones.keys()
    assert "square_9" in everywhere
    wanted = frozenset(standing.faces)
    assert camera.look(standing, (), 3000, again=wanted).zones.keys() == everywhere
    assert camera.look(standing, (), 6000, again=frozenset({"start_1"})).zones.keys() == {"start_1"}


def test_a_piece_that_nobody_touches_stays_to_the_pixel() -> None:
    filmed_table = table()
    filmed_table.lay({"start_1": ("horse_1",), "start_2": ("horse_2",)})
    before = filmed_table.picture().astype(int)
    filmed_table.lay({"start_2": (), "square_20": ("horse_2",)})
    assert filmed_table.lying()["square_20"] == ("horse_2",)
    changed = np.abs(filmed_table.picture().astype(int) - before).max(axis=2) > 40
    for zone, moved in (("start_1", False), ("start_2", True), ("square_20", True)):
        (left, top), (right, bottom) = _around(filmed_table, zone)
        assert changed[top:bottom, left:right].any() == moved, zone


def test_pieces_that_share_a_square_stand_side_by_side() -> None:
    filmed_table = table()
    filmed_table.lay({"square_4": ("horse_1", "horse_2")})
    assert filmed_table.lying()["square_4"] == ("horse_1", "horse_2")
    board = filmed_table._layers[0].drawn
    one, other = (piece.placed.foot for piece in board._pieces["square_4"])  # type: ignore[attr-defined]
    assert np.hypot(*(one - other)) > 1.5 * board.art.form.radius  # type: ignore[attr-defined]


def test_dice_roll_and_then_lie() -> None:
    filmed_table = table()
    filmed_table.lay({"tray": ("K", "9")})
    (left, top), (right, bottom) = _around(filmed_table, "tray", 120.0)
    frames = [filmed_table.frame() for _ in range(9)]
    assert filmed_table.clock_ms == 9 * FRAME_MS
    small = [frame.image for frame in frames if frame.image is not None]
    scale = small[0].shape[1] / filmed_table.picture().shape[1]
    box = np.s_[round(top * scale) : round(bottom * scale), round(left * scale) : round(right * scale)]
    moves = [np.abs(a[box].astype(int) - b[box]).max() for a, b in pairwise(small)]
    assert max(moves[:4]) > 60 > max(moves[-2:])


def test_the_same_faces_thrown_again_are_another_throw() -> None:
    filmed_table = table()
    filmed_table.lay({"tray": ("K", "9")})
    tray = filmed_table._layers[1].drawn
    before = tray._landed  # type: ignore[attr-defined]
    filmed_table.lay({"tray": ("K", "9")})
    assert tray._landed == before  # type: ignore[attr-defined]
    filmed_table.lay({"tray": ("K", "9")}, thrown={"tray"})
    assert tray._landed != before  # type: ignore[attr-defined]
    assert filmed_table.lying()["tray"] == ("K", "9")


def _around(film_table: FilmedTable, zone: str, mm: float = 14.0) -> tuple[tuple[int, int], tuple[int, int]]:
    x, y = film_table.place(zone)
    corners = film_table.view.to_px(np.array([(x - mm, y - mm), (x + mm, y + mm)]))
    (left, top), (right, bottom) = np.round(corners).astype(int)
    return (int(left), int(top)), (int(right), int(bottom))


def move(source: str, target: str) -> list[Touch]:
    return [Touch(source, 1000, 1400, "south"), Touch(target, 1800, 2200, "south")]


def test_a_piece_that_is_moved_is_seen_in_the_hand_between_its_squares() -> None:
    frames = []
    for hardships in ((), ("carried_pieces",)):
        race = table(*hardships)
        race.lay({"square_2": ("horse_1",)})
        (reach,) = race.hands.reaches(move("square_2", "square_4"))
        race.lay({"square_2": ()})  # by now it is in the hand
        assert [reach.holds(ms) is not None for ms in (1100, 1600, 2100)] == [False, bool(hardships), False]
        race.gestures, race.clock_ms = (reach,), 1500
        frames.append(race.frame().image)
    empty, full = frames
    assert empty is not None and full is not None
    changed = np.abs(full.astype(int) - empty).max(axis=2) > 25
    assert 5 < changed.sum() < 400


def test_an_empty_hand_shows_no_piece() -> None:
    race = table("carried_pieces", "hops")
    (reach,) = race.hands.reaches(move("square_2", "square_6"))
    assert reach.carried == () and len(reach.gesture.way) == 6


def test_a_piece_is_set_down_on_every_square_of_its_way() -> None:
    race = table("hops")
    race.lay({"square_2": ("horse_1",)})
    touches = race.hands.with_hops(move("square_2", "square_6"))
    (reach,) = race.hands.reaches(touches)
    assert touches[1].start_ms - 1800 == 3 * 280 == reach.gesture.end_ms - 450 - 2200
    for square in (3, 4, 5):
        middle = np.array(race.place(f"square_{square}"))
        nearest = [np.hypot(*(np.array(reach.gesture.at(ms)) - middle)) for ms in range(1400, 2700, 10)]
        assert sum(far < 50.0 for far in nearest) >= 10, square


@pytest.mark.parametrize(
    ("source", "target", "hops"),
    [
        ("start_3", "square_4", 3),
        ("square_6", "square_2", 0),
        ("tray", "square_6", 0),
        ("square_6", "tray", 0),
    ],
)
def test_only_forward_a_hand_counts_squares(source: str, target: str, hops: int) -> None:
    race = table("hops")
    race.lay({"start_3": ("horse_1",), "square_6": ("horse_2",)})
    _, last = race.hands.with_hops(move(source, target))
    assert last.start_ms == 1800 + hops * 280


def test_what_a_hand_knocked_over_lies_there_until_somebody_puts_it_straight() -> None:
    race = table()
    race.lay({"square_2": ("horse_1",), "square_20": ("horse_2",)})
    assert race.beside(["square_3"]) == ("square_2",) and race.beside(["tray"]) == ()
    upright = race.picture().astype(int)
    race.knock_over("square_2")
    changed = np.abs(race.picture().astype(int) - upright).max(axis=2) > 40
    for zone, fell in (("square_2", True), ("square_20", False)):
        (left, top), (right, bottom) = _around(race, zone, 20.0)
        assert changed[top:bottom, left:right].any() == fell, zone
    race.lay({"square_2": ("horse_1",)})
    assert race.lying()["square_2"] == ("horse_1",) and fallen(race) == ["horse_1"]
    race.lay({"square_2": ("horse_1",)}, flattened={"square_2"})
    assert fallen(race) == []


def fallen(film_table: FilmedTable) -> list[str]:
    board = film_table._layers[0].drawn
    assert isinstance(board, PlayedBoard)
    return [piece.face for own in board._pieces.values() for piece in own if piece.placed.fallen]


def test_a_piece_that_fell_is_no_move_and_is_set_up_before_anything_else_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(picture_camera, "_KNOCKS", 1.0)
    evening = FilmedGame.of(RACE, PLAYERS, SEED, EVENING_LIGHT, frozenset({"knocked_over"}))
    camera = PictureCamera(evening, evening.readers(), noise_parameters())
    standing = PhysicalTable({f"square_{8 * horse}": (f"horse_{horse}",) for horse in (1, 2, 3)})
    camera.look(standing, (), 0)
    knocked = camera.look(standing, [Touch("square_9", 1000, 1600, "south")], 2000)
    assert fallen(camera.film) == ["horse_1"]
    for zone, faces in standing.faces.items():
        read = (
            [slot.best[0] for slot in knocked.zones[zone].slots] if zone in knocked.zones else ["unreadable"]
        )
        assert read in (list(faces), ["unreadable"]), zone
    monkeypatch.setattr(picture_camera, "_KNOCKS", 0.0)
    before = len(camera.touches)
    camera.look(standing, [Touch("square_12", 5000, 5600, "south")], 6000)
    first, then = camera.touches[before:]
    assert (first.zone, first.side, then.zone) == ("square_8", "south", "square_12")
    assert then.start_ms > first.end_ms + 900
    assert fallen(camera.film) == []
