"""The watchdog: names the cause when a camera gives no picture, or none that is good.

It knows no device and no clock: it is told what happened and when.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.causes import (
    BLURRED,
    COLOURS_SWAPPED,
    FAULTS,
    NO_FRAMES,
    NOT_FOUND,
    OVEREXPOSED,
    TOO_DARK,
    UNPLUGGED,
)
from hardware.frame_source import Image

Rectangle: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in px of the picture; right and bottom are outside."""

MEASURE_S = 0.5
"""A picture is measured this often: more would cost time and tell nothing."""
HOLD_S = 2.0
"""What is wrong for this long without a break is said: a hand or a flicker is over sooner."""
CLEAR_S = 1.0
"""What is right again for this long is no longer said."""
SMALL_WIDTH = 640
_FINE_PX = 1.0
_COARSE_PX = 3.0
_LEAST_EDGE = 3.0
_EDGE_SHARE = 0.02
_FEWEST_EDGES = 200
_SHARPEST = 75.0
_WHITE = 250


@dataclass(frozen=True, slots=True)
class Limits:
    """When a picture is bad, and when it is good again: two values each, so that nothing toggles.

    ``dark``, ``bright_again``: the brightness (0 to 255) below which 99 % of the picture lie. ``white``,
    ``drawn_again``: the share of the picture that is white in all channels. ``blur_px``, ``sharp_again_px``:
    the blur of the sharpest edges (standard deviation) in a picture 640 px wide. ``swapped``,
    ``right_again``: how much bluer than red the reference patch is (levels).
    """

    dark: float = 45.0
    bright_again: float = 60.0
    white: float = 0.40
    drawn_again: float = 0.30
    blur_px: float = 3.0
    sharp_again_px: float = 2.5
    swapped: float = 12.0
    right_again: float = 0.0


class Watchdog:
    """Keeps the present cause: ``fault`` while no picture comes, ``warning`` while the picture is bad.

    ``patch`` is a place in the pictures that is redder than blue if the colours are right (skin, wood and mats
    are no sure sign); without one, colours are not judged.
    """

    def __init__(self, patch: Rectangle | None = None, limits: Limits | None = None) -> None:
        self.patch = patch
        limits = limits or Limits()
        self._limits = limits
        self._dark = _Judgement(limits.dark, limits.bright_again, below=True)
        self._white = _Judgement(limits.white, limits.drawn_again)
        self._blur = _Judgement(limits.blur_px, limits.sharp_again_px)
        self._blue = _Judgement(limits.swapped, limits.right_again)
        self._colours_right = False
        self._measured_s = -math.inf
        self._seen = False
        self._fault = NO_FRAMES

    @property
    def fault(self) -> str:
        """Why no picture comes, as far as it is known."""
        return self._fault

    @property
    def warning(self) -> str | None:
        """What is wrong with the picture, the gravest first; None if nothing is."""
        for judgement, code in (
            (self._dark, TOO_DARK),
            (self._white, OVEREXPOSED),
            (self._blue, COLOURS_SWAPPED),
            (self._blur, BLURRED),
        ):
            if judgement.bad:
                return code
        return None

    def restarted(self) -> None:
        """A new run of the camera begins: its colours are judged anew, and nothing was seen in between."""
        self._colours_right = False
        self._measured_s = -math.inf
        for judgement in (self._dark, self._white, self._blur, self._blue):
            judgement.interrupted()

    def failed(self, reason: str | None) -> None:
        """The camera gives no picture for this reason; None if nothing is known."""
        reason = reason if reason in FAULTS else NO_FRAMES
        # A camera that was there and cannot be found any more has been pulled out.
        self._fault = UNPLUGGED if reason == NOT_FOUND and self._seen else reason

    def looked(self, image: Image, now_s: float) -> str | None:
        """Take a picture (BGR) with the time (s); returns what is wrong with it, None if nothing is."""
        self._fault = NO_FRAMES
        self._seen = True
        if 0 <= now_s - self._measured_s < MEASURE_S:
            return self.warning
        self._measured_s = now_s
        small = in_small(image)
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        self._dark.feed(brightest(grey), now_s)
        self._white.feed(white_share(small), now_s)
        # In a dark picture there is nothing but noise to be sharp.
        self._blur.feed(None if self._dark.wrong else edge_blur_px(grey), now_s)
        if self.patch is not None and not self._colours_right:
            bluer = bluer_than_red(image, self.patch)
            self._blue.feed(None if self._dark.wrong else bluer, now_s)
            # Colours do not swap while a camera runs; a blue sleeve on the patch does come later.
            self._colours_right = (
                bluer is not None and bluer < self._limits.right_again and not self._blue.bad
            )
        return self.warning


