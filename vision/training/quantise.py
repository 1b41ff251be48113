"""Rounds the weights and activations of the card detector to eight bits, which most processors reckon three times as
fast with.

Static quantisation (Jacob et al., "Quantization and training of neural networks for efficient integer-arithmetic-only
inference", 2018), written as QuantizeLinear and DequantizeLinear nodes, which onnxruntime and OpenCV's dnn both read.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.scene.arrays import ByteArray, FloatArray
from vision.training.card_dataset import CardSceneSet

_EXAMPLES = 40


class _Pictures(CalibrationDataReader):  # type: ignore[misc]
    """Hands pictures (uint8 BGR) to onnxruntime one at a time, as the detector's input."""

    def __init__(self, name: str, pictures: Iterator[ByteArray]) -> None:
        self._name, self._pictures = name, pictures

    def get_next(self) -> dict[str, FloatArray] | None:
        """Return the next input by its name, None after the last."""
        picture = next(self._pictures, None)
        if picture is None:
            return None
        batch = picture.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255.0)
        return {self._name: np.ascontiguousarray(batch)}


def quantise_card_detector(written: Path, quantised: Path, scenes: CardSceneSet, seed: int) -> None:
    """Write the ONNX file of a detector anew in eight bits (the same path is allowed); drawn scenes tell the ranges
    of its activations. The same model, scenes and seed give the same file.

    The first two layers and the last stay as they are: they cost little, and the last one's maps are measures.
    """
    count = len(scenes.images)
    chosen = np.random.default_rng(seed).choice(count, min(count, _EXAMPLES), replace=False)
    with tempfile.TemporaryDirectory() as folder:
        ready, done = Path(folder) / "ready.onnx", Path(folder) / "done.onnx"
        quant_pre_process(str(written), str(ready), skip_symbolic_shape=True)
        graph = onnx.load(str(ready)).graph
        layers = [node.name for node in graph.node if node.op_type == "Conv"]
        kept = [node.name for node in graph.node if node.op_type == "Sub"] + [*layers[:2], layers[-1]]
        quantize_static(
            str(ready),
            str(done),
            _Pictures(graph.input[0].name, (scenes.images[int(n)] for n in chosen)),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=kept,
        )
        part = quantised.with_suffix(".part")
        part.write_bytes(done.read_bytes())
    part.replace(quantised)
