"""Random scenes of dice for training: any die, any table, any light, with ground truth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array
from vision.scene.camera import PinholeCamera
from vision.scene.cube import CubePose, Lamp, draw_cube, draw_shadow
from vision.scene.faces import NUMBER_FACES, POKER_FACES, SYMBOL_FACES, arrange_faces
from vision.scene.style import Colour, DieStyle
from vision.scene.surfaces import random_surface
from vision.training.clutter import draw_box_edge, draw_round_base, random_colour, scatter_clutter
from vision.training.photometry import photograph

SCENE_SIZE = 192
DIE_MM = 16.0
_SMALLEST_PX = 19.0
"""The smallest side of a top face, in px, that is still drawn before a scene is enlarged."""


@dataclass(frozen=True)
class TrainingDie:
    """Ground truth of one die: its face ("?..." for a symbol), the top face's quad (4, 2) px, the
    silhouette's box px, visible share.
    """

    face: str
    quad: Float64Array
    box: tuple[float, float, float, float]
    visible: float

    @property
    def centre(self) -> tuple[float, float]:
        """The centre of the top face, in px."""
        middle = self.quad.mean(axis=0)
        return float(middle[0]), float(middle[1])

    @property
    def side(self) -> float:
        """The side of a square as large as the top face, in px."""
        return math.sqrt(max(1.0, abs(float(cv2.contourArea(self.quad.astype(np.float32))))))

    @property
    def turn(self) -> float:
        """The direction of the top face's first edge, in radians."""
        edge = (self.quad[1] - self.quad[0]) + (self.quad[2] - self.quad[3])
        return math.atan2(float(edge[1]), float(edge[0]))


@dataclass(frozen=True)
class TrainingScene:
    """One scene: uint8 BGR (SCENE_SIZE, SCENE_SIZE, 3) and every die in it."""

    image: ByteArray
    dice: tuple[TrainingDie, ...]


def contrast(a: Colour, b: Colour) -> float:
    """Return how far two colours lie apart in the channel in which they differ most, 0..255."""
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def near(colour: Colour, spread: float, rng: np.random.Generator) -> Colour:
    """Return a colour (BGR 0..255) that strays from another by about `spread` in each channel."""
    b, g, r = np.clip(np.asarray(colour) + rng.normal(0, spread, 3), 0, 255)
    return (float(b), float(g), float(r))