class _Judgement:
    """Bad once the value has been beyond the one limit for HOLD_S, good once within the other for CLEAR_S."""

    def __init__(self, enter: float, leave: float, *, below: bool = False) -> None:
        self._sign = -1.0 if below else 1.0
        self._enter = enter * self._sign
        self._leave = leave * self._sign
        self._since: float | None = None
        self.bad = False
        self.wrong = False
        """Whether the last value was beyond the limit."""

    def interrupted(self) -> None:
        """Nothing was measured for a while: what was wrong before may have been right since."""
        self._since = None

    def feed(self, value: float | None, now_s: float) -> None:
        """Take the next value; None tells nothing and changes nothing."""
        if value is None:
            return
        value *= self._sign
        self.wrong = value > (self._leave if self.bad else self._enter)
        if self.wrong == self.bad:
            self._since = None
            return
        if self._since is None or now_s < self._since:
            self._since = now_s
        if now_s - self._since >= (CLEAR_S if self.bad else HOLD_S):
            self.bad = not self.bad
            self._since = None


def in_small(image: Image) -> Image:
    """Return the picture at most 640 px wide."""
    height, width = image.shape[:2]
    if width <= SMALL_WIDTH:
        return image
    # Whole steps first: averaging every pixel of a large picture would cost more than all the rest.
    step = max(1, width // (2 * SMALL_WIDTH))
    size = (SMALL_WIDTH, max(1, round(height * SMALL_WIDTH / width)))
    return np.asarray(cv2.resize(image[::step, ::step], size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def brightest(grey: NDArray[np.uint8]) -> float:
    """Return the brightness below which 99 % of a grey picture lie (0 to 255)."""
    counts = np.cumsum(np.bincount(grey.ravel()[::7], minlength=256))
    return float(np.searchsorted(counts, 0.99 * counts[-1]))


def white_share(image: Image) -> float:
    """Return the share (0 to 1) of a picture that is white: nothing is left to be seen there."""
    return float(np.mean(image[::2, ::2].min(axis=2) >= _WHITE))


def edge_blur_px(grey: NDArray[np.uint8]) -> float | None:
    """Return the blur (standard deviation, px) of the sharpest edges; None if there are too few edges to tell.

    An edge that is blurred already changes less when it is blurred more: the gradient at two scales gives the
    blur, whatever the picture shows (Zhuo and Sim, Defocus map estimation from a single image, 2011).
    """
    fine, coarse = (_gradient(grey, scale) for scale in (_FINE_PX, _COARSE_PX))
    share = max(1, round(coarse.size * _EDGE_SHARE))
    least = max(_LEAST_EDGE, float(np.partition(coarse.ravel(), coarse.size - share)[-share]))
    edges = coarse >= least
    if np.count_nonzero(edges) < _FEWEST_EDGES:
        return None
    ratio = float(np.percentile(fine[edges] / coarse[edges], _SHARPEST))
    if ratio <= 1.0:
        return math.inf
    squared = (_COARSE_PX**2 - ratio**2 * _FINE_PX**2) / (ratio**2 - 1.0)
    return math.sqrt(max(squared, 0.0))


def bluer_than_red(image: Image, patch: Rectangle) -> float | None:
    """Return how much bluer than red a place is (levels, -255 to 255); None if it is not in the picture."""
    left, top, right, bottom = patch
    pixels = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if pixels.size == 0:
        return None
    return float(pixels[..., 0].mean() - pixels[..., 2].mean())


def _gradient(grey: NDArray[np.uint8], scale_px: float) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), scale_px)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=1)
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=1)
    return np.asarray(cv2.magnitude(across, down), dtype=np.float32)
