"""Scenes in which dice lean on the wall of a tray, on another die or on a card's edge, beside dice that lie flat."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.leaning import Eye
from vision.scene.arrays import ByteArray, Float64Array, FloatArray
from vision.scene.camera import PinholeCamera
from vision.scene.cube import CubePose, Lamp, draw_cube, draw_shadow
from vision.scene.style import Colour, DieStyle
from vision.scene.surfaces import SURFACE_KINDS, random_surface, smooth_noise
from vision.training.clutter import draw_box_edge, random_colour, scatter_clutter
from vision.training.photometry import photograph
from vision.training.rare_dice import RARE_LOOKS
from vision.training.scenes import (
    DIE_MM,
    SCENE_SIZE,
    faces_of,
    near,
    random_face,
    random_lamp,
    random_style,
)

COCKED_FROM_DEG = 10.0
"""From this lean on a die is cocked."""
FLAT_TO_DEG = 8.0
"""Up to this lean it counts as flat: cloth gives way, edges are worn."""
_MOST_LEAN_DEG = 50.0
_MOST_TILT_DEG = 25.0
_SIDES_PX = (26.0, 64.0)
_SMALLEST_PX = 19.0
_REACH_MM = 130.0
_UNSEEN_SURFACES = ("leather", "stone")
"""Grounds that are kept for judging."""


@dataclass(frozen=True, slots=True)
class LeaningDie:
    """Ground truth of one die: how far it leans in degrees, what of its upper face's unit normal lies in the picture
    (x, y), the silhouette's box and the middle of the die in px, how large one side is in px, the share of the
    silhouette that is seen.
    """

    lean_deg: float
    normal: tuple[float, float]
    box: tuple[float, float, float, float]
    centre: tuple[float, float]
    side: float
    visible: float

    @property
    def cocked(self) -> bool | None:
        """Whether it is cocked; None in between."""
        if self.lean_deg >= COCKED_FROM_DEG:
            return True
        return False if self.lean_deg <= FLAT_TO_DEG else None


@dataclass(frozen=True, slots=True)
class LeaningScene:
    """One scene: uint8 BGR (SCENE_SIZE, SCENE_SIZE, 3) set straight, as a tray is before it is read, its dice, the
    side of a die on the table in px, and where the camera stood: x, y and its height above the table, in px.
    """

    image: ByteArray
    dice: tuple[LeaningDie, ...]
    side_px: float
    eye: Eye


@dataclass(frozen=True, slots=True)
class _Placed:
    pose: CubePose
    style: DieStyle
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Support:
    """What a die leans on: its kind, the direction towards it (degrees), and how far along that it begins (mm)."""

    kind: str
    towards_deg: float
    begins_mm: float
    high_mm: float


def _usual_surface(rng: np.random.Generator) -> FloatArray:
    kinds = [kind for kind in SURFACE_KINDS if kind not in _UNSEEN_SURFACES]
    return random_surface(SCENE_SIZE, SCENE_SIZE, rng, kinds[int(rng.integers(len(kinds)))])


def _unseen_surface(rng: np.random.Generator) -> FloatArray:
    return random_surface(SCENE_SIZE, SCENE_SIZE, rng, _UNSEEN_SURFACES[int(rng.integers(2))])


def _unseen_style(rng: np.random.Generator) -> DieStyle:
    if rng.random() < 0.5:
        return random_style(rng)
    return RARE_LOOKS[int(rng.integers(len(RARE_LOOKS)))].style(rng)


def _lean(rng: np.random.Generator) -> float:
    draw = rng.random()
    if draw < 0.4:
        return 0.0
    if draw < 0.5:
        return float(rng.uniform(0.5, FLAT_TO_DEG))
    return float(rng.uniform(COCKED_FROM_DEG, _MOST_LEAN_DEG))


def _turn(towards_deg: float, rng: np.random.Generator) -> float:
    """Most dice lean on an edge, the others on a corner."""
    if rng.random() < 0.6:
        return towards_deg + float(rng.normal(0, 4)) + 90.0 * int(rng.integers(4))
    return float(rng.uniform(0, 360))


def _reach(pose: CubePose, towards_deg: float) -> float:
    """Return how far a die reaches from its middle in a direction on the table, in mm."""
    towards = math.radians(towards_deg)
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
    points = pose.points(corners) - pose.centre_mm
    return float((points[:, 0] * math.cos(towards) + points[:, 1] * math.sin(towards)).max())


def _main_die(
    at: tuple[float, float], style: DieStyle, rng: np.random.Generator
) -> tuple[CubePose, _Support | None]:
    """Return the pose of the die that leans, or lies flat where another would lean, and what it leans on."""
    towards, lean = float(rng.uniform(0, 360)), _lean(rng)
    pose = CubePose.leaning(*at, _turn(towards, rng), DIE_MM, lean, towards, style.rounding)
    kind = ("wall", "die", "slab", "none")[int(rng.choice(4, p=(0.36, 0.3, 0.24, 0.1)))]
    reach = _reach(pose, towards)
    if kind == "none":
        return pose, None
    if kind != "slab":
        gap = 0.0 if rng.random() < 0.6 else float(rng.uniform(0, 5))
        high = float(rng.uniform(6, 28)) if kind == "wall" else DIE_MM
        return pose, _Support(kind, towards, reach + gap, high)
    if lean < 1.0 or rng.random() < 0.2:
        high = float(rng.uniform(0.3, 5.0))
        if rng.random() < 0.5:
            # It lies flat upon the cards, or beside them.
            pose = replace(pose, centre_mm=pose.centre_mm - (0.0, 0.0, high))
            return pose, _Support(kind, towards, -reach - float(rng.uniform(0, 6)), high)
        return pose, _Support(kind, towards, reach + float(rng.uniform(0, 4)), high)
    under = float(rng.uniform(0.5, 0.95)) * 2 * reach
    return pose, _Support(kind, towards, under - reach, under * math.tan(math.radians(min(lean, 40.0))))


def _beside(pose: CubePose, support: _Support, rng: np.random.Generator) -> CubePose:
    """Return the die, lying flat, that another leans on."""
    towards = math.radians(support.towards_deg)
    side = DIE_MM
    away = support.begins_mm + side / 2
    along = float(rng.uniform(-0.45, 0.45)) * side
    x = float(pose.centre_mm[0]) + away * math.cos(towards) - along * math.sin(towards)
    y = float(pose.centre_mm[1]) + away * math.sin(towards) + along * math.cos(towards)
    return CubePose.lying(x, y, support.towards_deg + float(rng.normal(0, 3)), side)


def _quad(
    camera: PinholeCamera,
    pose: CubePose,
    support: _Support,
    near_mm: float,
    far_mm: float,
    up: tuple[float, float],
) -> Float64Array:
    """Return a long quad (4, 2) px across the direction of the support, from `near_mm` to `far_mm` along it, at
    heights `up` (mm) there.
    """
    towards = math.radians(support.towards_deg)
    u, across = (
        np.array([math.cos(towards), math.sin(towards)]),
        np.array([-math.sin(towards), math.cos(towards)]),
    )
    foot = pose.centre_mm[:2]
    points = []
    for along, high, sides in ((near_mm, up[0], (-1, 1)), (far_mm, up[1], (1, -1))):
        for side in sides:
            x, y = foot + u * along + across * side * _REACH_MM
            points.append((x, y, -high))
    return camera.project(np.array(points, np.float64))


def _fill(image: FloatArray, quad: Float64Array, paint: FloatArray) -> None:
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(np.clip(quad, -4000, 4000) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    share = mask.astype(np.float32)[..., None] / np.float32(255.0)
    image[:] = image * (1 - share) + paint * share


def _painted(colour: Colour, rng: np.random.Generator) -> FloatArray:
    grain = smooth_noise(SCENE_SIZE, SCENE_SIZE, 2.0, 2.0, rng)[..., None] * np.float32(rng.uniform(1, 6))
    return np.asarray(np.asarray(colour, np.float32) + grain, np.float32)


def _wall(
    image: FloatArray,
    camera: PinholeCamera,
    pose: CubePose,
    support: _Support,
    ground: Callable[[np.random.Generator], FloatArray],
    rng: np.random.Generator,
) -> Callable[[], None]:
    """Draw the wall of a tray; return what draws of it all that lies before the die."""
    begins, high, rim = support.begins_mm, support.high_mm, float(rng.uniform(2, 10))
    mean = image.mean(axis=(0, 1))
    lining: Colour = near((float(mean[0]), float(mean[1]), float(mean[2])), 8, rng)
    colour = lining if rng.random() < 0.5 else random_colour(rng)
    shade = float(rng.uniform(0.45, 1.05))
    inner = _painted((colour[0] * shade, colour[1] * shade, colour[2] * shade), rng)
    lift = float(rng.uniform(0.8, 1.25))
    top = _painted((colour[0] * lift, colour[1] * lift, colour[2] * lift), rng)
    outside = ground(rng) * np.float32(rng.uniform(0.4, 1.0))
    if rng.random() < 0.6:
        # The wall keeps light from a strip of the floor.
        strip = np.zeros(image.shape[:2], np.float32)
        wide = float(rng.uniform(0.1, 1.0)) * high
        cv2.fillPoly(
            strip,
            [
                np.round(
                    np.clip(_quad(camera, pose, support, begins - wide, begins, (0, 0)), -4000, 4000)
                ).astype(np.int32)
            ],
            1.0,
        )
        soft = cv2.GaussianBlur(strip, (0, 0), float(rng.uniform(0.8, 4)))
        image *= (1.0 - soft * np.float32(rng.uniform(0.1, 0.5)))[..., None]
    towards = math.radians(support.towards_deg)
    eye = camera.position_mm[:2] - pose.centre_mm[:2]
    seen = float(eye[0] * math.cos(towards) + eye[1] * math.sin(towards)) < begins

    def beyond() -> None:
        _fill(image, _quad(camera, pose, support, begins + rim, begins + rim + 150.0, (high, 0.0)), outside)
        _fill(image, _quad(camera, pose, support, begins, begins + rim, (high, high)), top)

    if not seen:
        return beyond
    _fill(image, _quad(camera, pose, support, begins, begins, (0.0, high)), inner)
    beyond()
    return lambda: None


def _slab(
    image: FloatArray,
    camera: PinholeCamera,
    pose: CubePose,
    support: _Support,
    rng: np.random.Generator,
) -> None:
    """Draw a card, a pile of them, a board or a rod that a die lies upon with one side."""
    begins, high = support.begins_mm, support.high_mm
    wide = 150.0 if rng.random() < 0.75 else float(rng.uniform(4, 30))
    colour: Colour = near((235.0, 238.0, 240.0), 10, rng) if rng.random() < 0.5 else random_colour(rng)
    shade = float(rng.uniform(0.4, 0.9))
    shadow = _quad(camera, pose, support, begins - 0.6 * high, begins, (0.0, 0.0))
    _fill(image, shadow, image * np.float32(rng.uniform(0.5, 0.95)))
    side = _painted((colour[0] * shade, colour[1] * shade, colour[2] * shade), rng)
    _fill(image, _quad(camera, pose, support, begins, begins, (0.0, high)), side)
    top = _painted(colour, rng)
    if rng.random() < 0.5:
        print_ = np.zeros_like(top)
        print_[:] = top
        scatter_clutter(print_, int(rng.integers(1, 4)), rng)
        top = print_
    _fill(image, _quad(camera, pose, support, begins, begins + wide, (high, high)), top)


def _others(
    placed: list[_Placed],
    camera: PinholeCamera,
    count: int,
    kind: str,
    shared: DieStyle,
    look: Callable[[np.random.Generator], DieStyle],
    support: _Support | None,
    rng: np.random.Generator,
) -> list[_Placed]:
    """Return further dice that lie flat and run into nothing."""
    to_table = np.linalg.inv(camera.table_homography())
    first = placed[0].pose.centre_mm
    others: list[_Placed] = []
    for _ in range(count * 6):
        if len(others) == count:
            break
        px = np.array([rng.uniform(0.02, 0.98) * SCENE_SIZE, rng.uniform(0.02, 0.98) * SCENE_SIZE, 1.0])
        at = to_table @ px
        x, y = float(at[0] / at[2]), float(at[1] / at[2])
        if any(
            math.hypot(x - one.pose.centre_mm[0], y - one.pose.centre_mm[1]) < 1.42 * DIE_MM
            for one in (*placed, *others)
        ):
            continue
        if support is not None and support.kind != "die":
            towards = math.radians(support.towards_deg)
            along = (x - first[0]) * math.cos(towards) + (y - first[1]) * math.sin(towards)
            if along > support.begins_mm - 0.72 * DIE_MM:
                continue
        style = shared if rng.random() < 0.6 else look(rng)
        pose = CubePose.lying(x, y, float(rng.uniform(0, 90)), DIE_MM)
        others.append(_Placed(pose, style, faces_of(random_face(kind, rng), rng)))
    return others


def _straightened(
    image: ByteArray,
    camera: PinholeCamera,
    side_px: float,
    at: tuple[float, float],
    turn: float,
    rng: np.random.Generator,
) -> tuple[ByteArray, Float64Array]:
    """Set the table straight at `side_px` px a die, turned by an angle (radians); return the picture and the matrix
    (3, 3) that led there.
    """
    scale = side_px / DIE_MM
    c, s = math.cos(turn) * scale, math.sin(turn) * scale
    middle = SCENE_SIZE / 2 + rng.uniform(-0.22, 0.22, 2) * SCENE_SIZE
    x, y = at
    metric = np.array([[c, -s, middle[0] - c * x + s * y], [s, c, middle[1] - s * x - c * y], [0, 0, 1]])
    matrix = np.asarray(metric @ np.linalg.inv(camera.table_homography()), np.float64)
    straight = cv2.warpPerspective(
        image, matrix, (SCENE_SIZE, SCENE_SIZE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(straight, np.uint8), matrix


def draw_leaning_scene(seed: int, index: int) -> LeaningScene:
    """Draw the scene number `index` of the series `seed`; the same numbers give the same scene."""
    return _draw(seed, index, _usual_surface, random_style)


def draw_unseen_scene(seed: int, index: int) -> LeaningScene:
    """The same on grounds that no `draw_leaning_scene` shows, half of the dice of the rarest looks."""
    return _draw(seed, index, _unseen_surface, _unseen_style)


def _draw(
    seed: int,
    index: int,
    ground: Callable[[np.random.Generator], FloatArray],
    look: Callable[[np.random.Generator], DieStyle],
) -> LeaningScene:
    rng = np.random.default_rng([seed, index])
    side_px = float(np.exp(rng.uniform(math.log(_SIDES_PX[0]), math.log(_SIDES_PX[1]))))
    image = np.array(ground(rng), np.float32)
    if rng.random() < 0.12:
        draw_box_edge(image, rng)
    if rng.random() < 0.3:
        scatter_clutter(image, int(rng.integers(1, 4)), rng)
    # What is set straight is drawn a little larger than it is shown, so that nothing is missing at its edges.
    drawn_px = side_px * float(rng.uniform(0.7, 1.0))
    camera = PinholeCamera.over_table(
        SCENE_SIZE,
        SCENE_SIZE,
        view_width_mm=SCENE_SIZE / drawn_px * DIE_MM,
        distance_mm=float(rng.uniform(250, 900)),
        tilt_deg=float(rng.uniform(0, _MOST_TILT_DEG)),
        heading_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
    )
    lamp = random_lamp(rng)
    kind = "numbers" if rng.random() < 0.7 else "poker"
    shared = look(rng)
    reach = 0.22 * SCENE_SIZE / drawn_px * DIE_MM
    at = (float(rng.uniform(-reach, reach)), float(rng.uniform(-reach, reach)))
    pose, support = _main_die(at, shared, rng)
    placed = [_Placed(pose, shared, faces_of(random_face(kind, rng), rng))]
    if support is not None and support.kind == "die":
        style = shared if rng.random() < 0.6 else look(rng)
        placed.append(_Placed(_beside(pose, support, rng), style, faces_of(random_face(kind, rng), rng)))
    placed += _others(placed, camera, int(rng.integers(0, 4)), kind, shared, look, support, rng)
    rest: Callable[[], None] = lambda: None  # noqa: E731 - what is left to draw of a wall, mostly nothing
    if support is not None and support.kind == "wall":
        rest = _wall(image, camera, pose, support, ground, rng)
    elif support is not None and support.kind == "slab":
        _slab(image, camera, pose, support, rng)
    cubes = _draw_dice(image, camera, placed, lamp, rng)
    rest()
    picture = photograph(image, rng, _SMALLEST_PX / side_px)
    turn = float(rng.uniform(0, 2 * math.pi))
    picture, matrix = _straightened(picture, camera, side_px, at, turn, rng)
    metric = matrix @ camera.table_homography()
    x, y, w = (float(value) for value in metric @ np.array([*camera.position_mm[:2], 1.0]))
    eye = (x / w, y / w, -float(camera.position_mm[2]) * side_px / DIE_MM)
    return LeaningScene(picture, tuple(_told(die, matrix, turn) for die in cubes), side_px, eye)


def _draw_dice(
    image: FloatArray, camera: PinholeCamera, placed: list[_Placed], lamp: Lamp, rng: np.random.Generator
) -> list[LeaningDie]:
    light = np.ones(image.shape[:2], np.float32)
    for one in placed:
        draw_shadow(light, camera, one.pose, lamp, one.style.rounding)
    image *= light[..., None]
    owners = np.zeros(image.shape[:2], np.int16)
    # A die that leans may lie upon another: what is nearer to the camera is drawn last.
    far_first = sorted(
        range(len(placed)),
        key=lambda i: -float(np.linalg.norm(placed[i].pose.centre_mm - camera.position_mm)),
    )
    found = []
    for number in far_first:
        one = placed[number]
        before = owners.copy()
        cube = draw_cube(
            image,
            camera,
            one.pose,
            one.faces,
            one.style,
            lamp,
            rng,
            top_turn=int(rng.integers(4)),
            owner_map=owners,
            owner=number + 1,
        )
        if cube is None:
            owners = before
            continue
        whole = int(np.count_nonzero(owners // 2 == number + 1))
        found.append((number, cube, whole))
    dice = []
    for number, cube, whole in found:
        pose = placed[number].pose
        left = int(np.count_nonzero(owners // 2 == number + 1))
        cut = cube.box[0] <= 0 or cube.box[1] <= 0 or cube.box[2] >= SCENE_SIZE or cube.box[3] >= SCENE_SIZE
        centre = camera.project(pose.centre_mm[None])[0]
        up = pose.rotation[:, int(np.abs(pose.rotation[2]).argmax())]
        up = -up if up[2] > 0 else up
        die = LeaningDie(
            pose.lean_deg,
            (float(up[0]), float(up[1])),
            cube.box,
            (float(centre[0]), float(centre[1])),
            pose.side_mm * camera.px_per_mm(pose.centre_mm),
            0.0 if cut else left / max(1, whole),
        )
        dice.append(die)
    return dice


def _told(die: LeaningDie, matrix: Float64Array, turn: float) -> LeaningDie:
    """Move a die with its picture, which was turned by an angle (radians)."""
    c, s = math.cos(turn), math.sin(turn)
    u, v = die.normal
    x0, y0, x1, y1 = die.box
    points = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1], die.centre])[None]
    moved = cv2.perspectiveTransform(points, matrix)[0]
    corners, centre = moved[:4], moved[4]
    lows, highs = corners.min(axis=0), corners.max(axis=0)
    size = math.sqrt(
        abs(float(cv2.contourArea(corners.astype(np.float32)))) / max(1.0, (x1 - x0) * (y1 - y0))
    )
    inside = bool(lows.min() > 0 and highs.max() < SCENE_SIZE)
    return LeaningDie(
        die.lean_deg,
        (c * u - s * v, s * u + c * v),
        (float(lows[0]), float(lows[1]), float(highs[0]), float(highs[1])),
        (float(centre[0]), float(centre[1])),
        die.side * size,
        die.visible if inside else 0.0,
    )
