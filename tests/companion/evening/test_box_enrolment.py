"""Cards shown on the page: what is photographed, named, kept and measured, and what is refused in which words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.kept_box import read_box
from companion.evening.box_enrolment import BoxEnrolment
from companion.evening.card_search import LOOKS_AGAIN_S
from companion.evening.family_boxes import box_path, games_with_printed_cards
from companion.evening.stand import WholePicture
from companion.games import all_games, load
from companion.languages import LANGUAGES
from companion.printed_cards import BACK
from tests.inline import Inline
from tests.plain_prints import PlainFinder, PlainPrints
from vision.printed.cut_out import ByteArray
from vision.printed.found_card import FoundCard
from vision.printed.numbers import NumberReading
from web.outside import StandRefused

RACKO = "racko"
SIZE = (60, 90)
NUMBERS = tuple(str(number) for number in range(1, 61))


def face(label: str) -> ByteArray:
    """A card that looks like no other: its name, and dots drawn by chance."""
    picture = np.full((SIZE[1], SIZE[0], 3), 235, np.uint8)
    rng = np.random.default_rng(sum(ord(letter) * 31**place for place, letter in enumerate(label)))
    for x, y in rng.uniform(15, (SIZE[0] - 15, SIZE[1] - 15), (9, 2)):
        cv2.circle(picture, (round(x), round(y)), 6, (40, 40, 40), -1)
    return np.asarray(picture, np.uint8)


def table(labels: Sequence[str], *, light: float = 1.0, seed: int = 0, across: int = 5) -> ByteArray:
    """Cards in rows on a dark table."""
    image = np.full((500, 800, 3), (50, 70, 40), np.uint8)
    for number, label in enumerate(labels):
        x, y = 100 + 90 * (number % across), 60 + 120 * (number // across)
        image[y : y + SIZE[1], x : x + SIZE[0]] = face(label)
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image * light + noise, 0, 255).astype(np.uint8)


@dataclass
class Stand:
    """A camera over the table; ``images`` are its next pictures, the last of them again and again."""

    images: list[ByteArray] = field(default_factory=list)
    chosen_game: str = "poker_dice_race"
    is_simulated: bool = False
    camera_code: str = "good"
    looks: int = 0
    markers: tuple[tuple[float, float], ...] = ()
    masked_for: str | None = None

    def shows(self, *images: ByteArray) -> None:
        self.images = list(images)

    def whole_picture(self, in_play: str | None) -> WholePicture | None:
        self.masked_for = in_play
        if not self.images:
            return None
        self.looks += 1
        image = self.images.pop(0) if len(self.images) > 1 else self.images[0]
        return WholePicture(self.looks, image, self.markers)


@pytest.fixture
def stand() -> Stand:
    return Stand()


@pytest.fixture
def begin(tmp_path: Path, stand: Stand) -> Callable[[], BoxEnrolment]:
    """The program's cards, begun anew over the same data folder."""
    return lambda: BoxEnrolment(
        tmp_path,
        stand,  # type: ignore[arg-type]
        PlainFinder,
        PlainPrints,
        today=lambda: date(2026, 11, 25),
        executor=Inline(),
    )


@pytest.fixture
def boxes(begin: Callable[[], BoxEnrolment]) -> BoxEnrolment:
    return begin()


def refused(code: str) -> Any:
    return pytest.raises(StandRefused, match=f"^{code}$")


def show(
    boxes: BoxEnrolment, stand: Stand, labels: Sequence[str], step: int | None = None, **how: Any
) -> None:
    stand.shows(table(labels, **how))
    boxes.photograph(RACKO, step)


def right(boxes: BoxEnrolment) -> None:
    boxes.right(RACKO, boxes.state(RACKO)["revision"])


def names(boxes: BoxEnrolment) -> list[str | None]:
    return [one["label"] for one in boxes.state(RACKO)["found"]]


# ---------------------------------------------------------------- what the games bring


def test_what_a_box_needs_is_told(boxes: BoxEnrolment) -> None:
    state = boxes.state(RACKO)
    assert (state["cards"], state["photographs"], state["minutes"]) == (60, 6, 4)
    assert (state["have"], state["missing"][:3], state["step"]) == (0, ["1", "2", "3"], 0)
    assert state["asked"] == list(NUMBERS[:10])
    assert boxes.game("crapette") == boxes.games()[0], "Crapette has no printed cards of its own"
    assert boxes.game(RACKO) == RACKO


