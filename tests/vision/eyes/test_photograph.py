"""The photograph beside a question: where it is about is seen, what is secret is not."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import Homography, Point, Zone, rectangle
from calibration.view import TableView
from vision.eyes.photograph import SIZE_PX, Image, photograph
from vision.masking import GREY
from vision.watched_zone import WatchedZone

FELT, PAPER, SECRET = (40, 90, 30), (240, 240, 240), (10, 10, 200)
VIEW = TableView(900, 700, Homography(np.eye(3)))
"""One px of the picture is a mm of the table."""


def zone(name: str, left: float, top: float, width: float = 74, height: float = 98) -> Zone:
    return Zone(name, rectangle(left, top, width, height))


def table(*cards: tuple[Zone, tuple[int, int, int]]) -> Image:
    picture = np.full((700, 900, 3), FELT, np.uint8)
    for lying, colour in cards:
        low, high = lying.bounds
        picture[round(low.y) : round(high.y), round(low.x) : round(high.x)] = colour
    return picture


def share(picture: Image, colour: tuple[int, int, int]) -> float:
    """The share of a picture that has about this colour."""
    return float(np.mean(np.abs(picture.astype(int) - colour).max(axis=2) < 12))


def test_a_zone_is_shown_large_and_framed() -> None:
    place = zone("F1", 374, 148)
    shown = photograph(table((place, PAPER)), VIEW, [place], [])
    assert shown.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    assert share(shown, PAPER) > 0.25 and share(shown, FELT) > 0.2
    assert share(shown, (44, 199, 255)) > 0.005


def test_by_a_dim_lamp_paper_is_light_all_the_same() -> None:
    place = zone("F1", 374, 148)
    dim = (table((place, PAPER)) * 0.6).astype(np.uint8)
    assert share(photograph(dim, VIEW, [place], []), (235, 235, 235)) > 0.2


@pytest.mark.parametrize(
    ("first", "second", "seam"),
    [
        (zone("T1", 66, 148, 300), zone("T8", 534, 454, 300), np.s_[:, 474:486]),
        (zone("F1", 374, 22), zone("F4", 374, 580), np.s_[354:366]),
    ],
    ids=["across", "down"],
)
def test_zones_far_apart_are_two_pieces(first: Zone, second: Zone, seam: tuple[slice, ...]) -> None:
    shown = photograph(table((first, PAPER), (second, PAPER)), VIEW, [first, second], [])
    assert shown.shape == (SIZE_PX[1], SIZE_PX[0], 3) and (shown[seam] == 255).all()


def test_what_is_secret_is_covered_with_a_margin() -> None:
    place, stock = zone("waste", 450, 580), zone("stock", 366, 580)
    astray = zone("a corner of it", 352, 566, 20, 20)
    lying = table((stock, SECRET), (astray, SECRET), (place, PAPER))
    assert share(photograph(lying, VIEW, [place], []), SECRET) > 0.05
    shown = photograph(lying, VIEW, [place], [stock])
    assert share(shown, SECRET) == 0 and share(shown, GREY) > 0.05


def test_what_is_asked_about_is_seen_close_beside_what_is_secret() -> None:
    place, stock = zone("hand", 282, 580), zone("stock", 366, 580)
    lying = table((place, PAPER))
    whole, covered = (share(photograph(lying, VIEW, [place], secret), PAPER) for secret in ([], [stock]))
    assert covered == pytest.approx(whole, abs=0.002)


def test_of_a_long_row_the_part_is_shown_where_things_lie() -> None:
    row = WatchedZone("T1", 66, 148, 300, 98, "west")
    low, high = row.filled(2).bounds
    assert high.x == 366 and 130 < high.x - low.x < 230
    assert WatchedZone("T5", 66, 148, 300, 98, "east").filled(2).bounds[0].x == 66
    assert row.filled(None).bounds == row.filled(40).bounds == (Point(66, 148), Point(366, 246))


def test_of_a_row_that_grows_down_it_is_the_upper_part() -> None:
    low, high = WatchedZone("T1", 10, 20, 74, 300, "south").filled(1).bounds
    assert (low, high.x) == (Point(10, 20), 84) and high.y < 170
