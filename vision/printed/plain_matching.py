"""What everybody tries first on printed cards: local features (ORB) and a histogram of colours. To compare with."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.printed.cut_out import ByteArray, Outline, balanced, cut_out
from vision.printed.enrolled_box import EnrolledBox

_SIZE = (200, 300)
_FEATURES = 500
_FARTHEST = 48
"""Bits in which two features may differ at most."""
_BINS = (12, 4, 4)


class PlainMatcher:
    """Rublee et al., "ORB: an efficient alternative to SIFT or SURF" (2011), with the colours of the whole card."""

    def __init__(self, box: EnrolledBox) -> None:
        self._orb: Any = cv2.ORB.create(_FEATURES)
        self._matcher = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True)
        self._labels = [look.label for look in box.looks]
        self._seen = [
            self._features(np.asarray(cv2.resize(look.picture, _SIZE), np.uint8)) for look in box.looks
        ]

    def best(self, image: ByteArray, outline: Outline) -> str:
        """Return the card of the box that is most like what the outline shows."""
        features, colours = self._features(cut_out(image, outline, _SIZE))
        scores = []
        for others, other_colours in self._seen:
            matched = 0
            if features is not None and others is not None:
                matches = self._matcher.match(features, others)
                matched = sum(match.distance < _FARTHEST for match in matches)
            most = max(
                1, min(len(features) if features is not None else 0, len(others) if others is not None else 0)
            )
            scores.append(matched / most + float(np.minimum(colours, other_colours).sum()))
        return self._labels[int(np.argmax(scores))]

    def _features(self, card: ByteArray) -> tuple[NDArray[np.uint8] | None, NDArray[np.float32]]:
        card = balanced(card)
        grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
        _, descriptors = self._orb.detectAndCompute(grey, None)
        hsv = cv2.cvtColor(card, cv2.COLOR_BGR2HSV)
        colours = cv2.calcHist([hsv], [0, 1, 2], None, list(_BINS), [0, 180, 0, 256, 0, 256])
        return (
            None if descriptors is None else np.asarray(descriptors, np.uint8),
            np.asarray(colours / max(1.0, float(colours.sum())), np.float32),
        )
