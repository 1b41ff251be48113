"""``companion phrases``: the voice's fixed sentences, recorded for tablets; also while a game is played."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.evening.data_folder import DataFolder, default_folder, shown_default_folder
from companion.games import game_ids
from companion.journal import JournalError, players_of_games
from companion.languages import HOUSE, LANGUAGES, catalogue, known_languages
from companion.phrases import FILE_ENDING, fixed_phrases, phrase_name
from companion.progress import progress
from companion.wrong_use import WrongUse
from hardware.speaker import find_espeak, record

VOICE_ON = "The voice is on"
"""What the page says when its voice is turned on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion phrases``."""
    parser.add_argument(
        "--player",
        metavar="NAME",
        action="append",
        default=[],
        help="whom sentences may name, beside those who have played already; once for each",
    )
    parser.add_argument("--lang", choices=known_languages(), help="one language only (default: all)")
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help=f"the data folder, in which the recordings lie in voice/ (default: {shown_default_folder()})",
    )


def run(arguments: argparse.Namespace) -> int:
    """Records what is not recorded yet, deletes what is no longer said, and returns 0."""
    program = find_espeak()
    if program is None:
        raise WrongUse("The sentences are recorded with espeak-ng: apt install espeak-ng.")
    folder = DataFolder(arguments.data or default_folder())
    players = [*_family(folder), *arguments.player]
    for language in (arguments.lang,) if arguments.lang else LANGUAGES:
        try:
            made, there = record_all(
                folder.recordings / language,
                language,
                players,
                partial(_recorded, program, language),
            )
        except OSError as error:
            raise WrongUse(f"The sentences cannot be recorded in {folder.recordings}: {error}.") from error
        print(f"{language}: {made} sentences recorded, {there} there in all.", flush=True)
    return 0


def record_all(
    folder: Path, language: str, players: list[str], record_one: Callable[[str, Path], None]
) -> tuple[int, int]:
    """Makes a folder hold just what may be said in a language; how many were made, and are there; raises OSError."""
    folder.mkdir(parents=True, exist_ok=True)
    said = {catalogue(HOUSE, language).gettext(VOICE_ON)}
    for game in game_ids():
        said |= set(fixed_phrases(game, language, players))
    wanted = {phrase_name(text, language): text for text in said}
    for path in folder.glob(f"*{FILE_ENDING}"):
        if path.name not in wanted:
            path.unlink()
    missing = [(text, folder / name) for name, text in wanted.items() if not (folder / name).exists()]
    for text, path in progress(sorted(missing), f"sentences, {language}"):
        record_one(text, path)  # whole or not at all: whoever plays meanwhile finds whole files only
    return len(missing), len(wanted)


def _recorded(program: str, language: str, text: str, path: Path) -> None:
    record(program, text, language, path)


def _family(folder: DataFolder) -> list[str]:
    """Everybody for whom a game was ever opened at this table."""
    try:
        opened = players_of_games(folder.path / "journal.sqlite")
    except JournalError as error:
        raise WrongUse(str(error)) from error
    return list(dict.fromkeys(player for players in opened for player in players))
