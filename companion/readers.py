"""Which reader sees what lies in a zone; the manifest of a game says so for each of its zones."""

from __future__ import annotations

from enum import StrEnum


class Reader(StrEnum):
    """What lies in a zone, and so who reads it."""

    DICE = "dice"
    PLAYING_CARDS = "playing cards"
    PRINTED_CARDS = "printed cards"
    NUMBERS = "numbers"
    PIECES = "pieces"
    TOKENS = "tokens"


PRINTED = frozenset({Reader.PRINTED_CARDS, Reader.NUMBERS})
"""What lies there is printed on cards of the game's own box, which every family shows once."""
