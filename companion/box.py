"""The box in which a game stands on the shelf."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """What a game's box looks like (``lid.py`` of its folder; its symbols are ``lettering.svg`` and ``lid.svg``).

    - ``lid(language)`` draws the lid, 230 by 344 units, without its frame (``companion.drawing.lids``); what is
      written on drawn cards and dice follows the language.
    - ``lettering`` is the symbol of the game's name; ``letter`` stands for the game on a cup, its title's first
      letter by itself.
    - ``place`` is where the box stands on the shelf: a low number comes first.
    - ``horses``: a horse gallops beside the game's name.
    """

    lid: Callable[[str], str]
    lettering: str
    letter: str | None = None
    place: int = 100
    horses: bool = False
