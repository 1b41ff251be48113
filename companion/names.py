"""Names of players: short, printable, and written one way."""

from __future__ import annotations

import unicodedata

from companion.game import BANK, TABLE, Rejected

LONGEST = 24
"""How many characters a name may have, so that it fits the plate on the page."""

_UNWANTED = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}


def clean_name(name: str) -> str:
    """A player's name in Unicode's composed form, without outer spaces; raises ``Rejected("bad_name")``.

    Control characters, and those that turn the direction of writing, are not part of a name.
    """
    clean = unicodedata.normalize("NFC", name).strip()
    unwanted = any(unicodedata.category(character) in _UNWANTED for character in clean)
    if not clean or len(clean) > LONGEST or unwanted or clean in (TABLE, BANK):
        raise Rejected("bad_name", longest=LONGEST)
    return clean
