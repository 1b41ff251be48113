"""The filmed evening is a process of its own that leaves nothing behind."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
from pathlib import Path

import pytest

from companion.evening import demonstration
from companion.evening.demonstration import PLAYERS, SEED, Demonstration
from companion.filmed.picture_camera import filming
from companion.games import load
from companion.journal import Journal
from companion.showing import Snapshot
from companion.simulated.film import Film, open_simulated
from companion.table import Table


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


def test_a_film_that_is_over_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    popen, over = demonstration.subprocess.Popen, [False]

    def start(command: list[str], **given: object) -> object:
        started.append(command)
        return popen([sys.executable, "-c", "import time; time.sleep(60)"])

    monkeypatch.setattr(demonstration.subprocess, "Popen", start)
    monkeypatch.setattr(demonstration, "_answer", lambda port, path: json.dumps({"over": over[0]}))
    shown = Demonstration()
    shown.begin("en", 8000)
    shown.begin("en", 8000)
    over[0] = True
    shown.begin("en", 8000)
    shown.close()
    assert len(started) == 2


def test_somebody_is_called_within_the_first_moves_of_the_film(tmp_path: Path) -> None:
    """With the film's own pictures, which are read as it reads them."""
    journal = Journal(tmp_path / "journal.sqlite")
    table, crapette = Table(journal), load("crapette")
    open_simulated(table, crapette, PLAYERS, {}, random.Random(SEED))
    stop, calls = threading.Event(), list[int]()

    def listen(shown: Snapshot) -> None:
        assert shown.question is None, "nobody is asked before"
        if any(event["event"] == "crapette_called" and event["valid"] for event in shown.events):
            calls.append(len(table.moves()))
        if calls or len(table.moves()) > 8:
            stop.set()

    end, timer = table.subscribe(listen), threading.Timer(120, stop.set)
    timer.start()
    Film(table, seed=SEED, speed=float("inf"), camera=filming).run(stop)
    timer.cancel()
    end()
    journal.close()
    assert calls and calls[0] <= 6
