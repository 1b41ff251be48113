"""What enrolling a deck and enrolling dice share: names, photographs, typed answers, and the family's file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from calibration.kept_enrolment import (
    LONGEST_NAME,
    BadEnrolment,
    FamilyEnrolment,
    enrolment_path,
    enrolment_text,
    load_enrolment,
    save_enrolment,
)
from calibration.whole_file import write_whole
from companion.wrong_use import WrongUse
from vision.cards.deck.looks import ByteArray
from vision.picture import UnreadablePicture, load_picture

PLACE = re.compile(r"((?:\d{1,3}\.){1,2}\d{1,3})\s+(.+)")
"""A place and what lies there, as they are typed: "2.5 king of hearts"; in several photographs "1.2.5"."""


def checked_name(name: str) -> str:
    """A name as it is kept. Raises ``WrongUse`` where it cannot be shown."""
    name = name.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise WrongUse(f"--name takes 1 to {LONGEST_NAME} letters that can be shown.")
    return name


def enrolled_before(folder: Path) -> FamilyEnrolment:
    """What the family enrolled so far. Raises ``WrongUse`` where its file is damaged."""
    try:
        return load_enrolment(folder)
    except BadEnrolment as error:
        raise WrongUse(f"{error} To begin anew, move it away.") from error


def photographs(paths: Sequence[str]) -> list[ByteArray]:
    """The photographs. Raises ``WrongUse`` where one is none."""
    try:
        return [load_picture(path) for path in paths]
    except UnreadablePicture as error:
        raise WrongUse(str(error)) from error


def place_typed(text: str) -> tuple[tuple[int, int, int], str] | None:
    """Photograph, row and place with what lies there, of "2.5 king of hearts"; None where that is none."""
    found = PLACE.fullmatch(text)
    if found is None:
        return None
    numbers = [int(part) for part in found[1].split(".")]
    photograph, row, place = numbers if len(numbers) == 3 else (1, *numbers)
    return (photograph, row, place), found[2]


def typed(prompt: str) -> str:
    """What a person types; nothing at the end of the input."""
    try:
        return input(f"{prompt} ").strip()
    except EOFError:
        return ""


def keep(folder: Path, enrolment: FamilyEnrolment, export: Path | None) -> None:
    """Keep an enrolment, and write a copy where one is wanted. Raises ``WrongUse`` where that cannot be done."""
    try:
        save_enrolment(folder, enrolment)
    except OSError as error:
        raise WrongUse(
            f"The enrolment cannot be kept in {folder} ({error.strerror}): free some space."
        ) from error
    if export is None:
        return
    try:
        write_whole(export, enrolment_text(enrolment))
    except OSError as error:
        raise WrongUse(
            f"The enrolment is kept, but {export} cannot be written ({error.strerror}): copy "
            f"{enrolment_path(folder)} yourself."
        ) from error
