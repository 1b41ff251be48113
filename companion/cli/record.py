"""``companion record DIR``: an evening as ``play`` plays it, with its pictures and its journal kept in a folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.cli import play
from companion.evening.data_folder import default_folder
from companion.evening.kept_folder import games_in, keep_what_was_known, write_journal
from companion.evening.secret_zones import secrets_covered
from companion.wrong_use import WrongUse
from hardware.frame_source import CameraError
from hardware.recorder import LIMIT_BYTES, Recorder

_MEGABYTE = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion record``: a folder, and those of ``companion play``."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="a new folder for films, stills and journal")
    parser.add_argument(
        "--limit",
        type=_megabytes,
        default=LIMIT_BYTES // _MEGABYTE,
        metavar="MB",
        help=f"stop keeping pictures at so many megabytes (default: {LIMIT_BYTES // _MEGABYTE})",
    )
    play.add_arguments(parser)


def _megabytes(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of megabytes")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Plays, keeps the pictures, writes the games of the evening as records; returns what ``play`` returns."""
    data = arguments.data or default_folder()
    before = games_in(data)
    try:
        with Recorder(
            arguments.folder,
            limit_bytes=arguments.limit * _MEGABYTE,
            mask=secrets_covered(data, arguments.game),
        ) as recorder:
            print(f"Keeping the evening's pictures in {arguments.folder}.", flush=True)
            status = play.run(arguments, recorder)
    except CameraError as error:
        raise WrongUse(str(error)) from error
    write_journal(data, before, arguments.folder)
    keep_what_was_known(data, arguments.folder)
    kept = recorder.recorded
    full = " The limit was reached: the end of the evening is missing." if kept.full else ""
    print(
        f"{kept.frames} pictures and {kept.stills} stills in {arguments.folder}, "
        f"{kept.bytes / _MEGABYTE:.0f} MB.{full}",
        file=sys.stderr,
    )
    return status
