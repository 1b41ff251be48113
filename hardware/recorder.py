"""An evening kept as a camera saw it: the small stream as films, and the stills that mattered, within a limit.

``DIR/small/000.mkv`` and so on are ten minutes each at ten pictures a second, in the table's own time (a pause of the
camera stays a pause); ``DIR/stills/000042.jpg`` are named after the frame, ``DIR/stills.csv`` tells to which picture
of the films each belongs, ``DIR/clock.csv`` what the machine's clock said then. ``recording:DIR`` plays all of it
again, ``video:DIR/small/000.mkv`` and ``folder:DIR/stills`` parts. A film that was cut off by a power failure plays
up to its last few seconds.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from hardware.frame_source import CameraError, Frame, Image

SMALL, STILLS = "small", "stills"
STILLS_INDEX = "stills.csv"
"""A line for each still: the number of the small picture that was kept last, from 0, and the still's file name; no
name where there was no room for it."""
CLOCK = "clock.csv"
"""Lines of the number of a small picture, from 0, and what the machine's clock said then, ms since 1970."""
CLOCK_FRAMES = 100
"""After so many pictures, and after every pause, the clock is written down."""
LIMIT_BYTES = 2_000_000_000
"""What an evening may take on the disk."""
RATE = 10.0
FILM_FRAMES = 6000
"""Ten minutes: so much is lost at most with a film that cannot be read."""
SMALL_WIDTH = 640
STILLS_SHARE = 0.6
"""The share of the limit that stills may take; they get coarser as they near it."""
QUALITIES = (92, 85, 75, 60)
_LONGEST_PAUSE_S = 30.0
_SETTLES_FRAMES = 200


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was kept: pictures of the small stream, stills, bytes; and whether the limit was reached."""

    frames: int
    stills: int
    bytes: int
    full: bool


class Recorder:
    """Keeps frames in a folder, which must be empty or new. Entering raises CameraError if it cannot be written.

    ``limit_bytes`` is never exceeded by more than one still and the last seconds of a film: then nothing more is
    kept. ``mask`` hides what is nobody's business before a picture is written. ``clock`` is the machine's, ms.
    """

    def __init__(
        self,
        folder: Path,
        *,
        limit_bytes: int = LIMIT_BYTES,
        mask: Callable[[Image], Image] = lambda image: image,
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> None:
        self._clock = clock
        self._timed: int | None = None
        self._folder = folder
        self._mask = mask
        self._limit = limit_bytes
        self._film: cv2.VideoWriter | None = None
        self._film_path: Path | None = None
        self._films = 0
        self._in_film = 0
        self._closed_bytes = 0
        self._still_bytes = 0
        self._size: tuple[int, int] | None = None
        self._begun_ms: int | None = None
        self._ticks = 0
        self._frames = 0
        self._stills = 0
        self._full = False

    def __enter__(self) -> Self:
        """Make the folders."""
        try:
            if self._folder.exists() and any(self._folder.iterdir()):
                raise CameraError(f"{self._folder} is not empty: name a new folder for the recording.")
            for name in (SMALL, STILLS):
                (self._folder / name).mkdir(parents=True)
        except OSError as error:
            raise CameraError(
                f"Nothing can be recorded in {self._folder} ({error.strerror}): name another folder."
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the last film; where nothing was kept, no folders are left that the next try would stumble over."""
        self._close_film()
        for folder in (self._folder / SMALL, self._folder / STILLS, self._folder):
            with contextlib.suppress(OSError):
                folder.rmdir()

    @property
    def recorded(self) -> Recorded:
        """What has been kept until now."""
        return Recorded(self._frames, self._stills, self._bytes(), self._full)

    def frame(self, frame: Frame) -> None:
        """Keep the next frame in the small stream; one without a picture leaves the last one standing."""
        if frame.image is None or self._full:
            return
        if self._begun_ms is None:
            self._begun_ms = frame.monotonic_ms
        tick = round((frame.monotonic_ms - self._begun_ms) / 1000 * RATE)
        missed = tick - self._ticks
        if missed < 0:
            return
        small = _reduced(self._mask(frame.image), SMALL_WIDTH)
        for _ in range(min(missed, round(_LONGEST_PAUSE_S * RATE)) + 1):
            if not self._write(small):
                return
        self._ticks = tick + 1
        if self._timed is None or missed or self._frames - self._timed > CLOCK_FRAMES:
            self._timed = self._frames - 1
            self._note(CLOCK, f"{self._timed},{self._clock()}")

    def still(self, frame: Frame) -> Path | None:
        """Keep a frame's picture at full size; returns where, None if it has none or the limit is reached."""
        if frame.image is None or self._full:
            return None
        now = max(0, self._frames - 1)
        share = self._still_bytes / (STILLS_SHARE * self._limit)
        if share >= 1.0:
            self._note(STILLS_INDEX, f"{now},")
            return None
        quality = QUALITIES[min(len(QUALITIES) - 1, int(share * len(QUALITIES)))]
        done, data = cv2.imencode(".jpg", self._mask(frame.image), [cv2.IMWRITE_JPEG_QUALITY, quality])
        if not done:
            return None
        path = self._folder / STILLS / f"{frame.seq:06d}.jpg"
        try:
            path.write_bytes(data.tobytes())
        except OSError:
            self._full = True
            return None
        self._note(STILLS_INDEX, f"{now},{path.name}")
        self._still_bytes += len(data)
        self._stills += 1
        return path

    def _write(self, small: Image) -> bool:
        """Put a picture in the film; returns whether there is room for another."""
        size = (small.shape[1], small.shape[0])
        if self._film is None or self._in_film >= FILM_FRAMES or size != self._size:
            self._close_film()
            self._open_film(size)
        if self._film is not None:
            self._film.write(small)
            self._in_film += 1
            self._frames += 1
        if self._frames % _SETTLES_FRAMES == 0 and self._bytes() >= self._limit:
            self._full = True
            self._close_film()
        return not self._full

    def _note(self, name: str, line: str) -> None:
        """Add a line to one of the lists that lie beside the pictures."""
        try:
            with (self._folder / name).open("a", encoding="utf-8") as listed:
                listed.write(line + "\n")
        except OSError:
            self._full = True

    def _open_film(self, size: tuple[int, int]) -> None:
        path = self._folder / SMALL / f"{self._films:03d}.mkv"
        # MPEG-4 is what OpenCV's own wheels can write; Matroska can be read although its end is missing.
        film = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), RATE, size)
        if not film.isOpened():
            self._full = True
            return
        self._film, self._film_path, self._size = film, path, size
        self._films += 1
        self._in_film = 0

    def _close_film(self) -> None:
        if self._film is None or self._film_path is None:
            return
        self._film.release()
        self._closed_bytes += _size_of(self._film_path)
        self._film = self._film_path = None

    def _bytes(self) -> int:
        return self._closed_bytes + self._still_bytes + (_size_of(self._film_path) if self._film_path else 0)


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _reduced(image: Image, width: int) -> Image:
    if image.shape[1] <= width:
        return image
    # Even sizes: the film's colours are kept at half resolution.
    size = (width, 2 * round(image.shape[0] * width / image.shape[1] / 2))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
