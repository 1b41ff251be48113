"""A camera over the table of a simulated evening: hands and cards are drawn, and the program's own eyes look at them.

The same evening that ``companion.simulated.noise.Camera`` watches with errors drawn by chance is watched here with
pictures: small frames of hands, stills of what lies there, read as those of a real table.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

import cv2
import numpy as np

from calibration.geometry import Homography, Point
from calibration.view import TableView
from calibration.zones import Holds, TablePlan, read_plan
from companion.game import Game
from companion.games import zone_plan
from companion.sighting import Sighting
from companion.simulated.evening import CameraFactory
from companion.simulated.parameters import NoiseParameters
from companion.simulated.physical import PhysicalTable, Touch
from companion.simulated.players import Opening
from hardware.frame_source import Frame, Image
from vision.card_eyes import CardEyes
from vision.card_zone import CardZone, Towards
from vision.cards.answers import Language
from vision.cards.reader import CardReader
from vision.evidence import EvidenceStore
from vision.scene.deck import CardArt, Deck, KeptDrawings, random_deck_style
from vision.scene.played_table import PlayedTable
from vision.scene.reaching_arm import ArmDrawing, Gesture, Look, Waypoint, random_look
from vision.scene.surfaces import random_surface
from vision.scene.table_light import Conditions, TableLight

SMALL_WIDTH = 640
FRAME_MS = 100
_PX_PER_MM = 3.1
"""What a camera of 4608 x 2592 px shows of a table of 900 by 700 mm with a little beside it."""
_REACHES_MS = 450
"""A hand comes from beyond the table's edge, and goes back there, in about so long."""
_NEXT_GESTURE_MS = 900
"""What one player does within so long is one reach over the table."""
_STAYS_MS = 2500
"""A hand that stays over the table is waited for so long, and the eyes if they have said nothing."""
_PATIENCE_MS = 8000
"""If the eyes have said nothing for so long they have nothing to say."""
_WAYS: Mapping[str, Towards] = {way: way for way in get_args(Towards)}
_KEPT_CARDS = 60
_OF_PLAYING_CARDS = frozenset({"crapette"})
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
SIZES_MM = ((63.0, 88.0), (57.5, 88.5))
"""Of poker cards, of bridge cards."""


@dataclass(frozen=True, slots=True)
class Room:
    """Where an evening is filmed: table, light, decks, camera; all drawn by ``seed``.

    ``decks_from`` numbers the decks: those of a test are never drawn for a training. ``index_mm`` bounds the width of
    their indices.
    """

    seed: int
    conditions: Conditions
    language: Language = "english"
    decks_from: int = 950_000
    index_mm: tuple[float, float] = (6.0, 9.0)

    def decks(self) -> tuple[CardArt, ...]:
        """The two packs of cards, of one size."""
        rng = np.random.default_rng((self.seed, 41))
        size = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
        first = self.decks_from + 2 * self.seed
        return tuple(
            unseen_deck(first + number, self.language, size, float(rng.uniform(*self.index_mm)))
            for number in range(2)
        )


