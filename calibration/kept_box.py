"""The printed cards of a family's box, kept in one file that another family can take over.

The file holds what was shown of every card, cut out; what the reader compares with is reckoned anew from it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date
from pathlib import Path
from typing import Annotated, Literal

import cv2
import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from calibration.whole_file import write_whole
from vision.printed.cut_out import ByteArray
from vision.printed.enrolled_box import LOOK_SIZE, CardLook, Confirmed, EnrolledBox

VERSION = 1
LONGEST_LABEL = 120
_MOST_LOOKS = 2000
_LARGEST_LOOK = 200_000
_QUALITY = 95


_READ: dict[bytes, bytes] = {}
"""What pictures that were read were unpacked from; a family has a few hundred."""


class BadBox(ValueError):
    """A file is no box of printed cards that can be used; the message is one sentence that says what to do."""


class _ConfirmedFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    zone: Annotated[str, Field(max_length=60)]
    day: date
    evening: Annotated[str, Field(max_length=64)]
    entries: Annotated[list[Annotated[int, Field(ge=0)]], Field(max_length=100)]


class _LookFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    label: Annotated[str, Field(min_length=1, max_length=LONGEST_LABEL)]
    photograph: Annotated[int, Field(ge=0, le=10_000)]
    picture: Annotated[str, Field(max_length=_LARGEST_LOOK)]
    confirmed: _ConfirmedFile | None = None


class _BoxFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    version: Literal[1]
    kind: Literal["printed_cards"]
    name: Annotated[str, Field(min_length=1, max_length=40)]
    enrolled_on: date
    shape: Literal["rectangle", "round"]
    ratio: Annotated[float, Field(gt=0.1, le=1.0)]
    looks: Annotated[list[_LookFile], Field(min_length=1, max_length=_MOST_LOOKS)]
    digest: str


def read_box(path: Path) -> EnrolledBox:
    """Read a box from its file. Raises BadBox."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadBox(f"{path} cannot be read ({error.strerror}): name another file.") from error
    except UnicodeDecodeError as error:
        raise BadBox(
            f"{path} holds no printed cards: name the file that companion enrol printed wrote."
        ) from error
    try:
        return _box(_BoxFile.model_validate_json(text))
    except ValidationError as error:
        raise BadBox(
            f"{path} holds no printed cards: name the file that companion enrol printed wrote."
        ) from error
    except ValueError as error:
        raise BadBox(f"{path} is damaged ({error}): take a copy, or enrol again.") from error


def write_box(path: Path, box: EnrolledBox) -> None:
    """Write a box into its file, whole or not at all. Raises OSError."""
    write_whole(path, box_text(box))


def box_text(box: EnrolledBox) -> str:
    """The text of a box's file."""
    pictures = [_packed(look.picture) for look in box.looks]
    written = {
        "version": VERSION,
        "kind": "printed_cards",
        "name": box.name,
        "enrolled_on": box.enrolled_on,
        "shape": box.shape,
        "ratio": round(box.ratio, 4),
        "looks": [
            {
                "label": look.label,
                "photograph": look.photograph,
                "picture": base64.b64encode(picture).decode("ascii"),
                **({} if look.confirmed is None else {"confirmed": asdict(look.confirmed)}),
            }
            for look, picture in zip(box.looks, pictures, strict=True)
        ],
        "digest": _digest((look.label, picture) for look, picture in zip(box.looks, pictures, strict=True)),
    }
    return json.dumps(written, indent=1, ensure_ascii=False) + "\n"


def _packed(picture: ByteArray) -> bytes:
    """A picture as it is kept: as it was read where it was, since packed anew it would lose a little each time."""
    known = _READ.get(picture.tobytes())
    if known is not None:
        return known
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])


def _box(file: _BoxFile) -> EnrolledBox:
    try:
        packed = [base64.b64decode(look.picture, validate=True) for look in file.looks]
    except binascii.Error as error:
        raise ValueError("pictures are damaged") from error
    if (
        _digest((look.label, picture) for look, picture in zip(file.looks, packed, strict=True))
        != file.digest
    ):
        raise ValueError("pictures or names were changed")
    looks = [
        CardLook(look.label, look.photograph, _unpacked(picture), _confirmed(look.confirmed))
        for look, picture in zip(file.looks, packed, strict=True)
    ]
    return EnrolledBox(file.name, file.enrolled_on.isoformat(), file.shape, file.ratio, tuple(looks))


def _confirmed(told: _ConfirmedFile | None) -> Confirmed | None:
    if told is None:
        return None
    return Confirmed(told.zone, told.day.isoformat(), told.evening, tuple(told.entries))


def _unpacked(data: bytes) -> ByteArray:
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error as error:
        raise ValueError("a picture cannot be decoded") from error
    if picture is None or picture.shape != (LOOK_SIZE[1], LOOK_SIZE[0], 3):
        raise ValueError("a picture is of another size")
    found = np.asarray(picture, np.uint8)
    if len(_READ) < _MOST_LOOKS:
        _READ[found.tobytes()] = data
    return found


def _digest(looks: Iterable[tuple[str, bytes]]) -> str:
    digest = hashlib.sha256()
    for label, picture in looks:
        digest.update(label.encode() + b"\0" + picture)
    return digest.hexdigest()[:32]
