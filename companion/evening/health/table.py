"""The table as the camera shows it: light, focus, markers, px per mm, and which games this stand can read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from calibration.game_fit import game_fit
from calibration.geometry import DegenerateCorners
from calibration.layout import BadLayout, measured_layout
from calibration.lens import Lens, OtherPicture
from calibration.markers import Marker, MarkerFault, edge_width_px, faults_of, find_markers
from calibration.optics import (
    NEEDED_PX_PER_MM,
    READING_PX_PER_MM,
    ZoneSight,
    likely_lens,
    table_points,
)
from calibration.printed import CORNER_MARKERS
from calibration.setup import HARMLESS
from calibration.stand import Stand
from calibration.tracking import TableTracker
from calibration.view import TableView
from calibration.zones import Holds, PlannedZone, TablePlan
from companion.evening.fitting import fit_between
from companion.evening.health.finding import Finding, limit, not_here, ok, to_do
from companion.fit_words import ways_said
from companion.languages import SOURCE
from hardware.frame_source import Image
from vision.light import PictureQuality, picture_quality

_NAMED_ZONES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is to be seen in up to three pictures of one camera; faults and quality are those of the last."""

    size: tuple[int, int]
    markers: tuple[tuple[Marker, ...], ...]
    faults: tuple[MarkerFault, ...]
    quality: PictureQuality
    brightness: str
    """``good``, ``dim``, ``too_dark`` or ``overexposed``: the light alone, sharp or not."""
    edge_px: float | None


def look_at(images: Sequence[Image]) -> Look:
    """Look for markers in at least one picture, uint8 (h, w, 3) BGR, and judge the last one."""
    image = images[-1]
    markers = tuple(find_markers(one) for one in images)
    widths = [edge_width_px(image, marker) for marker in markers[-1]]
    sharp = [width for width in widths if math.isfinite(width)]
    edge = median(sharp) if sharp else None
    return Look(
        (image.shape[1], image.shape[0]),
        markers,
        faults_of(markers[-1], image),
        picture_quality(image, edge),
        picture_quality(image).code,
        edge,
    )


# ---------------------------------------------------------------- light, focus, markers


def check_light(look: Look) -> Finding:
    """Whether there is light enough, and not too much."""
    share = f"{look.quality.light:.0%} of full brightness"
    match look.brightness:
        case "too_dark":
            return to_do(
                "light", f"too dark ({share})", "put a lamp above the table, or take off the lens cap"
            )
        case "overexposed":
            return to_do("light", "overexposed", "turn the lamp or the camera so that nothing glares")
        case "dim":
            return to_do("light", f"dim ({share})", "put another lamp beside the camera")
        case _:
            return ok("light", share)


def check_focus(look: Look) -> Finding:
    """Whether the edges of the markers are sharp."""
    if look.edge_px is None:
        return not_here("focus", "no marker in the picture by which to judge it")
    edges = f"an edge is {look.edge_px:.1f} px wide"
    if look.quality.focus < 0.5:
        return to_do("focus", f"blurred, {edges}", "focus on the markers, or clean the lens")
    return ok("focus", edges)


_MARKER_WORDS: Mapping[str, tuple[str, str]] = {
    "missing": ("{names} not found", "lay it flat and uncovered, its white edge whole"),
    "double": ("{names} lies there twice", "take one of the two away"),
    "mirrored": ("the picture is mirrored", "turn mirroring off in the camera's settings"),
    "mixed_up": (
        "{names} lie in each other's place",
        "lay 0, 1, 2, 3 clockwise from the top left of the picture",
    ),
    "too_small": ("{names} too small in the picture", "hang the camera lower, or take larger pictures"),
    "not_flat": ("{names} bent, or printed in another size", "lay it flat, or print all four at 100 %"),
    "upside_down": ("all four found; the picture stands on its head, which does no harm", ""),
    "turned": ("all four found; the picture is turned by a quarter, which does no harm", ""),
}


def check_markers(look: Look) -> Finding:
    """Whether the four markers are there, each once, in their order."""
    wrong = [fault for fault in look.faults if fault.code not in HARMLESS]
    if wrong and wrong[0].code == "missing" and len(wrong[0].numbers) == len(CORNER_MARKERS):
        return to_do(
            "markers", "no marker found", "print the four and lay them flat (companion print markers)"
        )
    if wrong:
        return _marker_fault(wrong[0].code, wrong[0].numbers)
    harmless = next(iter(look.faults), None)
    if harmless is not None:
        return ok("markers", _MARKER_WORDS[harmless.code][0])
    return ok("markers", "all four found")


def _marker_fault(code: str, numbers: Sequence[int], check: str = "markers") -> Finding:
    text, advice = _MARKER_WORDS[code]
    names = " and ".join(map(str, numbers))
    return to_do(
        check, text.format(names=f"marker {names}" if len(numbers) == 1 else f"markers {names}"), advice
    )


# ---------------------------------------------------------------- the stand as it was set up


