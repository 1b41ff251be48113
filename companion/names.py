"""The names people give themselves: short, readable, and harmless wherever they are shown."""

from __future__ import annotations

import unicodedata

from companion.action import BANK, TABLE, Rejected

LONGEST = 24
"""How many letters a name may have as people count them (graphemes), so that it fits the plate on the page."""
MOST_CHARACTERS = 64
"""How many of Unicode's characters that may be: the page's API takes no longer names."""
MOST_MARKS = 3
"""How many marks one letter may carry: more would run into the lines above and below."""

RESERVED = frozenset({TABLE, BANK})
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Control, format (bidi among them), surrogate, private, unassigned, line and paragraph separators."""
_JOINER = "\u200d"
"""The one format character that a name may hold: within an emoji that is put together from several."""


def clean_name(given: str) -> str:
    """A name in Unicode's composed form (NFC) with single spaces.

    Raises ``Rejected`` with ``bad_name_empty``, ``bad_name_too_long``, ``bad_name_characters`` or
    ``bad_name_reserved``.
    """
    name = unicodedata.normalize("NFC", given)
    if any(unicodedata.category(letter) in _FORBIDDEN for letter in _without_joined_emoji(name)):
        raise Rejected("bad_name_characters")
    name = " ".join(name.split())
    if not name:
        raise Rejected("bad_name_empty")
    letters = graphemes(name)
    if len(letters) > LONGEST or len(name) > MOST_CHARACTERS:
        raise Rejected("bad_name_too_long", longest=LONGEST)
    if _is_mark(name[0]) or any(sum(map(_is_mark, letter)) > MOST_MARKS for letter in letters):
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


def graphemes(name: str) -> list[str]:
    """The letters of a name as people count them: a letter with its marks, an emoji with all it is made of, a flag.

    The parts of Unicode's UAX #29 that names need: marks, joined emoji, skin tones, pairs of regional indicators.
    """
    letters: list[str] = []
    for character in name:
        if letters and _belongs(letters[-1], character):
            letters[-1] += character
        else:
            letters.append(character)
    return letters


def _belongs(letter: str, character: str) -> bool:
    """Whether a character is part of the letter before it."""
    if _is_mark(character) or character == _JOINER or letter.endswith(_JOINER) or _is_skin_tone(character):
        return True
    return _is_regional(character) and len(letter) == 1 and _is_regional(letter)


def _without_joined_emoji(name: str) -> str:
    """The name without the joiners that stand between two parts of an emoji."""
    kept = ""
    for place, character in enumerate(name):
        before = name[:place].rstrip("\ufe0f")[-1:]
        after = name[place + 1 : place + 2]
        if character != _JOINER or not (_is_pictured(before) and _is_pictured(after)):
            kept += character
    return kept


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _is_pictured(character: str) -> bool:
    return bool(character) and (unicodedata.category(character) == "So" or _is_skin_tone(character))
