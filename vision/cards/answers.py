"""What the network that reads one index answers: the order of its numbers, and what letters mean in a language."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from companion.playing_cards import RANKS
from vision.card_names import FIGURES, LANGUAGES, SUITS, figure_of

FloatArray = NDArray[np.float32]
Language = Literal["any", "english", "french", "french_as", "german", "dutch"]

EMBEDDING = 96
FIGURE_REJECT, SUIT_REJECT = len(FIGURES), len(SUITS)
"""The class after the figures, and the one after the suits: something that is no whole upright index."""
FIGURE_LOGITS = slice(0, FIGURE_REJECT + 1)
SUIT_LOGITS = slice(FIGURE_REJECT + 1, FIGURE_REJECT + SUIT_REJECT + 2)
ANSWERS = FIGURE_REJECT + SUIT_REJECT + 2 + EMBEDDING
EMBEDDED = slice(ANSWERS - EMBEDDING, ANSWERS)
_LIKELY_LANGUAGES: tuple[str, ...] = ("english", "french", "german")
"""Where a family does not say what its decks print, a V is a valet: Dutch decks are asked for."""


def ranks_of_figures(language: Language) -> FloatArray:
    """Return how likely each figure, read on a deck of a language, means each rank: float32 (figures, 13), rows sum
    to one, or to nothing where the language does not print the figure.

    "any" knows English, French and German together; raises KeyError on an unknown language.
    """
    spoken = _LIKELY_LANGUAGES if language == "any" else (language,)
    table = np.zeros((len(FIGURES), len(RANKS)), np.float32)
    for each in spoken:
        if each not in LANGUAGES:
            raise KeyError(f"no cards are printed in {each!r}; known are {', '.join(LANGUAGES)} and any")
        for number, rank in enumerate(RANKS):
            table[FIGURES.index(figure_of(rank, each)), number] = 1.0
    return np.asarray(table / np.maximum(1.0, table.sum(axis=1, keepdims=True)), np.float32)
