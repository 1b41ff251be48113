"""Pictures for the doctor: a few from a live camera, one of a folder, none from a camera that hangs."""

from __future__ import annotations

import threading
import time
from itertools import count

import numpy as np

from companion.evening.health.pictures import LOOKS, take_pictures
from hardware.frame_source import CameraError, Frame

IMAGE = np.zeros((16, 16, 3), np.uint8)


class Fake:
    description = "a fake camera"

    def __init__(self, frames):
        self._frames = frames
        self.closed = threading.Event()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed.set()

    def __iter__(self):
        return iter(self._frames)


def live(first: int = 0):
    for number in count(first):
        yield Frame(number, number, np.full((4, 4, 3), number % 250, np.uint8))


def test_a_live_camera_gives_its_last_three_pictures_once_it_has_settled():
    ticks = (0.1 * number for number in count())
    source = Fake(live())
    taken = take_pictures(lambda: source, settle_s=2.0, clock=lambda: next(ticks))
    assert taken.description == "a fake camera" and taken.error is None
    assert len(taken.images) == LOOKS
    assert int(taken.images[0][0, 0, 0]) > 10, "the first pictures, badly exposed, are not looked at"
    assert source.closed.wait(1.0)


def test_of_photographs_the_first_that_can_be_read_is_taken():
    frames = [
        Frame(1, 0, None, settled=True, fault="bad_picture"),
        Frame(2, 0, IMAGE, settled=True),
        Frame(3, 0, IMAGE + 1, settled=True),
    ]
    taken = take_pictures(lambda: Fake(frames))
    assert len(taken.images) == 1 and not taken.images[0].any()


def test_a_folder_of_broken_photographs_gives_none():
    taken = take_pictures(lambda: Fake([Frame(1, 0, None, settled=True, fault="bad_picture")]))
    assert not taken.images and not taken.hangs and taken.error is None


def test_a_camera_that_hangs_is_left_behind():
    released = threading.Event()

    def hanging():
        released.wait(5.0)
        yield Frame(1, 0, IMAGE)

    begun = time.monotonic()
    taken = take_pictures(lambda: Fake(hanging()), limit_s=0.1)
    released.set()
    assert taken.hangs and not taken.images
    assert time.monotonic() - begun < 3.0


def test_a_camera_that_only_says_that_it_has_no_frames_hangs_too():
    def silent():
        for number in count():
            time.sleep(0.01)
            yield Frame(number, 0, None, fault="no_frames")

    source = Fake(silent())
    taken = take_pictures(lambda: source, limit_s=0.1)
    assert taken.hangs and taken.fault == "no_frames"
    assert source.closed.wait(2.0), "it is closed all the same"


def test_what_a_camera_says_is_passed_on():
    def refused():
        raise CameraError("USB camera 3 cannot be opened: plug it in.")

    assert take_pictures(refused).error == "USB camera 3 cannot be opened: plug it in."

    def broken():
        raise ValueError("driver")

    assert take_pictures(broken).error == "ValueError: driver"


def test_no_camera_is_no_error():
    taken = take_pictures(lambda: None)
    assert (taken.description, taken.error, taken.hangs, taken.images) == (None, None, False, [])


class WithStills(Fake):
    def __init__(self, frames, stills):
        super().__init__(frames)
        self._stills = iter(stills)

    def still(self):
        return next(self._stills, None)


def test_a_camera_with_stills_is_judged_by_them():
    still = Frame(0, 0, np.zeros((40, 40, 3), np.uint8))
    taken = take_pictures(lambda: WithStills(live(), [still] * 9), settle_s=0.0)
    assert [image.shape for image in taken.images] == [(40, 40, 3)] * LOOKS
    once = take_pictures(lambda: WithStills(live(), [still]), settle_s=0.0)
    assert [image.shape for image in once.images] == [(40, 40, 3)]


def test_a_camera_that_cannot_take_a_still_is_judged_by_its_stream():
    taken = take_pictures(lambda: WithStills(live(), []), settle_s=0.0)
    assert [image.shape for image in taken.images] == [(4, 4, 3)] * LOOKS
