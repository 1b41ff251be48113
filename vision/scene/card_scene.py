"""Cards lying on any surface under a tilted camera: drawn one over the other, with the truth about each.

World: mm, x right, y down as the camera sees it; px in the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray, IntArray
from vision.scene.camera import PinholeCamera
from vision.scene.deck import CardArt, DrawnCard
from vision.scene.hand import draw_hand
from vision.scene.style import Colour

CARD_THICKNESS_MM = 0.3
ART_PX_PER_MM = 4.0
"""How finely cards are drawn before they are laid: a third more than is asked of a camera."""
_NOBODY, _SOMETHING = -1, -2
_WASHED_OUT = 0.7


@dataclass(frozen=True, slots=True)
class Glare:
    """Light that a card mirrors: a spot at (x, y) mm on the table, its radius in mm, its strength 0..1, its colour.

    A warm lamp turns black ink brown before paper shows anything.
    """

    x_mm: float
    y_mm: float
    radius_mm: float
    strength: float
    colour: Colour = (255.0, 255.0, 255.0)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the table: whose art, which code ("10H", "back"), where its middle lies (mm), how far it is turned
    clockwise, how high it lies above the table, how much it is bowed (mm; middle up, or ends up where negative) and
    along which side, how bright it is lit, and what it mirrors.
    """

    art: CardArt
    card: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    height_mm: float = 0.0
    arch_mm: float = 0.0
    arch_along_width: bool = False
    shade: float = 1.0
    glare: Glare | None = None


@dataclass(frozen=True, slots=True)
class SceneLight:
    """The lamp that casts shadows: their direction (degrees, clockwise from x), length (mm for each mm of height),
    darkness (0..1) and softness (mm).
    """

    direction_deg: float = 60.0
    slope: float = 0.8
    darkness: float = 0.4
    softness_mm: float = 0.8


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card in the picture: its code, its corners px (4, 2) clockwise from its own top left, and the share of it
    that is seen.
    """

    card: str
    deck: str
    quad: Float64Array = field(compare=False)
    visible: float

    @property
    def up(self) -> tuple[float, float]:
        """The direction of the card's upper edge, as a unit vector in px."""
        return _up(self.quad)

    @property
    def middle(self) -> tuple[float, float]:
        """The card's middle, px: where its diagonals cross."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.quad
        first, second = np.cross((ax, ay, 1.0), (cx, cy, 1.0)), np.cross((bx, by, 1.0), (dx, dy, 1.0))
        x, y, w = np.cross(first, second)
        return float(x / w), float(y / w)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, px."""
        return _size(self.quad)


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index in the picture: the number of its card, rank, suit, its corners px (4, 2) clockwise from its own top
    left, the share of it that is seen, and the language it is printed in.
    """

    card: int
    rank: str
    suit: str
    quad: Float64Array = field(compare=False)
    visible: float
    language: str = "english"

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the index, px."""
        x, y = self.quad.mean(axis=0)
        return float(x), float(y)

    @property
    def up(self) -> tuple[float, float]:
        """The direction of the index's head, as a unit vector in px."""
        return _up(self.quad)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height, px."""
        return _size(self.quad)


@dataclass(frozen=True, slots=True)
class _Lie:
    """How a laid card's own millimetres become pixels."""

    card: LaidCard
    drawn: DrawnCard
    flat_to_px: Float64Array
    lift: Float64Array

    def to_px(self, points_mm: Float64Array) -> Float64Array:
        """Points on the card (n, 2) mm to pixels (n, 2)."""
        flat = points_mm
        if self.card.arch_mm != 0.0:
            flat = points_mm + _bow(self.card, points_mm)[:, None] * self.lift
        local = np.column_stack([flat, np.ones(len(flat))]) @ self.flat_to_px.T
        return np.asarray(local[:, :2] / local[:, 2:3], np.float64)


