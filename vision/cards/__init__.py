"""Reads playing cards: a detector of printed corners and of backs, a reader of upright corners, fusion to cards."""

from vision.cards.reader import CardReader

__all__ = ["CardReader"]
