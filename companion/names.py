"""The names people give themselves: short, readable, and harmless wherever they are shown."""

from __future__ import annotations

import unicodedata

from companion.game import BANK, TABLE, Rejected

LONGEST = 24
"""How many characters a name may have, so that it fits the plate on the page."""

RESERVED = frozenset({TABLE, BANK})
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi among them), surrogate, private, unassigned, line and paragraph separators."""


def clean_name(given: str) -> str:
    """A name in Unicode's composed form (NFC) with single spaces.

    Raises ``Rejected`` with ``bad_name_empty``, ``bad_name_too_long``, ``bad_name_characters`` or
    ``bad_name_reserved``.
    """
    name = unicodedata.normalize("NFC", given)
    if any(unicodedata.category(character) in _FORBIDDEN for character in name):
        raise Rejected("bad_name_characters")
    name = " ".join(name.split())
    if not name:
        raise Rejected("bad_name_empty")
    if len(name) > LONGEST:
        raise Rejected("bad_name_too_long", longest=LONGEST)
    if unicodedata.combining(name[0]):
        raise Rejected("bad_name_characters")
    if name.casefold() in RESERVED:
        raise Rejected("bad_name_reserved")
    return name


def clean_names(given: tuple[str, ...]) -> tuple[str, ...]:
    """All names of a table, each clean and no two alike but for capitals; raises ``Rejected``."""
    names = tuple(clean_name(name) for name in given)
    if len({name.casefold() for name in names}) != len(names):
        raise Rejected("names_alike")
    return names
