"""Pictures that are far larger than their files: they are refused by their headers, and cost no memory."""

from __future__ import annotations

import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.bombs import MOST_PIXELS
from vision.picture import UnreadablePicture, load_picture

MOST_MORE_MB = 60


def png(width: int, height: int) -> bytes:
    """A black picture of this size, in a few hundred kB; what is behind its first rows is left out."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    packer = zlib.compressobj(9)
    row = bytes(1 + width)
    rows = b"".join(packer.compress(row) for _ in range(min(height, 200))) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg_that_says(width: int, height: int) -> bytes:
    """A small JPEG whose header says that it is of this size."""
    data = bytearray(cv2.imencode(".jpg", np.zeros((64, 64, 3), np.uint8))[1].tobytes())
    size = data.index(b"\xff\xc0") + 5
    data[size : size + 4] = struct.pack(">HH", height, width)
    return bytes(data)


@pytest.mark.parametrize("size", [(5_100, 5_100), (11_900, 11_900), (60_000, 60_000), (1_000_000, 200)])
def test_a_bomb_is_refused_in_words(tmp_path: Path, size: tuple[int, int]) -> None:
    (tmp_path / "bomb.png").write_bytes(png(*size))
    with pytest.raises(UnreadablePicture, match="25 million pixels"):
        load_picture(tmp_path / "bomb.png")


def test_a_jpeg_is_believed_by_its_header(tmp_path: Path) -> None:
    (tmp_path / "bomb.jpg").write_bytes(jpeg_that_says(60_000, 60_000))
    with pytest.raises(UnreadablePicture, match="25 million pixels"):
        load_picture(tmp_path / "bomb.jpg")


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.jpg").open("wb") as file:
        file.truncate(5_000_000_000)
    with pytest.raises(UnreadablePicture, match="100 MB"):
        load_picture(tmp_path / "huge.jpg")


LOOK = """
import resource, sys
from hardware.folder import FolderSource
from vision.picture import load_picture
from pathlib import Path
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = used()
with FolderSource(Path(sys.argv[1]), load_picture) as source:
    faults = [frame.fault for frame in source]
print(len(faults), set(faults), used() - before)
"""


def test_a_folder_of_bombs_costs_no_memory(tmp_path: Path) -> None:
    for number, size in enumerate([(10_000, 10_000), (30_000, 30_000), (60_000, 60_000)]):
        (tmp_path / f"{number}.png").write_bytes(png(*size))
    command = [sys.executable, "-c", LOOK, str(tmp_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    count, fault, more = told.split()
    assert (count, fault) == ("3", "{'bad_picture'}")
    assert int(more) < MOST_MORE_MB


def test_what_telephones_make_as_they_are_set_up_is_still_read() -> None:
    assert MOST_PIXELS >= 5712 * 4284
