"""``companion play``: the table, the camera and the page, wired together for an evening."""

from __future__ import annotations

import argparse
import logging
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion.evening.data_folder import DataFolder, default_folder, shown_default_folder
from companion.evening.wanted import Wanted
from companion.games import game_ids, load
from companion.languages import known_languages
from companion.table import Table
from companion.wrong_use import WrongUse

if TYPE_CHECKING:
    from companion.evening.keeping import Keeper


_log = logging.getLogger("companion.play")
VOICES = ("auto", "off", "tablet", "speaker")
"""Who may speak: whoever can, nobody, only the tablets, only this machine's own speaker."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion play``."""
    parser.add_argument("--game", metavar="ID", help=f"the game: {', '.join(game_ids())}")
    parser.add_argument(
        "--camera",
        metavar="SOURCE",
        default="auto",
        help="auto, real (what is plugged in, else none), pi, usb:N, url:ADDRESS, folder:DIR, video:FILE, "
        "recording:DIR, simulated[:RECORD] or none (default: auto)",
    )
    parser.add_argument(
        "--player",
        metavar="NAME",
        action="append",
        default=[],
        help=f"a player; once for each, in seat order ({_how_many()}); without any, the page asks",
    )
    parser.add_argument(
        "--option",
        metavar="KEY=JSON",
        action="append",
        default=[],
        help="a house rule, such as dice=numbers; once for each",
    )
    parser.add_argument(
        "--profile",
        metavar="FILE",
        type=Path,
        help="the family's own board, a JSON file as companion/games/*/profile.json are "
        "(default: the board that the family keeps, see /stand/board, else the printed board of each game)",
    )
    parser.add_argument("--first", metavar="NAME", help="who begins, if the lot is drawn already")
    parser.add_argument(
        "--lang", choices=known_languages(), help="the page's language (default: each browser's own, else fr)"
    )
    parser.add_argument(
        "--voice",
        choices=VOICES,
        default="auto",
        help="who says aloud what happens: the tablets that turn it on, this machine's own speaker (espeak-ng), "
        "nobody (off), or whoever can (auto, the default)",
    )
    parser.add_argument("--port", type=_port, default=8080, help="the page's port (default: 8080)")
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        help="the data folder, with the journal of every game (default: $XDG_DATA_HOME/companion, "
        f"here {shown_default_folder()})",
    )
    parser.add_argument(
        "--seed", type=int, help="which deal and which hands the simulated family has (default: by chance)"
    )
    parser.add_argument("--exit-at-end", action="store_true", help="leave when the game or the pictures end")
    parser.add_argument(
        "--boxes-at",
        type=int,
        metavar="PORT",
        help="the shelf of boxes is that of the program at this port, which shows this evening as a film",
    )


def _how_many() -> str:
    """How many players each game takes: "racko 2 to 4"."""
    bounds = ((load(game).id, *load(game).players) for game in game_ids())
    return ", ".join(
        f"{name} {low}" if low == high else f"{name} {low} to {high}" for name, low, high in bounds
    )


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def run(arguments: argparse.Namespace, keeper: Keeper | None = None) -> int:
    """Plays until stopped (Ctrl-C or SIGTERM), or until the end with ``--exit-at-end``; returns 0.

    A ``keeper`` is given the evening's pictures.
    """
    from companion.evening.boards import FamilyBoards
    from companion.evening.cameras import real_camera
    from companion.evening.running import run_evening
    from companion.evening.troubles import Troubles

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("waitress").setLevel(logging.ERROR)
    arguments.camera = real_camera(arguments.camera)
    wanted = Wanted.of(arguments, keeps=keeper is not None)
    folder = DataFolder(arguments.data or default_folder())
    troubles = Troubles()
    folder.hold(troubles)
    try:
        journal = folder.journal(troubles)
        try:
            table = Table(journal)
            if table.unplayable is not None:
                troubles.tell("game_unknown", game=table.unplayable)
            boards = FamilyBoards(folder.path)
            wanted = wanted.on_the_board_of(boards.profile)
            wanted.seat(table)
            evening = partial(run_evening, arguments, wanted, folder, table, boards)
            try:
                evening(keeper, troubles)
            except WrongUse:
                raise
            except Exception as error:  # whatever it is: the family plays on by taps, and the page says so
                if keeper is not None or arguments.camera == "none":
                    raise
                _log.exception("The evening broke (%s); it goes on without a camera.", type(error).__name__)
                arguments.camera = "none"
                troubles.tell("broken")
                evening(None, troubles)
        finally:
            journal.close()
    finally:
        folder.release()
    return 0
