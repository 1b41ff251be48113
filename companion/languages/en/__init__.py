"""English, the language of the code: the grammar that every language has."""

from __future__ import annotations

NAME = "English"
PLACE = 2
COMPLETE = True
SPEECH = "en-GB"
SMALL_WORDS = r"\b(?:the|of)\b"
"""Articles and the like, which may be left out where a card is typed."""
THOUSANDS_MARK = ","
DAY_OF_MONTH = "d"
"""How the day is written before the month, in Babel's signs."""
DECIMAL_MARK = "."


def of_name(name: str) -> str:
    """Whose something is, after it: "of Ada"."""
    return f"of {name}"


def of_things(named: str) -> str:
    """Things with their articles after "instead of"."""
    return f"of {named}"


def ordinal(number: int) -> str:
    """A place in a row: "5th"."""
    teens = 10 <= number % 100 <= 20
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def within(sentence: str) -> str:
    """A sentence after a colon or in brackets: written small, without its full stop."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")
