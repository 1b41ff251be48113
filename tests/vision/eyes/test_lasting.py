"""What was read surely and looks as it did is told as it was read; what changed, or was doubtful, is not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography
from calibration.view import TableView
from companion.sighting import BACK, EMPTY, UNREADABLE, Slot, ZoneReading
from vision.eyes.lasting import LastingReadings, small_look
from vision.rectify import Image
from vision.watched_zone import WatchedZone

ZONE = WatchedZone("near", 20.0, 20.0, 60.0, 90.0)


def picture(
    index: str = "7", light: float = 1.0, tilt: float = 0.0, noise: float = 2.0, seed: int = 0
) -> Image:
    """A card with one index on a grey table, 3 px/mm."""
    drawn = np.full((420, 300, 3), 90, np.uint8)
    cv2.rectangle(drawn, (75, 75), (225, 315), (230, 230, 230), -1)
    cv2.putText(drawn, index, (85, 105), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2)
    scene = drawn.astype(np.float32)
    scene *= light * (1 + tilt * np.linspace(-0.5, 0.5, 300, dtype=np.float32))[None, :, None]
    scene += np.random.default_rng(seed).normal(0, noise, scene.shape)
    return np.clip(scene, 0, 255).astype(np.uint8)


def look(shown: Image) -> Image:
    plane = Homography(np.diag([1 / 3, 1 / 3, 1.0]))
    return small_look(shown, TableView(300, 420, plane), ZONE)


def reading(face: str = "7S", chance: float = 0.999) -> ZoneReading:
    return ZoneReading((Slot({face: chance, UNREADABLE: 1.0 - chance}),))


def known(shown: ZoneReading, looks: Image) -> LastingReadings:
    lasting = LastingReadings()
    lasting.note("near", shown, looks)
    lasting.agree({"near": [slot.best[0] for slot in shown.slots if slot.best[0] != EMPTY]})
    return lasting


def test_what_looks_as_it_did_is_told_as_it_was_read() -> None:
    lasting = known(reading(), look(picture()))
    assert lasting.reading("near", look(picture(seed=1))) == reading()
    assert lasting.reading("far", look(picture())) is None


@pytest.mark.parametrize(("light", "tilt", "noise"), [(0.6, 0.0, 2.0), (1.1, 0.2, 2.0), (0.25, 0.0, 3.0)])
def test_light_is_no_change(light: float, tilt: float, noise: float) -> None:
    lasting = known(reading(), look(picture()))
    assert lasting.reading("near", look(picture("7", light, tilt, noise, seed=2))) is not None


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_another_card_in_the_very_same_place_is_a_change(light: float) -> None:
    lasting = known(reading(), look(picture("7")))
    assert lasting.reading("near", look(picture("8", light, seed=3))) is None


def test_what_was_read_once_is_a_doubt_until_it_agrees_or_reads_the_same_again() -> None:
    lasting, looks = LastingReadings(), look(picture())
    lasting.note("near", reading(), looks)
    assert lasting.reading("near", looks) is None
    lasting.note("near", reading("8S"), looks)
    assert lasting.reading("near", looks) is None
    lasting.note("near", reading("8S", 0.99), looks)
    assert lasting.reading("near", looks) == reading("8S", 0.99)


def test_a_fan_in_which_a_card_was_missed_is_read_again_closely() -> None:
    """Film 8602: what was found of it was read surely."""
    lasting, looks = LastingReadings(), look(picture())
    lasting.note("near", reading(), looks)
    lasting.agree({"near": ["8H", "7S"]})
    assert lasting.reading("near", looks) is None
    assert lasting.is_sure("near", row=False) and not lasting.is_sure("near", row=True)
    lasting.agree({"near": ["7S"]})
    assert lasting.reading("near", looks) is not None and lasting.is_sure("near", row=True)


@pytest.mark.parametrize(
    ("face", "chance", "lasts"), [("7S", 0.95, False), (BACK, 0.97, True), (EMPTY, 1.0, True)]
)
def test_only_what_is_read_surely_lasts(face: str, chance: float, lasts: bool) -> None:
    looks = look(picture())
    assert (known(reading(face, chance), looks).reading("near", looks) is not None) == lasts


def test_nothing_lasts_when_the_camera_was_moved_or_a_place_cannot_be_told() -> None:
    looks = look(picture())
    lasting = known(reading(), looks)
    lasting.drop(["near"])
    assert lasting.reading("near", looks) is None
    lasting = known(reading(), looks)
    lasting.forget()
    assert lasting.reading("near", looks) is None
    assert known(reading(), looks[1:]).reading("near", looks) is None
