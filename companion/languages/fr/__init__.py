"""French."""

from __future__ import annotations

import unicodedata

NAME = "Français"
PLACE = 1
COMPLETE = True
SPEECH = "fr-FR"
SMALL_WORDS = r"\b(?:le|la|de|du)\b|\bl’|\bl'"
"""Articles and the like, which may be left out where a card is typed."""
THOUSANDS_MARK = "\u202f"
DAY_OF_MONTH = "d"
DECIMAL_MARK = ","


def of_name(name: str) -> str:
    """ "De" before a name: "d’Ada", "de Bea"."""
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    return f"d’{name}" if first and first in "aeiouyhœæ" else f"de {name}"


def of_things(named: str) -> str:
    """ "De" before things with their articles: "du 9♦", "de la D♥", "d’une carte cachée"."""
    if named.startswith("le "):
        return f"du {named[3:]}"
    if named.startswith("les "):
        return f"des {named[4:]}"
    return f"d’{named}" if named[:1].lower() in "aeiouyéèê" else f"de {named}"


def ordinal(number: int) -> str:
    """A place in a row: "5e"."""
    return "1re" if number == 1 else f"{number}e"


def within(sentence: str) -> str:
    """A sentence after a colon or in brackets: written small, without its full stop."""
    return sentence[:1].lower() + sentence[1:].removesuffix(".")
