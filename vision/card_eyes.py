"""The eyes over a card table: small frames tell when and where hands were, stills what lies there then."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.view import TableView
from companion.sighting import EMPTY, UNREADABLE, EyeStatus, Sighting, Slot, ZoneReading
from vision.card_zone import CardZone
from vision.cards.looks import IndexLook
from vision.cards.reader import CardReader
from vision.cards.table_reader import CardTableReader
from vision.evidence import EvidenceStore
from vision.eyes import Frame
from vision.readings import SURE
from vision.stillness import Image, ZoneOutsidePicture
from vision.table_gate import TableGate

_HANDS_IN_THE_STILL_MS = 600
"""Hands that come over a zone so soon after it was read may be in the picture: stills take their time."""
WAITS_FOR_HANDS_MS = 1500
"""So long what lies still waits for hands that are elsewhere on the table; then it is read without those zones."""
_SHOWN_SIDE = 480
_BLACK, _WHITE = 25.0, 252.0
"""A picture whose lightest places are darker than this, or its darkest ones lighter than that, shows nothing."""


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


class CardEyes:
    """Looks at a table of cards, frame by frame; says what lies in the zones that were disturbed and lie still again.

    ``still`` takes a picture at full resolution; where it gives None the frame itself is read.
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
    ) -> None:
        self._reader = reader
        self._zones = tuple(zones)
        self._evidence = evidence
        self._seats = tuple(seats)
        self._still = still
        self._view: TableView | None = None
        self._gate: TableGate | None = None
        self._table: CardTableReader | None = None
        self._table_size: tuple[int, int] | None = None
        self._last: Image | None = None
        self._unknown: frozenset[str] = frozenset()
        self._since_ms: int | None = None
        self._again: frozenset[str] = frozenset()
        self._doubts: dict[str, tuple[tuple[str, float], ...]] = {}
        self._seen: dict[str, ZoneLook] = {}
        self._lock = threading.Lock()
        self._status = EyeStatus("waits", "reading")
        self._subscribers: list[Callable[[EyeStatus], None]] = []

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
        """These zones are empty, says somebody who knows: where nothing was found just now, it is learnt."""
        if self._table is not None and self._last is not None:
            self._table.remember_bare(self._last, self._unknown & set(zones))
            self._unknown = frozenset()

    # ------------------------------------------------------------ what the page is told

    def status(self) -> EyeStatus:
        """What the eyes do now."""
        with self._lock:
            return self._status

    def picture(self, evidence: str) -> bytes | None:
        """Return the picture with this evidence id as JPEG, None if there is none (any more)."""
        return None if self._evidence is None else self._evidence.read(evidence)

    def subscribe(self, callback: Callable[[EyeStatus], None]) -> Callable[[], None]:
        """Call ``callback`` with every new status, in the thread that looks; returns what ends that."""
        with self._lock:
            self._subscribers.append(callback)

        def unsubscribe() -> None:
            with self._lock:
                if callback in self._subscribers:
                    self._subscribers.remove(callback)

        return unsubscribe

    def moving(self) -> None:
        """Say that the camera is being moved, so that nothing can be read."""
        self._show("lost", "moving_camera")

    def failed(self) -> None:
        """Say that the last frame could not be looked at."""
        self._show("lost", "bad_picture")

    def finished(self) -> None:
        """Say that no more pictures come."""
        self._show("lost", "end_of_pictures")

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
        """Read these zones, or all, once more with the next frame that shows them still."""
        names = {zone.id for zone in self._zones}
        self._again |= names if zones is None else names & set(zones)

    def look(self, frame: Frame) -> Sighting | None:
        """Take the next frame; returns a sighting when zones were disturbed and lie still again.

        Nothing is seen before ``place`` was called.
        """
        if frame.image is None:
            self._show("lost", frame.fault or "no_frames")
            return None
        blind = _blind(frame.image)
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
        picture = self._still()
        if picture is None:
            picture = frame.image
        blind = _blind(picture)
        if blind is not None:
            self._show("lost", blind)
            return None
        self._last = picture
        readings = self._read(picture, wanted, frame.monotonic_ms)
        self._since_ms = None
        sighting = gate.sighting(frame.seq, frame.monotonic_ms, readings)
        self._show_state(gate, frame.warning)
        told = {zone: one for zone, one in sighting.zones.items() if zone not in self._unknown}
        return replace(sighting, zones=told)

    def _gate_for(self, image: Image) -> TableGate | None:
        if self._gate is None and self._view is not None:
            height, width = image.shape[:2]
            zones = [zone.area for zone in self._zones]
            self._gate = TableGate(self._view.scaled(width, height), zones, seats=self._seats)
        return self._gate

    def _read(self, picture: Image, wanted: Iterable[str], now_ms: int) -> Mapping[str, ZoneReading]:
        table = self._table_for(picture)
        rows = {zone.id for zone in self._zones if zone.towards is not None}
        readings = {}
        for name, reading in table.read(picture, only=wanted).items():
            shown = None
            if self._evidence is not None:
                shown = self._evidence.save(_reduced(table.shown(picture, name)))
            slots = tuple(replace(slot, evidence=shown) for slot in reading.slots)
            readings[name] = replace(reading, slots=slots, evidence=shown)
            unsure = tuple(slot.best for slot in slots if slot.best[1] < SURE and slot.best[0] != EMPTY)
            self._doubts[name] = unsure
            self._seen[name] = ZoneLook(name, now_ms, slots, table.looks(name), name in rows)
        # Of a place that was never seen bare, nothing found tells nothing.
        never_bare = table.never_bare
        self._unknown = frozenset(
            name
            for name, one in readings.items()
            if name in never_bare and all(slot.best[0] == UNREADABLE for slot in one.slots)
        )
        return readings

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
        status = EyeStatus(state, code)
        with self._lock:
            if status == self._status:
                return
            self._status = status
            subscribers = tuple(self._subscribers)
        for callback in subscribers:
            callback(status)


def _blind(picture: Image) -> str | None:
    """Why nothing can be read in a picture, if that is so: the lens is covered, or a lamp shines into it."""
    step = max(1, picture.shape[0] // 100)
    thinned = picture[::step, ::step]
    if np.percentile(thinned, 99) < _BLACK:
        return "too_dark"
    return "overexposed" if np.percentile(thinned, 10) > _WHITE else None


def _reduced(image: Image) -> Image:
    """A picture of a zone in the size in which people look at it."""
    scale = _SHOWN_SIDE / max(image.shape[:2])
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
