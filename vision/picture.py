"""Loads photographs of any kind as upright 8-bit colour pictures."""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

LARGEST_SIDE_PX = 12_000


class UnreadablePicture(ValueError):
    """A file is no picture, or only part of one; the message says which and why, in one line."""


def _check_complete(path: str | os.PathLike[str], data: bytes) -> None:
    """Refuse a truncated file: decoders fill what is missing with grey and say nothing."""
    if data[:2] == b"\xff\xd8":
        # Some cameras append data after the end marker; a marker anywhere behind the last scan will do.
        last_scan = data.rfind(b"\xff\xda")
        if last_scan < 0 or data.find(b"\xff\xd9", last_scan) < 0:
            raise UnreadablePicture(f"{path}: the JPEG file is truncated; copy it again")
    elif data[:8] == b"\x89PNG\r\n\x1a\n" and b"IEND" not in data[-64:]:
        raise UnreadablePicture(f"{path}: the PNG file is truncated; copy it again")


def load_picture(path: str | os.PathLike[str]) -> NDArray[np.uint8]:
    """Read a picture file as uint8 BGR (h, w, 3), turned upright by its EXIF orientation.

    Grey, alpha and 16-bit pictures are converted. Raises UnreadablePicture on anything that is no whole picture.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be read ({error.strerror or error})") from error
    if not data:
        raise UnreadablePicture(f"{path}: the file is empty")
    _check_complete(path, data)
    try:
        # IMREAD_COLOR applies the EXIF orientation, drops alpha and brings 16 bits down to 8.
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise UnreadablePicture(f"{path}: is no picture that can be decoded") from error
    if image is None:
        raise UnreadablePicture(f"{path}: is no picture that can be decoded")
    if max(image.shape[:2]) > LARGEST_SIDE_PX or min(image.shape[:2]) < 16:
        raise UnreadablePicture(
            f"{path}: is {image.shape[1]} x {image.shape[0]} px; pictures from 16 to {LARGEST_SIDE_PX} px can be read"
        )
    return np.ascontiguousarray(image, dtype=np.uint8)
