"""Cards as people type them: "roi de cœur", "R♥", "10 pique", "qs", "Herz-König"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from companion.card_words import BARE_RANKS, SUIT_NAMES, SUIT_SIGNS
from companion.drawing.cards import rank_letter
from companion.languages import grammar, known_languages

_BESIDE = re.compile("|".join((*(grammar(__name__, one).SMALL_WORDS for one in known_languages()), "[-_.]")))


def typed_card(text: str, language: str) -> str | None:
    """The code ("10H") of a card that was typed in a language; None where it is not clear which it is.

    A single letter for the suit is enough where it is the only one that begins so: in French a C is hearts, diamonds
    or clubs.
    """
    plain = " ".join(_BESIDE.sub(" ", _plain(text)).split())
    ranks = sorted(_ranks(language).items(), key=lambda one: -len(one[0]))
    for beside in (_after, _before):  # "king of hearts", "Herz-König"
        for word, rank in ranks:
            suit = _suit(beside(plain, word), language)
            if suit is not None:
                return rank + suit
    return None


def _after(text: str, word: str) -> str:
    """What follows a word that a text begins with; nothing where it does not."""
    return text.removeprefix(word).strip() if text.startswith(word) else ""


def _before(text: str, word: str) -> str:
    """What comes before a word that a text ends with; nothing where it does not."""
    return text.removesuffix(word).strip() if text.endswith(word) else ""


def _ranks(language: str) -> Mapping[str, str]:
    """Every word and letter that means a rank."""
    names = {_plain(BARE_RANKS.said(rank, language)): rank for rank in BARE_RANKS}
    letters = {rank.casefold(): rank for rank in BARE_RANKS} | {"1": "A"}
    letters |= {rank_letter(f"{rank}S", language).casefold(): rank for rank in BARE_RANKS}
    return names | letters


def _suit(word: str, language: str) -> str | None:
    if not word:
        return None
    fits = {
        suit
        for suit in SUIT_NAMES
        if _plain(SUIT_NAMES.said(suit, language)).startswith(word) or word == SUIT_SIGNS[suit]
    }
    return fits.pop() if len(fits) == 1 else None


def _plain(text: str) -> str:
    """Small letters without accents."""
    spread = unicodedata.normalize("NFD", text.strip().casefold().replace("œ", "oe"))
    return "".join(sign for sign in spread if not unicodedata.combining(sign))
