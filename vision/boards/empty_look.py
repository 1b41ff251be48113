"""How a board looks where no piece stands: from a picture of it bare, or put together from set ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import channels
from vision.boards.alignment import grey
from vision.boards.board_light import (
    Colours,
    colours,
    logarithms,
    neighbourhood,
    printed_alike,
    shifted_prints,
)
from vision.boards.piece_colours import density_of, either
from vision.boards.squares import BadSquares, BoardSquares, Floats, Image
from vision.boards.straightened import Frame, leaning

_BLUR_PX = 0.8
_REACH = 0.06
"""How far print may lie from where it should, in spacings."""
_SUDDEN = 0.2
"""How often the light changes within a square: a shadow's edge."""
_USUAL = 0.2
_AROUND = 1.2
"""How far the light is taken to be the same, in spacings."""
_PLAIN = 0.002
_PLAIN_SPREAD = 0.04
_BESIDE, _LONG = 0.4, 0.4
"""How far around its centre a square's print is looked at, in spacings, and by which share of both together it must
change more across it than along it, to be long.
"""
_ENOUGH = 3
"""So many photographs outvote one."""
_MOST_LOOKS = 3
_VISIBLE = 40
_OWN_PRINT, _AROUND_IT = 0.3, 0.02
"""How far a square's own print reaches, in spacings, and how much what lies around it counts beside."""
_PIECE_REACH, _PIECE_HEIGHT = 0.62, 1.3
"""What a piece of unknown shape may hide, in spacings: a disc and a height."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far the colour of bare board strays (in logarithms): in chromaticity, above its brightness, below it, and
    what a whole logarithm of darkness adds to the first: a shadow is lit by other light.
    """

    chroma: float
    bright: float
    dark: float
    shadow_chroma: float


_LOOSE = Spread(0.09, 0.13, 0.30, 0.22)
_CLOSE = Spread(0.05, 0.07, 0.07, 0.1)
_IN_BETWEEN = 0.3
"""How much of what lies between two prints that meet is as likely."""
_PALER = 0.25
"""So much less vivid may print look that a camera sees as bright as it can."""
_SIGMAS = float(np.sqrt(2 * np.pi))
_CLOSEST = (0.02, 0.03)
_MOST_STRAY, _ROOM = 0.68, 2.5
_LEAST_ASKED, _MOST_ASKED = 500, 20_000


