"""The units: systemd finds nothing to say against them, and they are let do little."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hardware.appliance.build_deb import UNITS as UNITS_OF_THE_PACKAGE

UNITS = Path(__file__).parents[3] / "hardware" / "appliance" / "debian"
MOST_EXPOSED = {
    "companion.service": 2.5,
    "companion-safe.service": 2.5,
    "companion-wifi.service": 1.5,
    "companion-kiosk.service": 3.0,
}
"""A browser's own sandbox needs what most of the rest would forbid."""
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree in which the units lie as on a box, with everything that they start."""
    units = tmp_path / "etc" / "systemd" / "system"
    units.mkdir(parents=True)
    for unit in UNITS.glob("*.service"):
        if unit.name != "avahi.service":
            shutil.copy(unit, units)
    for target in ("network", "sound", "multi-user", "basic", "sysinit", "shutdown"):
        (units / f"{target}.target").write_text(f"[Unit]\nDescription={target}\nDefaultDependencies=no\n")
    (units / "avahi-daemon.service").write_text(
        "[Unit]\nDescription=x\n[Service]\nExecStart=/bin/systemctl\n"
    )
    (units / "NetworkManager.service").write_text(
        "[Unit]\nDescription=x\n[Service]\nExecStart=/bin/systemctl\n"
    )
    programs = (
        "usr/bin/python3",
        "opt/companion/current/venv/bin/python",
        "bin/systemctl",
        "usr/bin/avahi-set-host-name",
    )
    for program in (*programs, "opt/companion/current/bin/companion"):
        path = tmp_path / program
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n")
        path.chmod(0o755)
    return tmp_path


@needs_systemd
@pytest.mark.parametrize("unit", UNITS_OF_THE_PACKAGE)
def test_nothing_is_misspelt(root: Path, unit: str) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={root}", "--man=no", f"/etc/systemd/system/{unit}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    # A group that this machine does not have is none of the unit's.
    told = [line for line in done.stderr.splitlines() if "is not executable" not in line]
    assert told == []


@needs_systemd
def test_what_is_misspelt_would_be_found(root: Path) -> None:
    unit = root / "etc/systemd/system/companion.service"
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSeconds="))
    done = subprocess.run(
        ["systemd-analyze", "verify", f"--root={root}", "--man=no", "/etc/systemd/system/companion.service"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "WatchdogSeconds" in done.stderr


@needs_systemd
@pytest.mark.parametrize("unit", sorted(MOST_EXPOSED))
def test_a_unit_may_do_little(root: Path, unit: str) -> None:
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", f"--root={root}", "--no-pager", unit],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert exposure is not None, done.stderr
    assert float(exposure[1]) <= MOST_EXPOSED[unit]


def test_the_safe_page_takes_over_after_three_failed_starts() -> None:
    text = (UNITS / "companion.service").read_text()
    assert "StartLimitBurst=3" in text
    assert "OnFailure=companion-safe.service" in text
    assert "OnSuccess=companion.service" in (UNITS / "companion-safe.service").read_text()
