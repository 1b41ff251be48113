"""The camera's side of the talk: what it is asked for badly is refused, and it never stays alone."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hardware.serving import Program, StillWish
from hardware.shared_frames import SharedFrames


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    path = tmp_path / "ring"
    path.touch()
    SharedFrames(path, 8, 4, create=True)
    return path


def said(outlet: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in outlet.getvalue().splitlines()]


def meet(ring: Path, *lines: str) -> tuple[Program, io.StringIO, threading.Event]:
    left = threading.Event()
    inlet = io.StringIO("\n".join([json.dumps({"message": "memory", "path": str(ring)}), *lines, ""]))
    outlet = io.StringIO()
    program = Program(inlet, outlet, left.set)
    assert program.meet((8, 4), (16, 8))
    assert left.wait(5.0), "the end of the talk is the end of the process"
    return program, outlet, left


def test_a_program_that_is_gone_already_gets_nothing() -> None:
    outlet = io.StringIO()
    assert not Program(io.StringIO(""), outlet).meet((8, 4), (8, 4))
    assert [told["message"] for told in said(outlet)] == ["opened"]


def test_wishes_are_taken_in_order_and_nonsense_among_them_is_passed_over(ring: Path) -> None:
    good = [json.dumps({"message": "still", "number": n, "path": "p", "ev": n / 2}) for n in (1, 2)]
    bad = ["", "{", "null", "[1]", '{"number": "x"}', '{"number": 1, "path": 3, "ev": 0}', '{"number": 1}']
    program, _, _ = meet(ring, good[0], *bad, good[1])
    assert program.wish() == StillWish(1, Path("p"), 0.5)
    assert program.wish() == StillWish(2, Path("p"), 1.0)
    assert program.wish() is None


def test_a_frame_goes_into_the_ring_before_it_is_told(ring: Path) -> None:
    program, outlet, _ = meet(ring)
    program.hand_over(np.full((4, 8, 3), 5, np.uint8), 17)
    assert said(outlet)[-1] == {"message": "frame", "seq": 1, "monotonic_ms": 17}
    frame = SharedFrames(ring, 8, 4).read(1)
    assert frame is not None and (frame == 5).all()
    with pytest.raises(ValueError, match="shape"):
        program.hand_over(np.zeros((4, 9, 3), np.uint8), 18)


def test_a_still_of_another_size_or_without_memory_is_refused(ring: Path, tmp_path: Path) -> None:
    program, outlet, _ = meet(ring)
    memory = tmp_path / "still"
    memory.touch()
    SharedFrames(memory, 16, 8, create=True, slots=1)
    program.hand_over_still(StillWish(1, memory, 0.0), np.zeros((9, 16, 3), np.uint8), 17)
    program.hand_over_still(StillWish(2, tmp_path / "gone", 0.0), np.zeros((8, 16, 3), np.uint8), 17)
    program.hand_over_still(StillWish(3, memory, 0.0), np.full((8, 16, 3), 4, np.uint8), 17)
    assert said(outlet)[-3:] == [
        {"message": "no_still", "number": 1, "reason": "wrong_size"},
        {"message": "no_still", "number": 2, "reason": "no_memory"},
        {"message": "still", "number": 3, "monotonic_ms": 17},
    ]
    still = SharedFrames(memory, 16, 8, slots=1).read(3)
    assert still is not None and (still == 4).all()


def test_memory_that_is_smaller_than_a_picture_is_refused(ring: Path) -> None:
    with pytest.raises(ValueError, match="mmap length is greater than file size"):
        SharedFrames(ring, 640, 480)