@pytest.mark.parametrize("game", games_with_printed_cards())
def test_every_card_of_a_box_lies_on_one_photograph_and_has_a_name(game: str) -> None:
    printed = games_with_printed_cards()[game]
    on_photographs = [label for one in printed.photographs for label in one.labels]
    assert on_photographs == list(printed.labels)
    assert all(len(one.labels) <= 12 for one in printed.photographs), "more does not fit into one glance"
    for language in LANGUAGES:
        told = [printed.card_name(label, language) for label in printed.labels]
        assert len(set(told)) == len(told)
        assert all(
            printed.sign(label, language) and len(printed.sign(label, language)) <= 8
            for label in printed.labels
        )
        assert all(printed.group_name(one.group, language) for one in printed.photographs)


def test_games_without_printed_cards_are_not_asked_for_any() -> None:
    assert set(games_with_printed_cards()) == {game.id for game in all_games() if game.printed is not None}
    assert load("crapette").printed is None


# ---------------------------------------------------------------- from nothing to a kept box


def test_a_photograph_is_named_in_order_and_kept_at_once(
    boxes: BoxEnrolment, stand: Stand, begin: Callable[[], BoxEnrolment], tmp_path: Path
) -> None:
    show(boxes, stand, NUMBERS[:10])
    state = boxes.state(RACKO)
    assert state["taken"] and names(boxes) == list(NUMBERS[:10])
    assert not box_path(tmp_path, RACKO).exists(), "nothing is kept before somebody says that it is right"
    right(boxes)
    kept = read_box(box_path(tmp_path, RACKO))
    assert (kept.name, kept.enrolled_on, kept.labels) == (RACKO, "2026-11-25", NUMBERS[:10])
    assert kept.ratio == pytest.approx(2 / 3, abs=0.05)
    later = begin().state(RACKO)
    assert (later["have"], later["step"], later["asked"]) == (10, 1, list(NUMBERS[10:20]))


class Numbers:
    """Reads what it was told that the cards say, with how surely."""

    def __init__(self, *said: tuple[int | None, float]) -> None:
        self.said = said

    def told(
        self, image: ByteArray, cards: Sequence[FoundCard], numbers: Collection[int] | None = None
    ) -> list[NumberReading]:
        return [
            NumberReading(value, score, (), 1.0, card.outline)
            for (value, score), card in zip(self.said, cards, strict=True)
        ]


@pytest.fixture
def reading(tmp_path: Path, stand: Stand) -> Callable[..., BoxEnrolment]:
    """The program's cards where the numbers on them are read as a test says."""

    def begun(*said: tuple[int | None, float]) -> BoxEnrolment:
        return BoxEnrolment(
            tmp_path,
            stand,  # type: ignore[arg-type]
            PlainFinder,
            PlainPrints,
            executor=Inline(),
            open_numbers=lambda: Numbers(*said),
        )

    return begun


def test_cards_whose_numbers_are_all_read_are_kept_in_any_order_without_a_question(
    reading: Callable[..., BoxEnrolment], stand: Stand, tmp_path: Path
) -> None:
    boxes = reading(*((10 - number, 0.97) for number in range(10)))
    assert boxes.state(RACKO)["reads"]
    show(boxes, stand, NUMBERS[:10][::-1])
    state = boxes.state(RACKO)
    assert (state["taken"], state["kept"], state["have"], state["step"]) == (False, 10, 10, 1)
    assert set(read_box(box_path(tmp_path, RACKO)).labels) == set(NUMBERS[:10])
    boxes.take_back(RACKO)
    assert (boxes.state(RACKO)["have"], boxes.state(RACKO)["kept"]) == (0, 0)


def test_only_what_was_not_read_is_asked(reading: Callable[..., BoxEnrolment], stand: Stand) -> None:
    boxes = reading(*((number, 0.5 if number in (6, 9) else 0.7) for number in range(1, 11)))
    show(boxes, stand, NUMBERS[:10])
    state = boxes.state(RACKO)
    assert state["taken"] and state["kept"] == 0
    assert [one["label"] for one in state["found"] if one["unread"]] == ["6", "9"]
    boxes.name(RACKO, 5, state["revision"], "6")
    assert not any(one["unread"] for one in boxes.state(RACKO)["found"]), "one name is left for one card"


