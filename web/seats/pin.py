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

from web.doors import network_of
from web.seats.house import PIN, House

FREE_TRIES = 5
"""How many wrong PINs in a row are answered at once to one address or known device; each further one waits longer."""
FREE_FOR_ALL = 20
"""The same of all strangers together, who may have many addresses."""
FIRST_WAIT_S = 30.0
LONGEST_WAIT_S = 900.0
MOST_COUNTED = 64
"""Addresses and devices whose wrong PINs are counted; what strangers tried counts together all the same."""
MOST_KNOWN = 32
"""Devices that are known to have given the right PIN once."""

_TRIES, _KNOWN = "pin_tries", "pin_known"
_STRANGERS = "strangers"
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
    """The owner's PIN, if the family has set one.

    Wrong ones are counted by address, and once more for all addresses together. A device that gave the right one
    before is known by a word that it keeps: it is counted by itself, so that nobody else keeps the owner out. The
    counts lie on the disk; after a restart a wait begins anew.
    """

    def __init__(self, house: House, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock`` counts seconds."""
        self._house = house
        self._clock = clock
        self._lock = threading.Lock()
        counted = house.get(_TRIES).items()
        self._wrong = {str(who): count for who, count in counted if isinstance(count, int)}
        self._open_at = {who: clock() + _wait(who, count) for who, count in self._wrong.items()}

    @property
    def mark(self) -> str | None:
        """What a browser keeps that has given this PIN; another after every change; None without a PIN."""
        mark = self._house.get(PIN).get("mark")
        return None if mark is None else str(mark)

    def set(self, pin: str) -> None:
        """Sets or changes the PIN; raises ``ValueError`` for one that is none."""
        if not is_pin(pin):
            raise ValueError("a PIN is four to eight digits")
        salt = secrets.token_bytes(16)
        kept = {"mark": secrets.token_urlsafe(12), "salt": salt.hex(), "hash": _hash(pin, salt).hex()}
        self._house.put(PIN, kept)
        with self._lock:
            self._wrong, self._open_at = {}, {}
            self._house.hold(_TRIES, {})

    def remove(self) -> None:
        """The table has no PIN any more."""
        self._house.put(PIN, {})

    def knows(self, device: object) -> bool:
        """Whether this is the word of a device on which the right PIN was given before."""
        return isinstance(device, str) and device in self._house.get(_KNOWN)

    def know(self, device: str) -> None:
        """The right PIN was given on the device that keeps this word."""
        known = {**self._house.get(_KNOWN), device: True}
        self._house.hold(_KNOWN, dict(list(known.items())[-MOST_KNOWN:]))

    def check(self, pin: str, address: str = "", device: object = None) -> bool:
        """Whether this is the PIN; raises ``TooManyTries`` unlooked at. One try is looked at at a time.

        ``address`` is where it was given, ``device`` the word that the device keeps.
        """
        known = self.knows(device)
        counted = (f"device {device}",) if known else (f"address {network_of((address,))}", _STRANGERS)
        with self._lock:
            wait = max(self._open_at.get(who, 0.0) for who in counted) - self._clock()
            if wait > 0:
                raise TooManyTries(math.ceil(wait))
            kept = self._house.get(PIN)
            if not kept or not is_pin(pin):
                right = False
            else:
                tried = _hash(pin, bytes.fromhex(kept["salt"]))
                right = hmac.compare_digest(tried, bytes.fromhex(kept["hash"]))
            if not right or any(who in self._wrong for who in counted):
                self._count(counted, right)
            return right

    def _count(self, counted: tuple[str, ...], right: bool) -> None:
        for who in counted:
            before = self._wrong.pop(who, 0)
            self._open_at.pop(who, None)
            if right and who != _STRANGERS:
                continue
            # What others tried is little better for it that one of them knew the PIN.
            self._wrong[who] = before // 2 if right else before + 1
            self._open_at[who] = self._clock() + (0.0 if right else _wait(who, self._wrong[who]))
        while len(self._wrong) > MOST_COUNTED:
            gone = next(who for who in self._wrong if who != _STRANGERS)
            del self._wrong[gone], self._open_at[gone]
        self._house.hold(_TRIES, self._wrong)


def _wait(who: str, wrong: int) -> float:
    """How long the next try waits after so many wrong ones (s)."""
    free = FREE_FOR_ALL if who == _STRANGERS else FREE_TRIES
    return 0.0 if wrong < free else min(FIRST_WAIT_S * 2.0 ** min(wrong - free, 10), LONGEST_WAIT_S)


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_COST, r=_BLOCK, p=_LANES, dklen=32)
