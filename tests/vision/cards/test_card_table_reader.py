"""A whole card table is read zone by zone: free cards, strips of fans, backs and bare places."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

import cv2
import numpy as np
import pytest

from calibration.geometry import Homography, Point
from companion.sighting import ACROSS_BELIEVED, BACK, EMPTY, ZoneReading
from tests.card_tables import deck
from vision.card_names import FIGURES, SUITS
from vision.cards.finding import IndexSpot
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex
from vision.cards.table_reader import CardTableReader, _without_cut_ends
from vision.masking import masked
from vision.scene.arrays import ByteArray
from vision.scene.deck import ArtOver, CardArt, DrawnCard
from vision.scene.played_table import PlayedTable
from vision.scene.surfaces import random_surface
from vision.watched_zone import WatchedZone

PLACES = (
    ("east", 10.0, 10.0, 300.0, 98.0, "east"),
    ("west", 10.0, 112.0, 300.0, 98.0, "west"),
    ("pile", 320.0, 10.0, 74.0, 98.0, None),
    ("stock", 320.0, 112.0, 74.0, 98.0, None),
    ("bare", 400.0, 10.0, 74.0, 98.0, None),
    ("bare_fan", 10.0, 214.0, 300.0, 98.0, "east"),
)
SIZE_MM = (480.0, 320.0)
LAID: Mapping[str, Sequence[str]] = {
    "east": ("KS", "QH", "JC", "10D", "9S", "8H"),
    "west": ("7D", "6C", "5D"),
    "pile": ("AH", "2H", "3H"),
    "stock": (BACK,),
}
SHOWN = {
    "east": LAID["east"],
    "west": LAID["west"],
    "pile": ("3H",),
    "stock": (BACK,),
    "bare": (EMPTY,),
    "bare_fan": (),
}


@cache
def reader() -> CardReader:
    return CardReader(language="english")


def photographed(
    faces: Mapping[str, Sequence[str]],
    seed: int,
    kind: str | None = None,
    stock: int = 62,
    half_out: float | None = None,
) -> tuple[ByteArray, Homography]:
    picture, plane = _photographed(
        tuple((zone, tuple(faces[zone])) for zone in faces), seed, kind, stock, half_out
    )
    return picture.copy(), plane


def played(
    seed: int,
    rng: np.random.Generator,
    kind: str | None = None,
    stock: int = 62,
    half_out: float | None = None,
    print_: Callable[[CardArt], CardArt] = lambda art: art,
) -> PlayedTable:
    ground = random_surface(500, 700, np.random.default_rng((seed, 22)), kind)
    zones = [WatchedZone(*place) for place in PLACES]
    decks = {"": [print_(deck(42)), print_(deck(62))], "stock": [deck(stock)]}
    slips = None if half_out is None else (half_out, np.random.default_rng((seed, 23)))
    return PlayedTable(SIZE_MM, zones, decks, ground, rng, px_per_mm=3.5, tilt_deg=5.0, half_out=slips)


@lru_cache(maxsize=6)
def _photographed(
    faces: tuple[tuple[str, tuple[str, ...]], ...],
    seed: int,
    kind: str | None,
    stock: int,
    half_out: float | None,
) -> tuple[ByteArray, Homography]:
    rng = np.random.default_rng((seed, 21))
    table = played(seed, rng, kind, stock, half_out)
    table.lay(dict(faces))
    noise = 4 * rng.standard_normal(table.picture.shape, dtype=np.float32)
    return np.clip(np.float32(0.9) * table.picture + noise, 0, 255).astype(np.uint8), table.plane


def reading_of(
    seed: int, faces: Mapping[str, Sequence[str]] = LAID, kind: str | None = None
) -> CardTableReader:
    bare, plane = photographed({}, seed, kind)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    return table


def best(readings: Mapping[str, ZoneReading]) -> dict[str, tuple[str, ...]]:
    return {zone: tuple(slot.best[0] for slot in reading.slots) for zone, reading in readings.items()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_zone_of_a_table_is_read(seed: int) -> None:
    picture, _ = photographed(LAID, seed)
    assert best(reading_of(seed).read(picture)) == SHOWN


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_card_half_out_of_its_place_is_never_that_of_its_neighbour(seed: int) -> None:
    lying = {"pile": ("3H",), "stock": (BACK,), "bare": ("9C",)}
    picture, _ = photographed(lying, seed, half_out=1.0)
    read = best(reading_of(seed).read(picture, only=lying))
    assert all(card in (lying[zone][0], "unreadable", BACK) for zone, (card,) in read.items()), read
    assert read["stock"] == (BACK,)


def test_a_card_that_looks_out_on_both_sides_of_the_next_is_one_card() -> None:
    """All lie half out of their places: by where indices lie along the fan alone, three in five show one twice."""
    lying = {"east": ("KS", "QH", "JC"), "west": ("10D", "9S")}
    right = twice = 0
    for seed in range(100, 106):
        picture, _ = photographed(lying, seed, half_out=1.0)
        read = best(reading_of(seed).read(picture, only=lying))
        right += sum(read[zone] == faces for zone, faces in lying.items())
        twice += sum(len(set(faces)) < len(faces) for faces in read.values())
    assert right >= 8 and twice <= 1, (right, twice)


class TwoSuits(ArtOver):
    """The cards of a deck, of which one bears another card's print on its lower half: as worn ink is misread."""

    def __init__(self, art: CardArt, card: str, other: str) -> None:
        super().__init__(art)
        self._card, self._other = card, other

    def draw(self, card: str, px_per_mm: float) -> DrawnCard:
        drawn = self._art.draw(card, px_per_mm)
        if card != self._card:
            return drawn
        other, half = self._art.draw(self._other, px_per_mm), len(drawn.picture) // 2
        return replace(drawn, picture=np.concatenate([drawn.picture[:half], other.picture[half:]]))


