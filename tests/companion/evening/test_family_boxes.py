"""One file a box: handed on, taken over, set aside and brought back; what is damaged or another game's is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.kept_box import box_text
from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.family_boxes import FamilyBoxes, box_path
from tests.companion.evening.test_box_enrolment import (
    NUMBERS,
    RACKO,
    Stand,
    face,
    refused,
    right,
    show,
    table,
)
from tests.inline import Inline
from tests.plain_prints import PlainFinder, PlainPrints
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def begin(tmp_path: Path, stand: Stand) -> Callable[[], BoxEnrolment]:
    """The program's cards, begun anew over the same data folder."""
    return lambda: BoxEnrolment(tmp_path, stand, PlainFinder, PlainPrints, executor=Inline())  # type: ignore[arg-type]


@pytest.fixture
def boxes(begin: Callable[[], BoxEnrolment]) -> BoxEnrolment:
    return begin()


def a_box(labels: Sequence[str], name: str = RACKO) -> EnrolledBox:
    looks = [CardLook(one, 1, np.asarray(cv2.resize(face(one), LOOK_SIZE), np.uint8)) for one in labels]
    return EnrolledBox(name, "2026-01-01", "rectangle", 0.66, tuple(looks))


def test_a_box_is_handed_on_and_taken_over(
    boxes: BoxEnrolment, stand: Stand, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert boxes.handed_on(RACKO) is None
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    file = boxes.handed_on(RACKO)
    assert file is not None
    friends = BoxEnrolment(
        tmp_path_factory.mktemp("friends"), stand, PlainFinder, PlainPrints, executor=Inline()
    )  # type: ignore[arg-type]
    friends.take_over(RACKO, file)
    state = friends.state(RACKO)
    assert (state["have"], state["unchecked"]) == (10, True)
    show(friends, stand, NUMBERS[:10], 0, light=0.8)
    right(friends)
    assert not friends.state(RACKO)["unchecked"], "held against cards that lie here"


def test_what_a_file_or_a_tap_took_away_can_be_brought_back(boxes: BoxEnrolment, stand: Stand) -> None:
    with refused("stale"):
        boxes.bring_back(RACKO)
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    boxes.take_over(RACKO, box_text(a_box(NUMBERS[20:24])).encode())
    assert (boxes.state(RACKO)["have"], boxes.state(RACKO)["unchecked"]) == (4, True)
    boxes.bring_back(RACKO)
    assert (boxes.state(RACKO)["have"], boxes.state(RACKO)["unchecked"]) == (10, False)
    boxes.forget(RACKO)
    assert boxes.state(RACKO)["have"] == 0 and boxes.state(RACKO)["earlier"]
    boxes.bring_back(RACKO)
    assert boxes.state(RACKO)["have"] == 10


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "damaged_box"),
        (b"\xff\xfe\x00", "damaged_box"),
        (b'{"version": 1}', "damaged_box"),
        (box_text(a_box(["1", "2"])).replace('"label": "1"', '"label": "9"').encode(), "damaged_box"),
        (box_text(a_box(["1", "AB"])).encode(), "other_box"),
        (box_text(a_box(["1", "2"], "change_horses")).encode(), "other_box"),
    ],
    ids=["empty", "no text", "no box", "a name was changed", "an unknown card", "another game"],
)
def test_a_file_that_is_no_box_of_this_game_changes_nothing(
    boxes: BoxEnrolment, stand: Stand, tmp_path: Path, data: bytes, code: str
) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    with refused(code):
        boxes.take_over(RACKO, data)
    state = boxes.state(RACKO)
    assert (state["have"], state["unchecked"]) == (10, False)
    assert sorted(path.name for path in (tmp_path / "boxes").iterdir()) == ["racko.json", "racko.origin"]


def test_a_damaged_file_is_told_and_stays_until_it_is_forgotten(
    begin: Callable[[], BoxEnrolment], stand: Stand, tmp_path: Path
) -> None:
    path = box_path(tmp_path, RACKO)
    path.parent.mkdir()
    path.write_text("{")
    boxes = begin()
    stand.shows(table([]))
    assert boxes.state(RACKO)["damaged"] and path.exists()
    boxes.forget(RACKO)
    assert not boxes.state(RACKO)["damaged"] and not path.exists()
    with refused("stale"):
        boxes.forget(RACKO)


def test_a_box_enrolled_by_hand_lies_in_the_same_place(tmp_path: Path) -> None:
    path = box_path(tmp_path, RACKO)
    path.parent.mkdir()
    path.write_text(box_text(a_box(["1", "2"], "our Racko")))
    box = FamilyBoxes(tmp_path).box(RACKO)
    assert box is not None and box.labels == ("1", "2")
