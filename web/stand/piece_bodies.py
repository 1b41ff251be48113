"""What the taps on a board's pieces take."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from web.stand.board_bodies import Count
from web.stand.bodies import GameTap, Number, Position

Colour = Annotated[str, Field(max_length=30)]


class PieceTap(GameTap):
    """A tap that says nothing but which game's pieces it is about."""


class ColourTap(PieceTap):
    """A colour that the family's pieces have, or have not."""

    colour: Colour


class PhotographTap(PieceTap):
    """Whether one more photograph is taken of what is known already, in other light."""

    again: bool = False


class PointTap(PieceTap):
    """A place on the photograph, px of it as it is shown ``wide`` px wide."""

    at: Position
    wide: Annotated[Number, Field(gt=0)]


class RevisionTap(PieceTap):
    """A tap on what was shown in this revision."""

    revision: Count


class TellTap(RevisionTap):
    """A square by its number, and the colour of the piece on it; an empty one: nothing stands there."""

    square: Count
    colour: Colour = ""