@dataclass(frozen=True, eq=False)
class EmptyLook:
    """The bare board straight from above: ``images`` uint8 (h, w, 3) BGR in the frame, in one light, the best first,
    as it looked on one photograph and the other; ``known`` bool (h, w), False around the board, and where it was
    never seen without a piece and is only like other squares.
    """

    images: tuple[Image, ...]
    known: NDArray[np.bool_]
    reach_px: int
    around_px: float

    @classmethod
    def of(cls, images: Sequence[Image], known: NDArray[np.bool_], squares: BoardSquares) -> Self:
        """Make a look of its pictures; raises BadSquares where they have not the size of the squares' frame."""
        frame = Frame.of(squares)
        if any(one.shape[:2] != frame.shape for one in (*images, known)):
            raise BadSquares("the pictures are none of this board")
        spacing_px = squares.spacing * frame.px_per_unit
        return cls(
            tuple(images), known & frame.on_board, max(1, round(_REACH * spacing_px)), _AROUND * spacing_px
        )

    @property
    def image(self) -> Image:
        """How it looks best, uint8 (h, w, 3) BGR."""
        return self.images[0]

    @cached_property
    def logs(self) -> Colours:
        """The logarithms of its channels, float32 (h, w, 3) BGR."""
        return logarithms(softened(self.image))

    @cached_property
    def bounds(self) -> tuple[tuple[Colours, Colours], ...]:
        """The least and largest colour (u, v, l) near each pixel, float32 (h, w, 3), as it looked each time."""
        return tuple(
            neighbourhood(colours(logarithms(softened(image))), self.reach_px) for image in self.images
        )

    @cached_property
    def _prints(self) -> tuple[NDArray[np.int64], ...]:
        """Which pixels are printed and lit alike: a number for each, int64 (h, w), as it looked each time."""
        return tuple(printed_alike(colours(logarithms(softened(image)))) for image in self.images)

    @cached_property
    def density(self) -> NDArray[np.float32]:
        """How often the bare board shows each colour anywhere: the logarithm of the density in each bin."""
        return density_of(colours(self.logs)[self.known])

    @cached_property
    def grey(self) -> Image:
        """Its print with the light of the room taken out, uint8 (h, w), as ``alignment.grey`` gives it."""
        return grey(self.image)

    @cached_property
    def _print(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """How much spread there is around each pixel, float32 (h, w); and with ``reach_px`` more on every side, where
        the other end of the picture lies: brightness, its mean and its spread around each pixel, float32 (3, h, w).
        """
        bright = channels.mean(self.logs)
        mean, spread = _around(bright, self.print_px)
        reach = [(self.reach_px,) * 2] * 2
        return spread, np.array([np.pad(one, reach, mode="wrap") for one in (bright, mean, spread)])

    def along(self, squares: BoardSquares) -> Floats:
        """The direction in which each square is printed long, float64 (n, 2) of length 1; 0 where it is as wide.

        Print that changes across it more than along it has edges on its long sides.
        """
        frame = Frame.of(squares)
        logs = cv2.GaussianBlur(self.logs, (0, 0), 1.0)
        across, down = cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)
        bends = np.stack([across * across, across * down, down * down]).sum(axis=-1)
        wide = _BESIDE * squares.spacing * frame.px_per_unit
        xx, xy, yy = (cv2.GaussianBlur(np.ascontiguousarray(bend), (0, 0), wide) for bend in bends)
        found = np.zeros((len(squares.names), 2))
        for square, (x, y) in enumerate(np.round(frame.to_px(squares.centres)).astype(int)):
            (least, most), directions = np.linalg.eigh(
                np.array([[xx[y, x], xy[y, x]], [xy[y, x], yy[y, x]]], np.float64)
            )
            if most - least > _LONG * (most + least) + _PLAIN:
                found[square] = directions[:, 0]
        return found

    @property
    def print_px(self) -> int:
        """The side of the piece of print that is compared around each pixel."""
        return max(5, round(0.4 * self.around_px)) | 1

    def alike(self, image: Image) -> NDArray[np.float32]:
        """How much the print around each pixel of a straightened picture is the board's, float32 (h, w).

        A correlation -1 to 1 that no light changes, the less the plainer the board is there; ``image`` is uint8
        (h, w, 3) BGR.
        """
        own_spread, around = self._print
        seen = channels.mean(logarithms(softened(image)))
        their_mean, their_spread = _around(seen, self.print_px)
        best = np.full(seen.shape, -1.0, np.float32)
        height, width = seen.shape
        both, apart, size = (np.empty_like(best) for _ in range(3))
        for down in (0, self.reach_px, 2 * self.reach_px):
            for right in (0, self.reach_px, 2 * self.reach_px):
                bright, mean, spread = around[:, down : down + height, right : right + width]
                np.multiply(bright, seen, out=both)
                cv2.blur(both, (self.print_px,) * 2, dst=apart)
                np.multiply(mean, their_mean, out=both)
                apart -= both
                np.multiply(spread, their_spread, out=size)
                size += _PLAIN
                apart /= size
                np.maximum(best, apart, out=best)
        return np.asarray(best * (own_spread / (own_spread + _PLAIN_SPREAD)), np.float32)

    def brighter(self, light: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much brighter a straightened picture is than print close by: logarithms, float32 (h, w)."""
        low, high = (bound[..., 2] for bound in self.bounds[0])
        return np.asarray(light - np.clip(light, low, high), np.float32)

    def closeness(self, seen: Colours, free: NDArray[np.bool_]) -> Spread:
        """How far the bare board's colours stray on a photograph with the colours ``seen``, float32 (h, w, 3).

        By what they do where it is ``free``, bool (h, w), and no piece can stand.
        """
        low, high = self.bounds[0]
        strange = seen - np.clip(seen, low, high)
        return _as_close(strange - _smooth_strangeness(strange, self.around_px), free & self.known)

    def log_density(
        self,
        seen: Colours,
        free: NDArray[np.bool_],
        close: Spread,
        blown: NDArray[np.bool_],
        where: NDArray[np.bool_],
    ) -> NDArray[np.float32]:
        """How likely colours (u, v, l), float32 (h, w, 3), are where nothing stands: the logarithm of a density.

        Only ``where``, bool (h, w), it is asked, elsewhere it is 0.

        Where it is ``free``, bool (h, w), no piece can stand: it tells how what is printed in one colour looks now.
        ``close`` is how far colours stray where the light around is known. ``blown`` bool (h, w) says where there was
        more light than the camera can tell: board may be brighter than it looks there, and less vivid.
        """
        at = np.flatnonzero(where)
        known = self.known.ravel()[at]
        best = np.full(len(at), -np.inf, np.float32)
        for (low, high), prints in zip(self.bounds, self._prints, strict=True):
            room = _IN_BETWEEN * _planes(high - low, at)
            off = seen - np.clip(seen, low, high)
            shift = shifted_prints(off, prints, free & self.known)
            np.maximum(best, self._log_density(_excused(off, blown), room, close, at, known), out=best)
            if shift.any():
                off = seen - np.clip(seen, low + shift, high + shift)
                np.maximum(best, self._log_density(_excused(off, blown), room, close, at, known), out=best)
        found = np.zeros(where.shape, np.float32)
        found.ravel()[at] = best
        return found

    def _log_density(
        self, strange: Colours, room: Colours, spread: Spread, at: NDArray[np.intp], known: NDArray[np.bool_]
    ) -> NDArray[np.float32]:
        """Close where the light around was the same, loose where a shadow or a lamp may have come between: (n,).

        ``strange`` is float32 (h, w, 3); of the pixels ``at`` (n,) are asked, and ``room`` (3, n) and ``known`` (n,)
        told.
        """
        around = _planes(_smooth_strangeness(strange, self.around_px), at)
        here = _planes(strange, at)
        loose = _normal(here, _LOOSE, known, room)
        close = _normal(here - around, spread, known, room)
        usual, sudden = np.float32(np.log(1 - _SUDDEN)), np.float32(np.log(_SUDDEN))
        return either(close + usual, loose + sudden)


def _planes(values: Colours, at: NDArray[np.intp]) -> Colours:
    """Of a picture (h, w, 3) the pixels ``at`` (n,), channel by channel (3, n): numpy is slow where rows are three
    numbers long.
    """
    return np.ascontiguousarray(values.reshape(-1, 3).take(at, axis=0).T)


def _excused(strange: Colours, blown: NDArray[np.bool_]) -> Colours:
    """What remains strange, float32 (h, w, 3), where a camera saw more light than it can tell."""
    if not blown.any():
        return strange
    excused = strange.copy()
    there = strange[blown]
    there[:, :2] -= np.clip(there[:, :2], -_PALER, _PALER)
    there[:, 2] = np.maximum(there[:, 2], 0.0)
    excused[blown] = there
    return excused


def _as_close(strange: Colours, free: NDArray[np.bool_]) -> Spread:
    """How far colours stray on this photograph: what they do where no piece can stand, at most as on any other.

    ``strange`` float32 (h, w, 3) is how far they are from those expected, ``free`` bool (h, w) where no piece can
    stand. On a sharp photograph in good light a white piece on a white square differs by more than print does.
    """
    at = np.flatnonzero(free)
    if len(at) < _LEAST_ASKED:
        return _CLOSE
    asked = np.abs(_planes(strange, at[:: max(1, len(at) // _MOST_ASKED)]))
    u, v, light = np.quantile(asked, _MOST_STRAY, axis=1)
    chroma = float(np.clip(_ROOM * max(u, v), _CLOSEST[0], _CLOSE.chroma))
    bright = float(np.clip(_ROOM * light, _CLOSEST[1], _CLOSE.bright))
    return Spread(chroma, bright, bright, _CLOSE.shadow_chroma)


def _around(values: NDArray[np.float32], side: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The mean and the spread of values in the square around each pixel."""
    mean = cv2.blur(values, (side, side))
    squared = cv2.blur(values * values, (side, side))
    return np.asarray(mean, np.float32), np.sqrt(np.maximum(squared - mean * mean, 1e-6))


def _normal(strange: Colours, spread: Spread, known: NDArray[np.bool_], room: Colours) -> NDArray[np.float32]:
    """The logarithm of a density of what colours, float32 (3, n), differ by, darker ones with more room: (n,).

    ``room`` float32 (3, n) is how far apart the colours are that print shows close by: at an edge of the print any
    of those in between is as likely, so that none is very likely.
    """
    u, v, light = strange
    dark, bright = np.maximum(-light, 0.0), np.maximum(light, 0.0)
    chroma = spread.chroma + spread.shadow_chroma * np.minimum(dark, 0.8)
    chroma = np.where(known, chroma, 1.3 * chroma)
    exponent = 0.5 * (u * u + v * v) / (chroma * chroma)
    exponent += 0.5 * (bright / spread.bright) ** 2 + 0.5 * (dark / spread.dark) ** 2
    # One logarithm of all three takes a third of the time.
    wide = (_SIGMAS * chroma + room[0]) * (_SIGMAS * chroma + room[1])
    wide *= _SIGMAS * (spread.bright + spread.dark) / 2 + room[2]
    return np.asarray(-exponent - np.log(wide), np.float32)


def _smooth_strangeness(strange: Colours, around_px: float) -> Colours:
    """What the light around adds to the colours: a mean of what is board most likely, float32 (h, w, 3).

    Every other pixel of every other row is enough for what is that smooth.
    """
    # Channel by channel: numpy is slow where rows are three numbers long.
    some = cv2.split(np.ascontiguousarray(strange[::2, ::2]))
    u, v, light = some
    weight = np.exp(-0.5 * (u * u + v * v + light * light) / _USUAL**2)
    wide = (max(1, round(around_px / 2)),) * 2
    weighted = cv2.merge([*(one * weight for one in some), weight])
    *sums, weight = cv2.split(cv2.blur(cv2.blur(weighted, wide), wide))
    weight += np.float32(0.05)
    smooth = cv2.merge([one / weight for one in sums])
    return np.asarray(cv2.resize(smooth, strange.shape[1::-1], interpolation=cv2.INTER_LINEAR), np.float32)


def softened(image: Image) -> Image:
    """A picture without the noise of single pixels, uint8 (h, w, 3)."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), _BLUR_PX), np.uint8)


def hidden_by(
    squares: BoardSquares,
    frame: Frame,
    occupied: Sequence[int],
    camera: Floats,
    radius: float = _PIECE_REACH,
    height: float = _PIECE_HEIGHT,
) -> NDArray[np.bool_]:
    """Where pieces on some squares may hide the board, bool (h, w); radius and height in spacings."""
    hidden = np.zeros(frame.shape, np.uint8)
    if occupied:
        heights = np.linspace(0.0, height, 6) * squares.spacing
        tops = frame.to_px(leaning(squares.centres[list(occupied)], heights, camera))
        wide = max(1, round(radius * squares.spacing * frame.px_per_unit))
        for piece in tops:
            for x, y in piece:
                cv2.circle(hidden, (round(x), round(y)), wide, 1, -1)
    return np.asarray(hidden > 0)


def put_together(
    pictures: Sequence[Image],
    free: Sequence[NDArray[np.bool_]],
    squares: BoardSquares,
    frame: Frame,
) -> EmptyLook:
    """Make the bare board of pictures, uint8 (h, w, 3) in one light, and of where each shows it free, bool (h, w).

    The pictures come with the one that counts most first. What none shows is taken from the square that looks most
    alike around it.
    """
    known = np.any(free, axis=0)
    first = np.median(np.array(pictures), axis=0).astype(np.uint8)
    for image, there in reversed(list(zip(pictures, free, strict=True))):
        first[there] = image[there]
    if len(pictures) >= _ENOUGH:
        # What lay about on the bare board is outvoted by the others.
        shown = np.array(free)
        always, enough = shown.all(axis=0), shown.sum(axis=0) >= _ENOUGH
        first[always] = np.median([one[always] for one in pictures], axis=0).astype(np.uint8)
        rest = enough & ~always
        if rest.any():
            seen = [
                np.where(there[rest][:, None], one[rest], np.nan)
                for one, there in zip(pictures, free, strict=True)
            ]
            first[rest] = np.nanmedian(np.array(seen, np.float32), axis=0).astype(np.uint8)
    first = _like_others(first, known, squares, frame)
    others = [
        np.asarray(np.where(there[..., None], image, first), np.uint8)
        for image, there in zip(pictures, free, strict=True)
    ]
    return EmptyLook.of((first, *_different(others, first)), known, squares)


def _different(others: Sequence[Image], first: Image) -> list[Image]:
    """Those looks that differ from the first anywhere that counts, the most different first."""
    apart = [
        float(np.mean(channels.largest(np.asarray(cv2.absdiff(one, first), np.uint8)) > _VISIBLE))
        for one in others
    ]
    order = sorted(range(len(others)), key=lambda at: -apart[at])
    return [others[at] for at in order if apart[at] > 0][: _MOST_LOOKS - 1]


def _like_others(image: Image, known: NDArray[np.bool_], squares: BoardSquares, frame: Frame) -> Image:
    """Fill what was never seen from the square whose surroundings fit best, then from around."""
    filled, still = image.copy(), ~known
    half = round(1.15 * squares.spacing * frame.px_per_unit)
    centres = np.round(frame.to_px(squares.centres)).astype(int)
    offsets = np.arange(-half, half + 1)

    def cut(source: NDArray[np.generic], at: NDArray[np.int_]) -> NDArray[np.generic]:
        ys = np.clip(at[1] + offsets, 0, source.shape[0] - 1)
        xs = np.clip(at[0] + offsets, 0, source.shape[1] - 1)
        return source[np.ix_(ys, xs)]

    away = (offsets[:, None] ** 2 + offsets[None] ** 2) / (squares.spacing * frame.px_per_unit) ** 2
    inner = away <= 0.75**2
    # What is seen of the square itself, beside the piece on it, counts more than what lies around.
    near = np.exp(-0.5 * away / _OWN_PRINT**2) + _AROUND_IT
    shares = np.array([cut(known, at)[inner].mean() for at in centres])
    whole = [int(at) for at in np.flatnonzero(shares > 0.97)]
    looks = np.array([cut(image, centres[at]) for at in whole], np.float32)
    turned = (
        np.concatenate([looks] + [np.rot90(looks, turn, (1, 2)) for turn in (1, 2, 3)]) if whole else looks
    )
    for at in np.argsort(-shares):
        if shares[at] > 0.97 or not whole:
            continue
        here, seen = cut(image, centres[at]).astype(np.float32), cut(known, centres[at])
        if seen.sum() < 20:
            continue
        apart = np.abs(turned - here)[:, seen].mean(axis=2) @ (near[seen] / near[seen].sum())
        # A turned look has to be clearly better: print is rarely turned.
        apart[len(whole) :] *= 1.15
        best = turned[int(apart.argmin())]
        ys, xs = centres[at][1] + offsets, centres[at][0] + offsets
        inside_y, inside_x = (ys >= 0) & (ys < image.shape[0]), (xs >= 0) & (xs < image.shape[1])
        rows, columns = np.ix_(ys[inside_y], xs[inside_x])
        wanted = still[rows, columns] & inner[np.ix_(inside_y, inside_x)]
        patch = filled[rows, columns]
        patch[wanted] = best[np.ix_(inside_y, inside_x)][wanted]
        filled[rows, columns] = patch
        still[rows, columns] &= ~wanted
    return np.asarray(cv2.inpaint(filled, still.astype(np.uint8), 3.0, cv2.INPAINT_TELEA), np.uint8)
