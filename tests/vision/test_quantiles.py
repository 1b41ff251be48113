"""The quick medians, quarters and percentiles are those of numpy."""

import numpy as np
import pytest

from vision.quantiles import lower_quarters, medians, percentiles, quantiles


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 96, 97, 98, 99, 1000])
def test_they_are_those_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(0, 3, (3, 5, count)).astype(np.float32)
    for told, expected in (
        (medians(values), np.median(values, axis=-1)),
        (lower_quarters(values), np.quantile(values, 0.25, axis=-1)),
    ):
        assert told.dtype == np.float32
        assert (told == expected).all()
    shares = (0.0, 0.05, 0.25, 0.5, 0.95, 1.0)
    assert quantiles(values[0, 0], shares) == pytest.approx(np.quantile(values[0, 0], shares), abs=1e-5)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (3, 5), (96, 64), (192, 128)])
@pytest.mark.parametrize("levels", [(0, 256), (90, 97), (255, 256)])
def test_the_percentiles_of_a_picture_are_those_of_numpy(
    size: tuple[int, int], levels: tuple[int, int]
) -> None:
    picture = np.random.default_rng(sum(size)).integers(*levels, (*size, 3)).astype(np.uint8)
    shares = (0.0, 7.5, 50.0, 92.0, 99.0, 100.0)
    told = np.array(percentiles(picture, shares))
    assert (told == np.percentile(picture.reshape(-1, 3), shares, axis=0)).all()
