"""What is laid beside the kept pictures of an evening: its set-up, its enrolled decks, and its games as records."""

from __future__ import annotations

import shutil
from pathlib import Path

from calibration.boards.kept import board_path
from calibration.kept_enrolment import FILE as ENROLMENT
from calibration.settings import FILE_NAME as SETTINGS
from calibration.stand import FILE_NAME as STAND
from companion.evening.data_folder import DataFolder
from companion.evening.family_boxes import box_path, games_with_printed_cards
from companion.evening.family_pieces import pieces_path
from companion.filmed.board_forms import games_with_boards
from companion.filmed.recorded_evening import JOURNAL
from companion.kept.effective_record import record_of
from companion.wrong_use import WrongUse


def keep_what_was_known(data: Path, folder: Path) -> None:
    """Lay the set-up, the letters of the cards, the enrolled decks, boxes and boards beside the pictures.

    Without them nobody knows where the table lies in the pictures, and what its cards bear.
    """
    boxes = [box_path(Path(), game) for game in games_with_printed_cards()]
    boards = [path(Path(), game) for game in games_with_boards() for path in (board_path, pieces_path)]
    for name in (Path(STAND), Path(SETTINGS), Path(ENROLMENT), *boxes, *boards):
        if (data / name).is_file():
            try:
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(data / name, folder / name)
            except OSError as error:
                raise WrongUse(
                    f"{folder / name} cannot be written ({error.strerror}): copy it by hand."
                ) from error


def games_in(data: Path) -> int:
    """How many games the journal held before the evening; the last of them may be gone on with."""
    if not (data / "journal.sqlite").is_file():
        return 0
    journal = DataFolder(data).journal()
    try:
        return journal.games
    finally:
        journal.close()


def write_journal(data: Path, before: int, folder: Path) -> None:
    """Write every game that was played or gone on with as ``journal/GAME.jsonl``, the full journal as notes."""
    if not (data / "journal.sqlite").is_file():
        return
    journal = DataFolder(data).journal()
    target = folder / JOURNAL
    try:
        target.mkdir(parents=True, exist_ok=True)
        for number in range(max(1, before), journal.games + 1):
            (target / f"{number:03d}.jsonl").write_text(
                record_of(journal, number, full=True), encoding="utf-8"
            )
    except OSError as error:
        raise WrongUse(
            f"The journal cannot be written to {target} ({error.strerror}): make room, then use companion export."
        ) from error
    finally:
        journal.close()
