"""Runs an ONNX model by onnxruntime, or by OpenCV's dnn where onnxruntime does not start."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.runtime_probe import probe_onnxruntime

FloatArray = NDArray[np.float32]
Runtime = Literal["auto", "onnxruntime", "opencv"]


def spare_cores() -> int:
    """How many cores reading may take: all but one, which is for frames and the page."""
    return max(1, (os.cpu_count() or 1) - 1)


def network_name(path: Path) -> str:
    """Return the name of a model, "card_reader 0123456789ab", by the digest of its file: another training has
    another one. Raises FileNotFoundError.
    """
    return f"{path.stem} {hashlib.sha256(path.read_bytes()).hexdigest()[:12]}"


class Network(Protocol):
    """A loaded model with one input and one output."""

    def run(self, batch: FloatArray) -> FloatArray:
        """Return the model's output for a float32 batch (n, channels, h, w)."""
        ...


class OnnxRuntimeNetwork:
    """A model run by onnxruntime."""

    def __init__(self, path: Path, threads: int) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Threads that wait for one another sleep: to spin takes twice the time of the processor and is no faster.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        options.log_severity_level = 3
        # Its arena would keep the most that any look ever took, for each model.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        self._session: Any = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        self._input = self._session.get_inputs()[0].name

    def run(self, batch: FloatArray) -> FloatArray:
        """Return the model's output for a float32 batch (n, channels, h, w)."""
        return np.asarray(self._session.run(None, {self._input: batch})[0], np.float32)


class OpenCvNetwork:
    """The same model run by OpenCV's dnn."""

    def __init__(self, path: Path) -> None:
        # OpenCV's new engine rounds networks of eight bits otherwise than they are meant, on some processors by far.
        eight_bits = b"QuantizeLinear" in path.read_bytes()
        engine = cv2.dnn.ENGINE_CLASSIC if eight_bits else cv2.dnn.ENGINE_AUTO
        self._net: Any = cv2.dnn.readNetFromONNX(str(path), engine)

    def run(self, batch: FloatArray) -> FloatArray:
        """Return the model's output for a float32 batch (n, channels, h, w)."""
        self._net.setInput(batch)
        return np.asarray(self._net.forward(), np.float32)


def load_network(path: Path, runtime: Runtime = "auto", threads: int = 1) -> Network:
    """Load a model; "auto" takes onnxruntime where a first trial in another process shows that it runs, else OpenCV.

    Raises FileNotFoundError where the model is missing.
    """
    if not path.exists():
        raise FileNotFoundError(f"{path}: the model is missing; install the package again or run make train")
    if runtime == "opencv" or (runtime == "auto" and not probe_onnxruntime().works):
        return OpenCvNetwork(path)
    return OnnxRuntimeNetwork(path, threads)
