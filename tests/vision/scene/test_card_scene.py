"""Scenes of cards: where cards and indices are said to be, they are; what is hidden is said to be hidden."""

import itertools
import math

import cv2
import numpy as np
import pytest

from vision.card_names import BACK
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_layouts import pile_of, round_fan, row_of
from vision.scene.card_scene import CardScene, Glare, LaidCard, SceneLight, SeenIndex
from vision.scene.deck import Deck, KeptDrawings, random_deck_style

SIZE = 420
DECK = KeptDrawings(Deck(random_deck_style(2, language="english", width_mm=8.0)), 60)
DARK_GREEN = np.full((SIZE, SIZE, 3), (50, 90, 40), np.uint8)


def camera(tilt_deg: float = 0.0, heading_deg: float = 30.0) -> PinholeCamera:
    return PinholeCamera.over_table(
        SIZE, SIZE, view_width_mm=140.0, distance_mm=600.0, tilt_deg=tilt_deg, heading_deg=heading_deg
    )


def laid(*cards: LaidCard, tilt_deg: float = 0.0, light: SceneLight | None = None) -> CardScene:
    scene = CardScene(DARK_GREEN, camera(tilt_deg), light)
    for card in cards:
        scene.lay(card)
    return scene


def upright(image: ByteArray, index: SeenIndex, width: int = 40, height: int = 64) -> FloatArray:
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    matrix = cv2.getPerspectiveTransform(index.quad.astype(np.float32), corners)
    return cv2.cvtColor(cv2.warpPerspective(image, matrix, (width, height)), cv2.COLOR_BGR2GRAY).astype(
        np.float32
    )


def likeness(a: FloatArray, b: FloatArray) -> float:
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 215.0])
@pytest.mark.parametrize(("tilt_deg", "arch_mm"), [(0.0, 0.0), (25.0, 0.0), (20.0, 4.0), (20.0, -4.0)])
def test_indices_are_where_and_as_they_are_told(turn_deg: float, tilt_deg: float, arch_mm: float) -> None:
    scene = laid(LaidCard(DECK, "5S", 3.0, -4.0, turn_deg, arch_mm=arch_mm), tilt_deg=tilt_deg)
    plain = laid(LaidCard(DECK, "5S", 0.0, 0.0))
    pattern = upright(plain.image, plain.indices()[0])
    for index in scene.indices():
        assert index.visible == 1.0
        read = upright(scene.image, index)
        assert likeness(read, pattern) > 0.85
        assert likeness(read[::-1, ::-1], pattern) < 0.8


def test_a_card_looks_whither_it_is_turned() -> None:
    for turn in (0.0, 40.0, 90.0, 250.0):
        (card,) = laid(LaidCard(DECK, "KD", 0.0, 0.0, turn)).cards()
        assert np.allclose(card.up, (math.sin(math.radians(turn)), -math.cos(math.radians(turn))), atol=0.01)
        assert card.visible > 0.97
        area = abs(cv2.contourArea(card.quad.astype(np.float32)))
        assert area == pytest.approx(DECK.size_mm[0] * DECK.size_mm[1] * 9.0, rel=0.02)


def test_the_card_on_top_hides_what_lies_beneath() -> None:
    below, above = (
        LaidCard(DECK, "2H", 0.0, 0.0),
        LaidCard(DECK, "9C", DECK.size_mm[0] / 2, 0.0, height_mm=0.3),
    )
    scene = laid(below, above)
    cards = scene.cards()
    assert cards[0].visible == pytest.approx(0.5, abs=0.06)
    assert cards[1].visible > 0.97
    left, right = (index for index in scene.indices() if index.card == 0 and index.up[1] != 0.0)
    assert left.visible == 1.0 and right.visible == 0.0


def test_in_a_column_the_upper_edges_are_seen() -> None:
    faces = [(DECK, card) for card in ("2H", "3H", "4H", "5H")]
    step = 5.0 + DECK.draw("2H", 4.0).indices[0].height_mm
    scene = laid(*row_of(faces, (0.0, -25.0), 0.0, step, 90.0))
    upper = [index for index in scene.indices() if index.up[1] < -0.9]
    assert all(index.visible == 1.0 for index in upper)
    hidden = [index for index in scene.indices() if index.up[1] > 0.9 and index.card < 3]
    assert all(index.visible < 0.9 for index in hidden)
    shares = [card.visible for card in scene.cards()]
    assert max(shares[:3]) < 0.5


def test_round_fans_turn_about_their_pivot_and_piles_are_crooked() -> None:
    faces = [(DECK, card) for card in ("2H", "3H", "4H")]
    fan = round_fan(faces, (0.0, 60.0), 80.0, -20.0, 20.0)
    assert [card.turn_deg for card in fan] == [-20.0, 0.0, 20.0]
    assert all(math.hypot(card.x_mm, card.y_mm - 60.0) == pytest.approx(80.0) for card in fan)
    pile = pile_of(faces, (5.0, 5.0), 0.0, np.random.default_rng(1), block_mm=4.0)
    assert [card.height_mm for card in pile] == pytest.approx([4.0, 4.3, 4.6])
    assert len({card.turn_deg for card in pile}) == 3


def test_what_lies_out_of_the_picture_is_not_seen() -> None:
    scene = laid(LaidCard(DECK, "5S", 70.0, 0.0), LaidCard(DECK, "6S", 400.0, 0.0))
    inside, outside = scene.cards()
    assert 0.3 < inside.visible < 0.6
    assert outside.visible == 0.0
    assert all(index.visible == 0.0 for index in scene.indices() if index.card == 1)


def test_hands_and_other_things_hide_cards() -> None:
    scene = laid(LaidCard(DECK, "5S", 0.0, 0.0))
    before = [index.visible for index in scene.indices()]
    scene.cover(
        np.where(np.arange(SIZE)[:, None] < SIZE // 2, 255, 0).astype(np.uint8) * np.ones((1, SIZE), np.uint8)
    )
    after = [index.visible for index in scene.indices()]
    assert set(before) == {1.0} and 0.0 in after and 1.0 in after
    reached = laid(LaidCard(DECK, "5S", 0.0, 0.0))
    reached.reach_in((SIZE / 2, SIZE / 2), 90.0, 200.0)
    assert reached.cards()[0].visible < 0.5


def test_where_a_lamp_is_mirrored_whitely_nothing_is_seen() -> None:
    mild, strong = (
        laid(LaidCard(DECK, "5S", 0.0, 0.0, glare=Glare(0.0, 0.0, 60.0, strength))) for strength in (0.3, 1.0)
    )
    assert mild.cards()[0].visible > 0.97
    assert strong.cards()[0].visible < 0.3
    assert strong.image.mean() > mild.image.mean()


def test_a_high_block_stands_out_from_where_the_camera_is() -> None:
    high = LaidCard(DECK, BACK, 0.0, 0.0, height_mm=15.0)
    scene = CardScene(DARK_GREEN, camera(20.0))
    scene.lay_block(high)
    block = np.any(scene.image != DARK_GREEN, axis=2).sum()
    scene.lay(high)
    flat = laid(LaidCard(DECK, BACK, 0.0, 0.0), tilt_deg=20.0)
    moved = scene.cards()[0].quad.mean(axis=0) - flat.cards()[0].quad.mean(axis=0)
    # What stands higher is seen farther from the point beneath the camera, on the side away from it.
    away = -np.array([math.cos(math.radians(30.0)), math.sin(math.radians(30.0))])
    assert float(moved @ away) > 5.0
    assert block > 0.9 * abs(cv2.contourArea(flat.cards()[0].quad.astype(np.float32)))


def test_shadows_fall_beside_cards_and_nothing_else_changes() -> None:
    card = LaidCard(DECK, "5S", 0.0, 0.0)
    dark = laid(card, light=SceneLight(0.0, 4.0, 0.8, 0.8)).image.astype(int)
    none = laid(card, light=SceneLight(0.0, 4.0, 0.0, 0.8)).image.astype(int)
    changed = np.argwhere((none - dark).max(axis=2) > 10)
    assert len(changed) > 100
    right_edge = SIZE / 2 + DECK.size_mm[0] / 2 * 3.0
    assert np.median(changed[:, 1]) > right_edge - 3
    assert (dark <= none + 1).all()


def test_the_same_scene_gives_the_same_pixels() -> None:
    cards = [
        LaidCard(DECK, card, 8.0 * n, 5.0 * n, 20.0 * n, 0.3 * n) for n, card in enumerate(("KD", "2C", BACK))
    ]
    first, second = laid(*cards, tilt_deg=12.0), laid(*cards, tilt_deg=12.0)
    assert np.array_equal(first.image, second.image)
    for one, other in itertools.zip_longest(first.indices(), second.indices()):
        assert one == other and np.array_equal(one.quad, other.quad)
