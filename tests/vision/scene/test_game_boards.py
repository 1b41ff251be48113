"""Boards of games: as many squares and pieces as the plan says, another print for each number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision.scene.camera import PinholeCamera
from vision.scene.game_boards import BoardPlace, print_board
from vision.scene.piece_boards import PieceBoard, photograph
from vision.scene.standing_pieces import FALLING, FORMS, PieceForm, Placed, shadows, stand

PLACES = [BoardPlace(f"s{at}", "dot" if at % 3 else "plain", 30.0 + 30.0 * at, 40.0, 20.0) for at in range(6)]
PLAN: dict[str, Any] = {
    "inks": {"dot": ["white"], "plain": ["blue"]},
    "dotted": ["dot"],
    "numbered": ["plain"],
    "grounds": ["cream"],
    "forms": ["horse"],
    "box": [["red", "1"], ["red", "2"], ["green", "3"]],
    "title": "RACE",
}


def board(seed: int) -> PieceBoard:
    return print_board("race", PLAN, (210.0, 90.0), PLACES, seed)


def test_each_number_is_a_print_of_its_own() -> None:
    one, again, other = board(1), board(1), board(2)
    assert np.array_equal(one.picture, again.picture) and one.form == again.form
    assert not np.array_equal(one.picture, other.picture)
    assert one.squares == other.squares == {place.name: (place.x, place.y) for place in PLACES}
    assert one.pitch == pytest.approx(30.0)


def test_no_more_pieces_stand_than_there_are() -> None:
    shown = photograph(board(3), 1.0, np.random.default_rng(4))
    assert sorted(shown.pieces.values()) == ["green", "red", "red"]
    assert photograph(board(3), 0.0, np.random.default_rng(4)).pieces == {}


def test_colours_are_chosen_among_those_of_the_plan() -> None:
    plan = {key: value for key, value in PLAN.items() if key != "box"} | {
        "colours": ["red", "blue", "black"],
        "pieces": 2,
    }
    drawn = print_board("race", plan, (210.0, 90.0), PLACES, 5)
    assert len(drawn.box) == 2 and set(drawn.colours) < {"red", "blue", "black"}
    with pytest.raises(KeyError):
        print_board("race", plan | {"grounds": ["tartan"]}, (210.0, 90.0), PLACES, 5)


@pytest.mark.parametrize("kind", FORMS)
def test_a_piece_is_seen_from_its_foot_to_where_its_top_leans(kind: str) -> None:
    camera = PinholeCamera.over_table(320, 240, view_width_mm=100, distance_mm=150, tilt_deg=30)
    picture = np.zeros((240, 320, 3), np.uint8)
    form = PieceForm(kind, 8.0, 16.0)
    piece = Placed(np.array([5.0, -4.0]), 0.3, (60, 60, 200))
    stand(picture, form, piece, camera, np.array([0.3, 0.1]))
    rows, columns = np.nonzero(picture.any(axis=2))
    foot, top = camera.project(np.array([[5.0, -4.0, 0.0], [5.0, -4.0, -16.0]]))
    middle = np.array([columns.mean(), rows.mean()])
    along = (middle - foot) @ (top - foot) / ((top - foot) @ (top - foot))
    assert 0.1 < along < 0.9
    colours = picture[rows, columns].astype(float)
    assert np.median(colours[:, 2] - colours[:, 0]) > 60


@pytest.mark.parametrize("kind", FALLING)
def test_a_fallen_piece_lies_as_long_as_it_is_high_to_the_right_of_where_it_faced(kind: str) -> None:
    camera = PinholeCamera.over_table(640, 480, view_width_mm=100, distance_mm=900)
    seen, shaded = [], []
    for fallen in (False, True):
        picture = np.zeros((480, 640, 3), np.uint8)
        piece = Placed(np.array([0.0, 0.0]), 0.0, (60, 60, 200), fallen=fallen)
        form, low_sun = PieceForm(kind, 6.0, 24.0), np.array([2.0, 0.0])
        stand(picture, form, piece, camera, low_sun)
        rows, columns = np.nonzero(picture.any(axis=2))
        seen.append((np.ptp(columns) / 6.4, np.ptp(rows) / 6.4, (rows.mean() - 239.5) / 6.4))
        shaded.append(np.ptp(np.vstack(list(shadows(form, piece, low_sun)))[:, 0]))
    (_, high, middle), (wide, long, beyond) = seen
    assert abs(middle) < 2.0 and high < 14.0
    assert 10.0 < wide < 14.0 and 21.0 < long < 28.0 and beyond > 12.0
    assert shaded[1] < 0.75 * shaded[0], "a low thing's shadow is short"
