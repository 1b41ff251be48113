"""The quick medians and quarters are those of numpy."""

import numpy as np
import pytest

from vision.quantiles import lower_quarters, medians


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 96, 97, 98, 99, 1000])
def test_they_are_those_of_numpy(count: int) -> None:
    values = np.random.default_rng(count).normal(0, 3, (3, 5, count)).astype(np.float32)
    for told, expected in (
        (medians(values), np.median(values, axis=-1)),
        (lower_quarters(values), np.quantile(values, 0.25, axis=-1)),
    ):
        assert told.dtype == np.float32
        assert (told == expected).all()
