"""A game with printed cards before its players and on its board, and pieces on the board: filmed and followed."""

from __future__ import annotations

import numpy as np
import pytest

from companion.bench.end_to_end import film
from companion.filmed.filmable import can_film
from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_hands import FilmedHands
from companion.filmed.filmed_table import FilmedTable
from companion.filmed.picture_camera import EVENING_LIGHT, filming
from companion.games import load
from companion.hands import SIDES
from companion.readers import PRINTED, Reader
from companion.simulated.physical import Touch
from companion.simulated.players import Opening

HORSES = load("change_horses")
PLAYERS = ("Ada", "Bea", "Cyd")
SEED = 402


def test_every_part_of_the_table_is_watched() -> None:
    assert can_film(HORSES)
    zones = FilmedGame.of(HORSES, PLAYERS, SEED, EVENING_LIGHT).zones
    assert {one.kind for one in zones} == {Reader.PIECES, *PRINTED}
    rows = {one.watched_in for one in zones if one.kind is Reader.PIECES}
    assert rows == {f"row_{number}" for number in range(14)}, "a field is smaller than a hand"
    assert {one.id for one in zones if one.spread} >= {"betting_board", "front:Ada", "wild:Cyd"}


@pytest.mark.usefixtures("shown_at_once")
def test_the_beginning_of_a_race_is_followed_from_its_pictures() -> None:
    seen = film(SEED, most_looks=4, game_id=HORSES.id)
    assert (seen.outcome.false_accusations, seen.outcome.stayed) == (0, 0)
    assert seen.outcome.actions >= 2
    assert seen.reading.things >= 9
    assert seen.reading.things == seen.reading.right
    assert seen.reading.zones_right == seen.reading.zones


@pytest.mark.usefixtures("shown_at_once")
def test_two_whose_cards_do_not_lie_side_by_side_are_not_filmed() -> None:
    assert filming(Opening(HORSES, PLAYERS, {}, {})) is not None
    assert filming(Opening(HORSES, PLAYERS[:2], {}, {})) is None


def test_cards_lie_on_the_board_and_pieces_beside_them() -> None:
    filmed = FilmedGame.of(HORSES, PLAYERS, SEED, EVENING_LIGHT)
    table = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers)
    before = table.picture().astype(int)
    table.lay({"betting_board": ("AB", "CD"), "cell_1_3": ("horse_A",)})
    assert table.lying()["betting_board"] == ("AB", "CD")
    changed = np.abs(table.picture().astype(int) - before).max(axis=2) > 40
    for zone in ("betting_board", "cell_1_3"):
        ((x, y),) = np.round(table.view.to_px(np.array([table.place(zone)]))).astype(int)
        assert changed[y - 20 : y + 20, x - 20 : x + 20].any(), zone


@pytest.mark.parametrize("side", ["north", "north-west"])
def test_two_at_one_edge_reach_in_from_their_own_half_of_it(side: str) -> None:
    size = (1200.0, 700.0)
    hands = FilmedHands(
        size,
        SIDES[:5],
        lambda _: (600.0, 300.0),
        lambda _: None,
        lambda *_: (),
        np.random.default_rng(1),
        1,
        frozenset(),
    )
    (reach,) = hands.reaches([Touch("betting_board", 1000, 1800, side)])
    x, y = reach.gesture.shoulder
    assert y < 0
    assert (x < 600) == (side == "north-west")
