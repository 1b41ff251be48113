"""Photographs of printed cards as a family takes them: in rows to be enrolled, lying freely, and a rack laid flat.

World: mm on the table, x right, y down as the camera sees it, the middle of the picture at (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.card_scene import CardScene, Glare, LaidCard, SceneLight
from vision.scene.deck import KeptDrawings
from vision.scene.deck_photographs import TakenLight
from vision.scene.game_box import BACK, BoxArt, GameBox
from vision.scene.hand import hand_mask
from vision.scene.surfaces import random_surface, smooth_noise
from vision.scene.things import lay_things

CARDS_A_PHOTOGRAPH = 10
"""So many cards a family lays out for one photograph."""
RACK = 10
MOST_SLANT_DEG = 30.0

_PICTURES = ((1536, 1152), (1600, 1200), (2016, 1512))
"""Stills of the stand's camera, and a telephone's photographs, px."""
_GROUNDS = ("wood", "wood", "planks", "felt", "cloth", "checked", "plain", "stone", "white")
_ROWS, _ROWS_OF_LYING = (5, 5, 10, 4), (3, 4, 5)
_GAP_MM = 8.0
_BESIDE_MM = 25.0


@dataclass(frozen=True, slots=True)
class SeenPrint:
    """A printed card in a photograph: its name ("back": face down), its corners px (4, 2) clockwise from its own
    upper left one, and the share of it that is seen.
    """

    label: str
    corners: Float64Array = field(compare=False)
    visible: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The upright rectangle about it: x0, y0, x1, y1, px."""
        x0, y0 = self.corners.min(axis=0)
        x1, y1 = self.corners.max(axis=0)
        return float(x0), float(y0), float(x1), float(y1)

    @property
    def middle(self) -> Float64Array:
        """The mean of its corners (2,), px."""
        return np.asarray(self.corners.mean(axis=0), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class PrintedPhotograph:
    """A photograph, uint8 BGR (h, w, 3), and the cards on it in the order in which they were laid."""

    picture: ByteArray
    cards: tuple[SeenPrint, ...]


@dataclass(frozen=True, slots=True)
class _Lie:
    """Where a card lies: its name, its middle, mm, and how far it is turned clockwise."""

    label: str
    x_mm: float
    y_mm: float
    turn_deg: float


def enrolment_photographs(
    box: GameBox, seed: int, labels: Sequence[str] | None = None
) -> list[PrintedPhotograph]:
    """Photograph every card of a box once, or those named, ten at a time in rows, in one room: of sixty cards six
    photographs. Raises ValueError on a card that the box has not.
    """
    rng = np.random.default_rng((seed, 81))
    wanted = list(box.labels if labels is None else labels)
    art = KeptDrawings(BoxArt(box), len(wanted))
    room = _Room.of(rng, evening=0.2)
    lying = box.size_mm[0] > box.size_mm[1]
    across = int(rng.choice(_ROWS_OF_LYING if lying else _ROWS))
    flipped = bool(rng.random() < 0.3)
    photographs = []
    for start in range(0, len(wanted), CARDS_A_PHOTOGRAPH):
        part = wanted[start : start + CARDS_A_PHOTOGRAPH]
        lies = _in_rows(part, box.size_mm, across, flipped, rng)
        slant = min(MOST_SLANT_DEG, abs(float(rng.normal(0, 8))))
        photographs.append(
            _photograph(art, lies, slant, room, rng, roll_deg=float(rng.normal(0, 2)), things=0)
        )
    return photographs


def table_photograph(box: GameBox, labels: Sequence[str], seed: int) -> PrintedPhotograph:
    """Photograph cards that lie free on any table, turned any way, seen at up to 30° aslant, in any light; "back" is
    one face down. Raises ValueError on a card that the box has not.
    """
    rng = np.random.default_rng((seed, 82))
    art = KeptDrawings(BoxArt(box), len(labels))
    room = _Room.of(rng, evening=0.35)
    cell = math.hypot(*box.size_mm) + _GAP_MM
    across = max(1, math.ceil(math.sqrt(1.5 * len(labels))))
    rows = math.ceil(len(labels) / across)
    order = rng.permutation(across * rows)[: len(labels)]
    base = float(rng.uniform(0, 360)) if rng.random() < 0.4 else None
    lies = []
    for place, label in zip(order, labels, strict=True):
        x, y = int(place) % across - (across - 1) / 2, int(place) // across - (rows - 1) / 2
        dx, dy = (float(way) for way in rng.uniform(-0.5, 0.5, 2) * _GAP_MM)
        turn = (
            float(rng.uniform(0, 360))
            if base is None
            else base + float(rng.normal(0, 6)) + 180 * int(rng.integers(2))
        )
        lies.append(_Lie(label, x * cell + dx, y * cell + dy, turn))
    slant = float(rng.uniform(0, MOST_SLANT_DEG))
    things = int(rng.integers(0, 3)) if rng.random() < 0.4 else 0
    return _photograph(
        art, lies, slant, room, rng, shadow=bool(rng.random() < 0.35), glares=True, things=things
    )


def rack_photograph(box: GameBox, labels: Sequence[str], seed: int) -> PrintedPhotograph:
    """Photograph a rack's cards laid flat side by side in this order, from their own front: a little apart, touching,
    or over one another by so little that every number shows; the camera stands at any side of the table. Raises
    ValueError on a card that the box has not.
    """
    rng = np.random.default_rng((seed, 83))
    art = KeptDrawings(BoxArt(box), len(labels))
    room = _Room.of(rng, evening=0.3)
    along_width = box.size_mm[0] <= box.size_mm[1]
    short = min(box.size_mm)
    step = short * float(rng.choice([rng.uniform(1.02, 1.12), 1.0 + 0.5 / short, rng.uniform(0.93, 0.99)]))
    lies = []
    for number, label in enumerate(labels):
        at = (number - (len(labels) - 1) / 2) * step
        off = float(rng.normal(0, 1.2))
        x, y = (at, off) if along_width else (off, at)
        lies.append(_Lie(label, x, y, float(rng.normal(0, 0.8))))
    slant = abs(float(rng.normal(0, 9)))
    roll = 90.0 * int(rng.integers(4)) + float(rng.normal(0, 4))
    return _photograph(
        art,
        lies,
        min(slant, MOST_SLANT_DEG),
        room,
        rng,
        roll_deg=roll,
        shadow=bool(rng.random() < 0.25),
        glares=True,
    )


@dataclass(frozen=True, slots=True)
class _Room:
    """Where a family plays: ground, lamp and camera."""

    size_px: tuple[int, int]
    ground: str
    light: SceneLight
    taken: TakenLight

    @staticmethod
    def of(rng: np.random.Generator, evening: float) -> _Room:
        """Any room; ``evening`` is the probability that only a warm lamp lights it."""
        late = bool(rng.random() < evening)
        warm = float(rng.uniform(0.1, 0.26)) if late else float(rng.normal(0, 0.06))
        bright = float(rng.uniform(0.42, 0.75)) if late else float(rng.uniform(0.75, 1.06))
        taken = TakenLight(
            (bright * (1 - warm), bright, bright * (1 + warm)),
            float(rng.uniform(0.1, 0.6)) if late else float(rng.uniform(0.0, 0.35)),
            float(rng.uniform(0, 360)),
            float(rng.uniform(0.35, 0.95)),
            float(rng.uniform(3.0, 7.0)) if late else float(rng.uniform(1.5, 4.5)),
            int(rng.integers(78, 94)),
        )
        light = SceneLight(
            float(rng.uniform(0, 360)), float(rng.uniform(0.2, 1.4)), float(rng.uniform(0.15, 0.6))
        )
        size = _PICTURES[int(rng.integers(len(_PICTURES)))]
        return _Room(size, _GROUNDS[int(rng.integers(len(_GROUNDS)))], light, taken)


def _in_rows(
    labels: Sequence[str], size_mm: tuple[float, float], across: int, flipped: bool, rng: np.random.Generator
) -> list[_Lie]:
    """Cards in rows, each a little crooked, and where ``flipped`` either way up."""
    rows = math.ceil(len(labels) / across)
    lies = []
    for number, label in enumerate(labels):
        row, column = divmod(number, across)
        x, y = (
            (column - (across - 1) / 2) * (size_mm[0] + _GAP_MM),
            (row - (rows - 1) / 2) * (size_mm[1] + _GAP_MM),
        )
        dx, dy = (float(way) for way in rng.normal(0, 1.2, 2))
        turn = float(rng.normal(0, 2.5)) + (180.0 * int(rng.integers(2)) if flipped else 0.0)
        lies.append(_Lie(label, x + dx, y + dy, turn))
    return lies


def _photograph(
    art: KeptDrawings,
    lies: Sequence[_Lie],
    slant_deg: float,
    room: _Room,
    rng: np.random.Generator,
    *,
    roll_deg: float | None = None,
    shadow: bool = False,
    glares: bool = False,
    things: int = 0,
) -> PrintedPhotograph:
    width, height = room.size_px
    around = np.concatenate([_corners_mm(lie, art.size_mm) for lie in lies])
    camera = _camera(room.size_px, around, slant_deg, roll_deg, rng)
    ground = _ground(room.ground, height, width, rng)
    if things:
        scale = camera.px_per_mm(np.zeros(3))
        lay_things(ground, scale, _kept_free(camera.project(around), scale), things, rng)
    scene = CardScene(ground, camera, room.light)
    lamp = around[int(rng.integers(len(around))), :2] * float(rng.uniform(0.0, 0.8))
    for lie in lies:
        card = LaidCard(art, lie.label, lie.x_mm, lie.y_mm, lie.turn_deg, shade=float(rng.normal(1.0, 0.02)))
        scene.lay(_as_it_lies(card, (float(lamp[0]), float(lamp[1])), rng) if glares else card)
    if shadow:
        _hand_shadow(scene.image, rng)
    seen = tuple(SeenPrint(card.card, card.quad, card.visible) for card in scene.cards())
    return PrintedPhotograph(room.taken.still(scene.image, rng), seen)


def _camera(
    size_px: tuple[int, int],
    around: Float64Array,
    slant_deg: float,
    roll_deg: float | None,
    rng: np.random.Generator,
) -> PinholeCamera:
    """A camera that sees all these places (n, 3) mm with a little beside them, and hardly more than that."""
    width, height = size_px
    heading = float(rng.uniform(0, 360))
    if roll_deg is not None:
        roll = roll_deg
    elif rng.random() < 0.75:
        roll = float(rng.normal(0, 6))
    else:
        roll = float(rng.uniform(0, 360))
    middle = (around.min(axis=0) + around.max(axis=0)) / 2
    distance = float(rng.uniform(550, 1100))
    margin = float(rng.uniform(0.02, 0.09)) * min(size_px)
    view = 0.5 * float(np.ptp(around[:, 0])) + 2 * _BESIDE_MM
    for _ in range(120):
        # Farther away, too, where there is more to see: a telephone is held higher.
        camera = PinholeCamera.over_table(
            width,
            height,
            view_width_mm=view,
            distance_mm=max(distance, 0.9 * view),
            tilt_deg=slant_deg,
            heading_deg=heading,
            roll_deg=roll,
            target_mm=(float(middle[0]), float(middle[1])),
        )
        at = camera.project(around)
        if (at >= margin).all() and (at <= np.array(size_px) - margin).all():
            break
        view *= 1.03
    return camera


def _ground(kind: str, height: int, width: int, rng: np.random.Generator) -> ByteArray:
    """A table of a kind, uint8 BGR; "white" is a cloth or a table as white as the cards."""
    if kind == "white":
        level = float(rng.uniform(195, 248))
        tint = level + rng.normal(0, 3, 3).astype(np.float32)
        folds = smooth_noise(height, width, height / 3, width / 3, rng) * np.float32(rng.uniform(1, 6))
        weave = smooth_noise(height, width, 1.5, 1.5, rng) * np.float32(rng.uniform(0, 3))
        surface: FloatArray = np.asarray(tint + (folds + weave)[..., None], np.float32)
    else:
        surface = random_surface(height, width, rng, kind)
    return np.clip(surface, 0, 255).astype(np.uint8)


def _corners_mm(lie: _Lie, size_mm: tuple[float, float]) -> Float64Array:
    """The corners of a card on the table (4, 3), mm."""
    angle = math.radians(lie.turn_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    flat = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * size_mm
    turned = flat @ np.array([[cos, sin], [-sin, cos]]) + (lie.x_mm, lie.y_mm)
    return np.column_stack([turned, np.zeros(4)])


def _kept_free(corners: Float64Array, scale: float) -> list[tuple[float, float, float, float]]:
    """Of cards with these corners (4 n, 2) px: their boxes and a finger's breadth, in px by ``scale``."""
    boxes = []
    for card in corners.reshape(-1, 4, 2) / scale:
        (x0, y0), (x1, y1) = card.min(axis=0) - _BESIDE_MM, card.max(axis=0) + _BESIDE_MM
        boxes.append((float(x0), float(y0), float(x1), float(y1)))
    return boxes


def _as_it_lies(card: LaidCard, lamp_mm: tuple[float, float], rng: np.random.Generator) -> LaidCard:
    """Bow one card in ten a little, and let glossy ones near the lamp mirror it."""
    if rng.random() < 0.1:
        card = replace(card, arch_mm=float(rng.uniform(-1.5, 2.0)), arch_along_width=bool(rng.random() < 0.5))
    near = math.dist(lamp_mm, (card.x_mm, card.y_mm)) < 110.0
    if near and card.card != BACK and rng.random() < card.art.gloss:
        x, y = (float(way) for way in rng.normal(0, 25.0, 2))
        spot = Glare(card.x_mm + x, card.y_mm + y, float(rng.uniform(8, 20)), float(rng.uniform(0.2, 0.6)))
        card = replace(card, glare=spot)
    return card


def _hand_shadow(picture: ByteArray, rng: np.random.Generator) -> None:
    """Darken what lies in the shadow of a hand and its arm that are above the picture's edge, in place."""
    height, width = picture.shape[:2]
    tip = (float(rng.uniform(0.1, 0.9)) * width, float(rng.uniform(0.1, 0.9)) * height)
    mask = hand_mask((height, width), tip, float(rng.uniform(0, 360)), float(rng.uniform(0.09, 0.16)) * width)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.004, 0.025)) * width)
    dark = cv2.convertScaleAbs(soft, alpha=-float(rng.uniform(0.2, 0.55)), beta=255.0)
    cv2.multiply(picture, cv2.merge([dark] * 3), picture, 1 / 255.0)
