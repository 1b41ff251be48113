"""Numbers that are alike for two looks at the same print and differ for any other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.network import FloatArray, Network, load_network, network_name
from vision.printed.cut_out import HEIGHT, WIDTH, ByteArray, balanced

MODEL = Path(__file__).parent.parent / "models" / "print_embedder.onnx"
_BATCH = 32
PLACES = (12, 8)
FEATURES = 32
"""An embedding is FEATURES numbers at each of PLACES: what is printed and where it is printed both count."""


class Prints(Protocol):
    """Embeds cut-out cards: what shows the same print lies near."""

    def embed(self, cards: Sequence[ByteArray]) -> FloatArray:
        """Return one embedding of length 1 for each card, uint8 BGR of any size, straight, float32 (n, numbers)."""


class Embedder:
    """Embeds cut-out cards; holds a network of its own."""

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._network: Network = load_network(model, threads=threads)
        self.network = network_name(model)
        """The name of the network: embeddings of two networks cannot be compared."""

    def embed(self, cards: Sequence[ByteArray]) -> FloatArray:
        """Return one embedding of length 1 for each card, uint8 BGR of any size, straight, float32 (n, numbers)."""
        told = []
        for start in range(0, len(cards), _BATCH):
            batch = np.stack([prepared(card) for card in cards[start : start + _BATCH]])
            told.append(self._network.run(np.ascontiguousarray(batch)))
        return np.concatenate(told) if told else np.empty((0, 1), np.float32)


def prepared(card: ByteArray) -> FloatArray:
    """Return a cut-out card, uint8 BGR of any size, as the networks take it: balanced, float32 (3, HEIGHT, WIDTH)."""
    if card.shape[:2] != (HEIGHT, WIDTH):
        card = np.asarray(cv2.resize(card, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(balanced(card).transpose(2, 0, 1) / np.float32(255), np.float32)
