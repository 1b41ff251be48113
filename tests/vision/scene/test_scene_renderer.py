"""The renderer's ground truth agrees with its pixels."""

import cv2
import numpy as np
import pytest

from vision.scene import POKER_FACES, SceneDie, ScenePicture, SceneRenderer
from vision.scene.faces import arrange_faces, draw_atlas
from vision.scene.glyphs import text_mask
from vision.scene.style import DIE_STYLES


@pytest.fixture(scope="module")
def renderer() -> SceneRenderer:
    return SceneRenderer(640, 480, seed=4, noise=2.0)


DICE = (SceneDie("5", -50, -20, 20), SceneDie("3", 30, 15, 65, style="red"), SceneDie("K", 70, -45, 5))


def test_the_same_picture_and_seed_give_the_same_pixels(renderer: SceneRenderer) -> None:
    again = SceneRenderer(640, 480, seed=4, noise=2.0)
    picture = ScenePicture(DICE, hand=0.3)
    first, second = renderer.render(picture, 7), again.render(picture, 7)
    assert np.array_equal(first.image, second.image)
    assert first.dice == second.dice
    assert not np.array_equal(first.image, renderer.render(picture, 8).image)


def test_another_seed_gives_another_table(renderer: SceneRenderer) -> None:
    other = SceneRenderer(640, 480, seed=5, noise=2.0)
    assert not np.array_equal(renderer.render(ScenePicture(), 1).image, other.render(ScenePicture(), 1).image)


def test_the_boxes_enclose_what_was_drawn(renderer: SceneRenderer) -> None:
    calm = SceneRenderer(640, 480, seed=4, noise=0.0)
    empty = calm.render(ScenePicture()).image.astype(int)
    for die in DICE:
        scene = calm.render(ScenePicture((die,)))
        changed = np.abs(scene.image.astype(int) - empty).max(axis=2)
        x0, y0, x1, y1 = (round(v) for v in scene.dice[0].box)
        inside = changed[y0:y1, x0:x1]
        # The die fills its box but for the corners that a turned square leaves; a shadow may reach out of it.
        assert np.count_nonzero(inside > 12) > 0.5 * inside.size
        outside = changed.copy()
        outside[y0 - 2 : y1 + 2, x0 - 2 : x1 + 2] = 0
        brighter = scene.image.astype(int).max(axis=2) - empty.max(axis=2)
        brighter[y0 - 2 : y1 + 2, x0 - 2 : x1 + 2] = 0
        assert brighter.max() <= 4
        cx, cy = scene.dice[0].centre
        assert x0 < cx < x1 and y0 < cy < y1


def test_the_pips_can_be_counted(renderer: SceneRenderer) -> None:
    calm = SceneRenderer(960, 720, seed=4, noise=0.0)
    for value in range(1, 7):
        scene = calm.render(
            ScenePicture((SceneDie(str(value), 0.0, 0.0, 15.0, side_mm=30.0, style="white"),))
        )
        quad = scene.dice[0].top_quad.astype(np.float32)
        to_square = cv2.getPerspectiveTransform(
            quad, np.array([[0, 0], [99, 0], [99, 99], [0, 99]], np.float32)
        )
        face = cv2.cvtColor(cv2.warpPerspective(scene.image, to_square, (100, 100)), cv2.COLOR_BGR2GRAY)[
            8:92, 8:92
        ]
        dark = (face < 90).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
        assert sum(1 for row in stats[1:count] if row[4] > 60) == value


def test_a_die_lies_where_the_picture_says(renderer: SceneRenderer) -> None:
    dice = (SceneDie("1", -40.0, 0.0), SceneDie("2", 40.0, 0.0), SceneDie("4", 0.0, 40.0))
    scene = renderer.render(ScenePicture(dice))
    left, right, near = (die.centre for die in scene.dice)
    assert left[0] < near[0] < right[0]
    assert near[1] > left[1] and near[1] > right[1]
    corners = scene.tray_corners_px
    assert corners.shape == (4, 2)
    for die in scene.dice:
        assert cv2.pointPolygonTest(corners.astype(np.float32), die.centre, False) > 0


def test_the_hand_passes_over_the_tray_and_leaves(renderer: SceneRenderer) -> None:
    covers = [renderer.render(ScenePicture(DICE, hand=share)).hand_cover for share in (0.0, 0.25, 0.5, 1.0)]
    assert covers[0] < 0.02 and covers[3] < 0.02
    assert covers[2] > 0.15
    assert renderer.render(ScenePicture(DICE)).hand_cover == 0.0
    still = renderer.render(ScenePicture(DICE), 3).image.astype(int)
    covered = renderer.render(ScenePicture(DICE, hand=0.5), 3).image.astype(int)
    assert np.count_nonzero(np.abs(still - covered).max(axis=2) > 25) > 0.1 * still.shape[0] * still.shape[1]


def test_unknown_names_are_refused(renderer: SceneRenderer) -> None:
    with pytest.raises(ValueError, match="unknown face"):
        renderer.render(ScenePicture((SceneDie("7", 0, 0),)))
    with pytest.raises(ValueError, match="unknown die style"):
        renderer.render(ScenePicture((SceneDie("1", 0, 0, style="plaid"),)))
    with pytest.raises(ValueError, match="unknown tray lining"):
        SceneRenderer(lining="lawn")


def test_opposite_faces_sum_to_seven() -> None:
    for value in range(1, 7):
        for turn in range(4):
            top, bottom, east, west, south, north = (int(face) for face in arrange_faces(str(value), turn))
            assert top + bottom == east + west == south + north == 7
            assert {top, bottom, east, west, south, north} == set(range(1, 7))
    for face, beneath in (("9", "A"), ("Q", "J"), ("10", "K")):
        assert arrange_faces(face, 0)[1] == beneath


def test_figures_differ_from_one_another() -> None:
    masks = [text_mask(face, 3) for face in POKER_FACES]
    for index, mask in enumerate(masks):
        assert 0.03 < float(mask.mean()) < 0.6
        for other in masks[index + 1 :]:
            assert float(np.abs(mask - other).mean()) > 0.04


@pytest.mark.parametrize("face", ["J", "Q", "K"])
def test_a_figure_looks_the_same_in_every_throw(face: str) -> None:
    style, faces = DIE_STYLES["poker_pictured"], arrange_faces(face, 0)
    first, second = (
        draw_atlas(faces, style, 64, np.zeros((6, 2)), np.random.default_rng(throw))[:, :64]
        for throw in (1, 2)
    )
    assert np.array_equal(first, second)
