"""Films of a card table with ground truth: hands that carry cards, pass, rest and hesitate; cards that slide.

Every frame tells for each zone how much of it a hand covers and whether what lies in it has just moved: the truth
for whoever judges stillness.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from vision.scene.arrays import BoolArray, ByteArray, Float64Array, FloatArray
from vision.scene.card_table import TABLE_MM, CardTable, LyingCard
from vision.scene.hand import hand_mask
from vision.scene.playing_cards import paste
from vision.scene.style import Colour
from vision.scene.table_light import TableLight

SIDES = ("top", "right", "bottom", "left")
_EXPOSURE_MS = 16.0
_BLUR_PICTURES = 3

Waypoint = tuple[float, tuple[float, float]]
"""A time (ms of the film) and where the knuckles are then (mm on the table)."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a hand and its sleeve look: colours BGR, where the sleeve begins (palms behind the wrist), stripes."""

    skin: Colour = (120.0, 150.0, 200.0)
    sleeve: Colour = (90.0, 60.0, 50.0)
    cuff: float = 0.6
    stripes: float = 0.0
    palm_mm: float = 84.0
    shadow: float = 0.35
    shadow_mm: tuple[float, float] = (10.0, 14.0)
    shadow_soft_mm: float = 7.0


def random_look(rng: np.random.Generator) -> Look:
    """Pick a hand: children's and adults', bare arms and sleeves of any colour, hard and soft shadows."""
    tone = float(rng.uniform(0.35, 1.05))
    return Look(
        skin=(132.0 * tone, 164.0 * tone, 214.0 * tone),
        sleeve=tuple(float(value) for value in rng.uniform(15, 230, 3)),  # type: ignore[arg-type]
        cuff=float(rng.choice([0.1, 0.8, 2.5, 9.0])),
        stripes=float(rng.choice([0.0, 0.0, 0.3])),
        palm_mm=float(rng.uniform(64, 92)),
        shadow=float(rng.uniform(0.1, 0.55)),
        shadow_mm=(float(rng.uniform(-22, 22)), float(rng.uniform(-22, 22))),
        shadow_soft_mm=float(rng.uniform(3, 14)),
    )


@dataclass(frozen=True, slots=True)
class Gesture:
    """What one hand does: the way of its knuckles, from off the table and back, and the card it moves.

    ``side`` and ``shoulder`` (mm) tell where the arm comes from. At ``picks`` (ms) the last card of zone ``source``
    is taken, at ``drops`` laid on zone ``target``.
    """

    side: str
    shoulder: tuple[float, float]
    way: tuple[Waypoint, ...]
    look: Look = field(default_factory=Look)
    picks: float | None = None
    drops: float | None = None
    source: int | None = None
    target: int | None = None

    @property
    def start_ms(self) -> float:
        """When the hand comes."""
        return self.way[0][0]

    @property
    def end_ms(self) -> float:
        """When the hand has gone."""
        return self.way[-1][0]

    def at(self, now: float) -> tuple[float, float]:
        """Where the knuckles are (mm): from one waypoint to the next with the least jerk."""
        if now <= self.way[0][0]:
            return self.way[0][1]
        for (before, a), (after, b) in pairwise(self.way):
            if now <= after:
                share = (now - before) / max(1.0, after - before)
                eased = share**3 * (10 - 15 * share + 6 * share**2)
                return a[0] + (b[0] - a[0]) * eased, a[1] + (b[1] - a[1]) * eased
        return self.way[-1][1]


@dataclass(frozen=True, slots=True)
class Slide:
    """The last card of a zone moves by (dx, dy) mm between two times (ms of the film)."""

    zone: int
    start_ms: float
    end_ms: float
    dx: float
    dy: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class FilmFrame:
    """One frame of a film: uint8 (height, width, 3) BGR, its time (ms), and the truth about every zone.

    ``cover`` is which share of each zone hands and what they carry cover, ``moved`` where what lies there moved
    since the frame before, ``sides`` from which sides the hands over each zone come: bits in the order of ``SIDES``.
    """

    image: ByteArray
    ms: int
    cover: Float64Array
    moved: tuple[bool, ...]
    sides: tuple[int, ...]


