"""Of pictures in several exposures the lightest is read in which white paper is not blinding."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.exposures import best_exposed, is_blinding
from vision.stillness.gate import Image


def zone(paper: int, ink: int = 10) -> Image:
    """A place with a white card and dark ink on it."""
    picture = np.full((60, 40, 3), paper, np.uint8)
    picture[20:24, 10:14] = ink
    return picture


@pytest.mark.parametrize(
    ("papers", "best"),
    [((190, 95, 255), 0), ((30, 15, 60), 2), ((255, 200, 255), 1), ((190, 190), 0)],
)
def test_the_lightest_picture_that_does_not_blind_is_best(papers: tuple[int, ...], best: int) -> None:
    assert best_exposed([zone(paper) for paper in papers]) == best


def test_where_all_blind_the_darkest_is_best() -> None:
    assert best_exposed([zone(255, 120), zone(255, 60), zone(255, 240)]) == 1


def test_only_paper_that_may_hide_ink_is_blinding() -> None:
    assert (is_blinding(zone(255)), is_blinding(zone(230))) == (True, False)


def test_without_a_picture_none_is_best() -> None:
    with pytest.raises(ValueError, match="no picture"):
        best_exposed([])
