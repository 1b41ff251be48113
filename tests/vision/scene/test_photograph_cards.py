"""Cards and tables are cut out of photographs: here drawn ones, so that it is known where they lie."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from tests.card_tables import deck
from vision.card_names import BACK
from vision.scene.arrays import ByteArray
from vision.scene.card_table import paste
from vision.scene.deck import random_deck
from vision.scene.photograph_cards import PhotographedDeck, bare_table, card_quad, cut_card

TABLE = (70, 110, 30)
PX_PER_MM = 3.5
CARD_PX = (63.0 * PX_PER_MM, 88.0 * PX_PER_MM)


def photograph(turn: float, at: tuple[float, float] = (500.0, 380.0)) -> tuple[ByteArray, tuple[float, ...]]:
    """A felt with one card, the ten of hearts, and the box around it as people label it."""
    noise = np.random.default_rng(4).normal(0.0, 4.0, (800, 1000, 3))
    picture = np.clip(np.array(TABLE) + noise, 0, 255).astype(np.uint8)
    paste(picture, deck(1).draw("10H", PX_PER_MM).picture, at, turn)
    angle = math.radians(turn)
    across = abs(CARD_PX[0] * math.cos(angle)) + abs(CARD_PX[1] * math.sin(angle))
    down = abs(CARD_PX[0] * math.sin(angle)) + abs(CARD_PX[1] * math.cos(angle))
    return picture, (at[0] - across / 2, at[1] - down / 2, at[0] + across / 2, at[1] + down / 2)


@pytest.mark.parametrize("turn", [0.0, 3.0, 38.0, 90.0, 145.0])
def test_a_card_is_cut_out_upright_however_it_lies(turn: float) -> None:
    picture, box = photograph(turn)
    quad = card_quad(picture, box)
    assert quad is not None
    card = cut_card(picture, quad)
    assert card.px_per_mm == pytest.approx(PX_PER_MM, rel=0.06)
    straight = cv2.resize(deck(1).draw("10H", 4.0).picture[..., :3], card.picture.shape[1::-1])
    apart = [
        float(np.abs(one.astype(np.int16) - straight).mean())
        for one in (card.picture, card.picture[::-1, ::-1])
    ]
    assert min(apart) < 25.0
    assert float((card.picture.min(axis=2) > 150).mean()) > 0.6, "paper, not table"


def test_a_box_without_a_whole_card_gives_none() -> None:
    picture, _ = photograph(38.0)
    assert card_quad(picture, (470.0, 330.0, 500.0, 420.0)) is None
    assert card_quad(picture, (20.0, 20.0, 900.0, 90.0)) is None


def test_the_table_without_its_cards_has_their_light_and_grain_and_none_of_their_paper() -> None:
    picture, box = photograph(38.0)
    quad = card_quad(picture, box)
    assert quad is not None
    bare = bare_table(picture, [quad], PX_PER_MM, (400.0, 300.0), 2.0)
    assert bare is not None and bare.shape == (600, 800, 3)
    inside = bare[20:-20, 20:-20].reshape(-1, 3).astype(np.float64)
    assert np.abs(inside.mean(axis=0) - TABLE).max() < 6.0
    assert inside.max() < 150
    assert inside.std(axis=0).min() > 0.5


def test_where_cards_leave_no_table_there_is_none() -> None:
    picture, _ = photograph(0.0)
    everything = np.array([(0, 0), (1000, 0), (1000, 800), (0, 800)], np.float64)
    assert bare_table(picture, [everything], PX_PER_MM, (400.0, 300.0), 2.0) is None


def test_a_photographed_pack_has_its_cards_in_turn_a_drawn_back_and_no_other_card() -> None:
    picture, box = photograph(0.0)
    quad = card_quad(picture, box)
    assert quad is not None
    light = cut_card(picture, quad)
    dark = cut_card(picture // 2, quad)
    packs = [PhotographedDeck("pack", {"10H": [light, dark]}, random_deck(3), take) for take in range(3)]
    levels = [float(pack.draw("10H", 4.0).picture[..., :3].mean()) for pack in packs]
    assert levels[0] == levels[2] > 1.5 * levels[1]
    assert packs[0].draw("10H", 4.0).picture.shape == (352, 252, 4)
    back = packs[0].draw(BACK, 4.0)
    assert back.picture[..., 3].max() == 255 and back.indices == ()
    with pytest.raises(ValueError, match="pack has no 2S"):
        packs[0].draw("2S", 4.0)
