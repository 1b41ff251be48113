"""The trees that the box is tried in: a small Debian made by mmdebstrap, and the packages to install into it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
KEPT = Path(os.environ.get("COMPANION_BOX_FOLDER", "/var/tmp/companion-box"))
"""Where what takes minutes to make is kept from one run to the next."""
MIRRORS = (
    "deb http://deb.debian.org/debian bookworm main",
    "deb http://deb.debian.org/debian-security bookworm-security main",
)
PACKAGES = (
    *(
        "systemd-sysv",
        "dbus",
        "udev",
        "kmod",
        "linux-image-amd64",
        "initramfs-tools",
        "zstd",
        "openssh-server",
    ),
    *("python3", "libgl1", "libglib2.0-0", "avahi-daemon", "avahi-utils", "polkitd", "adduser"),
    *("iproute2", "ifupdown", "isc-dhcp-client", "curl", "procps", "v4l-utils", "sqlite3", "e2fsprogs"),
)
"""What the package depends on and what the trials use: the box itself has no network."""


def wanted() -> None:
    """Skips the test where the box is not to be tried, or cannot be."""
    if not os.environ.get("COMPANION_BOX"):
        pytest.skip("tries the whole box, some minutes: make test-box")
    if os.geteuid() != 0:
        pytest.skip("only root may make a Debian tree")
    if shutil.which("mmdebstrap") is None:
        pytest.skip("mmdebstrap is not installed, and apt cannot install it here")


@cache
def debian() -> Path:
    """A Debian tree that is only copied."""
    tree = KEPT / "debian"
    if not (tree / "usr/lib/systemd/systemd").exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        fresh = KEPT / "debian.new"
        shutil.rmtree(fresh, ignore_errors=True)
        included = f"--include={','.join(PACKAGES)}"
        what = ["--variant=minbase", included, "--format=directory", "bookworm", str(fresh), *MIRRORS]
        run(["mmdebstrap", "--quiet", *what], seconds=3600)
        fresh.rename(tree)
    return tree


@cache
def package() -> Path:
    """The package of this checkout, or the one that ``COMPANION_BOX_PACKAGE`` names."""
    if given := os.environ.get("COMPANION_BOX_PACKAGE"):
        return Path(given)
    out = KEPT / "packages"
    shutil.rmtree(out, ignore_errors=True)
    run(
        [
            sys.executable,
            "-m",
            "hardware.appliance.build_deb",
            "--out",
            str(out),
            "--wheels",
            str(KEPT / "wheels"),
        ],
        seconds=1800,
    )
    return next(out.glob("companion_*_amd64.deb"))


def renumbered(package: Path, version: str, *, breaks: bool = False) -> Path:
    """The same package with another version; ``breaks``: its program ends as soon as it is started."""
    work = KEPT / "renumbered"
    shutil.rmtree(work, ignore_errors=True)
    run(["dpkg-deb", "-R", str(package), str(work)])
    before = next((work / "opt/companion").iterdir())
    old = before.name
    place = before.rename(work / "opt/companion" / version)
    for name in ("control", "preinst", "postinst", "prerm", "postrm"):
        file = work / "DEBIAN" / name
        file.write_text(file.read_text().replace(old, version))
    if breaks:
        (place / "bin/companion").write_text("#!/bin/sh\necho broken on purpose >&2\nexit 3\n")
    made = package.with_name(f"companion_{version}_amd64.deb")
    run(["dpkg-deb", "--root-owner-group", "-Zzstd", "-z1", "-b", str(work), str(made)])
    shutil.rmtree(work)
    return made


def run(command: list[str], *, seconds: float = 600, given: str | None = None) -> str:
    """What a command prints; fails with all it said."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=seconds, check=False, input=given, cwd=PROJECT
    )
    assert done.returncode == 0, f"{' '.join(command)[:200]}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout
