"""Tokens beside the board: drawn on a cloth of many colours, told by colour and counted."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from calibration.geometry import Point
from companion.readers import Reader
from vision.boards.tokens import TokenZones
from vision.eyes.zone_reader import Look
from vision.rectify import RectifiedZone
from vision.scene.arrays import ByteArray
from vision.watched_zone import WatchedZone

ZONE = WatchedZone("bet_1", 100.0, 100.0, 60.0, 60.0, "east", Reader.TOKENS)
INKS = {
    "red": (45, 45, 190),
    "blue": (180, 100, 40),
    "yellow": (50, 195, 228),
    "green": (70, 130, 45),
    "black": (45, 42, 40),
}
CLOTHS = {"wood": (90, 120, 150), "green": (85, 140, 90), "red": (70, 60, 150), "white": (215, 220, 222)}
PX_PER_MM, MARGIN_MM, RADIUS_MM = 3.0, 10.0, 7.5
PLACES = [(12.0, 12.0), (30.0, 12.0), (48.0, 12.0), (12.0, 30.0), (30.0, 30.0), (48.0, 30.0), (12.0, 48.0)]


def drawn(tokens: Sequence[str], cloth: str, light: float = 1.0, seed: int = 1) -> ByteArray:
    """The place with its margin, tokens side by side: they nearly touch."""
    side = round((60 + 2 * MARGIN_MM) * PX_PER_MM)
    picture = np.full((side, side, 3), CLOTHS[cloth], np.uint8)
    for name, (x, y) in zip(tokens, PLACES, strict=False):
        middle = (round((x + MARGIN_MM) * PX_PER_MM), round((y + MARGIN_MM) * PX_PER_MM))
        cv2.circle(picture, middle, round(RADIUS_MM * PX_PER_MM), INKS[name], -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2.0, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


def look(picture: ByteArray, light: float = 1.0) -> Look:
    cut = RectifiedZone(picture, Point(90.0, 90.0), PX_PER_MM)
    # Somewhere in the picture of the table there is something white.
    table = np.full((64, 64, 3), round(235 * light), np.uint8)
    return Look(ZONE, cut, disturbed=True, photograph=False, picture=table, view=None, keep=lambda _: None)


def read(tokens: Sequence[str], cloth: str, light: float = 1.0) -> list[str]:
    reader = TokenZones()
    reader.lay_out([ZONE])
    reader.remember_bare_cuts({ZONE.id: look(drawn((), cloth, seed=2)).cut})
    reading = reader.readings([look(drawn(tokens, cloth, light), light)])[ZONE.id]
    assert not reader.untold
    return sorted(slot.best[0] for slot in reading.slots if slot.presence >= 0.5)


@pytest.mark.parametrize("cloth", CLOTHS)
@pytest.mark.parametrize(
    "tokens",
    [
        ("red", "blue", "yellow"),
        ("green", "green", "green", "black"),
        ("yellow", "red", "red", "blue", "green", "black"),
    ],
)
def test_SC_25_the_colours_of_a_bet_are_read_and_counted(tokens: tuple[str, ...], cloth: str) -> None:
    assert read(tokens, cloth) == sorted(tokens)


def test_a_place_with_nothing_on_it_shows_nothing_in_other_light_either() -> None:
    assert read((), "green", light=0.7) == []


def test_a_cloth_of_nearly_their_colour_that_lies_in_their_shadow_is_no_part_of_tokens() -> None:
    """Olive is nearer to yellow than to any other token, and what has one colour is counted by its area."""
    bare = np.full_like(drawn((), "green"), (20, 75, 65))
    laid = bare.copy()
    tokens = {"red": PLACES[0], "yellow": PLACES[2], "black": PLACES[6]}
    for name, (x, y) in tokens.items():
        middle = (round((x + MARGIN_MM) * PX_PER_MM), round((y + MARGIN_MM) * PX_PER_MM))
        cv2.circle(laid, middle, round((RADIUS_MM + 4.0) * PX_PER_MM), (15, 56, 49), -1)
        cv2.circle(laid, middle, round(RADIUS_MM * PX_PER_MM), INKS[name], -1, cv2.LINE_AA)
    noise = np.random.default_rng(3).normal(0, 2.0, bare.shape)
    bare, laid = (np.clip(one + noise, 0, 255).astype(np.uint8) for one in (bare, laid))
    reader = TokenZones()
    reader.lay_out([ZONE])
    reader.remember_bare_cuts({ZONE.id: look(bare).cut})
    reading = reader.readings([look(laid)])[ZONE.id]
    assert sorted(slot.best[0] for slot in reading.slots if slot.presence >= 0.5) == sorted(tokens)


def test_tokens_in_dimmer_light_keep_their_colours() -> None:
    tokens = ("red", "yellow", "green", "blue")
    assert read(tokens, "wood", light=0.7) == sorted(tokens)


def test_nothing_is_told_of_a_place_that_nobody_has_seen_bare_until_the_journal_says_it_is() -> None:
    reader = TokenZones()
    reader.lay_out([ZONE])
    reader.readings([look(drawn((), "wood"))])
    assert reader.untold == {ZONE.id}
    reader.known_bare([ZONE.id])
    reading = reader.readings([look(drawn(("red", "blue", "green"), "wood"))])[ZONE.id]
    assert not reader.untold
    assert sorted(slot.best[0] for slot in reading.slots) == ["blue", "green", "red"]
