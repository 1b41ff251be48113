"""onnxruntime is tried in a process of its own: where it dies there, OpenCV runs the models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision import network
from vision.runtime_probe import RuntimeProbe, probe_onnxruntime

MODEL = Path("vision/models/dice_classifier.onnx")


def interpreter(folder: Path, does: str) -> str:
    """A program in the interpreter's place."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{does}\n")
    program.chmod(0o755)
    return str(program)


def test_the_model_runs_here() -> None:
    assert probe_onnxruntime() == RuntimeProbe(works=True)


def test_an_illegal_instruction_ends_only_the_trial(tmp_path: Path) -> None:
    probe = probe_onnxruntime(MODEL, interpreter(tmp_path, "kill -ILL $$"))
    assert probe == RuntimeProbe(works=False, why_not="onnxruntime died here (SIGILL)")


def test_the_last_line_of_an_error_is_told(tmp_path: Path) -> None:
    dies = interpreter(tmp_path, "echo Traceback >&2; echo 'ImportError: no onnxruntime' >&2; exit 1")
    assert probe_onnxruntime(MODEL, dies).why_not == "ImportError: no onnxruntime"


def test_an_interpreter_that_is_not_there_is_told(tmp_path: Path) -> None:
    probe = probe_onnxruntime(MODEL, str(tmp_path / "nowhere"))
    assert not probe.works
    assert "no process could be started" in probe.why_not


def test_a_damaged_model_does_not_run(tmp_path: Path) -> None:
    damaged = tmp_path / "model.onnx"
    damaged.write_bytes(b"no model")
    assert not probe_onnxruntime(damaged).works


def test_where_onnxruntime_dies_opencv_runs_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "probe_onnxruntime", lambda: RuntimeProbe(works=False, why_not="died"))
    loaded = network.load_network(MODEL)
    assert isinstance(loaded, network.OpenCvNetwork)
    assert loaded.run(np.zeros((1, 3, 64, 64), np.float32)).shape == (1, 13)


def test_threads_that_wait_for_one_another_sleep() -> None:
    path = Path(network.__file__).parent / "models" / "dice_classifier.onnx"
    options = network.OnnxRuntimeNetwork(path, threads=2)._session.get_session_options()
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
