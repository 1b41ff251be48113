"""Lays a straightened board exactly over how it looked before: corners are tapped to a few pixels only."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Homography
from vision.boards.squares import Image

_LIGHT_PX, _COARSER = 24.0, 4
"""How far the light of the room is the same, and by how much coarser a picture is enough to tell it."""
_BLOCK = 2.2
"""The side of the blocks that are searched for, in spacings."""
_REACH = 0.4
_LEAST_TEXTURE = 6.0
_LEAST_MATCH = 0.45
_TOLERANCE = 0.06
_LEAST_BLOCKS = 8
_FEATURES = 3000
_CLEARLY = 0.8
_LEAST_FEATURES = 25
_FARTHEST = 0.2
"""So far, as a share of the picture, may a corner be tapped from where it is."""


def grey(image: Image) -> Image:
    """Brightness with the light of the room taken out, uint8: what is compared is print."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float32)
    small = cv2.resize(smooth, None, fx=1 / _COARSER, fy=1 / _COARSER, interpolation=cv2.INTER_AREA)
    light = cv2.GaussianBlur(small, (0, 0), _LIGHT_PX / _COARSER)
    wide = cv2.resize(light, smooth.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(np.clip(128 + 90 * np.log((smooth + 12) / (wide + 12)), 0, 255), np.uint8)


def displaced(
    picture: Image,
    reference: Image,
    usable: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    spacing_px: float,
) -> Homography | None:
    """The map from px of the reference to px of the picture, None where too little of both agrees.

    ``picture`` and ``reference`` are uint8 (h, w) of ``grey``; ``usable`` says where the reference is known.
    """
    side = max(16, round(_BLOCK * spacing_px))
    reach = max(4, round(_REACH * spacing_px))
    found_from: list[tuple[float, float]] = []
    found_to: list[tuple[float, float]] = []
    height, width = picture.shape
    step = max(side // 2, round((height * width / 500) ** 0.5))
    for top in range(reach, height - side - reach, step):
        for left in range(reach, width - side - reach, step):
            block = reference[top : top + side, left : left + side]
            there = np.count_nonzero(usable[top : top + side, left : left + side]) / block.size
            if there < 0.8 or cv2.meanStdDev(block)[1][0, 0] < _LEAST_TEXTURE:
                continue
            area = picture[top - reach : top + side + reach, left - reach : left + side + reach]
            match = cv2.matchTemplate(area, block, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(match)
            if best < _LEAST_MATCH or not (0 < at[0] < 2 * reach and 0 < at[1] < 2 * reach):
                continue
            across, down = at
            dx = _vertex(*match[down, across - 1 : across + 2])
            dy = _vertex(*match[down - 1 : down + 2, across])
            middle = left + (side - 1) / 2, top + (side - 1) / 2
            found_from.append(middle)
            found_to.append((middle[0] + across - reach + dx, middle[1] + down - reach + dy))
    if len(found_from) < _LEAST_BLOCKS:
        return None
    source, target = np.array(found_from), np.array(found_to)
    cv2.setRNGSeed(1)
    matrix, inliers = cv2.findHomography(source, target, cv2.RANSAC, max(1.0, _TOLERANCE * spacing_px))
    if matrix is None or int(inliers.sum()) < max(_LEAST_BLOCKS, len(source) // 4):
        return None
    found = np.asarray(matrix, np.float64)
    return None if farthest(Homography(found), picture) > 1.5 * reach else Homography(found)


def found_anew(
    picture: Image, reference: Image, usable: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> Homography | None:
    """The map from px of the reference to px of the picture by what of the print is alike, wherever it lies.

    For corners that are far off. ``picture`` and ``reference`` are uint8 (h, w) of ``grey``; None where nothing fits.
    """
    finder = cv2.SIFT.create(_FEATURES)
    points_from, looks_from = finder.detectAndCompute(reference, usable.astype(np.uint8))
    points_to, looks_to = finder.detectAndCompute(picture, None)
    if looks_from is None or looks_to is None or min(len(points_from), len(points_to)) < _LEAST_FEATURES:
        return None
    both = cv2.BFMatcher(cv2.NORM_L2).knnMatch(looks_from, looks_to, k=2)
    pairs = [two[0] for two in both if len(two) == 2 and two[0].distance < _CLEARLY * two[1].distance]
    if len(pairs) < _LEAST_FEATURES:
        return None
    source = np.array([points_from[pair.queryIdx].pt for pair in pairs])
    target = np.array([points_to[pair.trainIdx].pt for pair in pairs])
    cv2.setRNGSeed(1)
    matrix, inliers = cv2.findHomography(source, target, cv2.RANSAC, 3.0)
    if matrix is None or int(inliers.sum()) < _LEAST_FEATURES:
        return None
    height, width = picture.shape
    found = np.asarray(matrix, np.float64)
    too_far = farthest(Homography(found), picture) > _FARTHEST * max(width, height)
    return None if too_far else Homography(found)


def _vertex(before: float, at: float, after: float) -> float:
    bend = float(before) - 2 * float(at) + float(after)
    return 0.0 if bend >= -1e-9 else float(np.clip((float(before) - float(after)) / (2 * bend), -0.5, 0.5))


def farthest(moved: Homography, picture: Image) -> float:
    """How far, in px, the corner of a picture lies from where it was that was moved most."""
    height, width = picture.shape[:2]
    corners = np.array([[[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]])
    return float(np.linalg.norm(cv2.perspectiveTransform(corners, moved.matrix) - corners, axis=2).max())
