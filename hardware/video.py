"""A video file as a camera, played at its own pace."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from hardware.frame_source import CameraError, Frame

UNKNOWN_RATE = 10.0
MOST_PIXELS = 25_000_000
"""Of a frame: no camera films more, and the header is believed before the memory for it is taken."""


class VideoSource:
    """The frames of a video file, one after the other, not faster than they were filmed.

    ``monotonic_ms`` counts the file's own time from the moment it was opened, so that a slow reader changes
    no duration. ``sleep`` waits (s); tests hand in one that does not.
    """

    def __init__(
        self,
        path: Path,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._path = path
        self._sleep = sleep
        self._clock = clock
        self._capture: cv2.VideoCapture | None = None
        self._rate = UNKNOWN_RATE

    @property
    def description(self) -> str:
        """The file and its frame rate."""
        return f"video {self._path} ({self._rate:.0f} frames/s)"

    def __enter__(self) -> Self:
        """Open the file. Raises CameraError if it is missing or no video."""
        if not self._path.is_file():
            raise CameraError(f"{self._path} is not a file: give a video, video:FILE.")
        capture = cv2.VideoCapture(str(self._path))
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"{self._path} cannot be played: give a video that OpenCV reads, such as .mp4.")
        pixels = capture.get(cv2.CAP_PROP_FRAME_WIDTH) * capture.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if pixels > MOST_PIXELS:
            capture.release()
            raise CameraError(
                f"{self._path} has more than {MOST_PIXELS // 1_000_000} million pixels a frame: make it smaller."
            )
        rate = float(capture.get(cv2.CAP_PROP_FPS))
        # Pictures opened as video, and broken headers, report 0, NaN or absurd rates.
        self._rate = rate if 0.5 <= rate <= 240.0 else UNKNOWN_RATE
        self._capture = capture
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def __iter__(self) -> Iterator[Frame]:
        """Yield every frame of the file, then end."""
        capture = self._capture
        if capture is None:
            return
        begun = self._clock()
        seq = 0
        while True:
            there, image = capture.read()
            if not there or image is None:
                return
            seconds = seq / self._rate
            ahead = seconds - (self._clock() - begun)
            if ahead > 0:
                self._sleep(ahead)
            seq += 1
            yield Frame(seq, round((begun + seconds) * 1000), np.asarray(image, dtype=np.uint8))
