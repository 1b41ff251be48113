"""A ring of pictures in memory that two processes share: pixels cross without being copied through a pipe."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import tempfile
from enum import StrEnum
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

SLOTS = 4
_HEADER = struct.Struct("<q")
_WRITING = 0


class Layout(StrEnum):
    """How the bytes of a picture lie in the ring.

    ``BGR``: (height, width, 3). ``I420``: (height * 3 // 2, width), the brightness Y row by row, then U and V
    at half the width and height, all without padding; width and height are even.
    """

    BGR = "bgr"
    I420 = "i420"

    def shape(self, width: int, height: int) -> tuple[int, ...]:
        """Return the shape of the array (uint8) that holds a picture of this size in px."""
        return (height, width, 3) if self is Layout.BGR else (height * 3 // 2, width)


class SharedFrames:
    """``slots`` pictures of one size in a memory-mapped file, each with the number of the frame in it.

    The writer clears a slot's number before it writes the pixels and sets it afterwards; a reader that finds
    another number before or after copying has met the writer and drops the picture. The file is unlinked
    as soon as both sides have it open, so that nothing stays behind when either is killed.
    """

    def __init__(
        self,
        path: Path,
        width: int,
        height: int,
        *,
        create: bool = False,
        layout: Layout = Layout.BGR,
        slots: int = SLOTS,
    ) -> None:
        """Map the file; ``create`` gives it its size first. Raises OSError when there is no room for it."""
        self._shape = layout.shape(width, height)
        self._slots = slots
        self._stride = _HEADER.size + int(np.prod(self._shape))
        size = self._stride * slots
        with path.open("r+b") as file:
            if create:
                file.truncate(size)
                if hasattr(os, "posix_fallocate"):
                    # Room that is only promised would end the writer by a signal once memory is full.
                    os.posix_fallocate(file.fileno(), 0, size)
            self._memory = mmap.mmap(file.fileno(), size)

    @staticmethod
    def new_file() -> Path:
        """Make an empty file for a ring, in memory where the system has a folder for that."""
        memory = Path("/dev/shm")  # noqa: S108 - the file in it gets a name that nobody can guess
        folder = memory if memory.is_dir() else None
        try:
            with tempfile.NamedTemporaryFile(prefix="companion-frames-", dir=folder, delete=False) as file:
                return Path(file.name)
        except OSError:
            with tempfile.NamedTemporaryFile(prefix="companion-frames-", delete=False) as file:
                return Path(file.name)

    def write(self, seq: int, image: NDArray[np.uint8]) -> None:
        """Put picture number ``seq`` (from 1; uint8, the ring's shape) in its slot."""
        if image.shape != self._shape:
            raise ValueError(f"the ring holds pictures of shape {self._shape}, not {image.shape}")
        start = (seq % self._slots) * self._stride
        _HEADER.pack_into(self._memory, start, _WRITING)
        np.copyto(self._pixels(start), image)
        _HEADER.pack_into(self._memory, start, seq)

    def read(self, seq: int) -> NDArray[np.uint8] | None:
        """Copy picture number ``seq`` out; None if the writer has overwritten it already."""
        start = (seq % self._slots) * self._stride
        if _HEADER.unpack_from(self._memory, start)[0] != seq:
            return None
        picture = self._pixels(start).copy()
        if _HEADER.unpack_from(self._memory, start)[0] != seq:
            return None
        return picture

    def close(self) -> None:
        """Let go of the memory; a copy that is being made in another thread keeps it until it is done."""
        with contextlib.suppress(BufferError):
            self._memory.close()

    def _pixels(self, start: int) -> NDArray[np.uint8]:
        return np.ndarray(self._shape, np.uint8, self._memory, start + _HEADER.size)
