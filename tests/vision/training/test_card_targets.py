"""What the card networks learn from is what the scenes tell: maps that lead back to the truth, upright crops."""

import math

import numpy as np
import pytest

from vision.card_names import FIGURES
from vision.cards import maps
from vision.cards.answers import FIGURE_REJECT, SUIT_REJECT
from vision.cards.crops import CROP_HEIGHT, CROP_WIDTH, crop_index
from vision.training.card_dataset import BACK_COLUMNS, COLUMNS, scene_rows
from vision.training.card_scenes import SCENE_SIZE, CardSceneSeries, CardTrainingScene
from vision.training.card_targets import (
    REACH_WEIGHT,
    detector_target,
    index_answer,
    jittered_crop,
    quarter_turned,
    rejected_crop,
    resample,
)

AT = {name: number for number, name in enumerate(COLUMNS)}
BACK_AT = {name: number for number, name in enumerate(BACK_COLUMNS)}


@pytest.fixture(scope="module")
def scenes() -> list[CardTrainingScene]:
    series = CardSceneSeries(19)
    return [series.scene(number) for number in range(24)]


def _index(**told: float) -> np.ndarray:
    usual = {"used": 1.0, "x": 100.0, "y": 120.0, "up_y": -1.0, "width": 21.0, "height": 54.0, "visible": 1.0}
    usual |= {"card_x": 177.0, "card_y": 222.0} | told
    return np.array([[usual.get(name, 0.0) for name in COLUMNS]], np.float32)


def _back(**told: float) -> np.ndarray:
    usual = {"x": 160.0, "y": 160.0, "up_y": -1.0, "width": 189.0, "height": 264.0, "visible": 1.0} | told
    return np.array([[usual.get(name, 0.0) for name in BACK_COLUMNS]], np.float32)


NO_INDEX = np.empty((0, len(COLUMNS)), np.float32)
NO_BACK = np.empty((0, len(BACK_COLUMNS)), np.float32)


def test_the_maps_lead_back_to_the_index() -> None:
    target, weights = detector_target(_index(up_x=1.0, up_y=0.0), NO_BACK, 320)
    rows, columns = np.nonzero(target[maps.INDEX_HEAT] == 1.0)
    assert len(rows) == 1
    told = target[:, rows[0], columns[0]]
    offset = told[maps.INDEX_OFFSET]
    assert ((columns[0] + offset[0]) * 8, (rows[0] + offset[1]) * 8) == pytest.approx((100, 120))
    assert told[maps.INDEX_UP].tolist() == [1.0, 0.0]
    assert told[maps.INDEX_SIZE].tolist() == [0.0, 0.0]
    # The card's middle lies 77 px to the picture's right, towards the head: up; and 102 px down: to the right of one
    # whose head lies to the right.
    assert told[maps.INDEX_REACH] * maps.USUAL_REACH_PX == pytest.approx((102, -77))
    assert weights[0].min() == 1.0 and weights[1, rows[0], columns[0]] == 1.0 and weights[3].max() == 0.0


def test_the_way_from_a_right_hand_index_counts_more() -> None:
    _, left = detector_target(_index(), NO_BACK, 320)
    _, right = detector_target(_index(card_x=23.0), NO_BACK, 320)
    assert right[REACH_WEIGHT].sum() > 2 * left[REACH_WEIGHT].sum() > 0
    assert np.array_equal(left[:REACH_WEIGHT], right[:REACH_WEIGHT])
    _, hidden = detector_target(_index(used=0.0, visible=0.5), NO_BACK, 320)
    assert hidden[REACH_WEIGHT].max() == 0.0


def test_a_half_hidden_index_is_neither_wanted_nor_forbidden() -> None:
    target, weights = detector_target(_index(used=0.0, visible=0.5), NO_BACK, 320)
    assert target[maps.INDEX_HEAT].max() == 0.0
    assert weights[0, 15, 12] == 0.0 and weights[0, 0, 0] == 1.0


def test_an_index_beside_a_hidden_one_is_still_wanted() -> None:
    both = np.concatenate([_index(), _index(used=0.0, x=112.0)])
    _, weights = detector_target(both, NO_BACK, 320)
    assert weights[0, 15, 12] == 1.0


