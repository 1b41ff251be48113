"""A card table of many zones as a small stream shows it: where the zones are and which cards lie in them.

Not a ``PlayedTable``: what lies here are flat sprites, so that parts of real photographs can be table top and cards,
and so that hours of film are drawn soon.

Millimetres on the table, origin at its top left corner, x to the right, y down; px in the picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from vision.card_names import BACK, CARDS
from vision.scene.arrays import ByteArray
from vision.scene.deck import CARD_MM, Deck, random_deck_style
from vision.watched_zone import WatchedZone

TABLE_MM = (900.0, 700.0)
_FAN_STEP_MM = 24.0
_MOST_IN_FAN = 10
_MOST_IN_PILE = 4
"""Only the uppermost cards of a pile are drawn: the others are under them."""


def zones_of_cards() -> tuple[WatchedZone, ...]:
    """Twenty-six zones: eight foundations, eight cases with rows, and five places of each player."""
    zones: list[WatchedZone] = []
    for row in range(4):
        y = 142.0 + row * 105.0
        for column in range(2):
            name = f"foundation_{2 * row + column + 1}"
            zones.append(WatchedZone(name, 373.0 + 80.0 * column, y, 74.0, 99.0))
        zones.append(WatchedZone(f"case_{row + 1}", 62.0, y, 301.0, 99.0, "east"))
        zones.append(WatchedZone(f"case_{row + 5}", 537.0, y, 301.0, 99.0, "east"))
    for player, y in (("top", 22.0), ("bottom", 575.0)):
        for number, name in enumerate(("reserve", "stock", "waste", "aside")):
            zones.append(WatchedZone(f"{name}_{player}", 130.0 + 84.0 * number, y, 74.0, 99.0))
        zones.append(WatchedZone(f"hand_{player}", 520.0, y, 260.0, 99.0, "east"))
    return tuple(zones)


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card in a zone: which sprite, how far from its place (mm) and how much turned (degrees)."""

    sprite: int
    dx: float = 0.0
    dy: float = 0.0
    turn: float = 0.0


class CardTable:
    """The table as it lies: a picture of its top, uint8 (height, width, 3) BGR, with cards drawn in its zones.

    ``sprites`` are what can lie there, uint8 BGRA, colours multiplied by coverage; without them playing cards are
    drawn. Rows grow to the east.
    """

    def __init__(
        self,
        top: ByteArray,
        zones: Sequence[WatchedZone],
        sprites: Sequence[ByteArray] | None = None,
        seed: int = 0,
    ) -> None:
        height, width = top.shape[:2]
        self.zones = tuple(zones)
        self.px_per_mm = min((width - 8) / TABLE_MM[0], (height - 8) / TABLE_MM[1])
        self._origin = (
            (width - TABLE_MM[0] * self.px_per_mm) / 2,
            (height - TABLE_MM[1] * self.px_per_mm) / 2,
        )
        self.sprites = tuple(sprites) if sprites else _pack(self.px_per_mm, seed)
        self._top = top
        self.picture = top.copy()
        self.cards: list[list[LyingCard]] = [[] for _ in zones]
        self._boxes = [self._box(zone) for zone in zones]
        self.masks = np.zeros((height, width), np.int16) - 1
        for number, polygon in enumerate(self.polygons()):
            cv2.fillPoly(self.masks, [np.round(polygon).astype(np.int32)], number)
        self.areas = np.bincount(self.masks[self.masks >= 0], minlength=len(zones)).astype(np.float64)

    def px(self, mm: tuple[float, float]) -> tuple[float, float]:
        """Where a place on the table (mm) is in the picture (px)."""
        return self._origin[0] + mm[0] * self.px_per_mm, self._origin[1] + mm[1] * self.px_per_mm

    def polygons(self) -> list[tuple[tuple[float, float], ...]]:
        """The zones' corners in the picture, px, clockwise from top left."""
        return [tuple(self.px((at.x, at.y)) for at in zone.area.polygon) for zone in self.zones]

    def place(self, zone: int, index: int) -> tuple[float, float]:
        """The middle (mm) of the place that card number ``index`` of a zone has."""
        where = self.zones[zone]
        x, y = where.middle
        if where.towards is None:
            return x, y
        step = min(_FAN_STEP_MM, (where.width - CARD_MM[0] - 6) / max(1, _MOST_IN_FAN - 1))
        return where.left + CARD_MM[0] / 2 + 4 + step * min(index, _MOST_IN_FAN - 1), y

    def put(self, zone: int, card: LyingCard) -> None:
        """Lay a card on a zone."""
        self.cards[zone].append(card)
        self.draw(zone)

    def take(self, zone: int) -> LyingCard:
        """Take the last card of a zone away. Raises IndexError where none lies."""
        card = self.cards[zone].pop()
        self.draw(zone)
        return card

    def draw(self, zone: int) -> None:
        """Draw a zone anew, after its ``cards`` were changed."""
        left, top, right, bottom = self._boxes[zone]
        part = self._top[top:bottom, left:right].copy()
        cards = list(enumerate(self.cards[zone]))
        if self.zones[zone].towards is None:
            cards = cards[-_MOST_IN_PILE:]
        for index, card in cards:
            x, y = self.px(self.place(zone, index))
            at = (x - left + card.dx * self.px_per_mm, y - top + card.dy * self.px_per_mm)
            paste(part, self.sprites[card.sprite], at, card.turn)
        self.picture[top:bottom, left:right] = part

    def _box(self, zone: WatchedZone) -> tuple[int, int, int, int]:
        # Nothing of another zone is drawn over: half the gap belongs to each.
        left, top = self.px((zone.left - 2, zone.top - 2))
        right, bottom = self.px((zone.left + zone.width + 2, zone.top + zone.height + 2))
        return round(left), round(top), round(right), round(bottom)


def paste(canvas: ByteArray, sprite: ByteArray, centre: tuple[float, float], turn_deg: float = 0.0) -> None:
    """Draw a sprite (uint8 BGRA, colours multiplied by coverage) over a canvas (uint8 BGR, changed in place), its
    middle at ``centre`` px.
    """
    rows, columns = sprite.shape[:2]
    reach = 0.5 * float(np.hypot(rows, columns)) + 2
    left, top = max(0, int(centre[0] - reach)), max(0, int(centre[1] - reach))
    right = min(canvas.shape[1], int(centre[0] + reach) + 1)
    bottom = min(canvas.shape[0], int(centre[1] + reach) + 1)
    if right <= left or bottom <= top:
        return
    turn = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), turn_deg, 1.0)
    turn[:, 2] += (centre[0] - left - (columns - 1) / 2, centre[1] - top - (rows - 1) / 2)
    laid = cv2.warpAffine(sprite, turn, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    part = canvas[top:bottom, left:right]
    rest = cv2.merge([255 - cv2.extractChannel(laid, 3)] * 3)
    part[:] = cv2.add(cv2.multiply(part, rest, scale=1 / 255.0), cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR))


@lru_cache(maxsize=4)
def _pack(px_per_mm: float, seed: int) -> tuple[ByteArray, ...]:
    """The 52 cards and two backs of drawn decks: nobody writes on them, so that tables may share them."""
    decks = [Deck(replace(random_deck_style(seed + number), size=CARD_MM)) for number in range(2)]
    drawn = [decks[0].draw(card, px_per_mm) for card in (*CARDS, BACK)]
    return tuple(one.picture for one in (*drawn, decks[1].draw(BACK, px_per_mm)))
