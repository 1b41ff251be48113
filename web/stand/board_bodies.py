"""What the taps on a printed board's squares take."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from web.stand.bodies import GameTap, Name, Number, Position

Lane = Annotated[int, Field(ge=1, le=12)]
Count = Annotated[int, Field(ge=0, le=1_000_000)]


class BoardTap(GameTap):
    """A tap that says nothing but which game's board it is about."""


class KindTap(BoardTap):
    """Which kind of square is tapped from now on."""

    kind: Name


class SquareTap(BoardTap):
    """A place on the photograph, px of it as it is shown ``wide`` px wide.

    With a ``square`` (its number in the state) that one is moved there, or another one is put before it.
    """

    at: Position
    wide: Annotated[Number, Field(gt=0)]
    between: Annotated[int, Field(ge=0, le=60)] = 0
    square: Count | None = None
    revision: Count | None = None
    where: Literal["move", "before"] = "move"


class OneSquareTap(BoardTap):
    """A square by its number in the state of this revision."""

    square: Count
    revision: Count


class RecolourTap(OneSquareTap):
    """What kind of square it is."""

    kind: Name


class LanesTap(BoardTap):
    """The lanes between which others are drawn."""

    first: Lane
    last: Lane


class QuestionTap(BoardTap):
    """What looked odd and is right."""

    question: Annotated[str, Field(min_length=1, max_length=4000)]
