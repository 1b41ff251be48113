"""A folder of photographs as a camera: every photograph is one settled picture."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from hardware.frame_source import BAD_PICTURE, CameraError, Frame, Image

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


class FolderSource:
    """The photographs of a folder in natural order of their names, each a settled frame.

    ``load`` turns a path into a picture (uint8, (h, w, 3), BGR) and raises any exception when it cannot; such
    a photograph becomes a frame with the fault "bad_picture". ``shown`` are names that were shown before,
    in an earlier run: the source goes on after the last of them. Frames are made only when asked for.
    """

    def __init__(
        self,
        folder: Path,
        load: Callable[[Path], Image],
        *,
        shown: Collection[str] = (),
        clock_ms: Callable[[], int] = lambda: time.monotonic_ns() // 1_000_000,
    ) -> None:
        self._folder = folder
        self._load = load
        self._shown = frozenset(shown)
        self._clock_ms = clock_ms
        self._pictures: tuple[Path, ...] = ()

    @property
    def description(self) -> str:
        """The folder, and how many photographs are still to be shown."""
        return f"photographs in {self._folder} ({len(self._pictures)} to show)"

    def __enter__(self) -> Self:
        """List the folder. Raises CameraError if it is none, or holds no photograph."""
        if not self._folder.is_dir():
            raise CameraError(f"{self._folder} is not a folder: give a folder of photographs, folder:DIR.")
        try:
            pictures = photographs(self._folder)
        except OSError as error:
            raise CameraError(
                f"Cannot list {self._folder} ({error.strerror}): check its permissions."
            ) from error
        if not pictures:
            raise CameraError(
                f"No photograph in {self._folder}: put .jpg, .png, .webp, .bmp or .tif pictures there."
            )
        seen = [index for index, path in enumerate(pictures) if path.name in self._shown]
        self._pictures = pictures[seen[-1] + 1 :] if seen else pictures
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is held open."""

    def __iter__(self) -> Iterator[Frame]:
        """Yield one settled frame a photograph, loaded when it is asked for."""
        for seq, path in enumerate(self._pictures, start=1):
            image: Image | None
            try:
                image, fault = self._load(path), None
            except Exception:  # whatever a broken file makes a decoder raise must not end the game
                image, fault = None, BAD_PICTURE
            yield Frame(seq, self._clock_ms(), image, settled=True, name=path.name, fault=fault)


def photographs(folder: Path) -> tuple[Path, ...]:
    """Return the pictures of a folder (not of its sub-folders) in natural order: IMG_2 before IMG_10."""
    pictures = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in PICTURE_SUFFIXES and not path.name.startswith(".") and path.is_file()
    ]
    return tuple(sorted(pictures, key=natural_order))


def natural_order(path: Path) -> tuple[list[tuple[int, int, str]], str]:
    """Return a sort key that counts digits in a name as a number."""
    parts = re.split(r"([0-9]+)", path.name.casefold())
    return [(1, int(part), "") if part.isdecimal() else (0, 0, part) for part in parts], path.name
