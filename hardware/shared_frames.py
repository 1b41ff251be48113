"""A ring of pictures in memory that two processes share: pixels cross without being copied through a pipe."""

from __future__ import annotations

import mmap
import struct
import tempfile
from pathlib import Path

import numpy as np

from hardware.frame_source import Image

SLOTS = 4
_HEADER = struct.Struct("<q")
_WRITING = 0


class SharedFrames:
    """``SLOTS`` pictures of one size in a memory-mapped file, each with the number of the frame in it.

    The writer clears a slot's number before it writes the pixels and sets it afterwards; a reader that finds
    another number before or after copying has met the writer and drops the picture. The file is unlinked
    as soon as both sides have it open, so that nothing stays behind when either is killed.
    """

    def __init__(self, path: Path, width: int, height: int, *, create: bool = False) -> None:
        self._shape = (height, width, 3)
        self._stride = _HEADER.size + width * height * 3
        size = self._stride * SLOTS
        with path.open("r+b") as file:
            if create:
                file.truncate(size)
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

    def write(self, seq: int, image: Image) -> None:
        """Put picture number ``seq`` (from 1; uint8, the ring's shape) in its slot."""
        if image.shape != self._shape:
            raise ValueError(f"the ring holds pictures of shape {self._shape}, not {image.shape}")
        start = (seq % SLOTS) * self._stride
        _HEADER.pack_into(self._memory, start, _WRITING)
        pixels = start + _HEADER.size
        self._memory[pixels : start + self._stride] = image.tobytes()
        _HEADER.pack_into(self._memory, start, seq)

    def read(self, seq: int) -> Image | None:
        """Copy picture number ``seq`` out; None if the writer has overwritten it already."""
        start = (seq % SLOTS) * self._stride
        if _HEADER.unpack_from(self._memory, start)[0] != seq:
            return None
        pixels = self._memory[start + _HEADER.size : start + self._stride]
        if _HEADER.unpack_from(self._memory, start)[0] != seq:
            return None
        return np.frombuffer(pixels, dtype=np.uint8).reshape(self._shape).copy()

    def close(self) -> None:
        """Let go of the memory."""
        self._memory.close()
