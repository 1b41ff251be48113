"""The names people give themselves: short, readable, and harmless wherever they are shown."""

from __future__ import annotations

import unicodedata

from companion.game import BANK, TABLE

MAX_NAME = 24
"""Characters, after NFC."""

RESERVED = frozenset({TABLE, BANK})
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi among them), surrogate, private, unassigned, line and paragraph separators."""


class BadName(ValueError):
    """A name that cannot be used; ``reason`` is "empty", "too_long", "characters" or "reserved"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def clean_name(given: str) -> str:
    """A name in NFC with single spaces; raises ``BadName``."""
    name = unicodedata.normalize("NFC", given)
    if any(unicodedata.category(character) in _FORBIDDEN for character in name):
        raise BadName("characters")
    name = " ".join(name.split())
    if not name:
        raise BadName("empty")
    if len(name) > MAX_NAME:
        raise BadName("too_long")
    if unicodedata.combining(name[0]):
        raise BadName("characters")
    if name.casefold() in RESERVED:
        raise BadName("reserved")
    return name
