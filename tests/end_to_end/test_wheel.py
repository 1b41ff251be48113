"""The built wheel, installed into an empty virtual environment and started far from the checkout."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from running import ROOT, free_port


@pytest.mark.xdist_group("wheel")
def test_the_installed_wheel_plays_by_itself(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, text=True)
    wheel = next(tmp_path.glob("companion_table-*.whl"))
    environment = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        environment / "bin" / "python",
        "--disable-pip-version-check",
    ]
    install = [*pip, "install", "-q", "--no-compile"]
    subprocess.run([*install, "--require-hashes", "-r", ROOT / "requirements" / "run.txt"], check=True)
    subprocess.run([*install, "--no-deps", wheel], check=True)
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


def _page(address: str, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + 40
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while process.poll() is None and time.monotonic() < deadline:
        try:
            return str(opener.open(address, timeout=10).read().decode())
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    raise AssertionError("the page never came")
