"""Pictures of every kind are loaded upright, and broken files are refused in one line."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.picture import UnreadablePicture, as_picture, load_picture


def _write(path: Path, image: MatLike) -> Path:
    assert cv2.imwrite(str(path), image)
    return path


def _scene() -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    return np.asarray(cv2.GaussianBlur(rng.integers(0, 256, (80, 120, 3), dtype=np.uint8), (0, 0), 2))


def test_grey_alpha_and_sixteen_bits_become_colour(tmp_path: Path) -> None:
    scene = _scene()
    grey = _write(tmp_path / "grey.png", cv2.cvtColor(scene, cv2.COLOR_BGR2GRAY))
    alpha = _write(tmp_path / "alpha.png", cv2.cvtColor(scene, cv2.COLOR_BGR2BGRA))
    deep = _write(tmp_path / "deep.png", scene.astype(np.uint16) * 257)
    for path in (grey, alpha, deep):
        image = load_picture(path)
        assert image.shape == (80, 120, 3) and image.dtype == np.uint8
    assert np.array_equal(load_picture(alpha), scene)
    assert np.abs(load_picture(deep).astype(int) - scene).max() <= 1


def test_the_exif_orientation_is_applied(tmp_path: Path) -> None:
    scene = _scene()
    scene[:20, :20] = 255
    ok, data = cv2.imencode(".jpg", scene, [cv2.IMWRITE_JPEG_QUALITY, 95])
    assert ok
    jpeg = data.tobytes()
    # An EXIF block that holds one entry, orientation 6: turn a quarter clockwise to see it upright.
    tiff = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:])
    image = load_picture(path)
    assert image.shape == (120, 80, 3)
    assert image[:15, -15:].mean() > 240


def test_broken_files_are_refused(tmp_path: Path) -> None:
    jpeg = _write(tmp_path / "whole.jpg", _scene()).read_bytes()
    png = _write(tmp_path / "whole.png", _scene()).read_bytes()
    for name, data in (
        ("cut.jpg", jpeg[: len(jpeg) // 2]),
        ("cut.png", png[: len(png) // 2]),
        ("empty.jpg", b""),
        ("text.jpg", b"no picture"),
        ("header.jpg", jpeg[:30]),
    ):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(UnreadablePicture, match=name) as caught:
            load_picture(path)
        assert "\n" not in str(caught.value)
    with pytest.raises(UnreadablePicture, match="nowhere"):
        load_picture(tmp_path / "nowhere.jpg")
    with pytest.raises(UnreadablePicture, match="px"):
        load_picture(_write(tmp_path / "tiny.png", _scene()[:8]))


@pytest.mark.parametrize(
    "picture",
    [
        np.full((40, 50), 200, np.uint8),
        np.full((40, 50, 1), 200, np.uint8),
        np.full((40, 50, 4), 200, np.uint8),
        np.full((40, 50, 3), 200 * 256 + 13, np.uint16),
        np.full((40, 50), 200 * 256, np.uint16),
    ],
)
def test_pictures_in_memory_of_any_depth_become_colour(picture: np.ndarray) -> None:
    brought = as_picture(picture)
    assert brought.shape == (40, 50, 3) and brought.dtype == np.uint8
    assert set(np.unique(brought)) == {200}


@pytest.mark.parametrize(
    ("picture", "said"),
    [
        (np.full((40, 50, 3), np.nan, np.float32), "float32"),
        (np.zeros((0, 50, 3), np.uint8), "50 x 0 px"),
        (np.zeros((40, 50, 2), np.uint8), "shape"),
        (np.zeros(40, np.uint8), "shape"),
        (np.zeros((16, 13_000), np.uint8), "13000 x 16 px"),
        (np.zeros((40, 50, 3), np.bool_), "bool"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(picture: np.ndarray, said: str) -> None:
    with pytest.raises(UnreadablePicture, match=said) as refused:
        as_picture(picture)
    assert "\n" not in str(refused.value)
