"""The filmed evening is a process of its own that leaves nothing behind."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from companion.evening import demonstration
from companion.evening.demonstration import Demonstration


def test_it_runs_once_and_ends_with_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    popen = demonstration.subprocess.Popen

    def start(command: list[str], **given: object) -> object:
        started.append(command)
        return popen([sys.executable, "-c", "import time; time.sleep(60)"])

    monkeypatch.setattr(demonstration.subprocess, "Popen", start)
    shown = Demonstration()
    shown.begin("en", 8000)
    shown.begin("en", 8000)
    [command] = started
    assert command[command.index("--camera") + 1] == "simulated"
    assert command[command.index("--boxes-at") + 1] == "8000"
    assert shown.port is None  # nobody answers yet
    folder = Path(command[command.index("--data") + 1])
    assert folder.is_dir()
    process = shown._process
    shown.close()
    assert not folder.exists() and process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)
