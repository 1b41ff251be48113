"""The bill of materials names every package of the lock, with what it must weigh, and no address."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_locked_package_is_named_with_its_digests() -> None:
    lock = ROOT / "requirements" / "run.txt"
    written = subprocess.run(
        [sys.executable, ROOT / ".ci" / "sbom.py", lock], capture_output=True, text=True, check=True
    ).stdout
    bill = json.loads(written)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    named = [line for line in lock.read_text().splitlines() if line[:1].isalpha()]
    assert len(bill["components"]) == len(named)
    assert all(one["version"] and one["hashes"] for one in bill["components"])
    assert {"flask", "waitress", "numpy"} <= {one["name"] for one in bill["components"]}
    assert "://" not in written
