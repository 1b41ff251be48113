"""Rounds the weights and activations of a network to eight bits, which most processors reckon two to three times as
fast with.

Static quantisation (Jacob et al., "Quantization and training of neural networks for efficient integer-arithmetic-only
inference", 2018), written as QuantizeLinear and DequantizeLinear nodes, which onnxruntime and OpenCV's dnn both read.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.scene.arrays import ByteArray, FloatArray
from vision.training.card_dataset import CardSceneSet
from vision.training.classifier import scene_crops, usable_dice
from vision.training.dataset import SceneSet

_CARD_PICTURES = 40
_DICE_PICTURES = 64
_DICE_CROPS = 192


class _Batches(CalibrationDataReader):  # type: ignore[misc]
    """Hands batches (float32) to onnxruntime one at a time, as the network's input."""

    def __init__(self, name: str, batches: Iterable[FloatArray]) -> None:
        self._name, self._batches = name, iter(batches)

    def get_next(self) -> dict[str, FloatArray] | None:
        """Return the next input by its name, None after the last."""
        batch = next(self._batches, None)
        return None if batch is None else {self._name: batch}


def one_by_one(pictures: Iterable[ByteArray]) -> Iterator[FloatArray]:
    """Turn pictures (h, w, 3), uint8 BGR, into batches of one, as the networks take them: (1, 3, h, w), 0..1."""
    for picture in pictures:
        batch = picture.transpose(2, 0, 1)[None].astype(np.float32) / np.float32(255.0)
        yield np.ascontiguousarray(batch)


def quantise_network(
    written: Path,
    quantised: Path,
    examples: Iterable[FloatArray],
    first_float: int,
    whole_start: bool = False,
) -> None:
    """Write the ONNX file of a network anew in eight bits (the same path is allowed); `examples`, float32 batches of
    its input, tell the ranges of its activations. The same file and examples give the same file.

    What comes before the first layer, the `first_float` first layers and the last one stay as they are: they cost
    little, and what the last one says are measures. ``whole_start``: so does all that lies between the first ones.
    """
    with tempfile.TemporaryDirectory() as folder:
        ready, done = Path(folder) / "ready.onnx", Path(folder) / "done.onnx"
        quant_pre_process(str(written), str(ready), skip_symbolic_shape=True)
        model = onnx.load(str(ready))
        graph = model.graph
        without_copies(graph)
        onnx.save(model, str(ready))
        layers = [index for index, node in enumerate(graph.node) if node.op_type in ("Conv", "Gemm")]
        # What lies between the first layers, differences say, OpenCV's dnn takes unrounded only.
        first = [*range(layers[first_float])] if whole_start else [*range(layers[0]), *layers[:first_float]]
        kept = [*first, layers[-1]]
        quantize_static(
            str(ready),
            str(done),
            _Batches(graph.input[0].name, examples),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            nodes_to_exclude=[graph.node[index].name for index in kept],
        )
        part = quantised.with_suffix(".part")
        part.write_bytes(with_short_names(onnx.load(str(done))))
    part.replace(quantised)


def with_short_names(model: onnx.ModelProto) -> bytes:
    """Return a model as a file in which nothing but input and output has a long name: names are a twentieth of a
    small network that was rounded.
    """
    graph = model.graph
    short = {one.name: one.name for one in (*graph.input, *graph.output)} | {"": ""}
    for node in graph.node:
        node.name = ""
        for names in (node.input, node.output):
            names[:] = [short.setdefault(name, format(len(short), "x")) for name in names]
    for weight in graph.initializer:
        weight.name = short[weight.name]
    del graph.value_info[:]
    return bytes(model.SerializeToString())


def without_copies(graph: onnx.GraphProto) -> None:
    """Let what uses a copy of something use it itself, in place: a network that sees two pictures alike has copies of
    its weights, and OpenCV's dnn takes none for a weight.
    """
    named: dict[str, str] = {}
    for node in list(graph.node):
        node.input[:] = [named.get(name, name) for name in node.input]
        if node.op_type == "Identity":
            named[node.output[0]] = node.input[0]
            graph.node.remove(node)


def quantise_card_detector(written: Path, quantised: Path, scenes: CardSceneSet, seed: int) -> None:
    """Write the ONNX file of a detector of cards anew in eight bits (the same path is allowed), its ranges told by
    drawn scenes. The same model, scenes and seed give the same file.
    """
    count = len(scenes.images)
    chosen = np.random.default_rng(seed).choice(count, min(count, _CARD_PICTURES), replace=False)
    examples = one_by_one(scenes.images[int(index)] for index in chosen)
    quantise_network(written, quantised, examples, first_float=2)


def quantise_dice_detector(written: Path, quantised: Path, scenes: SceneSet, seed: int) -> None:
    """Write the ONNX file of a detector of dice anew in eight bits (the same path is allowed), its ranges told by
    rendered scenes. The same model, scenes and seed give the same file.
    """
    count = len(scenes.images)
    chosen = np.random.default_rng([seed, 5]).choice(count, min(count, _DICE_PICTURES), replace=False)
    examples = one_by_one(scenes.images[int(index)] for index in chosen)
    quantise_network(written, quantised, examples, first_float=1)


def quantise_dice_classifier(written: Path, quantised: Path, scenes: SceneSet, seed: int) -> None:
    """Write the ONNX file of a classifier of faces anew in eight bits (the same path is allowed), its ranges told by
    crops of rendered dice, as it learns from. The same model, scenes and seed give the same file.
    """
    rng = np.random.default_rng([seed, 6])
    usable = usable_dice(scenes)
    chosen = rng.choice(len(usable), min(len(usable), _DICE_CROPS), replace=False)
    crops, _ = scene_crops(scenes, [usable[int(index)] for index in chosen], rng)
    quantise_network(written, quantised, one_by_one(crops), first_float=1)


def quantise_leaning_judge(written: Path, quantised: Path, crops: ByteArray, seed: int) -> None:
    """Write the ONNX file of what tells dice that lean anew in eight bits (the same path is allowed), its ranges told
    by crops as it learns from, uint8 (n, h, w, 4). The same model, crops and seed give the same file.
    """
    rng = np.random.default_rng([seed, 8])
    chosen = rng.choice(len(crops), min(len(crops), _DICE_CROPS), replace=False)
    quantise_network(written, quantised, one_by_one(crops[int(index)] for index in chosen), first_float=1)
