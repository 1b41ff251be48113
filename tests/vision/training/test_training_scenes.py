"""Rendered dice of every look: the same number gives the same scene, and each look does what it says."""

from dataclasses import replace

import numpy as np

from vision.scene.arrays import FloatArray
from vision.scene.faces import draw_atlas
from vision.scene.style import DieStyle
from vision.training.dataset import draw_scene_set, join_scene_sets
from vision.training.photometry import photograph
from vision.training.rare_dice import (
    RARE_LOOKS,
    dark_pipped,
    draw_rare_scene,
    glaring,
    low_contrast,
    swirled,
    very_round,
)
from vision.training.scenes import draw_training_scene, random_style
from vision.training.targets import jittered_crop

_LIGHTS = np.zeros((6, 2))
_FACES = ("1", "6", "2", "5", "3", "4")


def _atlas(style: DieStyle) -> FloatArray:
    return draw_atlas(_FACES, style, 64, _LIGHTS, np.random.default_rng(3))


def test_the_same_number_gives_the_same_scene() -> None:
    one, other = draw_training_scene(5, 77), draw_training_scene(5, 77)
    assert np.array_equal(one.image, other.image)
    assert [die.face for die in one.dice] == [die.face for die in other.dice]


def test_pips_of_the_face_below_shimmer_through_the_top_only() -> None:
    plain = DieStyle(body=(180.0, 90.0, 30.0), pip=(240.0, 240.0, 240.0))
    clear = _atlas(replace(plain, see_through=0.4))
    opaque = _atlas(plain)
    changed = np.abs(clear - opaque).max(axis=(0, 2))
    assert changed[:64].max() > 15
    # The pip of the one stays the brightest thing of its face.
    assert clear[32, 32, 1] >= clear[:, :64, 1].max() - 1


def test_glare_only_brightens() -> None:
    plain = DieStyle(body=(60.0, 40.0, 30.0), pip=(40.0, 40.0, 160.0))
    difference = _atlas(replace(plain, glare=1.0))[:, :64] - _atlas(plain)[:, :64]
    assert difference.min() >= -1e-3
    assert difference.max() > 60
    assert np.median(difference) < 30


def test_looks_of_every_kind_come_up() -> None:
    rng = np.random.default_rng(12)
    styles = [random_style(rng) for _ in range(600)]
    assert 60 < sum(style.glare > 0 for style in styles) < 250
    assert 5 < sum(style.see_through > 0 for style in styles) < 80
    assert 120 < sum(style.marble > 0 for style in styles) < 350
    for style in styles:
        middle = np.array(style.body) * (1 - style.marble / 2) + np.array(style.second) * style.marble / 2
        assert np.abs(np.array(style.pip) - middle).max() > 12


def test_an_enlarged_scene_has_lost_its_detail() -> None:
    chess = np.kron(np.indices((64, 64)).sum(axis=0) % 2, np.ones((3, 3)))
    image = np.repeat(chess[..., None] * 200.0 + 20.0, 3, axis=2).astype(np.float32)
    contrasts = [
        float(photograph(image, np.random.default_rng(seed), 0.3).astype(float).std()) for seed in range(30)
    ]
    sharp = [float(photograph(image, np.random.default_rng(seed)).astype(float).std()) for seed in range(30)]
    assert min(contrasts) < min(sharp)
    assert np.mean(contrasts) < np.mean(sharp)


def test_crops_of_one_die_are_cut_a_little_differently() -> None:
    scene = next(
        each
        for each in (draw_training_scene(9, index) for index in range(60))
        if any(die.visible > 0.9 and 30 < die.side < 70 for die in each.dice)
    )
    die = next(die for die in scene.dice if die.visible > 0.9 and 30 < die.side < 70)
    rng = np.random.default_rng(1)
    crops = [jittered_crop(scene.image, die, rng) for _ in range(8)]
    assert all(crop.shape == (64, 64, 3) and crop.dtype == np.uint8 for crop in crops)
    assert len({crop.tobytes() for crop in crops}) == 8


def test_a_rare_scene_is_the_same_each_time_and_none_of_the_usual_ones() -> None:
    one, other = draw_rare_scene(5, 77), draw_rare_scene(5, 77)
    assert np.array_equal(one.image, other.image)
    assert not np.array_equal(one.image, draw_training_scene(5, 77).image)


def test_rare_dice_have_the_looks_they_are_named_for() -> None:
    rng = np.random.default_rng(4)
    dark = [dark_pipped(rng) for _ in range(100)]
    assert all(max(style.pip) < 255 and sum(style.pip) < 600 for style in dark)
    assert np.median([max(style.pip) for style in dark]) < 150
    assert all(style.glare >= 0.35 and style.bows in (1, 2) for style in (glaring(rng) for _ in range(50)))
    assert all(style.rounding >= 0.16 for style in (very_round(rng) for _ in range(50)))
    assert all(min(style.pip) > 150 for style in (swirled(rng) for _ in range(20)) if min(style.body) < 40)


def test_the_pips_of_rare_dice_stand_out_if_only_by_little() -> None:
    rng = np.random.default_rng(6)
    for draw in (dark_pipped, swirled, low_contrast):
        for style in (draw(rng) for _ in range(100)):
            middle = np.array(style.body) * (1 - style.marble / 2) + np.array(style.second) * style.marble / 2
            assert np.abs(np.array(style.pip) - middle).max() > 20


def test_a_second_bow_of_glare_only_brightens() -> None:
    plain = DieStyle(body=(60.0, 40.0, 30.0), pip=(40.0, 40.0, 160.0))
    none, two = _atlas(plain)[:, :64], _atlas(replace(plain, glare=1.0, bows=2))[:, :64]
    assert (two - none).min() >= -1e-3
    assert (two - none).max() > 60


def test_very_round_dice_are_seen_from_the_side() -> None:
    look = RARE_LOOKS[2]
    rng = np.random.default_rng(2)
    assert all(24 <= look.tilt_deg(rng) <= 56 for _ in range(50))


def test_scene_sets_are_joined_in_order() -> None:
    usual, rare = draw_scene_set(3, 2, 1), draw_scene_set(3, 1, 1, draw_rare_scene)
    both = join_scene_sets([usual, rare])
    assert np.array_equal(both.images[2], draw_rare_scene(3, 0).image)
    assert both.dice == (*usual.dice, *rare.dice)
