"""The symbols on printed cards of boxes that no shop sells: outlines of any kind, filled, empty, striped or pale."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.arrays import ByteArray, Float64Array

Colour = tuple[int, int, int]

FILLED, EMPTY, STRIPED, PALE = range(4)
FILLS = 4


@dataclass(frozen=True, slots=True)
class Texture:
    """How a symbol is striped or pale: from one stripe to the next px, how wide a stripe is as a share of that, which
    way it runs rad, and how much ink a pale one has, 0..1.
    """

    pitch: float = 6.0
    share: float = 0.4
    turn: float = 0.0
    pale: float = 0.35

    @staticmethod
    def any(rng: np.random.Generator) -> Texture:
        """Any texture that a shop's cards might have: stripes lie, stand or lean."""
        turn = float(rng.choice([0.0, math.pi / 2, rng.uniform(0, math.pi)], p=[0.4, 0.4, 0.2]))
        pitch, share = float(rng.uniform(3.2, 9.5)), float(rng.uniform(0.22, 0.5))
        return Texture(pitch, share, turn, float(rng.uniform(0.15, 0.5)))

    def stripes(self, height: int, width: int) -> ByteArray:
        """How much ink lies where, uint8 (height, width), were all of it striped."""
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        along = ys * np.float32(math.cos(self.turn)) + xs * np.float32(math.sin(self.turn))
        off = np.abs(np.mod(along, np.float32(self.pitch)) - np.float32(self.pitch / 2))
        return np.asarray(np.clip((self.share * self.pitch / 2 - off + 0.5) * 255, 0, 255), np.uint8)


def symbol_outline(seed: int) -> Float64Array:
    """The outline of a symbol, points (n, 2) about the origin within the unit circle, the same for the same seed."""
    rng = np.random.default_rng(seed)
    draw = int(rng.integers(8))
    angle = np.linspace(0, 2 * np.pi, 97)[:-1]
    if draw == 0:
        corners = int(rng.integers(3, 7))
        turns = np.arange(corners) * 2 * np.pi / corners - np.pi / 2
        points = np.stack([np.cos(turns), np.sin(turns)], axis=1)
        return np.asarray(points * (float(rng.uniform(0.5, 1.0)), 1.0), np.float64)
    if draw == 1:
        rays, inner = int(rng.integers(4, 9)), float(rng.uniform(0.35, 0.7))
        turns = np.arange(2 * rays) * np.pi / rays - np.pi / 2
        radius = np.where(np.arange(2 * rays) % 2 == 0, 1.0, inner)
        return np.asarray(np.stack([np.cos(turns) * radius, np.sin(turns) * radius], axis=1), np.float64)
    if draw == 2:
        power = float(rng.choice([2.0, 4.0, 8.0]))
        c, s = np.cos(angle), np.sin(angle)
        x, y = np.sign(c) * np.abs(c) ** (2 / power), np.sign(s) * np.abs(s) ** (2 / power)
        return np.asarray(np.stack([x * float(rng.uniform(0.4, 1.0)), y], axis=1) * 0.95, np.float64)
    if draw == 3:
        # A wave of constant width.
        t = np.linspace(-1, 1, 40)
        bend = 0.25 * np.sin(t * np.pi)
        half = float(rng.uniform(0.2, 0.34))
        right, left = np.stack([bend + half, t], axis=1), np.stack([bend - half, t], axis=1)[::-1]
        return np.asarray(np.concatenate([right, left]), np.float64)
    if draw == 4:
        tip = float(rng.uniform(0.3, 0.6))
        return np.array(
            [
                (0, -1),
                (0.7, -1 + tip),
                (0.3, -1 + tip),
                (0.3, 1),
                (-0.3, 1),
                (-0.3, -1 + tip),
                (-0.7, -1 + tip),
            ],
            np.float64,
        )
    # Any blob, smooth or knobbly: leaves, beasts, clouds.
    radius = np.full(96, 1.0)
    for wave in range(1, int(rng.integers(3, 9))):
        radius += float(rng.normal(0, 0.45 / math.sqrt(wave))) * np.cos(
            wave * angle + float(rng.uniform(0, 7))
        )
    radius = np.abs(radius) + 0.15
    points = np.stack([np.cos(angle) * radius, np.sin(angle) * radius], axis=1)
    return np.asarray(points / np.abs(points).max(), np.float64)


def draw_symbol(
    canvas: ByteArray,
    seed: int,
    centre: tuple[float, float],
    radius: float,
    ink: Colour,
    fill: int,
    texture: Texture,
    turn: float = 0.0,
) -> None:
    """Draw the symbol of a seed, FILLED, EMPTY, STRIPED or PALE, into a picture, uint8 BGR, in place; px, rad."""
    cos, sin = math.cos(turn), math.sin(turn)
    points = (symbol_outline(seed) @ np.array([[cos, sin], [-sin, cos]])) * radius + np.array(centre)
    draw_outline(canvas, points, ink, fill, texture, max(2, round(radius * 0.09)))


def draw_outline(
    canvas: ByteArray, points: Float64Array, ink: Colour, fill: int, texture: Texture, thick: int
) -> None:
    """Draw what lies within an outline, (n, 2) px, as ``draw_symbol`` does; one that is not filled has a line that is
    so thick, px.
    """
    fixed = np.round(points * 16).astype(np.int32)
    if fill == FILLED:
        cv2.fillPoly(canvas, [fixed], ink, cv2.LINE_AA, 4)
        return
    if fill in (STRIPED, PALE):
        height, width = canvas.shape[:2]
        inside = np.zeros((height, width), np.uint8)
        cv2.fillPoly(inside, [fixed], 255, cv2.LINE_AA, 4)
        share = inside[..., None].astype(np.float32) / 255
        share *= (
            texture.stripes(height, width)[..., None] / np.float32(255) if fill == STRIPED else texture.pale
        )
        canvas[:] = (canvas * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)
    cv2.polylines(canvas, [fixed], True, ink, thick, cv2.LINE_AA, 4)
