"""A photograph is found among those that a file of labels names, or none is taken for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.photograph_names import meant


@pytest.mark.parametrize(
    ("image", "place"),
    [
        ("{folder}/set/a.jpg", 0),
        ("{folder}/set/../other/a.jpg", 1),
        ("/elsewhere/other/a.jpg", 1),
        ("b.jpg", 2),
        ("/elsewhere/set/b.jpg", 2),
        ("a.jpg", None),
        ("/elsewhere/third/a.jpg", None),
        ("c.jpg", None),
    ],
)
def test_the_same_file_or_the_only_path_that_ends_alike(
    tmp_path: Path, image: str, place: int | None
) -> None:
    named = [tmp_path / name for name in ("set/a.jpg", "other/a.jpg", "b.jpg")]
    assert meant(image.format(folder=tmp_path), named) == place
