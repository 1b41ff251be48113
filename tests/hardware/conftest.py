"""What the tests of the cameras share."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest


def _rings() -> set[Path]:
    return set(Path("/dev/shm").glob("companion-frames-*"))


@pytest.fixture
def nothing_left_behind() -> Iterator[None]:
    """Afterwards no memory of ours is left; what tests beside this one use goes by itself in a moment."""
    yield
    left = _rings()
    until = time.monotonic() + 10.0
    while left and time.monotonic() < until:
        time.sleep(0.05)
        left &= _rings()
    assert not left
