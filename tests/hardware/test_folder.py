"""A folder of photographs: natural order, one settled frame each, and a broken file is a frame with a fault."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.folder import FolderSource, natural_order
from hardware.frame_source import CameraError, Frame, FrameSource, Image
from vision.picture import load_picture


def photograph(path: Path, shade: int = 120) -> None:
    picture = np.random.default_rng(shade).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    assert cv2.imwrite(str(path), picture)


def frames(source: FolderSource) -> list[Frame]:
    with source:
        return list(source)


def test_every_photograph_is_one_settled_frame_in_natural_order(tmp_path: Path) -> None:
    for name in ("IMG_10.jpg", "IMG_2.jpg", "img_1.PNG", "a.webp", "b.bmp"):
        photograph(tmp_path / name)
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / ".hidden.jpg").write_bytes(b"")
    (tmp_path / "more").mkdir()
    source = FolderSource(tmp_path, load_picture)
    assert isinstance(source, FrameSource)
    seen = frames(source)
    assert [frame.name for frame in seen] == ["a.webp", "b.bmp", "img_1.PNG", "IMG_2.jpg", "IMG_10.jpg"]
    assert all(frame.settled and frame.fault is None for frame in seen)
    assert [frame.seq for frame in seen] == [1, 2, 3, 4, 5]
    assert all(frame.image is not None and frame.image.shape == (120, 160, 3) for frame in seen)


def test_a_truncated_photograph_is_a_fault_and_the_others_still_come(tmp_path: Path) -> None:
    for name in ("1.jpg", "2.jpg", "3.jpg"):
        photograph(tmp_path / name)
    whole = (tmp_path / "2.jpg").read_bytes()
    (tmp_path / "2.jpg").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "4.png").write_bytes(b"this is no picture")
    (tmp_path / "5.jpg").write_bytes(b"")
    seen = frames(FolderSource(tmp_path, load_picture))
    assert [(frame.name, frame.fault) for frame in seen] == [
        ("1.jpg", None),
        ("2.jpg", "bad_picture"),
        ("3.jpg", None),
        ("4.png", "bad_picture"),
        ("5.jpg", "bad_picture"),
    ]
    assert [frame.image is None for frame in seen] == [False, True, False, True, True]


def test_it_goes_on_after_the_last_photograph_shown_before(tmp_path: Path) -> None:
    for number in range(1, 6):
        photograph(tmp_path / f"{number}.jpg")
    seen = frames(FolderSource(tmp_path, load_picture, shown={"1.jpg", "3.jpg", "elsewhere.jpg"}))
    assert [frame.name for frame in seen] == ["4.jpg", "5.jpg"]
    assert frames(FolderSource(tmp_path, load_picture, shown={"5.jpg"})) == []


def test_a_photograph_is_loaded_only_when_it_is_asked_for(tmp_path: Path) -> None:
    for number in range(1, 4):
        photograph(tmp_path / f"{number}.jpg")
    loaded: list[str] = []

    def load(path: Path) -> Image:
        loaded.append(path.name)
        return load_picture(path)

    with FolderSource(tmp_path, load) as source:
        next(iter(source))
    assert loaded == ["1.jpg"]


def test_an_empty_folder_and_no_folder_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match=r"put \.jpg"), FolderSource(tmp_path, load_picture):
        pass
    with pytest.raises(CameraError, match="not a folder"), FolderSource(tmp_path / "none", load_picture):
        pass


@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=8, unique=True))
def test_numbers_in_names_order_by_value(numbers: list[int]) -> None:
    paths = [Path(f"photo {number} of the evening.jpg") for number in numbers]
    ordered = sorted(paths, key=natural_order)
    assert ordered == [Path(f"photo {number} of the evening.jpg") for number in sorted(numbers)]
