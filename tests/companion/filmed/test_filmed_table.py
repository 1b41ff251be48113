"""The small picture of a filmed table is the large one made small, though only what was drawn anew is."""

import cv2
import numpy as np
import pytest

from companion.filmed.filmed_game import FilmedGame
from companion.filmed.filmed_table import FilmedTable, reduce_corner
from companion.filmed.picture_camera import EVENING_LIGHT
from companion.games import load
from vision.card_names import BACK


@pytest.mark.parametrize(
    ("size", "small_size"), [((254, 316), (51, 64)), ((156, 194), (52, 64)), ((120, 99), (40, 33))]
)
def test_a_corner_comes_out_as_in_the_whole(size: tuple[int, int], small_size: tuple[int, int]) -> None:
    chance = np.random.default_rng(3)
    picture = chance.integers(0, 256, (*size, 3), dtype=np.uint8)
    whole = cv2.resize(picture, small_size[::-1], interpolation=cv2.INTER_AREA)
    for row, column in [(1, 1), size, *zip(*(chance.integers(1, side, 60) for side in size), strict=True)]:
        small = np.zeros_like(whole)
        reduce_corner(picture, small, (int(row), int(column)))
        rows, columns = (
            -(-int(last) * after // before)
            for last, after, before in zip((row, column), small_size, size, strict=True)
        )
        assert np.array_equal(small[:rows, :columns], whole[:rows, :columns])
        # A row and a column more may be made anew, and nothing beyond.
        assert not small[rows + 1 :].any() and not small[:, columns + 1 :].any()


CHANGES: dict[str, list[dict[str, tuple[str, ...]]]] = {
    "crapette": [
        {"T8": ("KH", "QS"), "F3": ("AD",)},
        {"waste:Bea": ("9C",), "T8": ("KH",)},
        {"T1": (BACK,), "waste:Bea": ()},
    ],
    "change_horses": [
        {"betting_board": ("AB", "CD"), "cell_1_3": ("horse_A",)},
        {"cell_1_3": (), "cell_6_5": ("horse_A",)},
        {"betting_board": ("AB",)},
    ],
}


@pytest.mark.parametrize("game", CHANGES)
def test_after_every_change_all_of_the_small_picture_is_the_large_one_made_small(game: str) -> None:
    filmed = FilmedGame.of(load(game), ("Ada", "Bea", "Cyd")[: 2 + (game != "crapette")], 1, EVENING_LIGHT)
    film = FilmedTable(filmed.plan, filmed.players, filmed.room, filmed.layers)
    for laid in CHANGES[game]:
        before = film._small.copy()
        film.lay(laid)
        size = film._small.shape[1::-1]
        whole = cv2.resize(film._picture, size, interpolation=cv2.INTER_AREA)
        assert not np.array_equal(film._small, before) and np.array_equal(film._small, whole)
