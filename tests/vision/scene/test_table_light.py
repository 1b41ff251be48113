"""A camera's noise: as many grey levels lighter or darker as its picture says, and none beyond black and white."""

import numpy as np

from vision.scene.table_light import STEADY, TableLight, _Grain


def test_noise_makes_lighter_or_darker_and_stays_between_black_and_white() -> None:
    shape = (40, 64)
    light = TableLight(shape, STEADY, 3)
    noise = np.random.default_rng(5).integers(0, 256, (*shape, 3), dtype=np.uint8)
    for grey in (0, 3, 120, 255):
        scene = np.full((*shape, 3), grey, np.uint8)
        told = light._taken(scene, _Grain.of(noise))
        expected = np.clip(scene.astype(np.int16) + noise - 128, 0, 255)
        assert np.array_equal(told, expected.astype(np.uint8))
