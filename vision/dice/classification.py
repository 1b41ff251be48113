"""Names the faces of detections: upright crops in every quarter turn, averaged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.detection import Detection
from vision.dice.geometry import crop_face
from vision.network import FloatArray, Network

FACES: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "9", "10", "J", "Q", "K", "A")
REJECT = len(FACES)
"""The class after the faces: something that is no face of a die."""
QUARTERS = 4
_BATCH = 32

ByteArray = NDArray[np.uint8]


@dataclass(frozen=True)
class Look:
    """One detection with what the classifier says: probabilities (13,) averaged over all crops, and the share
    of the crops that name each class (13,); and what is said of its leaning, None where nobody was asked.
    """

    detection: Detection
    probabilities: FloatArray
    votes: FloatArray
    leaning: float | None = None


def _softmax(logits: FloatArray) -> FloatArray:
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)


def crop_logits(
    network: Network, image: ByteArray, detections: Sequence[Detection], quarters: int = QUARTERS
) -> FloatArray:
    """Return the classifier's logits (n, `quarters`, 13) for the first of the four quarter turns of every
    detection.
    """
    crops: list[ByteArray] = []
    for found in detections:
        crop = crop_face(image, found.centre, found.side, found.anisotropy, found.turn)
        crops.extend(np.asarray(np.rot90(crop, quarter)) for quarter in range(quarters))
    batch = np.stack(crops).transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255.0)
    parts = [
        network.run(np.ascontiguousarray(batch[at : at + _BATCH])) for at in range(0, len(batch), _BATCH)
    ]
    return np.concatenate(parts).reshape(len(detections), quarters, -1)


def fuse_logits(logits: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the probabilities (13,) and votes (13,) of the crops (k, 13) of one face."""
    of_mean = _softmax(np.asarray(logits.mean(axis=0), np.float32))
    probabilities = 0.5 * of_mean + 0.5 * _softmax(logits).mean(axis=0)
    votes = np.bincount(logits.argmax(axis=1), minlength=REJECT + 1) / len(logits)
    return np.asarray(probabilities, np.float32), np.asarray(votes, np.float32)


def classify(
    network: Network, image: ByteArray, detections: Sequence[Detection], quarters: int = QUARTERS
) -> list[Look]:
    """Name the face of every detection of a picture (uint8 BGR), each seen in so many quarter turns."""
    if not detections:
        return []
    fused = [fuse_logits(logits) for logits in crop_logits(network, image, detections, quarters)]
    return [Look(found, shares, votes) for found, (shares, votes) in zip(detections, fused, strict=True)]
