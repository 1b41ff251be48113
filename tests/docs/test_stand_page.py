"""docs/stand.md tells what the code reckons: its tables are those of ``calibration.optics``."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from calibration.optics import CAMERAS, NEEDED_PX_PER_MM, CameraModel
from calibration.zones import Holds, TablePlan, read_plan
from companion.bench import geometry as bench_geometry
from companion.bench.geometry import ViewOutcome, measure
from companion.games import all_games, zone_plan

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "stand.md").read_text(encoding="utf-8")
PLANS = {game.title: read_plan(zone_plan(game.id)) for game in all_games() if zone_plan(game.id) is not None}
SIZES = sorted({(plan.width, plan.height) for plan in PLANS.values()}, key=lambda size: size[0] * size[1])


def needed(plan: TablePlan) -> float:
    """What the most demanding zone of a game asks for, px per mm."""
    readers = (zone.least_px_per_mm for zone in plan.zones if zone.holds is not Holds.BOARD)
    return max(NEEDED_PX_PER_MM, *readers)


def cell(camera: CameraModel, size: tuple[float, float]) -> str:
    """The least height over a table, and the px per mm from there, rounded so that they are kept."""
    height = math.ceil(camera.least_height(*size))
    return f"{height} mm: {math.floor(10 * camera.px_per_mm(height)) / 10:.1f}"


def games_table() -> list[str]:
    lines = ["| game | table (mm) | needs (px/mm) |", "|---|---|---|"]
    for title, plan in sorted(PLANS.items(), key=lambda one: one[1].width * one[1].height):
        lines.append(f"| {title} | {plan.width:.0f} × {plan.height:.0f} | {needed(plan):.1f} |")
    return lines


def cameras_table() -> list[str]:
    heads = [f"{width:.0f} × {height:.0f} mm" for width, height in SIZES]
    lines = [f"| camera | megapixels | {' | '.join(heads)} |", "|---" * (len(SIZES) + 2) + "|"]
    for camera in CAMERAS:
        megapixels = f"{camera.width * camera.height / 1e6:.0f}"
        name = camera.name + (" *" if camera.bends else "")
        lines.append(f"| {name} | {megapixels} | {' | '.join(cell(camera, size) for size in SIZES)} |")
    return lines


@pytest.mark.parametrize("table", [games_table, cameras_table])
def test_the_page_has_the_table_that_the_code_computes(table):
    wanted = "\n".join(table())
    assert wanted in PAGE, f"put this into docs/stand.md:\n{wanted}"


def test_a_12_megapixel_still_reads_crapette_and_full_hd_does_not_even_see_pieces():
    """The sentence of the page, by its numbers."""
    plan = PLANS["Crapette"]
    reached = {
        camera.id: camera.px_per_mm(camera.least_height(plan.width, plan.height)) for camera in CAMERAS
    }
    assert reached["pi_3"] >= needed(plan) and reached["pi_hq_6mm"] >= needed(plan)
    assert reached["usb_1080p"] < NEEDED_PX_PER_MM
    assert f"{math.floor(10 * reached['usb_1080p']) / 10:.1f} px/mm" in PAGE


def test_every_figure_of_the_bench_is_explained(monkeypatch: pytest.MonkeyPatch):
    outcomes = [ViewOutcome(True, (0.1, 0.2), (0.3, 0.9), (0.8, 1.5), 100.0, 30.0), ViewOutcome(False)]
    monkeypatch.setattr(bench_geometry, "_views", lambda camera, seed, counts: iter(outcomes))
    figures = {one.name: one.value for one in measure(bench_geometry.SHORT)}
    assert figures["error_mean"] == 0.3 and figures["error_max"] == 0.9
    assert figures["views_with_all_markers"] == 50.0
    explained = set(re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE))
    assert {re.sub(r"^(usb_1080p)\.", "CAMERA.", name) for name in figures} <= explained


def test_links_between_the_pages_lead_somewhere():
    for name in ("stand.md", "calibrate.md"):
        text = (DOCS / name).read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (DOCS / target).exists(), f"{name}: {target}"
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    architecture = (DOCS / "architecture.md").read_text(encoding="utf-8")
    assert "docs/stand.md" in readme and "docs/calibrate.md" in readme
    assert "(stand.md)" in architecture and "(calibrate.md)" in architecture
