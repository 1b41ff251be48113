"""The colours that pieces show, whatever side is lit: a density of each, learnt from pixels of enrolled pieces."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.board_light import Colours

OTHER = -5.0
"""The logarithm of how likely any colour is of something that is neither board nor piece: a hand, a die, a card."""
_OWN_STRANGE = -1.2
"""The same of a pixel on a piece, less that: a highlight, a letter, a felt foot."""
_LOW = np.array([-2.6, -2.6, 2.6])
_STEP = np.array([0.08, 0.08, 0.12])
_BINS = (66, 66, 27)
_SPREAD = (0.9, 0.9, 2.2)
"""How far a colour strays from an enrolled one, in bins: more in brightness, for other sides are lit otherwise."""
_RARER = 0.25
_GLARE = tuple((1.0 - share, bright * share) for share in (0.3, 0.6, 0.9) for bright in (0.3, 0.8, 1.4))
"""What a lamp's reflection makes of a colour: paler and brighter."""
_OTHERWISE = tuple((vivid, light) for vivid in (0.8, 1.25, 1.5) for light in (-0.3, 0.0, 0.3))
"""What another camera and another exposure make of it: a board of black and white print says nothing of how vivid a
camera sees."""
_FLOOR = 1e-5
_MOST_PIXELS = 6000
_STRAYED = 0.25
"""At most so much of what is found in the places of pieces belongs to what is around them."""
_LEAST_OWN = 0.2
_GOLDEN = 0.618034
SAMPLES = 600
"""So many pixels are kept of each colour."""


@dataclass(frozen=True, eq=False)
class PieceColour:
    """The colour of pieces: its name and pixels of them, float32 (n, 3) (u, v, l) in the bare board's light."""

    name: str
    samples: Colours

    @classmethod
    def of(cls, name: str, pixels: Colours, elsewhere: Colours) -> Self:
        """Keep an even choice of pixels, float32 (n, 3), without what got among them from around the pieces.

        ``elsewhere`` float32 (m, 3) are pixels where no piece stands. A silhouette is never exact, and a little of
        the board among the samples of a piece would make a piece of every place where board shows that should not.
        """
        order = np.random.default_rng(7).permutation(len(pixels))[:_MOST_PIXELS]
        chosen = pixels[order]
        ratio = np.exp(looked_up(density_of(elsewhere), chosen) - looked_up(density_of(chosen), chosen))
        own = np.clip(1.0 - _STRAYED * ratio, 0.0, 1.0)
        if own.sum() >= _LEAST_OWN * len(chosen):
            chosen = chosen[own > np.modf(_GOLDEN * np.arange(len(chosen)))[0]]
        return cls(name, np.asarray(chosen[:SAMPLES], np.float32))

    @cached_property
    def plain(self) -> NDArray[np.float32]:
        """The logarithm of the density in each bin of colours as enrolled, float32 (bins u, v, l)."""
        return _log_table(self.samples, _OTHERWISE)

    @cached_property
    def shining(self) -> NDArray[np.float32]:
        """The same where a lamp may be reflected."""
        return _log_table(self.samples, _GLARE + _OTHERWISE)

    @cached_property
    def plain_or_strange(self) -> NDArray[np.float32]:
        """As ``plain``, float32 (bins,) in one row, where any pixel may show none of its colours."""
        return either(self.plain.ravel(), np.float32(OTHER + _OWN_STRANGE))

    @cached_property
    def shining_or_strange(self) -> NDArray[np.float32]:
        """The same of ``shining``."""
        return either(self.shining.ravel(), np.float32(OTHER + _OWN_STRANGE))

    def log_density(self, seen: Colours, *, shining: bool = False) -> NDArray[np.float32]:
        """How likely colours (u, v, l), float32 (..., 3), are on such a piece: the logarithm of a density."""
        return looked_up(self.shining if shining else self.plain, seen)


def density_of(pixels: Colours) -> NDArray[np.float32]:
    """The logarithm of the density of colours (u, v, l), float32 (n, 3), in each bin."""
    return _log_table(pixels, ())


def looked_up(table: NDArray[np.float32], seen: Colours) -> NDArray[np.float32]:
    """What a table holds for colours (u, v, l), float32 (..., 3)."""
    return np.asarray(table.ravel()[bins_of(seen.reshape(-1, 3))].reshape(seen.shape[:-1]), np.float32)


def either(one: NDArray[np.float32], other: NDArray[np.float32] | np.float32) -> NDArray[np.float32]:
    """The logarithm of how likely one of two things is, by the logarithms of each: ``np.logaddexp`` of finite numbers
    in a fourth of the time, for numpy has faster logarithms of float32 than that one takes.
    """
    apart = np.abs(one - other)
    np.exp(np.negative(apart, out=apart), out=apart)
    apart += np.float32(1.0)
    np.log(apart, out=apart)
    apart += np.maximum(one, other)
    return np.asarray(apart, np.float32)


def _log_table(samples: Colours, otherwise: tuple[tuple[float, float], ...]) -> NDArray[np.float32]:
    table = np.bincount(bins_of(samples), minlength=int(np.prod(_BINS))).astype(np.float32)
    for vivid, brighter in otherwise:
        changed = samples * np.array([vivid, vivid, 1.0], np.float32)
        changed[:, 2] += brighter
        more = np.bincount(bins_of(changed), minlength=len(table)) * (_RARER / len(otherwise))
        table += more.astype(np.float32)
    table = table.reshape(_BINS)
    for axis, spread in enumerate(_SPREAD):
        table = _spread_out(table, axis, spread)
    density = table / max(float(table.sum()), 1e-9) / float(np.prod(_STEP))
    return np.asarray(np.log(density + _FLOOR), np.float32)


def _spread_out(table: NDArray[np.float32], axis: int, spread: float) -> NDArray[np.float32]:
    """Blur a table along one of its axes; what lies beyond its ends is empty."""
    reach = int(3 * spread)
    kernel = cv2.getGaussianKernel(2 * reach + 1, spread).ravel().astype(np.float32)
    room = [(reach, reach) if at == axis else (0, 0) for at in range(table.ndim)]
    wide = np.moveaxis(np.pad(table, room), axis, 0)
    size = table.shape[axis]
    spread_out = sum(share * wide[at : at + size] for at, share in enumerate(kernel))
    return np.ascontiguousarray(np.moveaxis(np.asarray(spread_out, np.float32), 0, axis))


def bins_of(values: Colours) -> NDArray[np.int64]:
    """The bin of each colour, float32 (n, 3), in a table laid out in one row: int64 (n,)."""
    found = np.zeros(len(values), np.int64)
    for at, (low, step, many) in enumerate(zip(_LOW, _STEP, _BINS, strict=True)):
        steps = values[:, at].astype(np.float64)
        steps -= low
        steps /= step
        found *= many
        found += np.clip(steps, 0, many - 1, out=steps).astype(np.int64)
    return found
