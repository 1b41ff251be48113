"""A card table, once or through a whole game: what nobody touches stays to the pixel, a moved card keeps its print.

World: mm on the table, x right, y down as the camera sees it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.geometry import Homography
from vision.card_names import BACK
from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_scene import CARD_THICKNESS_MM, CardScene, LaidCard
from vision.scene.deck import CARD_MM, CardArt
from vision.watched_zone import WatchedZone

_WAYS: Mapping[str, float] = {"east": 0.0, "south": 90.0, "west": 180.0, "north": 270.0}
"""The direction in which a fan grows, degrees clockwise from x."""
_FIRST_MM = 45.0
"""The middle of a fan's first card lies so far inside the end of its zone."""
STEP_MM = 20.0
"""How far apart the cards of a fan are laid where there is room."""
_CARELESS_DEG, _CARELESS_MM = 2.0, 1.5
"""How exactly people lay cards: standard deviations."""
BEYOND_MM = 60.0
"""So much beside the table is in the picture, too."""
_DISTANCE_MM = 1100.0
_DRAWN_OF_A_PILE = 3
_MOST_BENEATH = 30
"""A pile of backs stands for up to so many cards."""
_BESIDE_MM = 45.0
"""Cards stick out of their zone, and shadows fall, no farther than this."""
_RIM_MM = 15.0
_CROOKED_DEG, _CROOKED_MM = 12.0, 7.0
_LEAST_STEP_MM = 11.0
_STEPS_VARY, _STEPS_VARY_BESIDE = 0.15, 0.03
"""How exactly the distance from card to card is kept in a fan, and side by side, as a share of it."""
_HALF_OUT_MM, _HALF_OUT_DEG = (14.0, 30.0), 10.0
_FALLS_MM, _FALLS_DEG = 15.0, (25.0, 65.0)
"""How far from its middle a card falls across a place (standard deviation), and how far turned, to either side."""

Place = tuple[float, float]


