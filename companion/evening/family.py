"""What the family has chosen and learnt, kept in the data folder: how much each player is told, which sentences of
a first game were understood, and the lines of ``settings.toml`` that a page may write."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.settings import BadSettings, change_setting, load_settings
from calibration.whole_file import BACKUP_SUFFIX, set_aside, write_whole
from companion.drawing.symbols import exchanged
from companion.evening.troubles import Troubles
from web.outside import LEVELS

FAMILY_FILE = "family.json"
PASSWORD_FILE = "club_password"  # noqa: S105 - the file's name
"""Holds the table's password at the club's broker, and nothing else."""
SETTABLE = ("card_letters", "keep_pictures", "show_chances", "faults_by_taps")
"""The settings that a page may write; the others are measured."""


class Kept(BaseModel):
    """All of ``family.json``."""

    model_config = ConfigDict(extra="ignore")

    levels: dict[str, str] = Field(default_factory=dict)
    known: dict[str, list[str]] = Field(default_factory=dict)
    untaught: list[str] = Field(default_factory=list)
    animals: dict[str, str] = Field(default_factory=dict)
    first_evening: dict[str, str] = Field(default_factory=dict)


class FamilyFolder:
    """The family of a data folder. A file that cannot be read is set aside, and the one before counts; one that
    cannot be written is not kept beyond this evening."""

    def __init__(self, folder: Path, troubles: Troubles | None = None) -> None:
        """``troubles`` are told of a damaged file."""
        self._folder = folder
        self._lock = threading.Lock()
        self.unwritten = False
        """Whether something counts that the disk has not taken."""
        path = folder / FAMILY_FILE
        kept, before = _read(path), _read(path.with_name(path.name + BACKUP_SUFFIX))
        if kept is None and path.exists():
            with suppress(OSError):
                set_aside(path)
            if troubles is not None:
                troubles.tell("family_lost" if before is None else "family_before", file=path.name)
        self._kept = kept or before or Kept()

    def level(self, player: str) -> str:
        """How much a player is told unasked; a guest until somebody says otherwise."""
        level = self._kept.levels.get(player)
        return level if level in LEVELS else "guest"

    def set_level(self, player: str, level: str) -> None:
        """Remembers how much a player is told."""
        with self._lock:
            self._kept.levels[player] = level
            self._write()

    def known(self, game: str) -> frozenset[str] | None:
        """The sentences that were understood; None where the family wants none."""
        return None if game in self._kept.untaught else frozenset(self._kept.known.get(game, ()))

    def learn(self, game: str, lesson: str) -> None:
        """Remembers that a sentence was understood."""
        with self._lock:
            known = self._kept.known.setdefault(game, [])
            if lesson not in known:
                known.append(lesson)
                self._write()

    def set_taught(self, game: str, taught: bool) -> None:
        """Remembers whether a game is taught; from its first sentence."""
        with self._lock:
            self._kept.untaught = [one for one in self._kept.untaught if one != game]
            if taught:
                self._kept.known.pop(game, None)
            else:
                self._kept.untaught.append(game)
            self._write()

    def animals(self) -> Mapping[str, str]:
        """The animals that players keep from game to game."""
        with self._lock:
            return dict(self._kept.animals)

    def keep_animals(self, animals: Mapping[str, str]) -> None:
        """Remembers whose animal is which; whoever has one already keeps it."""
        with self._lock:
            self._kept.animals = {**animals, **self._kept.animals}
            self._write()

    def choose_animal(self, player: str, animal: str) -> None:
        """Gives a player an animal; whoever had it gets the one that becomes free."""
        with self._lock:
            self._kept.animals = exchanged(self._kept.animals, player, animal)
            self._write()

    def first_evening(self) -> Mapping[str, str]:
        """What people have said of the steps of their first evening."""
        with self._lock:
            return dict(self._kept.first_evening)

    def answer_first_evening(self, step: str, answer: str) -> None:
        """Remembers what people say of a step."""
        with self._lock:
            self._kept.first_evening[step] = answer
            self._write()

    def settings(self) -> Mapping[str, Any] | None:
        """What ``settings.toml`` says now; None where it cannot be used."""
        try:
            return load_settings(self._folder).model_dump()
        except BadSettings:
            return None

    def set_setting(self, name: str, value: str | bool) -> bool:
        """Writes one line of ``settings.toml``; everything else in it stays as it was written."""
        if name not in SETTABLE:
            return False
        with self._lock:
            try:
                change_setting(self._folder, name, value)
            except (OSError, BadSettings):
                return False
        return True

    def set_club(self, lines: Mapping[str, str | bool], password: str) -> bool:
        """Writes lines of ``[club]``, and the password where one is given."""
        with self._lock:
            try:
                change_setting(self._folder, "club", lines)
                if password:
                    write_whole(self._folder / PASSWORD_FILE, f"{password}\n", private=True)
            except (OSError, BadSettings):
                return False
        return True

    def _write(self) -> None:
        try:
            path = self._folder / FAMILY_FILE
            write_whole(
                path, self._kept.model_dump_json(indent=1), keep_before=lambda: _read(path) is not None
            )
        except OSError:
            # What was tapped counts for this evening; the page tells of a disk that takes nothing.
            self.unwritten = True
        else:
            self.unwritten = False

    def write_waiting(self) -> None:
        """Tries again to write what the disk has not taken."""
        with self._lock:
            if self.unwritten:
                self._write()


def _read(path: Path) -> Kept | None:
    """What a file keeps; None where it cannot be read."""
    try:
        return Kept.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None
