"""How the ground of a drawn card is divided before anything is printed on it: bands, halves, a diagonal, frames.

A card's own lines and fields must not be taken for its edge, so drawn boxes have many of them.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.scene.arrays import ByteArray

Colour = tuple[int, int, int]
Divider = Callable[[ByteArray, Colour, Colour, np.random.Generator], None]


def diagonal(canvas: ByteArray, strong: Colour, pale: Colour, rng: np.random.Generator) -> None:
    """A band from one corner to the other, one of the halves tinted now and then."""
    height, width = canvas.shape[:2]
    rising = bool(rng.random() < 0.5)
    start, end = ((0, height), (width, 0)) if rising else ((0, 0), (width, height))
    if rng.random() < 0.6:
        half = [start, end, (width, height) if rising else (0, height)]
        cv2.fillPoly(canvas, [np.array(half, np.int32)], pale, cv2.LINE_AA)
    if rng.random() < 0.85:
        thick = max(1, round(float(rng.uniform(0.01, 0.16)) * min(width, height)))
        cv2.line(canvas, start, end, strong, thick, cv2.LINE_AA)


def bands(canvas: ByteArray, strong: Colour, pale: Colour, rng: np.random.Generator) -> None:
    """A field along the upper edge, the lower or both, lettered now and then; along the sides as often."""
    lying = bool(rng.random() < 0.5)
    turned = canvas.transpose(1, 0, 2) if lying else canvas
    wide = round(float(rng.uniform(0.08, 0.38)) * len(turned))
    colour = strong if rng.random() < 0.8 else pale
    ink = (250, 250, 250) if sum(colour) < 420 else (30, 30, 30)
    lettered, high = bool(rng.random() < 0.6), max(2, round(float(rng.uniform(0.25, 0.7)) * wide))
    start, end = sorted(int(value) for value in rng.integers(0, turned.shape[1], 2))
    for number, field in enumerate((turned[:wide], turned[len(turned) - wide :])):
        if number == 0 or rng.random() < 0.6:
            field[:] = colour
            if lettered:
                # Seen from afar, words are a row of strokes.
                line = field[(wide - high) // 2 : (wide + high) // 2, start:end]
                line[:, :: max(3, high // 2)] = ink
                line[:, 1 :: max(3, high // 2)] = ink


def halves(canvas: ByteArray, strong: Colour, pale: Colour, rng: np.random.Generator) -> None:
    """Two halves of other colours, a line between them now and then."""
    turned = canvas.transpose(1, 0, 2) if rng.random() < 0.5 else canvas
    middle = len(turned) // 2
    turned[middle:] = pale if rng.random() < 0.6 else strong
    if rng.random() < 0.5:
        thick = max(1, round(float(rng.uniform(0.004, 0.03)) * len(turned)))
        turned[middle - thick : middle + thick] = strong


def frames(canvas: ByteArray, strong: Colour, pale: Colour, rng: np.random.Generator) -> None:
    """One to three lines around the card, near its edge or well inside, the inmost field tinted now and then."""
    height, width = canvas.shape[:2]
    short = min(height, width)
    inset = float(rng.uniform(0.015, 0.12)) * short
    for number in range(int(rng.integers(1, 4))):
        x0, x1, y0, y1 = round(inset), round(width - inset), round(inset), round(height - inset)
        if x1 - x0 < 8 or y1 - y0 < 8:
            return
        if number == 0 and rng.random() < 0.3:
            canvas[y0:y1, x0:x1] = pale
        thick = max(1, round(float(rng.uniform(0.004, 0.03)) * short))
        cv2.rectangle(canvas, (x0, y0), (x1, y1), strong, thick, cv2.LINE_AA)
        inset += thick + float(rng.uniform(0.02, 0.08)) * short


def corners(canvas: ByteArray, strong: Colour, pale: Colour, rng: np.random.Generator) -> None:
    """Fields in two opposite corners or in all four, cut off straight."""
    height, width = canvas.shape[:2]
    reach = float(rng.uniform(0.12, 0.4)) * min(height, width)
    colour = strong if rng.random() < 0.6 else pale
    all_four = bool(rng.random() < 0.4)
    for x, y, first in ((0, 0, True), (width, height, True), (width, 0, False), (0, height, False)):
        if not (first or all_four):
            continue
        dx, dy = (reach if x == 0 else -reach), (reach if y == 0 else -reach)
        field = np.array([(x, y), (x + dx, y), (x, y + dy)])
        cv2.fillPoly(canvas, [np.round(field).astype(np.int32)], colour, cv2.LINE_AA)


DIVIDERS: tuple[Divider, ...] = (diagonal, bands, bands, bands, halves, frames, frames, corners)