def unseen_deck(number: int, language: Language, size_mm: tuple[float, float], index_mm: float) -> CardArt:
    """A pack drawn by its number, cards of ``size_mm``, indices ``index_mm`` wide."""
    style = random_deck_style(number, language=language, width_mm=index_mm)
    return KeptDrawings(Deck(replace(style, size=size_mm)), _KEPT_CARDS)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the eyes said once, beside the truth: what was drawn in each zone then.

    ``still_ms``: how long after the last hand had left what was read, in ms of the film. ``eyes_ms``: the processor
    time of the eyes for it, ms, without that for drawing.
    """

    sighting: Sighting
    lying: Mapping[str, tuple[str, ...]]
    still_ms: int
    eyes_ms: float


class PictureCamera:
    """Films a card table whose evening goes on, and looks at the film with the eyes of the program.

    A ``look`` draws what hands did since the last one, at the pace of a small stream, until the eyes say what lies
    there. ``reader`` reads the cards. ``picture`` is the last still, uint8 BGR. ``witness`` is told what the eyes
    said, and ``touches`` are all that hands did so far, on the film's clock.
    """

    def __init__(
        self,
        game: Game,
        players: Sequence[str],
        room: Room,
        reader: CardReader,
        parameters: NoiseParameters,
        evidence: EvidenceStore | None = None,
        witness: Callable[[Seen], None] = lambda seen: None,
    ) -> None:
        self._witness = witness
        self._drawing_s = 0.0
        self.touches: list[Touch] = []
        self.parameters = parameters
        self._rng = rng = np.random.default_rng((room.seed, 43))
        plan = read_plan(zone_plan(game.id) or {}).for_players(players)
        self._zones = card_zones(plan)
        decks = room.decks()
        self._table = PlayedTable(
            (plan.width, plan.height),
            self._zones,
            _whose(self._zones, players, decks),
            random_surface(700, 900, rng),
            rng,
            px_per_mm=_PX_PER_MM,
            tilt_deg=float(rng.uniform(0.0, 8.0)),
        )
        self._decks = decks
        height, width = self._table.bare.shape[:2]
        self.view = TableView(
            width,
            height,
            Homography(np.asarray(np.linalg.inv(self._table.camera.table_homography()), np.float64)),
        )
        self._size = (SMALL_WIDTH, round(height * SMALL_WIDTH / width))
        self._small_view = self.view.scaled(*self._size)
        self._light = TableLight((self._size[1], self._size[0]), room.conditions, room.seed)
        px_per_mm = self._small_view.px_per_mm(Point(plan.width / 2, plan.height / 2))
        self._arms = ArmDrawing((self._size[1], self._size[0]), px_per_mm, self._small_px)
        self._plan = plan
        self._looks = [random_look(rng) for _ in players]
        self.eyes = CardEyes(reader, self._zones, evidence, seats=plan.seats, still=self._take_still)
        self._small = self._reduced()
        self._clock_ms = 0
        self._evening_ms = 0
        self._frames = 0
        self._gestures: tuple[Gesture, ...] = ()
        self._staying: tuple[Gesture, ...] = ()
        self._dropped: str | None = None
        self._crooked: frozenset[str] = frozenset()
        self.picture: Image = self._table.bare
        # A camera's controls are locked at the beginning of an evening, so that white paper is not blinding.
        self._light.show(np.full_like(self._small, 255), 0)
        self.eyes.remember_bare(self._light.still(self._table.bare))
        self.eyes.place(self.view)

    # ------------------------------------------------------------ what an evening asks of its camera

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
        if again:
            self.eyes.look_again(again)
        shift = self._clock_ms - self._evening_ms
        self._evening_ms = now_ms
        moved = [replace(one, start_ms=one.start_ms + shift, end_ms=one.end_ms + shift) for one in touches]
        begin = min((one.start_ms for one in moved), default=self._clock_ms) - _REACHES_MS
        late = max(0, self._clock_ms + FRAME_MS - begin)
        moved = [replace(one, start_ms=one.start_ms + late, end_ms=one.end_ms + late) for one in moved]
        staying = table.hidden() | in_the_air
        self.touches += moved
        leaving = tuple(map(self._leaves, self._staying))
        self._staying = tuple(self._stays(staying, moved))
        self._gestures = (*leaving, *self._reaches(moved), *self._staying)
        sighting = self._filmed(table, moved, max(now_ms + shift, self._clock_ms))
        if sighting is not None:
            return sighting
        return Sighting(self._frames, self._clock_ms, {}, (), self.eyes.unseen)

    def unread(self) -> frozenset[str]:
        """The zones that were disturbed and could not be read since."""
        return self.eyes.waiting

    # ------------------------------------------------------------ the film

    def _filmed(self, table: PhysicalTable, touches: Sequence[Touch], until_ms: int) -> Sighting | None:
        """Film up to a time and on until the eyes say something that is not too early."""
        done = max((one.end_ms for one in touches), default=self._clock_ms)
        told: Sighting | None = None
        pending = _changes(touches)
        if not touches:
            self._put(table, self._table.zones)
        while self._clock_ms < max(done, until_ms) + _PATIENCE_MS:
            due = [zone for ms, zone in pending if ms <= self._clock_ms]
            if due:
                pending = [one for one in pending if one[0] > self._clock_ms]
                self._put(table, self._table.zones if not pending else due)
            seen = self._frame()
            if seen is not None:
                told = seen if told is None else _joined(told, seen)
            if pending or self._clock_ms < done:
                continue
            if self._staying and told is not None and self._clock_ms >= done + _STAYS_MS:
                return told
            if not self.eyes.waiting and (told is not None or self._clock_ms >= until_ms + _STAYS_MS):
                return told
        return told

    def _put(self, table: PhysicalTable, zones: Iterable[str]) -> None:
        """Let zones lie as they do by now; what nobody changed stays as it was."""
        now = {name: self._table.faces(name) for name in self._table.zones}
        for name in zones:
            now[name] = table.faces.get(name, ())
        self._table.lay(now)
        for name in sorted(frozenset(table.crooked) - self._crooked):
            self._table.skew(name)
        for name in sorted(self._crooked - frozenset(table.crooked)):
            self._table.straighten(name)
        self._crooked = frozenset(table.crooked)
        if self._dropped != table.dropped_on:
            self._table.pick_up()
            if table.dropped_on is not None:
                self._table.drop(table.dropped_on, self._decks[0], "7H")
            self._dropped = table.dropped_on
        self._small = self._reduced()

    def _frame(self) -> Sighting | None:
        """The next frame, drawn and looked at."""
        self._clock_ms += FRAME_MS
        self._frames += 1
        scene = self._small
        active = [one for one in self._gestures if one.start_ms <= self._clock_ms <= one.end_ms]
        if active:
            scene = scene.copy()
            for gesture in active:
                self._arms.draw(scene, gesture, self._clock_ms)
        shown = self._light.show(scene, self._clock_ms)
        begun, self._drawing_s = time.process_time(), 0.0
        sighting = self.eyes.look(Frame(self._frames, self._clock_ms, shown))
        if sighting is not None:
            spent = time.process_time() - begun - self._drawing_s
            lying = {name: self._table.faces(name) for name in self._table.zones}
            left = max((one.end_ms for one in sighting.disturbances), default=self._clock_ms)
            self._witness(Seen(sighting, lying, self._clock_ms - left, 1000 * spent))
        return sighting

    def _take_still(self) -> Image:
        begun = time.process_time()
        self.picture = self._light.still(self._table.picture)
        self._drawing_s += time.process_time() - begun
        return self.picture

    def _reduced(self) -> Image:
        return np.asarray(cv2.resize(self._table.picture, self._size, interpolation=cv2.INTER_AREA), np.uint8)

    def _small_px(self, mm: tuple[float, float]) -> tuple[float, float]:
        ((x, y),) = self._small_view.to_px(np.array([mm]))
        return float(x), float(y)

    # ------------------------------------------------------------ hands

    def _reaches(self, touches: Sequence[Touch]) -> Iterator[Gesture]:
        """One reach over the table for what a player does in one go."""
        group: list[Touch] = []
        for touch in touches:
            if group and (
                touch.side != group[-1].side or touch.start_ms - group[-1].end_ms > _NEXT_GESTURE_MS
            ):
                yield self._reach(group)
                group = []
            group.append(touch)
        if group:
            yield self._reach(group)

    def _reach(self, touches: Sequence[Touch]) -> Gesture:
        side = touches[0].side or "south"
        middle = self._table.place(touches[0].zone)[0]
        shoulder, beyond = self._body(side, middle)
        way: list[Waypoint] = [(touches[0].start_ms - _REACHES_MS, beyond)]
        for touch in touches:
            length = touch.end_ms - touch.start_ms
            at = self._knuckles(touch.zone, side)
            for share in (0.3, 0.7):
                when = touch.start_ms + share * length
                way.append((max(way[-1][0] + 1.0, when), at))
        way.append((touches[-1].end_ms + _REACHES_MS, beyond))
        return Gesture(side, shoulder, tuple(way), self._look_of(side))

    def _stays(self, zones: Iterable[str], touches: Sequence[Touch]) -> Iterator[Gesture]:
        """Hands and bodies that are over zones when everything else is done, and go with the next look."""
        end = max((one.end_ms for one in touches), default=self._clock_ms)
        for zone in sorted(zones):
            side = "south" if self._table.zones[zone].middle[1] > self._plan.height / 2 else "north"
            shoulder, beyond = self._body(side, self._table.place(zone)[0])
            at = self._knuckles(zone, side)
            stays = end + _PATIENCE_MS
            way = ((end - _REACHES_MS, beyond), (end, at), (stays, at), (stays + _REACHES_MS, beyond))
            yield Gesture(side, shoulder, way, self._look_of(side))

    def _leaves(self, gesture: Gesture) -> Gesture:
        """A hand that stayed over the table goes."""
        now = self._clock_ms
        return replace(gesture, way=((now, gesture.at(now)), (now + _REACHES_MS, gesture.way[0][1])))

    def _body(self, side: str, x: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a player's shoulder is, and where the hand is while it is off the table, mm."""
        width, height = self._plan.width, self._plan.height
        shoulder_x = width / 2 + 0.45 * (x - width / 2)
        if side == "north":
            return (shoulder_x, -330.0), (x, -200.0)
        return (shoulder_x, height + 330.0), (x, height + 200.0)

    def _knuckles(self, zone: str, side: str) -> tuple[float, float]:
        """Where the knuckles are when the fingers are on the card of a zone: fingers are longer than the palm."""
        x, y = self._table.place(zone)
        dx, dy = (float(value) for value in self._rng.normal(0, 6.0, 2))
        return x + dx, y + dy + (30.0 if side == "south" else -30.0)

    def _look_of(self, side: str) -> Look:
        return self._looks[0 if side == self._plan.seats[0] else -1]


