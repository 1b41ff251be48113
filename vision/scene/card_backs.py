"""Backs of playing cards: lattices, stripes, scales, flowers of noise, letters; with a white rim or to the edge."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, FloatArray
from vision.scene.lettering import StrokeLettering
from vision.scene.style import Colour
from vision.scene.surfaces import smooth_noise

BACK_KINDS = ("lattice", "stripes", "scales", "flowers", "rosettes", "letters", "plain")
_INKS: tuple[Colour, ...] = (
    (44.0, 36.0, 160.0),
    (140.0, 66.0, 34.0),
    (54.0, 92.0, 30.0),
    (40.0, 40.0, 44.0),
    (30.0, 60.0, 110.0),
    (110.0, 40.0, 90.0),
    (90.0, 110.0, 20.0),
    (30.0, 140.0, 190.0),
)


def draw_back(
    picture: ByteArray, px_per_mm: float, rng: np.random.Generator, kind: str | None = None
) -> None:
    """Print a back on a blank card, uint8 (height, width, 3) BGR, changed in place; it looks the same upside down.

    Raises KeyError on an unknown kind.
    """
    kind = kind or str(rng.choice(BACK_KINDS, p=[0.24, 0.1, 0.14, 0.2, 0.16, 0.1, 0.06]))
    draw = _KINDS[kind]
    height, width = picture.shape[:2]
    rim = 0 if rng.random() < 0.2 else round(float(rng.uniform(2.0, 6.0)) * px_per_mm)
    inner = picture[rim : height - rim, rim : width - rim]
    ink = np.asarray(_INKS[int(rng.integers(len(_INKS)))], np.float32) * np.float32(rng.uniform(0.75, 1.2))
    light = (
        np.asarray([238.0, 240.0, 240.0], np.float32)
        if rng.random() < 0.7
        else np.minimum(255, ink * 1.8 + 30)
    )
    if rng.random() < 0.3:
        ink, light = light, ink
    share = draw(inner.shape[0], inner.shape[1], px_per_mm, rng)
    # Backs are point-symmetric.
    half = inner.shape[0] // 2
    share[-half:] = share[:half][::-1, ::-1]
    inner[:] = np.clip(ink * (1.0 - share[..., None]) + light * share[..., None], 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(0, 3))):
        inset = round(float(rng.uniform(0.5, 5.0)) * px_per_mm)
        colour = tuple(float(v) for v in (light if rng.random() < 0.5 else ink))
        cv2.rectangle(
            inner,
            (inset, inset),
            (inner.shape[1] - 1 - inset, inner.shape[0] - 1 - inset),
            colour,
            max(1, round(float(rng.uniform(0.2, 0.9)) * px_per_mm)),
        )


def _grid(height: int, width: int, px_per_mm: float) -> tuple[FloatArray, FloatArray]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return (ys - height / 2) / np.float32(px_per_mm), (xs - width / 2) / np.float32(px_per_mm)


def _sharp(wave: FloatArray, edge: float = 6.0) -> FloatArray:
    return np.asarray(np.clip(wave * edge + 0.5, 0.0, 1.0), np.float32)


def _lattice(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    ys, xs = _grid(height, width, px_per_mm)
    pitch = float(rng.uniform(1.6, 8.0))
    slope = float(rng.uniform(0.6, 1.7))
    thickness = float(rng.uniform(0.08, 0.35))
    share = np.zeros((height, width), np.float32)
    for side in (-1.0, 1.0):
        phase = (xs + side * slope * ys) / pitch
        share = np.maximum(
            share, _sharp(np.asarray(thickness - np.abs(phase - np.round(phase)), np.float32), 12.0)
        )
    if rng.random() < 0.5:
        u, v = (xs + slope * ys) / pitch + 0.5, (xs - slope * ys) / pitch + 0.5
        dot = np.hypot(u - np.round(u), v - np.round(v))
        share = np.maximum(share, _sharp(np.asarray(float(rng.uniform(0.08, 0.25)) - dot, np.float32), 12.0))
    return np.asarray(share, np.float32)


def _stripes(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    ys, xs = _grid(height, width, px_per_mm)
    angle = float(rng.choice([0.0, np.pi / 4, np.pi / 2, rng.uniform(0, np.pi)]))
    along = xs * np.float32(np.cos(angle)) + ys * np.float32(np.sin(angle))
    pitch = float(rng.uniform(1.5, 9.0))
    wave = np.sin(2 * np.pi * along / pitch) + float(rng.uniform(0.0, 0.8)) * np.sin(4.3 * along / pitch)
    return _sharp(np.asarray(wave, np.float32), 2.5)


def _scales(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    ys, xs = _grid(height, width, px_per_mm)
    pitch = float(rng.uniform(3.0, 10.0))
    row = np.floor(ys / (pitch / 2))
    x = xs / pitch + 0.5 * (row % 2)
    radius = np.hypot(x - np.round(x), (ys / (pitch / 2) - row) * 0.5)
    return _sharp(np.asarray(np.sin(radius * float(rng.uniform(12, 40))), np.float32), 2.0)


def _flowers(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    cell = float(rng.uniform(0.8, 4.0)) * px_per_mm
    field = smooth_noise(height, width, cell, cell, rng)
    field = field + field[:, ::-1]
    lines = np.abs(field) - float(rng.uniform(0.15, 0.6))
    return _sharp(np.asarray(lines if rng.random() < 0.6 else field, np.float32), 3.0)


def _rosettes(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    ys, xs = _grid(height, width, px_per_mm)
    share = np.zeros((height, width), np.float32)
    centres = (
        [(0.0, 0.0)]
        if rng.random() < 0.4
        else [(-height / px_per_mm / 4, 0.0), (height / px_per_mm / 4, 0.0)]
    )
    for cy, cx in centres:
        radius, angle = np.hypot(xs - cx, ys - cy), np.arctan2(ys - cy, xs - cx)
        petals = int(rng.choice([4, 6, 8, 12]))
        wave = np.sin(
            radius * float(rng.uniform(0.6, 2.2)) + float(rng.uniform(0.5, 2.5)) * np.sin(petals * angle)
        )
        share = np.maximum(share, _sharp(np.asarray(wave, np.float32), 3.0))
    return share


def _letters(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    share = np.zeros((height, width), np.float32)
    lettering = StrokeLettering.of_seed(int(rng.integers(1 << 20)))
    text = "".join(str(rng.choice(list("ABEHKQRSTX28"))) for _ in range(int(rng.integers(1, 6))))
    figure = lettering.text(text).astype(np.float32) / 255.0
    wide = min(width * 0.8, float(rng.uniform(8.0, 50.0)) * px_per_mm)
    tall = max(4, min(round(wide * figure.shape[0] / figure.shape[1]), height // 2 - 4))
    figure = np.asarray(
        cv2.resize(figure, (max(4, round(wide)), tall), interpolation=cv2.INTER_AREA), np.float32
    )
    y, x = (height // 2 - tall) // 2, (width - figure.shape[1]) // 2
    share[y : y + tall, x : x + figure.shape[1]] = figure
    return np.asarray(np.maximum(share, 0.5 * _lattice(height, width, px_per_mm, rng)), np.float32)


def _plain(height: int, width: int, px_per_mm: float, rng: np.random.Generator) -> FloatArray:
    cell = float(rng.uniform(4.0, 30.0)) * px_per_mm
    return np.asarray(0.12 * np.abs(smooth_noise(height, width, cell, cell, rng)), np.float32)


_KINDS = {
    "lattice": _lattice,
    "stripes": _stripes,
    "scales": _scales,
    "flowers": _flowers,
    "rosettes": _rosettes,
    "letters": _letters,
    "plain": _plain,
}
