"""Whether two cards laid one over the other show the same print, in whatever light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from vision.network import Runtime, load_network
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE
from vision.printed.same_print import MODEL, PrintJudge

SIZE = LOOK_SIZE
RUNTIMES: tuple[Runtime, ...] = ("onnxruntime", "opencv")


@pytest.fixture(scope="module")
def judge() -> PrintJudge:
    return PrintJudge()


GREEN, OLIVE, YELLOW, RED = (60, 140, 20), (30, 140, 105), (20, 190, 235), (40, 50, 215)
PURPLE = (120, 40, 90)


def capsule(filled: bool, ink: tuple[int, int, int] = GREEN, stripes: bool = False) -> ByteArray:
    """A figure, filled, empty or striped."""
    width, height = SIZE
    card = np.full((height, width, 3), 240, np.uint8)
    thick = -1 if filled else 3
    if stripes:
        inside = np.zeros((height, width), np.uint8)
        cv2.ellipse(inside, (width // 2, height // 2), (44, 26), 0, 0, 360, 255, -1)
        inside[:, np.arange(width) % 4 > 0] = 0
        card[inside > 0] = ink
    cv2.ellipse(card, (width // 2, height // 2), (44, 26), 0, 0, 360, ink, thick, cv2.LINE_AA)
    return np.asarray(card, np.uint8)


def in_light(card: ByteArray, seed: int, glare: float = 0.0) -> ByteArray:
    """A card as a camera sees it: a gradient, a lamp's reflection, noise."""
    rng = np.random.default_rng(seed)
    height, width = card.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width]
    light = 0.75 + 0.2 * xs / width
    spot = glare * np.exp(-((xs - width * 0.5) ** 2 + (ys - height * 0.4) ** 2) / (2 * (0.3 * width) ** 2))
    seen = card * light[..., None] + spot[..., None] + rng.normal(0, 3, card.shape)
    return np.asarray(np.clip(seen, 0, 255), np.uint8)


def test_a_filled_figure_is_another_card_than_an_empty_one(judge: PrintJudge) -> None:
    same, other = judge.same(
        [
            (in_light(capsule(True), 1), in_light(capsule(True), 2)),
            (in_light(capsule(True), 3), in_light(capsule(False), 4)),
        ]
    )
    assert same > 0 > other


def test_a_reflection_does_not(judge: PrintJudge) -> None:
    (shining,) = judge.same([(in_light(capsule(False), 5, glare=90.0), in_light(capsule(False), 6))])
    assert shining > 0


def test_one_figure_more_or_less_makes_another_card(judge: PrintJudge) -> None:
    drawn = drawn_box("racko", 1).cards
    cards = {label: np.asarray(cv2.resize(drawn[label], SIZE), np.uint8) for label in ("14", "16", "41")}
    pairs = [(first, second) for first in cards for second in cards]
    told = judge.same([(in_light(cards[first], 7), in_light(cards[second], 8)) for first, second in pairs])
    assert [one > 0 for one in told] == [first == second for first, second in pairs]


def test_stripes_are_another_card_than_paper(judge: PrintJudge) -> None:
    striped, empty = capsule(False, stripes=True), capsule(False)
    same, other = judge.same(
        [(in_light(striped, 1), in_light(striped, 2)), (in_light(striped, 3), in_light(empty, 4))]
    )
    assert same > 0 > other


@pytest.mark.parametrize("filled", [True, False])
def test_another_colour_is_another_card_but_no_other_green(judge: PrintJudge, filled: bool) -> None:
    green = in_light(capsule(filled), 2)
    olive, red, yellow = judge.same(
        [(in_light(capsule(filled, ink), 1), green) for ink in (OLIVE, RED, YELLOW)]
    )
    assert olive > 0 > max(red, yellow)


def test_nothing_to_judge_is_no_error(judge: PrintJudge) -> None:
    assert judge.same([]).shape == (0,)


def test_both_runtimes_say_the_same() -> None:
    first, second = (in_light(capsule(True), seed).transpose(2, 0, 1) / np.float32(255) for seed in (1, 2))
    pair = np.concatenate([first, second])[None].astype(np.float32)
    told = [float(load_network(MODEL, runtime).run(pair)[0, 0]) for runtime in RUNTIMES]
    assert abs(told[0] - told[1]) < 0.05


def in_a_row(count: int, ink: tuple[int, int, int], moved: int = 0) -> ByteArray:
    """So many empty figures one below the other, the card laid so many pixels lower: above it the table shows."""
    width, height = SIZE
    card = np.full((height, width, 3), 240, np.uint8)
    for number in range(count):
        middle = (width // 2, round(height / 2 + 50 * (number - (count - 1) / 2)))
        cv2.ellipse(card, middle, (46, 19), 0, 0, 360, ink, 1, cv2.LINE_AA)
    table = np.full((abs(moved), width, 3), 60, np.uint8)
    return np.concatenate([table, card])[:height]


@pytest.mark.parametrize(("count", "other"), [(2, 3), (1, 2)])
def test_a_symbol_more_is_another_card_though_the_others_lie_over_those_of_the_print(
    judge: PrintJudge, count: int, other: int
) -> None:
    more = in_light(in_a_row(other, PURPLE, moved=25), 1)
    same, another = judge.same(
        [
            (in_light(in_a_row(count, PURPLE, moved=4), 2), in_light(in_a_row(count, PURPLE), 3)),
            (more, in_light(in_a_row(count, PURPLE), 4)),
        ]
    )
    assert same > 0 > another


def test_thin_lines_of_another_colour_make_another_card(judge: PrintJudge) -> None:
    same, other = judge.same(
        [
            (in_light(in_a_row(2, PURPLE), 1), in_light(in_a_row(2, PURPLE), 2)),
            (in_light(in_a_row(2, PURPLE), 3), in_light(in_a_row(2, RED), 4)),
        ]
    )
    assert same > 0 > other
