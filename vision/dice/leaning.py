"""Tells dice that lean on something from dice that lie flat, by a crop of the whole die and what is beside it.

A flat die seen aslant shows a side of it, and so does a leaning one seen from above: only who knows where the camera
stands can tell them apart. So the network is also shown how a flat die would look from there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.detection import Detection
from vision.logistic import logistic
from vision.network import FloatArray, Network
from vision.upright_crop import cut_upright, cut_upright_shrunk

CROP_SIZE = 64
CROP_MARGIN = 1.8
_COARSE_STEP = 1.6
"""From so many px of the picture a px of the crop on the picture is shrunk first."""
_MOST_SLANT = 1.0
_UPPER_FACE, _SIDE_FACE = 255, 128
_SHIFT = 4
MODEL, CALIBRATION = "dice_leaning.onnx", "dice_leaning.json"

ByteArray = NDArray[np.uint8]
Eye = tuple[float, float, float]
"""Where the camera stands over a picture that was set straight: x and y in px of it, and how high, in px too."""


def crop_surroundings(image: ByteArray, centre: tuple[float, float], side: float, turn: float) -> ByteArray:
    """Cut a die with what is beside it, its upper face upright but as foreshortened as it is, uint8 BGR (CROP_SIZE,
    CROP_SIZE, 3); `side` is that of its upper face in px.
    """
    step = side * CROP_MARGIN / CROP_SIZE
    c, s = math.cos(turn) * step, math.sin(turn) * step
    middle = (CROP_SIZE - 1) / 2
    linear = np.array([[c, -s], [s, c]])
    matrix = np.column_stack([linear, np.asarray(centre) - linear @ np.array([middle, middle])])
    if step <= _COARSE_STEP:
        return cut_upright(image, matrix, (CROP_SIZE, CROP_SIZE))
    reach = side * CROP_MARGIN * 0.75
    return cut_upright_shrunk(image, matrix, (CROP_SIZE, CROP_SIZE), centre, reach, step)


def slant_at(eye: Eye, centre: tuple[float, float], turn: float) -> tuple[float, float]:
    """Return by how many sides, x and y in a crop turned so, the lower face of a flat die is seen away from its upper
    one, whose centre is given in px.
    """
    x, y = (eye[0] - centre[0]) / eye[2], (eye[1] - centre[1]) / eye[2]
    c, s = math.cos(turn), math.sin(turn)
    return c * x + s * y, c * y - s * x


def flat_die(slant: tuple[float, float]) -> ByteArray:
    """Draw how a flat die would lie in the crop, uint8 (CROP_SIZE, CROP_SIZE): bright its upper face, half as bright
    its sides, black what is beside it.
    """
    middle, half = (CROP_SIZE - 1) / 2, CROP_SIZE / CROP_MARGIN / 2
    upper = np.array([[-half, -half], [half, -half], [half, half], [-half, half]]) + middle
    away = np.clip(slant, -_MOST_SLANT, _MOST_SLANT) * 2 * half
    whole = cv2.convexHull(np.concatenate([upper, upper + away]).astype(np.float32))[:, 0]
    drawn = np.zeros((CROP_SIZE, CROP_SIZE), np.uint8)
    for outline, shade in ((whole, _SIDE_FACE), (upper, _UPPER_FACE)):
        points = np.round(outline * (1 << _SHIFT)).astype(np.int32)
        cv2.fillConvexPoly(drawn, points, shade, cv2.LINE_AA, _SHIFT)
    return drawn


def leaning_logits(
    network: Network, image: ByteArray, detections: Sequence[Detection], eye: Eye
) -> list[float]:
    """Return what the network says of every detection in a picture that was set straight (uint8 BGR)."""
    if not detections:
        return []
    batch = np.empty((len(detections), 4, CROP_SIZE, CROP_SIZE), np.float32)
    for seen, one in zip(batch, detections, strict=True):
        seen[:3] = crop_surroundings(image, one.centre, one.side, one.turn).transpose(2, 0, 1)
        seen[3] = flat_die(slant_at(eye, one.centre, one.turn))
    told: FloatArray = network.run(batch / np.float32(255.0))
    return [float(logit) for logit in told[:, 0]]


@dataclass(frozen=True, slots=True)
class LeaningCalibration:
    """The shift and the slope that turn the network's logit into that of a probability."""

    shift: float
    slope: float

    @staticmethod
    def load(path: Path) -> LeaningCalibration:
        """Read the numbers; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        return LeaningCalibration(float(data["shift"]), float(data["slope"]))

    def save(self, path: Path) -> None:
        """Write the numbers as JSON."""
        data = {"shift": round(self.shift, 5), "slope": round(self.slope, 5)}
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def cocked(self, logit: float) -> float:
        """Return the probability that a die of which the network says so leans, given that it is a die."""
        total = self.shift + self.slope * logit
        return logistic(total)
