"""What the taps on the cards of a game's box take."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from web.stand.board_bodies import Count
from web.stand.bodies import GameTap, Number, Position

Label = Annotated[str, Field(max_length=60)]


class BoxTap(GameTap):
    """A tap that says nothing but which game's cards it is about."""


class PhotographTap(BoxTap):
    """Which photograph of the box is taken, by its number from 0; none: the next that is missing."""

    step: Count | None = None


class PointTap(BoxTap):
    """A place on the photograph, px of it as it is shown ``wide`` px wide."""

    at: Position
    wide: Annotated[Number, Field(gt=0)]


class RevisionTap(BoxTap):
    """A tap on what was shown in this revision."""

    revision: Count


class NameTap(RevisionTap):
    """A card by its number, and what it is; an empty label: no card."""

    card: Count
    label: Label = ""


class DrawTap(RevisionTap):
    """The card whose corners are tapped; none: one that was not found."""

    card: Count | None = None


class LabelTap(BoxTap):
    """A card by its name."""

    label: Label
