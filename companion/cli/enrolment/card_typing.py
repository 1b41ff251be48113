"""Cards as people type them: "roi de cœur", "R♥", "10 pique", "qs"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from companion.games.crapette.words import FRENCH_LETTERS, RANK_NAMES, SUIT_NAMES, SUIT_SIGNS

_BESIDE = re.compile(r"\b(?:le|la|de|du|the|of)\b|\bl’|\bl'|[-_.]")
_PLACE = {"fr": 0, "en": 1}


def typed_card(text: str, language: str) -> str | None:
    """The code ("10H") of a card that was typed in French or English; None where it is not clear which it is.

    A single letter for the suit is enough where it is the only one that begins so: in French a C is hearts, diamonds
    or clubs.
    """
    plain = " ".join(_BESIDE.sub(" ", _plain(text)).split())
    for word, rank in sorted(_ranks(language).items(), key=lambda one: -len(one[0])):
        if plain.startswith(word):
            suit = _suit(plain.removeprefix(word).strip(), language)
            if suit is not None:
                return rank + suit
    return None


def _ranks(language: str) -> Mapping[str, str]:
    """Every word and letter that means a rank."""
    place = _PLACE[language]
    names = {_BESIDE.sub(" ", _plain(name[place])).strip(): rank for rank, name in RANK_NAMES.items()}
    letters = {rank.casefold(): rank for rank in RANK_NAMES} | {"1": "A"}
    if language == "fr":
        letters |= {letter.casefold(): rank for rank, letter in FRENCH_LETTERS.items()}
    return names | letters


def _suit(word: str, language: str) -> str | None:
    if not word:
        return None
    fits = {
        suit
        for suit, name in SUIT_NAMES.items()
        if _plain(name[_PLACE[language]]).startswith(word) or word == SUIT_SIGNS[suit]
    }
    return fits.pop() if len(fits) == 1 else None


def _plain(text: str) -> str:
    """Small letters without accents."""
    spread = unicodedata.normalize("NFD", text.strip().casefold().replace("œ", "oe"))
    return "".join(sign for sign in spread if not unicodedata.combining(sign))