class TableFilm:
    """Draws the film of one table: ``table`` is changed as hands move its cards."""

    def __init__(
        self,
        table: CardTable,
        light: TableLight,
        gestures: Sequence[Gesture] = (),
        slides: Sequence[Slide] = (),
    ) -> None:
        self._table = table
        self._light = light
        self._gestures = sorted(gestures, key=lambda one: one.start_ms)
        self._slides = sorted(slides, key=lambda one: one.start_ms)
        self._carried: dict[int, LyingCard] = {}
        self._picked: set[int] = set()
        self._slid: dict[int, float] = {}
        self._reach = self._reach_map()

    def frames(self, start_ms: float, end_ms: float, frame_ms: float) -> Iterator[FilmFrame]:
        """Yield the frames from one time to another; call with times that do not go backwards."""
        count = max(0, math.ceil((end_ms - start_ms) / frame_ms))
        for number in range(count):
            yield self.frame(start_ms + number * frame_ms)

    def frame(self, now: float) -> FilmFrame:
        """Return the frame at a time (ms)."""
        table = self._table
        moved = [False] * len(table.zones)
        for number, gesture in enumerate(self._gestures):
            self._move_card(number, gesture, now, moved)
        self._slide(now, moved)
        cover = np.zeros(len(table.zones))
        sides = [0] * len(table.zones)
        active = [
            number for number, one in enumerate(self._gestures) if one.start_ms - 50 <= now <= one.end_ms + 50
        ]
        scene = table.picture
        if active:
            scene = scene.copy()
            for number in active:
                covered = self._draw(scene, number, now)
                share = np.bincount(
                    table.masks[covered & (table.masks >= 0)], minlength=len(table.zones)
                ) / np.maximum(1.0, table.areas)
                cover = np.minimum(1.0, cover + share)
                bit = 1 << SIDES.index(self._gestures[number].side)
                for zone in np.flatnonzero(share):
                    sides[zone] |= bit
        return FilmFrame(self._light.show(scene, now), round(now), cover, tuple(moved), tuple(sides))

    # ------------------------------------------------------------ cards

    def _move_card(self, number: int, gesture: Gesture, now: float, moved: list[bool]) -> None:
        table = self._table
        if gesture.picks is not None and number not in self._picked and now >= gesture.picks:
            self._picked.add(number)
            if gesture.source is not None and table.cards[gesture.source]:
                self._carried[number] = table.take(gesture.source)
                moved[gesture.source] = True
        if number in self._carried and gesture.drops is not None and now >= gesture.drops:
            card = self._carried.pop(number)
            target = gesture.target if gesture.target is not None else gesture.source
            if target is not None:
                rng = np.random.default_rng((number, card.sprite))
                dx, dy, turn = rng.normal(0, 1.0, 3)
                table.put(target, LyingCard(card.sprite, float(dx), float(dy), float(2 * turn)))
                moved[target] = True

    def _slide(self, now: float, moved: list[bool]) -> None:
        table = self._table
        for number, slide in enumerate(self._slides):
            if now < slide.start_ms or self._slid.get(number) == 1.0 or not table.cards[slide.zone]:
                continue
            share = min(1.0, (now - slide.start_ms) / max(1.0, slide.end_ms - slide.start_ms))
            step = share - self._slid.get(number, 0.0)
            self._slid[number] = share
            card = table.cards[slide.zone][-1]
            table.cards[slide.zone][-1] = LyingCard(
                card.sprite,
                card.dx + slide.dx * step,
                card.dy + slide.dy * step,
                card.turn + slide.turn * step,
            )
            if step > 0:
                table.draw(slide.zone)
                moved[slide.zone] = True

    # ------------------------------------------------------------ hands

    def _reach_map(self) -> tuple[FloatArray, FloatArray]:
        height, width = self._table.picture.shape[:2]
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        return xs, ys

    def _draw(self, scene: ByteArray, number: int, now: float) -> BoolArray:
        """Draw a hand, its shadow and its card; returns what is covered, bool (height, width)."""
        gesture, table = self._gestures[number], self._table
        height, width = scene.shape[:2]
        look = gesture.look
        palm = look.palm_mm * table.px_per_mm
        total = np.zeros((height, width), np.float32)
        for blur in range(_BLUR_PICTURES):
            when = now - _EXPOSURE_MS * blur / _BLUR_PICTURES
            tip, angle = self._pose(gesture, when)
            mask = hand_mask((height, width), tip, angle, palm)
            _prolong(mask, tip, angle, palm)
            total += mask
        cover = np.clip(total / np.float32(_BLUR_PICTURES), 0, 255).astype(np.float32)
        tip, angle = self._pose(gesture, now)
        card_cover = np.zeros((height, width), np.bool_)
        if number in self._carried:
            sprite = table.sprites[self._carried[number].sprite]
            ahead = 0.7 * palm
            at = (
                tip[0] + ahead * math.cos(math.radians(angle)),
                tip[1] + ahead * math.sin(math.radians(angle)),
            )
            held = np.zeros((height, width, 3), np.uint8)
            white = sprite.copy()
            white[..., :3] = 255
            paste(held, white, at, -angle - 90.0)
            card_cover = held[..., 0] > 127
        silhouette = np.maximum(cover, np.where(card_cover, 255, 0)).astype(np.float32)
        if not silhouette.any():
            return np.zeros((height, width), np.bool_)
        scale = table.px_per_mm
        shift = np.array([[1, 0, look.shadow_mm[0] * scale], [0, 1, look.shadow_mm[1] * scale]], np.float32)
        shadow = cv2.warpAffine(silhouette, shift, (width, height), borderMode=cv2.BORDER_REPLICATE)
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.8, look.shadow_soft_mm * scale))
        shade = 1.0 - shadow * np.float32(look.shadow / 255)
        np.multiply(scene, shade[..., None], out=scene, casting="unsafe")
        if number in self._carried:
            paste(scene, table.sprites[self._carried[number].sprite], at, -angle - 90.0)
        self._colour(scene, cover, tip, angle, palm, look)
        return np.asarray((cover > 127) | card_cover, np.bool_)

    def _pose(self, gesture: Gesture, now: float) -> tuple[tuple[float, float], float]:
        x, y = gesture.at(now)
        angle = math.degrees(math.atan2(y - gesture.shoulder[1], x - gesture.shoulder[0]))
        return self._table.px((x, y)), angle

    def _colour(
        self,
        scene: ByteArray,
        cover: FloatArray,
        tip: tuple[float, float],
        angle: float,
        palm: float,
        look: Look,
    ) -> None:
        x0, y0, across, down = cv2.boundingRect((cover > 0).astype(np.uint8))
        box = (slice(y0, y0 + down), slice(x0, x0 + across))
        part = cover[box]
        xs, ys = self._reach[0][box], self._reach[1][box]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        behind = -((xs - tip[0]) * c + (ys - tip[1]) * s) / palm - 0.95
        depth = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 3)
        relief = (0.66 + 0.38 * np.clip(depth / (0.18 * palm), 0, 1)).astype(np.float32)
        relief = cv2.blur(relief, (3, 3))
        sleeve = behind > look.cuff
        shade = np.where(sleeve, relief * (1 - look.stripes * (np.sin(behind * 18) > 0)), relief)
        colour = np.where(
            sleeve[..., None], np.asarray(look.sleeve, np.float32), np.asarray(look.skin, np.float32)
        )
        flesh = np.clip(colour * shade[..., None], 0, 255)
        alpha = (part / 255.0)[..., None]
        scene[box] = (scene[box] * (1 - alpha) + flesh * alpha).astype(np.uint8)


def _prolong(mask: ByteArray, tip: tuple[float, float], angle: float, palm: float) -> None:
    """Draw the upper arm, where the forearm ends within the picture."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    start, end = ((round(tip[0] - far * palm * c), round(tip[1] - far * palm * s)) for far in (6.5, 16.0))
    cv2.line(mask, start, end, 255, max(1, round(0.95 * palm)), cv2.LINE_AA)


def off_table(side: str, along: float, beyond: float) -> tuple[float, float]:
    """A place (mm) off the table: ``along`` its side (mm) and ``beyond`` its edge."""
    width, height = TABLE_MM
    return {
        "top": (along, -beyond),
        "bottom": (along, height + beyond),
        "left": (-beyond, along),
        "right": (width + beyond, along),
    }[side]
