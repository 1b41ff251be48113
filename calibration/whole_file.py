"""Files of the data folder, written whole or not at all: pulling the plug leaves either the old or the new."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

BACKUP_SUFFIX = ".bak"


def write_whole(
    path: Path, text: str, *, keep_before: Callable[[], bool] = lambda: False, private: bool = False
) -> None:
    """Write a text file beside the old one, which it then replaces. Raises OSError; the old one stays then.

    ``keep_before`` says whether the file that is there now is worth keeping as a backup (``.bak``): a damaged one
    must not take the place of a good backup. A ``private`` file can be read by its owner only.
    """
    fresh = _written(path, text, 0o600 if private else 0o666)
    before: Path | None = None
    try:
        if keep_before():
            before = _written(path, path.read_text(encoding="utf-8"), 0o600 if private else 0o666)
            before.replace(path.with_name(path.name + BACKUP_SUFFIX))
        fresh.replace(path)
    except OSError:
        for left in (fresh, before):
            if left is not None:
                left.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def set_aside(path: Path) -> Path:
    """Rename a damaged file, so that nothing takes its place unseen; returns where it lies now. Raises OSError."""
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.damaged-{number}")
        if not aside.exists():
            path.rename(aside)
            _sync_folder(path.parent)
            return aside
    raise FileExistsError(f"too many damaged files beside {path}")


def _written(path: Path, text: str, mode: int) -> Path:
    """A new file of the same folder with this text, safe on the disk; the user's umask narrows its mode."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    return fresh


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
