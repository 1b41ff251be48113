"""What was broken at the start, and with what the evening goes on instead: nothing small keeps a family off."""

from __future__ import annotations

import secrets
import string
from pathlib import Path

from calibration.settings import FILE_NAME as SETTINGS
from calibration.settings import BadSettings, Settings, load_settings
from calibration.stand import FILE_NAME as STAND
from calibration.stand import BadStand, Stand, load_stand
from calibration.whole_file import BACKUP_SUFFIX, set_aside, write_whole
from web.outside import Trouble

_SECRET_CHARACTERS = 64
_LEAST_DIFFERENT = 4
"""A key of fewer different characters was not drawn by chance."""

LASTING = frozenset({"folder_unusable", "journal_newer", "journal_unusable"})
"""What is told the whole evening: nothing of it is kept."""


class Troubles:
    """What the page has to tell."""

    def __init__(self) -> None:
        self._told: list[Trouble] = []

    def __call__(self) -> tuple[Trouble, ...]:
        """All of them, the first that came first."""
        return tuple(self._told)

    def tell(self, code: str, **details: str | int) -> None:
        """One more; told twice it stands there once."""
        trouble = Trouble(code, details, lasts=code in LASTING)
        if trouble not in self._told:
            self._told.append(trouble)

    def over(self, code: str) -> None:
        """What was told under this code is so no longer."""
        self._told = [one for one in self._told if one.code != code]


def settings_or_before(folder: Path, troubles: Troubles) -> Settings:
    """The settings of the data folder; where they cannot be used, those from before, else what is usual."""
    try:
        return load_settings(folder)
    except BadSettings:
        pass
    try:
        before = load_settings(folder, SETTINGS + BACKUP_SUFFIX)
        found = (folder / (SETTINGS + BACKUP_SUFFIX)).exists()
    except BadSettings:
        before, found = Settings(), False
    troubles.tell("settings_before" if found else "settings_usual", file=SETTINGS)
    return before


def mended_stand(folder: Path, troubles: Troubles) -> Stand | None:
    """The set-up of the camera; a damaged one is set aside, and the one before takes its place where there is one."""
    try:
        return load_stand(folder)
    except BadStand:
        pass
    path = folder / STAND
    backup = path.with_name(STAND + BACKUP_SUFFIX)
    try:
        set_aside(path)
        if backup.exists():
            write_whole(path, backup.read_text(encoding="utf-8"))
        stand = load_stand(folder)
    except (OSError, UnicodeDecodeError, BadStand):
        stand = None
    troubles.tell("stand_lost" if stand is None else "stand_before", file=STAND)
    return stand


def signing_key(folder: Path, troubles: Troubles) -> str:
    """The key that signs cookies: made once, whole or not at all; one that cannot have been drawn is drawn anew."""
    path = folder / "secret"
    try:
        kept = path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        kept = None
    except (OSError, UnicodeDecodeError):
        kept = ""
    if kept is not None and _is_key(kept):
        return kept
    fresh = secrets.token_hex(_SECRET_CHARACTERS // 2)
    try:
        write_whole(path, fresh, private=True)
    except OSError:
        troubles.tell("key_not_kept", file="secret")
    if kept is not None:
        troubles.tell("key_renewed", file="secret")
    return fresh


def _is_key(text: str) -> bool:
    drawn = len(text) == _SECRET_CHARACTERS and set(text) <= set(string.hexdigits)
    return drawn and len(set(text)) >= _LEAST_DIFFERENT
