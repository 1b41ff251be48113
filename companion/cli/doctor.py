"""``companion doctor``: camera, table and machine looked over; each line is OK or says what to do."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli.main import DONE, FAILED
from companion.evening.cameras import SOURCES, parse_camera
from companion.evening.data_folder import add_data_folder, default_folder
from companion.evening.health.all_checks import findings
from companion.evening.health.finding import Finding, State
from companion.games import game_ids, zone_plan
from companion.wrong_use import WrongUse

MARKS = {State.OK: "OK", State.NOT_HERE: "--", State.LIMIT: "NOTE", State.TO_DO: "TO DO"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion doctor``."""
    parser.add_argument(
        "--camera", metavar="SOURCE", default="auto", help=f"{SOURCES} (default: auto), as for companion play"
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        help="the game that this stand is for: it is wrong if that one cannot be read (default: any one will do)",
    )
    add_data_folder(parser)
    parser.add_argument("--json", action="store_true", help="one JSON line a check")


def run(arguments: argparse.Namespace) -> int:
    """Prints a line a check; returns 0 when nothing is wrong, else 1. Raises WrongUse."""
    choice = parse_camera(arguments.camera)
    games = [game for game in game_ids() if zone_plan(game) is not None]
    if arguments.game is not None:
        if arguments.game not in games:
            raise WrongUse(f"Unknown game {arguments.game!r}: choose {', '.join(games)}.")
        games = [arguments.game]
    folder: Path = arguments.data or default_folder()
    show = _json_line if arguments.json else _table_line
    wrong = False
    for finding in findings(choice, folder, games):
        wrong = wrong or finding.state is State.TO_DO
        print(show(finding), flush=True)
    return FAILED if wrong else DONE


# ---------------------------------------------------------------- how it is printed


def _table_line(finding: Finding) -> str:
    return f"{MARKS[finding.state]:6} {finding.check:21} {finding.line}"


def _json_line(finding: Finding) -> str:
    return json.dumps(finding.as_json(), ensure_ascii=False)
