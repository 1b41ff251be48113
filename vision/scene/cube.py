"""Draws one die as a rounded cube by sphere tracing: real perspective, rounded edges, shading and highlights.

Sphere tracing: J. C. Hart, "Sphere tracing: a geometric method for the antialiased ray tracing of implicit
surfaces", 1996.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array, FloatArray, IntArray
from vision.scene.camera import PinholeCamera
from vision.scene.faces import draw_atlas
from vision.scene.style import DieStyle

_CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float64)
_TOP_CORNERS = np.array([[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1]], np.float64)
# Axis, sign, and the axes and signs of u and v, for the tiles (top, bottom, +x, -x, +y, -y) of the atlas.
_TILE_NORMALS = np.array([[0, 0, -1], [0, 0, 1], [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]], np.float64)
_TILE_U = np.array([[1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0], [1, 0, 0], [-1, 0, 0]], np.float64)
_TILE_V = np.array([[0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 0, 1], [0, 0, 1], [0, 0, 1]], np.float64)


@dataclass(frozen=True)
class Lamp:
    """One light: `towards` is the unit vector to it in the world (z < 0 is up); strengths are shares of
    full light.
    """

    towards: tuple[float, float, float] = (-0.45, -0.55, -0.70)
    direct: float = 0.5
    ambient: float = 0.55
    shadow: float = 0.45
    softness_mm: float = 2.0


@dataclass(frozen=True)
class CubePose:
    """A die's pose: centre in the world (mm), side (mm), `rotation` (3x3) from die axes to world axes (top
    face at -z).
    """

    centre_mm: Float64Array
    side_mm: float
    rotation: Float64Array

    @staticmethod
    def lying(x_mm: float, y_mm: float, turn_deg: float, side_mm: float) -> CubePose:
        """Return the pose of a die that lies flat on the table."""
        turn = math.radians(turn_deg)
        c, s = math.cos(turn), math.sin(turn)
        rotation = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return CubePose(np.array([x_mm, y_mm, -side_mm / 2]), side_mm, rotation)

    @staticmethod
    def leaning(
        x_mm: float,
        y_mm: float,
        turn_deg: float,
        side_mm: float,
        lean_deg: float,
        towards_deg: float,
        rounding: float = 0.0,
    ) -> CubePose:
        """Return the pose of a die that touches the table, its side at `towards_deg` raised by `lean_deg`; its edges
        are rounded by a share of half its side.
        """
        flat = CubePose.lying(x_mm, y_mm, turn_deg, side_mm)
        towards = math.radians(towards_deg)
        axis = np.array([-math.sin(towards), math.cos(towards), 0.0]) * math.radians(lean_deg)
        rotation = np.asarray(cv2.Rodrigues(axis)[0] @ flat.rotation, np.float64)
        lowest = float((_CORNERS @ rotation.T)[:, 2].max()) * (1.0 - rounding) + rounding
        return CubePose(np.array([x_mm, y_mm, -lowest * side_mm / 2]), side_mm, rotation)

    @property
    def lean_deg(self) -> float:
        """How far the face that lies uppermost is from level, in degrees, 0 to 54.7."""
        return math.degrees(math.acos(min(1.0, float(np.abs(self.rotation[2]).max()))))

    def points(self, units: Float64Array) -> Float64Array:
        """Return points given in half sides (n, 3) as world points in mm."""
        return np.asarray(units * (self.side_mm / 2) @ self.rotation.T + self.centre_mm)


@dataclass(frozen=True)
class DrawnCube:
    """Where a die came to lie in the picture: `box` of the silhouette (x0, y0, x1, y1), top face quad (4,
    2) in px.
    """

    box: tuple[float, float, float, float]
    top_quad: Float64Array


def _distance(points: FloatArray, rounding: float, ball: float) -> FloatArray:
    q = np.abs(points) - np.float32(1.0 - rounding)
    outside = np.maximum(q, 0.0)
    distance = (
        np.sqrt(np.einsum("nk,nk->n", outside, outside))
        + np.minimum(q.max(axis=1), 0.0)
        - np.float32(rounding)
    )
    if ball < 0.86:
        distance = np.maximum(
            distance, np.sqrt(np.einsum("nk,nk->n", points, points)) - np.float32(ball * 2.0)
        )
    return np.asarray(distance, np.float32)


def _normals(points: FloatArray, rounding: float, ball: float) -> FloatArray:
    q = np.maximum(np.abs(points) - np.float32(1.0 - rounding), 1e-5) * np.sign(points)
    if ball < 0.86:
        radius = np.sqrt(np.einsum("nk,nk->n", points, points))
        share = np.clip((radius - (ball * 2.0 - 0.05)) / 0.05, 0.0, 1.0)[:, None]
        q = (
            q / (np.linalg.norm(q, axis=1, keepdims=True) + 1e-9) * (1 - share)
            + points / (radius[:, None] + 1e-9) * share
        )
    return np.asarray(q / (np.linalg.norm(q, axis=1, keepdims=True) + 1e-9), np.float32)


def draw_shadow(
    light_map: FloatArray, camera: PinholeCamera, pose: CubePose, lamp: Lamp, rounding: float
) -> None:
    """Darken `light_map` (float32 (h, w), 1 = full light) where the die keeps the light from the table."""
    lx, ly, lz = lamp.towards
    corners = pose.points(_CORNERS * (1.0 - 0.3 * rounding))
    heights = corners[:, 2] / min(lz, -0.15)
    ground = np.stack([corners[:, 0] - lx * heights, corners[:, 1] - ly * heights, np.zeros(8)], axis=1)
    contact = pose.points(
        _CORNERS[[1, 3, 7, 5]] * np.array([1.0 - rounding * 0.5, 1.0 - rounding * 0.5, 1.0])
    )
    contact[:, 2] = 0.0
    scale = camera.px_per_mm(pose.centre_mm)
    for outline, strength, softness in (
        (ground, lamp.shadow, lamp.softness_mm * scale),
        (contact, 0.35, 0.10 * pose.side_mm * scale),
    ):
        hull = cv2.convexHull(camera.project(outline).astype(np.float32))[:, 0]
        pad = int(softness * 3) + 2
        x0, y0 = np.floor(hull.min(axis=0)).astype(int) - pad
        x1, y1 = np.ceil(hull.max(axis=0)).astype(int) + pad + 1
        x0, y0 = max(0, x0), max(0, y0)
        x1, y1 = min(light_map.shape[1], x1), min(light_map.shape[0], y1)
        if x1 - x0 < 2 or y1 - y0 < 2:
            continue
        # A soft shadow has no detail: draw it small, so that the blur stays cheap.
        shrink = max(1.0, softness / 2.0)
        small = (max(2, round((x1 - x0) / shrink)), max(2, round((y1 - y0) / shrink)))
        mask = np.zeros((small[1], small[0]), np.uint8)
        zoom = np.array(small) / (x1 - x0, y1 - y0)
        cv2.fillConvexPoly(
            mask, np.round((hull - (x0, y0)) * zoom * 16).astype(np.int32), 255, cv2.LINE_AA, 4
        )
        if softness > 0.4:
            mask = cv2.GaussianBlur(mask, (0, 0), softness / shrink)
        if shrink > 1.0:
            mask = cv2.resize(mask, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
        light_map[y0:y1, x0:x1] *= 1.0 - mask.astype(np.float32) * np.float32(strength / 255.0)


def draw_cube(
    image: ByteArray | FloatArray,
    camera: PinholeCamera,
    pose: CubePose,
    faces: tuple[str, ...],
    style: DieStyle,
    lamp: Lamp,
    rng: np.random.Generator,
    *,
    top_turn: int = 0,
    owner_map: IntArray | None = None,
    owner: int = 0,
) -> DrawnCube | None:
    """Draw one die over `image` (BGR, uint8 or float32 0..255, changed in place); None where it lies outside.

    `faces` in the order of `faces.arrange_faces`. With `owner_map` (int16), the pixels of the die become
    `owner` * 2 and
    those of its top face `owner` * 2 + 1.
    """
    height, width = image.shape[:2]
    outline = camera.project(pose.points(_CORNERS))
    x0, y0 = (int(v) for v in np.floor(outline.min(axis=0)) - 1)
    x1, y1 = (int(v) for v in np.ceil(outline.max(axis=0)) + 2)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
    if x1 - x0 < 2 or y1 - y0 < 2:
        return None
    half = pose.side_mm / 2
    origin = ((camera.position_mm - pose.centre_mm) @ pose.rotation / half).astype(np.float32)
    directions = (camera.rays(x0, y0, x1, y1).reshape(-1, 3) @ pose.rotation).astype(np.float32)
    pixel = np.float32(1.0 / (camera.px_per_mm(pose.centre_mm) * half))

    start = np.float32(max(0.0, float(np.linalg.norm(origin)) - 1.8))
    travelled = np.full(len(directions), start, np.float32)
    closest = np.full(len(directions), 9.0, np.float32)
    alive = np.arange(len(directions))
    for _ in range(14):
        points = origin + directions[alive] * travelled[alive, None]
        distance = _distance(points, style.rounding, style.ball)
        closest[alive] = np.minimum(closest[alive], distance)
        travelled[alive] += distance
        alive = alive[(distance > 0.004) & (travelled[alive] < start + 3.8)]
        if len(alive) == 0:
            break
    coverage = np.clip(1.0 - closest / pixel, 0.0, 1.0)
    hit = np.nonzero(coverage > 0.0)[0]
    if len(hit) == 0:
        return None
    points = origin + directions[hit] * travelled[hit, None]
    normals = _normals(points, style.rounding, style.ball)

    to_light = (np.asarray(lamp.towards) @ pose.rotation).astype(np.float32)
    up = (np.array([0.0, 0.0, -1.0]) @ pose.rotation).astype(np.float32)
    size = int(np.clip(round(2.0 / float(pixel)), 20, 256))
    lights = np.stack([_TILE_U @ to_light, _TILE_V @ to_light], axis=1).astype(np.float64)
    visible = tuple(bool(seen) for seen in _TILE_NORMALS @ origin.astype(np.float64) > 1.0 - style.rounding)
    atlas = draw_atlas(faces, style, size, lights, rng, top_turn, visible)

    # Rounded edges belong to the face they bend away from: the dominant axis of the point, not of the normal.
    strengths = points @ _TILE_NORMALS.T.astype(np.float32)
    tile = np.argmax(strengths, axis=1)
    u = np.einsum("nk,nk->n", points, _TILE_U.astype(np.float32)[tile]) * 0.5 + 0.5
    v = np.einsum("nk,nk->n", points, _TILE_V.astype(np.float32)[tile]) * 0.5 + 0.5
    inside = size - 1.0
    map_x = (np.clip(u * size - 0.5, 0.0, inside) + tile * size).astype(np.float32)
    map_y = np.clip(v * size - 0.5, 0.0, inside).astype(np.float32)
    rows = (len(hit) + 255) // 256
    padded_x = np.zeros(rows * 256, np.float32)
    padded_y = np.zeros(rows * 256, np.float32)
    padded_x[: len(hit)], padded_y[: len(hit)] = map_x, map_y
    sampled = cv2.remap(atlas, padded_x.reshape(rows, 256), padded_y.reshape(rows, 256), cv2.INTER_LINEAR)
    albedo = sampled.reshape(-1, 3)[: len(hit)]

    facing = normals @ to_light
    lit = np.clip(facing, 0.0, 1.0)
    sky = 0.62 + 0.38 * (normals @ up)
    shade = lamp.ambient * sky + lamp.direct * lit
    if style.translucency > 0.0:
        # Light entering one side leaves by the other: the far side glows and shading flattens.
        glow = 0.55 + 0.45 * np.clip(-(points @ to_light) * 0.7, -1.0, 1.0)
        shade = shade * (1.0 - style.translucency) + style.translucency * (0.45 + 0.65 * glow)
    halfway = to_light - directions[hit]
    halfway /= np.linalg.norm(halfway, axis=1, keepdims=True) + 1e-9
    spark = np.clip(np.einsum("nk,nk->n", normals, halfway), 0.0, 1.0)
    highlight = style.gloss * (150.0 * spark**60 + 45.0 * spark**12)
    colour = albedo * shade[:, None] + highlight[:, None]
    if style.edge_wear > 0.0:
        bend = 1.0 - np.max(np.abs(normals), axis=1)
        colour = colour + style.edge_wear * 120.0 * np.clip(bend * 3.0, 0.0, 1.0)[:, None]
    colour = np.clip(colour, 0.0, 255.0)

    patch = image[y0:y1, x0:x1].reshape(-1, 3).astype(np.float32)
    alpha = coverage[hit][:, None]
    patch[hit] = patch[hit] * (1.0 - alpha) + colour * alpha
    image[y0:y1, x0:x1] = patch.reshape(y1 - y0, x1 - x0, 3).astype(image.dtype)

    solid = hit[coverage[hit] > 0.5]
    if len(solid) == 0:
        return None
    ys, xs = np.divmod(solid, x1 - x0)
    top = hit[(tile == 0) & (coverage[hit] > 0.5)]
    if owner_map is not None:
        region = owner_map[y0:y1, x0:x1].reshape(-1).copy()
        region[solid] = owner * 2
        region[top] = owner * 2 + 1
        owner_map[y0:y1, x0:x1] = region.reshape(y1 - y0, x1 - x0)
    box = (float(xs.min() + x0), float(ys.min() + y0), float(xs.max() + x0 + 1), float(ys.max() + y0 + 1))
    return DrawnCube(box, camera.project(pose.points(_TOP_CORNERS)))
