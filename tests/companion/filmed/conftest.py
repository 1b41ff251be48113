"""Pictures are but what is looked at here, and boxes need not be photographed first."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from companion.filmed.picture_camera import EVENING_LIGHT
from companion.filmed.printed_room import PrintedRoom
from tests.drawn_once import drawn_once
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox
from vision.printed.finding import CardFinder

__all__ = ["drawn_once", "shown_at_once"]


@cache
def _box(room: PrintedRoom) -> EnrolledBox:
    box = room.box

    def look(picture: ByteArray) -> ByteArray:
        return np.asarray(cv2.resize(picture, LOOK_SIZE, interpolation=cv2.INTER_AREA), np.uint8)

    pictures = {**box.cards, "back": box.back}
    looks = tuple(CardLook(label, 1, look(one)) for label, one in pictures.items())
    return EnrolledBox(box.name, "2026-11-26", "rectangle", box.ratio, looks)


@pytest.fixture
def shown_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box as the best of cameras would show it: its photographs take long to draw."""

    def enrolled(room: PrintedRoom, finder: CardFinder) -> EnrolledBox:
        return _box(PrintedRoom(room.seed, EVENING_LIGHT, room.game))

    monkeypatch.setattr(PrintedRoom, "enrolled", enrolled)
