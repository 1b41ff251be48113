"""Pairs of drawn cards as the reader lays them one over the other."""

from __future__ import annotations

import numpy as np
import pytest

from vision.printed.enrolled_box import LOOK_SIZE
from vision.scene.lettering import StrokeLettering

pytest.importorskip("torch", reason="torch is not installed: make train sets it up")


def test_a_card_over_its_own_print_is_more_like_it_than_over_others() -> None:
    from vision.training.laid_pairs import FAMILY, NEAREST, draw_laid_pairs

    width, height = LOOK_SIZE
    same, others = next(draw_laid_pairs((StrokeLettering.of_seed(3),), np.random.default_rng(2)))
    assert same.shape == (FAMILY, 6, height, width) and same.dtype == np.uint8
    assert others.shape == (FAMILY, NEAREST, 6, height, width)
    apart = [np.abs(both[..., :3, :, :].astype(int) - both[..., 3:, :, :]).mean() for both in (same, others)]
    assert apart[0] < apart[1]
