"""What the taps of the set-up take, and what the page's API tells about it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Number = Annotated[float, Field(allow_inf_nan=False, ge=-100_000, le=100_000)]
Position = Annotated[list[Number], Field(min_length=2, max_length=2)]
Name = Annotated[str, Field(min_length=1, max_length=64)]


class Tap(BaseModel):
    """A tap without anything to say."""

    model_config = ConfigDict(extra="forbid")


class StepTap(Tap):
    """Which step is done anew."""

    step: Literal["markers", "focus", "light", "zones", "test"]


class PaperTap(Tap):
    """What the printed ruler measures, mm."""

    ruler_mm: Number


class CornersTap(Tap):
    """The corners of a table without markers, clockwise from top left (px of the picture), and its size (mm)."""

    corners: Annotated[list[Position], Field(min_length=4, max_length=4)]
    width_mm: Number
    height_mm: Number


class GameTap(Tap):
    """Which game it is about."""

    game: Name


class ZoneTap(Tap):
    """Where a zone lies, mm."""

    zone: Name
    left: Number
    top: Number
    width: Number
    height: Number


class DragTap(Tap):
    """A zone dragged in the picture, px of the full picture."""

    zone: Name
    begin: Position
    end: Position


class ProposedTap(Tap):
    """Whether a zone lies where it was proposed."""

    zone: Name
    yes: bool


class PlaceTap(Tap):
    """A zone whose place was tapped in the picture, px of the full picture."""

    zone: Name
    at: Position


class HandsTap(Tap):
    """Whose places are turned round."""

    seat: Annotated[int, Field(ge=1, le=12)]


class _Told(BaseModel):
    model_config = ConfigDict(extra="forbid")


class StandCamera(_Told):
    """Whether pictures come: ``good``, ``opening``, or why not; ``sentence`` is the camera's own.

    ``simulated``: no camera is there. ``hidden``: the picture is covered, for something secret lies somewhere on it.
    """

    code: str
    sentence: str | None
    simulated: bool
    hidden: bool = False


class StandPicture(_Told):
    """The size of the camera's pictures, px."""

    width: int
    height: int


class StandStep(_Told):
    """A step and what became of it."""

    id: str
    state: Literal["done", "fault", "open"]


class StandMarker(_Told):
    """A marker in the picture, its corners in px."""

    number: int
    corners: list[list[float]]


class StandFault(_Told):
    """Something wrong with the markers."""

    code: str
    numbers: list[int]


class StandQuality(_Told):
    """How sharp and how light the picture is, 0 to 1."""

    code: str
    light: float
    focus: float


class StandLens(_Told):
    """Where the lens is known from, and how many pictures of the printed board were taken (None: none are wanted)."""

    source: str
    boards: int | None
    wanted: int
    fault: str | None


class StandTable(_Told):
    """The table as it was measured, mm and degrees."""

    width: int
    height: int
    tilt: float | None
    residual: float | None
    exactness: str


class StandZone(_Told):
    """A zone: its corners in the picture (px), its place on the table (mm), and how well it is seen."""

    id: str
    holds: str
    seat: int | None
    secret: bool
    corners: list[list[float]]
    left: float
    top: float
    width: float
    height: float
    px_per_mm: float
    needed: float
    in_picture: bool
    good: bool


class StandProposed(_Told):
    """A zone that may be meant to lie elsewhere: its corners there in the picture (px), and whether a card lies
    there. Where none does, all zones that are left go along.
    """

    zone: str
    seen: bool
    corners: list[list[float]]


class StandState(_Told):
    """The set-up of the camera, as the page shows it."""

    camera: StandCamera
    picture: StandPicture | None
    steps: list[StandStep]
    step: str
    held: bool
    held_done: bool
    markers: list[StandMarker]
    faults: list[StandFault]
    quality: StandQuality | None
    lens: StandLens
    table: StandTable | None
    game: str
    games: list[str]
    zones: list[StandZone]
    proposes: bool
    proposed: StandProposed | None
    fits: bool
    kept: bool
    finished: bool
    look: int
    damaged: bool


class StandAnswered(_Told):
    """A tap that did nothing, with the reason."""

    error: dict[str, Any]
    state: StandState
