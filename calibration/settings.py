"""The family's ``settings.toml`` in the data folder: where the tray lies, how large a die is, what cards bear.

Example::

    keep_pictures = false      # true: the crops of a game are not deleted at its end
    card_letters = "french"    # or english, german, dutch, french_as (an A for the ace); any: found out card by card
    learn_from_answers = false # true: a card that was asked about teaches the enrolled deck how it looks

    [tray]
    corners = [[212, 96], [1071, 101], [1090, 700], [195, 694]]   # picture px, clockwise from top left
    width_mm = 250
    height_mm = 180
    die_mm = 16
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.geometry import DegenerateCorners, Homography
from calibration.whole_file import write_whole

FILE_NAME = "settings.toml"

Length = Annotated[float, Field(gt=0, le=5000, allow_inf_nan=False)]
Coordinate = Annotated[float, Field(ge=-20000, le=20000, allow_inf_nan=False)]


CardLetters = Literal["any", "english", "french", "french_as", "german", "dutch"]


class BadSettings(ValueError):
    """The settings cannot be used; the message is one sentence that says what to do."""


class TraySettings(BaseModel):
    """The dice tray: its inner corners in the picture (px, clockwise from top left) and its size in mm."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    corners: Annotated[tuple[tuple[Coordinate, Coordinate], ...], Field(min_length=4, max_length=4)]
    width_mm: Length
    height_mm: Length
    die_mm: Annotated[float, Field(ge=5, le=60, allow_inf_nan=False)] = 16.0

    @field_validator("corners")
    @classmethod
    def _span_a_tray(cls, corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        try:
            Homography.of_rectangle(corners, 1.0, 1.0)
        except DegenerateCorners as error:
            raise ValueError(str(error)) from error
        return corners


class Settings(BaseModel):
    """All of ``settings.toml``; every part may be absent.

    ``keep_pictures`` keeps the crops of an evening; otherwise they are deleted at the end of the game.
    ``card_letters`` says which letters the family's cards bear: a V is a jack in French and a queen in Dutch.
    ``show_chances`` tells beside each answer to a question how likely the referee holds it.
    ``learn_from_answers`` lets the enrolled deck learn from the cards about which people were asked, on this machine.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    tray: TraySettings | None = None
    keep_pictures: bool = False
    card_letters: CardLetters = "any"
    learn_from_answers: bool = False
    show_chances: bool = False


def load_settings(folder: Path, name: str = FILE_NAME) -> Settings:
    """Read ``settings.toml`` (or another ``name``) in the data folder; a missing file means no settings.

    Raises BadSettings when the file cannot be read, is no TOML, or holds an unknown or impossible value.
    """
    path = folder / name
    return _understood(_text(path), path)


def change_setting(folder: Path, name: str, value: str | bool) -> None:
    """Set one line of ``settings.toml``; everything else in it stays as it was written, comments too.

    Raises BadSettings where the file cannot be used, before or afterwards, and OSError; it stays as it was then.
    """
    path = folder / FILE_NAME
    text = _text(path)
    _understood(text, path)
    changed = with_setting(text, name, value)
    _understood(changed, path)
    write_whole(path, changed, keep_before=path.exists)


def with_setting(text: str, name: str, value: str | bool) -> str:
    """The text of ``settings.toml`` with one line set."""
    document = tomlkit.parse(text)
    document[name] = value
    return tomlkit.dumps(document)


def _text(path: Path) -> str:
    """What is written in the file; nothing where there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadSettings(f"Cannot read {path} ({reason}): correct the file or move it away.") from error


def _understood(text: str, path: Path) -> Settings:
    """The settings that a text tells."""
    try:
        return Settings.model_validate(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadSettings(f"{path} is not valid TOML ({error}): correct it or move it away.") from error
    except ValidationError as error:
        raise BadSettings(f"{path}: {_first_fault(error)}: correct it or move the file away.") from error


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    where = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "extra_forbidden":
        return f"unknown setting {where}"
    return f"{where} is wrong ({fault['msg'].removeprefix('Value error, ')})"