class PlayedTable:
    """The table as it lies now, seen by one camera: ``picture``, uint8 (height, width, 3) BGR.

    ``decks`` tell for each zone, or for "" where it is not named, which decks its cards come from when they are first
    seen there. ``ground`` is any picture of the bare table, stretched to the picture's size. Where there is room fans
    are laid with ``step_mm`` from card to card. ``half_out``: the share of cards that are laid half out of their
    place, and the chance that draws them. ``side_by_side``: cards show their whole faces in a row, their short sides
    along it, and lie along their piles; where they lie in no order they lie in lines, each stays where it is, and the
    next one comes to the first place that is free. The same seed of ``rng`` and the same calls give the same pixels.
    ``redrawn``, bool (width,), tells in which columns of the picture something was drawn, ``redrawn_to`` up to which
    row; whoever has looked there sets them back.
    """

    def __init__(
        self,
        size_mm: tuple[float, float],
        zones: Iterable[WatchedZone],
        decks: Mapping[str, Sequence[CardArt]],
        ground: FloatArray | ByteArray,
        rng: np.random.Generator,
        *,
        px_per_mm: float,
        tilt_deg: float = 0.0,
        step_mm: float = STEP_MM,
        half_out: tuple[float, np.random.Generator] | None = None,
        side_by_side: bool = False,
    ) -> None:
        self.zones = {zone.id: zone for zone in zones}
        self._decks = decks
        self._rng = rng
        self._step_mm = step_mm
        self._half_out = half_out
        self._side_by_side = side_by_side
        width, height = (round((side + 2 * BEYOND_MM) * px_per_mm) for side in size_mm)
        self.camera = PinholeCamera.over_table(
            width,
            height,
            view_width_mm=size_mm[0] + 2 * BEYOND_MM,
            distance_mm=_DISTANCE_MM,
            tilt_deg=tilt_deg,
            heading_deg=90.0,
            target_mm=(size_mm[0] / 2, size_mm[1] / 2),
        )
        self.bare = np.asarray(
            cv2.resize(
                np.clip(ground, 0, 255).astype(np.uint8), (width, height), interpolation=cv2.INTER_LINEAR
            ),
            np.uint8,
        )
        self.picture = self.bare.copy()
        self.redrawn, self.redrawn_to = np.ones(width, np.bool_), height
        self._beneath = {name: int(rng.integers(2, _MOST_BENEATH)) for name in self.zones}
        self._lying: dict[str, list[LaidCard]] = {name: [] for name in self.zones}
        self._across: dict[str, LaidCard] = {}
        self._in_hand: dict[str, list[CardArt]] = {}

    @property
    def plane(self) -> Homography:
        """The map from the picture to the table, px to mm."""
        return Homography(np.asarray(np.linalg.inv(self.camera.table_homography()), np.float64))

    # ------------------------------------------------------------ what lies there

    def lay(self, faces: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Put everything as told, the first card of a zone lowest; returns the zones that changed.

        Zones that are not named lie empty. Raises KeyError on a zone that the table has not.
        """
        changed: dict[str, Sequence[str]] = {}
        # In the table's order, which is the order of drawing: that of a set differs from run to run.
        for name in dict.fromkeys((*self.zones, *faces)):
            lying, wanted = self._lying[name], tuple(faces.get(name, ()))
            kept, new = (_any_order if self.zones[name].spread else _in_order)(lying, wanted)
            if new or len(kept) < len(lying):
                changed[name] = new
                for card in lying:
                    if not any(card is one for one in kept):
                        self._in_hand.setdefault(card.card, []).append(card.art)
                self._lying[name] = kept
        for name in sorted(changed):
            for face in changed[name]:
                self._add(name, face)
        self._in_hand.pop(BACK, None)
        self._draw(changed)
        return tuple(changed)

    def skew(self, name: str) -> None:
        """Let the last card of a zone lie crooked, until the zone is touched again."""
        lying = self._lying[name]
        if lying:
            dx, dy, turn = (float(value) for value in self._rng.normal(0, 1, 3))
            card = lying[-1]
            lying[-1] = replace(
                card,
                x_mm=card.x_mm + _CROOKED_MM * dx,
                y_mm=card.y_mm + _CROOKED_MM * dy,
                turn_deg=card.turn_deg + _CROOKED_DEG * turn,
            )
            self._draw([name])

    def straighten(self, name: str) -> None:
        """Lay the cards of a zone anew, as careful hands do."""
        cards, self._lying[name] = self._lying[name], []
        for card in cards:
            self._lying[name].append(self._placed(name, card.art, card.card, carefully=True))
        self._draw([name])

    def drop(self, name: str, face: str) -> None:
        """Let a card that belongs elsewhere lie across a zone, until ``pick_up``: the one that was taken up, or
        another of the deck where none was. One that fell straight would lie there by anybody's eyes.
        """
        x, y = self.place(name)
        dx, dy = (float(value) for value in self._rng.normal(0, _FALLS_MM, 2))
        turn = float(self._rng.uniform(*_FALLS_DEG)) + 90.0 * float(self._rng.integers(4))
        height = CARD_THICKNESS_MM * (len(self._lying[name]) + 1)
        taken_up = self._in_hand.get(face)
        art = taken_up[-1] if taken_up else self._any_deck(name)
        self._across[name] = LaidCard(art, face, x + dx, y + dy, turn, height)
        self._draw([name])

    def pick_up(self) -> None:
        """Take away whatever lies where it does not belong."""
        names, self._across = list(self._across), {}
        self._draw(names)

    def across(self, name: str) -> LaidCard | None:
        """The card that fell across a zone, None where none did."""
        return self._across.get(name)

    def faces(self, name: str) -> tuple[str, ...]:
        """The cards of a zone, the first lowest. Raises KeyError on a zone that the table has not."""
        return tuple(card.card for card in self._lying[name])

    def last(self, name: str) -> LaidCard | None:
        """The last card of a zone, None where nothing lies."""
        return self._lying[name][-1] if self._lying[name] else None

    def place(self, name: str) -> Place:
        """Where a hand goes that takes the last card of a zone or lays one there, mm."""
        card = self.last(name)
        return (card.x_mm, card.y_mm) if card is not None else self._spot(name, 0)

    # ------------------------------------------------------------ one more card

    def _any_deck(self, name: str) -> CardArt:
        """One of the decks from which the cards of a zone come."""
        decks = self._decks.get(name) or self._decks[""]
        return decks[int(self._rng.integers(len(decks)))]

    def _add(self, name: str, face: str) -> None:
        taken_up = self._in_hand.get(face)
        art = taken_up.pop() if taken_up else self._any_deck(name)
        card = self._placed(name, art, face)
        self._lying[name].append(card)
        if not self._holds(name, card):
            self._squeeze(name)

    def _placed(self, name: str, art: CardArt, face: str, *, carefully: bool = False) -> LaidCard:
        """A card laid on all that lies in a zone; laid ``carefully`` it never slips out of its place."""
        number = len(self._lying[name])
        dx, dy, turn = (float(value) for value in self._rng.normal(0, 1, 3))
        x, y = self._spot(name, number)
        zone = self.zones[name]
        if self._half_out is not None and not carefully:
            along, across, out_deg = self._slip(*self._half_out)
            if number and zone.towards is not None:
                # On others a card may slip far, but not so that their indices vanish: nobody leaves that so.
                along = max(along, _LEAST_STEP_MM - self._step_mm)
            way_x, way_y = _way(zone)
            x, y = x + along * way_x - across * way_y, y + along * way_y + across * way_x
            turn += out_deg / _CARELESS_DEG
        beneath = self._beneath[name] if zone.towards is None and face == BACK else 0
        return LaidCard(
            art,
            face,
            x + _CARELESS_MM * dx,
            y + _CARELESS_MM * dy,
            float(self._rng.choice([0.0, 180.0])) + self._quarter(zone, art) + _CARELESS_DEG * turn,
            CARD_THICKNESS_MM * (number + beneath),
        )

    def _quarter(self, zone: WatchedZone, art: CardArt) -> float:
        """By how much a card is turned so that it lies as its zone does, degrees."""
        if not self._side_by_side:
            return 0.0
        width, height = art.size_mm
        stands = zone.towards in ("east", "west") if zone.towards is not None else zone.height > zone.width
        return 0.0 if stands == (height > width) else 90.0

    def _slip(self, share: float, chance: np.random.Generator) -> tuple[float, float, float]:
        """How far out of its place a card is laid, along its fan and across it, mm, and how far turned, degrees."""
        slips, far, way, turn = (float(value) for value in (*chance.random(3), chance.normal()))
        if slips >= share:
            return 0.0, 0.0, 0.0
        low, high = _HALF_OUT_MM
        out = low + (high - low) * far
        return out * math.cos(math.tau * way), out * math.sin(math.tau * way), _HALF_OUT_DEG * turn

    def _spot(self, name: str, number: int) -> Place:
        """Where the next card of a zone belongs, mm: beside the one that lies there last."""
        zone = self.zones[name]
        if zone.towards is None:
            return zone.middle
        if zone.spread:
            return self._free_place(name)
        way = _way(zone)
        before = self._lying[name][number - 1] if number else None
        if before is None:
            length = zone.width if zone.towards in ("east", "west") else zone.height
            back = length / 2 - _FIRST_MM
            return zone.middle[0] - back * way[0], zone.middle[1] - back * way[1]
        vary = _STEPS_VARY_BESIDE if self._side_by_side else _STEPS_VARY
        step = self._step_mm * float(self._rng.uniform(1 - vary, 1 + vary))
        along = before.x_mm * way[0] + before.y_mm * way[1] + step
        # Along the fan from the card before; across it in the middle of the zone, so that rows do not wander off.
        across = -zone.middle[0] * way[1] + zone.middle[1] * way[0]
        return along * way[0] - across * way[1], along * way[1] + across * way[0]

    def _free_place(self, name: str) -> Place:
        """The first place of a zone with cards in lines on which none lies, mm; the last one where all are taken."""
        zone, way = self.zones[name], _way(self.zones[name])
        decks = self._decks.get(name) or self._decks[""]
        short, long = sorted(decks[0].size_mm) if decks else CARD_MM
        sides = (zone.width, zone.height) if zone.towards in ("east", "west") else (zone.height, zone.width)
        across = max(1, int(sides[0] / short))
        lines = max(1, int(sides[1] / long))
        x, y = zone.middle
        for number in range(across * lines):
            line, column = divmod(number, across)
            along = ((column + 0.5) / across - 0.5) * sides[0]
            aside = ((line + 0.5) / lines - 0.5) * sides[1]
            x = zone.middle[0] + along * way[0] + aside * abs(way[1])
            y = zone.middle[1] + along * way[1] + aside * abs(way[0])
            if all(math.hypot(card.x_mm - x, card.y_mm - y) > short / 2 for card in self._lying[name]):
                break
        return x, y

    def _holds(self, name: str, card: LaidCard) -> bool:
        zone = self.zones[name]
        if zone.towards is None or zone.spread:
            return True
        half = min(zone.width, zone.height) / 2 - 12.0
        inside_x = zone.left + half <= card.x_mm + 4.0 and card.x_mm - 4.0 <= zone.left + zone.width - half
        inside_y = zone.top + half <= card.y_mm + 4.0 and card.y_mm - 4.0 <= zone.top + zone.height - half
        return inside_x and inside_y

    def _squeeze(self, name: str) -> None:
        """Push the cards of a fan together, so that it fits into its zone again."""
        zone, cards = self.zones[name], self._lying[name]
        if zone.towards is None or len(cards) < 2:
            return
        way = _way(zone)
        length = zone.width if zone.towards in ("east", "west") else zone.height
        step = max(_LEAST_STEP_MM, (length - 2 * _FIRST_MM) / (len(cards) - 1))
        first = cards[0]
        for number in range(1, len(cards)):
            # Pushed together, cards keep how they are turned.
            cards[number] = replace(
                cards[number],
                x_mm=first.x_mm + number * step * way[0] + float(self._rng.normal(0, 0.6)),
                y_mm=first.y_mm + number * step * way[1] + float(self._rng.normal(0, 0.6)),
            )

    # ------------------------------------------------------------ drawing

    def _draw(self, names: Iterable[str]) -> None:
        for name in names:
            # Drawn with a rim that is thrown away: what is cut off there has other shadows.
            x0, y0, x1, y1 = self._box(name, _BESIDE_MM + _RIM_MM)
            cx, cy = self.camera.principal_px
            near = replace(self.camera, principal_px=(cx - x0, cy - y0))
            scene = CardScene(self.bare[y0:y1, x0:x1], near)
            for other in self.zones:
                if other == name or self._overlaps(other, (x0, y0, x1, y1)):
                    for card in self._shown(other):
                        scene.lay(card)
            left, top, right, bottom = self._box(name, _BESIDE_MM)
            self.picture[top:bottom, left:right] = scene.image[top - y0 : bottom - y0, left - x0 : right - x0]
            self.redrawn[left:right] = True
            self.redrawn_to = max(self.redrawn_to, bottom)

    def _shown(self, name: str) -> list[LaidCard]:
        lying = self._lying[name]
        if self.zones[name].towards is None:
            lying = lying[-_DRAWN_OF_A_PILE:]
        return lying if name not in self._across else [*lying, self._across[name]]

    def _box(self, name: str, beside_mm: float) -> tuple[int, int, int, int]:
        """The pixels of a zone and of so much beside it."""
        zone = self.zones[name]
        left, top = zone.left - beside_mm, zone.top - beside_mm
        right, bottom = zone.left + zone.width + beside_mm, zone.top + zone.height + beside_mm
        corners = np.array([(left, top, 0.0), (right, top, 0.0), (right, bottom, 0.0), (left, bottom, 0.0)])
        px = self.camera.project(corners)
        height, width = self.picture.shape[:2]
        x0, y0 = (max(0, int(value)) for value in px.min(axis=0))
        x1, y1 = min(width, math.ceil(px[:, 0].max())), min(height, math.ceil(px[:, 1].max()))
        return x0, y0, x1, y1

    def _overlaps(self, name: str, box: tuple[int, int, int, int]) -> bool:
        x0, y0, x1, y1 = self._box(name, _BESIDE_MM)
        return x0 < box[2] and box[0] < x1 and y0 < box[3] and box[1] < y1


def _way(zone: WatchedZone) -> tuple[float, float]:
    """The direction in which a fan grows, a unit vector; that of a pile is any."""
    ahead = math.radians(_WAYS[zone.towards or "east"])
    return math.cos(ahead), math.sin(ahead)


def _in_order(lying: Sequence[LaidCard], wanted: Sequence[str]) -> tuple[list[LaidCard], Sequence[str]]:
    """The cards that stay, from the base on, and what is laid on them."""
    pairs = enumerate(zip(lying, wanted, strict=False))
    kept = next((number for number, (card, face) in pairs if card.card != face), min(len(lying), len(wanted)))
    return list(lying[:kept]), wanted[kept:]


def _any_order(lying: Sequence[LaidCard], wanted: Sequence[str]) -> tuple[list[LaidCard], Sequence[str]]:
    """The cards that stay wherever they lie, and what is laid beside them."""
    new, kept = list(wanted), []
    for card in lying:
        if card.card in new:
            new.remove(card.card)
            kept.append(card)
    return kept, new
