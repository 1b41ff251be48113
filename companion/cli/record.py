"""``companion record DIR``: an evening as ``play`` plays it, with its pictures and its journal kept in a folder."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

from calibration.geometry import DegenerateCorners, Zone, rectangle
from calibration.kept_enrolment import FILE as ENROLMENT
from calibration.lens import OtherPicture
from calibration.settings import FILE_NAME as SETTINGS
from calibration.stand import FILE_NAME as STAND
from calibration.stand import BadStand, Stand, load_stand
from calibration.zones import PlannedZone, TablePlan, TableTooSmall, read_plan
from companion.cli import play
from companion.cli.data_folder import DataFolder, default_folder
from companion.cli.export import record_of
from companion.cli.main import WrongUse
from companion.cli.table_watch import TableWatch
from companion.games import game_ids, zone_plan
from hardware.frame_source import CameraError, Frame, Image
from hardware.recorder import LIMIT_BYTES, Recorder
from vision.masking import masked

JOURNAL = "journal"
_MEGABYTE = 1_000_000
_MARGIN_MM = 15.0


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
    before = _games(data)
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
    _keep_what_was_known(data, arguments.folder)
    kept = recorder.recorded
    full = " The limit was reached: the end of the evening is missing." if kept.full else ""
    print(
        f"{kept.frames} pictures and {kept.stills} stills in {arguments.folder}, "
        f"{kept.bytes / _MEGABYTE:.0f} MB.{full}",
        file=sys.stderr,
    )
    return status


def _keep_what_was_known(data: Path, folder: Path) -> None:
    """Lay the set-up, the letters of the cards and the enrolled decks beside the pictures.

    Without them nobody knows where the table lies in the pictures, and what its cards bear.
    """
    for name in (STAND, SETTINGS, ENROLMENT):
        if (data / name).is_file():
            try:
                shutil.copyfile(data / name, folder / name)
            except OSError as error:
                raise WrongUse(
                    f"{folder / name} cannot be written ({error.strerror}): copy it by hand."
                ) from error


def secrets_covered(data: Path, game: str | None = None) -> Callable[[Image], Image]:
    """Return what covers the secret zones of the family's stand in a picture of any size; nothing without a stand.

    The zones are those of every game that was set up, and those that ``game`` (None: any game) brings itself. They
    are covered, with a margin, where the markers say that they are now; the whole picture while the camera moves, and
    where it is not the one that was set up. To be called by one thread, in the order of the pictures.
    """
    try:
        stand = load_stand(data)
    except BadStand as error:
        raise WrongUse(str(error)) from error
    if stand is None:
        return lambda image: image
    zones = _secret_zones(stand, game)
    if not zones:
        return lambda image: image
    watch = TableWatch(stand)

    def cover(image: Image) -> Image:
        height, width = image.shape[:2]
        everything = [((0, 0), (width, 0), (width, height), (0, height))]
        sight = watch.look(Frame(0, time.monotonic_ns() // 1_000_000, image))
        if sight is not None and sight.code == "moving":
            return masked(image, everything)
        view = (None if sight is None else sight.view) or stand.view
        try:
            return masked(image, [view.scaled(width, height).polygon_px(zone.polygon) for zone in zones])
        except (OtherPicture, DegenerateCorners):
            # Another camera than the one that was set up: where the zones lie in its pictures is not known.
            return masked(image, everything)

    return cover


def _secret_zones(stand: Stand, game: str | None) -> list[Zone]:
    plans = dict(stand.plans)
    for other in game_ids() if game is None else (game,):
        brought = zone_plan(other) if other in game_ids() and other not in plans else None
        if brought is not None:
            plans[other] = _fitted(read_plan(brought), stand)
    return [_widened(zone) for plan in plans.values() for zone in plan.zones if zone.secret]


def _widened(zone: PlannedZone) -> Zone:
    """A pile is not laid exactly, and a bump is noticed only at the next look at the markers."""
    left, top = zone.left - _MARGIN_MM, zone.top - _MARGIN_MM
    return Zone(zone.id, rectangle(left, top, zone.width + 2 * _MARGIN_MM, zone.height + 2 * _MARGIN_MM))


def _fitted(plan: TablePlan, stand: Stand) -> TablePlan:
    if stand.size is None:
        return plan
    try:
        return plan.fitted(*stand.size)
    except TableTooSmall:
        return plan


def _games(data: Path) -> int:
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
