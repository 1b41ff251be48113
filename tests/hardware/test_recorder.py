"""An evening's pictures are kept, whole and in their own time, and never more than the disk is asked for."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.folder import photographs
from hardware.frame_source import CameraError, Frame
from hardware.recorder import RATE, SMALL_WIDTH, Recorder
from hardware.video import VideoSource


def frame(number: int, ms: int, *, width: int = 640, height: int = 360) -> Frame:
    """A grey table over which a white card moves."""
    image = np.full((height, width, 3), 80, np.uint8)
    x = 10 + (number * 7) % (width // 2)
    image[height // 3 : height // 2, x : x + width // 8] = 235
    return Frame(number, ms, image)


def films(folder: Path) -> list[Path]:
    return sorted((folder / "small").glob("*.mkv"))


def played(folder: Path) -> list[Frame]:
    frames = []
    for film in films(folder):
        with VideoSource(film, sleep=lambda _: None) as source:
            frames.extend(source)
    return frames


def test_a_film_plays_again_as_it_was_seen(tmp_path):
    with Recorder(tmp_path / "evening") as recorder:
        for number in range(60):
            recorder.frame(frame(number, 100 * number))
    shown = played(tmp_path / "evening")
    assert len(shown) == 60 == recorder.recorded.frames
    for number in (0, 17, 59):
        off = np.abs(shown[number].image.astype(int) - frame(number, 0).image)
        assert off.mean() < 3.0


def test_a_slow_camera_and_a_pause_keep_their_time(tmp_path):
    """Five pictures a second, and four seconds without any: the film lasts as long as the evening did."""
    times = [200 * number for number in range(20)] + [8000, 8200]
    with Recorder(tmp_path / "evening") as recorder:
        for number, ms in enumerate(times):
            recorder.frame(frame(number, ms))
        recorder.frame(Frame(99, 8300, None, fault="no_frames"))
    assert len(played(tmp_path / "evening")) == pytest.approx(8.2 * RATE, abs=2)


def test_a_faster_camera_is_thinned_out(tmp_path):
    with Recorder(tmp_path / "evening") as recorder:
        for number in range(90):
            recorder.frame(frame(number, 33 * number))
    assert len(played(tmp_path / "evening")) == pytest.approx(3.0 * RATE, abs=2)


def test_large_pictures_are_made_small_in_the_film_and_kept_whole_as_stills(tmp_path):
    large = frame(7, 0, width=1920, height=1080)
    with Recorder(tmp_path / "evening") as recorder:
        recorder.frame(large)
        path = recorder.still(large)
    assert played(tmp_path / "evening")[0].image.shape == (360, SMALL_WIDTH, 3)
    assert path is not None and photographs(tmp_path / "evening" / "stills") == (path,)
    assert path.name == "000007.jpg"
    kept = cv2.imread(str(path))
    assert kept.shape == (1080, 1920, 3)
    assert np.abs(kept.astype(int) - large.image).mean() < 1.0


def test_a_film_cut_off_by_a_power_failure_still_plays(tmp_path):
    chance = np.random.default_rng(2)
    recorder = Recorder(tmp_path / "evening")
    recorder.__enter__()
    for number in range(300):
        # A sensor's noise: without it a film is so small that the system has written nothing yet.
        grain = chance.normal(0, 3, (360, 640, 1))
        image = np.clip(frame(number, 0).image + grain, 0, 255).astype(np.uint8)
        recorder.frame(Frame(number, 100 * number, image))
    (film,) = films(tmp_path / "evening")
    cut = tmp_path / "cut.mkv"
    cut.write_bytes(film.read_bytes())
    recorder.__exit__(None, None, None)
    with VideoSource(cut, sleep=lambda _: None) as source:
        assert sum(1 for _ in source) > 200


def test_a_long_evening_is_several_films(tmp_path, monkeypatch):
    monkeypatch.setattr("hardware.recorder.FILM_FRAMES", 25)
    with Recorder(tmp_path / "evening") as recorder:
        for number in range(60):
            recorder.frame(frame(number, 100 * number))
    assert [film.name for film in films(tmp_path / "evening")] == ["000.mkv", "001.mkv", "002.mkv"]
    assert len(played(tmp_path / "evening")) == 60


def test_the_limit_holds(tmp_path):
    limit = 300_000
    chance = np.random.default_rng(3)
    with Recorder(tmp_path / "evening", limit_bytes=limit) as recorder:
        for number in range(1200):
            noisy = chance.integers(0, 255, (360, 640, 3), dtype=np.uint8)
            recorder.frame(Frame(number, 100 * number, noisy))
            if recorder.recorded.full:
                break
    assert recorder.recorded.full
    film = sum(path.stat().st_size for path in films(tmp_path / "evening"))
    # Films are looked at every twenty seconds: at most these come on top.
    assert limit <= film == recorder.recorded.bytes
    before = recorder.recorded
    recorder.frame(frame(5000, 900_000))
    assert recorder.still(frame(5000, 900_000)) is None
    assert recorder.recorded == before


def test_stills_get_coarser_before_they_end(tmp_path):
    chance = np.random.default_rng(4)
    picture = Frame(1, 0, cv2.GaussianBlur(chance.integers(0, 255, (270, 480, 3), dtype=np.uint8), (0, 0), 2))
    sizes = []
    with Recorder(tmp_path / "evening", limit_bytes=1_000_000) as recorder:
        for number in range(200):
            path = recorder.still(Frame(number, 0, picture.image))
            if path is None:
                break
            sizes.append(path.stat().st_size)
    assert sizes[0] > 1.5 * sizes[-1]
    assert sizes == sorted(sizes, reverse=True)
    assert 0.6 * 1_000_000 <= sum(sizes) < 0.7 * 1_000_000


def test_what_is_secret_is_covered_in_films_and_stills(tmp_path):
    def cover(image):
        covered = image.copy()
        covered[:180] = 0
        return covered

    with Recorder(tmp_path / "evening", mask=cover) as recorder:
        recorder.frame(frame(3, 0))
        path = recorder.still(frame(3, 0))
    assert played(tmp_path / "evening")[0].image[:170].max() < 30
    assert cv2.imread(str(path))[:170].max() < 30


def test_a_recording_never_mixes_with_another(tmp_path):
    (tmp_path / "holiday.jpg").write_bytes(b"")
    with pytest.raises(CameraError, match="is not empty: name a new folder"), Recorder(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CameraError, match="name another folder"), Recorder(tmp_path / "file" / "evening"):
        pass


def test_a_full_disk_ends_the_recording_not_the_evening(tmp_path, monkeypatch):
    def full(self, data):
        raise OSError(28, "No space left on device")

    with Recorder(tmp_path / "evening") as recorder:
        monkeypatch.setattr(Path, "write_bytes", full)
        assert recorder.still(frame(1, 0)) is None
        recorder.frame(frame(2, 100))
    assert recorder.recorded.full


def test_times_that_go_backwards_are_passed_over(tmp_path):
    with Recorder(tmp_path / "evening") as recorder:
        for number, ms in enumerate((0, 100, 50, 200)):
            recorder.frame(frame(number, ms))
    assert len(played(tmp_path / "evening")) == 3


def test_a_try_that_kept_nothing_leaves_the_name_free(tmp_path):
    with pytest.raises(RuntimeError), Recorder(tmp_path / "evening"):
        raise RuntimeError("no camera")
    assert not (tmp_path / "evening").exists()
    with Recorder(tmp_path / "evening") as recorder:
        recorder.frame(frame(1, 0))
    assert len(films(tmp_path / "evening")) == 1


def test_a_pause_that_reaches_the_limit_opens_no_further_film(tmp_path):
    with Recorder(tmp_path / "evening", limit_bytes=1000) as recorder:
        for number in range(6):
            recorder.frame(frame(number, 29_000 * number))
    assert recorder.recorded.full
    assert len(films(tmp_path / "evening")) == 1
