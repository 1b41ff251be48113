"""The colours that pieces show, whatever side is lit: a density of each, learnt from pixels of enrolled pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board_light import Colours

_LOW = np.array([-2.6, -2.6, 2.6])
_STEP = np.array([0.08, 0.08, 0.12])
_BINS = (66, 66, 27)
_SPREAD = (0.9, 0.9, 2.2)
"""How far a colour strays from an enrolled one, in bins: more in brightness, for other sides are lit otherwise."""
_SHINING = 0.25
_GLARE = tuple((1.0 - share, bright * share) for share in (0.3, 0.6, 0.9) for bright in (0.3, 0.8, 1.4))
"""What a lamp's reflection makes of a colour: paler and brighter."""
_FLOOR = 1e-5
SAMPLES = 600
"""So many pixels are kept of each colour."""


@dataclass(frozen=True, eq=False)
class PieceColour:
    """The colour of pieces: its name and pixels of them, float32 (n, 3) (u, v, l) in the bare board's light."""

    name: str
    samples: Colours

    @classmethod
    def of(cls, name: str, pixels: Colours) -> Self:
        """Keep an even choice of pixels."""
        order = np.random.default_rng(7).permutation(len(pixels))[:SAMPLES]
        return cls(name, np.asarray(pixels[order], np.float32))

    @cached_property
    def plain(self) -> NDArray[np.float32]:
        """The logarithm of the density in each bin of colours as enrolled, float32 (bins u, v, l)."""
        return _log_table(self.samples, ())

    @cached_property
    def shining(self) -> NDArray[np.float32]:
        """The same where a lamp may be reflected."""
        return _log_table(self.samples, _GLARE)

    def log_density(self, seen: Colours, *, shining: bool = False) -> NDArray[np.float32]:
        """How likely colours (u, v, l), float32 (..., 3), are on such a piece: the logarithm of a density."""
        table = self.shining if shining else self.plain
        at = _bins(seen.reshape(-1, 3))
        return np.asarray(table[at[:, 0], at[:, 1], at[:, 2]].reshape(seen.shape[:-1]), np.float32)


def _log_table(samples: Colours, glare: tuple[tuple[float, float], ...]) -> NDArray[np.float32]:
    table = np.zeros(_BINS, np.float32)
    np.add.at(table, tuple(_bins(samples).T), 1.0)
    for paler, brighter in glare:
        paled = samples * np.array([paler, paler, 1.0], np.float32)
        paled[:, 2] += brighter
        np.add.at(table, tuple(_bins(paled).T), _SHINING / len(glare))
    for axis, spread in enumerate(_SPREAD):
        kernel = cv2.getGaussianKernel(2 * int(3 * spread) + 1, spread).ravel().astype(np.float32)
        table = np.apply_along_axis(np.convolve, axis, table, kernel, "same")
    density = table / max(float(table.sum()), 1e-9) / float(np.prod(_STEP))
    return np.asarray(np.log(density + _FLOOR), np.float32)


def _bins(values: Colours) -> NDArray[np.int64]:
    at = np.floor((values - _LOW) / _STEP).astype(np.int64)
    return np.asarray(np.clip(at, 0, np.array(_BINS) - 1), np.int64)
