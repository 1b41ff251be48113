"""Pictures of screens: how they are kept small, and when two of them show the same.

A picture is kept at half its size in at most 64 colours. Two pictures show the same where every pixel of one lies, in
every channel, between the darkest and the lightest of the nine around its place in the other, and the other way
round. So a line that is drawn a fraction of a pixel elsewhere, or smoothed otherwise, is the same line; what
vanished, moved by more than its smoothing, or took another colour is not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
"""uint8 BGR, height by width by 3, at half the size of the page (2 CSS px a pixel)."""

COLOURS = 64
WINDOWS = ((5, 44.0), (41, 12.0))
"""How wide a square is (pixels of the picture), and the mean excess in it that is too much (levels of 255): a small
part may differ plainly, a large one only faintly."""
TALLER = 4
"""So many rows a page may be longer or shorter (pixels of the picture): nothing that one line of text would be."""
_AROUND = np.ones((3, 3), np.uint8)
_LOSSLESS = 101


def halved(png: bytes, width: int, tallest: int) -> Picture:
    """A screenshot of a page that is ``width`` CSS px wide, whatever its device's scale, at half its size.

    What lies deeper than ``tallest`` CSS px is cut off.
    """
    drawn = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    scale = drawn.shape[1] / width
    drawn = drawn[: round(tallest * scale)]
    size = (width // 2, round(drawn.shape[0] / scale / 2))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def kept(picture: Picture) -> bytes:
    """The picture in few colours, as a WebP without further loss."""
    pixels = picture.reshape(-1, 3).astype(np.float32)
    cv2.setRNGSeed(1)
    until = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    # The frequent colours alone would leave a small sign's to its neighbours.
    seen, often = np.unique(picture.reshape(-1, 3), axis=0, return_counts=True)
    sample = np.concatenate([pixels[::11], seen[often > 3].astype(np.float32)])
    _, _, palette = cv2.kmeans(sample, COLOURS, None, until, 1, cv2.KMEANS_PP_CENTERS)  # type: ignore[call-overload]
    palette = np.rint(palette)
    apart = (palette**2).sum(axis=1) - 2 * pixels @ palette.T
    coloured = palette[apart.argmin(axis=1)].astype(np.uint8).reshape(picture.shape)
    return cv2.imencode(".webp", coloured, [cv2.IMWRITE_WEBP_QUALITY, _LOSSLESS])[1].tobytes()


def read(webp: bytes) -> Picture:
    """A kept picture."""
    picture = cv2.imdecode(np.frombuffer(webp, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


@dataclass(frozen=True, slots=True)
class Difference:
    """How much two pictures differ: ``score`` is 1 where the bar is; the worst place is at ``x``, ``y`` (CSS px).

    ``excess`` is float32, levels of 255 by which a pixel lies outside of what is around it in the other picture.
    """

    score: float
    x: int
    y: int
    excess: npt.NDArray[np.float32]


def difference(expected: Picture, actual: Picture) -> Difference:
    """What tells two pictures apart; a page that is of another length differs where the shorter one ends."""
    rows = min(len(expected), len(actual))
    one, other = expected[:rows], actual[:rows]
    excess = np.maximum(_outside(one, other), _outside(other, one)).max(axis=2).astype(np.float32)
    worst = Difference(0.0, 0, 0, excess)
    for side, bar in WINDOWS:
        mean = cv2.blur(excess, (side, side)) / bar
        y, x = np.unravel_index(int(mean.argmax()), mean.shape)
        if mean[y, x] > worst.score:
            worst = Difference(float(mean[y, x]), 2 * int(x), 2 * int(y), excess)
    if abs(len(expected) - len(actual)) > TALLER:
        return Difference(max(worst.score, 10.0), 0, 2 * rows, excess)
    return worst


def _outside(one: Picture, other: Picture) -> npt.NDArray[np.int16]:
    """How far each value of one lies outside of the values around its place in the other."""
    value = one.astype(np.int16)
    darkest, lightest = cv2.erode(other, _AROUND), cv2.dilate(other, _AROUND)
    outside = np.maximum(darkest.astype(np.int16) - value, value - lightest.astype(np.int16))
    return np.maximum(outside, 0).astype(np.int16)


def side_by_side(expected: Picture, actual: Picture, excess: npt.NDArray[np.float32]) -> bytes:
    """Expected, actual, and what tells them apart in red over it, as a PNG."""
    rows = max(len(expected), len(actual))
    pale = cv2.addWeighted(actual[: len(excess)], 0.3, np.full_like(actual[: len(excess)], 255), 0.7, 0)
    told = np.clip(excess / 64.0, 0.0, 1.0)[..., None]
    marked = (pale * (1 - told) + np.array((0, 0, 220)) * told).astype(np.uint8)
    sheets = [
        cv2.copyMakeBorder(sheet, 0, rows - len(sheet), 0, 12, cv2.BORDER_CONSTANT, value=(128, 128, 128))
        for sheet in (expected, actual, marked)
    ]
    return cv2.imencode(".png", np.hstack(sheets))[1].tobytes()
