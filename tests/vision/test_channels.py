"""The channels of pixels together: to the last bit what numpy reckons along the last axis."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from vision import channels


@pytest.mark.parametrize("count", [1, 3, 4])
@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32])
def test_the_largest_and_the_smallest_are_those_of_numpy(count: int, kind: type[Any]) -> None:
    picture = np.random.default_rng(count).uniform(0, 255, (37, 53, count)).astype(kind)
    for ours, theirs in (
        (channels.largest(picture), picture.max(axis=2)),
        (channels.smallest(picture), picture.min(axis=2)),
    ):
        assert ours.dtype == theirs.dtype
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("count", [1, 3, 4])
def test_the_mean_is_that_of_numpy_to_the_last_bit(count: int) -> None:
    picture = np.random.default_rng(count).normal(0, 3, (211, 307, count)).astype(np.float32)
    assert np.array_equal(channels.mean(picture), picture.mean(axis=2))
    assert channels.mean(picture).dtype == np.float32


@pytest.mark.parametrize("count", [1, 3, 4])
def test_anywhere_is_where_numpy_finds_any(count: int) -> None:
    picture = np.random.default_rng(count).random((37, 53, count)) > 0.7
    assert np.array_equal(channels.anywhere(picture), picture.any(axis=2))
