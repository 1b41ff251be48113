"""The boxes on the shelf: their lids as drawings, their lettering, their letter on a cup.

A game without a box of its own gets a plain one with its title.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.box import Box
from companion.drawing.lids import HEIGHT, WHITE, WIDTH, ground
from companion.drawing.svg import GOLD, INK, rect, text
from companion.games import game_ids, load


def box_of(game: str) -> Box | None:
    """A game's own box; None where it brings none."""
    return load(game).box if game in game_ids() else None


def lettering(game: str) -> str | None:
    """The symbol of a game's lettering; None for a game that has none."""
    box = box_of(game)
    return None if box is None else box.lettering


def letter(game: str, title: str) -> str:
    """The letter that stands for a game on the cups of the league."""
    box = box_of(game)
    return title[:1].upper() if box is None or box.letter is None else box.letter


def in_order(games: Iterable[str]) -> list[str]:
    """Games as they stand on the shelf: those with a box of their own first."""
    return sorted(games, key=lambda game: (1000 if (box := box_of(game)) is None else box.place, game))


def cover(game: str, title: str, language: str) -> str:
    """The lid of a box (230 by 344); what is written on the drawn cards and dice follows the language."""
    box = box_of(game)
    drawn = _plain(title) if box is None else box.lid(language)
    frame = rect(1.5, 1.5, WIDTH - 3, HEIGHT - 3, 12, fill="none", stroke=INK, stroke_width=3)
    return (
        f'<svg class="lid" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" aria-hidden="true">'
        f"{drawn}{frame}</svg>"
    )


def _plain(title: str) -> str:
    size = min(44.0, 330 / max(len(title), 1))
    return (
        ground("#123c86")
        + rect(12, 12, 206, 320, 6, fill="none", stroke=GOLD, stroke_width=3)
        + text(title, 115, 110, size, text_anchor="middle", font_weight=800, fill=WHITE)
    )
