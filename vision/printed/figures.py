"""Tells which figure, 0 to 9, each mark on a card is, whichever of four ways it is turned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from vision.network import FloatArray, Network, load_network
from vision.printed.marks import Mark, as_batch

MODEL = Path(__file__).parent.parent / "models" / "figure_reader.onnx"
NONE = 10
TOLD = NONE + 1
"""What the network tells of a mark: 0 to 9, or NONE."""
WAYS = 4
_BATCH = 64


class TellsFigures(Protocol):
    """Tells the figures among marks."""

    def shares(self, marks: Sequence[Mark]) -> FloatArray:
        """Return how likely each mark is each figure or none, turned by so many quarters clockwise, float32
        (marks, WAYS, TOLD).
        """


class FigureReader:
    """Tells the figures among the marks of a card; holds a network of its own."""

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._network: Network = load_network(model, threads=threads)

    def shares(self, marks: Sequence[Mark]) -> FloatArray:
        """Return how likely each mark is each figure or none, turned by so many quarters clockwise, float32
        (marks, WAYS, TOLD).
        """
        if not marks:
            return np.zeros((0, WAYS, TOLD), np.float32)
        crops = np.stack([mark.crop for mark in marks])
        turned = np.concatenate([np.rot90(crops, way, (2, 3)) for way in range(WAYS)])
        parts = [
            self._network.run(as_batch(turned[start : start + _BATCH]))
            for start in range(0, len(turned), _BATCH)
        ]
        logits = np.concatenate(parts).reshape(WAYS, len(marks), TOLD).transpose(1, 0, 2)
        powers = np.exp(logits - logits.max(axis=2, keepdims=True))
        return np.asarray(powers / powers.sum(axis=2, keepdims=True), np.float32)
