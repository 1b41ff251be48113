"""The pictures that show why: crops of what was read, under short ids, gone at the end of the game.

An id is eight hex digits, led by the name of the photograph it was cut from where there is one:
``IMG_0412.jpg~1f0a93bc``. ``shown_photographs`` finds the photographs again in the ids of a journal.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]

CAPACITY = 400
_QUALITY = 88
_LONGEST_KEY = 120
_MARK = "~"
_ID = re.compile(r"(?:[A-Za-z0-9._=-]{1,160}~)?[0-9a-f]{8}")


class EvidenceStore:
    """JPEG pictures in a folder of their own, at most ``capacity``; the oldest go first. Thread-safe.

    With ``keep`` (the family opted in) ``clear`` deletes nothing. A folder that cannot be written to loses
    evidence, never the game: ``save`` then returns None.
    """

    def __init__(self, folder: Path, keep: bool = False, *, capacity: int = CAPACITY) -> None:
        self._folder = folder
        self._keep = keep
        self._capacity = capacity
        self._lock = threading.Lock()
        self._held: tuple[str, bytes] | None = None
        self._ids: OrderedDict[str, None] = OrderedDict()
        for path in sorted(self._pictures(), key=_age):
            self._ids[path.stem] = None

    def save(self, image: Image, photograph: str | None = None) -> str | None:
        """Keep a picture (uint8, (h, w, 3) BGR) cut from ``photograph``, if it has a name; returns its id."""
        if image.size == 0:
            return None
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if not done:
            return None
        lead = "" if photograph is None else photograph_key(photograph) + _MARK
        evidence = lead + secrets.token_hex(4)
        with self._lock:
            try:
                self._folder.mkdir(parents=True, exist_ok=True)
                self._path(evidence).write_bytes(data.tobytes())
            except OSError:
                return None
            self._ids[evidence] = None
            while len(self._ids) > self._capacity:
                oldest, _ = self._ids.popitem(last=False)
                _delete(self._path(oldest))
        return evidence

    def refresh(self, evidence: str) -> bool:
        """Keep this picture for as long as a new one, for it is told of once more; whether it is still there."""
        with self._lock:
            if evidence not in self._ids:
                return False
            self._ids.move_to_end(evidence)
            return True

    def read(self, evidence: str) -> bytes | None:
        """Return the picture with this id as JPEG, None if there is none (any more)."""
        if not _ID.fullmatch(evidence):
            return None
        if (held := self._held) is not None and held[0] == evidence:
            return held[1]
        try:
            return self._path(evidence).read_bytes()
        except OSError:
            return None

    def hold(self, evidence: str | None) -> None:
        """Have this picture in memory, so that it is shown after its file is deleted; only the last one is held."""
        picture = None if evidence is None else self.read(evidence)
        self._held = None if evidence is None or picture is None else (evidence, picture)

    def clear(self) -> None:
        """Delete every picture, at the end of the game, unless the family keeps them."""
        if self._keep:
            return
        with self._lock:
            self._ids.clear()
            for path in self._pictures():
                _delete(path)

    def _path(self, evidence: str) -> Path:
        return self._folder / f"{evidence}.jpg"

    def _pictures(self) -> list[Path]:
        try:
            return [path for path in self._folder.glob("*.jpg") if _ID.fullmatch(path.stem)]
        except OSError:
            return []


def reduced(image: Image, longest_side: int) -> Image:
    """A picture in the size in which people look at it: no side is longer than this, px."""
    scale = longest_side / max(image.shape[:2])
    if scale >= 1:
        return image
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def photograph_key(name: str) -> str:
    """Return the form in which a photograph's name leads an id: letters, digits, ``.``, ``_`` and ``-`` as
    they are.

    Every other character becomes ``=`` and its code; a very long name ends in its digest.
    """
    key = "".join(c if re.fullmatch(r"[A-Za-z0-9._-]", c) else f"={ord(c):x}=" for c in name)
    if len(key) <= _LONGEST_KEY:
        return key
    return key[: _LONGEST_KEY - 17] + "-" + hashlib.sha256(name.encode()).hexdigest()[:16]


def shown_photographs(names: Iterable[str], evidence: Iterable[str]) -> Collection[str]:
    """Return which of these photographs lead one of these evidence ids: those that were read before."""
    keys = {one.rpartition(_MARK)[0] for one in evidence if _MARK in one}
    return frozenset(name for name in names if photograph_key(name) in keys)


def _delete(path: Path) -> None:
    """Delete a picture; one that cannot be deleted now is tried again at the next end of a game."""
    with suppress(OSError):
        path.unlink()


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
