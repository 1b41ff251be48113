"""What the program sees of a camera's process from outside."""

from __future__ import annotations

import sys
import time

import pytest

from hardware.camera_run import CameraRun


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells how long another process has worked")
@pytest.mark.parametrize(
    ("does", "works"), [("while True: pass", True), ("import time; time.sleep(60)", False)], ids=str
)
def test_a_process_that_waits_is_told_from_one_that_works(does: str, works: bool) -> None:
    run = CameraRun([sys.executable, "-S", "-c", does])
    try:
        time.sleep(0.5)
        run.rested_s()  # what it took to begin
        time.sleep(1.5)
        assert (run.rested_s() < 1.0) == works
    finally:
        run.kill()


def test_a_process_that_has_gone_rests_not_at_all() -> None:
    run = CameraRun([sys.executable, "-S", "-c", "pass"])
    run.kill()
    assert run.rested_s() < 0.5
