"""The loop from frames to sightings: small frames tell when and where hands were, a still what lies there then."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Protocol

from calibration.geometry import Homography, Point, Zone
from calibration.view import TableView
from companion.eyes import ShownEyes
from companion.sighting import UNREADABLE, EyeStatus, Sighting, Slot, ZoneReading
from vision.cards.deck.looks import IndexLook
from vision.cards.exposures import best_exposed, is_blinding
from vision.eyes.evidence import EvidenceStore
from vision.eyes.lasting import LastingReadings, small_look
from vision.eyes.pace import Pace
from vision.eyes.photograph import photograph
from vision.eyes.zone_reader import Look, ZoneReader
from vision.light import blindness
from vision.readings import SURE
from vision.rectify import RectifiedZone, rectify
from vision.stillness.gate import Image, ZoneOutsidePicture
from vision.stillness.seats import NO_SEATS, Seats
from vision.stillness.table_gate import TableGate
from vision.watched_zone import WatchedZone, watched_together

_HANDS_IN_THE_STILL_MS = 600
"""Hands that come over a zone so soon after it was read may be in the picture: stills take their time."""
WAITS_FOR_HANDS_MS = 1500
"""How long a zone that lies still waits for hands elsewhere on the table; then it is read without theirs."""
_AT_ONCE_MS = 150
"""A still that comes later than this after the frame may show a hand that no frame has shown yet."""
_LATEST_MS = 3000
"""A still whose clock says that it comes still later is not waited for any longer."""
_MOST_BESIDE = 3
"""Dice, pieces, tokens and cards: beside the first of them so many read at the same time."""
_COARSE_PX_PER_MM = 0.4
"""Fine enough to see how light a zone is, and in which exposure it is shown best."""
_log = logging.getLogger("companion.eyes")


class Frame(Protocol):
    """What the eyes need of a frame; ``hardware.frame_source.Frame`` has this form."""

    @property
    def seq(self) -> int: ...
    @property
    def monotonic_ms(self) -> int: ...
    @property
    def image(self) -> Image | None: ...
    @property
    def settled(self) -> bool: ...
    @property
    def name(self) -> str | None: ...
    @property
    def fault(self) -> str | None: ...
    @property
    def warning(self) -> str | None: ...


@dataclass(slots=True, eq=False)
class ZoneLook:
    """A zone as it was read at one time (monotonic ms): what was told of it, and what the networks alone saw of each
    card, as ``CardZones.looks`` gives it, or each card cut out, as ``PrintedZones.cut_outs`` does. In a ``row`` all
    cards are seen, else the topmost. ``covered``: hands may be in the picture.
    """

    zone: str
    at_ms: int
    slots: tuple[Slot, ...]
    looks: tuple[tuple[IndexLook, ...], ...]
    row: bool
    covered: bool = False
    cut_outs: tuple[Image, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """Pictures taken to read the ``wanted`` zones, the last of them at ``at_ms``, and what was read in them so far:
    zones that are ``done``, those of them of which something, or nothing, can be told.
    """

    pictures: Sequence[Image]
    wanted: frozenset[str]
    at_ms: int
    done: frozenset[str] = frozenset()
    readings: Mapping[str, ZoneReading] = field(default_factory=dict)
    untold: frozenset[str] = frozenset()


class Eyes(ShownEyes):
    """Looks at a table, frame by frame; says what lies in the zones that were disturbed and lie still again.

    Each zone is read by the one of the ``readers`` that reads its kind; zones that nobody reads are not watched.
    ``still`` takes a picture at full resolution; where it gives None the frame itself is read. ``bracket`` takes a
    few with other exposures, the usual one first; by them is read what a lamp blinds, and what somebody wants to be
    looked at again and was not read surely. A still that takes its time is read once the frames have shown where no
    hand came meanwhile. ``seats`` tell where people sit. Hands are waited for, so that a card on its way
    is not missed at both ends: only where they stay longer than ``WAITS_FOR_HANDS_MS`` is told what lies elsewhere.
    By ``pace`` a look that would take too long is cut into parts, between which frames are looked at; it is told when
    all of it is read. Without one each look is whole.
    """

    def __init__(
        self,
        readers: Iterable[ZoneReader],
        zones: Iterable[WatchedZone] = (),
        evidence: EvidenceStore | None = None,
        *,
        seats: Seats = NO_SEATS,
        still: Callable[[], Frame | None] = lambda: None,
        bracket: Callable[[], Sequence[Frame]] = tuple,
        pace: Pace | None = None,
    ) -> None:
        super().__init__((lambda evidence: None) if evidence is None else evidence.read)
        self._readers = tuple(readers)
        self._plane: TableView | Homography | None = None
        self._evidence = evidence
        self._still = still
        self._bracket = bracket
        self._pace = pace
        self._looked_at: tuple[Image, TableView] | None = None
        self._lasting = LastingReadings()
        self._beside = ThreadPoolExecutor(_MOST_BESIDE, "reader")
        self.lay_out(zones, seats)

    # ------------------------------------------------------------ where the table lies

    def read_with(self, readers: Iterable[ZoneReader]) -> None:
        """Read with these from now on, as another game wants. Where the table lies and which zones there are has to
        be told anew, and all of it is read anew. To be called by the thread that looks.
        """
        self._readers, self._plane = tuple(readers), None
        self.lay_out(())

    def place(self, plane: TableView | Homography) -> None:
        """Look at the table there from now on: at the beginning, and when the camera was moved. ``plane`` takes px of
        the pictures to come to mm.

        All zones are read anew; what was thrown there before is no throw. To be called by the thread that looks.
        """
        self._plane, self._looked_at = plane, None
        self._begin()
        for reader in self._readers:
            reader.moved()

    @property
    def is_placed(self) -> bool:
        """Whether it is known where the table lies in the pictures."""
        return self._plane is not None

    def lay_out(self, zones: Iterable[WatchedZone], seats: Seats = NO_SEATS) -> None:
        """Look at these zones from now on: those of another game, or of other players."""
        read_by = {kind: reader for reader in self._readers for kind in reader.kinds}
        self._zones = {zone.id: zone for zone in zones if zone.kind in read_by}
        self._read_by = {zone.id: read_by[zone.kind] for zone in self._zones.values()}
        self._is_picture = any(zone.is_picture for zone in self._zones.values())
        self._seats = seats
        self._seen: dict[str, ZoneLook] = {}
        self._looked_at = None
        # All of it is read anyway, and what was asked of other zones means nothing to these.
        self._again = self._asked = self._closely = frozenset[str]()
        self._begin()
        for reader in self._readers:
            reader.lay_out([self._zones[name] for name in self._of(reader)])

    def _begin(self) -> None:
        self._gate: TableGate | None = None
        self._outside: frozenset[str] = frozenset()
        self._since_ms: int | None = None
        self._taken: _Taken | None = None
        self._misplaced = False
        self._lasting.forget()

    def remember_bare(self, picture: Image) -> None:
        """Take a picture of the table, as it is placed now, before anything lies on it: by it an empty place is told
        from a card face down.
        """
        view = self._view(picture)
        for reader in self._readers:
            reader.remember_bare_cuts({name: self._cut(picture, view, name) for name in self._of(reader)})

    def known_bare(self, zones: Iterable[str]) -> None:
        """These zones are empty, says somebody who knows: where nothing was found in them, it is learnt."""
        named = set(zones)
        for reader in self._readers:
            reader.known_bare(named.intersection(self._of(reader)))

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

    def photograph(
        self, zones: Collection[str], slots: Mapping[str, Collection[int]] = MappingProxyType({})
    ) -> str | None:
        """Keep a picture of these zones and what is around them, as the table was looked at last, for people to see.

        Of those that ``slots`` names only the things in these slots are framed, where it is known how they lie. What
        is secret is covered. Returns its evidence id; None where nothing of them may be shown or was seen. To be
        called by the thread that looks.
        """
        shown = [
            place
            for one in self._zones.values()
            if one.id in zones and not one.secret
            for place in self._things(one, slots.get(one.id, ()))
        ]
        if self._looked_at is None or self._evidence is None or not shown:
            return None
        secret = [one.area for one in self._zones.values() if one.secret]
        return self._evidence.save(photograph(*self._looked_at, shown, secret))

    def _things(self, zone: WatchedZone, slots: Collection[int]) -> Sequence[Zone]:
        """The places of the things in these slots of a zone, or in one of several zones that lie in one place.

        The zone as far as it is filled where that is unknown, or nothing of it is named.
        """
        places = self._read_by[zone.id].places(zone.id)
        named = slots if slots or zone.watched_in is None else range(len(places))
        things = [place for slot, place in enumerate(places) if slot in named and place is not None]
        if named and len(things) == len(named):
            return things
        seen = self._seen.get(zone.id)
        return [zone.filled(None if seen is None else len(seen.slots))]

    def look_again(self, zones: Iterable[str] | None = None) -> None:
        """Tell these zones, or all, once more with the next frame that shows them still.

        What was not read surely is read in several exposures; what was, is no doubt any more (``agreed``, or read
        twice as the same) and looks as it did is told as it was read.
        """
        self._again |= self._zones.keys() if zones is None else self._zones.keys() & set(zones)

    def agreed(self, table: Mapping[str, Sequence[str]]) -> None:
        """The referee has no doubt that these faces lie in each zone (from the base to the top): as long as what was
        read as that looks as it did it is not read once more.
        """
        self._lasting.agree(table)
        self.expect(table)

    def expect(self, table: Mapping[str, Sequence[str]]) -> None:
        """So these faces should lie in each zone by the journal, whatever has been seen of it."""
        for reader in self._readers:
            reader.expect(table)

    def look(self, frame: Frame) -> Sighting | None:
        """Take the next frame; returns a sighting when zones were disturbed and lie still again.

        Nothing is seen before it is known where the zones lie.
        """
        if frame.image is None:
            self._taken = None
            self._show("lost", frame.fault or "no_frames")
            return None
        blind = self._blindness(frame.image)
        gate = self._gate_for(frame.image)
        if blind is not None or gate is None:
            # What is seen afterwards is compared with what was seen before.
            self._taken = None
            self._show("lost", blind or "no_frames")
            return None
        try:
            gate.feed(frame.image, frame.monotonic_ms, settled=frame.settled)
        except ZoneOutsidePicture:
            self._gate = None
            self._say_misplaced(frame.image)
            self._show("lost", "bad_picture")
            return None
        for zone in gate.unseen:
            seen = self._seen.get(zone)
            if seen is not None and frame.monotonic_ms - seen.at_ms <= _HANDS_IN_THE_STILL_MS:
                seen.covered = True
        if self._again:
            gate.read_again(self._again)
            self._asked |= self._again
            self._closely |= {
                name
                for name in self._again
                if not self._lasting.is_sure(name, row=self._zones[name].towards is not None)
            }
            self._again = frozenset()
        taken = self._taken or self._take(frame, gate)
        if taken is None:
            return None
        self._show("waits", "reading_on" if taken.done else "reading", self._row_so_far(taken.wanted))
        if frame.monotonic_ms + _AT_ONCE_MS < taken.at_ms:
            self._taken = taken
            return None
        self._taken = None
        taken = self._read_part(taken, frame, gate)
        wanted, readings = taken.wanted, taken.readings
        if taken.done != wanted:
            self._taken = taken
            return None
        self._asked -= wanted
        self._closely -= wanted
        self._since_ms = None
        gate.dismiss(wanted - readings.keys())
        sighting = gate.sighting(frame.seq, frame.monotonic_ms, readings) if readings else None
        self._show_state(gate, frame.warning)
        if sighting is None:
            return None
        told = {zone: one for zone, one in sighting.zones.items() if zone not in taken.untold}
        return replace(sighting, zones=told, unseen=sighting.unseen | self._outside)

    # ------------------------------------------------------------ pictures

    def _take(self, frame: Frame, gate: TableGate) -> _Taken | None:
        """Take pictures of the zones to be read; None while there are none, while hands are waited for, or where they
        show nothing.
        """
        wanted, passed_over, busy = gate.to_read, gate.passed_over, bool(gate.unseen)
        if not wanted and not passed_over:
            self._since_ms = None
            self._show_state(gate, frame.warning)
            return None
        if self._since_ms is None:
            self._since_ms = frame.monotonic_ms
        if busy and frame.monotonic_ms - self._since_ms < WAITS_FOR_HANDS_MS:
            self._show("waits", "hand")
            return None
        self._closely |= self._blinded(frame, wanted)
        taken = self._pictures(frame, wanted)
        blind = self._blindness(taken.pictures[0])
        if blind is not None:
            self._show("lost", blind)
            return None
        small = self._small_looks(taken.pictures[0], self._view(taken.pictures[0]), passed_over)
        changed = {name for name, look in small.items() if self._lasting.is_changed(name, look)}
        gate.looked_at(passed_over, changed)
        wanted |= changed
        if not wanted:
            self._since_ms = None
            self._show_state(gate, frame.warning)
            return None
        return replace(taken, wanted=wanted, at_ms=min(taken.at_ms, frame.monotonic_ms + _LATEST_MS))

    def _blindness(self, picture: Image) -> str | None:
        """Why nothing can be read in a picture, if that is so."""
        return blindness(picture) if any(one.needs_light for one in self._readers) else None

    def _blinded(self, frame: Frame, wanted: Collection[str]) -> frozenset[str]:
        """The zones in which a lamp makes paper so light that ink may be lost."""
        assert frame.image is not None  # noqa: S101 - the caller has looked
        image, view = frame.image, self._view(frame.image)
        places: dict[object, list[str]] = {}
        for name in wanted:
            if self._read_by[name].needs_light:
                places.setdefault(self._zones[name].place, []).append(name)
        return frozenset(
            name
            for alike in places.values()
            if is_blinding(self._cut(image, view, alike[0], 0.0, _COARSE_PX_PER_MM).image)
            for name in alike
        )

    def _pictures(self, frame: Frame, wanted: frozenset[str]) -> _Taken:
        """The still of these zones, or, for a closer look, stills in several exposures, the usual one first."""
        if not self._closely.isdisjoint(wanted):
            bracket = [(one.image, one.monotonic_ms) for one in self._bracket()]
            pictures = [image for image, _ in bracket if image is not None]
            if pictures and len(pictures) == len(bracket):
                usual, *others = pictures
                alike = (one for one in others if one.shape == usual.shape and blindness(one) is None)
                return _Taken((usual, *alike), wanted, max(at_ms for _, at_ms in bracket))
        still = self._still()
        if still is None or still.image is None:
            still = frame
        assert still.image is not None  # noqa: S101 - the caller has looked
        return _Taken((still.image,), wanted, still.monotonic_ms)

    def _view(self, picture: Image) -> TableView | None:
        """How a picture shows the table; None where its zone is the picture as a whole."""
        if self._plane is None or self._is_picture:
            return None
        height, width = picture.shape[:2]
        if isinstance(self._plane, Homography):
            return TableView(width, height, self._plane)
        return self._plane.scaled(width, height)

    def _cut(
        self,
        picture: Image,
        view: TableView | None,
        name: str,
        margin_mm: float | None = None,
        px_per_mm: float | None = None,
    ) -> RectifiedZone:
        """Cut a zone out, if not said otherwise as its reader wants it."""
        if view is None:
            return RectifiedZone(picture, Point(0.0, 0.0), 1.0)
        reader, area = self._read_by[name], self._zones[name].area
        margin = reader.margin_mm if margin_mm is None else margin_mm
        scale = reader.px_per_mm(area) if px_per_mm is None else px_per_mm
        return rectify(picture, view, area, margin_mm=margin, px_per_mm=scale)

    def _gate_for(self, image: Image) -> TableGate | None:
        """What watches the zones; one whose middle lies outside the picture keeps none of the others from being read,
        and stays unseen.
        """
        if self._gate is None and (self.is_placed or self._is_picture):
            thrown = {
                name: reader.thrown_mm
                for name, reader in self._read_by.items()
                if reader.thrown_mm is not None
            }
            view = self._view(image)
            seen = [one for one in self._zones.values() if view is None or view.shows(Point(*one.middle))]
            # Where the camera shows none of them it looks elsewhere: the gate says so.
            seen = seen or [*self._zones.values()]
            self._outside = frozenset(self._zones) - {one.id for one in seen}
            zones, parts = watched_together(seen)
            self._gate = TableGate(view, zones, thrown, self._seats, parts)
        return self._gate

    # ------------------------------------------------------------ reading

    def _of(self, reader: ZoneReader) -> list[str]:
        return [name for name, one in self._read_by.items() if one is reader]

    def _read_part(self, taken: _Taken, frame: Frame, gate: TableGate) -> _Taken:
        """Read what is not read yet, or a part of it where all would take too long; what hands have come over since
        the pictures were taken is not read in them any more.
        """
        wanted = taken.wanted & gate.to_read
        part = wanted - taken.done
        if self._pace is not None and not frame.settled:
            part = self._pace.part(part, gate.disturbed)
        begun = time.monotonic()
        read = {**taken.readings, **self._read(taken.pictures, part, frame, gate)}
        if self._pace is not None:
            self._pace.took(len(part), 1000 * (time.monotonic() - begun))
        untold = part.intersection(zone for reader in self._readers for zone in reader.untold)
        return _Taken(
            taken.pictures,
            wanted,
            taken.at_ms,
            (taken.done | part) & wanted,
            {zone: one for zone, one in read.items() if zone in wanted},
            taken.untold | untold,
        )

    def _read(
        self, pictures: Sequence[Image], wanted: frozenset[str], frame: Frame, gate: TableGate
    ) -> Mapping[str, ZoneReading]:
        """Read every zone in the picture that shows it best; the first is the usual one. What lasts is not read."""
        view, disturbed = self._view(pictures[0]), gate.disturbed
        self._looked_at = None if view is None else (pictures[0], view)
        small = self._small_looks(pictures[0], view, wanted)
        lasting = {} if frame.settled else self._lasting_readings(small, disturbed)

        def keep(picture: Image) -> str | None:
            return None if self._evidence is None else self._evidence.save(picture, frame.name)

        def keep_nothing(picture: Image) -> str | None:
            return None

        shown: dict[tuple[object, ...], tuple[RectifiedZone, Image]] = {}

        def look_at(name: str) -> Look:
            zone, closely = self._zones[name], name in self._closely and len(pictures) > 1
            # Zones of one place, as the lanes of a board, are cut out once.
            place = (zone.place, id(self._read_by[name]), closely)
            if place not in shown:
                best = pictures[0]
                if closely:
                    coarse = [self._cut(one, view, name, px_per_mm=_COARSE_PX_PER_MM) for one in pictures]
                    best = pictures[best_exposed([cut.image for cut in coarse])]
                shown[place] = self._cut(best, view, name), best
            kept = keep_nothing if zone.secret else keep
            cut, picture = shown[place]
            return Look(zone, cut, view, name in disturbed, frame.settled, kept, picture)

        due = [
            (one, [look_at(name) for name in self._of(one) if name in wanted - lasting.keys()])
            for one in self._readers
        ]
        readings = self._read_by_all(due)
        for name, one in readings.items():
            reader, row = self._read_by[name], self._zones[name].towards is not None
            looks_of, cut_outs = reader.looks(name), reader.cut_outs(name)
            self._seen[name] = ZoneLook(name, frame.monotonic_ms, one.slots, looks_of, row, cut_outs=cut_outs)
        self._lasting.drop({*wanted} - lasting.keys() - readings.keys())
        untold = {zone for reader in self._readers for zone in reader.untold}
        self._lasting.drop(untold)
        for name in readings.keys() & small.keys() - untold:
            self._lasting.note(name, readings[name], small[name])
        return {**lasting, **readings}

    def _read_by_all(self, due: Iterable[tuple[ZoneReader, Sequence[Look]]]) -> dict[str, ZoneReading]:
        """What each reader makes of its zones. They read side by side: most of the work is done by libraries that let
        other threads go on meanwhile.
        """
        busy = [(reader, looks) for reader, looks in due if looks]
        begun = [self._beside.submit(reader.readings, looks) for reader, looks in busy[1:]]
        readings = dict(busy[0][0].readings(busy[0][1])) if busy else {}
        for one in begun:
            readings |= one.result()
        return readings

    def _small_looks(
        self, picture: Image, view: TableView | None, wanted: Collection[str]
    ) -> dict[str, Image]:
        """How these zones look, by which is known later whether anything changed; not where things are thrown."""
        if view is None:
            return {}
        looks: dict[object, Image] = {}
        small = {}
        for name in wanted:
            zone = self._zones[name]
            if self._read_by[name].thrown_mm is None:
                if zone.place not in looks:
                    looks[zone.place] = small_look(picture, view, zone)
                small[name] = looks[zone.place]
        return small

    def _lasting_readings(
        self, small: Mapping[str, Image], disturbed: Collection[str]
    ) -> dict[str, ZoneReading]:
        """What is asked for again, was not disturbed and shows what it showed; its pictures are still kept."""
        found = {}
        for name in small.keys() & self._asked - set(disturbed):
            seen, reading = self._seen.get(name), self._lasting.reading(name, small[name])
            if reading is None or seen is None or seen.covered:
                continue
            kept = {reading.evidence, *(slot.evidence for slot in reading.slots)} - {None}
            if all(self._evidence is not None and self._evidence.refresh(str(one)) for one in kept):
                found[name] = reading
        return found

    # ------------------------------------------------------------ what is shown

    def _show_state(self, gate: TableGate, warning: str | None) -> None:
        doubt = warning or next((one.doubt for one in self._readers if one.doubt is not None), None)
        if gate.unseen:
            self._show("waits", "moving" if gate.rolls else "hand")
        elif doubt is not None:
            self._show("doubts", doubt)
        else:
            self._show("sees", "still")

    def _row_so_far(self, wanted: Collection[str]) -> tuple[int, int] | None:
        """How many cards of a row that is looked at more closely were read surely before, and how many there are."""
        for name in sorted(self._closely.intersection(wanted)):
            seen = self._seen.get(name)
            if seen is None or not seen.row or len(seen.slots) < 2:
                continue
            read = sum(slot.best[1] >= SURE and slot.best[0] != UNREADABLE for slot in seen.slots)
            if 0 < read < len(seen.slots):
                return read, len(seen.slots)
        return None

    def _show(self, state: str, code: str, row: tuple[int, int] | None = None) -> None:
        dice: tuple[tuple[str, float], ...] = ()
        if state == "waits":
            dice = self.status().dice
        elif state != "lost":
            dice = tuple(die for reader in self._readers for die in reader.dice)
        self.show(EyeStatus(state, code, dice, row))

    def _say_misplaced(self, picture: Image) -> None:
        if not self._misplaced and any(one.thrown_mm is not None for one in self._read_by.values()):
            _log.warning(
                "The tray lies outside the picture of %d x %d px: correct [tray] corners in settings.toml.",
                *picture.shape[1::-1],
            )
        self._misplaced = True