class CardScene:
    """A picture that cards are laid on, one after the other: uint8 BGR ``image`` begins as a copy of ``ground``.

    ``camera`` sees the table; the same calls give the same pixels. Each card is drawn by its deck at
    ``art_px_per_mm``: a deck wrapped in ``KeptDrawings`` does so once.
    """

    def __init__(
        self,
        ground: ByteArray,
        camera: PinholeCamera,
        light: SceneLight | None = None,
        art_px_per_mm: float = ART_PX_PER_MM,
    ) -> None:
        self.image = ground.copy()
        self._camera = camera
        self._light = light or SceneLight()
        self._art_px_per_mm = art_px_per_mm
        self._owner: IntArray = np.full(ground.shape[:2], _NOBODY, np.int16)
        self._lies: list[_Lie] = []

    def lay(self, card: LaidCard) -> None:
        """Lay a card over all that lies there; raises ValueError on a card that its deck has not."""
        lie = self._lie(card)
        self._lies.append(lie)
        width, height = card.art.size_mm
        corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
        middles = (corners + np.roll(corners, 1, axis=0)) / 2
        outline = lie.to_px(np.concatenate([corners, middles]))
        px_per_mm = self._camera.px_per_mm(np.array([card.x_mm, card.y_mm, 0.0]))
        light = self._light
        up_mm = CARD_THICKNESS_MM + 0.5 * abs(card.arch_mm)
        fall = light.slope * up_mm * px_per_mm
        angle = math.radians(light.direction_deg)
        shift = (math.cos(angle) * fall, math.sin(angle) * fall)
        blur = max(0.5, light.softness_mm * (0.35 + 0.5 * abs(card.arch_mm)) * px_per_mm)
        reach = math.ceil(abs(fall) + 2.5 * blur) + 2
        box = self._box(outline, reach)
        if box is None:
            return
        x0, y0, x1, y1 = box
        laid = self._warped(lie, box, px_per_mm)
        part = self.image[y0:y1, x0:x1]
        cover = np.asarray(cv2.extractChannel(laid, 3), np.uint8)
        if light.darkness > 0.0:
            moved = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
            shadow = cv2.warpAffine(cover, moved, (x1 - x0, y1 - y0))
            wide = 2 * math.ceil(1.5 * blur) + 1
            shadow = cv2.blur(shadow, (wide, wide))
            dark = cv2.convertScaleAbs(shadow, alpha=-light.darkness, beta=255.0)
            cv2.multiply(part, cv2.merge([dark] * 3), part, 1 / 255.0)
        colours: ByteArray = np.asarray(cv2.cvtColor(laid, cv2.COLOR_BGRA2BGR), np.uint8)
        if card.shade != 1.0 or card.arch_mm != 0.0:
            colours = self._shaded(colours, lie, box)
        if card.glare is not None:
            colours = self._mirrored(colours, cover, card.glare, box, px_per_mm)
        rest = cv2.merge([255 - cover] * 3)
        part[:] = cv2.add(cv2.multiply(part, rest, scale=1 / 255.0), colours)
        self._owner[y0:y1, x0:x1][cover > 127] = len(self._lies) - 1
        if card.glare is not None:
            self._wash_out(card.glare, cover, box, px_per_mm)

    def lay_block(self, card: LaidCard) -> None:
        """Draw the sides of a block of cards that is ``card.height_mm`` high, where the card is to lie on it."""
        width, height = card.art.size_mm
        cut = 2.5
        outline = np.array(
            [
                (cut, 0.0),
                (width - cut, 0.0),
                (width, cut),
                (width, height - cut),
                (width - cut, height),
                (cut, height),
                (0.0, height - cut),
                (0.0, cut),
            ]
        )
        sheets = max(2, min(40, round(card.height_mm / 0.45)))
        # Of a block only sides are seen: any drawing will do.
        blank = DrawnCard(np.zeros((1, 1, 4), np.uint8), 1.0, ())
        for number in range(sheets):
            at = LaidCard(
                card.art,
                card.card,
                card.x_mm + 0.25 * math.sin(2.7 * number),
                card.y_mm + 0.25 * math.cos(4.1 * number),
                card.turn_deg + 0.2 * math.sin(1.3 * number),
                card.height_mm * number / sheets,
            )
            points = np.round(self._lie(at, blank).to_px(outline) * 16).astype(np.int32)
            if number == 0:
                shade = self.image.copy()
                cv2.fillPoly(shade, [points + 24], (0, 0, 0), cv2.LINE_AA, 4)
                weight = 0.5 * self._light.darkness
                self.image[:] = cv2.addWeighted(shade, weight, self.image, 1.0 - weight, 0.0)
            grey = 205.0 if number % 2 else 150.0
            cv2.fillPoly(self.image, [points], (0.96 * grey, 0.98 * grey, grey), cv2.LINE_AA, 4)
            cv2.fillPoly(self._owner, [points], _SOMETHING, cv2.LINE_8, 4)

    def cover(self, mask: ByteArray) -> None:
        """Tell that something else was drawn where ``mask``, uint8 (h, w), is above half: no card is seen there."""
        self._owner[mask > 127] = _SOMETHING

    def reach_in(
        self,
        tip_px: tuple[float, float],
        angle_deg: float,
        palm_px: float,
        skin: Colour = (128.0, 158.0, 205.0),
        shadow_px: tuple[float, float] = (8.0, 10.0),
    ) -> None:
        """Draw a hand and its arm over all; parameters are those of ``draw_hand``."""
        self.cover(draw_hand(self.image, tip_px, angle_deg, palm_px, skin, shadow_px))

    def cards(self) -> tuple[SeenCard, ...]:
        """Every card that was laid, in that order, as it is seen now; those outside the picture are seen by 0."""
        found = []
        for number, lie in enumerate(self._lies):
            width, height = lie.card.art.size_mm
            corners = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
            across, down = np.meshgrid(
                (np.arange(14) + 0.5) / 14 * width, (np.arange(20) + 0.5) / 20 * height
            )
            grid = np.column_stack([across.ravel(), down.ravel()])
            seen = self._share_seen(number, lie.to_px(grid))
            found.append(SeenCard(lie.card.card, lie.card.art.name, lie.to_px(corners), seen))
        return tuple(found)

    def indices(self) -> tuple[SeenIndex, ...]:
        """Every index of the cards that were laid, hidden ones too, as it is seen now."""
        found = []
        across, down = np.meshgrid((np.arange(10) + 0.5) / 10 - 0.5, (np.arange(14) + 0.5) / 14 - 0.5)
        inside = np.column_stack([across.ravel(), down.ravel()])
        corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        for number, lie in enumerate(self._lies):
            for index in lie.drawn.indices:
                up = np.array(index.up)
                axes = np.stack([np.array([-up[1], up[0]]) * index.width_mm, -up * index.height_mm])
                at = np.asarray(index.centre_mm)
                quad = lie.to_px(at + corners @ axes)
                near = self._box(quad, 1) is not None
                seen = self._share_seen(number, lie.to_px(at + inside @ axes)) if near else 0.0
                found.append(SeenIndex(number, index.rank, index.suit, quad, seen, index.language))
        return tuple(found)

    def _lie(self, card: LaidCard, drawn: DrawnCard | None = None) -> _Lie:
        drawn = drawn or card.art.draw(card.card, self._art_px_per_mm)
        width, height = card.art.size_mm
        angle = math.radians(card.turn_deg)
        c, s = math.cos(angle), math.sin(angle)
        on_table = np.array(
            [
                [c, -s, card.x_mm - c * width / 2 + s * height / 2],
                [s, c, card.y_mm - s * width / 2 - c * height / 2],
                [0.0, 0.0, 1.0],
            ]
        )
        to_px = self._camera.plane_homography(card.height_mm) @ on_table
        lift = np.zeros(2)
        if card.arch_mm != 0.0:
            middle = np.array([width / 2, height / 2, 1.0])
            higher = self._camera.plane_homography(card.height_mm + 1.0) @ on_table
            seen_at = np.linalg.inv(to_px) @ (higher @ middle)
            lift = seen_at[:2] / seen_at[2] - middle[:2]
        return _Lie(card, drawn, to_px, lift)

    def _box(self, outline: Float64Array, reach: int) -> tuple[int, int, int, int] | None:
        rows, columns = self.image.shape[:2]
        x0, y0 = (int(v) - reach for v in np.floor(outline.min(axis=0)))
        x1, y1 = (int(v) + reach + 1 for v in np.ceil(outline.max(axis=0)))
        x0, y0, x1, y1 = max(0, x0), max(0, y0), min(columns, x1), min(rows, y1)
        return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None

    def _warped(self, lie: _Lie, box: tuple[int, int, int, int], px_per_mm: float) -> ByteArray:
        """The card as it lies, uint8 BGRA, colours multiplied by coverage, for a box of the picture."""
        x0, y0, x1, y1 = box
        picture, scale = lie.drawn.picture, lie.drawn.px_per_mm
        while scale > 1.8 * px_per_mm:
            size = (max(1, round(picture.shape[1] / 1.5)), max(1, round(picture.shape[0] / 1.5)))
            picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
            scale /= 1.5
        width, height = lie.card.art.size_mm
        columns, rows = picture.shape[1], picture.shape[0]
        # A pixel's middle lies half a pixel inside.
        to_mm = np.array(
            [
                [width / columns, 0.0, 0.5 * width / columns],
                [0.0, height / rows, 0.5 * height / rows],
                [0, 0, 1],
            ]
        )
        into_box = np.array([[1.0, 0.0, -x0], [0.0, 1.0, -y0], [0.0, 0.0, 1.0]])
        if lie.card.arch_mm == 0.0:
            matrix = into_box @ lie.flat_to_px @ to_mm
            laid = cv2.warpPerspective(picture, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
            return np.asarray(laid, np.uint8)
        flat = self._flat_mm(lie, box)
        shape = flat.shape[:2]
        points = flat.reshape(-1, 2)
        at = points
        for _ in range(2):
            at = points - _bow(lie.card, at)[:, None].astype(np.float32) * lie.lift.astype(np.float32)
        maps = at - to_mm[:2, 2].astype(np.float32)
        map_x = (maps[:, 0] * np.float32(columns / width)).reshape(shape)
        map_y = (maps[:, 1] * np.float32(rows / height)).reshape(shape)
        return np.asarray(cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR), np.uint8)

    def _flat_mm(self, lie: _Lie, box: tuple[int, int, int, int]) -> FloatArray:
        """Where on the card's plane (mm) the pixels of a box look, float32 (h, w, 2)."""
        x0, y0, x1, y1 = box
        inverse = np.linalg.inv(lie.flat_to_px).astype(np.float32)
        xs, ys = np.arange(x0, x1, dtype=np.float32)[None, :], np.arange(y0, y1, dtype=np.float32)[:, None]
        parts = [inverse[row, 0] * xs + inverse[row, 1] * ys + inverse[row, 2] for row in range(3)]
        return np.stack([parts[0] / parts[2], parts[1] / parts[2]], axis=-1)

    def _shaded(self, colours: ByteArray, lie: _Lie, box: tuple[int, int, int, int]) -> ByteArray:
        """Brighter where a bowed card leans towards the lamp, darker where it leans away."""
        card = lie.card
        if card.arch_mm == 0.0:
            return np.asarray(cv2.convertScaleAbs(colours, alpha=card.shade), np.uint8)
        flat = self._flat_mm(lie, box)
        axis = 0 if card.arch_along_width else 1
        side = card.art.size_mm[axis]
        lean = -8.0 * card.arch_mm / side * (flat[..., axis] / np.float32(side) - np.float32(0.5))
        angle = math.radians(self._light.direction_deg - card.turn_deg)
        towards = math.cos(angle) if axis == 0 else math.sin(angle)
        light = np.clip(card.shade - 0.55 * towards * lean, 0.4, 1.6).astype(np.float32)
        return np.asarray(np.clip(colours * light[..., None], 0, 255), np.uint8)

    def _spot(self, glare: Glare, box: tuple[int, int, int, int], px_per_mm: float) -> FloatArray:
        x0, y0, x1, y1 = box
        at = self._camera.project(np.array([[glare.x_mm, glare.y_mm, 0.0]]))[0]
        spread = np.float32(-0.5 / (glare.radius_mm * px_per_mm) ** 2)
        xs = np.exp((np.arange(x0, x1, dtype=np.float32) - np.float32(at[0])) ** 2 * spread)
        ys = np.exp((np.arange(y0, y1, dtype=np.float32) - np.float32(at[1])) ** 2 * spread)
        return np.asarray(
            np.clip(1.6 * ys[:, None] * xs[None, :], 0.0, 1.0) * np.float32(glare.strength), np.float32
        )

    def _mirrored(
        self,
        colours: ByteArray,
        cover: ByteArray,
        glare: Glare,
        box: tuple[int, int, int, int],
        px_per_mm: float,
    ) -> ByteArray:
        white = self._spot(glare, box, px_per_mm)[..., None]
        full = cover[..., None].astype(np.float32) * (
            np.asarray(glare.colour, np.float32) / np.float32(255.0)
        )
        # Paper is as bright as what it mirrors: it does not get darker.
        return np.asarray(np.clip(colours + np.maximum(full - colours, 0.0) * white, 0, 255), np.uint8)

    def _wash_out(
        self, glare: Glare, cover: ByteArray, box: tuple[int, int, int, int], px_per_mm: float
    ) -> None:
        """Where nothing but white is left, the card is not seen."""
        x0, y0, x1, y1 = box
        lost = (self._spot(glare, box, px_per_mm) > _WASHED_OUT) & (cover > 127)
        self._owner[y0:y1, x0:x1][lost] = _SOMETHING

    def _share_seen(self, number: int, at: Float64Array) -> float:
        rows, columns = self._owner.shape
        x, y = np.round(at[:, 0]).astype(int), np.round(at[:, 1]).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < columns) & (y < rows)
        owners = self._owner[y[inside], x[inside]]
        return float(np.count_nonzero(owners == number)) / len(at)


def _bow(card: LaidCard, points_mm: Float64Array | FloatArray) -> Float64Array:
    """How high points of a bowed card (n, 2) mm stand above its plane, mm."""
    if card.arch_mm == 0.0:
        return np.zeros(len(points_mm))
    axis = 0 if card.arch_along_width else 1
    from_middle = np.clip(2.0 * points_mm[:, axis] / card.art.size_mm[axis] - 1.0, -1.3, 1.3)
    square = from_middle * from_middle
    return np.asarray(
        card.arch_mm * (1.0 - square) if card.arch_mm > 0 else -card.arch_mm * square, np.float64
    )


def _up(quad: Float64Array) -> tuple[float, float]:
    down = quad[3] - quad[0] + quad[2] - quad[1]
    length = max(1e-9, float(np.hypot(*down)))
    return float(-down[0] / length), float(-down[1] / length)


def _size(quad: Float64Array) -> tuple[float, float]:
    across = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    return float(np.hypot(*across)), float(np.hypot(*down))
