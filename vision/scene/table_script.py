"""Random evenings for films of a card table: who reaches where and when, what rests, what slides."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.scene.arrays import ByteArray
from vision.scene.card_table import TABLE_MM, CardTable, LyingCard, zones_of_cards
from vision.scene.reaching_arm import Gesture, Look, Waypoint, random_look
from vision.scene.surfaces import random_surface
from vision.scene.table_film import Slide, off_table

_KINDS = ("carry", "pass", "rest", "push", "nudge", "dart")
_SHARES = (0.52, 0.12, 0.10, 0.10, 0.08, 0.08)
_QUIET_BEFORE_MS = 1500.0
_QUIET_AFTER_MS = 2500.0


@dataclass(frozen=True, slots=True)
class Script:
    """What happens in a film."""

    gestures: tuple[Gesture, ...]
    slides: tuple[Slide, ...]


def random_table(
    shape: tuple[int, int],
    seed: int,
    top: ByteArray | None = None,
    sprites: tuple[ByteArray, ...] | None = None,
) -> CardTable:
    """Set a table in the middle of a game: any surface (or ``top``), any cards (or ``sprites``) in its zones."""
    rng = np.random.default_rng((seed, 11))
    if top is None:
        top = np.clip(random_surface(shape[0], shape[1], rng), 8, 235).astype(np.uint8)
    table = CardTable(top, zones_of_cards(), sprites, seed)
    for number, zone in enumerate(table.zones):
        least, most = (1, 6) if zone.towards else (0, 3)
        for _ in range(int(rng.integers(least, most))):
            table.cards[number].append(_any_card(table, rng))
        table.draw(number)
    return table


def random_script(table: CardTable, seconds: float, seed: int) -> Script:
    """Make up what happens at a table for so long; the film begins and ends with two quiet seconds."""
    rng = np.random.default_rng((seed, 13))
    players = ("north", "south") if rng.random() < 0.5 else ("west", "east")
    looks = {side: random_look(rng) for side in players}
    writer = _Writer(table, rng)
    now = _QUIET_BEFORE_MS
    end = seconds * 1000 - _QUIET_AFTER_MS
    while now < end:
        side = str(rng.choice(players))
        kind = str(rng.choice(_KINDS, p=_SHARES))
        done = writer.write(kind, side, looks[side], now)
        if kind == "rest":
            # The other player goes on meanwhile.
            done = now + 900.0
        now = done + float(rng.uniform(150, 600) if rng.random() < 0.45 else rng.uniform(900, 2500))
    gestures = tuple(one for one in writer.gestures if one.end_ms < end + 500)
    slides = tuple(one for one in writer.slides if one.end_ms < end)
    return Script(gestures, slides)


class _Writer:
    """Writes gestures and slides, keeping count of the cards in every zone."""

    def __init__(self, table: CardTable, rng: np.random.Generator) -> None:
        self._table = table
        self._rng = rng
        self._count = [len(cards) for cards in table.cards]
        self._offset = [(0.0, 0.0)] * len(table.zones)
        self.gestures: list[Gesture] = []
        self.slides: list[Slide] = []

    def write(self, kind: str, side: str, look: Look, now: float) -> float:
        """Write one happening that begins ``now`` (ms); returns when it is over."""
        if kind == "carry":
            return self._carry(side, look, now)
        if kind == "push":
            return self._push(side, look, now)
        if kind == "nudge":
            return self._nudge(now)
        spot = self._rng.uniform((60, 60), (TABLE_MM[0] - 60, TABLE_MM[1] - 60))
        stay = {"pass": self._rng.uniform(0, 250), "rest": self._rng.uniform(2000, 9000), "dart": 0.0}[kind]
        if kind == "dart":
            return self._dart(side, look, now)
        return self._visit(side, look, now, (float(spot[0]), float(spot[1])), float(stay))

    def _carry(self, side: str, look: Look, now: float) -> float:
        filled = [zone for zone, count in enumerate(self._count) if count]
        zones = enumerate(self._table.zones)
        free = [number for number, zone in zones if not (zone.towards and self._count[number] > 8)]
        source = int(self._rng.choice(filled))
        target = int(self._rng.choice([zone for zone in free if zone != source]))
        start = off_table(side, self._along(side), 160.0)
        shoulder = self._shoulder(side)
        there = self._grip(shoulder, self._table.place(source, self._count[source] - 1))
        goal = self._grip(shoulder, self._table.place(target, self._count[target]))
        way: list[Waypoint] = [(now, start)]
        self._go(way, there)
        self._stay(way, float(self._rng.uniform(80, 400)))
        picks = way[-1][0] - 30
        if self._rng.random() < 0.25:
            # Somebody hesitates above another place.
            doubt = self._rng.uniform((150, 150), (TABLE_MM[0] - 150, TABLE_MM[1] - 150))
            self._go(way, (float(doubt[0]), float(doubt[1])))
            self._stay(way, float(self._rng.uniform(250, 1500)))
        self._go(way, goal)
        self._stay(way, float(self._rng.uniform(80, 350)))
        drops = way[-1][0] - 20
        self._go(way, off_table(side, self._along(side), 160.0))
        self._count[source] -= 1
        self._count[target] += 1
        self.gestures.append(Gesture(side, shoulder, tuple(way), look, picks, drops, source, target))
        return way[-1][0]

    def _visit(self, side: str, look: Look, now: float, spot: tuple[float, float], stay: float) -> float:
        way: list[Waypoint] = [(now, off_table(side, self._along(side), 160.0))]
        self._go(way, spot)
        if stay > 1500 and self._rng.random() < 0.5:
            left = stay
            while left > 0:
                # A hand that rests is not of stone.
                self._stay(way, min(left, 700.0))
                x, y = way[-1][1]
                dx, dy = self._rng.normal(0, 0.8, 2)
                way.append((way[-1][0] + 120, (x + float(dx), y + float(dy))))
                left -= 820
        elif stay > 0:
            self._stay(way, stay)
        self._go(way, off_table(side, self._along(side), 160.0))
        self.gestures.append(Gesture(side, self._shoulder(side), tuple(way), look))
        return way[-1][0]

    def _dart(self, side: str, look: Look, now: float) -> float:
        """In and out again within a third of a second or so."""
        along = self._along(side)
        start = off_table(side, along, 130.0)
        deep = float(self._rng.uniform(40, 170))
        x, y = off_table(side, along, -deep)
        half = float(self._rng.uniform(170, 380))
        way = ((now, start), (now + half, (x, y)), (now + 2 * half, start))
        self.gestures.append(Gesture(side, self._shoulder(side), way, look))
        return now + 2 * half

    def _push(self, side: str, look: Look, now: float) -> float:
        filled = [zone for zone, count in enumerate(self._count) if count]
        zone = int(self._rng.choice(filled))
        shoulder = self._shoulder(side)
        x, y = self._table.place(zone, self._count[zone] - 1)
        dx, dy = self._shift(zone)
        touch = self._grip(shoulder, (x, y))
        way: list[Waypoint] = [(now, off_table(side, self._along(side), 160.0))]
        self._go(way, touch)
        self._stay(way, 120.0)
        begins = way[-1][0]
        way.append((begins + float(self._rng.uniform(200, 600)), (touch[0] + dx, touch[1] + dy)))
        self.slides.append(Slide(zone, begins, way[-1][0], dx, dy, float(self._rng.normal(0, 3))))
        self._stay(way, 80.0)
        self._go(way, off_table(side, self._along(side), 160.0))
        self.gestures.append(Gesture(side, shoulder, tuple(way), look))
        return way[-1][0]

    def _nudge(self, now: float) -> float:
        """A card slides though nobody is seen."""
        filled = [zone for zone, count in enumerate(self._count) if count]
        zone = int(self._rng.choice(filled))
        dx, dy = self._shift(zone)
        end = now + float(self._rng.uniform(200, 700))
        self.slides.append(Slide(zone, now, end, dx, dy, float(self._rng.normal(0, 2))))
        return end

    def _shift(self, zone: int) -> tuple[float, float]:
        """A way of 5 to 30 mm; in a pile it leads back to the middle after it led away."""
        fan = self._table.zones[zone].towards is not None
        length = float(self._rng.uniform(5, 30 if fan else 12))
        x, y = self._offset[zone]
        angle = float(self._rng.uniform(0, 2 * math.pi))
        if math.hypot(x, y) > 3:
            angle = math.atan2(-y, -x)
            length = max(5.0, math.hypot(x, y))
        dx, dy = length * math.cos(angle), (0.3 if fan else 1.0) * length * math.sin(angle)
        if math.hypot(dx, dy) < 5:
            dx = math.copysign(5.0, dx)
        self._offset[zone] = (x + dx, y + dy)
        return dx, dy

    def _along(self, side: str) -> float:
        length = TABLE_MM[0] if side in ("north", "south") else TABLE_MM[1]
        return float(self._rng.uniform(0.25, 0.75) * length)

    def _shoulder(self, side: str) -> tuple[float, float]:
        return off_table(side, self._along(side), float(self._rng.uniform(230, 380)))

    def _grip(self, shoulder: tuple[float, float], card: tuple[float, float]) -> tuple[float, float]:
        """Where the knuckles are when the fingers hold a card there."""
        far = math.dist(shoulder, card)
        short = 58.0 / max(1.0, far)
        return card[0] + (shoulder[0] - card[0]) * short, card[1] + (shoulder[1] - card[1]) * short

    def _go(self, way: list[Waypoint], goal: tuple[float, float]) -> None:
        speed = float(self._rng.uniform(0.45, 1.3))
        way.append((way[-1][0] + max(220.0, math.dist(way[-1][1], goal) / speed), goal))

    def _stay(self, way: list[Waypoint], ms: float) -> None:
        way.append((way[-1][0] + ms, way[-1][1]))


def _any_card(table: CardTable, rng: np.random.Generator) -> LyingCard:
    dx, dy, turn = rng.normal(0, 1.0, 3)
    return LyingCard(int(rng.integers(len(table.sprites))), float(dx), float(dy), float(2 * turn))
