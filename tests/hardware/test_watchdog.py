"""The watchdog names the cause, soon but not at every hand or flicker."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.causes import FAULTS, WARNINGS, advice, cause_in, cause_of
from hardware.watchdog import HOLD_S, Watchdog, edge_blur_px

Image = NDArray[np.uint8]


def table(width: int = 640, height: int = 360, *, light: float = 1.0, noise: float = 3.0) -> Image:
    """A mat with a few cards on it, and a red square at the top left."""
    picture = np.full((height, width, 3), (60, 95, 50), np.float32)
    for left in range(width // 8, width * 7 // 8, width // 6):
        picture[height // 3 : height * 2 // 3, left : left + width // 10] = 205
        picture[height * 2 // 5 : height * 3 // 5, left + width // 40 : left + width // 16] = (30, 30, 150)
    picture[: height // 6, : width // 8] = (35, 45, 170)
    smooth = cv2.GaussianBlur(picture * light, (0, 0), 0.7 * width / 640)
    grain = np.random.default_rng(5).normal(0, noise, picture.shape)
    return np.asarray(np.clip(smooth + grain, 0, 255), dtype=np.uint8)


def blurred(picture: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8)


def swapped(picture: Image) -> Image:
    return np.ascontiguousarray(picture[..., ::-1])


def white(_: Image) -> Image:
    return np.full((360, 640, 3), 255, np.uint8)


def shown(watchdog: Watchdog, pictures: Iterable[Image], since: float = 0.0) -> list[str | None]:
    """What it says to pictures that come ten times a second."""
    return [watchdog.looked(picture, since + 0.1 * number) for number, picture in enumerate(pictures)]


RED = (4, 4, 60, 40)
BAD: dict[str, Callable[[Image], Image]] = {
    "too_dark": lambda picture: (picture * 0.08).astype(np.uint8),
    "overexposed": white,
    "blurred": lambda picture: blurred(picture, 5.0),
    "colours_swapped": swapped,
}


@pytest.mark.parametrize("width", [640, 1152, 1920])
def test_a_good_picture_has_no_warning(width: int) -> None:
    picture = table(width, width * 9 // 16)
    assert set(shown(Watchdog(RED), [picture] * 60)) == {None}


@pytest.mark.parametrize("cause", BAD)
def test_a_bad_picture_is_said_within_three_seconds_and_taken_back_when_it_is_good(cause: str) -> None:
    watchdog = Watchdog(RED)
    bad = BAD[cause](table())
    said = shown(watchdog, [bad] * 31)
    assert said[: int(10 * HOLD_S)] == [None] * int(10 * HOLD_S)
    assert said[-1] == cause
    again = shown(watchdog, [table()] * 30, since=3.1)
    assert again[0] == cause and again[-1] is None


@pytest.mark.parametrize("cause", BAD)
def test_what_is_over_soon_is_not_said(cause: str) -> None:
    good, bad = table(), BAD[cause](table())
    flicker = ([bad] * 15 + [good] * 6) * 6
    assert set(shown(Watchdog(RED), flicker)) == {None}


def test_a_value_between_the_limits_toggles_nothing() -> None:
    watchdog = Watchdog()
    dusk = (table() * 0.25).astype(np.uint8)
    assert set(shown(watchdog, [dusk] * 60)) == {None}, "dusk is not dark yet"
    night = (table() * 0.05).astype(np.uint8)
    assert shown(watchdog, [night] * 31, since=10.0)[-1] == "too_dark"
    assert set(shown(watchdog, [dusk] * 60, since=20.0)) == {"too_dark"}, "but not bright again either"


def test_an_empty_dark_picture_is_dark_and_not_blurred() -> None:
    black = np.zeros((360, 640, 3), np.uint8)
    assert shown(Watchdog(RED), [black] * 40)[-1] == "too_dark"


def test_a_hand_that_moves_does_not_make_the_picture_blurred() -> None:
    def with_hand(number: int) -> Image:
        picture = table()
        hand = np.zeros_like(picture)
        cv2.ellipse(hand, (60 + 9 * number, 200), (150, 110), 20, 0, 360, (120, 140, 190), -1)
        soft = blurred(hand, 9.0)
        return np.where(soft > 60, soft, picture)

    assert set(shown(Watchdog(), [with_hand(number) for number in range(0, 50, 5) for _ in range(5)])) == {
        None
    }


def test_a_blue_sleeve_later_does_not_swap_the_colours() -> None:
    watchdog = Watchdog(RED)
    good = table()
    sleeve = good.copy()
    sleeve[:80, :120] = (180, 60, 40)
    assert set(shown(watchdog, [good] * 5 + [sleeve] * 60)) == {None}
    watchdog.restarted()
    assert shown(watchdog, [swapped(good)] * 31, since=20.0)[-1] == "colours_swapped"


def test_one_bad_picture_before_and_one_after_a_restart_are_not_said() -> None:
    watchdog = Watchdog()
    black = np.zeros((360, 640, 3), np.uint8)
    shown(watchdog, [black])
    watchdog.restarted()
    assert shown(watchdog, [black], since=30.0) == [None]


def test_a_patch_outside_the_picture_tells_nothing() -> None:
    assert set(shown(Watchdog((9000, 0, 9010, 10)), [swapped(table())] * 40)) == {None}


@pytest.mark.parametrize("sigma", [2.0, 3.0, 4.0])
def test_blur_is_measured_in_pixels_whatever_the_picture_shows(sigma: float) -> None:
    for picture in (table(), table(light=0.6), np.rot90(table()).copy()):
        grey = np.asarray(cv2.cvtColor(blurred(picture, sigma), cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        measured = edge_blur_px(grey)
        assert measured == pytest.approx(sigma, abs=0.6)


def test_a_picture_without_edges_tells_nothing_about_blur() -> None:
    assert edge_blur_px(np.full((360, 640), 120, np.uint8)) is None


def test_a_camera_that_is_gone_after_it_was_there_was_pulled_out() -> None:
    watchdog = Watchdog()
    watchdog.failed("not_found")
    assert watchdog.fault == "not_found"
    watchdog.looked(table(), 0.0)
    assert watchdog.fault == "no_frames", "a picture takes the cause back"
    watchdog.failed("not_found")
    assert watchdog.fault == "unplugged"
    for reason, fault in (
        ("busy", "busy"),
        ("timed_out", "timed_out"),
        (None, "no_frames"),
        ("x", "no_frames"),
    ):
        watchdog.failed(reason)
        assert watchdog.fault == fault


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("RuntimeError: Failed to acquire camera: Device or resource busy", "busy"),
        ("INFO Camera camera.cpp:841 Pipeline handler in use by another process", "busy"),
        ("camera.acquire() returned unexpected code: -16", "busy"),
        ("IndexError: list index out of range", "not_found"),
        ("Failed to acquire camera: Permission denied", "no_permission"),
        ("/dev/video0[17:cap]: Dequeue timer of 1000000.00us has expired!", "timed_out"),
        ("ERROR RPI pipeline_base.cpp:1367 Camera frontend has timed out!", "timed_out"),
        ("ModuleNotFoundError: No module named 'picamera2'", "not_installed"),
        ("OSError: [Errno 12] Cannot allocate memory", "no_memory"),
        ("all is well", None),
        ("", None),
    ],
)
def test_messages_of_libcamera_tell_the_cause(text: str, cause: str | None) -> None:
    assert cause_in(text) == cause


def test_the_first_error_of_a_chain_tells_the_cause() -> None:
    try:
        try:
            raise RuntimeError("Failed to acquire camera: Device or resource busy")
        except RuntimeError:
            raise RuntimeError("Camera __init__ sequence did not complete.")  # noqa: B904
    except RuntimeError as error:
        assert cause_of(error) == "busy"
    assert cause_of(TimeoutError()) == "timed_out"
    assert cause_of(MemoryError()) == "no_memory"
    assert cause_of(ValueError("?")) is None


def test_every_cause_has_its_own_sentence_that_says_what_to_do() -> None:
    sentences = {cause: advice(cause) for cause in FAULTS | WARNINGS}
    assert len(set(sentences.values())) == len(sentences)
    assert all(sentence.endswith(".") and ":" in sentence for sentence in sentences.values())
    assert advice("of another kind") == advice("no_frames")
