"""A box is counted: what was seen, what is missing, what lies there twice, and what people have to look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from calibration.kept_box import write_box
from companion.evening.box_counting import BoxCounting
from companion.evening.counted_box import OTHER_BOX
from companion.evening.family_boxes import box_path, games_with_printed_cards
from companion.printed_cards import BACK
from tests.companion.evening.test_box_enrolment import Stand, refused, table
from tests.inline import Inline
from tests.plain_prints import PlainFinder
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, EnrolledBox
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading

RACKO = "racko"
KNOWN = tuple(str(number) for number in range(1, 13))
HORSES = "change_horses"


def enrolled(labels: Sequence[str] = KNOWN, game: str = RACKO) -> EnrolledBox:
    """A box whose cards look like nothing: what they are ``Reads`` knows."""
    looks = [CardLook(label, 1, np.full((LOOK_SIZE[1], LOOK_SIZE[0], 3), 9, np.uint8)) for label in labels]
    return EnrolledBox(game, "2026-12-01", "rectangle", 0.67, tuple(looks))


class Reads:
    """Reads the cards where ``table`` lays them; those that are ``doubtful`` with little trust."""

    def __init__(self, doubtful: Sequence[str] = ()) -> None:
        self.doubtful, self.asked = doubtful, 0
        self.laid: Sequence[str] = ()

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], goes_on: Callable[[], None] = lambda: None
    ) -> list[PrintedReading]:
        self.asked = len(cards)
        told = []
        for card in cards:
            x, y = card.outline.corners.mean(axis=0)
            label = self.laid[round((x - 130) / 90) + 5 * round((y - 105) / 120)]
            score = 0.6 if label in self.doubtful else 0.99
            told.append(PrintedReading(label, score, ((label, score), ("1", 0.1)), 1.0, card.outline))
            goes_on()
        return told


@dataclass
class ReadStand(Stand):
    """The camera, and what reads the cards before it."""

    reader: Reads = field(default_factory=Reads)


@pytest.fixture
def stand() -> ReadStand:
    return ReadStand()


@pytest.fixture
def begun(tmp_path: Path, stand: ReadStand) -> Callable[..., BoxCounting]:
    """The program's counting of a box of twelve numbers."""

    def counting(reader: Reads | None = None, box: EnrolledBox | None = None) -> BoxCounting:
        box = box or enrolled()
        path = box_path(tmp_path, box.name)
        path.parent.mkdir(exist_ok=True)
        write_box(path, box)
        reader = stand.reader = reader or Reads()
        return BoxCounting(tmp_path, stand, PlainFinder, lambda _: reader, executor=Inline())  # type: ignore[arg-type]

    return counting


def lay(
    counting: BoxCounting, stand: ReadStand, labels: Sequence[str], game: str = RACKO, **how: Any
) -> dict[str, Any]:
    """One portion is laid and counted."""
    if counting.state(game)["counted"]:
        counting.next(game)
    stand.reader.laid = labels
    stand.shows(table(labels, **how))
    counting.count(game)
    return counting.state(game)


def missing(state: dict[str, Any]) -> list[str]:
    return [label for label, one in state["tallies"].items() if one["have"] < one["due"]]


def extra(state: dict[str, Any]) -> dict[str, int]:
    return {label: one["extra"] for label, one in state["tallies"].items() if one["extra"]}