def can_film(game: Game) -> bool:
    """Whether a table of this game can be drawn and read: playing cards, and nothing else, in known zones."""
    return game.id in _OF_PLAYING_CARDS


def filming(opening: Opening, evidence: EvidenceStore | None = None) -> CameraFactory | None:
    """How an evening gets a camera with pictures, in a room and with decks drawn by chance; None if it cannot."""
    if not can_film(opening.game):
        return None

    def camera(game: Game, chance: random.Random, parameters: NoiseParameters) -> PictureCamera:
        room = Room(chance.randrange(1000), EVENING_LIGHT)
        reader = CardReader(language=room.language)
        return PictureCamera(game, opening.players, room, reader, parameters, evidence)

    return camera


def card_zones(plan: TablePlan) -> tuple[CardZone, ...]:
    """The zones of a plan as those who read and draw cards know them."""
    return tuple(
        CardZone(
            zone.id,
            zone.left,
            zone.top,
            zone.width,
            zone.height,
            _WAYS.get(zone.towards or "") if zone.holds is Holds.FAN else None,
        )
        for zone in plan.zones
    )


def _whose(
    zones: Iterable[CardZone], players: Sequence[str], decks: Sequence[CardArt]
) -> Mapping[str, Sequence[CardArt]]:
    """Which decks lie in which zones: every player's places hold cards of one's own, the others of both."""
    own = {
        zone.id: (decks[players.index(owner) % len(decks)],)
        for zone in zones
        if (owner := zone.id.partition(":")[2]) in players
    }
    return {"": tuple(decks), **own}


def _changes(touches: Iterable[Touch]) -> list[tuple[int, str]]:
    """When what lies in each touched zone changes: as the hand is there for the last time, ms."""
    last = {one.zone: (one.start_ms + one.end_ms) // 2 for one in touches}
    return sorted((ms, zone) for zone, ms in last.items())


def _joined(first: Sighting, second: Sighting) -> Sighting:
    """Two sightings that came of one look as one: what was seen last counts."""
    return replace(
        second,
        zones={**first.zones, **second.zones},
        disturbances=(*first.disturbances, *second.disturbances),
    )
