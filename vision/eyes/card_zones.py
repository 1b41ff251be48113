"""Playing cards in piles and fans, as the eyes read them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from companion.readers import Reader
from companion.sighting import EMPTY, ZoneReading
from vision.cards.deck.looks import IndexLook
from vision.cards.reader import CardReader
from vision.cards.table_reader import MARGIN_MM, CardPlaces
from vision.eyes.evidence import reduced
from vision.eyes.zone_reader import Look, ZoneReader
from vision.readings import SURE
from vision.rectify import RectifiedZone
from vision.watched_zone import WatchedZone

_SHOWN_SIDE = 480


class CardZones(ZoneReader):
    """Reads the cards of a table by ``reader``.

    Places in which nothing is found are left out until it is known how they look when they are bare.
    """

    kinds = (Reader.PLAYING_CARDS,)
    margin_mm = MARGIN_MM

    def __init__(self, reader: CardReader) -> None:
        super().__init__()
        self._reader = reader
        self._table = CardPlaces(reader, ())

    def lay_out(self, zones: Sequence[WatchedZone]) -> None:
        """Read these zones from now on; how they look when they are bare is not known yet."""
        super().lay_out(zones)
        self._table = CardPlaces(self._reader, zones)

    def read(self, looks: Sequence[Look]) -> Mapping[str, ZoneReading]:
        """Read the zones, each with the picture that shows it, the very one that was read."""
        readings = self._table.read_cuts({look.zone.id: look.cut for look in looks})
        return {look.zone.id: self._shown(look, readings[look.zone.id]) for look in looks}

    def _shown(self, look: Look, reading: ZoneReading) -> ZoneReading:
        shown = look.keep(reduced(look.cut.image, _SHOWN_SIDE))
        doubtful = any(slot.best[1] < SURE and slot.best[0] != EMPTY for slot in reading.slots)
        self._doubts[look.zone.id] = "doubt" if doubtful else None
        slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
        return replace(reading, slots=slots, evidence=shown)

    @property
    def untold(self) -> Collection[str]:
        """The zones of the last reading of which it is not known how they look when they are bare."""
        return self._table.unknown

    def looks(self, zone: str) -> tuple[tuple[IndexLook, ...], ...]:
        """What the networks alone saw of each card; see ``CardPlaces.looks``."""
        return self._table.looks(zone)

    def remember_bare(self, cuts: Mapping[str, RectifiedZone]) -> None:
        """By these an empty place is told from a card face down."""
        self._table.remember_bare_cuts(cuts)

    def known_bare(self, zones: Collection[str]) -> None:
        """Where nothing was found in them, it is learnt how they look."""
        self._table.known_bare(zones)
