"""Tells dice that lean on something from dice that lie flat, by a crop of the whole die and what is beside it.

A die that leans shows its upper face foreshortened. So does a flat one seen from the side: the network says one thing
for a picture from anywhere, another for one that was set straight, in which flat faces are square.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.dice.detection import Detection
from vision.network import FloatArray, Network
from vision.upright_crop import cut_upright, cut_upright_shrunk

CROP_SIZE = 64
CROP_MARGIN = 1.8
_COARSE_STEP = 1.6
"""From so many px of the picture a px of the crop on the picture is shrunk first."""
MODEL, CALIBRATION = "dice_leaning.onnx", "dice_leaning.json"

ByteArray = NDArray[np.uint8]
Views = tuple[float, float]
"""What the network says of a die: for a picture from anywhere, and for one that was set straight (logits)."""


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


def leaning_logits(network: Network, image: ByteArray, detections: Sequence[Detection]) -> list[Views]:
    """Return what the network says of every detection in a picture (uint8 BGR)."""
    if not detections:
        return []
    crops = [crop_surroundings(image, one.centre, one.side, one.turn) for one in detections]
    batch = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255.0)
    told: FloatArray = network.run(np.ascontiguousarray(batch))
    return [(float(anywhere), float(straight)) for anywhere, straight in told]


@dataclass(frozen=True, slots=True)
class LeaningCalibration:
    """For each of the two views the shift and the slope that turn its logit into that of a probability."""

    anywhere: tuple[float, float]
    straight: tuple[float, float]

    @staticmethod
    def load(path: Path) -> LeaningCalibration:
        """Read the numbers; raises FileNotFoundError or ValueError."""
        data = json.loads(path.read_text(encoding="utf-8"))
        (a, b), (c, d) = data["anywhere"], data["straight"]
        return LeaningCalibration((float(a), float(b)), (float(c), float(d)))

    def save(self, path: Path) -> None:
        """Write the numbers as JSON."""
        data = {
            "anywhere": [round(number, 5) for number in self.anywhere],
            "straight": [round(number, 5) for number in self.straight],
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")

    def cocked(self, views: Views, straight: bool) -> float:
        """Return the probability that a die of which the network says so leans, given that it is a die."""
        shift, slope = self.straight if straight else self.anywhere
        total = shift + slope * views[1 if straight else 0]
        return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total))))
