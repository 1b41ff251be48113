"""Printed cards in the zones of a table: piles, rows laid flat, bare places, strangers; of an unseen box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import cv2
import numpy as np
import pytest

from companion.filmed.drawn_boxes import drawn_box, shown_box
from companion.sighting import BACK, EMPTY, UNREADABLE, ZoneReading
from vision.masking import GREY
from vision.printed.cut_out import Outline
from vision.printed.embedding import Embedder
from vision.printed.enrolled_box import Comparison
from vision.printed.finding import CardFinder
from vision.printed.found_card import FoundCard
from vision.printed.known_size import KnownSize
from vision.printed.reader import PrintedReader
from vision.printed.zone_search import ZoneSearch
from vision.printed.zones import PrintedZones, ReadBox
from vision.readings import SURE
from vision.rectify import RectifiedZone, rectify
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.deck import KeptDrawings
from vision.scene.game_box import BoxArt
from vision.scene.played_table import PlayedTable
from vision.scene.surfaces import random_surface
from vision.watched_zone import WatchedZone

PRINT = 104
KNOWN = tuple(str(number) for number in range(31, 41))
STRANGER = "7"
PILE = WatchedZone("pile", 60, 40, 84, 110)
NEXT = WatchedZone("next", 160, 40, 84, 110)
RIGHT = WatchedZone("right", 20, 190, 660, 120, towards="east")
LEFT = WatchedZone("left", 20, 340, 660, 120, towards="west")
LOOSE = WatchedZone("loose", 260, 40, 420, 110, towards="east", spread=True)
ZONES = (PILE, NEXT, RIGHT, LEFT, LOOSE)
MARGIN_MM = PrintedZones.margin_mm


@cache
def finder() -> CardFinder:
    return CardFinder()


@cache
def box() -> ReadBox:
    shown = shown_box(drawn_box("racko", PRINT), PRINT, finder(), [*KNOWN, BACK])
    return ReadBox(
        PrintedReader(shown, finder=finder(), embedder=Embedder()), lambda label: f"number {label}"
    )


def face(number: str) -> str:
    return f"number {number}"


class Table:
    """A table with cards of the box, seen by a reader of its zones."""

    def __init__(self, ground: FloatArray | None = None, **lying: Sequence[str]) -> None:
        rng = np.random.default_rng(3)
        art = KeptDrawings(BoxArt(drawn_box("racko", PRINT)), 20)
        step_mm = 0.99 * min(art.size_mm)
        wood = random_surface(500, 700, rng, "wood")
        self._table = PlayedTable(
            (700, 500),
            ZONES,
            {"": (art,)},
            wood if ground is None else ground,
            rng,
            px_per_mm=2.6,
            step_mm=step_mm,
            side_by_side=True,
        )
        self.reader = PrintedZones(finder(), box)
        self.reader.lay_out(ZONES)
        self.lay(**lying)

    def lay(self, **lying: Sequence[str]) -> None:
        self._table.lay(lying)
        self.picture = self._table.picture.copy()

    def cut(self, *zones: WatchedZone, picture: ByteArray | None = None) -> Mapping[str, RectifiedZone]:
        seen = self.picture if picture is None else picture
        return {zone.id: rectify(seen, self._table.plane, zone.area, margin_mm=MARGIN_MM) for zone in zones}

    def read(self, *zones: WatchedZone) -> Mapping[str, ZoneReading]:
        return self.reader.read_cuts(self.cut(*zones))

    def remember_bare(self) -> None:
        self.reader.remember_bare_cuts(self.cut(*ZONES, picture=self._table.bare))


def faces(reading: ZoneReading) -> tuple[str, ...]:
    return tuple(slot.best[0] for slot in reading.slots)


def test_the_free_card_of_a_pile_goes_by_the_games_name_for_it_and_a_back_by_its_own() -> None:
    table = Table(pile=(BACK, "33"), next=(BACK,))
    read = table.read(PILE, NEXT)
    assert faces(read["pile"]) == (face("33"),)
    assert faces(read["next"]) == (BACK,)
    assert all(reading.slots[0].best[1] >= SURE for reading in read.values())
    assert table.reader.untold == frozenset()


def test_a_bare_place_is_told_once_it_is_known_how_it_looks() -> None:
    table = Table(next=("35",))
    assert set(table.read(PILE, NEXT)) == {"pile", "next"}
    assert table.reader.untold == {"pile"}
    table.reader.known_bare(["pile", "next"])
    read = table.read(PILE)
    assert faces(read["pile"]) == (EMPTY,)
    assert table.reader.untold == frozenset()
    table.lay(pile=("36",))
    assert faces(table.read(PILE)["pile"]) == (face("36"),)


@pytest.mark.parametrize("zone", [RIGHT, LEFT])
def test_a_row_laid_flat_is_told_whole_in_the_order_in_which_it_grows(zone: WatchedZone) -> None:
    order = ("36", "31", "40", "33", "38", "35", "32", "39", "34", "37")
    table = Table(**{zone.id: order})
    reading = table.read(zone)[zone.id]
    assert faces(reading) == tuple(map(face, order))
    assert len(table.reader.cut_outs(zone.id)) == len(order)
    places = [place.bounds for place in table.reader.places(zone.id) if place is not None]
    lefts = [low.x for low, _ in places]
    assert len(places) == len(order) and lefts == sorted(lefts, reverse=zone.towards == "west")
    assert all(zone.top - 5 < low.y < high.y < zone.top + zone.height + 5 for low, high in places)
    assert table.reader.places("pile") == ()


def test_a_row_of_which_one_card_is_told_surely_is_looked_over_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Film 264: of a rack laid flat one card of ten was found at first."""
    ways = ZoneSearch.ways

    def one_card_first(search: ZoneSearch, cut: RectifiedZone, size: KnownSize) -> Iterator[list[FoundCard]]:
        first, *others = ways(search, cut, size)
        yield first[:1]
        yield first
        yield from others

    monkeypatch.setattr(ZoneSearch, "ways", one_card_first)
    table = Table()
    table.remember_bare()
    table.lay(right=("36", "31", "40", "33", "38"))
    assert faces(table.read(RIGHT)["right"]) == tuple(map(face, ("36", "31", "40", "33", "38")))


