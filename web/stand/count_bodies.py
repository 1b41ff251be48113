"""What the taps on the counting of a game's box take."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from web.stand.board_bodies import Count
from web.stand.bodies import GameTap, Number, Position
from web.stand.box_bodies import Label


class CountTap(GameTap):
    """A tap that says nothing but which game's box it is about."""


class PlaceTap(CountTap):
    """A place on the photograph, px of it as it is shown ``wide`` px wide."""

    at: Position
    wide: Annotated[Number, Field(gt=0)]


class SayTap(CountTap):
    """A card by its number, and what it is, as it was asked in this revision; an empty label: no card."""

    card: Count
    revision: Count
    label: Label = ""
