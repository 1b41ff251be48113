"""A machine whose NetworkManager is played."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

HOME = {
    "called": "preconfigured",
    "ssid": "Home",
    "mode": "infrastructure",
    "hidden": "no",
    "autoconnect": "yes",
}
HOME_NUMBER = "11111111-1111-4111-8111-111111111111"


class World:
    """What the played NetworkManager knows."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.write(
            devices=[["eth0", "ethernet", "unavailable"], ["wlan0", "wifi", "disconnected"]],
            networks=[["Home", 80, "WPA2"], ["Café: le \\ 🏠", 55, "WPA1 WPA2"], ["Open", 30, ""]],
            passwords={"Home": "at home we play", "Café: le \\ 🏠": "un café: noir\\"},
            profiles={HOME_NUMBER: {**HOME, "psk": "at home we play"}},
            active=None,
        )

    def read(self) -> dict[str, Any]:
        world: dict[str, Any] = json.loads((self._folder / "world.json").read_text())
        return world

    def write(self, **changes: Any) -> None:
        path = self._folder / "world.json"
        before = self.read() if path.exists() else {}
        path.write_text(json.dumps({**before, **changes}))

    def asked(self) -> str:
        return (self._folder / "asked.txt").read_text()

    def active(self) -> dict[str, Any] | None:
        world = self.read()
        return None if world["active"] is None else world["profiles"][world["active"]]


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """The machine, with its nmcli first on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = Path(__file__).with_name("played_nmcli.py")
    script = folder / "nmcli"
    script.write_text(f"#!{sys.executable} -I\n{program.read_text()}")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return World(folder)
