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

    [club]                     # tells a club what everybody may know of this table; without it nobody is told
    address = "mqtts://club.example:8883"    # or mqtt://192.168.1.20:1883 without TLS
    table = "window"           # this table's name: a to z, digits, hyphens; its user at the broker
    title = "By the window"
    ca_file = "/etc/ssl/club.pem"            # where the broker's certificate is the club's own
    home_assistant = true      # lets a Home Assistant at the same broker find the table by itself
    on = true

    [buttons]                  # see calibration/pins.py, and the page "Buttons and lamps"
    south = 17
    [lamps]
    south = 5

The password of the table at the broker stands alone in the file ``club_password``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import tomlkit
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from calibration.geometry import DegenerateCorners, Homography
from calibration.pins import Kind
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


class ClubSettings(BaseModel):
    """The club that is told what everybody may know of this table: its broker, and how the table is called."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    address: Annotated[str, Field(max_length=200, pattern=r"^mqtts?://[^/\s@]+/?$")]
    table: Annotated[str, Field(max_length=40, pattern=r"^[a-z0-9]([a-z0-9-]*[a-z0-9])?$")]
    title: Annotated[str, Field(max_length=80)] = ""
    ca_file: Annotated[str, Field(max_length=1000)] | None = None
    home_assistant: bool = False
    on: bool = True


class Settings(BaseModel):
    """All of ``settings.toml``; every part may be absent.

    ``keep_pictures`` keeps the crops of an evening; otherwise they are deleted at the end of the game.
    ``card_letters`` says which letters the family's cards bear: a V is a jack in French and a queen in Dutch.
    ``show_chances`` tells beside each answer to a question how likely the referee holds it.
    ``faults_by_taps`` judges a card that a finger lays where it cannot lie; else that tap does nothing.
    ``learn_from_answers`` lets the enrolled deck learn from the cards about which people were asked, on this machine.
    ``buttons`` and ``lamps`` are taken as they are: ``calibration.pins`` sorts out what of them can be used, so that
    one wrong pin costs one button. ``lamps_lit_by_low`` is for lamps that hang between their pin and 3.3 V.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    tray: TraySettings | None = None
    club: ClubSettings | None = None
    keep_pictures: bool = False
    card_letters: CardLetters = "any"
    learn_from_answers: bool = False
    show_chances: bool = False
    faults_by_taps: bool = False
    buttons: dict[str, Any] = Field(default_factory=dict)
    lamps: dict[str, Any] = Field(default_factory=dict)
    lamps_lit_by_low: bool = False


def load_settings(folder: Path, name: str = FILE_NAME) -> Settings:
    """Read ``settings.toml`` (or another ``name``) in the data folder; a missing file means no settings.

    Raises BadSettings when the file cannot be read, is no TOML, or holds an unknown or impossible value.
    """
    path = folder / name
    return _understood(_text(path), path)


Value = str | bool | Mapping[str, str | bool]
"""Of one line of the settings, or of several lines of one part."""


def change_setting(folder: Path, name: str, value: Value) -> None:
    """Set one line of ``settings.toml``, or some of a part; all else in it stays as it was written, comments too.

    Raises BadSettings where the file cannot be used, before or afterwards, and OSError; it stays as it was then.
    """
    _change(folder, lambda text: with_setting(text, name, value))


def change_pin(folder: Path, kind: Kind, name: str, pins: Sequence[int]) -> None:
    """Set the pins (GPIO numbers) of a button or a lamp in ``settings.toml``; none takes it out. Raises as above."""
    _change(folder, lambda text: with_pins(text, kind, name, pins))


def with_pins(text: str, kind: Kind, name: str, pins: Sequence[int]) -> str:
    """The text of ``settings.toml`` with the pins of one button or lamp set."""
    document = tomlkit.parse(text)
    if kind not in document:
        document.append(kind, tomlkit.table())
    table: Any = document[kind]
    if pins:
        table[name] = pins[0] if len(pins) == 1 else list(pins)
    else:
        table.pop(name, None)
    return tomlkit.dumps(document)


def _change(folder: Path, change: Callable[[str], str]) -> None:
    path = folder / FILE_NAME
    text = _text(path)
    _understood(text, path)
    changed = change(text)
    _understood(changed, path)
    write_whole(path, changed, keep_before=path.exists)


def with_setting(text: str, name: str, value: Value) -> str:
    """The text of ``settings.toml`` with one line set, or those of a part that are given."""
    document = tomlkit.parse(text)
    if isinstance(value, Mapping):
        part: Any = document.setdefault(name, tomlkit.table())
        part.update(value)
    else:
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
