"""The detector's maps become spots in the picture: at any scale, in tiles, each once."""

import math

import numpy as np
import pytest

from vision.cards import maps
from vision.cards.finding import (
    TILE_PX,
    IndexSpot,
    Spots,
    decode_maps,
    find_at,
    join_spots,
    likely_px_per_mm,
    pyramid_scales,
    tiles,
)
from vision.network import FloatArray
from vision.scene.arrays import ByteArray
from vision.training.card_dataset import scene_rows
from vision.training.card_scenes import CardSceneSeries
from vision.training.card_targets import detector_target


def _perfect_maps(indices: FloatArray, backs: FloatArray, size: int) -> FloatArray:
    target, _ = detector_target(indices, backs, size)
    for channel in (maps.INDEX_HEAT, maps.BACK_HEAT):
        heat = np.clip(target[channel], 1e-3, 1 - 1e-3)
        target[channel] = np.log(heat / (1 - heat))
    return target


def test_maps_are_read_as_they_are_drawn() -> None:
    """What the targets say comes back from the decoder: places, directions, sizes, middles of cards."""
    series = CardSceneSeries(23)
    seen = 0
    for number in range(12):
        scene = series.scene(number)
        rows, backs = (table.astype(np.float32) for table in scene_rows(number, scene))
        found = decode_maps(_perfect_maps(rows, backs, 320), 0.9)
        for index in scene.used:
            spot = min(found.indices, key=lambda s: math.dist(s.centre, index.centre))
            assert spot.centre == pytest.approx(index.centre, abs=0.01)
            assert spot.up == pytest.approx(index.up, abs=1e-4)
            assert spot.size == pytest.approx(index.size, rel=1e-3)
            assert spot.card_middle == pytest.approx(scene.cards[index.card].middle, abs=0.1)
            seen += 1
    assert seen > 15


class _SpotAtMark:
    """In place of the detector: an index wherever a pixel is pure red."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def run(self, batch: FloatArray) -> FloatArray:
        self.shapes.append(batch.shape)
        height, width = batch.shape[2] // 8, batch.shape[3] // 8
        answer = np.zeros((1, maps.CHANNELS, height, width), np.float32)
        answer[:, [maps.INDEX_HEAT, maps.BACK_HEAT]] = -9.0
        answer[:, maps.INDEX_UP] = np.array([0.0, -1.0], np.float32)[None, :, None, None]
        red = (batch[0, 2] > 0.8) & (batch[0, 0] < 0.2)
        for y, x in zip(*np.nonzero(red), strict=True):
            answer[0, maps.INDEX_HEAT, y // 8, x // 8] = 4.0
        return answer


def _marked(width: int, height: int, marks: list[tuple[int, int]]) -> ByteArray:
    picture = np.full((height, width, 3), 255, np.uint8)
    for x, y in marks:
        picture[y - 3 : y + 4, x - 3 : x + 4] = (0, 0, 255)
    return picture


def test_a_large_picture_is_looked_at_in_tiles_and_nothing_is_found_twice() -> None:
    marks = [(40, 40), (900, 500), (960, 960), (1700, 1000), (20, 1050), (1900, 60)]
    network = _SpotAtMark()
    found = find_at(network, _marked(1920, 1080, marks), 1.0, 0.5)
    assert len(found.indices) == len(marks)
    for mark in marks:
        assert min(math.dist(mark, spot.centre) for spot in found.indices) < 12
    assert len(network.shapes) > 1
    assert all(max(shape[2:]) <= TILE_PX and shape[2] % 32 == shape[3] % 32 == 0 for shape in network.shapes)


def test_spots_lie_where_they_lay_before_the_picture_was_resized() -> None:
    (spot,) = find_at(_SpotAtMark(), _marked(400, 300, [(200, 150)]), 2.0, 0.5).indices
    assert math.dist(spot.centre, (200, 150)) < 8
    assert spot.size == pytest.approx((maps.USUAL_INDEX_PX[0] / 2, maps.USUAL_INDEX_PX[1] / 2))


@pytest.mark.parametrize("size", [(300, 200), (960, 961), (4000, 3000), (11000, 40)])
def test_tiles_cover_the_picture(size: tuple[int, int]) -> None:
    covered = np.zeros((size[1], size[0]), np.bool_)
    for x0, y0, x1, y1 in tiles(*size):
        assert 0 <= x0 < x1 <= size[0] and 0 <= y0 < y1 <= size[1]
        covered[y0:y1, x0:x1] = True
    assert covered.all()


def _spot(x: float, reach: float, heat: float = 0.8) -> IndexSpot:
    return IndexSpot((x, 0.0), (0.0, -1.0), (20.0, 50.0), (x + reach, 0.0), heat)


def test_the_scale_is_the_one_most_cards_agree_on() -> None:
    spots = [_spot(0, 85), _spot(200, 86), _spot(400, 84), _spot(600, 300, 0.9)]
    assert likely_px_per_mm(spots) == pytest.approx(85 / 36.5, rel=0.02)
    assert likely_px_per_mm([]) is None


def test_of_two_spots_in_one_place_the_hotter_is_kept() -> None:
    joined = join_spots([Spots((_spot(0, 85, 0.5), _spot(100, 85, 0.6))), Spots((_spot(8, 85, 0.9),))])
    assert [spot.heat for spot in joined.indices] == [0.9, 0.6]


@pytest.mark.parametrize("longest", [20, 320, 1920, 11000])
def test_the_pyramid_begins_small(longest: int) -> None:
    scales = pyramid_scales(np.zeros((16, longest, 3), np.uint8))
    assert scales == sorted(scales) and scales
    assert scales[0] * longest <= 288.01 and scales[-1] <= 2.0
