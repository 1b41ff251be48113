"""A video is played frame by frame at its own pace, and ends."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.frame_source import CameraError, FrameSource
from hardware.video import VideoSource


def film(path: Path, frames: int, rate: float) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), rate, (160, 120))
    assert writer.isOpened()
    for number in range(frames):
        writer.write(np.full((120, 160, 3), number * 20, np.uint8))
    writer.release()


def test_a_film_of_frames_that_are_too_large_is_refused_before_one_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film(tmp_path / "evening.avi", 2, 5.0)
    monkeypatch.setattr("hardware.video.MOST_PIXELS", 160 * 120 - 1)
    with pytest.raises(CameraError, match="make it smaller"), VideoSource(tmp_path / "evening.avi"):
        pass


def test_it_plays_at_its_own_pace_and_ends(tmp_path: Path) -> None:
    film(tmp_path / "evening.avi", 8, 5.0)
    now = 100.0
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    source = VideoSource(tmp_path / "evening.avi", sleep=sleep, clock=lambda: now)
    assert isinstance(source, FrameSource)
    with source:
        seen = list(source)
    assert [frame.monotonic_ms - 100_000 for frame in seen] == [200 * number for number in range(8)]
    assert sum(slept) == pytest.approx(1.4)
    shades = [int(np.mean(frame.image)) for frame in seen if frame.image is not None]
    assert shades == sorted(shades) and len(shades) == 8
    assert not any(frame.settled for frame in seen)


def test_no_file_and_no_video_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="not a file"), VideoSource(tmp_path / "none.mp4"):
        pass
    (tmp_path / "text.mp4").write_text("this is no video")
    with pytest.raises(CameraError, match="cannot be played"), VideoSource(tmp_path / "text.mp4"):
        pass
