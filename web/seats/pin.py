"""The PIN of the table's owner: kept as a salted hash that is slow to try, and few may be tried in a row."""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
import threading
import time
from collections.abc import Callable

from web.seats.house import House

FREE_TRIES = 5
"""How many wrong PINs in a row are answered at once; each further one makes the next wait longer."""
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 900.0

_KEPT = "pin"
_SHAPE = re.compile(r"\d{4,8}", re.ASCII)
_COST, _BLOCK, _LANES = 1 << 14, 8, 1
"""The parameters of scrypt (RFC 7914): 16 MiB and some ten milliseconds a try."""


class TooManyTries(Exception):
    """Too many wrong PINs: the next is looked at after ``wait_s`` seconds."""

    def __init__(self, wait_s: int) -> None:
        super().__init__(wait_s)
        self.wait_s = wait_s


def is_pin(text: str) -> bool:
    """Whether this can be a PIN: four to eight digits."""
    return _SHAPE.fullmatch(text) is not None


class Pin:
    """The owner's PIN, if the family has set one."""

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` counts seconds."""
        self._house = house
        self._clock = clock
        self._lock = threading.Lock()
        self._wrong = 0
        self._open_at = 0.0

    @property
    def mark(self) -> str | None:
        """What a browser keeps that has given this PIN; another after every change; None without a PIN."""
        mark = self._house.get(_KEPT).get("mark")
        return None if mark is None else str(mark)

    def set(self, pin: str) -> None:
        """Sets or changes the PIN; raises ``ValueError`` for one that is none."""
        if not is_pin(pin):
            raise ValueError("a PIN is four to eight digits")
        salt = secrets.token_bytes(16)
        kept = {"mark": secrets.token_urlsafe(12), "salt": salt.hex(), "hash": _hash(pin, salt).hex()}
        self._house.put(_KEPT, kept)

    def remove(self) -> None:
        """The table has no PIN any more."""
        self._house.put(_KEPT, {})

    def check(self, pin: str) -> bool:
        """Whether this is the PIN; raises ``TooManyTries`` unlooked at. One try is looked at at a time."""
        with self._lock:
            wait = self._open_at - self._clock()
            if wait > 0:
                raise TooManyTries(math.ceil(wait))
            kept = self._house.get(_KEPT)
            if not kept or not is_pin(pin):
                right = False
            else:
                tried = _hash(pin, bytes.fromhex(kept["salt"]))
                right = hmac.compare_digest(tried, bytes.fromhex(kept["hash"]))
            self._wrong = 0 if right else self._wrong + 1
            if self._wrong >= FREE_TRIES:
                longer = FIRST_WAIT_S * 2.0 ** min(self._wrong - FREE_TRIES, 10)
                self._open_at = self._clock() + min(longer, LONGEST_WAIT_S)
            return right


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=32)
