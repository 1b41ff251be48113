"""What is counted on drawn boxes of printed cards, and that the boxes have the cards that the rules know."""

from __future__ import annotations

import numpy as np
import pytest

from companion.bench import printed_rendered
from companion.bench.printed_rendered import (
    Counts,
    RenderedTally,
    _tables,
    rack_order,
    read_print,
    shown_box,
)
from companion.bench.worst import WorstReadings
from companion.filmed.drawn_boxes import drawn_box
from companion.filmed.filmable import printed_games
from companion.games.change_horses.rules.state import CARDS, HORSES
from companion.games.super_crack.rules.profile import DEFAULT_DECK, DEFAULT_OWNER_CARDS
from vision.printed.cut_out import Outline
from vision.printed.enrolled_box import CardLook, EnrolledBox
from vision.printed.found_card import FoundCard
from vision.printed.reader import PrintedReading
from vision.scene.arrays import ByteArray
from vision.scene.game_box import GameBox
from vision.scene.printed_table import PrintedPhotograph, SeenPrint

_CARD = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float64)


def _row(labels: list[str], turn_deg: float) -> PrintedPhotograph:
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    steps = [np.array([62.0 * number, 0.0]) for number in range(len(labels))]
    cards = [SeenPrint(label, (_CARD + step) @ turn, 1.0) for label, step in zip(labels, steps, strict=True)]
    return PrintedPhotograph(np.zeros((8, 8, 3), np.uint8), tuple(cards))


def _read(card: SeenPrint, label: str | None, off: tuple[float, float] = (0.0, 0.0)) -> PrintedReading:
    return PrintedReading(label, 0.95, (), 0.9, Outline(card.corners + off))


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 200])
def test_a_rack_is_read_from_its_owners_left(turn_deg: float) -> None:
    photograph = _row(["3", "17", "40", "59"], turn_deg)
    readings = [_read(card, card.label) for card in photograph.cards]
    beside = _read(photograph.cards[0], "8", off=(500.0, 500.0))
    shuffled = [readings[2], beside, readings[0], readings[3], readings[1]]
    assert rack_order(photograph.cards, shuffled) == ["3", "17", "40", "59"]
    tally = RenderedTally()
    tally.count_rack(photograph, shuffled)
    assert (tally.racks, tally.racks_whole, tally.racked_right) == (1, 1, 4)


def test_a_rack_with_a_wrong_or_a_missing_card_is_not_whole() -> None:
    photograph = _row(["3", "17", "40", "59"], 0)
    readings = [_read(card, card.label) for card in photograph.cards]
    tally = RenderedTally()
    tally.count_rack(photograph, [*readings[:3], _read(photograph.cards[3], "56")])
    tally.count_rack(photograph, readings[:3])
    tally.count_rack(photograph, [*readings[:3], _read(photograph.cards[3], None)])
    assert (tally.racks, tally.racks_whole, tally.racked_right) == (3, 0, 9)


def test_figures_have_their_names_and_what_is_asked_of_them() -> None:
    tally = RenderedTally(racks=4, racks_whole=3)
    tally.free.enrolled, tally.free.right, tally.free.readings = 50, 49, 50
    figures = {one.name: one for one in tally.measures("racko")}
    assert (figures["racko.free_right"].value, figures["racko.free_right"].target) == (98.0, 99.7)
    assert (figures["racko.racks_whole"].value, figures["racko.racks_whole"].target) == (75.0, 99.0)
    assert not figures["racko.wrong_and_sure"].higher_is_better
    assert "racko.unknown_told" not in figures, "nothing was measured"


def test_every_card_comes_up_before_one_comes_up_again() -> None:
    labels = [str(number) for number in range(60)]
    tables = [cards for cards, _ in _tables(labels, 10, np.random.default_rng(1))]
    assert all(len(set(cards)) == 12 for cards in tables)
    assert sorted(label for cards in tables[:5] for label in cards) == sorted(labels)


class _Nowhere:
    """A finder that finds nothing: cards are enrolled where the labels say."""

    def find(self, image: ByteArray) -> list[FoundCard]:
        return []

    def look(self, image: ByteArray, long_px: int) -> list[FoundCard]:
        return []


