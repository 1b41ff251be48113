"""The write-ahead log of a journal: whether entries stand in it behind a damage.

SQLite takes a log as far as its checksums fit and says nothing of what is behind: to it that is what an earlier log
has left. (The form is that of SQLite's file format, "The Write-Ahead Log".)
"""

from __future__ import annotations

import struct
from pathlib import Path

_HEAD, _FRAME_HEAD = 32, 24
_MAGIC, _BIG_ENDIAN = 0x377F0682, 1
_MOST_BYTES = 64_000_000
"""A log is far smaller; what is larger is not looked through."""


def is_damaged(log: Path) -> bool:
    """Whether a log holds entries, whole and of its own, behind one that does not fit: they count no more.

    The last entry alone cannot be told from one that was being written when the machine was switched off.
    """
    try:
        data = log.read_bytes() if log.stat().st_size <= _MOST_BYTES else b""
    except OSError:
        return False
    if len(data) <= _HEAD:
        return False
    magic, _, page, _, *salts = struct.unpack(">6I", data[:24])
    if magic & ~_BIG_ENDIAN != _MAGIC or not 512 <= page <= 65_536:
        return True
    order, length = ">" if magic & _BIG_ENDIAN else "<", _FRAME_HEAD + page
    sums = _added((0, 0), data[:24], order)
    if sums != struct.unpack(">2I", data[24:_HEAD]):
        return True
    fits = True
    for at in range(_HEAD, len(data) - length + 1, length):
        frame = data[at : at + length]
        _, committed, *told = struct.unpack(">6I", frame[:_FRAME_HEAD])
        is_own = told[:2] == salts
        if not fits:
            if is_own and committed:
                return True
            continue
        sums = _added(_added(sums, frame[:8], order), frame[_FRAME_HEAD:], order)
        fits = is_own and sums == tuple(told[2:])
    return False


def _added(sums: tuple[int, int], data: bytes, order: str) -> tuple[int, int]:
    """SQLite's checksum of what came before and of these bytes."""
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
