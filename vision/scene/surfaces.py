"""Table tops and tray linings: wood, felt, leather, cloth, stone, paper, drawn from noise."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import FloatArray
from vision.scene.style import Colour

SURFACE_KINDS: tuple[str, ...] = (
    "plain",
    "wood",
    "planks",
    "felt",
    "leather",
    "cloth",
    "checked",
    "stone",
    "paper",
)


def smooth_noise(
    height: int, width: int, cell_y: float, cell_x: float, rng: np.random.Generator
) -> FloatArray:
    """Return noise of unit variance whose grains measure about (cell_y, cell_x) px, float32 (height, width)."""
    rows, columns = max(2, round(height / cell_y) + 2), max(2, round(width / cell_x) + 2)
    grid = rng.standard_normal((rows, columns), dtype=np.float32)
    interpolation = cv2.INTER_CUBIC if min(cell_x, cell_y) > 2 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grid, (width, height), interpolation=interpolation), np.float32)


def _mix(low: Colour, high: Colour, share: FloatArray) -> FloatArray:
    share = np.clip(share, 0.0, 1.0)
    rest = 1 - share
    # Colour by colour: numpy is slow where rows are three numbers long.
    colours = zip(np.asarray(low, np.float32), np.asarray(high, np.float32), strict=True)
    return np.asarray(cv2.merge([dark * rest + light * share for dark, light in colours]), np.float32)


def wood(
    height: int, width: int, grain_px: float, dark: Colour, light: Colour, rng: np.random.Generator
) -> FloatArray:
    """Draw planed wood with its grain along x, float32 BGR 0..255, shape (height, width, 3); `grain_px` is
    the ring width.
    """
    ys = np.arange(height, dtype=np.float32)[:, None]
    warp = smooth_noise(height, width, grain_px * 5, grain_px * 22, rng) * grain_px * rng.uniform(0.4, 1.8)
    rings = 0.5 + 0.5 * np.sin((ys + warp) * (2 * np.pi / (grain_px * 2.2)))
    fibre = smooth_noise(height, width, 1.3, grain_px * 6, rng)
    pores = np.clip(smooth_noise(height, width, 1.0, max(4.0, grain_px * 1.5), rng) - 1.4, 0.0, 1.0)
    cloud = smooth_noise(height, width, height / 3 + 1, width / 2 + 1, rng)
    strength = rng.uniform(0.15, 0.6)
    share = 0.55 + strength * (rings**2 - 0.4) + 0.10 * fibre + 0.08 * cloud - 0.35 * pores
    return _mix(dark, light, share)


def _saw(board: FloatArray, rng: np.random.Generator) -> None:
    """Saw a board, float32 (height, width, 3), into planks along x, in place: each is darker or lighter than the one
    before, and pushed along from it; the joints between them are dark.
    """
    height, width = board.shape[:2]
    pitch = int(rng.integers(30, 110))
    starts = range(int(rng.integers(pitch)), height, pitch)
    brighter: list[float] = []
    pushed = 0
    for at in starts:
        plank = board[at : at + pitch]
        joint = int(rng.integers(1, 4))
        brighter.append(float(rng.uniform(0.85, 1.15)))
        pushed += int(rng.integers(width))
        for share in brighter[:-1]:
            plank *= share
        plank[:joint] *= 0.5
        plank *= brighter[-1]
        plank[:] = np.roll(plank, pushed, axis=1)


def felt(height: int, width: int, colour: Colour, rng: np.random.Generator) -> FloatArray:
    """Draw felt or short pile, float32 BGR 0..255, shape (height, width, 3)."""
    fuzz = smooth_noise(height, width, 1.6, 1.6, rng) * rng.uniform(2.0, 7.0)
    cloud = smooth_noise(height, width, 40, 40, rng) * rng.uniform(0.5, 4.0)
    return np.asarray(np.asarray(colour, np.float32) + (fuzz + cloud)[..., None], np.float32)


def leather(height: int, width: int, colour: Colour, cell_px: float, rng: np.random.Generator) -> FloatArray:
    """Draw grained leather, float32 BGR 0..255, shape (height, width, 3); `cell_px` is the size of its grain."""
    grain = np.abs(smooth_noise(height, width, cell_px, cell_px, rng)) + 0.5 * np.abs(
        smooth_noise(height, width, cell_px / 2, cell_px / 2, rng)
    )
    relief = cv2.Sobel(grain, cv2.CV_32F, 1, 1, ksize=3)
    cloud = smooth_noise(height, width, 60, 60, rng) * 2.0
    shade = 1.0 - 0.10 * np.clip(0.6 - grain, 0.0, 1.0) + 0.06 * np.clip(relief, -2.0, 2.0)
    return np.asarray(np.asarray(colour, np.float32) * shade[..., None] + cloud[..., None], np.float32)


def cloth(
    height: int,
    width: int,
    colour: Colour,
    other: Colour,
    pitch_px: float,
    checked: bool,
    rng: np.random.Generator,
) -> FloatArray:
    """Draw woven cloth, or checks of `pitch_px`, float32 BGR 0..255, shape (height, width, 3)."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    if checked:
        share = 0.5 * ((xs // pitch_px) % 2) + 0.5 * ((ys // pitch_px) % 2)
    else:
        share = 0.5 + 0.25 * np.sin(xs * 2.2) + 0.25 * np.sin(ys * 2.2)
        share = 0.35 * share
    weave = smooth_noise(height, width, 1.2, 1.2, rng) * 0.06
    folds = smooth_noise(height, width, height / 2 + 1, width / 3 + 1, rng)
    shade = 1.0 + 0.10 * folds
    return np.asarray(_mix(colour, other, share + weave) * shade[..., None], np.float32)


def stone(height: int, width: int, dark: Colour, light: Colour, rng: np.random.Generator) -> FloatArray:
    """Draw marble, granite or worn board, float32 BGR 0..255, shape (height, width, 3)."""
    field = np.zeros((height, width), np.float32)
    cell = float(max(height, width)) / 3
    weight = 0.5
    while cell > 1.5:
        field += weight * smooth_noise(height, width, cell, cell, rng)
        cell /= 2.4
        weight *= 0.6
    if rng.random() < 0.4:
        field = np.asarray(1.0 - np.abs(field) * 2.0, np.float32)
    return _mix(dark, light, 0.5 + 0.5 * field)


def random_surface(height: int, width: int, rng: np.random.Generator, kind: str | None = None) -> FloatArray:
    """Draw any surface with any plausible colours, float32 BGR about 0..255, shape (height, width, 3)."""
    kind = kind or str(rng.choice(SURFACE_KINDS, p=[0.17, 0.2, 0.08, 0.15, 0.08, 0.07, 0.07, 0.1, 0.08]))
    value = float(rng.uniform(20, 235))
    tint = rng.normal(0, 1, 3) * rng.choice([4.0, 15.0, 50.0])
    base = np.clip(value + tint, 8, 250)
    colour: Colour = (float(base[0]), float(base[1]), float(base[2]))
    other_base = np.clip(base + rng.normal(0, 30) + rng.normal(0, 12, 3), 5, 252)
    other: Colour = (float(other_base[0]), float(other_base[1]), float(other_base[2]))
    if kind in ("wood", "planks"):
        tone = float(rng.uniform(35, 215))
        warm = float(rng.uniform(0.0, 0.75))
        light: Colour = (tone * (1 - 0.62 * warm), tone * (1 - 0.30 * warm), tone)
        depth = float(rng.uniform(0.35, 0.85))
        dark: Colour = (light[0] * depth * 0.9, light[1] * depth * 0.95, light[2] * depth)
        big = int(np.hypot(height, width)) + 4
        board = wood(big, big, float(rng.uniform(3.0, 22.0)), dark, light, rng)
        if kind == "planks":
            _saw(board, rng)
        turn = cv2.getRotationMatrix2D((big / 2, big / 2), float(rng.uniform(0, 360)), 1.0)
        turned = cv2.warpAffine(
            board, turn, (big, big), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        y0, x0 = (big - height) // 2, (big - width) // 2
        return np.ascontiguousarray(turned[y0 : y0 + height, x0 : x0 + width])
    if kind == "felt":
        return felt(height, width, colour, rng)
    if kind == "leather":
        return leather(height, width, colour, float(rng.uniform(2.5, 9.0)), rng)
    if kind in ("cloth", "checked"):
        return cloth(height, width, colour, other, float(rng.uniform(5, 40)), kind == "checked", rng)
    if kind == "stone":
        return stone(height, width, other, colour, rng)
    if kind == "paper":
        page = np.full((height, width, 3), float(rng.uniform(190, 250)), np.float32)
        if rng.random() < 0.5:
            pitch = int(rng.integers(6, 30))
            page[::pitch] -= rng.uniform(10, 60)
            if rng.random() < 0.6:
                page[:, ::pitch] -= rng.uniform(10, 60)
        return page + smooth_noise(height, width, 2, 2, rng)[..., None] * 2
    return np.broadcast_to(np.asarray(colour, np.float32), (height, width, 3)) + smooth_noise(
        height, width, 50, 50, rng
    )[..., None] * np.float32(rng.uniform(0, 6))