def test_one_number_that_was_not_read_is_the_one_that_is_left(
    reading: Callable[..., BoxEnrolment], stand: Stand
) -> None:
    boxes = reading(*((number, 0.5 if number == 6 else 0.97) for number in range(1, 11)))
    show(boxes, stand, NUMBERS[:10])
    assert boxes.state(RACKO)["kept"] == 10


def test_numbers_are_not_read_where_names_are_none(
    reading: Callable[..., BoxEnrolment], stand: Stand
) -> None:
    boxes = reading()
    assert not boxes.state("super_crack")["reads"]


def test_numbers_that_are_read_surely_are_the_names_whatever_the_order(
    reading: Callable[..., BoxEnrolment], stand: Stand
) -> None:
    boxes = reading(
        (3, 0.99),
        (2, 0.99),
        (1, 0.99),
        (4, 0.99),
        (60, 0.99),
        (7, 0.55),
        (None, 0.99),
        (8, 0.99),
        (8, 0.95),
        (75, 1.0),
    )
    show(boxes, stand, NUMBERS[:10])
    assert names(boxes) == ["3", "2", "1", "4", "60", "6", "7", "8", "9", "10"], (
        "what is doubtful, read of two, or no card of the box goes by the order asked for"
    )


def test_the_last_photograph_holds_the_back_too(boxes: BoxEnrolment, stand: Stand) -> None:
    for start in range(0, 50, 10):
        show(boxes, stand, NUMBERS[start : start + 10])
        right(boxes)
    assert boxes.state(RACKO)["asked"] == [*NUMBERS[50:], BACK]
    show(boxes, stand, [*NUMBERS[50:], BACK], across=6)
    right(boxes)
    state = boxes.state(RACKO)
    assert (state["have"], state["missing"], state["taken"]) == (60, [], False)


def test_a_hidden_card_is_missed_and_asked_for_by_itself(boxes: BoxEnrolment, stand: Stand) -> None:
    laid = [*NUMBERS[:3], *NUMBERS[4:10]]
    show(boxes, stand, laid)
    state = boxes.state(RACKO)
    assert (len(state["found"]), len(state["asked"])) == (9, 10)
    x, y = (sum(axis) / 4 for axis in zip(*state["found"][3]["corners"], strict=True))
    card = boxes.point(RACKO, x, y)
    assert card == 3
    boxes.name(RACKO, card, state["revision"], "5")
    assert names(boxes) == laid
    right(boxes)
    state = boxes.state(RACKO)
    assert (state["have"], state["step"], state["asked"]) == (9, 0, ["4"])
    show(boxes, stand, ["4"])
    right(boxes)
    assert boxes.state(RACKO)["step"] == 1


def test_corners_are_drawn_of_a_card_that_was_not_found(boxes: BoxEnrolment, stand: Stand) -> None:
    image = table(NUMBERS[:10])
    image[60:150, 280:340] //= 4  # the third card lies in the dark
    stand.shows(image)
    boxes.photograph(RACKO)
    state = boxes.state(RACKO)
    assert len(state["found"]) == 9
    second, fourth = (state["found"][number]["corners"] for number in (1, 2))
    between = (np.array(sorted(second)) + np.array(sorted(fourth))) / 2
    boxes.draw(RACKO, state["revision"])
    for number, (x, y) in enumerate(between):
        assert len(boxes.state(RACKO)["drawing"]["corners"]) == number
        assert boxes.point(RACKO, float(x), float(y)) is None
    assert boxes.state(RACKO)["drawing"] is None
    assert names(boxes) == list(NUMBERS[:10])


def test_an_outline_is_drawn_anew_and_what_was_said_of_the_others_stays(
    boxes: BoxEnrolment, stand: Stand
) -> None:
    show(boxes, stand, NUMBERS[:10])
    boxes.name(RACKO, 0, boxes.state(RACKO)["revision"], "2")
    corners = boxes.state(RACKO)["found"][4]["corners"]
    boxes.draw(RACKO, boxes.state(RACKO)["revision"], 4)
    boxes.stop_drawing(RACKO)
    assert boxes.state(RACKO)["drawing"] is None
    boxes.draw(RACKO, boxes.state(RACKO)["revision"], 4)
    for x, y in (corners[2], corners[0], corners[3], corners[1]):
        boxes.point(RACKO, x, y + 0.01)
    state = boxes.state(RACKO)
    drawn = min(y for _, y in state["found"][4]["corners"])
    assert drawn == pytest.approx(min(y for _, y in corners) + 0.01, abs=0.002)
    assert names(boxes)[:2] == ["2", "1"] and len(state["found"]) == 10
    boxes.draw(RACKO, state["revision"], 4)
    for _ in range(3):
        boxes.point(RACKO, 0.5, 0.1)
    with refused("no_outline"):
        boxes.point(RACKO, 0.6, 0.1)
    assert boxes.state(RACKO)["drawing"] is None and len(boxes.state(RACKO)["found"]) == 10
    with refused("stale"):
        boxes.draw(RACKO, boxes.state(RACKO)["revision"], 99)


