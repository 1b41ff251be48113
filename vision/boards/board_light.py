"""Colours of a board whatever the light: chromaticity and relative brightness, fitted to how the board looked before.

A colour is three logarithms (u, v, l): red against green, blue against both, and brightness. A shadow moves l alone,
another lamp moves all three by the same amount everywhere, so that what the board shows tells how to undo it.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.boards.squares import Image

Colours: TypeAlias = NDArray[np.float32]

DAMPING = 16.0
"""Added to each channel: the colour of what is nearly black is noise."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(DAMPING)).astype(np.float32)
_TO_COLOURS = np.array([[0, -1, 1], [1, -1 / 2, -1 / 2], [1 / 3, 1 / 3, 1 / 3]], np.float32)
"""Red beside green, blue beside both, and brightness, of BGR."""
_ROUNDS = 8
_CLOSE = 0.12
_RIDGE = 0.003
"""How much a pixel must speak for another light before it is believed."""
_FLATTENED = -0.4
"""Where a fit would take so much of its contrast from a picture it took a shadow over half of the board for one: no
camera does. In drawn films without such shadows it took 0.18 at most, with one 0.9.
"""
_PRINT_STEP = (0.25, 0.25, 0.4)
"""Colours (u, v, l) that differ by less are of one print in one light."""
_MOST_ASKED, _LEAST_ASKED = 40_000, 25


def logarithms(image: Image) -> Colours:
    """The logarithms of a picture's channels, float32 (h, w, 3) BGR, of uint8 BGR."""
    return np.asarray(cv2.LUT(image, _LOGARITHMS), np.float32)


def colours(logs: Colours) -> Colours:
    """Turn logarithms of channels (..., 3) BGR into (u, v, l)."""
    # OpenCV does so some twenty times sooner than numpy.
    told = cv2.transform(np.ascontiguousarray(logs, np.float32).reshape(-1, 1, 3), _TO_COLOURS)
    return np.asarray(told, np.float32).reshape(logs.shape)


def fitted_light(logs: Colours, reference: Colours, usable: NDArray[np.bool_]) -> Colours:
    """A picture's logarithms in the light of a reference, both float32 (h, w, 3), by what agrees on ``usable`` px.

    Each channel is a smooth field over the board, a mixture of the picture's channels (two cameras hardly ever see
    colours alike) and a contrast that changes across the board; the robust fit leaves out pieces and shadows. Where a
    shadow is as large as what lies beside it the contrast stays as it is seen.
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
    off, wanted = shown - middle, wanted - (shown - middle)
    design = np.column_stack([*field, off, across * bright, down * bright])
    solutions = [_robust(design, wanted[:, channel]) for channel in range(3)]
    if np.mean([one[6:9].sum() for one in solutions]) < _FLATTENED:
        design = np.column_stack([*field, off - bright[:, None]])
        solutions = [_of_colour_alone(_robust(design, wanted[:, channel])) for channel in range(3)]
    xs = (np.arange(width, dtype=np.float32) / width * 2 - 1)[None]
    ys = (np.arange(height, dtype=np.float32) / height * 2 - 1)[:, None]
    shift = logs - middle.astype(np.float32)
    mean = channels.mean(shift)
    fitted = []
    for channel, solution in enumerate(solutions):
        base, to_right, to_below, *rest = solution[:6].astype(np.float32)
        mixed = solution[6:9].astype(np.float32)
        mixed[channel] += 1.0
        smooth = base + xs * (to_right + rest[0] * xs) + ys * (to_below + rest[1] * xs + rest[2] * ys)
        contrast = np.float32(solution[9]) * xs + np.float32(solution[10]) * ys
        smooth += shift @ mixed
        smooth += contrast * mean
        fitted.append(smooth)
    return np.asarray(cv2.merge(fitted), np.float32)


def _of_colour_alone(solution: NDArray[np.float64]) -> NDArray[np.float64]:
    """The solution of a fit to colours without brightness as one to a picture of which the contrast stays."""
    mixed = solution[6:9] - solution[6:9].mean()
    return np.concatenate([solution[:6], mixed, [0.0, 0.0]])


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


def printed_alike(reference: Colours) -> NDArray[np.int64]:
    """Which pixels of a reference have one colour (u, v, l), float32 (h, w, 3): a number for each, int64 (h, w)."""
    steps = np.round(reference / np.array(_PRINT_STEP, np.float32)).astype(np.int64)
    steps -= steps.min(axis=(0, 1))
    wide, deep = (int(steps[..., at].max()) + 1 for at in (1, 2))
    keys = (steps[..., 0] * wide + steps[..., 1]) * deep + steps[..., 2]
    numbers = np.cumsum(np.bincount(keys.ravel()) > 0) - 1
    return np.asarray(numbers[keys], np.int64)


def shifted_prints(strange: Colours, prints: NDArray[np.int64], free: NDArray[np.bool_]) -> Colours:
    """By how much each printed colour looks otherwise than it did, float32 (h, w, 3).

    ``strange`` float32 (h, w, 3) is how far the colours seen are from those expected, ``prints`` as ``printed_alike``
    tells them; ``free`` bool (h, w) says which pixels are asked. Two cameras see a strong green otherwise, and what
    lay in a hard shadow once lies in the sun: what that does to one place of a print it does to all.
    """
    shifts = np.zeros((int(prints.max()) + 1, 3), np.float32)
    asked = np.flatnonzero(free)
    if len(asked) < _LEAST_ASKED:
        return np.zeros((*prints.shape, 3), np.float32)
    asked = asked[:: max(1, len(asked) // _MOST_ASKED)]
    ids, values = prints.ravel()[asked], strange.reshape(-1, 3).take(asked, axis=0)
    order = np.argsort(ids, kind="stable")
    found, starts = np.unique(ids[order], return_index=True)
    for one, rows in zip(found, np.split(order, starts[1:]), strict=True):
        if len(rows) >= _LEAST_ASKED:
            shifts[one] = np.median(values[rows], axis=0) * (len(rows) / (len(rows) + _LEAST_ASKED))
    return np.asarray(shifts.take(prints, axis=0), np.float32)