def test_a_card_of_a_row_that_is_not_found_is_unreadable_in_its_place() -> None:
    order = ("36", "31", "40", "33", "38", "35")
    table = Table(right=order)
    (cut,) = table.cut(RIGHT).values()
    # Something lies over the third card.
    x, y = (round(value) for value in cut.seen_from((20 + 45 + 2 * 0.99 * 62, 250, 0))[:2])
    cv2.rectangle(cut.image, (x - 100, y - 170), (x + 100, y + 170), (60, 80, 60), -1)
    told = faces(table.reader.read_cuts({"right": cut})["right"])
    assert told[2] == UNREADABLE
    assert [*told[:2], *told[3:]] == [face(number) for number in order if number != "40"]


def test_an_empty_row_has_no_card_and_one_that_shows_nothing_known_is_unreadable() -> None:
    table = Table()
    table.remember_bare()
    assert table.read(RIGHT)["right"].slots == ()
    (cut,) = table.cut(RIGHT).values()
    for number in range(6):
        cv2.line(cut.image, (150 + 250 * number, 150), (330 + 250 * number, 390), (240, 240, 240), 25)
    assert faces(table.reader.read_cuts({"right": cut})["right"]) == (UNREADABLE,)


def test_a_card_that_was_never_shown_is_unreadable_and_not_its_nearest_neighbour() -> None:
    table = Table(right=("36", "31", "40", "33", "38"), pile=(STRANGER,))
    table.read(RIGHT)
    slot = table.read(PILE)["pile"].slots[0]
    assert slot.best[0] == UNREADABLE


def test_what_is_of_another_size_is_no_card_once_the_size_is_known() -> None:
    table = Table(right=("36", "31", "40", "33", "38"), pile=("35",))
    table.read(RIGHT)
    (cut,) = table.cut(PILE).values()
    half = cv2.resize(cut.image, None, fx=0.55, fy=0.55, interpolation=cv2.INTER_AREA)
    small = cv2.copyMakeBorder(half, 0, cut.image.shape[0] - half.shape[0], 0, 0, cv2.BORDER_REPLICATE)
    small = cv2.copyMakeBorder(small, 0, 0, 0, cut.image.shape[1] - half.shape[1], cv2.BORDER_REPLICATE)
    smaller = RectifiedZone(np.asarray(small, np.uint8), cut.origin, cut.px_per_mm)
    assert face("35") not in faces(table.reader.read_cuts({"pile": smaller})["pile"])


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[Outline]:
    """The cards that are compared with the box."""
    compare, cards = PrintedReader.compare, list[Outline]()

    def counted(reader: PrintedReader, image: ByteArray, outline: Outline) -> Comparison:
        cards.append(outline)
        return compare(reader, image, outline)

    monkeypatch.setattr(PrintedReader, "compare", counted)
    return cards


@pytest.mark.parametrize("zone", [PILE, RIGHT, LOOSE])
def test_what_was_told_surely_and_looks_as_it_did_is_not_compared_once_more(
    zone: WatchedZone, compared: list[Outline]
) -> None:
    table = Table(**{zone.id: ("31", "36")})
    table.remember_bare()
    table.read(zone)
    told = table.read(zone)
    compared.clear()
    table.lay(**{zone.id: ("31", "36")})
    assert table.read(zone) == told
    assert compared == []
    table.reader.read_cuts(table.cut(zone), {zone.id})
    assert compared != []


def test_of_loose_cards_only_the_one_that_was_added_is_compared(compared: list[Outline]) -> None:
    table = Table(loose=("31", "36", "33"))
    table.remember_bare()
    assert faces(table.read(LOOSE)["loose"]) == (face("31"), face("36"), face("33"))
    compared.clear()
    table.lay(loose=("31", "36", "33", "38"))
    assert faces(table.read(LOOSE)["loose"]) == (face("31"), face("36"), face("33"), face("38"))
    assert 1 <= len(compared) <= 2
    compared.clear()
    table.lay(loose=("31", "36", "33"))
    assert faces(table.read(LOOSE)["loose"]) == (face("31"), face("36"), face("33"))
    assert compared == []


def test_another_card_in_the_same_place_is_told_as_what_it_is() -> None:
    table = Table(pile=("36",), loose=("31", "36"))
    table.read(PILE, LOOSE)
    table.lay(pile=("38",), loose=("31", "38"))
    read = table.read(PILE, LOOSE)
    assert faces(read["pile"]) == (face("38"),)
    assert faces(read["loose"]) == (face("31"), face("38"))


def test_the_creases_of_a_cloth_are_no_cards() -> None:
    table = Table(random_surface(500, 700, np.random.default_rng(0), "leather"))
    table.remember_bare()
    (cut,) = table.cut(RIGHT).values()
    shaded = cut.image * np.linspace(1.0, 0.75, cut.image.shape[1])[None, :, None]
    shaded += np.random.default_rng(1).normal(0, 2, cut.image.shape)
    now = RectifiedZone(np.clip(shaded, 0, 255).astype(np.uint8), cut.origin, cut.px_per_mm)
    assert table.reader.read_cuts({"right": now})["right"].slots == ()


