"""``companion print``: the sheets that belong to the stand, as PDF to print on A4."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from calibration.printing.mats import crowded, zone_mat
from calibration.printing.sheets import BadFrame, lens_board_sheet, marker_sheet, tray_sheet
from calibration.zones import TablePlan, TableTooSmall, read_plan
from companion.games import game_ids, load, zone_plan
from companion.languages import known_languages
from companion.wrong_use import WrongUse
from companion.zone_names import zone_name

SHEETS: Mapping[str, str] = {
    "markers": "the four corners of the table: the camera finds the table by them",
    "lens": "the lens board: ten pictures of it straighten what the lens bends",
    "tray": "a frame for the dice tray: dice are looked for inside of it",
    "mat": "a game's zones as a mat, corners included: companion print mat --game GAME",
}
"""Every sheet and what it is for."""

_OF_THE_MAT = {"game": "--game", "table": "--table", "left_handed": "--left-handed"}
_LEAST_TABLE_MM, _MOST_TABLE_MM = 200.0, 3000.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion print``."""
    parser.add_argument(
        "sheet", nargs="?", choices=tuple(SHEETS), help="what to print; without it, what there is is listed"
    )
    parser.add_argument("--game", metavar="ID", help=f"mat: the game ({', '.join(_games_with_a_plan())})")
    parser.add_argument(
        "--table",
        metavar="WIDTHxHEIGHT",
        help="mat: the table's size in mm, from middle to middle of the corner markers, for example 1000x700 "
        "(default: the game's own)",
    )
    parser.add_argument(
        "--left-handed",
        metavar="SEAT",
        type=int,
        action="append",
        default=[],
        help="mat: the number of a player who takes with the left hand; once for each",
    )
    parser.add_argument("--inner", metavar="WIDTHxHEIGHT", help="tray: the inside in mm (default: 180x120)")
    parser.add_argument("--lang", choices=known_languages(), default="fr", help="the language (default: fr)")
    parser.add_argument(
        "--output", type=Path, metavar="FILE.pdf", help="write there (default: companion-….pdf, here)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Writes the PDF, says how to print it, and returns 0; without a sheet's name, lists what there is."""
    sheet: str | None = arguments.sheet
    if sheet is None:
        for name, purpose in SHEETS.items():
            print(f"companion print {name:8} {purpose}")
        return 0
    _refuse_what_does_not_belong(arguments, sheet)
    language: str = arguments.lang
    name = f"companion-{sheet}.pdf"
    notes: list[str] = []
    if sheet == "markers":
        pdf = marker_sheet(language)
    elif sheet == "lens":
        pdf = lens_board_sheet(language)
    elif sheet == "tray":
        pdf = _tray(arguments.inner, language)
    else:
        plan = _plan(arguments.game, arguments.table, arguments.left_handed)
        pdf = zone_mat(
            plan, load(plan.game).title, language, lambda zone: zone_name(plan.game, zone, language)
        )
        name = f"companion-mat-{plan.game}.pdf"
        notes = [
            f"Keep marker {marker} free: “{zone_name(plan.game, zone, language)}” reaches over its edge."
            for zone, marker in crowded(plan)
        ]
    path: Path = arguments.output or Path(name)
    try:
        path.write_bytes(pdf)
    except OSError as error:
        raise WrongUse(f"{path} cannot be written: {error.strerror}.") from error
    print(path)
    print("Print it at 100 % on A4, without “fit to page”, and measure the ruler: exactly 100 mm.")
    for note in notes:
        print(note)
    return 0


def _refuse_what_does_not_belong(arguments: argparse.Namespace, sheet: str) -> None:
    if sheet != "mat":
        for name, option in _OF_THE_MAT.items():
            if getattr(arguments, name):
                raise WrongUse(f"{option} is for a mat: companion print mat --game GAME.")
    if sheet != "tray" and arguments.inner is not None:
        raise WrongUse("--inner is for the dice tray: companion print tray --inner 180x120.")


def _tray(inner: str | None, language: str) -> bytes:
    try:
        return tray_sheet(language) if inner is None else tray_sheet(language, _size(inner, "--inner"))
    except BadFrame as error:
        raise WrongUse(str(error)) from error


def _plan(game: str | None, table: str | None, left_handed: list[int]) -> TablePlan:
    """The game's plan, fitted to table and hands."""
    games = ", ".join(_games_with_a_plan())
    if game is None:
        raise WrongUse(f"A mat is of one game: add --game with one of {games}.")
    data = zone_plan(game) if game in game_ids() else None
    if data is None:
        raise WrongUse(f"There is no mat for {game}: choose one of {games}.")
    plan = read_plan(data)
    for seat in left_handed:
        if not any(zone.seat == seat for zone in plan.zones):
            seats = sorted({zone.seat for zone in plan.zones if zone.seat is not None})
            had = f"players 1 to {seats[-1]}" if seats else "no player"
            raise WrongUse(f"--left-handed {seat}: the mat of {game} has places for {had}.")
    plan = plan.left_handed(sorted(set(left_handed)))
    if table is None:
        return plan
    width, height = _size(table, "--table")
    if not all(_LEAST_TABLE_MM <= side <= _MOST_TABLE_MM for side in (width, height)):
        raise WrongUse(
            f"--table {table}: each side is {_LEAST_TABLE_MM:.0f} to {_MOST_TABLE_MM:.0f} mm, "
            "from middle to middle of the corner markers."
        )
    try:
        return plan.fitted(width, height)
    except TableTooSmall as error:
        raise WrongUse(str(error)) from error


def _size(text: str, option: str) -> tuple[float, float]:
    found = re.fullmatch(r"([0-9]{1,5}(?:\.[0-9]+)?)[x×]([0-9]{1,5}(?:\.[0-9]+)?)", text)
    if found is None:
        raise WrongUse(f"{option} {text}: write width x height in mm, for example {option} 900x700.")
    return float(found[1]), float(found[2])


def _games_with_a_plan() -> list[str]:
    return [game for game in game_ids() if zone_plan(game) is not None]