@pytest.mark.parametrize(("card", "other"), [("QC", "QS"), ("5S", "5C"), ("8H", "8D")])
def test_a_card_whose_ends_tell_two_suits_is_one_card(card: str, other: str) -> None:
    """Film 9660: a worn queen of clubs read as the queen of spades at its far end, each surely, counted as two."""
    for lies in ((card,), ("KD", card)):
        for seed in range(4):
            table = played(seed, np.random.default_rng(seed), print_=lambda art: TwoSuits(art, card, other))
            table.lay({"east": lies})
            table_reader = CardTableReader(reader(), table.plane, table.zones.values())
            table_reader.remember_bare(table.bare)
            slots = table_reader.read(table.picture, only=["east"])["east"].slots
            assert len(slots) == len(lies), (seed, slots)
            assert set(slots[-1].faces) & {card, other}


def test_two_cards_of_one_rank_are_two_cards() -> None:
    for seed in range(100, 104):
        picture, _ = photographed({"east": ("KD", "QC", "QS")}, seed)
        assert len(best(reading_of(seed).read(picture, only=["east"]))["east"]) == 3


def test_only_the_zones_that_hands_were_over_are_read() -> None:
    picture, _ = photographed(LAID, 1)
    assert best(reading_of(1).read(picture, only=("pile", "west"))) == {"pile": ("3H",), "west": LAID["west"]}


def test_a_table_whose_light_was_dimmed_since_is_still_bare() -> None:
    bare, _ = photographed({}, 2)
    dimmed = np.clip(0.7 * bare.astype(np.float32), 0, 255).astype(np.uint8)
    read = best(reading_of(2).read(dimmed))
    assert read == {place[0]: () if place[5] else (EMPTY,) for place in PLACES}


def test_without_a_look_at_the_bare_table_nothing_is_said_of_what_shows_no_card() -> None:
    picture, plane = photographed(LAID, 1)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    read = table.read(picture)
    assert read["stock"].slots[0].best[0] == "unreadable"
    assert best(read)["pile"] == ("3H",)


def test_a_fan_turned_upside_down_is_read_from_the_same_end() -> None:
    picture, plane = photographed(LAID, 3)
    turned = cv2.rotate(picture, cv2.ROTATE_180)
    height, width = picture.shape[:2]
    half_turn = np.array([[-1.0, 0.0, width - 1.0], [0.0, -1.0, height - 1.0], [0.0, 0.0, 1.0]])
    table = CardTableReader(
        reader(), Homography(plane.matrix @ half_turn), [WatchedZone(*place) for place in PLACES[:2]]
    )
    read = best(table.read(np.asarray(turned, np.uint8)))
    assert read == {"east": LAID["east"], "west": LAID["west"]}


