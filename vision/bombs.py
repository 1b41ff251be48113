"""How large a picture may be that is decoded at all: the header is believed before any memory is taken.

To be imported before cv2, which reads this once; nothing heavy is imported here.
"""

from __future__ import annotations

import os

MOST_PIXELS = 25_000_000
"""Telephones make 12 or 24 million as they are set up; of the latter a progressive JPEG takes 230 MB to decode."""
MOST_BYTES = 100_000_000
"""Of a picture's file, which is in memory while it is decoded: noise of as many pixels is a PNG of 75 MB."""

# OpenCV then refuses what is larger after its header alone, whoever asks it to decode and whence the bytes came.
os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(MOST_PIXELS)
