"""A card table in a drawn film: small frames with hands, stills of what lies there, at the pace of a camera.

Millimetres on the table, origin at its top left corner, x to the right, y down; ms of the film.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, get_args

import cv2
import numpy as np

from calibration.geometry import Point
from calibration.view import TableView
from calibration.zones import Holds, TablePlan
from companion.simulated.physical import Touch
from hardware.frame_source import Frame, Image
from vision.cards.answers import Language
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.deck import CARD_MM, CardArt, Deck, KeptDrawings, random_deck_style
from vision.scene.played_table import PlayedTable
from vision.scene.reaching_arm import ArmDrawing, Gesture, Look, Waypoint, random_look
from vision.scene.surfaces import random_surface
from vision.scene.table_light import Conditions, TableLight
from vision.watched_zone import Towards, WatchedZone

SMALL_WIDTH = 640
FRAME_MS = 100
REACHES_MS = 450
"""A hand comes from beyond the table's edge, and goes back there, in about so long."""
STAYS_AT_MOST_MS = 8000
PX_PER_MM = 3.1
"""What a camera of 4608 x 2592 px shows of a table of 900 by 700 mm with a little beside it."""
_NEXT_GESTURE_MS = 900
"""What one player does within so long is one reach over the table."""
_WAYS: Mapping[str, Towards] = {way: way for way in get_args(Towards)}
_KEPT_CARDS = 60
TABLE_MM = (900.0, 700.0)
SIZES_MM = (CARD_MM, (57.5, 88.5))
"""Of poker cards, of bridge cards."""


class FilmRoom(Protocol):
    """What a film is made of; ``Room`` draws all of it."""

    @property
    def seed(self) -> int:
        """By this number everything left to chance is drawn."""

    @property
    def conditions(self) -> Conditions:
        """How the light and the camera behave."""

    def decks(self) -> tuple[CardArt, ...]: ...
    def ground(self, rng: np.random.Generator) -> FloatArray | ByteArray: ...


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

    def ground(self, rng: np.random.Generator) -> FloatArray | ByteArray:
        """The bare table, in any size."""
        return random_surface(700, 900, rng)


def unseen_deck(number: int, language: Language, size_mm: tuple[float, float], index_mm: float) -> CardArt:
    """A pack drawn by its number, cards of ``size_mm``, indices ``index_mm`` wide."""
    style = random_deck_style(number, language=language, width_mm=index_mm)
    return KeptDrawings(Deck(replace(style, size=size_mm)), _KEPT_CARDS)