def test_a_back_is_told_by_its_middle_and_its_long_side() -> None:
    slanted = _back(up_x=math.sin(0.6), up_y=-math.cos(0.6))
    turned_round = _back(up_x=-math.sin(0.6), up_y=math.cos(0.6))
    target, _ = detector_target(NO_INDEX, slanted, 320)
    same, _ = detector_target(NO_INDEX, turned_round, 320)
    assert np.allclose(target, same, atol=1e-6)
    assert target[maps.BACK_HEAT, 20, 20] == 1.0
    _, weights = detector_target(NO_INDEX, _back(visible=0.3), 320)
    assert weights[2, 20, 20] == 0.0 and weights[0].min() == 1.0


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_rows_turn_with_the_picture(scenes: list[CardTrainingScene], quarters: int) -> None:
    number, scene = next((n, s) for n, s in enumerate(scenes) if len(s.used) >= 3)
    rows, _ = scene_rows(number, scene)
    turned = quarter_turned(rows.astype(np.float32), quarters, SCENE_SIZE, COLUMNS)
    picture = np.ascontiguousarray(np.rot90(scene.image, quarters))
    for before, after in zip(rows[:3], turned[:3], strict=True):
        crops = [
            crop_index(
                image,
                (row[AT["x"]], row[AT["y"]]),
                (row[AT["up_x"]], row[AT["up_y"]]),
                (row[AT["width"]], row[AT["height"]]),
            )
            for image, row in ((scene.image, before), (picture, after))
        ]
        assert np.abs(crops[0].astype(int) - crops[1]).mean() < 2.0


def test_scenes_tell_backs_and_what_is_printed(scenes: list[CardTrainingScene]) -> None:
    printed, backs = set(), 0
    for number, scene in enumerate(scenes):
        rows, turned = scene_rows(number, scene)
        printed |= {FIGURES[int(row[AT["figure"]])] for row in rows}
        backs += len(turned)
        for row in turned:
            assert row[BACK_AT["height"]] > row[BACK_AT["width"]]
    assert printed & {"V", "D", "R", "B"} and backs > 0


def test_a_crop_is_upright_and_full() -> None:
    picture = np.full((200, 200, 3), 230, np.uint8)
    # A sign of two halves, lying on its side: its head, to the right, is dark.
    picture[89:111, 100:127] = 20
    picture[89:111, 73:100] = 120
    crop = crop_index(picture, (100.0, 100.0), (1.0, 0.0), (22.0, 54.0))
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[24, 24, 0] < 40 and 100 < crop[48, 24, 0] < 140
    assert crop[3, 24, 0] > 220 and crop[36, 2, 0] > 220


def test_answers_follow_what_is_seen() -> None:
    assert index_answer(_index(figure=3, suit=2)[0]) == (3, 2)
    assert index_answer(_index(used=0.0, visible=0.4)[0]) == (FIGURE_REJECT, SUIT_REJECT)
    assert index_answer(_index(used=0.0, visible=0.75)[0]) is None


def test_every_index_gives_a_crop_and_most_scenes_a_rejected_one(scenes: list[CardTrainingScene]) -> None:
    rng = np.random.default_rng(3)
    crops, rejected = [], 0
    for number, scene in enumerate(scenes):
        rows = scene_rows(number, scene)[0].astype(np.float32)
        crops += [resample(jittered_crop(scene.image, row, rng), rng) for row in rows]
        rejected += rejected_crop(scene.image, rows, rng) is not None
    assert np.stack(crops).shape == (len(crops), CROP_HEIGHT, CROP_WIDTH, 3)
    assert rejected > len(scenes) // 2


def test_no_rejected_crop_shows_an_upright_index() -> None:
    rng = np.random.default_rng(8)
    picture = np.full((320, 320, 3), 128, np.uint8)
    picture[93:120, 90:111] = 0
    picture[120:147, 90:111] = 255
    upside_down = 0
    for _ in range(300):
        crop = rejected_crop(picture, _index(), rng)
        if crop is not None:
            above, below = crop[16:32, 22:26].mean(), crop[40:56, 22:26].mean()
            assert not (above < 40 and below > 215)
            upside_down += above > 215 and below < 40
    assert upside_down > 30
