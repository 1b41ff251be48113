"""Secret zones are covered in every picture that is kept: a stock card that somebody lifts is nobody's business."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from calibration.geometry import DegenerateCorners, Zone, rectangle
from calibration.lens import OtherPicture
from calibration.stand import BadStand, Stand, load_stand
from calibration.zones import PlannedZone, TablePlan, TableTooSmall, read_plan
from companion.evening.table_watch import TableWatch
from companion.games import game_ids, zone_plan
from companion.wrong_use import WrongUse
from hardware.frame_source import Frame, Image
from vision.masking import masked

_MARGIN_MM = 15.0


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