class FilmedTable:
    """Draws the film of one table, 10 frames a second; people sit at the sides that ``plan`` says.

    ``table`` is what lies there, ``view`` how the stills see it, ``clock_ms`` the time of the last frame and
    ``dropped_on`` the zone across which a card lies that belongs elsewhere.
    """

    def __init__(self, plan: TablePlan, players: Sequence[str], room: FilmRoom) -> None:
        self._rng = rng = np.random.default_rng((room.seed, 43))
        self._plan = plan
        zones = card_zones(plan)
        self._decks = room.decks()
        self.table = PlayedTable(
            (plan.width, plan.height),
            zones,
            _whose(zones, players, self._decks),
            room.ground(rng),
            rng,
            px_per_mm=PX_PER_MM,
            tilt_deg=float(rng.uniform(0.0, 8.0)),
        )
        height, width = self.table.bare.shape[:2]
        self.view = TableView(width, height, self.table.plane)
        self._size = (SMALL_WIDTH, round(height * SMALL_WIDTH / width))
        self._small_view = self.view.scaled(*self._size)
        shape = (self._size[1], self._size[0])
        self._light = TableLight(shape, room.conditions, room.seed)
        px_per_mm = self._small_view.px_per_mm(Point(plan.width / 2, plan.height / 2))
        self._arms = ArmDrawing(shape, px_per_mm, self._small_px)
        self._looks = [random_look(rng) for _ in players]
        self.dropped_on: str | None = None
        self._crooked: frozenset[str] = frozenset()
        self._small = np.zeros((*shape, 3), np.uint8)
        self._reduce()
        self.clock_ms = self.frames = 0
        self.gestures: tuple[Gesture, ...] = ()
        # A camera's controls are locked at the beginning of an evening, so that white paper is not blinding.
        self._light.show(np.full_like(self._small, 255), 0)

    # ------------------------------------------------------------ pictures

    def frame(self) -> Frame:
        """The next frame of the small stream, 640 px wide."""
        self.clock_ms += FRAME_MS
        self.frames += 1
        scene = self._small
        active = [one for one in self.gestures if one.start_ms <= self.clock_ms <= one.end_ms]
        if active:
            scene = scene.copy()
            for gesture in active:
                self._arms.draw(scene, gesture, self.clock_ms)
        return Frame(self.frames, self.clock_ms, self._light.show(scene, self.clock_ms))

    def still(self, ev: float = 0.0) -> Image:
        """A picture at full resolution of what lies there now, without hands, ``ev`` brighter (1.0: twice)."""
        return self._light.still(self.table.picture, ev)

    def bare(self) -> Image:
        """The same of the table before anything lies on it."""
        return self._light.still(self.table.bare)

    def _reduce(self) -> None:
        """Make small what was drawn anew, in strips of whole px of both pictures: they come out as in the whole."""
        count = math.gcd(self.table.picture.shape[1], SMALL_WIDTH)
        strips, small, redrawn = (
            np.split(one, count, axis=1)
            for one in (self.table.picture, self._small, self.table.redrawn[None])
        )
        for number in range(count):
            if redrawn[number].any():
                size = (small[number].shape[1], self._size[1])
                cv2.resize(strips[number], size, small[number], interpolation=cv2.INTER_AREA)
        self.table.redrawn[:] = False

    def _small_px(self, mm: tuple[float, float]) -> tuple[float, float]:
        ((x, y),) = self._small_view.to_px(np.array([mm]))
        return float(x), float(y)

    # ------------------------------------------------------------ what lies there

    def lying(self) -> dict[str, tuple[str, ...]]:
        """The cards of every zone, the first lowest."""
        return {name: self.table.faces(name) for name in self.table.zones}

    def lay(
        self,
        faces: Mapping[str, Sequence[str]],
        crooked: Collection[str] = frozenset(),
        dropped_on: str | None = None,
    ) -> None:
        """Let these zones lie so, the others as they did; in ``crooked`` ones the last card lies askew, and across
        the zone ``dropped_on`` lies a card that belongs elsewhere.
        """
        self.table.lay({**self.lying(), **faces})
        for name in sorted(frozenset(crooked) - self._crooked):
            self.table.skew(name)
        for name in sorted(self._crooked - frozenset(crooked)):
            self.table.straighten(name)
        self._crooked = frozenset(crooked)
        if self.dropped_on != dropped_on:
            self.table.pick_up()
            if dropped_on is not None:
                self.table.drop(dropped_on, self._decks[0], "7H")
            self.dropped_on = dropped_on
        self._reduce()

    # ------------------------------------------------------------ hands

    def reaches(self, touches: Sequence[Touch]) -> Iterator[Gesture]:
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
        middle = self.table.place(touches[0].zone)[0]
        shoulder, beyond = self._body(side, middle)
        way: list[Waypoint] = [(touches[0].start_ms - REACHES_MS, beyond)]
        for touch in touches:
            length = touch.end_ms - touch.start_ms
            at = self._knuckles(touch.zone, side)
            for share in (0.3, 0.7):
                when = touch.start_ms + share * length
                way.append((max(way[-1][0] + 1.0, when), at))
        way.append((touches[-1].end_ms + REACHES_MS, beyond))
        return Gesture(side, shoulder, tuple(way), self._look_of(side))

    def stays(self, zones: Iterable[str], touches: Sequence[Touch]) -> Iterator[Gesture]:
        """Hands that are over zones when everything else is done, and stay there for ``STAYS_AT_MOST_MS``."""
        end = max((one.end_ms for one in touches), default=self.clock_ms)
        for zone in sorted(zones):
            side = "south" if self.table.zones[zone].middle[1] > self._plan.height / 2 else "north"
            shoulder, beyond = self._body(side, self.table.place(zone)[0])
            at = self._knuckles(zone, side)
            stays = end + STAYS_AT_MOST_MS
            way = ((end - REACHES_MS, beyond), (end, at), (stays, at), (stays + REACHES_MS, beyond))
            yield Gesture(side, shoulder, way, self._look_of(side))

    def leaves(self, gesture: Gesture) -> Gesture:
        """A hand that stayed over the table goes."""
        now = self.clock_ms
        return replace(gesture, way=((now, gesture.at(now)), (now + REACHES_MS, gesture.way[0][1])))

    def _body(self, side: str, x: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a player's shoulder is, and where the hand is while it is off the table, mm."""
        width, height = self._plan.width, self._plan.height
        shoulder_x = width / 2 + 0.45 * (x - width / 2)
        if side == "north":
            return (shoulder_x, -330.0), (x, -200.0)
        return (shoulder_x, height + 330.0), (x, height + 200.0)

    def _knuckles(self, zone: str, side: str) -> tuple[float, float]:
        """Where the knuckles are when the fingers are on the card of a zone: fingers are longer than the palm."""
        x, y = self.table.place(zone)
        dx, dy = (float(value) for value in self._rng.normal(0, 6.0, 2))
        return x + dx, y + dy + (30.0 if side == "south" else -30.0)

    def _look_of(self, side: str) -> Look:
        return self._looks[0 if side == self._plan.seats[0] else -1]


def card_zones(plan: TablePlan) -> tuple[WatchedZone, ...]:
    """The zones of a plan as those who read and draw cards know them."""
    return tuple(
        WatchedZone(
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
    zones: Iterable[WatchedZone], players: Sequence[str], decks: Sequence[CardArt]
) -> Mapping[str, Sequence[CardArt]]:
    """Which decks lie in which zones: every player's places hold cards of one's own, the others of both."""
    own = {
        zone.id: (decks[players.index(owner) % len(decks)],)
        for zone in zones
        if (owner := zone.id.partition(":")[2]) in players
    }
    return {"": tuple(decks), **own}
