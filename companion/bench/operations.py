"""Counts what networks do: which ones run, on what, for how long, and how many operations that is."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import numpy as np

from vision import network
from vision.network import FloatArray, OnnxRuntimeNetwork


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a model on a batch of this shape: ms of the processor."""

    model: Path
    shape: tuple[int, ...]
    took_ms: float

    @property
    def operations(self) -> int:
        """Multiplications and additions of its convolutions and matrices."""
        return _operations(self.model, self.shape)


@contextmanager
def counted() -> Iterator[list[Run]]:
    """Every run of the networks that are loaded within, in the order in which they run."""
    runs: list[Run] = []

    class Counted(OnnxRuntimeNetwork):
        def __init__(self, path: Path, threads: int) -> None:
            super().__init__(path, threads)
            self._path = path

        def run(self, batch: FloatArray) -> FloatArray:
            begun = time.process_time()
            answer = super().run(batch)
            runs.append(Run(self._path, batch.shape, 1000 * (time.process_time() - begun)))
            return answer

    with patch.object(network, "OnnxRuntimeNetwork", Counted):
        yield runs


@cache
def _operations(model: Path, shape: tuple[int, ...]) -> int:
    """Counted by the shapes of everything that goes into and comes out of each step, as onnxruntime tells them of a
    run. Weights are kept in the form of the file: some faster forms are padded.
    """
    import onnxruntime

    with TemporaryDirectory() as folder:
        options = onnxruntime.SessionOptions()
        options.enable_profiling, options.profile_file_prefix = True, f"{folder}/run"
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        session: Any = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        session.run(None, {session.get_inputs()[0].name: np.zeros(shape, np.float32)})
        steps = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    return sum(_of_step(step["args"]) for step in steps if "output_type_shape" in step.get("args", {}))


def _of_step(step: dict[str, Any]) -> int:
    shapes: list[list[int]] = [next(iter(one.values())) for one in step["input_type_shape"]]
    output: list[int] = next(iter(step["output_type_shape"][0].values()))
    made = math.prod(output)
    if "Conv" in step["op_name"]:
        weights = [shape for shape in shapes if len(shape) == 4][1]
        return 2 * made * math.prod(weights[1:])
    if step["op_name"] in ("Gemm", "MatMul"):
        return 2 * made * int(shapes[0][-1])
    return 0
