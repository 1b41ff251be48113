"""The table needs to write into its data folder and the folders for what is passing, and nowhere else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running import ROOT, Tablet, free_port, play

READ_ONLY = r"""
mount --bind "$1" /mnt
for folder in /tmp /run; do mount -t tmpfs tmpfs $folder; done
while read -r _ _ _ _ place _; do
  case "$place" in
    /mnt | /tmp | /run | /dev/shm | /proc | /proc/*) ;;
    *) if [ -e "$place" ]; then mount -o remount,bind,ro "$place"; fi ;;
  esac
done < /proc/self/mountinfo
for place in /var/tmp /var/cache "$HOME" "$PWD"; do
  if touch "$place/written" 2> /dev/null; then echo "$place can be written to"; exit 9; fi
done
shift
HOME=/mnt XDG_CACHE_HOME=/var/cache exec "$@"
"""
"""Everything but the data, which lies at /mnt, and what a restart of the machine empties."""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount")
@pytest.mark.skipif(shutil.which("unshare") is None, reason="no unshare here")
@pytest.mark.skipif(
    subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode != 0,
    reason="no namespace may be made here",
)
def test_it_plays_where_all_but_its_data_is_read_only(tmp_path: Path) -> None:
    tablet = Tablet(free_port())
    companion = [sys.executable, "-m", "companion", *play(tablet.port, Path("/mnt"), "--camera", "simulated")]
    with subprocess.Popen(
        [
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-ec",
            READ_ONLY,
            "sh",
            tmp_path,
            *companion,
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "TMPDIR": "/tmp"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            served = tablet.answers(lambda: process.poll() is None, 120)
            if served:
                tablet.wait(lambda state: state["seq"] >= 4, 120)
        finally:
            process.terminate()
        said = process.communicate(timeout=60)[0]
    assert served, said
    assert process.returncode == 0, said
    assert "Read-only" not in said
    assert (tmp_path / "journal.sqlite").stat().st_size > 0
