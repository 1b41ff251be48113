"""Printed cards of a box that no training saw: shown once in rows, then read on another table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box
from vision.dice.matching import pair_boxes
from vision.network import load_network
from vision.printed import embedding, finding
from vision.printed.certainty import FEATURES, PrintCertainty
from vision.printed.colours import colours_apart, colours_of
from vision.printed.cut_out import ByteArray
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import EnrolledBox
from vision.printed.enrolment import NoCard, ShownPhotograph, enrol
from vision.printed.finding import CardFinder
from vision.printed.labelled import LabelledCard
from vision.printed.reader import PrintedReader
from vision.printed.telling_apart import Difference
from vision.readings import SURE
from vision.scene.printed_table import PrintedPhotograph, enrolment_photographs, table_photograph

PRINT = 1
KNOWN = tuple(str(number) for number in range(31, 41))
UNKNOWN = ("7", "12")


@pytest.fixture(scope="module")
def finder() -> CardFinder:
    return CardFinder()


@pytest.fixture(scope="module")
def shown(finder: CardFinder) -> EnrolledBox:
    photographs = enrolment_photographs(drawn_box("racko", PRINT), 5, KNOWN)
    return enrol([_labelled(one) for one in photographs], "racko", "2026-11-25", finder)


def _labelled(photograph: PrintedPhotograph) -> ShownPhotograph:
    return ShownPhotograph(
        photograph.picture, tuple(LabelledCard(card.label, card.box) for card in photograph.cards)
    )


def test_cards_shown_once_are_told_and_others_are_not(finder: CardFinder, shown: EnrolledBox) -> None:
    assert shown.labels == KNOWN
    reader = PrintedReader(shown, finder=finder, embedder=Embedder())
    right = told = 0
    for number in range(2):
        photograph = table_photograph(drawn_box("racko", PRINT), [*KNOWN[number::2], *UNKNOWN], 900 + number)
        readings = reader.read(photograph.picture)
        pairs = pair_boxes([card.box for card in photograph.cards], [one.outline.box for one in readings])
        for place, card in enumerate(photograph.cards):
            if place not in pairs:
                continue
            reading = readings[pairs[place]]
            assert 0.0 <= reading.score <= 1.0
            assert sum(share for _, share in reading.candidates) <= 1.001
            if card.label in UNKNOWN:
                assert reading.label is None or reading.score < SURE
            else:
                told += 1
                right += reading.candidates[0][0] == card.label
    assert told >= 9
    assert right >= told - 1


def test_by_the_print_alone_the_most_alike_card_comes_first_however_doubtful(
    finder: CardFinder, shown: EnrolledBox
) -> None:
    lettered = replace(shown, looks=tuple(replace(one, label=f"card {one.label}") for one in shown.looks))
    none = (0.0,) * (len(FEATURES) - 1)
    doubtful = PrintCertainty(known=(3.0, *none), right=(-1.0, *none), card=(5.0, 0.0, 0.0))
    reader = PrintedReader(lettered, finder=finder, embedder=Embedder(), certainty=doubtful)
    picture = table_photograph(drawn_box("racko", PRINT), KNOWN, 900).picture
    readings = reader.read(picture)
    assert len(readings) >= 8
    for reading in readings:
        alike = reader.compare(picture, reading.outline).alike
        assert reading.candidates[0][0] == lettered.labels[int(alike.argmax())]


def test_what_the_picture_cuts_off_is_told_only_if_it_is_one_of_the_box(
    finder: CardFinder, shown: EnrolledBox
) -> None:
    reader = PrintedReader(shown, finder=finder, embedder=Embedder())
    photograph = table_photograph(drawn_box("racko", PRINT), [*KNOWN[:4], *UNKNOWN], 910)
    cards = [replace(card, cut_off=False) for card in finder.find(photograph.picture)]
    told = reader.told(photograph.picture, cards)
    at_the_edge = reader.told(photograph.picture, [replace(card, cut_off=True) for card in cards])
    strange = [one for one in told if one.label is None]
    assert strange and len(at_the_edge) == len(told) - len(strange)
    assert [one.label for one in at_the_edge] == [one.label for one in told if one.label is not None]


def test_a_photograph_without_cards_is_read_as_that(finder: CardFinder, shown: EnrolledBox) -> None:
    rng = np.random.default_rng(3)
    cloth = rng.integers(90, 110, (480, 640, 3)).astype(np.uint8)
    assert PrintedReader(shown, finder=finder, embedder=Embedder()).read(cloth) == []


def test_where_several_cards_lie_each_needs_a_box(finder: CardFinder) -> None:
    picture = np.full((200, 300, 3), 200, np.uint8)
    both = ShownPhotograph(picture, (LabelledCard("a", None), LabelledCard("b", None)))
    with pytest.raises(NoCard, match="'a'"):
        enrol([both], "box", "2026-11-25", finder)
    with pytest.raises(NoCard, match="no card"):
        enrol([], "box", "2026-11-25", finder)


def test_a_card_that_fills_its_picture_is_the_picture(finder: CardFinder) -> None:
    picture = np.full((300, 450, 3), 235, np.uint8)
    cv2.circle(picture, (225, 150), 60, (40, 160, 40), -1)
    box = enrol(
        [ShownPhotograph(picture, (LabelledCard("one", (0, 0, 450, 300)),))], "b", "2026-11-25", finder
    )
    assert box.ratio == pytest.approx(2 / 3, abs=0.02)


def figure(text: str) -> ByteArray:
    """A card with a frame and a number, as large as looks are kept."""
    card = np.full((192, 128, 3), 236, np.uint8)
    cv2.rectangle(card, (14, 14), (114, 178), (160, 60, 30), 2)
    cv2.circle(card, (64, 70), 24, (160, 60, 30), -1)
    cv2.putText(card, text, (42, 150), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (20, 20, 20), 3, cv2.LINE_AA)
    return card


def test_two_cards_are_told_apart_by_the_figure_that_differs() -> None:
    difference = Difference(figure("14"), figure("16"))
    dim = np.clip(figure("14") * np.array([0.5, 0.6, 0.7]), 0, 255).astype(np.uint8)
    assert difference.speaks_for_first(dim) > 0.1
    assert difference.speaks_for_first(figure("16")) < -0.1


def test_cards_that_differ_in_nothing_cannot_be_told_apart() -> None:
    with pytest.raises(ValueError, match="differ in nothing"):
        Difference(figure("14"), figure("14"))


def plain(colour: tuple[int, int, int]) -> ByteArray:
    card = np.full((96, 64, 3), 238, np.uint8)
    card[20:70, 15:50] = colour
    return card


@pytest.mark.parametrize(
    ("seen", "same", "other"),
    [
        ((40, 125, 110), (60, 90, 20), (60, 195, 235)),  # olive is a green, no yellow
        ((60, 60, 220), (40, 70, 190), (200, 70, 40)),  # two reds, and blue
        ((190, 60, 40), (220, 110, 60), (160, 40, 140)),  # two blues, and purple
    ],
)
def test_colours_go_by_their_names(
    seen: tuple[int, int, int], same: tuple[int, int, int], other: tuple[int, int, int]
) -> None:
    others = np.stack([colours_of(plain(same)), colours_of(plain(other))])
    alike, unlike = colours_apart(colours_of(plain(seen)), others)
    assert alike < unlike


def test_a_card_without_colour_says_nothing_of_colours() -> None:
    grey, red = colours_of(plain((120, 120, 120))), colours_of(plain((30, 30, 220)))
    assert colours_apart(grey, red[None])[0] <= 1.0
    assert colours_apart(grey, grey[None])[0] == 0.0


@pytest.mark.parametrize("model", [finding.MODEL, embedding.MODEL])
def test_both_runtimes_say_the_same(model: Path) -> None:
    rng = np.random.default_rng(4)
    size = (96, 64) if model == embedding.MODEL else (160, 192)
    coarse = rng.random((2, 3, size[0] // 8, size[1] // 8)).astype(np.float32)
    given = np.repeat(np.repeat(coarse, 8, axis=2), 8, axis=3)
    one, other = (load_network(model, runtime).run(given) for runtime in ("onnxruntime", "opencv"))
    assert one.shape == other.shape
    if model == embedding.MODEL:
        assert np.allclose(np.linalg.norm(one, axis=1), 1.0, atol=1e-3)
        assert (one * other).sum(axis=1).min() > 0.98
    else:
        assert np.mean((one[:, :2] > 0) == (other[:, :2] > 0)) > 0.98
        assert np.corrcoef(one[:, 2:].ravel(), other[:, 2:].ravel())[0, 1] > 0.98
