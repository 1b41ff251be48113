"""``companion print``: the sheets that belong to the stand, as PDF to print on A4."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from calibration.printing.house_mat import FINE_CAMERAS, GameOnMat, house_mat, house_size, readable_by
from calibration.printing.mats import crowded, zone_mat
from calibration.printing.sheets import BadFrame, lens_board_sheet, marker_sheet, tray_sheet
from calibration.zones import PlannedZone, TablePlan, TableTooSmall, read_plan
from companion.drawing import boxes as shelf
from companion.games import game_ids, load, zone_plan
from companion.languages import known_languages
from companion.wrong_use import WrongUse
from companion.zone_names import zone_name

SHEETS: Mapping[str, str] = {
    "markers": "the four corners of the table: the camera finds the table by them",
    "lens": "the lens board: ten pictures of it straighten what the lens bends",
    "tray": "a frame for the dice tray: dice are looked for inside of it",
    "mat": "one mat for all games, corners included; with --game the mat of one game, with its places' names",
}
"""Every sheet and what it is for."""

_OF_THE_MAT = {"game": "--game", "table": "--table", "left_handed": "--left-handed"}
_LEAST_TABLE_MM, _MOST_TABLE_MM = 200.0, 3000.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``companion print``."""
    parser.add_argument(
        "sheet", nargs="?", choices=tuple(SHEETS), help="what to print; without it, what there is is listed"
    )
    parser.add_argument(
        "--game",
        metavar="ID",
        action="append",
        default=[],
        help=f"mat: of this game ({', '.join(_games_with_a_plan())}); several: one mat for these (default: all)",
    )
    parser.add_argument(
        "--table",
        metavar="WIDTHxHEIGHT",
        help="mat: the table's size in mm, from middle to middle of the corner markers, for example 1000x700 "
        "(default: the game's own, or what the largest of several needs)",
    )
    parser.add_argument(
        "--left-handed",
        metavar="SEAT",
        type=int,
        action="append",
        default=[],
        help="mat of one game: the number of a player who takes with the left hand; once for each",
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
    elif len(games := _mat_games(arguments.game)) == 1:
        plan = _plan(games[0], arguments.table, arguments.left_handed)
        pdf = zone_mat(
            plan, load(plan.game).title, language, lambda zone: zone_name(plan.game, zone, language)
        )
        name = f"companion-mat-{plan.game}.pdf"
        notes = _crowded_notes(plan, language)
    else:
        if arguments.left_handed:
            raise WrongUse("--left-handed is for the mat of one game: add --game.")
        pdf, notes = _house_mat(games, arguments.table, language)
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
                raise WrongUse(f"{option} is for a mat: companion print mat.")
    if sheet != "tray" and arguments.inner is not None:
        raise WrongUse("--inner is for the dice tray: companion print tray --inner 180x120.")


def _tray(inner: str | None, language: str) -> bytes:
    try:
        return tray_sheet(language) if inner is None else tray_sheet(language, _size(inner, "--inner"))
    except BadFrame as error:
        raise WrongUse(str(error)) from error


def _mat_games(asked: list[str]) -> list[str]:
    """The games that a mat is for, each once, in the order of the shelf; all where none was asked for."""
    known = _games_with_a_plan()
    for game in asked:
        if game not in known:
            raise WrongUse(f"There is no mat for {game}: choose one of {', '.join(known)}.")
    return shelf.in_order(game for game in known if game in asked or not asked)


def _house_mat(games: list[str], table: str | None, language: str) -> tuple[bytes, list[str]]:
    """One mat for these games, and which of them not every 12-megapixel camera reads on it."""
    own = [_plan(game, None, []) for game in games]
    width, height = house_size(own)
    plans = [_plan(game, table or f"{width:.0f}x{height:.0f}", []) for game in games]
    mats = [
        GameOnMat(plan, load(plan.game).title, partial(_named, plan.game, language=language))
        for plan in plans
    ]
    notes = [note for plan in plans for note in _crowded_notes(plan, language)]
    for plan in plans:
        cameras = [camera.name for camera in readable_by(plan, (plan.width, plan.height))]
        if len(cameras) < len(FINE_CAMERAS):
            told = f"is only read by {'; '.join(cameras)}" if cameras else "is read by no camera"
            notes.append(
                f"{load(plan.game).title} {told}: on a mat of its own (--game {plan.game}) it is larger."
            )
    return house_mat(mats, language), notes


def _named(game: str, zone: PlannedZone, language: str) -> str:
    return zone_name(game, zone, language)


def _crowded_notes(plan: TablePlan, language: str) -> list[str]:
    return [
        f"Keep marker {marker} free: “{zone_name(plan.game, zone, language)}” reaches over its edge."
        for zone, marker in crowded(plan)
    ]


def _plan(game: str, table: str | None, left_handed: list[int]) -> TablePlan:
    """The game's plan, fitted to table and hands."""
    data = zone_plan(game)
    assert data is not None  # noqa: S101 - only games with a plan are asked for
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
