"""Numbers printed on cards of boxes that no training drew, read without anything being enrolled."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.filmed.drawn_boxes import drawn_box
from vision.dice.matching import pair_boxes
from vision.printed.cut_out import ByteArray, Float64Array, Outline
from vision.printed.found_card import FoundCard
from vision.printed.marks import marks_on, straightened
from vision.printed.number_places import NUMBERS, NumberPlace
from vision.printed.numbers import NumberCertainty, NumberReader, evidence
from vision.readings import SURE
from vision.scene.printed_table import table_photograph

PRINTS = (1, 4)


@pytest.fixture(scope="module")
def reader() -> NumberReader:
    return NumberReader()


def lying(*cards: ByteArray) -> tuple[ByteArray, list[FoundCard]]:
    """Printed cards side by side on a dark table, and where they lie."""
    high, wide = max(card.shape[0] for card in cards), sum(card.shape[1] + 40 for card in cards)
    table = np.full((high + 80, wide + 40, 3), (60, 70, 50), np.uint8)
    found, x = [], 40
    for card in cards:
        h, w = card.shape[:2]
        table[40 : 40 + h, x : x + w] = card
        corners: Float64Array = np.array([[0, 0], [w, 0], [w, h], [0, h]], float) + np.array([x, 40])
        outline = Outline(corners) if h >= w else Outline(corners).turned(1)
        found.append(FoundCard(outline, 1.0, 1.0, False))
        x += w + 40
    return table, found


def read(
    reader: NumberReader, cards: Sequence[ByteArray], numbers: Sequence[int] | None = None
) -> list[tuple[int | None, float]]:
    return [(one.value, one.score) for card in cards for one in reader.told(*lying(card), numbers)]


@pytest.mark.parametrize("number", PRINTS)
def test_the_numbers_of_a_box_that_nobody_showed_are_read(reader: NumberReader, number: int) -> None:
    box = drawn_box("racko", number)
    labels = [label for label in box.labels if label.isdecimal()][::5]
    told = read(reader, [box.cards[label] for label in labels], range(1, 61))
    assert [str(value) for value, _ in told] == labels
    assert sum(score >= SURE for _, score in told) >= 0.7 * len(labels)


def test_a_card_is_read_whichever_way_it_lies(reader: NumberReader) -> None:
    card = drawn_box("racko", PRINTS[0]).cards["34"]
    turned = [np.ascontiguousarray(np.rot90(card, quarters)) for quarters in range(4)]
    assert {value for value, _ in read(reader, turned)} == {34}


def plain(text: str) -> ByteArray:
    """A white card with a number in the middle, and nothing that says which way up it is."""
    card = np.full((300, 200, 3), 245, np.uint8)
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 3, 7)
    at = ((200 - wide) // 2, (300 + high) // 2)
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_DUPLEX, 3, (160, 40, 20), 7, cv2.LINE_AA)
    return np.asarray(card, np.uint8)


def test_a_six_without_a_bar_is_asked_unless_the_cards_beside_it_say_which_way_up(
    reader: NumberReader,
) -> None:
    ((_, alone),) = read(reader, [plain("6")], range(1, 61))
    assert alone < SURE, "it may be a 9"
    beside = [plain(text) for text in ("34", "25", "47", "6")]
    *others, six = reader.told(*lying(*beside), range(1, 61))
    assert [one.value for one in others] == [34, 25, 47]
    assert six.value == 6 and six.score > alone
    around = [np.ascontiguousarray(np.rot90(card, 2)) for card in beside]
    assert reader.told(*lying(*around), range(1, 61))[-1].value == 6


def test_what_the_box_cannot_have_is_not_read(reader: NumberReader) -> None:
    ((value, _),) = read(reader, [plain("19")], range(1, 61))
    assert value == 19, "upside down it would be 61"


def test_a_card_is_looked_at_in_its_own_ratio() -> None:
    table, found = lying(np.full((200, 100, 3), 240, np.uint8))
    card = straightened(table, found[0].outline)
    assert card.shape == (256, 128, 3) and marks_on(card) == []


def test_a_back_tells_no_number(reader: NumberReader) -> None:
    ((value, score),) = read(reader, [drawn_box("racko", PRINTS[0]).back], range(1, 61))
    assert value is None or score < SURE


def test_numbers_are_read_in_a_photograph_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photograph = table_photograph(drawn_box("racko", PRINTS[0]), ["7", "18", "25", "42", "53"], 17)
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), photograph.picture)
    assert main(["read", "--only", "numbers", str(path), "--json"]) == 0
    objects = json.loads(capsys.readouterr().out)["objects"]
    assert {one["kind"] for one in objects} == {"number_card"}
    pairs = pair_boxes([card.box for card in photograph.cards], [one["box"] for one in objects])
    right = [str(objects[at]["value"]) == photograph.cards[card].label for card, at in pairs.items()]
    assert len(right) == 5 and all(right)


def test_numbers_want_no_enrolment(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", "--only", "numbers", "--enrolment", "box.json", "table.png"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "without --enrolment" in said


def place(number: int, height: int, at: int) -> NumberPlace:
    """A place that surely shows a number, as high as that, px."""
    shares = np.zeros(NUMBERS)
    shares[number] = 0.95
    return NumberPlace(0, (at, 20, 40, height), shares, len(str(number)), 0)


def test_a_number_is_told_more_surely_of_two_high_figures_and_where_no_place_shows_another() -> None:
    certainty = NumberCertainty.load()
    sure = certainty.of(evidence([[place(42, 80, 20)]]).features)
    small = certainty.of(evidence([[place(42, 20, 20)]]).features)
    alone = certainty.of(evidence([[place(4, 80, 20)]]).features)
    denied = certainty.of(evidence([[place(42, 80, 20)], [place(57, 40, 120)]]).features)
    assert sure > max(small, alone, denied)
