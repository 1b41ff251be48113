"""Tells whether a card and the print that it is most like, laid one over the other, show the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.network import FloatArray, Network, load_network
from vision.printed.colours import in_hues_of
from vision.printed.cut_out import ByteArray, balanced
from vision.printed.enrolled_box import LOOK_SIZE

MODEL = Path(__file__).parent.parent / "models" / "print_judge.onnx"


class PrintJudge:
    """Tells whether cards show the same print, whatever light lies over them; holds a network of its own.

    Two looks may differ much by a lamp's reflection and be the same, and hardly and not be: stripes in a figure.
    """

    def __init__(self, threads: int = 1, model: Path = MODEL) -> None:
        self._network: Network = load_network(model, threads=threads)

    def same(self, pairs: Sequence[tuple[ByteArray, ByteArray]]) -> FloatArray:
        """Return the logits that two cards, laid one over the other, uint8 BGR of any size, show the same print,
        float32 (pairs,).
        """
        if not pairs:
            return np.empty(0, np.float32)
        seen = (one_over_other(*pair)[None].astype(np.float32) / np.float32(255) for pair in pairs)
        return np.array([self._network.run(both)[0, 0] for both in seen], np.float32)


def one_over_other(card: ByteArray, other: ByteArray) -> ByteArray:
    """Both as the network sees them, in the hues of the second, uint8 (6, h, w)."""
    card, other = _look(card), _look(other)
    both = np.concatenate([in_hues_of(card, other), other], axis=2)
    return np.ascontiguousarray(both.transpose(2, 0, 1))


def _look(card: ByteArray) -> ByteArray:
    if card.shape[1::-1] != LOOK_SIZE:
        card = np.asarray(cv2.resize(card, LOOK_SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)
    return balanced(card)
