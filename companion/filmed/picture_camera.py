"""A camera over the table of a simulated evening: hands and cards are drawn, and the program's own eyes look at them.

The same evening that ``companion.simulated.noise.Camera`` watches with errors drawn by chance is watched here with
pictures: small frames of hands, stills of what lies there, read as those of a real table.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from calibration.layout import MarkerLayout
from calibration.view import TableView
from companion.filmed.filmable import can_film
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_hands import NEXT_GESTURE_MS, REACHES_MS, STAYS_AT_MOST_MS, FilmedGesture
from companion.filmed.filmed_table import FRAME_MS, FilmedTable
from companion.filmed.hardships import chance_of
from companion.game import Game
from companion.sighting import Sighting
from companion.simulated.parameters import NoiseParameters
from companion.simulated.physical import PhysicalTable, Touch
from companion.simulated.players import Opening
from companion.simulated.watching import CameraFactory
from hardware.frame_source import Frame
from vision.cards.exposures import EV_STEPS
from vision.eyes.evidence import EvidenceStore
from vision.eyes.eyes import Eyes
from vision.eyes.zone_reader import ZoneReader
from vision.scene.table_light import Conditions

_STAYS_MS = 2500
"""A hand that stays over the table is waited for so long, and the eyes if they have said nothing."""
_KNOCKS = 0.2
"""So often a hand that reaches over pieces knocks one over, where hands do."""
_SETS_UP_MS = 800
EVENING_LIGHT = Conditions(
    daylight=0.5,
    drift=0.1,
    clouds=0.2,
    lamp_switches=0.05,
    shadow_passes=0.5,
    shadow_stays=0.3,
    automatic_exposure=False,
    lamps=(0.1, 0.4),
    noise=2.0,
)
"""A lamp, a window, people who sit down and get up; the camera's exposure is locked."""


Watching: TypeAlias = Callable[[Iterable[Frame], Eyes], Iterator[Frame]]
"""Passes frames on, and tells the eyes where the table lies in them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eyes said once, beside the truth: what was drawn in each zone then, but for one across which a card
    was dropped.

    ``still_ms``: how long after the last hand had left what was read, in ms of the film. ``eyes_ms``: the processor
    time of the eyes for it, ms, without that for drawing; ``lasted_ms``: the same by the clock on the wall.
    """

    sighting: Sighting
    lying: Mapping[str, tuple[str, ...]]
    still_ms: int
    eyes_ms: float
    lasted_ms: float = 0.0


