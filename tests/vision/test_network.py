"""A network gives back what a look took: an evening of many looks, each of another size, costs no more than one."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from companion.evening.memory import give_memory_back
from vision.network import load_network
from vision.runtime_probe import probe_onnxruntime

MODELS = Path(__file__).parents[2] / "vision" / "models"
MOST_MORE_MB = 40


def held_mb() -> float:
    """The memory of this process that no file backs, MB."""
    status = Path("/proc/self/status").read_text()
    return int(status.partition("RssAnon:")[2].split()[0]) / 1024


@pytest.mark.skipif(not probe_onnxruntime().works, reason="onnxruntime does not start here")
@pytest.mark.skipif(not os.access("/proc/self/status", os.R_OK), reason="no /proc")
@pytest.mark.parametrize("model", ["card_detector", "dice_detector"])
def test_looks_of_many_sizes_leave_no_memory_behind(model: str) -> None:
    network = load_network(MODELS / f"{model}.onnx", "onnxruntime")
    network.run(np.zeros((1, 3, 64, 64), np.float32))
    before = held_mb()
    for count, side in ((8, 160), (32, 224), (17, 320), (32, 96)):
        network.run(np.zeros((count, 3, side, side), np.float32))
    give_memory_back()  # as the evening does now and then
    assert held_mb() - before < MOST_MORE_MB
