"""``companion export GAME``: a game of the journal as a record that ``companion replay`` accepts."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from companion.cli.data_folder import DataFolder, default_folder, shown_default_folder
from companion.cli.main import WrongUse
from companion.fold import fold
from companion.games import load
from companion.journal import Journal
from companion.record import write


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion export``."""
    parser.add_argument(
        "game",
        metavar="GAME",
        help="the number of the game in the journal, or `last` for the one played last",
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=None,
        metavar="DIR",
        help=f"the data folder (default: $XDG_DATA_HOME/companion, here {shown_default_folder()})",
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
        text = record_of(journal, _number(arguments.game, journal), full=arguments.full)
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


def record_of(journal: Journal, number: int, *, full: bool = False) -> str:
    """The effective record of a game: what counts after undo, amendments and answers.

    With ``full`` every entry of the journal follows as a note with its time (``wall_ms``); a replay passes over it.
    """
    entries = journal.of_game(number)
    folded = fold(load(entries[0].body["game"]), entries)
    text = write(folded.header, [move.action for move in folded.moves[: folded.played]])
    if not full:
        return text
    notes = [
        {
            "note": {
                "seq": entry.seq,
                "wall_ms": entry.wall_ms,
                "kind": entry.kind,
                "body": dict(entry.body),
            }
        }
        for entry in entries
    ]
    return text + "".join(json.dumps(note, ensure_ascii=False) + "\n" for note in notes)


def _number(text: str, journal: Journal) -> int:
    number = journal.game if text == "last" else int(text) if text.isdecimal() else 0
    if not 1 <= number <= journal.games:
        held = f"games 1 to {journal.games}" if journal.games else "no games"
        raise WrongUse(
            f"There is no game {text!r} in the journal, which holds {held}; `last` is the one played last."
        )
    return number
