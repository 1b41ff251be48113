"""How far long work is: lines in a pipe, a bar on a terminal, nothing where it is short."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios

import pytest

from companion.progress import LINE_EVERY_S, Progress, about, progress


class Clock:
    """A clock that goes on only where it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_in_a_pipe_a_line_now_and_then_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Progress("films", 12, clock) as films:
        for _ in range(3):
            clock.now += LINE_EVERY_S
            films.step()
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines() == [
        "films: 1 of 12, about 6 minutes left",
        "films: 2 of 12, about 5 minutes left",
        "films: 3 of 12, about 4 minutes left",
    ]


def test_where_nobody_knows_how_much_there_is_it_says_what_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = Clock()
    with Progress("frames", None, clock) as frames:
        clock.now += LINE_EVERY_S
        frames.step(7)
    assert capsys.readouterr().err == "frames: 7 done\n"


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(progress("abc", "letters")) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "about 1 second"),
        (40, "about 40 seconds"),
        (89, "about 89 seconds"),
        (170, "about 3 minutes"),
        (7300, "about 2 hours"),
    ],
)
def test_times_are_said_as_at_home(seconds: float, said: str) -> None:
    assert about(seconds) == said


def test_on_a_terminal_there_is_a_bar_and_it_is_gone_at_the_end() -> None:
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    program = "from companion.progress import progress\nfor _ in progress(range(3), 'films'): pass"
    subprocess.run([sys.executable, "-c", program], stderr=theirs, check=True, timeout=60)
    told = os.read(ours, 10_000).decode()
    os.close(theirs)
    os.close(ours)
    assert "films" in told and "/3" in told
    assert told.endswith("\r") and not told.rstrip("\r").split("\r")[-1].strip()