def test_light_and_a_hard_shadow_in_an_empty_row_are_no_cards_once_the_edges_of_cards_are_known() -> None:
    table = Table(random_surface(500, 700, np.random.default_rng(0), "leather"))
    table.remember_bare()
    table.lay(right=("36", "31", "40", "33", "38"))
    assert len(table.read(RIGHT)["right"].slots) == 5
    (cut,) = table.cut(LEFT).values()
    high, wide = cut.image.shape[:2]
    lit = 1 + 0.4 * np.exp(-(((np.arange(wide) - wide / 3) / 250) ** 2))[None, :, None]
    shadow = np.where(np.arange(high) > high / 2, 0.8, 1.0)[:, None, None]
    now = np.clip(cut.image * lit * shadow, 0, 255).astype(np.uint8)
    told = table.reader.read_cuts({"left": RectifiedZone(now, cut.origin, cut.px_per_mm)})["left"]
    assert told.slots == ()


def in_a_shadow(cut: RectifiedZone) -> RectifiedZone:
    """A zone with a deep shadow over its right half."""
    columns = np.arange(cut.image.shape[1])
    shade = 1.0 - 0.75 / (1.0 + np.exp((columns - 0.45 * len(columns)) / 25))
    seen = cut.image * shade[None, :, None] + np.random.default_rng(1).normal(0, 1.5, cut.image.shape)
    return RectifiedZone(np.clip(seen, 0, 255).astype(np.uint8), cut.origin, cut.px_per_mm)


def woven() -> FloatArray:
    """A cloth of a strong colour that is woven coarsely."""
    rows, columns = np.indices((500, 700))
    weave = 1.0 - 0.4 * ((rows // 3 + columns // 3) % 2)
    return (np.array([15.0, 64.0, 90.0]) * weave[..., None]).astype(np.float32)


def test_woven_cloth_in_a_shadow_is_no_card_where_not_even_a_part_of_one_is_found() -> None:
    """Films 466, 495 and 508: a nameless card at a place that was bare."""
    table = Table(woven())
    table.remember_bare()
    table.lay(loose=("31", "36"))
    (lying,) = table.cut(LOOSE).values()
    assert len(table.reader.read_cuts({"loose": in_a_shadow(lying)})["loose"].slots) == 2
    table.lay(loose=())
    (bare,) = table.cut(LOOSE).values()
    assert table.reader.read_cuts({"loose": in_a_shadow(bare)})["loose"].slots == ()


def test_of_a_game_whose_cards_were_never_shown_nothing_is_told() -> None:
    table = Table(pile=("33",))
    table.reader = PrintedZones(finder(), lambda: None)
    table.reader.lay_out(ZONES)
    assert faces(table.read(PILE)["pile"]) == (UNREADABLE,)
    assert table.reader.untold == {"pile"}


def test_a_zone_that_is_covered_as_secret_is_not_told() -> None:
    table = Table(pile=("33",))
    (cut,) = table.cut(PILE).values()
    covered = RectifiedZone(np.full_like(cut.image, GREY), cut.origin, cut.px_per_mm)
    table.reader.read_cuts({"pile": covered})
    assert table.reader.untold == {"pile"}


def test_the_size_is_learnt_from_whole_cards_alone() -> None:
    size = KnownSize(0.62)
    assert size.mm is None
    for long_mm in (100.0, 99.0, 101.0):
        size.learn(outline(0.62 * long_mm, long_mm), 3.0)
    size.learn(outline(80.0, 90.0), 3.0)
    assert size.mm == pytest.approx((62.0, 100.0), abs=0.1)
    assert size.may_be(outline(60.0, 100.0), 3.0, 0.1)
    assert not size.may_be(outline(30.0, 100.0), 3.0, 0.1)
    assert not size.may_be(outline(6.2, 10.0), 3.0, 0.1)


def outline(short_mm: float, long_mm: float) -> Outline:
    corners = [[0, 0], [short_mm, 0], [short_mm, long_mm], [0, long_mm]]
    return Outline(3.0 * np.array(corners, np.float64))
