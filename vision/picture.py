"""Loads photographs of any kind as upright 8-bit colour pictures."""

from __future__ import annotations

import os
import threading
from pathlib import Path

from vision.bombs import MOST_BYTES, MOST_PIXELS  # isort: skip - before cv2, which reads it once

import cv2
import numpy as np
from numpy.typing import NDArray

LARGEST_SIDE_PX = 12_000
_ONE_AT_A_TIME = threading.Lock()
"""The eyes and the set-up may look at the same folder: decoding takes more memory than its picture does."""


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
    with _ONE_AT_A_TIME:
        image = _decoded(path)
    if image is None:
        raise UnreadablePicture(f"{path}: is no picture that can be decoded")
    if max(image.shape[:2]) > LARGEST_SIDE_PX or min(image.shape[:2]) < 16:
        raise UnreadablePicture(
            f"{path}: is {image.shape[1]} x {image.shape[0]} px; pictures from 16 to {LARGEST_SIDE_PX} px can be read"
        )
    return np.ascontiguousarray(image, dtype=np.uint8)


def _decoded(path: str | os.PathLike[str]) -> NDArray[np.generic] | None:
    """The picture of a file, None where it is none; raises UnreadablePicture."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise UnreadablePicture(f"{path}: is larger than {MOST_BYTES // 1_000_000} MB; make it smaller")
        data = Path(path).read_bytes()
    except OSError as error:
        raise UnreadablePicture(f"{path}: cannot be read ({error.strerror or error})") from error
    if not data:
        raise UnreadablePicture(f"{path}: the file is empty")
    _check_complete(path, data)
    try:
        # IMREAD_COLOR applies the EXIF orientation, drops alpha and brings 16 bits down to 8.
        return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            most = MOST_PIXELS // 1_000_000
            raise UnreadablePicture(
                f"{path}: has more than {most} million pixels; make it smaller"
            ) from error
        raise UnreadablePicture(f"{path}: is no picture that can be decoded") from error


def as_picture(picture: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Bring a picture that is in memory to uint8 BGR (h, w, 3): grey, alpha and 16 bits are converted.

    Raises UnreadablePicture, in one line, on an array that is no such picture: empty, of fractions, too large.
    """
    shape = picture.shape
    if picture.ndim not in (2, 3) or (picture.ndim == 3 and shape[2] not in (1, 3, 4)):
        raise UnreadablePicture(f"an array of shape {shape} is no picture; give one of (height, width, 3)")
    if min(shape[:2]) < 16 or max(shape[:2]) > LARGEST_SIDE_PX:
        raise UnreadablePicture(
            f"the picture is {shape[1]} x {shape[0]} px; pictures from 16 to {LARGEST_SIDE_PX} px can be read"
        )
    if picture.dtype == np.uint16:
        picture = (picture.astype(np.uint16) >> np.uint16(8)).astype(np.uint8)
    elif picture.dtype != np.uint8:
        raise UnreadablePicture(f"a picture of {picture.dtype} cannot be read; give one of 8 or 16 bits")
    image = np.ascontiguousarray(picture, np.uint8)
    if image.ndim == 2 or shape[2] == 1:
        return np.asarray(cv2.cvtColor(image.reshape(shape[:2]), cv2.COLOR_GRAY2BGR), np.uint8)
    if shape[2] == 4:
        return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGRA2BGR), np.uint8)
    return image
