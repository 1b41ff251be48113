"""Files of the data folder, written whole or not at all: pulling the plug leaves either the old or the new."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

BACKUP_SUFFIX = ".bak"


def write_whole(path: Path, text: str, *, keep_before: Callable[[], bool] = lambda: False) -> None:
    """Write a text file beside the old one, which it then replaces. Raises OSError; the old one stays then.

    ``keep_before`` says whether the file that is there now is worth keeping as a backup (``.bak``): a damaged one
    must not take the place of a good backup.
    """
    fresh = _written(path, text)
    try:
        if keep_before():
            path.with_name(path.name + BACKUP_SUFFIX).write_bytes(path.read_bytes())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _written(path: Path, text: str) -> Path:
    """A new file of the same folder with this text, safe on the disk."""
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
    ) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
    return Path(file.name)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
