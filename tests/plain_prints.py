"""Finds and compares printed cards without networks: light rectangles on a dark table, told by their colours."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.network import FloatArray
from vision.printed.cut_out import ByteArray, Outline, balanced
from vision.printed.embedding import FEATURES, PLACES
from vision.printed.found_card import FoundCard
from vision.printed.outlines import outline_of

_WIDTH = 1200
_LEAST_SHARE = 0.0015
_SEEN = (32, 32)
_NUMBERS = FEATURES * PLACES[0] * PLACES[1]
assert _SEEN[0] * _SEEN[1] * 3 == _NUMBERS


class PlainFinder:
    """Light rectangles are cards."""

    def find(self, image: ByteArray) -> list[FoundCard]:
        """Return them from the upper left to the lower right."""
        scale = min(1.0, _WIDTH / image.shape[1])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.5)
        _, light = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        light = cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        contours, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        found = []
        for contour in contours:
            mask = np.zeros(small.shape[:2], np.uint8)
            cv2.drawContours(mask, [contour], -1, 1, -1)
            if np.count_nonzero(mask) < _LEAST_SHARE * mask.size:
                continue
            shaped = outline_of(mask)
            if shaped is None or shaped[1] < 0.8:
                continue
            outline = Outline(shaped[0].corners / scale)
            x0, y0, x1, y1 = outline.box
            cut_off = bool(x0 < 3 or y0 < 3 or x1 > image.shape[1] - 3 or y1 > image.shape[0] - 3)
            found.append(FoundCard(outline, 1.0, shaped[1], cut_off))
        return sorted(found, key=lambda one: (one.outline.box[1], one.outline.box[0]))


class PlainPrints:
    """What colour is printed where."""

    def embed(self, cards: Sequence[ByteArray]) -> FloatArray:
        """Return an embedding of length 1 for each card."""
        told = []
        for card in cards:
            small = cv2.resize(balanced(card), _SEEN, interpolation=cv2.INTER_AREA).astype(np.float32)
            small -= small.mean(axis=(0, 1))
            told.append((small / max(1e-6, float(np.linalg.norm(small)))).reshape(-1))
        return np.stack(told).astype(np.float32) if told else np.empty((0, _NUMBERS), np.float32)
