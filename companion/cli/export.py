"""``companion export GAME``: a game of the journal as a record that ``companion replay`` accepts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.evening.data_folder import DataFolder, add_data_folder, default_folder
from companion.journal import Journal
from companion.kept.effective_record import record_of
from companion.kept.written_forms import FORMS, NoSigns, signs_of, table_of
from companion.wrong_use import WrongUse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion export``."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="the number of the game in the journal, or `last` for the one played last",
    )
    add_data_folder(parser)
    parser.add_argument(
        "--format",
        choices=FORMS,
        default="record",
        help="a record, a table of its moves (csv), or its moves in signs that people read, where the game has some",
    )
    parser.add_argument("--full", action="store_true", help="keep every entry of the journal, as notes")
    parser.add_argument(
        "--output", type=Path, default=None, metavar="FILE", help="write there, not to the screen"
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the record and returns 0; a game that is not there is wrong use."""
    folder = DataFolder(arguments.data or default_folder())
    if not (folder.path / "journal.sqlite").is_file():
        raise WrongUse(
            f"There is no journal in {folder.path}: play a game first, or name the folder with --data."
        )
    journal = folder.journal()
    try:
        text = _written(journal, _number(arguments.game, journal), arguments)
    finally:
        journal.close()
    if arguments.output is None:
        sys.stdout.write(text)
        return 0
    try:
        arguments.output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise WrongUse(f"{arguments.output} cannot be written: {error.strerror}.") from error
    return 0


def _written(journal: Journal, number: int, arguments: argparse.Namespace) -> str:
    if arguments.format == "record":
        return record_of(journal, number, full=arguments.full)
    if arguments.full:
        raise WrongUse("--full belongs to the record: leave it out, or --format.")
    try:
        return table_of(journal, number) if arguments.format == "csv" else signs_of(journal, number)
    except NoSigns as game:
        raise WrongUse(f"{game.title} has no signs of its own: take --format csv.") from game


def _number(text: str, journal: Journal) -> int:
    number = journal.game if text == "last" else int(text) if text.isdecimal() else 0
    if not 1 <= number <= journal.games:
        held = f"games 1 to {journal.games}" if journal.games else "no games"
        raise WrongUse(
            f"There is no game {text!r} in the journal, which holds {held}; `last` is the one played last."
        )
    return number