def saturated(rng: np.random.Generator, low: float, high: float) -> Colour:
    """Return a strong colour (BGR 0..255) of any hue; the value of its HSV lies between `low` and `high`."""
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(130, 255), rng.uniform(low, high)
    b, g, r = cv2.cvtColor(np.array([[[hue, saturation, value]]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return (float(b), float(g), float(r))


def _dark_pearl(rng: np.random.Generator) -> tuple[Colour, Colour, Colour]:
    """Return body, second colour and pips of dice cast in two dark or metallic tones, whose pips stand out little."""
    if rng.random() < 0.6:
        body, second = saturated(rng, 40, 170), near((40.0, 40.0, 42.0), 14, rng)
    else:
        body = saturated(rng, 60, 190)
        shade = float(rng.uniform(0.35, 0.75))
        second = near((body[0] * shade, body[1] * shade, body[2] * shade), 16, rng)
    if rng.random() < 0.3:
        # Gunmetal, silver and bronze are hardly coloured.
        grey = sum(body) / 3
        body = near((0.75 * grey + 0.25 * body[0], grey, 0.75 * grey + 0.25 * body[2]), 6, rng)
    pick = rng.random()
    if pick < 0.45:
        pip = saturated(rng, 90, 230)
    elif pick < 0.65:
        pip = near((222.0, 225.0, 230.0), 14, rng)
    elif pick < 0.8:
        pip = near((60.0, 175.0, 215.0), 25, rng)
    else:
        pip = near((20.0, 20.0, 22.0), 8, rng)
    middle = tuple((a + b) / 2 for a, b in zip(body, second, strict=True))
    if contrast((middle[0], middle[1], middle[2]), pip) < 32.0:
        lift = 60.0 if sum(middle) < 390 else -60.0
        pip = near((middle[0] + lift, middle[1] + lift, middle[2] + lift), 8, rng)
    return body, second, pip


def random_style(rng: np.random.Generator) -> DieStyle:
    """Return the look of any die a family may own."""
    draw = rng.random()
    light: Colour = near((236.0, 238.0, 240.0), 8, rng)
    dark: Colour = near((22.0, 22.0, 24.0), 10, rng)
    second = random_colour(rng)
    marble = translucency = see_through = 0.0
    least = 45.0 if rng.random() < 0.3 else 80.0
    dull = rng.random() < 0.2
    if dull:
        body, second, pip = _dark_pearl(rng)
        marble, least = float(rng.uniform(0.4, 1.0)), 0.0
    elif draw < 0.36:
        body = near((222.0, 232.0, 238.0) if rng.random() < 0.7 else (180.0, 215.0, 232.0), 9, rng)
        pip = dark if rng.random() < 0.8 else saturated(rng, 60, 220)
    elif draw < 0.50:
        body, pip = (
            near((36.0, 36.0, 38.0), 14, rng),
            light if rng.random() < 0.75 else saturated(rng, 120, 255),
        )
    elif draw < 0.72:
        body = saturated(rng, 60, 235)
        pip = light if rng.random() < 0.7 else (dark if rng.random() < 0.5 else saturated(rng, 60, 255))
    elif draw < 0.85:
        body = saturated(rng, 30, 235)
        # Cloudy dice mix shades of one colour, marbled ones two colours.
        shade = float(rng.uniform(0.4, 1.7))
        cloudy = near((body[0] * shade, body[1] * shade, body[2] * shade), 20, rng)
        second = (
            cloudy
            if rng.random() < 0.45
            else saturated(rng, 20, 230)
            if rng.random() < 0.7
            else random_colour(rng)
        )
        marble = float(rng.uniform(0.3, 1.0))
        pick = rng.random()
        pip = (
            light
            if pick < 0.4
            else near((60.0, 190.0, 225.0), 25, rng)
            if pick < 0.6
            else saturated(rng, 60, 250)
        )
        if pick > 0.85:
            pip = dark
        if rng.random() < 0.3:
            translucency = float(rng.uniform(0.2, 0.7))
    elif draw < 0.96:
        body, translucency = saturated(rng, 90, 230), float(rng.uniform(0.35, 0.95))
        if rng.random() < 0.6:
            see_through = float(rng.uniform(0.1, 0.5))
        if rng.random() < 0.4:
            shade = float(rng.uniform(0.5, 0.9))
            second = (body[0] * shade, body[1] * shade, body[2] * shade)
            marble = float(rng.uniform(0.4, 1.0))
        pip = light if rng.random() < 0.85 else dark
    else:
        body, pip = random_colour(rng), random_colour(rng)
    if contrast(body, pip) < least:
        pip = light if sum(body) < 390 else dark
    radius = float(np.clip(rng.normal(0.09, 0.017), 0.055, 0.13))
    asian = rng.random() < 0.12
    one_pip: Colour | None = near((40.0, 30.0, 200.0), 15, rng) if asian and sum(body) > 450 else None
    rounded = rng.random()
    face_disc = 0.0
    if marble == 0.0 and rng.random() < 0.08:
        face_disc = float(rng.uniform(0.36, 0.46))
        dimmed = float(rng.uniform(0.5, 0.9))
        second = near((body[0] * dimmed, body[1] * dimmed, body[2] * dimmed), 6, rng)
        if contrast(second, pip) < 50.0:
            pip = light if sum(second) < 390 else dark
    return DieStyle(
        body=body,
        pip=pip,
        second=second,
        one_pip=one_pip,
        pip_radius=radius,
        one_scale=float(rng.uniform(1.2, 2.2)) if asian else float(rng.choice([1.0, 1.0, 1.15])),
        pip_spread=float(np.clip(rng.normal(0.25, 0.02), 0.19, 0.30)),
        pip_depth=float(rng.uniform(0.0, 1.0)),
        pip_glint=float(rng.choice([0.0, 0.0, rng.uniform(0.1, 1.0)])),
        square_pips=bool(rng.random() < 0.03),
        rounding=float(rng.uniform(0.04, 0.16) if rounded < 0.5 else rng.uniform(0.16, 0.42)),
        ball=0.87 if rng.random() < 0.7 else float(rng.uniform(0.66, 0.80)),
        marble=marble,
        translucency=translucency,
        gloss=float(rng.uniform(0.0, 0.9)),
        edge_wear=float(rng.choice([0.0, 0.0, 0.5])) if rng.random() < 0.3 else 0.0,
        glyph_seed=int(rng.integers(0, 700)),
        pictured=bool(rng.random() < 0.33),
        face_disc=face_disc,
        glare=float(rng.uniform(0.3, 1.0)) if rng.random() < (0.55 if dull else 0.12) else 0.0,
        see_through=see_through,
    )


def random_face(kind: str, rng: np.random.Generator) -> str:
    """Return any face of dice of a kind: "numbers", "poker" or "symbol"."""
    names = {"numbers": NUMBER_FACES, "poker": POKER_FACES, "symbol": SYMBOL_FACES}[kind]
    return names[int(rng.integers(len(names)))]


def faces_of(top: str, rng: np.random.Generator) -> tuple[str, ...]:
    """Return six faces, `top` first, in the order of `faces.arrange_faces`."""
    if top.startswith("?"):
        return (top, *(random_face("symbol", rng) for _ in range(5)))
    faces = arrange_faces(top, int(rng.integers(4)), bool(rng.random() < 0.4))
    if rng.random() < 0.05:
        return (faces[0], *(random_face("symbol", rng) for _ in range(5)))
    return faces


def _usual_side_px(rng: np.random.Generator) -> float:
    draw = rng.random()
    if draw < 0.84:
        low, high = 25.0, 76.0
    elif draw < 0.90:
        low, high = 110.0, 280.0
    else:
        low, high = 9.0, 25.0
    return float(np.exp(rng.uniform(math.log(low), math.log(high))))


def _usual_tilt_deg(rng: np.random.Generator) -> float:
    draw = rng.random()
    return float(
        rng.uniform(0, 14) if draw < 0.5 else rng.uniform(14, 32) if draw < 0.82 else rng.uniform(32, 54)
    )


def _usual_kind(rng: np.random.Generator) -> str:
    draw = rng.random()
    return "numbers" if draw < 0.66 else "poker" if draw < 0.9 else "mixed"


@dataclass(frozen=True, slots=True)
class SceneLook:
    """What a scene shows, as draws of chance: the side of a top face in px, how far from straight above it is seen in
    degrees, what the faces bear ("numbers", "poker" or "mixed"), and how a die looks.
    """

    side_px: Callable[[np.random.Generator], float] = _usual_side_px
    tilt_deg: Callable[[np.random.Generator], float] = _usual_tilt_deg
    kind: Callable[[np.random.Generator], str] = _usual_kind
    style: Callable[[np.random.Generator], DieStyle] = random_style


USUAL = SceneLook()


def random_lamp(rng: np.random.Generator) -> Lamp:
    """Return any light over a table."""
    height = rng.uniform(0.35, 0.98)
    around = rng.uniform(0, 2 * math.pi)
    flat = math.sqrt(1 - height * height)
    return Lamp(
        (flat * math.cos(around), flat * math.sin(around), -height),
        direct=float(rng.uniform(0.1, 0.65)),
        ambient=float(rng.uniform(0.4, 0.75)),
        shadow=float(rng.uniform(0.05, 0.7)),
        softness_mm=float(rng.choice([0.2, rng.uniform(0.5, 2), rng.uniform(2, 8)])),
    )


def _camera(side_px: float, tilt_deg: float, rng: np.random.Generator) -> PinholeCamera:
    size = SCENE_SIZE
    return PinholeCamera.over_table(
        size,
        size,
        view_width_mm=size / side_px * DIE_MM,
        distance_mm=float(rng.uniform(200, 900)),
        tilt_deg=tilt_deg,
        heading_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
    )


def _places(
    count: int, camera: PinholeCamera, sides: list[float], rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Return (x mm, y mm, turn deg) for `count` dice that do not run into each other; some touch."""
    to_table = np.linalg.inv(camera.table_homography())
    placed: list[tuple[float, float, float]] = []
    crowded = rng.random() < 0.4
    for index in range(count):
        for _ in range(25):
            turn = float(rng.uniform(0, 90))
            if placed and crowded:
                other = int(rng.integers(len(placed)))
                x0, y0, base = placed[other]
                if rng.random() < 0.5:
                    turn = base
                gap = (sides[index] + sides[other]) / 2 * rng.uniform(1.0, 1.35)
                angle = math.radians(base + 90 * int(rng.integers(4))) + rng.normal(0, 0.3)
                x, y = x0 + gap * math.cos(angle), y0 + gap * math.sin(angle)
            else:
                px = np.array(
                    [rng.uniform(0.02, 0.98) * SCENE_SIZE, rng.uniform(0.02, 0.98) * SCENE_SIZE, 1.0]
                )
                at = to_table @ px
                x, y = float(at[0] / at[2]), float(at[1] / at[2])
            if all(
                math.hypot(x - a, y - b) > (sides[index] + sides[k]) / 2 * 1.02
                for k, (a, b, _) in enumerate(placed)
            ):
                placed.append((x, y, turn))
                break
    return placed


def _cocked(turn_deg: float, rng: np.random.Generator) -> Float64Array:
    turn = CubePose.lying(0.0, 0.0, turn_deg, DIE_MM).rotation
    axis = rng.normal(0, 1, 3)
    lean, _ = cv2.Rodrigues(axis / np.linalg.norm(axis) * rng.uniform(0.02, 0.16))
    return np.asarray(lean @ turn, np.float64)


def draw_training_scene(seed: int, index: int, look: SceneLook = USUAL) -> TrainingScene:
    """Draw the scene number `index` of the series `seed`; the same numbers and look give the same scene."""
    rng = np.random.default_rng([seed, index])
    side_px = look.side_px(rng)
    image = np.array(random_surface(SCENE_SIZE, SCENE_SIZE, rng), np.float32)
    if rng.random() < 0.2:
        draw_round_base(image, rng)
    if rng.random() < 0.15:
        draw_box_edge(image, rng)
    if rng.random() < 0.5:
        scatter_clutter(image, int(rng.integers(1, 7)), rng)
    empty = rng.random() < 0.08
    room = (SCENE_SIZE / side_px) ** 2
    count = 0 if empty else int(np.clip(rng.integers(1, 8), 1, max(1, room * 0.45)))
    camera = _camera(side_px, look.tilt_deg(rng), rng)
    lamp = random_lamp(rng)
    kind = look.kind(rng)
    shared = [look.style(rng) for _ in range(int(rng.integers(1, 3)))]
    mixed_sizes = rng.random() < 0.2
    sides = [DIE_MM * float(rng.uniform(0.7, 1.4)) if mixed_sizes else DIE_MM for _ in range(count)]
    poses, styles, faces = [], [], []
    for die, (x, y, turn) in enumerate(_places(count, camera, sides, rng)):
        pose = CubePose.lying(x, y, turn, sides[die])
        if rng.random() < 0.08:
            pose = CubePose(pose.centre_mm, pose.side_mm, _cocked(turn, rng))
        poses.append(pose)
        styles.append(shared[int(rng.integers(len(shared)))] if rng.random() < 0.6 else look.style(rng))
        pick = kind if kind != "mixed" else ("numbers", "poker", "symbol")[int(rng.integers(3))]
        faces.append(faces_of(random_face("symbol" if rng.random() < 0.03 else pick, rng), rng))
    light = np.ones(image.shape[:2], np.float32)
    for pose, style in zip(poses, styles, strict=True):
        draw_shadow(light, camera, pose, lamp, style.rounding)
    image *= light[..., None]
    owners = np.zeros(image.shape[:2], np.int16)
    far_first = sorted(
        range(len(poses)), key=lambda i: -float(np.linalg.norm(poses[i].centre_mm - camera.position_mm))
    )
    drawn = {}
    for die in far_first:
        cube = draw_cube(
            image,
            camera,
            poses[die],
            faces[die],
            styles[die],
            lamp,
            rng,
            top_turn=int(rng.integers(4)),
            owner_map=owners,
            owner=die + 1,
        )
        if cube is not None:
            drawn[die] = cube
    dice = []
    for die, cube in drawn.items():
        area = abs(float(cv2.contourArea(cube.top_quad.astype(np.float32))))
        left = int(np.count_nonzero(owners == (die + 1) * 2 + 1))
        dice.append(TrainingDie(faces[die][0], cube.top_quad, cube.box, min(1.0, left / max(1.0, area))))
    return TrainingScene(photograph(image, rng, _SMALLEST_PX / side_px), tuple(dice))