@pytest.mark.parametrize(("zone", "lies"), [("pile", ("3H",)), ("bare_fan", ()), ("east", ("KS", "QH"))])
def test_a_card_that_fell_across_a_place_is_half_believed(zone: str, lies: Sequence[str]) -> None:
    """Nobody lays one so: it is on its way elsewhere. Now and then its indices lie where they tell nothing."""
    believed = []
    for seed in range(6):
        table = played(seed, np.random.default_rng(seed))
        table.lay({zone: lies})
        table.drop(zone, "7C")
        chances = CardTableReader(reader(), table.plane, table.zones.values())
        chances.remember_bare(table.bare)
        believed += [
            slot.faces.get("7C", 0.0) for slot in chances.read(table.picture, only=[zone])[zone].slots
        ]
        table.pick_up()
        table.lay({zone: (*lies, "7C")})
        assert chances.read(table.picture, only=[zone])[zone].slots[-1].faces["7C"] > 0.9
    assert max(believed) == pytest.approx(ACROSS_BELIEVED, abs=0.01)


def test_chances_are_chances() -> None:
    picture, _ = photographed(LAID, 2)
    for zone in reading_of(2).read(picture).values():
        for slot in zone.slots:
            assert sum(slot.faces.values()) == pytest.approx(1.0, abs=0.01)
            assert 0.0 <= slot.presence <= 1.0


def test_a_zone_that_the_table_has_not_is_no_zone() -> None:
    picture, _ = photographed(LAID, 1)
    with pytest.raises(KeyError):
        reading_of(1).read(picture, only=("attic",))