class PictureCamera:
    """Films a table whose evening goes on, and looks at the film with the eyes of the program.

    A ``look`` draws what hands did since the last one, at the pace of a small stream, until the eyes say what lies
    there. ``readers`` read the zones. ``witness`` is told what the eyes said, and ``touches`` are all that hands did
    so far, on the film's clock. Every frame goes through ``passing`` before it is looked at, and
    every still that is read through ``taken``. ``journal`` tells how things lie by the journal, None if nobody knows.
    ``watching`` is asked for who watches the markers of a mat that has some, as it is seen at first.
    """

    def __init__(
        self,
        filmed: FilmedGame,
        readers: Sequence[ZoneReader],
        parameters: NoiseParameters,
        evidence: EvidenceStore | None = None,
        witness: Callable[[Seen], None] = lambda seen: None,
        passing: Callable[[Frame], None] = lambda frame: None,
        taken: Callable[[Frame], None] = lambda still: None,
        journal: Callable[[], Mapping[str, Sequence[str]] | None] = lambda: None,
        watching: Callable[[TableView, MarkerLayout], Watching] | None = None,
    ) -> None:
        self.parameters = parameters
        self.touches: list[Touch] = []
        self._witness = witness
        self._passing, self._taken, self._journal = passing, taken, journal
        self._drawing_s = self._drew_for_s = 0.0
        self._thrown = frozenset[str]() if filmed.game.hands is None else filmed.game.hands.momentary
        self.film = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers, self._thrown)
        self.eyes = Eyes(
            readers,
            filmed.zones,
            evidence,
            seats=filmed.seats,
            still=self._take_still,
            bracket=self._take_bracket,
        )
        self.eyes.place(self.film.view)
        self.eyes.remember_bare(self.film.bare())
        self._frames = self._drawn_frames()
        if watching is not None and self.film.markers is not None:
            self._frames = watching(self.film.view, self.film.markers)(self._frames, self.eyes)
        self._evening_ms = 0
        self._staying: tuple[FilmedGesture, ...] = ()
        self._lying = PhysicalTable({})
        self._due: list[tuple[int, str]] = []
        hard = "knocked_over" in filmed.room.hardships
        self._knocking = chance_of(filmed.room.seed, "knocked_over") if hard else None
        self._knocks: tuple[int, str] | None = None
        self._fallen: str | None = None

    def look(
        self,
        table: PhysicalTable,
        touches: Sequence[Touch],
        now_ms: int,
        *,
        again: frozenset[str] = frozenset(),
        in_the_air: frozenset[str] = frozenset(),
    ) -> Sighting:
        """Film what hands did up to ``now_ms``, the evening's clock, and look; see ``companion.simulated.noise``."""
        film = self.film
        told = None if touches or not film.frames else self._wait(now_ms - self._evening_ms)
        if again:
            # Who wants all that lies there wants the places, too, where nothing lies.
            self.eyes.look_again(None if again >= table.faces.keys() else again)
        elif film.frames:
            # What lay there stands for the journal, which the camera does not know.
            self.eyes.agreed(self._lying.faces)
        else:
            # What is laid out at the beginning the program knows of its journal.
            self.eyes.expect(table.faces)
        lies = self._journal()
        if lies is not None:
            self.eyes.expect(lies)
        # The film takes longer than the evening thinks: hands wait until the eyes have seen what they did before.
        shift = film.clock_ms - self._evening_ms
        begins = min((one.start_ms + shift for one in touches), default=film.clock_ms)
        shift += max(0, film.clock_ms + FRAME_MS + REACHES_MS - begins)
        self._evening_ms = now_ms
        hands = film.hands
        moved = hands.with_hops(
            [replace(one, start_ms=one.start_ms + shift, end_ms=one.end_ms + shift) for one in touches]
        )
        if self._fallen is not None:
            moved = self._set_up(self._fallen, moved)
        self._knocks = self._knocked(moved)
        self.touches += moved
        end = max((one.end_ms for one in moved), default=film.clock_ms)
        leaving = tuple(hands.leaves(one, film.clock_ms) for one in self._staying)
        self._staying = tuple(hands.stays(table.hidden() | in_the_air, end))
        film.gestures = (*leaving, *hands.reaches(moved), *self._staying)
        self._lying, self._due = table, _changes(moved)
        sighting = _joined(told, self._filmed(moved))
        if sighting is not None:
            return sighting
        return Sighting(film.frames, film.clock_ms, {}, (), self.eyes.unseen)

    def _set_up(self, fallen: str, touches: Sequence[Touch]) -> list[Touch]:
        """A hand sets up what has fallen before anything else is done."""
        begins = self.film.clock_ms + FRAME_MS + REACHES_MS
        side = touches[0].side if touches else self.touches[-1].side
        hand = Touch(fallen, begins, begins + _SETS_UP_MS, side)
        free_ms = hand.end_ms + 2 * REACHES_MS + NEXT_GESTURE_MS
        late = max(0, free_ms - touches[0].start_ms) if touches else 0
        return [
            hand,
            *(replace(one, start_ms=one.start_ms + late, end_ms=one.end_ms + late) for one in touches),
        ]

    def _knocked(self, touches: Sequence[Touch]) -> tuple[int, str] | None:
        """When a hand knocks a piece over as it goes, and in which zone; None where none does."""
        if self._knocking is None or not touches or self._knocking.random() >= _KNOCKS:
            return None
        near = self.film.beside({one.zone for one in touches})
        return (touches[-1].end_ms - FRAME_MS, str(self._knocking.choice(near))) if near else None

    def unread(self) -> frozenset[str]:
        """The zones that were touched and could not be read since."""
        return self.eyes.waiting

    def _wait(self, length_ms: int) -> Sighting | None:
        """Film on while nobody does anything."""
        told, until = None, self.film.clock_ms + length_ms
        while self.film.clock_ms < until:
            told = _joined(told, self._frame())
        return told

    def _filmed(self, touches: Sequence[Touch]) -> Sighting | None:
        """Film until hands are done, and on until the eyes have said what they can."""
        film = self.film
        begun = film.clock_ms
        done = max((one.end_ms for one in touches), default=begun)
        told: Sighting | None = None
        if not touches:
            self._put(film.zones)
        while film.clock_ms < done + STAYS_AT_MOST_MS:
            self._put_what_is_due()
            told = _joined(told, self._frame())
            if self._due or film.clock_ms < done:
                continue
            patient = film.clock_ms >= done + _STAYS_MS
            if (patient and (self._staying or not self.eyes.waiting)) or (told and not self.eyes.waiting):
                return told
        return told

    def _put_what_is_due(self) -> None:
        """Let lie what hands have laid down by now; with the last of it everything lies as the evening says."""
        film = self.film
        due = [zone for ms, zone in self._due if ms <= film.clock_ms]
        if due:
            self._due = [one for one in self._due if one[0] > film.clock_ms]
            self._put(due if self._due else film.zones, self._thrown.intersection(due))
        if self._knocks is not None and self._knocks[0] <= film.clock_ms:
            (_, self._fallen), self._knocks = self._knocks, None
            if film.lying()[self._fallen]:
                film.knock_over(self._fallen)

    def _put(self, zones: Iterable[str], thrown: Collection[str] = frozenset()) -> None:
        """Let zones lie as they do by now; what nobody changed stays as it was, but for what was ``thrown``."""
        table = self._lying
        faces = {name: table.faces.get(name, ()) for name in zones}
        flattened = table.flattened.intersection(faces)
        table.flattened -= flattened
        if self._fallen in faces:
            flattened |= {self._fallen}
            self._fallen = None
        self.film.lay(faces, table.crooked, table.dropped, flattened, thrown)

    def _drawn_frames(self) -> Iterator[Frame]:
        while True:
            frame = self.film.frame()
            self._passing(frame)
            yield frame

    def _frame(self) -> Sighting | None:
        """The next frame, drawn and looked at; while the mat slides its frames are left out."""
        frame = next(self._frames)
        self._drawing_s = self._drew_for_s = 0.0
        begun, looked = time.process_time(), time.perf_counter()
        sighting = self.eyes.look(frame)
        if sighting is not None:
            lasted = time.perf_counter() - looked - self._drew_for_s
            spent = time.process_time() - begun - self._drawing_s
            left = max((one.end_ms for one in sighting.disturbances), default=frame.monotonic_ms)
            across = None if self.film.dropped is None else self.film.dropped.zone
            lying = {zone: faces for zone, faces in self.film.lying().items() if zone != across}
            self._witness(Seen(sighting, lying, frame.monotonic_ms - left, 1000 * spent, 1000 * lasted))
        return sighting

    def _take_still(self) -> Frame:
        return self._take_bracket((0.0,))[0]

    def _take_bracket(self, ev_steps: Sequence[float] = EV_STEPS) -> tuple[Frame, ...]:
        begun, looked = time.process_time(), time.perf_counter()
        self.film.clock_ms += self.film.late_ms
        self._put_what_is_due()
        pictures = self.film.stills(ev_steps)
        self._taken(pictures[0])
        self._drawing_s += time.process_time() - begun
        self._drew_for_s += time.perf_counter() - looked
        return pictures


