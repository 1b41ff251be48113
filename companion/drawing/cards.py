"""Playing cards as SVG: faces, backs and empty places, for every game that draws them.

Colours come from the page's style sheet by class: ``pc`` with the suit's letter, ``pc-back``, ``hole``.
"""

from __future__ import annotations

from functools import lru_cache

from companion.drawing.svg import attributes, number, rect, text, use
from companion.languages import Sentences

SUIT_SYMBOLS = {"S": "sS", "H": "sH", "D": "sD", "C": "sC"}
_LETTERS = Sentences(__name__, {"A": "A", "J": "J", "Q": "Q", "K": "K"}, "card letter")


def rank_letter(card: str, language: str) -> str:
    """What stands in a card's corner in the cards of a family: "V" or "J", "10"."""
    rank = card[:-1]
    return _LETTERS.said(rank, language) if rank in _LETTERS else rank


def card(
    face: str,
    x: float,
    y: float,
    width: float,
    height: float,
    language: str,
    *,
    strip: float | None = None,
    strip_side: str = "left",
    rank_size: float | None = None,
    class_: str = "",
) -> str:
    """One card face up ("10H").

    ``strip`` is the width that stays visible where another card covers it, at its ``strip_side``: rank and suit are
    drawn there, one above the other.
    """
    letter, suit = rank_letter(face, language), face[-1]
    drawn = _face(letter, suit, width, height, strip, strip_side, rank_size or 0.52 * width)
    place = f"translate({number(x)} {number(y)})"
    classes = f"pc {suit} {class_}".rstrip()
    return f"<g{attributes(class_=classes, transform=place)}>{drawn}</g>"


@lru_cache(maxsize=4096)
def _face(
    letter: str, suit: str, width: float, height: float, strip: float | None, strip_side: str, size: float
) -> str:
    """What stands on a card, wherever it lies: the same few hundred times an evening, so it is drawn once."""
    two = letter == "10"
    tight: dict[str, object] = {"font_stretch": "75%", "letter_spacing": -size / 30} if two else {}
    face_drawn = rect(0.8, 0.8, width - 1.6, height - 1.6, width * 0.12)
    if strip is None:
        corner = max(0.28 * width, size * 0.55)
        drawn = text(letter, corner, 0.02 * height + size * 0.8, size, **tight)
        drawn += use(SUIT_SYMBOLS[suit], width * 0.42, height * 0.46, width * 0.5, width * 0.5)
    else:
        middle = strip / 2 if strip_side == "left" else width - strip / 2
        pip = min(0.33 * width, strip * 0.86)
        drawn = text(letter, middle, 0.02 * height + size * 0.8, size, **tight)
        drawn += use(SUIT_SYMBOLS[suit], middle - pip / 2, height * 0.46, pip, pip)
    return face_drawn + drawn


def back(x: float, y: float, width: float, height: float, pattern: str, ink: str, *, depth: int = 0) -> str:
    """A card face down; ``pattern`` is the id of ``back_pattern``, ``depth`` how many cards peep out beneath it."""
    radius = width * 0.12
    drawn = "".join(
        rect(x + step * 2, y - step * 2, width, height, radius, class_="pc-edge")
        for step in range(depth, 0, -1)
    )
    drawn += rect(x, y, width, height, radius, class_="pc-edge")
    inner = (x + 0.07 * width, y + 0.07 * width, width * 0.86, height - 0.14 * width, width * 0.06)
    return drawn + rect(*inner, fill=ink) + rect(*inner, fill=f"url(#{pattern})")


def back_pattern(identity: str) -> str:
    """The lattice on the backs; it must stand in the same drawing."""
    return (
        f'<pattern id="{identity}" width="10" height="10" patternUnits="userSpaceOnUse">'
        '<path d="M0 5L5 0l5 5-5 5Z" fill="none" stroke="#fff" stroke-opacity=".75" stroke-width="1.2"/></pattern>'
    )


def hole(x: float, y: float, width: float, height: float, label: str = "") -> str:
    """An empty place, with the rank that is to come there, where it is known."""
    drawn = rect(x + 1, y + 1, width - 2, height - 2, width * 0.1, class_="hole")
    if not label:
        return drawn
    size = width * 0.44
    place = (x + width / 2, y + height / 2 + size * 0.36)
    return drawn + text(label, *place, size, class_="hole-rank", text_anchor="middle")
