"""The moving picture of the README: what is cut out of the film, and the file that it becomes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.bench import moving_picture

ROOT = Path(moving_picture.__file__).parents[2]


def table(seed: int) -> NDArray[np.uint8]:
    """A dim table with four cards in its middle."""
    picture = np.full((480, 640, 3), 40, np.uint8)
    for left, top in ((200, 150), (360, 150), (200, 280), (360, 280)):
        picture[top : top + 60, left : left + 45] = 120 + seed
    return picture


def test_of_the_film_the_cards_are_shown_as_light_as_in_a_photograph() -> None:
    (cut,) = moving_picture.around_cards([table(0)])
    assert 190 < cut.shape[0] < 300 and 205 < cut.shape[1] < 320
    assert cut.max() == 235


def test_the_tablet_is_shown_beside_the_table() -> None:
    page = np.full((800, 1280, 3), 7, np.uint8)
    both = moving_picture.side_by_side(table(0), page)
    assert both.shape[1] > both.shape[0] * 2
    assert (both[:, -100] == 7).all()


def test_the_file_holds_all_pictures_and_their_times(tmp_path: Path) -> None:
    path = tmp_path / "film.webp"
    moving_picture.write(path, [table(shade) for shade in (0, 40, 80)], [200, 300, 400])
    _, animation = cv2.imreadanimation(str(path))
    assert list(animation.durations) == [200, 300, 400]


def test_what_stays_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving_picture, "MOST_BYTES", 10)
    with pytest.raises(ValueError, match="bytes"):
        moving_picture.write(tmp_path / "film.webp", [table(0), table(90)], [200, 200])


def test_the_readme_begins_with_it_and_it_is_short() -> None:
    path = ROOT / "docs" / "referee.webp"
    assert path.stat().st_size <= moving_picture.MOST_BYTES
    _, animation = cv2.imreadanimation(str(path))
    assert sum(animation.durations) <= 1000 * moving_picture.SECONDS
    assert "docs/referee.webp" in (ROOT / "README.md").read_text(encoding="utf-8").split("## ")[0]
