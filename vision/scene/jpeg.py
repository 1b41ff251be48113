"""What JPEG leaves of a picture, uint8 BGR."""

from __future__ import annotations

import cv2
import numpy as np

from vision.scene.arrays import ByteArray


def as_jpeg(picture: ByteArray, quality: int) -> ByteArray:
    """A picture after it was packed with a quality of 1 to 100 and unpacked again."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
