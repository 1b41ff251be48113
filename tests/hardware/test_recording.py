"""A recorded evening plays again as a camera, with its stills where they were taken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from hardware.frame_source import CameraError, Frame, TakesStills
from hardware.recorder import STILLS_INDEX, Recorder
from hardware.recording import RecordingSource


def picture(level: int, width: int = 640) -> np.ndarray:
    return np.full((width * 9 // 16, width, 3), level, np.uint8)


def recorded(folder: Path) -> Path:
    """Ten seconds that get brighter; stills, far larger, after two and after seven seconds."""
    with Recorder(folder) as recorder:
        for number in range(100):
            recorder.frame(Frame(1000 + number, 100 * number, picture(50 + number)))
            if number in (20, 70):
                recorder.still(Frame(1000 + number, 100 * number, picture(50 + number, 1920)))
    return folder


def quick(folder: Path) -> RecordingSource:
    return RecordingSource(folder, sleep=lambda _: None, clock=lambda: 5.0)


def test_the_small_stream_comes_again_in_its_own_time(tmp_path: Path) -> None:
    with quick(recorded(tmp_path / "evening")) as source:
        assert source.description.endswith("(1 films, 2 stills)")
        frames = list(source)
    assert len(frames) == 100
    assert [frame.monotonic_ms for frame in frames[:3]] == [5000, 5100, 5200]
    assert frames[60].image is not None
    assert abs(float(frames[60].image.mean()) - 110.0) < 4.0


def test_a_still_is_the_one_that_was_taken_then(tmp_path: Path) -> None:
    with quick(recorded(tmp_path / "evening")) as source:
        assert isinstance(source, TakesStills)
        found: dict[int, Frame | None] = {}
        for frame in source:
            if frame.seq in (5, 25, 45, 60, 72):
                found[frame.seq] = source.still()
    first, second = found[25], found[72]
    assert first is not None and first.image is not None and first.image.shape == (1080, 1920, 3)
    assert abs(float(first.image.mean()) - 70.0) < 4.0
    assert second is not None and second.image is not None
    assert abs(float(second.image.mean()) - 120.0) < 4.0
    last, coming = found[45], found[60]
    assert last is not None and last.image is not None  # nothing has changed since: none was taken
    assert abs(float(last.image.mean()) - 70.0) < 4.0
    assert coming is not None and coming.image is not None
    assert abs(float(coming.image.mean()) - 120.0) < 4.0
    assert found[5] is not None  # a still taken a second and a half later shows what lies there now


def test_a_recording_without_an_index_has_no_stills(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "evening")
    (folder / STILLS_INDEX).unlink()
    with quick(folder) as source:
        next(iter(source))
        assert source.still() is None


def test_lines_that_name_no_still_are_passed_over(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "evening")
    (folder / STILLS_INDEX).write_text("x,000001.jpg\n7,../secret.jpg\n\n3,gone.jpg\n", encoding="utf-8")
    with quick(folder) as source:
        next(iter(source))
        assert source.still() is None


def test_a_folder_without_a_recording_says_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="holds no recording"):
        quick(tmp_path).__enter__()


def test_before_the_first_still_and_where_there_was_no_room_for_one_there_is_none(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "evening")
    (folder / STILLS_INDEX).write_text("70,001070.jpg\n80,\n", encoding="utf-8")
    with quick(folder) as source:
        assert source.description.endswith("(1 films, 1 stills)")
        seen = {frame.seq: source.still() for frame in source if frame.seq in (40, 76, 90)}
    assert seen[40] is None
    assert seen[76] is not None
    assert seen[90] is None, "something had changed, and nobody knows what"


def test_the_machines_clock_leads_to_the_place_in_the_film(tmp_path: Path) -> None:
    clock = iter([50_000, 60_100, 99_000])
    with Recorder(tmp_path / "evening", clock=lambda: next(clock)) as recorder:
        for number in (*range(150), 250):  # ten seconds without pictures: the film stands still so long
            recorder.frame(Frame(number, 100 * number, picture(50)))
    with quick(tmp_path / "evening") as source:
        assert source.film_ms(49_000) == -1000
        assert source.film_ms(52_500) == 2500
        assert source.film_ms(60_200) == 10_100
        assert source.film_ms(99_500) == 25_500
    (tmp_path / "evening" / "clock.csv").unlink()
    with quick(tmp_path / "evening") as source:
        assert source.film_ms(52_500) is None
