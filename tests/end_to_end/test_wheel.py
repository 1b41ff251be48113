"""The built wheel, installed into an empty virtual environment and started far from the checkout."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from running import ROOT, free_port


@pytest.mark.xdist_group("wheel")
def test_the_installed_wheel_plays_by_itself(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, text=True)
    wheel = next(tmp_path.glob("companion_table-*.whl"))
    packed = set(zipfile.ZipFile(wheel).namelist())
    forgotten = [name for name in _product_files() if name not in packed]
    assert not forgotten, "pyproject.toml names in package-data what is no Python"
    environment = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    _link_the_locked_packages(environment)
    pip = [sys.executable, "-m", "pip", "--python", environment / "bin" / "python"]
    install = [
        *pip,
        "--disable-pip-version-check",
        "install",
        "-q",
        "--no-compile",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*install, wheel], check=True)
    subprocess.run([*pip, "--disable-pip-version-check", "check"], check=True)
    port = free_port()
    play = [environment / "bin" / "companion", "play", "--camera", "simulated", "--port", str(port)]
    play += ["--voice", "off"]
    process = subprocess.Popen(
        [*play, "--data", tmp_path / "data"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        assert "Dadamax" in _page(f"http://127.0.0.1:{port}/", process)
    finally:
        process.terminate()
        output = process.communicate(timeout=20)[0].decode()
    assert process.returncode == 0, output
    assert f":{port}/" in output


def _product_files() -> list[str]:
    """All that the product consists of, as the checkout holds it."""
    return [
        path.relative_to(ROOT).as_posix()
        for room in ("companion", "vision", "hardware", "calibration", "web")
        for path in (ROOT / room).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]


def _link_the_locked_packages(environment: Path) -> None:
    """Puts what requirements/run.txt locks, and nothing else, into an environment.

    The packages are those that the set-up of these tests has installed from that file: another copy takes long.
    """
    (site,) = environment.glob("lib/python*/site-packages")
    for line in (ROOT / "requirements" / "run.txt").read_text().splitlines():
        if not line.strip() or line.startswith((" ", "#")):
            continue
        locked = Requirement(line.removesuffix("\\"))
        if locked.marker is None or locked.marker.evaluate():
            found = distribution(locked.name)
            assert found.version in locked.specifier, "the tests' own environment is not up to date"
            for name in {file.parts[0] for file in found.files or ()} - {"..", "__pycache__"}:
                (site / name).symlink_to(found.locate_file(name))


def _page(address: str, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + 40
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return str(opener.open(address, timeout=10).read().decode())
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise AssertionError("the page never came")
