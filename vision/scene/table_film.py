"""Films of a card table with ground truth: hands that carry cards, pass, rest and hesitate; cards that slide.

Every frame tells for each zone how much of it a hand covers and whether what lies in it has just moved: the truth
for whoever judges stillness.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.card_table import TABLE_MM, CardTable, LyingCard
from vision.scene.reaching_arm import ArmDrawing, Gesture
from vision.scene.table_light import TableLight
from vision.stillness.hands import SIDES


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
        self._arms = ArmDrawing(table.picture.shape[:2], table.px_per_mm, table.px)

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
                card = self._carried.get(number)
                sprite = None if card is None else table.sprites[card.sprite]
                covered = self._arms.draw(scene, self._gestures[number], now, sprite)
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


def off_table(side: str, along: float, beyond: float) -> tuple[float, float]:
    """A place (mm) off the table: ``along`` its side (mm) and ``beyond`` its edge."""
    width, height = TABLE_MM
    return {
        "north": (along, -beyond),
        "south": (along, height + beyond),
        "west": (-beyond, along),
        "east": (width + beyond, along),
    }[side]
