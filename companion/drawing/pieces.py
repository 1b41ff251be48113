"""The pictures of the answers to a question: what they are made of, and whole drawings as small ones.

The drawing module of a game may have ``answers(afters, language, *, near, zones)``: a picture of each answer, "" for
one that only words tell. ``near`` sits before the screen (None: nobody in particular), ``zones`` are what is asked
about.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from companion.drawing.svg import attributes, number

_BOX = re.compile(r'viewBox="0 0 ([\d.]+) ([\d.]+)"')

_CLASSES = re.compile(r'class="([^"]*)"')
_OF_A_BOARD = ("board", "wide", "narrow")
"""Classes by which a board is found, and shown on screens of its size alone; others colour it."""


class After(Protocol):
    """What is needed of an answer: the view after it, what it plays, what it takes back, the newest first, and the
    first move that it only tells anew with another card, as it was and as it is told now.
    """

    @property
    def view(self) -> Mapping[str, Any] | None: ...
    @property
    def actions(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def taken_back(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def otherwise(self) -> tuple[Mapping[str, Any], Mapping[str, Any]] | None: ...


def piece(*drawn: str, gap: float = 24) -> str:
    """Drawings side by side (``gap`` between them, in their units) as one picture, as large as its place.

    It says nothing to screen readers: the words of the answer stand beside it. Each drawing is an ``<svg>`` whose box
    begins at 0 0; raises ValueError for another.
    """
    sizes = [_size(one) for one in drawn]
    lefts = [sum(width + gap for width, _ in sizes[:place]) for place in range(len(sizes))]
    placed = (_placed(one, left, size) for one, left, size in zip(drawn, lefts, sizes, strict=True))
    box = f"0 0 {number(lefts[-1] + sizes[-1][0])} {number(max(height for _, height in sizes))}"
    return f'<svg class="piece" viewBox="{box}" aria-hidden="true">{"".join(placed)}</svg>'


def telling(pictures: Sequence[str]) -> list[str]:
    """The pictures of answers, or "" for each where they all look the same: then they tell nothing."""
    return list(pictures) if len({one for one in pictures if one}) > 1 else [""] * len(pictures)


def _size(drawn: str) -> tuple[float, float]:
    found = _BOX.search(drawn[: drawn.index(">")])
    if found is None:
        raise ValueError("a drawing without a box that begins at 0 0")
    return float(found[1]), float(found[2])


def _placed(drawn: str, left: float, size: tuple[float, float]) -> str:
    opening, _, rest = drawn.partition(">")
    box = _BOX.search(opening)
    shown = "" if box is None else box[0]
    named = _CLASSES.search(opening)
    classes = " ".join(one for one in named[1].split() if one not in _OF_A_BOARD) if named else ""
    place = attributes(class_=classes or None, x=left, y=0, width=size[0], height=size[1])
    return f"<svg {shown}{place}>{rest}"
