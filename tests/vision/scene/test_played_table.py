"""A card table through a game: what is not touched stays as it is, to the pixel."""

from __future__ import annotations

import numpy as np
import pytest

from tests.card_tables import deck as plain_deck
from vision.scene.played_table import PlayedTable
from vision.watched_zone import WatchedZone

PILE = WatchedZone("F1", 20.0, 20.0, 74.0, 98.0)
FAN = WatchedZone("T1", 120.0, 20.0, 300.0, 98.0, "east")
FAR = WatchedZone("waste:Ada", 20.0, 160.0, 74.0, 98.0)


@pytest.fixture
def table() -> PlayedTable:
    decks = (plain_deck(1), plain_deck(2))
    ground = np.full((60, 90, 3), (40, 90, 30), np.uint8)
    rng = np.random.default_rng(5)
    return PlayedTable((450.0, 280.0), (PILE, FAN, FAR), {"": decks}, ground, rng, px_per_mm=1.5)


def part(table: PlayedTable, zone: WatchedZone) -> np.ndarray:
    corners = np.array([(zone.left, zone.top, 0.0), (zone.left + zone.width, zone.top + zone.height, 0.0)])
    (x0, y0), (x1, y1) = np.round(table.camera.project(corners)).astype(int)
    return table.picture[y0:y1, x0:x1].copy()


def test_an_untouched_zone_keeps_every_pixel_while_others_change(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"], "waste:Ada": ["9S", "back"]})
    before = part(table, FAR)
    assert table.lay({"F1": ["AH", "2H"], "T1": ["KC"], "waste:Ada": ["9S", "back"]})
    assert np.array_equal(part(table, FAR), before)
    assert table.faces("F1") == ("AH", "2H")


def test_nothing_is_drawn_anew_where_nothing_changed(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"]})
    assert table.lay({"F1": ["AH"]}) == ()


def test_zones_are_drawn_in_the_tables_order_so_that_every_run_gives_the_same_pixels(
    table: PlayedTable,
) -> None:
    assert table.lay({"waste:Ada": ["9S"], "T1": ["KC"], "F1": ["AH"]}) == ("F1", "T1", "waste:Ada")


def test_taking_everything_away_leaves_the_bare_table(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"], "T1": ["KC", "QH"]})
    assert not np.array_equal(table.picture, table.bare)
    table.lay({})
    assert np.array_equal(table.picture, table.bare)


def test_a_card_that_goes_elsewhere_keeps_its_print(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"]})
    card = table.last("F1")
    table.lay({"T1": ["AH"]})
    moved = table.last("T1")
    assert card is not None and moved is not None
    assert moved.art is card.art


def test_a_fan_that_grows_is_pushed_together_and_stays_in_its_zone(table: PlayedTable) -> None:
    ranks = ("K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
    cards = [rank + "HS"[number % 2] for number, rank in enumerate(ranks)]
    for count in range(1, len(cards) + 1):
        table.lay({"T1": cards[:count]})
        last = table.last("T1")
        assert last is not None
        assert last.x_mm <= FAN.left + FAN.width - 20.0
    assert table.faces("T1") == tuple(cards)


def test_a_card_dropped_across_a_zone_is_picked_up_without_a_trace(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"]})
    before = table.picture.copy()
    table.drop("F1", "7H")
    assert not np.array_equal(table.picture, before)
    table.pick_up()
    assert np.array_equal(table.picture, before)


def test_a_skewed_card_lies_otherwise_and_is_the_same_card(table: PlayedTable) -> None:
    table.lay({"F1": ["AH"]})
    before = part(table, PILE)
    table.skew("F1")
    assert not np.array_equal(part(table, PILE), before)
    assert table.faces("F1") == ("AH",)


def test_a_zone_that_the_table_has_not_is_refused(table: PlayedTable) -> None:
    with pytest.raises(KeyError):
        table.lay({"F9": ["AH"]})


SPREAD = WatchedZone("front:Ada", 20.0, 20.0, 200.0, 200.0, "east", spread=True)


def test_cards_in_no_order_stay_where_they_lie_and_the_next_takes_the_first_free_place() -> None:
    ground = np.full((60, 90, 3), (40, 90, 30), np.uint8)
    decks = {"": (plain_deck(1),)}
    size, rng = (450.0, 280.0), np.random.default_rng(5)
    table = PlayedTable(size, (SPREAD,), decks, ground, rng, px_per_mm=1.5, side_by_side=True)
    table.lay({"front:Ada": ["AH", "2H", "3H", "4H"]})
    lay = {card.card: (card.x_mm, card.y_mm) for card in table._lying["front:Ada"]}
    first, last = lay["AH"], lay["4H"]
    assert abs(lay["3H"][1] - first[1]) < 20 < last[1] - first[1], "a line of three, then the next line"
    table.lay({"front:Ada": ["AH", "3H", "4H"]})
    table.lay({"front:Ada": ["9S", "4H", "3H", "AH"]})
    now = {card.card: (card.x_mm, card.y_mm) for card in table._lying["front:Ada"]}
    assert {name: now[name] for name in ("AH", "3H", "4H")} == {n: lay[n] for n in ("AH", "3H", "4H")}
    assert np.hypot(now["9S"][0] - lay["2H"][0], now["9S"][1] - lay["2H"][1]) < 15