def test_a_box_is_counted_in_two_portions_and_what_is_missing_is_named(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun()
    first = lay(counting, stand, KNOWN[:6])
    assert (first["have"], first["cards"], missing(first)) == (6, 12, list(KNOWN[6:]))
    second = lay(counting, stand, [label for label in KNOWN[6:] if label != "9"])
    assert (second["have"], missing(second), extra(second), second["open"]) == (11, ["9"], {}, [])
    last = lay(counting, stand, ["9"])
    assert last["have"] == last["cards"] == 12


def test_cards_that_stay_where_they_lie_are_neither_counted_nor_read_twice(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    reader = Reads()
    counting = begun(reader)
    lay(counting, stand, KNOWN[:5])
    both = lay(counting, stand, KNOWN[:8], seed=1)
    assert reader.asked == 3
    assert (both["have"], extra(both)) == (8, {})
    assert not any(one["again"] for one in both["tallies"].values())


def test_two_alike_on_one_picture_are_a_double_once_people_have_looked(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun()
    state = lay(counting, stand, ["7", "3", "7"])
    assert (len(state["open"]), state["have"], extra(state)) == (2, 1, {}), (
        "no card is too many by a reading alone"
    )
    for one in state["open"]:
        counting.name(RACKO, one["number"], counting.state(RACKO)["revision"], "7")
    state = counting.state(RACKO)
    assert (state["open"], state["have"], extra(state)) == ([], 2, {"7": 1})


def test_a_card_that_comes_again_later_may_be_misread_and_is_no_double(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun()
    lay(counting, stand, KNOWN[:4])
    state = lay(counting, stand, ["12", "11", "10", "9", "8", "2"])
    assert (len(state["open"]), state["have"]) == (2, 8)
    for one in state["open"]:
        counting.name(RACKO, one["number"], counting.state(RACKO)["revision"], "2")
    state = counting.state(RACKO)
    assert (extra(state), state["have"]) == ({}, 9)
    assert [label for label, one in state["tallies"].items() if one["again"]] == ["2"]


def test_where_many_cards_were_laid_out_anew_nobody_is_asked(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun()
    lay(counting, stand, KNOWN[:6])
    state = lay(counting, stand, [*reversed(KNOWN[:6]), "7"])
    assert (state["open"], state["have"], extra(state)) == ([], 7, {})


def test_what_reads_doubtfully_is_shown_and_not_counted_before_people_told(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun(Reads(doubtful=("4",)))
    state = lay(counting, stand, KNOWN[:5])
    (one,) = state["open"]
    assert state["have"] == 4 and one["guesses"] == ["4", "1"]
    look = counting.look(RACKO, one["number"])
    assert look is not None and look.startswith(b"\xff\xd8")
    with refused("stale"):
        counting.name(RACKO, one["number"], state["revision"] + 1, "4")
    with refused("no_such_label"):
        counting.name(RACKO, one["number"], state["revision"], "61")
    counting.name(RACKO, one["number"], state["revision"], "4")
    assert counting.state(RACKO)["have"] == 5
    counting.name(RACKO, one["number"], counting.state(RACKO)["revision"], OTHER_BOX)
    assert (counting.state(RACKO)["have"], counting.state(RACKO)["strangers"]) == (4, 1)


def test_looking_again_forgets_the_last_portion_alone(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun(Reads(doubtful=("6",)))
    lay(counting, stand, KNOWN[:3])
    state = lay(counting, stand, KNOWN[3:8])
    counting.name(RACKO, state["open"][0]["number"], state["revision"], "6")
    assert counting.state(RACKO)["have"] == 8
    counting.again(RACKO)
    state = counting.state(RACKO)
    assert (state["have"], state["open"], state["counted"]) == (3, [], False)
    counting.anew(RACKO)
    assert counting.state(RACKO)["have"] == 0


def test_a_card_that_lies_on_doubtfully_is_read_anew_with_the_next_portion(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    reader = Reads(doubtful=("2",))
    counting = begun(reader)
    assert len(lay(counting, stand, KNOWN[:3])["open"]) == 1
    reader.doubtful = ()
    state = lay(counting, stand, KNOWN[:4])
    assert (reader.asked, state["have"], state["open"]) == (2, 4, [])


def test_backs_are_told_and_never_counted(begun: Callable[..., BoxCounting], stand: ReadStand) -> None:
    state = lay(begun(), stand, ["1", BACK, BACK, "2"])
    assert (state["have"], state["face_down"], state["open"]) == (2, 2, [])


def test_only_cards_that_were_shown_can_be_counted(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    counting = begun()
    state = counting.state(RACKO)
    assert state["cards"] == 12 and len(state["never_shown"]) == 48
    with refused("no_box"):
        counting.count(HORSES)
    assert counting.state(HORSES)["cards"] == 0


def test_of_cards_that_are_there_several_times_all_are_counted(
    begun: Callable[..., BoxCounting], stand: ReadStand
) -> None:
    labels = ("AB", "AC", "wild")
    counting = begun(None, enrolled(labels, HORSES))
    state = lay(counting, stand, ["AB", "AB", "AB", "AC"], HORSES)
    assert (state["cards"], state["have"], state["open"]) == (5 + 5 + 10, 4, [])
    state = lay(counting, stand, ["AC", "AC", "wild", "AB", "AB"], HORSES)
    assert {label: one["have"] for label, one in state["tallies"].items()} == {"AB": 5, "AC": 3, "wild": 1}


def test_what_whole_boxes_hold_is_what_the_rules_say() -> None:
    held = {game: sum(printed.in_box.values()) for game, printed in games_with_printed_cards().items()}
    carrots = 75
    assert held["racko"] == 60
    assert held["change_horses"] == 5 * 15 + 5 * 2 + 5 + 6 + carrots
    printed = games_with_printed_cards()["change_horses"]
    worth = {label: int(printed.face(label)) for label in printed.labels if label.startswith("carrots_")}
    assert sum(worth[label] * printed.in_box[label] for label in worth) == 275
    owners = [
        label for label in games_with_printed_cards()["super_crack"].in_box if label.startswith("horse_")
    ]
    assert len(owners) == 16


def test_a_picture_without_cards_is_said(begun: Callable[..., BoxCounting], stand: ReadStand) -> None:
    counting = begun()
    state = lay(counting, stand, [])
    assert (state["fault"], state["counted"], state["portions"]) == ("no_cards", False, 0)