def test_a_card_that_was_named_wrongly_is_asked_for_again(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    boxes.forget_card(RACKO, "7")
    assert boxes.state(RACKO)["asked"] == ["7"]
    with refused("no_such_label"):
        boxes.forget_card(RACKO, "7")


def test_the_last_photograph_can_be_taken_back(boxes: BoxEnrolment, stand: Stand, tmp_path: Path) -> None:
    for start in (0, 10):
        show(boxes, stand, NUMBERS[start : start + 10])
        right(boxes)
    boxes.take_back(RACKO)
    assert boxes.state(RACKO)["have"] == 10
    boxes.take_back(RACKO)
    assert boxes.state(RACKO)["have"] == 0 and not box_path(tmp_path, RACKO).exists()
    with refused("stale"):
        boxes.take_back(RACKO)


# ---------------------------------------------------------------- once more, in other light


def test_by_how_much_other_light_helped_is_measured(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    assert boxes.state(RACKO)["helped"] is None, "there was nothing to measure with"
    stand.shows(table(NUMBERS[:10], light=0.6), table(NUMBERS[:10], light=0.6, seed=3))
    boxes.photograph(RACKO, 0)
    right(boxes)
    assert boxes.state(RACKO)["helped"] == {"cards": 10, "before": 10, "after": 10}
    assert boxes.state(RACKO)["looks"] == 20


def test_nothing_is_measured_when_the_cards_are_cleared_away_already(
    boxes: BoxEnrolment, stand: Stand
) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    stand.shows(table(NUMBERS[:10], light=0.7), table([]))
    boxes.photograph(RACKO, 0)
    right(boxes)
    assert boxes.state(RACKO)["helped"] == {"cards": 10, "before": 10, "after": None}


def test_a_card_that_looks_otherwise_than_before_is_doubted(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    show(boxes, stand, [*NUMBERS[1::-1], *NUMBERS[2:10]], 0)
    doubted = [number for number, one in enumerate(boxes.state(RACKO)["found"]) if one["doubted"]]
    assert doubted == [0, 1]
    boxes.name(RACKO, 0, boxes.state(RACKO)["revision"], "2")
    assert not any(one["doubted"] for one in boxes.state(RACKO)["found"])


def test_other_cards_under_the_same_names_are_refused(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    show(boxes, stand, NUMBERS[30:40], 0)
    with refused("other_cards"):
        right(boxes)
    assert boxes.state(RACKO)["looks"] == 10


def test_a_card_that_lies_there_twice_is_asked_about(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, [*NUMBERS[:4], "2", *NUMBERS[5:10]])
    assert boxes.state(RACKO)["alike"] == [[1, 4]]


# ---------------------------------------------------------------- what is refused


def test_pictures_that_show_no_cards_are_refused(boxes: BoxEnrolment, stand: Stand) -> None:
    with refused("no_photograph"):
        boxes.photograph(RACKO)
    good = table(NUMBERS[:10])
    for image, code in (
        (table([]), "no_cards"),
        (cv2.GaussianBlur(good, (0, 0), 6), "blurred"),
        ((good * 0.1).astype(np.uint8), "too_dark"),
        (np.full_like(good, 255), "too_bright"),
    ):
        stand.shows(np.asarray(image, np.uint8))
        with refused(code):
            boxes.photograph(RACKO)
    assert not boxes.state(RACKO)["taken"]


def test_a_photograph_with_a_card_without_a_name_is_not_kept(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:11], across=6)
    assert names(boxes)[-1] is None
    with refused("unnamed"):
        right(boxes)
    boxes.name(RACKO, 10, boxes.state(RACKO)["revision"], "")
    right(boxes)
    assert boxes.state(RACKO)["have"] == 10


def test_taps_on_what_is_not_shown_any_more_do_nothing(boxes: BoxEnrolment, stand: Stand) -> None:
    with refused("stale"):
        boxes.right(RACKO, 0)
    show(boxes, stand, NUMBERS[:10])
    revision = boxes.state(RACKO)["revision"]
    with refused("no_such_card"):
        boxes.point(RACKO, 0.001, 0.001)
    with refused("no_such_label"):
        boxes.name(RACKO, 0, revision, "61")
    with refused("stale"):
        boxes.name(RACKO, 10, revision, "1")
    with refused("stale"):
        boxes.right(RACKO, revision - 1)
    boxes.discard(RACKO)
    assert not boxes.state(RACKO)["taken"]
    with refused("unknown_game"):
        boxes.photograph("crapette")


def test_what_cannot_be_written_is_said_and_the_photograph_stays(
    boxes: BoxEnrolment, stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(boxes, stand, NUMBERS[:10])

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.evening.family_boxes.write_box", full)
    with refused("box_not_written"):
        right(boxes)
    state = boxes.state(RACKO)
    assert state["taken"] and state["have"] == 0
    monkeypatch.undo()
    right(boxes)
    assert boxes.state(RACKO)["have"] == 10


def test_the_simulated_table_never_takes_the_place_of_real_cards(boxes: BoxEnrolment, stand: Stand) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    stand.is_simulated = True
    show(boxes, stand, NUMBERS[10:20])
    with refused("only_simulated_cards"):
        right(boxes)
    boxes.forget(RACKO)
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    assert boxes.state(RACKO)["simulated"]


def test_the_live_picture_is_looked_at_once_a_second_and_secrets_stay_masked(
    tmp_path: Path, stand: Stand, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("companion.evening.card_search.time.monotonic", lambda: clock[0])
    boxes = BoxEnrolment(
        tmp_path,
        stand,  # type: ignore[arg-type]
        PlainFinder,
        PlainPrints,
        in_play=lambda: "crapette",
        executor=Inline(),
    )
    stand.shows(table(NUMBERS[:9]))
    assert len(boxes.state(RACKO)["found"]) == 9
    assert stand.masked_for == "crapette" and boxes.state(RACKO)["masked"]
    boxes.state(RACKO)
    assert stand.looks == 1
    clock[0] += LOOKS_AGAIN_S
    boxes.state(RACKO)
    assert stand.looks == 2
    assert (boxes.picture(RACKO) or b"")[:2] == b"\xff\xd8"
    stand.is_simulated = True
    clock[0] += LOOKS_AGAIN_S
    assert not boxes.state(RACKO)["masked"] and stand.masked_for is None


def test_cards_on_a_large_table_are_looked_at_again_from_nearby(tmp_path: Path, stand: Stand) -> None:
    looked: list[tuple[int, ...]] = []

    class Watching(PlainFinder):
        def find(self, image: ByteArray) -> Any:
            looked.append(image.shape[:2])
            return super().find(image)

    boxes = BoxEnrolment(tmp_path, stand, Watching, PlainPrints, executor=Inline())  # type: ignore[arg-type]
    image = np.full((1000, 1600, 3), (50, 70, 40), np.uint8)
    image[250:750, 400:1200] = table(NUMBERS[:10])
    stand.shows(image)
    boxes.photograph(RACKO)
    assert looked[0] == (1000, 1600) and looked[1][1] < 800
    assert names(boxes) == list(NUMBERS[:10])


def test_a_card_shown_alone_is_kept_up_to_its_edge_and_not_its_frame(
    boxes: BoxEnrolment, stand: Stand
) -> None:
    show(boxes, stand, NUMBERS[:10])
    right(boxes)
    image = np.full((500, 800, 3), (50, 70, 40), np.uint8)
    image[200 : 200 + SIZE[1], 300 : 300 + SIZE[0]] = 120
    image[206 : 194 + SIZE[1], 306 : 294 + SIZE[0]] = 235
    stand.shows(np.clip(image + np.random.default_rng(0).normal(0, 2, image.shape), 0, 255).astype(np.uint8))
    boxes.photograph(RACKO, 5)
    (card,) = boxes.state(RACKO)["found"]
    seen = boxes.state(RACKO)["picture"]
    corners = np.array(card["corners"]) * seen["width"]
    sides = np.ptp(corners, axis=0)
    assert sides == pytest.approx(SIZE, abs=3)
