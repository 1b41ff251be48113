"""A family that lives in memory: what each player is told, what was learnt, and settings that can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.drawing.symbols import exchanged
from companion.games import game_ids


class FakeFamily:
    """Nothing is taught until a test says so."""

    def __init__(self, **settings: Any) -> None:
        self.levels: dict[str, str] = {}
        self.learnt: dict[str, set[str] | None] = dict.fromkeys(game_ids())
        self.said: dict[str, Any] = {
            "keep_pictures": False,
            "card_letters": "any",
            "tray": None,
            "show_chances": False,
            "faults_by_taps": False,
            **settings,
        }
        self.writable = True
        self.password = ""
        self.badges: dict[str, str] = {}
        self.said_of_steps: dict[str, str] = {}

    def level(self, player: str) -> str:
        return self.levels.get(player, "guest")

    def set_level(self, player: str, level: str) -> None:
        self.levels[player] = level

    def known(self, game: str) -> frozenset[str] | None:
        learnt = self.learnt.get(game)
        return None if learnt is None else frozenset(learnt)

    def learn(self, game: str, lesson: str) -> None:
        self.learnt[game] = {*(self.learnt.get(game) or ()), lesson}

    def set_taught(self, game: str, taught: bool) -> None:
        self.learnt[game] = set() if taught else None

    def animals(self) -> Mapping[str, str]:
        return dict(self.badges)

    def keep_animals(self, animals: Mapping[str, str]) -> None:
        self.badges = {**animals, **self.badges}

    def choose_animal(self, player: str, animal: str) -> None:
        self.badges = exchanged(self.badges, player, animal)

    def first_evening(self) -> Mapping[str, str]:
        return dict(self.said_of_steps)

    def answer_first_evening(self, step: str, answer: str) -> None:
        self.said_of_steps[step] = answer

    def settings(self) -> Mapping[str, Any] | None:
        return self.said

    def set_setting(self, name: str, value: str | bool) -> bool:
        if self.writable:
            self.said[name] = value
        return self.writable

    def set_club(self, lines: Mapping[str, str | bool], password: str) -> bool:
        if self.writable:
            self.said["club"] = {**(self.said.get("club") or {}), **lines}
            self.password = password or self.password
        return self.writable


def finding(check: str, state: str, text: str, advice: str | None = None) -> Mapping[str, str | None]:
    """One line of the doctor."""
    return {"check": check, "state": state, "text": text, "advice": advice}


SICK: Sequence[Mapping[str, str | None]] = (
    finding("stand", "not_here", "not set up yet", "open the page /stand"),
    finding("sound", "ok", "espeak-ng and a sound device"),
    finding("disk", "to_do", "120 MB are free for companion", "delete something: 500 MB are needed"),
    finding("models", "limit", "5 models load, run by OpenCV, which is slower", "install onnxruntime"),
    finding("network", "ok", "this machine is 192.168.1.20"),
)
"""A machine whose disk is nearly full."""
