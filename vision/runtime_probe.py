"""Whether onnxruntime runs models on this machine, found out in a process of its own.

Some builds for small computers die of an illegal instruction (onnxruntime issues 23957 and 24112): no error could be
caught in the same process, and the evening would end with it.
"""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_PATIENCE_S = 60.0
_TRIED = Path(__file__).parent / "models" / "dice_classifier.onnx"
_TRIAL = """
import sys
import numpy as np
import onnxruntime
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 1
options.log_severity_level = 4
session = onnxruntime.InferenceSession(sys.argv[1], options, providers=["CPUExecutionProvider"])
given = session.get_inputs()[0]
shape = [size if isinstance(size, int) else 64 if place else 1 for place, size in enumerate(given.shape)]
session.run(None, {given.name: np.zeros(shape, np.float32)})
"""


@dataclass(frozen=True, slots=True)
class RuntimeProbe:
    """Whether a model ran, and in a few words why not (empty where it did)."""

    works: bool
    why_not: str = ""


@cache
def probe_onnxruntime(model: Path = _TRIED, python: str = sys.executable) -> RuntimeProbe:
    """Load a model in a process of its own and run it once on zeros (0.4 s); the same question is asked only once."""
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter, and a program written here
            [python, "-c", _TRIAL, str(model)],
            capture_output=True,
            text=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return RuntimeProbe(works=False, why_not=f"onnxruntime did not answer in {_PATIENCE_S:.0f} s")
    except OSError as error:
        return RuntimeProbe(works=False, why_not=f"no process could be started ({error.strerror})")
    if done.returncode == 0:
        return RuntimeProbe(works=True)
    if done.returncode < 0:
        return RuntimeProbe(works=False, why_not=f"onnxruntime died here ({_signal_name(-done.returncode)})")
    said = [line for line in done.stderr.splitlines() if line.strip()]
    return RuntimeProbe(works=False, why_not=said[-1].strip() if said else "onnxruntime failed")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
