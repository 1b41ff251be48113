"""A family's stand as it was set up: camera, lens, markers, view and zones, kept in the data folder (``stand.json``).

Only a whole set-up is ever written, to a file beside the old one that then takes its name: pulling the plug leaves
either the old or the new. The one before is kept as ``stand.json.bak``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from calibration.geometry import DegenerateCorners, Homography
from calibration.layout import MarkerLayout
from calibration.lens import Lens, OtherPicture
from calibration.printed import CORNER_MARKERS
from calibration.view import TableView
from calibration.whole_file import BACKUP_SUFFIX, write_whole
from calibration.zones import BadPlan, TablePlan, read_plan, write_plan

FILE_NAME = "stand.json"

LensSource = Literal["board", "data_sheet", "none"]


class BadStand(ValueError):
    """The kept set-up cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """All that is known of a family's camera and table.

    ``view`` is that of the stills. ``layout`` is None for a table without markers, whose four corners were dragged.
    ``plans`` are the zones as the family has put them, by game; a game that is not there lies as it brings it.
    ``locked`` are the camera's settled exposure, white balance and focus, in its own words.
    """

    camera: str
    view: TableView
    lens_source: LensSource = "none"
    layout: MarkerLayout | None = None
    plans: Mapping[str, TablePlan] = field(default_factory=dict)
    locked: Mapping[str, Any] = field(default_factory=dict)

    @property
    def size(self) -> tuple[float, float] | None:
        """The table between the markers, mm; None where there are none."""
        return None if self.layout is None else self.layout.size


def load_stand(folder: Path) -> Stand | None:
    """Read the set-up of the data folder; None if there is none yet. Raises BadStand."""
    path = folder / FILE_NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadStand(f"Cannot read {path}: set up the camera again, or move the file away.") from error
    try:
        return _StandFile.model_validate_json(text).stand()
    except (ValidationError, BadPlan, DegenerateCorners, OtherPicture, np.linalg.LinAlgError) as error:
        raise BadStand(
            f"{path} is no set-up of a stand: set up the camera again, or rename {FILE_NAME}{BACKUP_SUFFIX} to it."
        ) from error


def save_stand(folder: Path, stand: Stand) -> None:
    """Write the set-up to the data folder, whole or not at all. Raises OSError."""
    text = json.dumps(_as_json(stand), indent=1) + "\n"
    # What cannot be read again must never take the place of what can.
    _StandFile.model_validate_json(text).stand()
    write_whole(folder / FILE_NAME, text, keep_before=lambda: _is_good(folder))


def _is_good(folder: Path) -> bool:
    try:
        return load_stand(folder) is not None
    except BadStand:
        return False


# ---------------------------------------------------------------- the file

Number = Annotated[float, Field(allow_inf_nan=False)]
Pixels = Annotated[int, Field(ge=16, le=20000)]
Row = Annotated[tuple[Number, ...], Field(min_length=3, max_length=3)]
Square = Annotated[tuple[Row, ...], Field(min_length=3, max_length=3)]
Corner = Annotated[tuple[Number, ...], Field(min_length=2, max_length=2)]
Corners = Annotated[tuple[Corner, ...], Field(min_length=4, max_length=4)]


class _LensFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    width: Pixels
    height: Pixels
    matrix: Square
    distortion: Annotated[tuple[Number, ...], Field(min_length=5, max_length=5)]
    residual_px: Number | None = None

    def lens(self) -> Lens:
        return Lens(
            self.width, self.height, np.array(self.matrix), np.array(self.distortion), self.residual_px
        )


class _LayoutFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    corners: Mapping[int, Corners]
    residual_mm: Number | None = None

    @model_validator(mode="after")
    def _names_all_four(self) -> _LayoutFile:
        if set(self.corners) != set(CORNER_MARKERS):
            raise ValueError("the four markers are not all there")
        return self

    def layout(self) -> MarkerLayout:
        return MarkerLayout(
            {number: np.array(self.corners[number]) for number in CORNER_MARKERS}, self.residual_mm
        )


class _StandFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    camera: Annotated[str, Field(max_length=200)]
    width: Pixels
    height: Pixels
    homography: Square
    lens: _LensFile | None = None
    lens_source: LensSource = "none"
    layout: _LayoutFile | None = None
    plans: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)
    locked: Mapping[str, Any] = Field(default_factory=dict)

    def stand(self) -> Stand:
        matrix = np.array(self.homography)
        if abs(np.linalg.det(matrix)) < 1e-15:
            raise DegenerateCorners("the view shows no plane")
        lens = None if self.lens is None else self.lens.lens().scaled(self.width, self.height)
        if lens is not None and lens.focal_px <= 0:
            raise DegenerateCorners("the lens shows nothing")
        return Stand(
            self.camera,
            TableView(self.width, self.height, Homography(matrix), lens),
            self.lens_source,
            None if self.layout is None else self.layout.layout(),
            {game: read_plan(plan) for game, plan in self.plans.items()},
            dict(self.locked),
        )


def _as_json(stand: Stand) -> dict[str, Any]:
    view, lens = stand.view, stand.view.lens
    return {
        "version": 1,
        "camera": stand.camera,
        "width": view.width,
        "height": view.height,
        "homography": view.homography.matrix.tolist(),
        "lens": None
        if lens is None
        else {
            "width": lens.width,
            "height": lens.height,
            "matrix": lens.matrix.tolist(),
            "distortion": np.asarray(lens.distortion).tolist(),
            "residual_px": lens.residual_px,
        },
        "lens_source": stand.lens_source,
        "layout": None
        if stand.layout is None
        else {
            "corners": {
                str(number): np.round(quad, 4).tolist() for number, quad in stand.layout.corners.items()
            },
            "residual_mm": stand.layout.residual_mm,
        },
        "plans": {game: write_plan(plan) for game, plan in stand.plans.items()},
        "locked": dict(stand.locked),
    }
