"""The bench of whole card tables: a drawn game is read and counted."""

from __future__ import annotations

from companion.bench.tables import TableTally, measure, photographed
from companion.sighting import BACK, EMPTY, Slot, ZoneReading
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardTableReader
from vision.watched_zone import WatchedZone

FAN = WatchedZone("T1", 0.0, 0.0, 300.0, 98.0, "east")
PILE = WatchedZone("F1", 0.0, 0.0, 74.0, 98.0)


def reading(*faces: str, chance: float = 0.95) -> ZoneReading:
    return ZoneReading(tuple(Slot({face: chance, "unreadable": 1.0 - chance}) for face in faces))


def test_cards_backs_and_bare_places_are_counted_each_by_themselves() -> None:
    tally = TableTally()
    tally.count(FAN, ("KS", "QH", "JC"), reading("KS", "JC"))
    tally.count(PILE, ("AH", "2H"), reading("3H"))
    tally.count(PILE, ("AH", "2H"), reading("3H", chance=0.6))
    tally.count(PILE, (BACK,), reading(BACK))
    tally.count(PILE, (), reading(EMPTY))
    tally.count(FAN, (), reading("5D"))
    assert (tally.zones, tally.zones_right) == (6, 2)
    assert (tally.cards, tally.cards_right) == (5, 2)
    assert (tally.backs, tally.backs_right, tally.bare, tally.bare_right) == (1, 1, 2, 1)
    assert (tally.wrong_and_sure, tally.invented) == (2, 1)


def test_a_drawn_table_of_a_game_on_its_way_is_read() -> None:
    found = {figure.name: figure for figure in measure(1)}
    assert found["zones_right"].n == 24
    assert found["zones_right"].value >= 95.0
    assert found["wrong_and_sure"].value == 0.0
    assert found["table_ms"].value > found["two_zones_ms"].value > 0.0


def test_a_card_that_is_hardly_seen_in_a_zone_is_no_back() -> None:
    shown = photographed(2)
    reader = CardTableReader(CardReader(language=shown.language), shown.plane, shown.zones)
    reader.remember_bare(shown.bare)
    for zone, reading in reader.read(shown.picture, only=("F3", "F4")).items():
        assert shown.faces[zone][-1:] == ("AH",)
        assert reading.slots[0].best[0] == "AH"
