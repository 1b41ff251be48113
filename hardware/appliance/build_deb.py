"""Builds ``companion_<version>_<architecture>.deb``: the program and all its wheels, for every Python of Raspberry
Pi OS at once. Nothing is fetched when it is installed.

    python -m hardware.appliance.build_deb --architecture amd64 --out dist

Wheels come by ``pip download --require-hashes`` from ``requirements/run.txt``. One virtual environment holds them for
Python 3.11 and 3.13: Python looks for ``lib/pythonX.Y/site-packages`` beside ``pyvenv.cfg``; what both can use lies
once, in ``lib/common``, which a ``.pth`` file adds.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path

from hardware.appliance.locked import for_target

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
PYTHONS = ("3.11", "3.13")
"""Bookworm's and Trixie's."""
PLATFORMS = {
    "amd64": ("x86_64", ("manylinux2014_x86_64", "manylinux_2_27_x86_64", "manylinux_2_28_x86_64")),
    "arm64": ("aarch64", ("manylinux2014_aarch64", "manylinux_2_27_aarch64", "manylinux_2_28_aarch64")),
}
UNITS = (
    *("companion.service", "companion-safe.service", "companion-name.service"),
    *("companion-wifi.service", "companion-kiosk.service"),
)
DEPENDS = (
    "python3 (>= 3.11), python3 (<< 3.12) | python3 (>= 3.13), python3 (<< 3.14), "
    "libgl1, libglib2.0-0 | libglib2.0-0t64, systemd, adduser"
)
EPOCH = 1_767_225_600
"""The time of every file: the same sources make the same package."""


def main(arguments: Sequence[str]) -> int:
    """Build one package; returns 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--architecture", choices=sorted(PLATFORMS), default="amd64")
    parser.add_argument("--out", type=Path, default=PROJECT / "dist")
    parser.add_argument("--version", help="another version than pyproject.toml's, to try an upgrade")
    parser.add_argument("--wheels", type=Path, help="keep the wheels here, and take those that are there")
    options = parser.parse_args(arguments)
    version = options.version or project_version()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        tree = Path(scratch) / "tree"
        place = tree / "opt" / "companion" / version
        wheels = options.wheels or Path(scratch) / "wheels"
        fill_environment(place, options.architecture, wheels)
        lay_out(tree, version, options.architecture)
        package = options.out / f"companion_{version}_{options.architecture}.deb"
        pack(tree, package)
    print(f"{package}: {package.stat().st_size / 1e6:.0f} MB")
    return 0


def project_version() -> str:
    """The version in ``pyproject.toml``."""
    return str(tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


# ---------------------------------------------------------------- the environment


def fill_environment(place: Path, architecture: str, wheels: Path) -> None:
    """Lay out ``venv`` and ``bin/companion`` in a version's folder."""
    venv = place / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "bin" / "python").symlink_to("/usr/bin/python3")
    (venv / "pyvenv.cfg").write_text("home = /usr/bin\ninclude-system-site-packages = false\n")
    common = venv / "lib" / "common"
    own = build_own_wheel(wheels)
    found = {
        python: download(architecture, python, wheels / f"{architecture}-{python}") for python in PYTHONS
    }
    names = {python: {wheel.name for wheel in these} for python, these in found.items()}
    shared = set.intersection(*names.values())
    unpack(own, common)
    for python, these in found.items():
        packages = venv / "lib" / f"python{python}" / "site-packages"
        packages.mkdir(parents=True)
        (packages / "common.pth").write_text("../../common\n")
        for wheel in these:
            if wheel.name not in shared:
                unpack(wheel, packages)
            elif python == PYTHONS[0]:
                unpack(wheel, common)
    launcher = place / "bin" / "companion"
    launcher.parent.mkdir()
    launcher.write_text(
        '#!/bin/sh\nhere=$(dirname "$(readlink -f "$0")")\nexec "$here/../venv/bin/python" -I -m companion "$@"\n'
    )
    launcher.chmod(0o755)


def build_own_wheel(wheels: Path) -> Path:
    """Make the wheel of this checkout."""
    out = wheels / "own"
    shutil.rmtree(out, ignore_errors=True)
    run(
        [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--disable-pip-version-check",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            str(out),
            str(PROJECT),
        ]
    )
    return next(out.glob("*.whl"))


def download(architecture: str, python: str, into: Path) -> list[Path]:
    """Fetch the locked wheels for a Python and a machine, hashes checked; what is there is not fetched again."""
    machine, platforms = PLATFORMS[architecture]
    into.mkdir(parents=True, exist_ok=True)
    locked = into / "locked.txt"
    locked.write_text(for_target((PROJECT / "requirements" / "run.txt").read_text(), python, machine))
    command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps"]
    command += [
        "--require-hashes",
        "--only-binary=:all:",
        "--implementation",
        "cp",
        "--python-version",
        python,
    ]
    for platform in platforms:
        command += ["--platform", platform]
    run([*command, "--dest", str(into), "--find-links", str(into), "-r", str(locked)])
    return sorted(into.glob("*.whl"))


