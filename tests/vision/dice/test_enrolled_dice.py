"""A family's poker dice with pictures are told by their pictures, and the network's word stays where it is better."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from vision.dice.classification import FACES
from vision.dice.enrolled_dice import (
    POKER_FACES,
    ByteArray,
    EnrolledDice,
    FaceExample,
    TooFewFaces,
    enrol_dice,
)
from vision.dice.face_match import PATCH, WAYS, face_gallery, laid_ways
from vision.dice.geometry import crop_face, quad_shape
from vision.scene import SceneDie, ScenePicture, SceneRenderer
from vision.scene.style import DIE_STYLES, DieStyle

PICTURED = replace(DIE_STYLES["poker_pictured"], glyph_seed=11)
NOTHING = np.full(6, 1 / 6, np.float32)


def faces(seed: int, throws: int, lining: str, factory: str = "nothing") -> list[FaceExample]:
    """All six faces, thrown several times: crops where the dice lie, and a network that says nothing, or is always
    right, or always wrong.
    """
    return [FaceExample(face, crop, _said(face, factory)) for face, crop in crops(seed, throws, lining)]


@cache
def crops(
    seed: int, throws: int, lining: str, style: DieStyle = PICTURED
) -> tuple[tuple[str, ByteArray], ...]:
    """The faces and crops of drawn throws."""
    chance = np.random.default_rng(seed)
    found = []
    for _ in range(throws):
        dice = tuple(
            SceneDie(face, -85 + 34 * at, chance.uniform(-50, 50), chance.uniform(0, 360), style=style)
            for at, face in enumerate(POKER_FACES)
        )
        scene = SceneRenderer(seed=seed, lining=lining).render(ScenePicture(dice))
        for die in scene.dice:
            quad = np.asarray(die.top_quad, np.float64)
            anisotropy, turn = quad_shape(quad)
            side = float(np.sqrt(_area(quad)))
            crop = crop_face(scene.image, die.centre, side, anisotropy, turn)
            found.append((die.face, crop))
    return tuple(found)


def _area(quad: np.ndarray) -> float:
    x, y = quad[:, 0], quad[:, 1]
    return 0.5 * abs(float(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


def _said(face: str, factory: str) -> np.ndarray:
    at = POKER_FACES.index(face)
    return (
        NOTHING if factory == "nothing" else np.eye(6, dtype=np.float32)[at if factory == "right" else at - 1]
    )


def told(dice: EnrolledDice, examples: list[FaceExample]) -> float:
    return float(np.mean([POKER_FACES[int(judged(dice, one).argmax())] == one.face for one in examples]))


def judged(dice: EnrolledDice, one: FaceExample, quarter: int = 0) -> np.ndarray:
    crop = np.ascontiguousarray(np.rot90(one.crop, quarter))
    return dice.judge(dice.compared(laid_ways(crop)), one.factory)


def test_pictures_are_told_after_three_looks_at_each_on_another_cloth() -> None:
    dice = enrol_dice(faces(1, 3, "brown_leather"))
    assert told(dice, faces(2, 4, "green_felt")) >= 0.95
    assert dice.checked == 18 and dice.right >= 17 and dice.print_weight > 0


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_quarter_turn_makes_no_difference(quarter: int) -> None:
    dice = enrol_dice(faces(1, 3, "brown_leather"))
    one = faces(2, 4, "green_felt")[4]
    assert np.allclose(judged(dice, one), judged(dice, one, quarter), atol=1e-6)


def test_a_network_that_is_always_wrong_on_these_dice_loses_its_say() -> None:
    dice = enrol_dice(faces(1, 3, "brown_leather", "wrong"))
    assert dice.factory_weight == 0.0 and dice.right >= 17
    assert enrol_dice(faces(1, 3, "brown_leather", "right")).factory_weight > 0.0


def test_probabilities_are_one_together() -> None:
    dice = enrol_dice(faces(1, 3, "brown_leather"))
    assert float(judged(dice, faces(2, 4, "green_felt")[0]).sum()) == pytest.approx(1.0)


def test_the_order_of_the_examples_does_not_decide() -> None:
    examples = faces(1, 3, "brown_leather")
    thrown = faces(2, 4, "green_felt")
    assert told(enrol_dice(examples), thrown) == told(enrol_dice(examples[::-1]), thrown)


def test_a_face_that_is_there_once_is_asked_for_again() -> None:
    examples = [one for one in faces(1, 3, "brown_leather") if one.face != "Q"]
    with pytest.raises(TooFewFaces, match="too few of Q"):
        enrol_dice(examples)
    with pytest.raises(TooFewFaces):
        enrol_dice([])


def test_a_plain_crop_can_be_compared_and_is_like_nothing() -> None:
    plain = np.full((64, 64, 3), 128, np.uint8)
    assert laid_ways(plain).shape == (WAYS, PATCH)
    likeness = enrol_dice(faces(1, 3, "brown_leather")).compared(laid_ways(plain))
    assert np.isfinite(likeness).all() and likeness.max() < 0.5
    assert np.isfinite(face_gallery([plain]).likeness(laid_ways(faces(1, 1, "brown_leather")[0].crop))).all()


@pytest.mark.parametrize("turn_deg, shift", [(8.0, (0.0, 0.0)), (-6.0, (2.0, -3.0)), (0.0, (-3.0, 2.0))])
def test_a_face_that_was_cut_out_askew_is_like_itself(turn_deg: float, shift: tuple[float, float]) -> None:
    crop = faces(1, 1, "brown_leather")[2].crop
    matrix = cv2.getRotationMatrix2D((31.5, 31.5), turn_deg, 1.06)
    matrix[:, 2] += shift
    askew = np.asarray(cv2.warpAffine(crop, matrix, (64, 64), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    gallery = face_gallery([one.crop for one in faces(1, 1, "brown_leather")])
    likeness = gallery.likeness(laid_ways(askew))
    assert likeness[2] >= 0.92 and np.delete(likeness, 2).max() < likeness[2] - 0.1


def test_a_warm_and_dim_light_hardly_changes_a_likeness() -> None:
    crop = faces(1, 1, "brown_leather")[2].crop
    dim = np.asarray(np.clip(crop * np.array([0.5, 0.6, 0.7]), 0, 255), np.uint8)
    gallery = face_gallery([one.crop for one in faces(1, 1, "brown_leather")])
    assert gallery.likeness(laid_ways(dim))[2] >= 0.95


def test_two_faces_with_the_same_picture_are_never_told_surely() -> None:
    drawn = faces(1, 4, "brown_leather")
    others = [one for one in drawn if one.face not in ("9", "10")]
    nines = [one for one in drawn if one.face == "9"]
    halves = [replace(one, face=("9", "10")[at % 2]) for at, one in enumerate(nines)]
    dice = enrol_dice([*others, *halves])
    for one in faces(2, 4, "green_felt"):
        if one.face == "9":
            assert judged(dice, one).max() < 0.9


def test_the_figures_are_those_of_the_network() -> None:
    assert FACES[6:] == POKER_FACES