def test_a_drawn_box_is_enrolled_from_its_photographs() -> None:
    box = drawn_box("change_horses", 2)
    whole = shown_box(box, 1, _Nowhere())  # type: ignore[arg-type]
    assert whole.labels == box.labels
    assert {look.photograph for look in whole.looks} == {1, 2, 3, 4}
    some = shown_box(box, 1, _Nowhere(), ["AB", "wild"])  # type: ignore[arg-type]
    assert some.labels == ("AB", "wild")


def test_boxes_have_the_cards_that_the_rules_know() -> None:
    assert printed_games() == ("change_horses", "racko", "super_crack")
    owners = {f"horse_{number}" for number in DEFAULT_OWNER_CARDS}
    assert set(drawn_box("super_crack", 1).labels) == {*DEFAULT_DECK, *owners}
    assert {*CARDS, *HORSES, "wild", "1", "5"} < set(drawn_box("change_horses", 1).labels)
    assert drawn_box("racko", 1).labels == tuple(str(number) for number in range(1, 61))
    with pytest.raises(KeyError):
        drawn_box("crapette", 1)


class _Knowing:
    """Stands for finder and reader: knows where the cards of every drawn photograph lie, and tells their names, of
    cards that are not enrolled that they are unknown; the first card that it sees it misreads, always.
    """

    def __init__(self) -> None:
        self.misread = ""
        self.shown: dict[int, PrintedPhotograph] = {}
        self.labels: tuple[str, ...] = ()

    def remember(self, photograph: PrintedPhotograph) -> PrintedPhotograph:
        self.shown[id(photograph.picture)] = photograph
        return photograph

    def find(self, image: ByteArray) -> list[FoundCard]:
        return [
            FoundCard(Outline(card.corners), 0.99, 0.99, cut_off=False)
            for card in self.shown[id(image)].cards
        ]

    def told(self, image: ByteArray, found: list[FoundCard]) -> list[PrintedReading]:
        known = [card.label if card.label in self.labels else None for card in self.shown[id(image)].cards]
        self.misread = self.misread or self.shown[id(image)].cards[0].label
        another = "12" if self.misread != "12" else "13"
        names = [another if label == self.misread else label for label in known]
        return [
            PrintedReading(name, 0.97, (), 0.99, card.outline)
            for name, card in zip(names, found, strict=True)
        ]

    def read(self, image: ByteArray) -> list[PrintedReading]:
        return self.told(image, self.find(image))


def test_whole_prints_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    knowing = _Knowing()

    def enrolled(box: GameBox, seed: int, finder: object, labels: list[str] | None = None) -> EnrolledBox:
        wanted = tuple(labels or box.labels)
        looks = tuple(CardLook(label, 1, np.zeros((192, 128, 3), np.uint8)) for label in wanted)
        return EnrolledBox(box.name, "2026-01-01", "rectangle", box.ratio, looks)

    def reader(box: EnrolledBox, **_: object) -> _Knowing:
        knowing.labels = box.labels
        return knowing

    monkeypatch.setattr(printed_rendered, "shown_box", enrolled)
    monkeypatch.setattr(printed_rendered, "PrintedReader", reader)
    for draw in ("table_photograph", "rack_photograph"):
        drawn = getattr(printed_rendered, draw)
        monkeypatch.setattr(
            printed_rendered,
            draw,
            lambda *given, drawn=drawn, **how: knowing.remember(drawn(*given, **how)),
        )
    tally = RenderedTally()
    counts = Counts(prints=1, tables=2, heaps=1, unknown_tables=1, racks=1)
    worst = WorstReadings()
    read_print("racko", 3, counts, tally, knowing, None, worst)  # type: ignore[arg-type]
    assert {words for _, words in worst.kept} == {("6", "12 0.97")}, "the one card that is named wrongly"
    assert (tally.free.enrolled, tally.free.right, tally.free.wrong) == (24, 23, 1)
    assert tally.free.wrong_and_sure == 1, "it was sure of it"
    assert tally.free.invented == 0
    assert 6 <= tally.heaped.enrolled <= 12
    assert (tally.partly_enrolled.unknown, tally.partly_enrolled.unknown_told) == (6, 6)
    assert tally.racks == 1
    assert tally.racked == 10
    assert tally.racked_right >= 9