def unpack(wheel: Path, into: Path) -> None:
    """Unpack a wheel as pip would; its scripts are left out."""
    with zipfile.ZipFile(wheel) as archive:
        for member in archive.infolist():
            name = member.filename
            head, _, rest = name.partition("/")
            if head.endswith(".data"):
                kind, _, name = rest.partition("/")
                if kind not in ("purelib", "platlib") or not name:
                    continue
            if member.is_dir():
                continue
            target = (into / name).resolve()
            if not target.is_relative_to(into.resolve()):
                raise ValueError(f"{wheel.name}: {name} leaves the folder")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(archive.read(member))
            executable = member.external_attr >> 16 & 0o111
            target.chmod(0o755 if executable else 0o644)


# ---------------------------------------------------------------- the package


def lay_out(tree: Path, version: str, architecture: str) -> None:
    """Put the units, the tools and the package's own files beside the version."""
    source = HERE / "debian"
    for unit in UNITS:
        put(source / unit, tree / "usr/lib/systemd/system" / unit)
    put(source / "sysusers.conf", tree / "usr/lib/sysusers.d/companion.conf")
    put(source / "tmpfiles.conf", tree / "usr/lib/tmpfiles.d/companion.conf")
    put(source / "journald.conf", tree / "usr/lib/systemd/journald.conf.d/companion.conf")
    put(source / "avahi.service", tree / "etc/avahi/services/companion.service")
    put(source / "polkit.rules", tree / "usr/share/polkit-1/rules.d/companion.rules")
    # No conffile: a removed package must not go on leading every name of a shared network to this machine.
    put(source / "dnsmasq.conf", tree / "etc/NetworkManager/dnsmasq-shared.d/companion.conf")
    put(source / "default", tree / "etc/default/companion")
    put(source / "preset.conf", tree / "usr/lib/systemd/system-preset/50-companion.preset")
    for part in (source / "kiosk_policies.json", *sorted((source / "kiosk_extension").iterdir())):
        put(part, tree / "usr/lib/companion" / part.relative_to(source))
    for tool in ("versions.py", "safe_page.py", "kiosk.py"):
        put(HERE / tool, tree / "usr/lib/companion" / tool)
    command = tree / "usr/bin/companion"
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/companion/current/bin/companion")
    control = tree / "DEBIAN"
    control.mkdir()
    size = sum(one.stat().st_size for one in tree.rglob("*") if one.is_file() and not one.is_symlink())
    (control / "control").write_text(
        f"Package: companion\nVersion: {version}\nArchitecture: {architecture}\nSection: games\nPriority: optional\n"
        "Maintainer: The makers of Companion <companion@localhost>\n"
        f"Installed-Size: {size // 1024}\nDepends: {DEPENDS}\n"
        "Recommends: avahi-daemon, avahi-utils, polkitd, espeak-ng\n"
        # Only suggested: whoever installs a program must not find another in charge of the machine's network.
        "Suggests: network-manager, dnsmasq-base, "
        "python3-gpiozero, python3-lgpio, python3-picamera2, cage, chromium\n"
        "Description: a camera referees the family table\n"
        " Companion watches real dice, cards and pieces, keeps five games honest, and shows\n"
        " it all on a tablet. The page is at http://companion.local/ after the installation.\n"
    )
    (control / "conffiles").write_text("/etc/avahi/services/companion.service\n/etc/default/companion\n")
    for script in ("preinst", "postinst", "prerm", "postrm"):
        text = (source / script).read_text(encoding="utf-8").replace("@VERSION@", version)
        (control / script).write_text(text, encoding="utf-8")
        (control / script).chmod(0o755)


def put(source: Path, target: Path) -> None:
    """Copy a file that everybody may read."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    target.chmod(0o644)


def pack(tree: Path, package: Path) -> None:
    """Make the package of a tree."""
    for folder, _, files in os.walk(tree):
        Path(folder).chmod(0o755)
        for name in files:
            os.utime(Path(folder) / name, (EPOCH, EPOCH), follow_symlinks=False)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": str(EPOCH)}
    compression = ["-Zzstd", "-z3"] if _knows_zstd() else ["-Zxz", "-z1"]
    run(["dpkg-deb", "--root-owner-group", *compression, "--build", str(tree), str(package)], environment)


def _knows_zstd() -> bool:
    told = subprocess.run(["dpkg-deb", "--help"], capture_output=True, text=True, check=True).stdout  # noqa: S607
    return "zstd" in told


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> None:
    """Run a command; raises CalledProcessError."""
    subprocess.run(list(command), check=True, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