def dimmed(picture: ByteArray, share: float, noise: float, seed: int) -> ByteArray:
    """The same as a camera with locked controls takes it after a lamp went out on one side."""
    rng = np.random.default_rng(seed)
    across = np.linspace(share, 1.4 * share, picture.shape[1], dtype=np.float32)[None, :, None]
    grain = noise * rng.standard_normal(picture.shape, dtype=np.float32)
    return np.clip(across * picture + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("kind", ["cloth", "wood"])
@pytest.mark.parametrize("share", [0.12, 0.5, 1.0])
def test_a_lamp_that_went_out_puts_no_card_on_an_empty_place(kind: str, share: float) -> None:
    bare, plane = photographed({}, 7, kind)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    picture, _ = photographed({"stock": (BACK,)}, 7, kind)
    read = table.read(dimmed(picture, share, 4.0, 3))
    assert best(read) == {
        "east": (),
        "west": (),
        "bare_fan": (),
        "pile": (EMPTY,),
        "bare": (EMPTY,),
        "stock": (BACK,),
    }


def test_a_lamp_that_went_out_turns_no_back_into_a_face() -> None:
    bare, plane = photographed({}, 7, "cloth", stock=42)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    picture, _ = photographed({"stock": (BACK,)}, 7, "cloth", stock=42)
    assert best(table.read(dimmed(picture, 0.12, 4.0, 3)))["stock"] == (BACK,)


def test_a_cup_on_an_empty_place_is_not_surely_a_card_face_down() -> None:
    bare, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    for place in ("bare", "pile"):
        zone = next(WatchedZone(*one) for one in PLACES if one[0] == place)
        x, y = plane.to_px(Point(zone.left + zone.width / 2, zone.top + zone.height / 2))
        picture = bare.copy()
        for radius, colour in ((95, (210, 215, 220)), (75, (40, 60, 110))):
            cv2.circle(picture, (round(x), round(y)), radius, colour, -1, cv2.LINE_AA)
        (slot,) = table.read(picture)[place].slots
        assert slot.faces.get(EMPTY, 0.0) < 0.5 and slot.faces[BACK] < 0.5


def test_the_soft_edge_of_a_shadow_is_no_card() -> None:
    bare, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    width = bare.shape[1]
    depth = 1.0 - 0.6 / (1.0 + np.exp(-(np.arange(width) - 0.75 * width) / 12.0))
    shaded = np.clip(bare * depth[None, :, None], 0, 255).astype(np.uint8)
    assert set(best(table.read(shaded)).values()) == {(), (EMPTY,)}


def test_a_place_is_learnt_bare_by_itself() -> None:
    bare, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.read(bare)
    assert table.untold == {place[0] for place in PLACES}
    table.known_bare(["bare"])
    read = best(table.read(bare, ["bare", "pile"]))
    assert read == {"bare": (EMPTY,), "pile": ("unreadable",)}
    assert table.untold == {"pile"}


def test_a_neighbour_that_sticks_into_an_empty_place_is_not_what_lies_there() -> None:
    bare, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    picture = bare.copy()
    zones = {place[0]: WatchedZone(*place) for place in PLACES}
    for name in ("bare_fan", "bare"):
        zone = zones[name]
        corners = np.array(
            [
                (zone.left + 5.0, zone.top - 60.0),
                (zone.left + 62.0, zone.top - 52.0),
                (zone.left + 56.0, zone.top + 30.0),
                (zone.left - 1.0, zone.top + 22.0),
            ]
        )
        homogeneous = np.column_stack([corners, np.ones(4)]) @ np.linalg.inv(plane.matrix).T
        px = np.round(homogeneous[:, :2] / homogeneous[:, 2:]).astype(np.int32)
        cv2.fillPoly(picture, [px], (235, 240, 244), cv2.LINE_AA)
    read = best(table.read(picture, ["bare_fan", "bare"]))
    assert read == {"bare_fan": (), "bare": (EMPTY,)}


def index(face: str, at_mm: float, chance: float) -> ReadIndex:
    figures = np.full(len(FIGURES) + 1, 1e-6, np.float32)
    suits = np.full(len(SUITS) + 1, 1e-6, np.float32)
    figures[FIGURES.index(face[:-1])], figures[FIGURES.index("A")] = chance, 1.0 - chance
    suits[SUITS.index(face[-1])] = 1.0
    spot = IndexSpot((3.0 * at_mm, 150.0), (0.0, -1.0), (20.0, 40.0), (3.0 * at_mm + 80.0, 250.0), 0.9)
    return ReadIndex(spot, figures, suits, np.zeros(96, np.float32))


class ReadsAnyhow(CardReader):
    """Reads every index as surely when it is turned."""

    def reads_when_turned(self, image: ByteArray, read: ReadIndex, degrees: float) -> bool:
        return True


@pytest.mark.parametrize(
    ("turned_deg", "believed"),
    [
        pytest.param((-25.0, -20.0), ACROSS_BELIEVED, id="both ends agree"),
        pytest.param((-25.0, 20.0), 1.0, id="each seems turned otherwise"),
        pytest.param((-25.0,), 1.0, id="one end alone may be mistaken"),
        pytest.param((-25.0, -3.0), 1.0, id="one end stands upright"),
    ],
)
def test_a_card_lies_across_where_both_its_ends_are_turned_alike(
    turned_deg: Sequence[float], believed: float
) -> None:
    """Film 9709, a false accusation: the ten that had fallen across a row read as surely when it was turned."""
    _, plane = photographed({}, 7)
    table = CardTableReader(ReadsAnyhow(), plane, [WatchedZone(*place) for place in PLACES])
    ends = []
    for place, degrees in enumerate(turned_deg):
        end = index("10S", 20.0 + 60.0 * place, 0.99)
        way = np.radians(degrees)
        ends.append(replace(end, spot=replace(end.spot, up=(float(np.sin(way)), float(-np.cos(way))))))
    picture = np.zeros((10, 10, 3), np.uint8)
    assert table._believed(picture, ends) == believed


def test_what_seems_to_lie_between_both_ends_of_a_free_card_is_printed_on_it() -> None:
    _, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])

    def told(*indices: ReadIndex) -> list[int]:
        return [len(strip) for strip in table._strips(list(indices), (1.0, 0.0))]

    king, near, far = index("KS", 10.0, 0.99), index("QD", 30.0, 0.99), index("QD", 80.0, 0.99)
    assert told(king, near, far) == [1, 2]
    assert told(king, near, index("3D", 50.0, 0.6), far) == [1, 2]
    assert told(king, near, index("3D", 50.0, 0.99), far) == [1, 1, 1, 1]


def test_of_a_card_that_lies_higher_than_the_next_one_hardly_a_strip_need_be_seen() -> None:
    """Film 9106: the corner of a 10S looked out above a 9H, 8 mm before its corner, and was taken for one of its."""
    _, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])

    def told(*faces_at_mm: tuple[str, float, float]) -> list[int]:
        return [len(s) for s in table._strips([index(*one) for one in faces_at_mm], (1.0, 0.0))]

    assert told(("10S", 10.0, 0.99), ("9H", 17.0, 0.99), ("9H", 67.0, 0.99)) == [1, 2]
    assert told(("10S", 10.0, 0.6), ("9H", 17.0, 0.99), ("9H", 67.0, 0.99)) == [2, 1]


