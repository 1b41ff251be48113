"""The simulated table: a dice tray on a wooden table under a camera, drawn from a symbolic picture with
ground truth.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.cube import CubePose, Lamp, draw_cube, draw_shadow
from vision.scene.faces import NUMBER_FACES, POKER_FACES, arrange_faces
from vision.scene.hand import draw_hand
from vision.scene.style import DIE_STYLES, DieStyle
from vision.scene.surfaces import felt, leather, smooth_noise, wood

_NOISE_FRAMES = 4
_LININGS: dict[str, tuple[float, float, float]] = {
    "green_felt": (62.0, 92.0, 34.0),
    "blue_felt": (104.0, 62.0, 34.0),
    "red_felt": (44.0, 36.0, 118.0),
    "brown_leather": (46.0, 66.0, 96.0),
    "black_leather": (40.0, 40.0, 42.0),
}


@dataclass(frozen=True)
class SceneDie:
    """A die on the simulated table: its face ("1".."6" or "9".."A"), where it lies (mm from the tray's
    centre) and its look.

    `style` is a name of `DIE_STYLES` or a style; None picks ivory for pips and poker for figures. Its side at
    `towards_deg` is raised by `lean_deg`: a die that leans. What it leans on is drawn only where it is another die or
    the tray.
    """

    face: str
    x_mm: float
    y_mm: float
    turn_deg: float = 0.0
    side_mm: float = 16.0
    style: str | DieStyle | None = None
    lean_deg: float = 0.0
    towards_deg: float = 0.0


@dataclass(frozen=True)
class ScenePicture:
    """What lies on the simulated table; `hand` 0..1 is how far a hand has got in its pass over the tray
    (None: no hand).
    """

    dice: tuple[SceneDie, ...] = ()
    hand: float | None = None


@dataclass(frozen=True)
class RenderedDie:
    """Ground truth of one drawn die: silhouette `box` (x0, y0, x1, y1) and the centre of its top face, in px."""

    face: str
    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    top_quad: Float64Array = field(compare=False)


@dataclass(frozen=True)
class RenderedScene:
    """A drawn frame: uint8 BGR (h, w, 3), the dice in it, the tray's corners (4, 2) in px and the hand's
    coverage 0..1 of the tray.
    """

    image: ByteArray
    dice: tuple[RenderedDie, ...]
    tray_corners_px: Float64Array
    hand_cover: float


class SceneRenderer:
    """Draws frames of one simulated table; the same seed, picture and noise seed give the same pixels.

    World: mm, origin at the tray's centre, x right, y down as the camera sees it. The still part of the
    table is drawn
    once. Raises ValueError on an unknown lining, style or face.
    """

    def __init__(
        self,
        width: int = 960,
        height: int = 720,
        *,
        seed: int = 0,
        lining: str = "brown_leather",
        tray_mm: tuple[float, float] = (230.0, 165.0),
        view_width_mm: float = 330.0,
        distance_mm: float = 620.0,
        tilt_deg: float = 8.0,
        noise: float = 2.5,
    ) -> None:
        if lining not in _LININGS:
            raise ValueError(f"unknown tray lining {lining!r}; known: {', '.join(_LININGS)}")
        self.width, self.height = width, height
        self.tray_mm = tray_mm
        self.camera = PinholeCamera.over_table(
            width,
            height,
            view_width_mm=view_width_mm,
            distance_mm=distance_mm,
            tilt_deg=tilt_deg,
            heading_deg=90.0,
        )
        self.lamp = Lamp()
        rng = np.random.default_rng(seed)
        half_x, half_y = tray_mm[0] / 2, tray_mm[1] / 2
        corners = np.array(
            [[-half_x, -half_y, 0], [half_x, -half_y, 0], [half_x, half_y, 0], [-half_x, half_y, 0]], float
        )
        self.tray_corners_px = self.camera.project(corners)
        background, light = self._draw_table(lining, rng)
        self._lit_background = np.clip(background * light[..., None], 0, 255).astype(np.uint8)
        self._last_dice: tuple[tuple[SceneDie, ...], ByteArray, tuple[RenderedDie, ...]] | None = None
        self._level, self._chance = noise, rng
        self._noise: list[NDArray[np.int8]] = []

    def _draw_table(self, lining: str, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        scale = 2.0
        reach_mm = 420.0
        size = int(reach_mm * scale)
        table = wood(size, size, 13.0, (58.0, 88.0, 128.0), (112.0, 154.0, 196.0), rng)
        to_texture = np.array([[1 / scale, 0, -reach_mm / 2], [0, 1 / scale, -reach_mm / 2], [0, 0, 1]])
        seen = cv2.warpPerspective(
            table,
            self.camera.table_homography() @ to_texture,
            (self.width, self.height),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )
        image: FloatArray = np.asarray(seen, np.float32)
        colour = _LININGS[lining]
        inside_w, inside_h = int(self.tray_mm[0] * scale * 1.5), int(self.tray_mm[1] * scale * 1.5)
        cover = (
            leather(inside_h, inside_w, colour, 5.0, rng)
            if "leather" in lining
            else felt(inside_h, inside_w, colour, rng)
        )
        light = np.ones((self.height, self.width), np.float32)
        wall, rim = 18.0, 7.0
        half = np.array(self.tray_mm) / 2

        def ring(grow: float, lift: float) -> Float64Array:
            x, y = half[0] + grow, half[1] + grow
            return self.camera.project(
                np.array([[-x, -y, -lift], [x, -y, -lift], [x, y, -lift], [-x, y, -lift]])
            )

        inner_top, outer_top, outer_ground, floor = (
            ring(0.0, wall),
            ring(rim, wall),
            ring(rim, 0.0),
            ring(0.0, 0.0),
        )
        shadow = np.zeros((self.height, self.width), np.uint8)
        offset = np.array([16.0, 20.0])
        cv2.fillPoly(shadow, [np.round(outer_ground + offset).astype(np.int32)], 255)
        light *= 1.0 - 0.45 * cv2.GaussianBlur(shadow, (0, 0), 7).astype(np.float32) / 255.0
        whole = np.concatenate([outer_ground, outer_top])
        hull = cv2.convexHull(whole.astype(np.float32)).astype(np.int32)
        body = np.zeros((self.height, self.width), np.uint8)
        cv2.fillPoly(body, [hull], 255, cv2.LINE_AA)
        rim_colour = np.asarray(colour, np.float32) * 0.6 + 10.0
        grain = smooth_noise(self.height, self.width, 2, 2, rng)[..., None] * 3
        _lay(image, body, grain, rim_colour)
        light = np.where(body > 127, 1.0, light).astype(np.float32)
        for index, strength in enumerate((0.62, 0.95, 0.85, 0.55)):
            following = (index + 1) % 4
            quad = np.array([inner_top[index], inner_top[following], floor[following], floor[index]])
            face = np.zeros((self.height, self.width), np.uint8)
            cv2.fillPoly(face, [np.round(quad * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            _lay(image, face, grain, np.asarray(colour, np.float32) * strength)
        source = np.array([[0, 0], [inside_w, 0], [inside_w, inside_h], [0, inside_h]], np.float32)
        warp = cv2.getPerspectiveTransform(source, floor.astype(np.float32))
        lining_image = cv2.warpPerspective(cover, warp, (self.width, self.height), flags=cv2.INTER_AREA)
        inside = np.zeros((self.height, self.width), np.uint8)
        cv2.fillPoly(inside, [np.round(floor * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        _lay(image, inside, np.asarray(lining_image, np.float32))
        # The wall towards the lamp keeps light from a strip of the floor.
        strip = np.zeros((self.height, self.width), np.uint8)
        lx, ly, lz = self.lamp.towards
        throw = np.array([-lx, -ly]) * wall / -lz * self.camera.px_per_mm(np.zeros(3))
        cv2.fillPoly(strip, [np.round(floor + throw).astype(np.int32)], 255)
        shaded = cv2.GaussianBlur(((strip == 0) & (inside > 127)).astype(np.float32), (0, 0), 4)
        light *= 1.0 - 0.35 * shaded * (inside > 127)
        ys, xs = np.mgrid[0 : self.height, 0 : self.width].astype(np.float32)
        gradient = 1.06 - 0.22 * np.hypot(xs / self.width - 0.35, ys / self.height - 0.3)
        return np.asarray(image, np.float32), np.asarray(light * gradient, np.float32)

    def _style(self, die: SceneDie) -> DieStyle:
        if isinstance(die.style, DieStyle):
            return die.style
        name = die.style or ("ivory" if die.face in NUMBER_FACES else "poker")
        if name not in DIE_STYLES:
            raise ValueError(f"unknown die style {name!r}; known: {', '.join(DIE_STYLES)}")
        return DIE_STYLES[name]

    def _place_hand(self, image: ByteArray, progress: float) -> float:
        """Draw the hand at `progress` of its pass: in from the near edge, over the tray, and back out."""
        reach = math.sin(math.pi * min(1.0, max(0.0, progress)))
        scale = self.camera.px_per_mm(np.zeros(3)) * 1.15
        palm = 84.0 * scale
        centre = self.tray_corners_px.mean(axis=0)
        away = self.height - centre[1] + 2.2 * palm
        x = float(centre[0] + (0.10 + 0.20 * (progress - 0.5)) * self.tray_mm[0] * scale)
        y = float(centre[1] + 0.35 * palm + (1.0 - reach) * away)
        cover = draw_hand(image, (x, y), -90.0 - 14.0 + 10.0 * progress, palm)
        tray = np.zeros((self.height, self.width), np.uint8)
        cv2.fillPoly(tray, [np.round(self.tray_corners_px).astype(np.int32)], 255)
        covered, whole = int(np.count_nonzero((cover > 127) & (tray > 0))), int(np.count_nonzero(tray))
        return covered / max(1, whole)

    def render(self, picture: ScenePicture, noise_seed: int = 0) -> RenderedScene:
        """Draw one frame; `noise_seed` changes only the camera's noise."""
        dice = picture.dice
        for die in dice:
            if die.face not in NUMBER_FACES and die.face not in POKER_FACES:
                raise ValueError(f"unknown face {die.face!r}")
        still, drawn = self._draw_dice(dice)
        image, cover = still, 0.0
        if picture.hand is not None:
            image = still.copy()
            cover = self._place_hand(image, picture.hand)
        rng = np.random.default_rng(noise_seed)
        grain = self._grain(int(rng.integers(_NOISE_FRAMES)))
        y0, x0 = (int(v) for v in rng.integers(0, 64, 2))
        frame = cv2.add(image, grain[y0 : y0 + self.height, x0 : x0 + self.width], dtype=cv2.CV_8U)
        return RenderedScene(np.asarray(frame, np.uint8), drawn, self.tray_corners_px, cover)

    def _grain(self, number: int) -> NDArray[np.int8]:
        """One of the frames of noise; they are drawn in their order, when the first of them is needed."""
        while len(self._noise) <= number:
            noise = self._chance.normal(0.0, self._level, (self.height + 64, self.width + 64, 3))
            self._noise.append(np.asarray(np.round(noise, out=noise), np.int8))
        return self._noise[number]

    def _draw_dice(self, dice: tuple[SceneDie, ...]) -> tuple[ByteArray, tuple[RenderedDie, ...]]:
        """Return the table with the dice and without hand or noise; the last one is kept, since dice mostly
        lie still.
        """
        if self._last_dice is not None and self._last_dice[0] == dice:
            return self._last_dice[1], self._last_dice[2]
        image = self._lit_background.copy()
        styles = [self._style(die) for die in dice]
        poses = [_pose(die, style) for die, style in zip(dice, styles, strict=True)]
        if dice:
            shade = np.ones((self.height, self.width), np.float32)
            for pose, style in zip(poses, styles, strict=True):
                draw_shadow(shade, self.camera, pose, self.lamp, style.rounding)
            x, y, w, h = cv2.boundingRect((shade < 0.999).astype(np.uint8))
            image[y : y + h, x : x + w] = (
                image[y : y + h, x : x + w] * shade[y : y + h, x : x + w, None]
            ).astype(np.uint8)
        eye = self.camera.position_mm
        far_first = sorted(
            range(len(dice)), key=lambda index: -float(np.linalg.norm(poses[index].centre_mm - eye))
        )
        drawn: dict[int, RenderedDie] = {}
        for index in far_first:
            die = dice[index]
            rng = np.random.default_rng(_stable_seed(die))
            cube = draw_cube(
                image,
                self.camera,
                poses[index],
                arrange_faces(die.face, int(rng.integers(4))),
                styles[index],
                self.lamp,
                rng,
                top_turn=int(rng.integers(4)),
            )
            if cube is not None:
                centre = cube.top_quad.mean(axis=0)
                drawn[index] = RenderedDie(
                    die.face, cube.box, (float(centre[0]), float(centre[1])), cube.top_quad
                )
        finished = np.asarray(cv2.GaussianBlur(image, (3, 3), 0.6), np.uint8)
        truth = tuple(drawn[index] for index in sorted(drawn))
        self._last_dice = (dice, finished, truth)
        return finished, truth


def _lay(image: FloatArray, cover: ByteArray, texture: FloatArray, tint: FloatArray | None = None) -> None:
    """Cover a picture, float32 (height, width, 3), changed in place, with a texture of its size, where that shows."""
    x, y, width, height = cv2.boundingRect(cover)
    box = (slice(y, y + height), slice(x, x + width))
    share = cover[box].astype(np.float32)[..., None] / 255.0
    colours = texture[box] if tint is None else tint + texture[box]
    image[box] = image[box] * (1 - share) + colours * share


def _pose(die: SceneDie, style: DieStyle) -> CubePose:
    if die.lean_deg == 0.0:
        return CubePose.lying(die.x_mm, die.y_mm, die.turn_deg, die.side_mm)
    return CubePose.leaning(
        die.x_mm, die.y_mm, die.turn_deg, die.side_mm, die.lean_deg, die.towards_deg, style.rounding
    )


def _stable_seed(die: SceneDie) -> int:
    text = f"{die.face} {die.side_mm} {die.style}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
