"""Colours of a board whatever the light: chromaticity and relative brightness, fitted to how the board looked before.

A colour is three logarithms (u, v, l): red against green, blue against both, and brightness. A shadow moves l alone,
another lamp moves all three by the same amount everywhere, so that what the board shows tells how to undo it.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.squares import Image

Colours: TypeAlias = NDArray[np.float32]

_DAMPING = 16.0
"""Added to each channel: the colour of what is nearly black is noise."""
_ROUNDS = 8
_CLOSE = 0.12
_RIDGE = 0.003
"""How much a pixel must speak for another light before it is believed."""


def logarithms(image: Image) -> Colours:
    """The logarithms of a picture's channels, float32 (h, w, 3) BGR, of uint8 BGR."""
    table = np.log(np.arange(256, dtype=np.float32) + _DAMPING)
    return np.asarray(table[image], np.float32)


def colours(logs: Colours) -> Colours:
    """Turn logarithms of channels (..., 3) BGR into (u, v, l)."""
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([red - green, blue - (red + green) / 2, (red + green + blue) / 3], axis=-1)


def fitted_light(logs: Colours, reference: Colours, usable: NDArray[np.bool_]) -> Colours:
    """A picture's logarithms in the light of a reference, both float32 (h, w, 3), by what agrees on ``usable`` px.

    Each channel is a smooth field over the board, a mixture of the picture's channels (two cameras hardly ever see
    colours alike) and a contrast that changes across the board; the robust fit leaves out pieces and shadows.
    """
    height, width = logs.shape[:2]
    rows, columns = np.nonzero(usable)
    if len(rows) < 50:
        return logs
    step = max(1, len(rows) // 6000)
    rows, columns = rows[::step], columns[::step]
    shown = logs[rows, columns].astype(np.float64)
    wanted = reference[rows, columns].astype(np.float64)
    middle = np.median(shown, axis=0)
    across, down = columns / width * 2 - 1, rows / height * 2 - 1
    bright = (shown - middle).mean(axis=1)
    ones = np.ones_like(across)
    field = [ones, across, down, across * across, across * down, down * down]
    design = np.column_stack([*field, shown - middle, across * bright, down * bright])
    xs = (np.arange(width, dtype=np.float32) / width * 2 - 1)[None]
    ys = (np.arange(height, dtype=np.float32) / height * 2 - 1)[:, None]
    off = logs - middle.astype(np.float32)
    mean = off.mean(axis=2)
    fitted = np.empty_like(logs)
    for channel in range(3):
        solution = _robust(design, wanted[:, channel] - (shown[:, channel] - middle[channel]))
        base, to_right, to_below, *rest = solution[:6].astype(np.float32)
        mixed = solution[6:9].astype(np.float32)
        mixed[channel] += 1.0
        smooth = base + xs * (to_right + rest[0] * xs) + ys * (to_below + rest[1] * xs + rest[2] * ys)
        contrast = np.float32(solution[9]) * xs + np.float32(solution[10]) * ys
        fitted[..., channel] = smooth + off @ mixed + contrast * mean
    return fitted


def _robust(design: NDArray[np.float64], wanted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Least squares that large residuals hardly move; begins with a shift alone."""
    residual = np.asarray(wanted - np.median(wanted), np.float64)
    solution: NDArray[np.float64] = np.zeros(design.shape[1])
    ridge = np.diag([1e-6] + [_RIDGE * len(wanted)] * (design.shape[1] - 1))
    for _ in range(_ROUNDS):
        width = max(_CLOSE, 1.0 * float(np.median(np.abs(residual))))
        weights = 1.0 / (1.0 + (residual / width) ** 2) ** 2
        weighted = design * weights[:, None]
        bend = design.T @ weighted + ridge * float(weights.mean())
        solution = np.asarray(np.linalg.solve(bend, weighted.T @ wanted), np.float64)
        residual = np.asarray(wanted - design @ solution, np.float64)
    return np.asarray(solution, np.float64)


def neighbourhood(values: Colours, reach: int) -> tuple[Colours, Colours]:
    """The least and the largest value of each channel within ``reach`` px."""
    kernel = np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)
    return np.asarray(cv2.erode(values, kernel), np.float32), np.asarray(
        cv2.dilate(values, kernel), np.float32
    )