def corner(
    face: str, at_mm: float, up: float, middle_mm: float, figures: Mapping[str, float] | None = None
) -> list[ReadIndex]:
    """A strip that shows one corner of a card in a fan that goes east, and where it seems to have its middle."""
    read = index(face, at_mm, 0.99)
    for figure, chance in (figures or {}).items():
        read.figures[FIGURES.index(figure)] = chance
    return [replace(read, spot=replace(read.spot, up=(0.0, up), card_middle=(3.0 * middle_mm, 250.0)))]


def test_a_far_corner_that_the_next_card_cuts_is_no_card_of_its_own() -> None:
    """Film 8703: half of an 8D's far corner read as a JD with 0.99, for as long as it lay there."""
    near, cut = corner("8D", 20.0, 1.0, 39.0), corner("JD", 63.0, -1.0, 54.0)
    free = corner("7C", 74.0, 1.0, 94.0)
    assert _without_cut_ends([near, cut, free], (1.0, 0.0)) == [near, free]
    assert _without_cut_ends([near, cut], (1.0, 0.0)) == [near, cut], "the free card shows both its ends"
    upright, farther = corner("JD", 63.0, 1.0, 54.0), corner("JD", 63.0, -1.0, 82.0)
    assert _without_cut_ends([near, upright, free], (1.0, 0.0)) == [near, upright, free]
    assert _without_cut_ends([near, farther, free], (1.0, 0.0)) == [near, farther, free]


def test_a_doubtful_end_of_a_free_card_is_no_other_card_where_both_ends_predict_one_middle() -> None:
    """Film 8702: the near end of a lone 6D stuck out of the picture and read as a 7D with 0.7."""
    _, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])

    def told(near: list[ReadIndex], far: list[ReadIndex]) -> list[int]:
        return [len(strip) for strip in table._strips([*near, *far], (1.0, 0.0))]

    near = corner("7D", 20.0, 1.0, 41.0, figures={"7": 0.7, "8": 0.3})
    assert told(near, corner("6D", 62.0, -1.0, 42.0)) == [2]
    assert told(near, corner("6D", 82.0, -1.0, 62.0)) == [1, 1]
    assert told(corner("7D", 20.0, 1.0, 41.0), corner("6D", 62.0, -1.0, 42.0)) == [1, 1]


def test_a_card_face_down_in_a_place_never_seen_bare_is_told_by_the_bare_places_beside_it() -> None:
    bare, plane = photographed({}, 7)
    picture, _ = photographed({"stock": (BACK,)}, 7)
    others = (("beside", 400.0, 112.0, 74.0, 98.0, None), ("below", 320.0, 214.0, 74.0, 98.0, None))
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in (*PLACES, *others)])
    piles = ["bare", "beside", "below"]
    table.read(bare, piles)
    table.known_bare(piles[:2])
    table.read(picture, ["stock"])
    assert table.untold == {"stock"}, "two places are too few to know what the table looks like"
    table.known_bare(piles)
    assert best(table.read(picture, ["stock"])) == {"stock": (BACK,)}
    assert table.untold == frozenset()
    table.read(bare, ["stock"])
    assert table.untold == {"stock"}, "that it is empty is not told by others"


def test_of_a_place_that_is_covered_as_secret_nothing_is_told_or_learnt() -> None:
    bare, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])
    table.remember_bare(bare)
    stock = next(WatchedZone(*place) for place in PLACES if place[0] == "stock")
    corners = np.array([(corner.x, corner.y) for corner in stock.area.polygon])
    low, high = corners.min(axis=0) - 15.0, corners.max(axis=0) + 15.0
    wide = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    covered = masked(bare, [[tuple(plane.to_px(Point(*corner))) for corner in wide]])
    table.read(covered)
    assert "stock" in table.untold
    assert "bare" not in table.untold


def test_the_corners_of_one_side_of_a_free_card_that_lies_askew_are_not_two_cards() -> None:
    _, plane = photographed({}, 7)
    table = CardTableReader(reader(), plane, [WatchedZone(*place) for place in PLACES])

    def told(*faces_at_mm: tuple[str, float]) -> list[int]:
        indices = [index(face, at_mm, 0.99) for face, at_mm in faces_at_mm]
        return [len(strip) for strip in table._strips(indices, (1.0, 0.0))]

    assert told(("JD", 21.3), ("10C", 32.5), ("10C", 41.8), ("10C", 84.7), ("10C", 93.3)) == [1, 4]
    assert told(("10C", 10.0), ("10C", 30.0), ("10C", 80.0)) == [1, 2]
