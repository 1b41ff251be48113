"""Ctrl-C in the middle of long work: no traceback, and what is kept is said."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from companion.cli.main import BROKEN_OFF, COMMANDS, KEPT

ROOT = Path(__file__).parents[3]


def test_every_command_says_what_is_kept() -> None:
    assert KEPT.keys() == COMMANDS.keys()


def begun(bench: str) -> subprocess.Popen[str]:
    """A bench in a process group of its own, as a terminal starts it: it hears Ctrl-C even if tests hear of none."""
    return subprocess.Popen(
        [sys.executable, "-m", "companion", "bench", bench],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def broken_off(running: subprocess.Popen[str]) -> None:
    """Ctrl-C as a terminal sends it, every process of the group hears of it; checks what is said."""
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=30)
    assert "Traceback" not in said
    assert said.splitlines()[-1] == f"companion: broken off. {KEPT['bench']}"
    assert running.returncode == BROKEN_OFF


def test_a_bench_is_broken_off_after_its_first_figure() -> None:
    running = begun("engine")
    assert running.stdout is not None and "actions/s" in running.stdout.readline()
    broken_off(running)


def test_a_bench_that_plays_on_all_cores_is_broken_off_while_they_play() -> None:
    running = begun("referee")
    workers = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    while not workers.read_text():
        time.sleep(0.05)
    time.sleep(0.5)
    broken_off(running)
