"""A recorded evening as a camera: its small stream, and its stills where they were taken."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from hardware.frame_source import CameraError, Frame
from hardware.recorder import CLOCK, RATE, SMALL, STILLS, STILLS_INDEX

_AS_GOOD_AS_NOW = 20
"""A still that was taken so many pictures later shows what lay there now."""


class RecordingSource:
    """The pictures that ``hardware.recorder.Recorder`` kept in a folder, at their own pace, with stills on demand.

    ``monotonic_ms`` is the recording's own time from the moment it was opened. ``sleep`` waits (s).
    """

    def __init__(
        self,
        folder: Path,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder = folder
        self._sleep = sleep
        self._clock = clock
        self._films: tuple[Path, ...] = ()
        self._stills: tuple[tuple[int, Path | None], ...] = ()
        self._number = 0
        self._begun_ms = 0

    @property
    def description(self) -> str:
        """The folder, and how many films and stills it holds."""
        stills = sum(path is not None for _, path in self._stills)
        return f"the recording {self._folder} ({len(self._films)} films, {stills} stills)"

    def __enter__(self) -> Self:
        """Look what there is. Raises CameraError where the folder holds no recording."""
        self._films = tuple(sorted((self._folder / SMALL).glob("*.mkv")))
        if not self._films:
            raise CameraError(f"{self._folder} holds no recording: give a folder of companion record.")
        self._stills = tuple(self._indexed())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing stays open between two pictures."""
        self._films = ()

    def __iter__(self) -> Iterator[Frame]:
        """Yield every picture of the small stream, then end; a film that cannot be read is passed over."""
        begun = self._clock()
        self._begun_ms = round(1000 * begun)
        self._number = 0
        for film in self._films:
            capture = cv2.VideoCapture(str(film))
            try:
                while True:
                    there, image = capture.read()
                    if not there or image is None:
                        break
                    ahead = self._number / RATE - (self._clock() - begun)
                    if ahead > 0:
                        self._sleep(ahead)
                    frame = Frame(self._number + 1, self._now_ms(), np.asarray(image, np.uint8))
                    yield frame
                    self._number += 1
            finally:
                capture.release()

    def still(self) -> Frame | None:
        """Return the still that shows what lies there at the last picture; None where none was taken of it.

        The recorder takes one soon after anything has changed: the next one, if it comes soon, else the last one.
        """
        soon = next(
            (path for number, path in self._stills if 0 <= number - self._number <= _AS_GOOD_AS_NOW), None
        )
        before = [path for number, path in self._stills if number <= self._number]
        path = soon or (before[-1] if before else None)
        image = None if path is None else cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is None:
            return None
        return Frame(self._number + 1, self._now_ms(), np.asarray(image, np.uint8))

    def _now_ms(self) -> int:
        return self._begun_ms + round(1000 * self._number / RATE)

    def film_ms(self, wall_ms: int) -> int | None:
        """Return when the machine's clock said ``wall_ms``, ms of the film; None where the clock was not kept.

        Negative before the film began. To be asked while the recording is open.
        """
        times = [(int(number), int(wall)) for number, wall in self._lines(CLOCK) if wall.isdecimal()]
        if not times:
            return None
        number, wall = next((one for one in reversed(times) if one[1] <= wall_ms), times[0])
        return round(1000 * number / RATE) + wall_ms - wall

    def _indexed(self) -> Iterator[tuple[int, Path | None]]:
        # Kept before there was an index: only the small stream is left.
        for number, name in self._lines(STILLS_INDEX):
            if Path(name).name == name:
                yield int(number), self._folder / STILLS / name if name else None

    def _lines(self, name: str) -> Iterator[tuple[str, str]]:
        """The lines of a list beside the pictures that begin with a number; none where there is no list."""
        try:
            lines = (self._folder / name).read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            return
        for line in lines:
            number, _, told = line.partition(",")
            if number.isdecimal():
                yield number, told