def check_stand(stand: Stand | None, look: Look | None) -> Finding:
    """Whether the camera still hangs where it hung when the stand was set up."""
    again = "set up the stand again on the page /stand"
    if stand is None:
        return not_here("stand", "not set up yet", "open the page /stand of companion play")
    size = stand.size
    table = "a table without markers" if size is None else f"a table of {size[0]:.0f} x {size[1]:.0f} mm"
    if look is None or stand.layout is None:
        return ok("stand", f"set up for {stand.camera}, {table}")
    tracker = TableTracker(stand.layout, stand.view.lens, stand.view)
    try:
        sights = [tracker.watch(markers, look.size) for markers in look.markers]
    except OtherPicture:
        return to_do("stand", "the pictures have another shape than when it was set up", again)
    sight = sights[-1]
    names = ", ".join(map(str, sight.numbers))
    match sight.code:
        case "moving" | "moved":
            return to_do(
                "stand", "the camera was moved since it was set up", f"hang it as it was, or {again}"
            )
        case "marker_moved":
            return to_do("stand", f"marker {names} was moved since it was set up", f"lay it back, or {again}")
        case "covered" | "searching":
            return to_do(
                "stand", "no marker can be seen", "uncover the markers, or look where the camera looks"
            )
        case _:
            return ok("stand", f"as it was set up: {table}, markers within {sight.residual_mm or 0.0:.1f} mm")


@dataclass(frozen=True, slots=True, eq=False)
class TableInView:
    """How the camera shows the table; ``size`` is that between the markers (mm), ``kept`` the family's own plans."""

    view: TableView
    size: tuple[float, float] | None
    kept: Mapping[str, TablePlan]


def table_in_view(stand: Stand | None, look: Look | None) -> TableInView | Finding:
    """Return the table as it shows now; else as it was set up; else what keeps it from being measured."""
    kept = {} if stand is None else stand.plans
    if look is not None and all(len(markers) == len(CORNER_MARKERS) for markers in look.markers):
        lens = _lens_for(stand, look.size)
        try:
            known = None if stand is None else stand.layout
            layout = known or measured_layout(look.markers, lens)
            sight = TableTracker(layout, lens).refine(look.markers[-1], look.size)
        except BadLayout as error:
            return _marker_fault(error.code, error.numbers, check="px/mm")
        except (DegenerateCorners, np.linalg.LinAlgError):
            return _marker_fault("not_flat", CORNER_MARKERS, check="px/mm")
        if sight.view is not None:
            return TableInView(sight.view, layout.size, kept)
    if stand is not None:
        return TableInView(stand.view, stand.size, kept)
    return not_here("px/mm", "no picture of all four markers: it cannot be measured")


def _lens_for(stand: Stand | None, size: tuple[int, int]) -> Lens:
    if stand is not None and stand.view.lens is not None:
        try:
            return stand.view.lens.scaled(*size)
        except OtherPicture:
            pass
    return likely_lens(*size)[0]


# ---------------------------------------------------------------- how finely it is seen


def check_magnification(table: TableInView) -> Finding:
    """Whether every place of the table has the 2 px per mm that hands and pieces need."""
    if table.size is None:
        return not_here("px/mm", "the table has no markers: see the games")
    every = [table.view.least_px_per_mm(point) for point in table_points(*table.size)]
    height = table.view.height_mm
    where = "" if height is None else f", the camera about {_tens(height)} mm above it"
    text = (
        f"{_down(min(every))} to {_down(max(every))} px/mm over {table.size[0]:.0f} x {table.size[1]:.0f} mm"
    )
    if min(every) < NEEDED_PX_PER_MM:
        advice = _finer(table, *table.size)
        return to_do("px/mm", f"{text}{where}, where {NEEDED_PX_PER_MM:g} are needed", advice)
    return ok("px/mm", text + where)


def check_game(game: str, plan: TablePlan, table: TableInView) -> Finding:
    """Whether this stand can read a game, whose ``plan`` is as the game brings it, with all its seats."""
    check = f"game {game}"
    fit = fit_between(table.view, table.size, plan, table.kept.get(game))
    if fit is None:
        return not_here(check, "its zones were not set up for this table")
    if fit.fits:
        return ok(check, _readable(fit.sights))
    advice = ways_said(fit, SOURCE)
    if fit.too_small:
        return limit(check, f"the table is too small for {game}", advice)
    if fit.outside:
        zones = "1 zone" if len(fit.outside) == 1 else f"{len(fit.outside)} zones"
        named = _some(sight.zone for sight in fit.outside)
        return limit(check, f"{zones} outside of the picture ({named})", advice)
    worst = min(fit.sights, key=lambda sight: sight.px_per_mm / sight.needed)
    text = f"too coarse: {_down(worst.px_per_mm)} px/mm where {worst.needed:g} are needed ({worst.zone})"
    return limit(check, text, advice)


def _readable(sights: Sequence[ZoneSight]) -> str:
    indices = [sight.px_per_mm for sight in sights if sight.needed >= READING_PX_PER_MM]
    if indices:
        return f"every index can be read ({_down(min(indices))} px/mm)"
    return f"every zone can be read ({_down(min(sight.px_per_mm for sight in sights))} px/mm)"


def _finer(table: TableInView, width: float, height: float) -> str:
    """What would let every place of the table be seen finely enough."""
    whole = PlannedZone("table", Holds.BOARD, 0.0, 0.0, width, height)
    plan = TablePlan("table", width, height, (whole,))
    return ways_said(game_fit(table.view, plan, table.size), SOURCE)


def _some(names: Iterable[str]) -> str:
    every = list(names)
    return ", ".join(every[:_NAMED_ZONES]) + (" …" if len(every) > _NAMED_ZONES else "")


def _down(px_per_mm: float) -> str:
    """Rounded down: what is short of 3 must not look like 3."""
    return f"{math.floor(px_per_mm * 10 + 1e-9) / 10:.1f}"


def _tens(length: float) -> int:
    return round(length / 10) * 10