def filming(
    opening: Opening,
    evidence: EvidenceStore | None = None,
    looking: Callable[[Eyes], None] = lambda eyes: None,
    expected: Callable[[str], int | None] = lambda zone: None,
    journal: Callable[[], Mapping[str, Sequence[str]] | None] = lambda: None,
) -> CameraFactory | None:
    """How an evening gets a camera with pictures, in a room and with decks drawn by chance; None if it cannot.

    ``looking`` is told the eyes that look at them, ``expected`` tells how many things are due in a zone, ``journal``
    how things lie by it.
    """
    if not can_film(opening.game) or len(opening.players) < opening.game.simulation.film_players:
        return None

    def camera(game: Game, chance: random.Random, parameters: NoiseParameters) -> PictureCamera:
        filmed = FilmedGame.of(game, opening.players, chance.randrange(1000), EVENING_LIGHT)
        made = PictureCamera(filmed, filmed.readers(expected), parameters, evidence, journal=journal)
        looking(made.eyes)
        return made

    return camera


def _changes(touches: Iterable[Touch]) -> list[tuple[int, str]]:
    """When what lies in each touched zone changes: as the hand is there for the last time, ms."""
    last = {one.zone: (one.start_ms + one.end_ms) // 2 for one in touches}
    return sorted((ms, zone) for zone, ms in last.items())


def _joined(first: Sighting | None, second: Sighting | None) -> Sighting | None:
    """Two sightings that came of one look as one: what was seen last counts."""
    if first is None or second is None:
        return second if first is None else first
    return replace(
        second,
        zones={**first.zones, **second.zones},
        disturbances=(*first.disturbances, *second.disturbances),
    )
