"""German."""

from __future__ import annotations

NAME = "Deutsch"
PLACE = 3
COMPLETE = True
SPEECH = "de-DE"
SMALL_WORDS = r"\b(?:der|die|das|von)\b"
"""Articles and the like, which may be left out where a card is typed."""
THOUSANDS_MARK = "."
DAY_OF_MONTH = "d."
DECIMAL_MARK = ","
_DATIVES = {"der": "dem", "das": "dem", "die": "der", "ein": "einem", "eine": "einer"}


def of_name(name: str) -> str:
    """ "Von" before a name, which stays as it is: "von Ada", also "von Thomas"."""
    return f"von {name}"


def of_things(named: str) -> str:
    """ "Von" before things with their articles, in the dative: "von dem Buben", "von der Dame"."""
    article, _, thing = named.partition(" ")
    return f"von {_DATIVES[article]} {thing}" if article in _DATIVES else f"von {named}"


def ordinal(number: int) -> str:
    """A place in a row: "5."."""
    return f"{number}."


def within(sentence: str) -> str:
    """A sentence after a colon or in brackets: a whole one is written with a capital there, too."""
    return sentence.removesuffix(".")
