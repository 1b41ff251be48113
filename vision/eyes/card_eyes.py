"""The eyes over a card table: small frames tell when and where hands were, stills what lies there then."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from calibration.view import TableView
from companion.eyes import ShownEyes
from companion.sighting import EMPTY, EyeStatus, Sighting, Slot, ZoneReading
from vision.card_zone import CardZone
from vision.cards.deck.looks import IndexLook
from vision.cards.exposures import best_exposed, is_blinding
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardTableReader
from vision.eyes.evidence import EvidenceStore, reduced
from vision.eyes.tray_eyes import Frame
from vision.light import blindness
from vision.readings import SURE
from vision.rectify import RectifiedZone, rectify
from vision.stillness.gate import Image, ZoneOutsidePicture
from vision.stillness.table_gate import TableGate

_HANDS_IN_THE_STILL_MS = 600
"""Hands that come over a zone so soon after it was read may be in the picture: stills take their time."""
WAITS_FOR_HANDS_MS = 1500
"""How long a zone that lies still waits for hands elsewhere on the table; then it is read without theirs."""
_SHOWN_SIDE = 480
_COARSE_PX_PER_MM = 0.4
"""Fine enough to see how light a zone is."""


@dataclass(slots=True, eq=False)
class ZoneLook:
    """A zone as it was read at one time (monotonic ms): what was told of it, and what the networks alone saw of each
    card, as ``CardTableReader.looks`` gives it. In a ``row`` all cards are seen, else the topmost. ``covered``: hands
    may be in the picture.
    """

    zone: str
    at_ms: int
    slots: tuple[Slot, ...]
    looks: tuple[tuple[IndexLook, ...], ...]
    row: bool
    covered: bool = False


class CardEyes(ShownEyes):
    """Looks at a table of cards, frame by frame; says what lies in the zones that were disturbed and lie still again.

    ``still`` takes a picture at full resolution; where it gives None the frame itself is read. ``bracket`` takes a
    few with other exposures, the usual one first; by them is read what a lamp blinds, and what somebody wants to be
    looked at again.
    ``seats`` are the sides at which people sit. Hands are waited for, so that a card on its way is not missed at both
    ends: only where they stay longer than ``WAITS_FOR_HANDS_MS`` is told what lies elsewhere. Places in which nothing
    is found are left out until it is known how they look when they are bare.
    """

    def __init__(
        self,
        reader: CardReader,
        zones: Iterable[CardZone],
        evidence: EvidenceStore | None = None,
        *,
        seats: Sequence[str] = (),
        still: Callable[[], Image | None] = lambda: None,
        bracket: Callable[[], Sequence[Image]] = tuple,
    ) -> None:
        super().__init__((lambda evidence: None) if evidence is None else evidence.read)
        self._reader = reader
        self._zones = tuple(zones)
        self._evidence = evidence
        self._seats = tuple(seats)
        self._still = still
        self._bracket = bracket
        self._view: TableView | None = None
        self._gate: TableGate | None = None
        self._table: CardTableReader | None = None
        self._table_size: tuple[int, int] | None = None
        self._unknown: frozenset[str] = frozenset()
        self._since_ms: int | None = None
        self._again: frozenset[str] = frozenset()
        self._closely: frozenset[str] = frozenset()
        self._doubts: dict[str, tuple[tuple[str, float], ...]] = {}
        self._seen: dict[str, ZoneLook] = {}

    # ------------------------------------------------------------ where the table lies

    def place(self, view: TableView) -> None:
        """Look at the table there from now on: at the beginning, and when the camera was moved.

        All zones are read anew. To be called by the thread that looks.
        """
        self._view = view
        self._gate = self._since_ms = None
        self._table_size = None

    def lay_out(self, zones: Iterable[CardZone], seats: Sequence[str] = ()) -> None:
        """Look at these zones from now on: those of another game, or of other players."""
        self._zones, self._seats = tuple(zones), tuple(seats)
        self._gate = self._table = self._since_ms = None
        self._doubts, self._seen = {}, {}

    def remember_bare(self, picture: Image) -> None:
        """Take a picture of the table, as it is placed now, before anything lies on it: by it an empty place is told
        from a card face down.
        """
        self._table_for(picture).remember_bare(picture)

    def known_bare(self, zones: Iterable[str]) -> None:
        """These zones are empty, says somebody who knows: where nothing was found in them, it is learnt."""
        if self._table is not None:
            self._table.known_bare(zones)

    # ------------------------------------------------------------ looking

    @property
    def waiting(self) -> frozenset[str]:
        """The zones that were disturbed and could not be read since."""
        return frozenset() if self._gate is None else self._gate.waiting

    @property
    def unseen(self) -> frozenset[str]:
        """The zones over which a hand is, or in which something moves."""
        return frozenset() if self._gate is None else self._gate.unseen

    def seen(self, zones: Iterable[str]) -> dict[str, ZoneLook]:
        """The last looks at these zones, as far as they lie there as they did then."""
        gone = self.waiting | self.unseen
        return {zone: self._seen[zone] for zone in zones if zone in self._seen and zone not in gone}

    def look_again(self, zones: Iterable[str] | None = None) -> None:
        """Read these zones, or all, once more with the next frame that shows them still, in several exposures."""
        names = {zone.id for zone in self._zones}
        self._again |= names if zones is None else names & set(zones)

    def look(self, frame: Frame) -> Sighting | None:
        """Take the next frame; returns a sighting when zones were disturbed and lie still again.

        Nothing is seen before ``place`` was called.
        """
        if frame.image is None:
            self._show("lost", frame.fault or "no_frames")
            return None
        blind = blindness(frame.image)
        gate = self._gate_for(frame.image)
        if blind is not None or gate is None:
            # What is seen afterwards is compared with what was seen before.
            self._show("lost", blind or "no_frames")
            return None
        try:
            gate.feed(frame.image, frame.monotonic_ms, settled=frame.settled)
        except ZoneOutsidePicture:
            self._gate = None
            self._show("lost", "bad_picture")
            return None
        for zone in gate.unseen:
            seen = self._seen.get(zone)
            if seen is not None and frame.monotonic_ms - seen.at_ms <= _HANDS_IN_THE_STILL_MS:
                seen.covered = True
        if self._again:
            gate.read_again(self._again)
            self._closely |= self._again
            self._again = frozenset()
        wanted, busy = gate.to_read, bool(gate.unseen)
        if not wanted:
            self._since_ms = None
            self._show_state(gate, frame.warning)
            return None
        if self._since_ms is None:
            self._since_ms = frame.monotonic_ms
        if busy and frame.monotonic_ms - self._since_ms < WAITS_FOR_HANDS_MS:
            self._show("waits", "hand")
            return None
        self._show("waits", "reading")
        self._closely |= self._blinded(frame.image, wanted)
        pictures = self._pictures(frame.image, wanted)
        blind = blindness(pictures[0])
        if blind is not None:
            self._show("lost", blind)
            return None
        readings = self._read(pictures, wanted, frame.monotonic_ms)
        self._closely -= readings.keys()
        self._since_ms = None
        sighting = gate.sighting(frame.seq, frame.monotonic_ms, readings)
        self._show_state(gate, frame.warning)
        told = {zone: one for zone, one in sighting.zones.items() if zone not in self._unknown}
        return replace(sighting, zones=told)

    def _blinded(self, frame: Image, wanted: Iterable[str]) -> frozenset[str]:
        """The zones in which a lamp makes paper so light that ink may be lost."""
        assert self._view is not None  # noqa: S101 - nothing is read before the table was placed
        view = self._view.scaled(frame.shape[1], frame.shape[0])
        areas = {zone.id: zone.area for zone in self._zones}
        return frozenset(
            name
            for name in wanted
            if is_blinding(rectify(frame, view, areas[name], px_per_mm=_COARSE_PX_PER_MM).image)
        )

    def _pictures(self, frame: Image, wanted: Iterable[str]) -> Sequence[Image]:
        """The still of these zones, or, for a closer look, stills in several exposures, the usual one first."""
        if not self._closely.isdisjoint(wanted):
            pictures = self._bracket()
            if pictures:
                usual, *others = pictures
                size = usual.shape
                return (usual, *(one for one in others if one.shape == size and blindness(one) is None))
        picture = self._still()
        return (frame if picture is None else picture,)

    def _gate_for(self, image: Image) -> TableGate | None:
        if self._gate is None and self._view is not None:
            height, width = image.shape[:2]
            zones = [zone.area for zone in self._zones]
            self._gate = TableGate(self._view.scaled(width, height), zones, seats=self._seats)
        return self._gate

    def _read(
        self, pictures: Sequence[Image], wanted: Iterable[str], now_ms: int
    ) -> Mapping[str, ZoneReading]:
        """Read every zone in the picture that shows it best; the first is the usual one."""
        table = self._table_for(pictures[0])
        cuts: dict[str, RectifiedZone] = {}
        for name in wanted:
            closely = name in self._closely and len(pictures) > 1
            ways = [table.cut(picture, name) for picture in (pictures if closely else pictures[:1])]
            cuts[name] = ways[best_exposed([cut.image for cut in ways])] if closely else ways[0]
        readings = table.read_cuts(cuts)
        # Of a place that was never seen bare, nothing found tells nothing.
        self._unknown = table.unknown
        shown = {name: self._shown(name, reading, cuts[name].image) for name, reading in readings.items()}
        rows = {zone.id for zone in self._zones if zone.towards is not None}
        for name, reading in shown.items():
            self._seen[name] = ZoneLook(name, now_ms, reading.slots, table.looks(name), name in rows)
        return shown

    def _shown(self, name: str, reading: ZoneReading, cut: Image) -> ZoneReading:
        """A reading with the picture that shows it, the very one that was read."""
        shown = None
        if self._evidence is not None:
            shown = self._evidence.save(reduced(cut, _SHOWN_SIDE))
        slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
        self._doubts[name] = tuple(
            slot.best for slot in slots if slot.best[1] < SURE and slot.best[0] != EMPTY
        )
        return replace(reading, slots=slots, evidence=shown)

    def _table_for(self, picture: Image) -> CardTableReader:
        size = (picture.shape[1], picture.shape[0])
        if self._table is None or self._table_size != size:
            assert self._view is not None  # noqa: S101 - nothing is read before the table was placed
            view = self._view.scaled(*size)
            before = self._table
            self._table = (
                CardTableReader(self._reader, view, self._zones) if before is None else before.seen_from(view)
            )
            self._table_size = size
        return self._table

    # ------------------------------------------------------------ what is shown

    def _show_state(self, gate: TableGate, warning: str | None) -> None:
        if gate.unseen:
            self._show("waits", "hand")
        elif warning is not None:
            self._show("doubts", warning)
        else:
            doubtful = any(one for one in self._doubts.values())
            self._show(*(("doubts", "doubt") if doubtful else ("sees", "still")))

    def _show(self, state: str, code: str) -> None:
        self.show(EyeStatus(state, code))
