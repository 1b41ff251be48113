"""The Wi-Fi of a box as tests set it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NETWORKS = (
    {"name": "Maison & Cie", "strength": 82, "lock": "password", "known": False},
    {"name": "Known", "strength": 60, "lock": "sae", "known": True},
    {"name": "Café: le \\ 🏠", "strength": 45, "lock": "open", "known": False},
    {"name": "Work", "strength": 12, "lock": "other", "known": False},
)
HOTSPOT: Mapping[str, Any] = {
    "mode": "hotspot",
    "fault": None,
    "hotspot": "Companion",
    "address": "10.42.0.1",
    "joined": None,
    "wanted": None,
    "last": None,
    "networks": NETWORKS,
    "looked_s": 12.0,
}
JOINED: Mapping[str, Any] = {
    **HOTSPOT,
    **{"mode": "joined", "hotspot": None, "address": None, "joined": "Known", "looked_s": 130.0},
}
CODES = ("wrong_password", "bad_password", "bad_name", "out_of_reach", "no_address", "other_lock", "failed")
FAULTS = ("no_radio", "no_network_manager", "not_allowed")


class FakeWifi:
    """It is on its hotspot until a test says otherwise; what is joined is wanted from then on."""

    def __init__(self) -> None:
        self.told: Mapping[str, Any] | None = HOTSPOT
        self.answers = "accepted"
        self.asked: list[tuple[str, str, bool]] = []
        self.looks = 0

    def state(self) -> Mapping[str, Any] | None:
        return self.told

    def look(self) -> str:
        self.looks += 1
        if self.told is not None:
            self.told = {**self.told, "mode": "trying"}
        return self.answers

    def join(self, name: str, password: str, hidden: bool) -> str:
        self.asked.append((name, password, hidden))
        if self.answers == "accepted" and self.told is not None:
            self.told = {**self.told, "mode": "trying", "wanted": name}
        return self.answers
