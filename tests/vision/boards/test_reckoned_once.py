"""What a look at a board need not reckon anew: the same numbers, sooner."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.boards.drawn_board import FIRST, SLANTED, THIRD, as_corners, photograph, set_board
from vision.boards import empty_look, straightened
from vision.boards.alignment import grey
from vision.boards.enrolment import learn
from vision.boards.learnt_board import LearntBoard
from vision.boards.piece_colours import OTHER, either, looked_up
from vision.boards.reader import PieceReader
from vision.boards.squares import Image


@pytest.fixture(scope="module")
def learnt() -> LearntBoard:
    return learn([set_board({}), set_board(FIRST)])


def test_how_likely_one_of_two_things_is_comes_to_what_numpy_says() -> None:
    chance = np.random.default_rng(1)
    one, other = (chance.normal(-4.0, 6.0, 5000).astype(np.float32) for _ in range(2))
    assert np.abs(either(one, other) - np.logaddexp(one, other)).max() < 4e-6
    assert np.abs(either(one, np.float32(OTHER)) - np.logaddexp(one, np.float32(OTHER))).max() < 4e-6


def test_any_pixel_of_a_piece_may_be_strange(learnt: LearntBoard) -> None:
    piece = learnt.colours[0]
    seen = np.concatenate([piece.samples, np.full((1, 3), 9.0, np.float32)])
    for table, shining in ((piece.plain_or_strange, False), (piece.shining_or_strange, True)):
        told = looked_up(table, seen)
        assert (told >= piece.log_density(seen, shining=shining)).all()
        assert told[-1] > OTHER - 1.3 > piece.log_density(seen, shining=shining)[-1]


def test_the_print_of_the_bare_board_is_drawn_out_once_and_that_of_a_photograph_once_as_it_lies(
    learnt: LearntBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Image] = []

    def counted(image: Image) -> Image:
        drawn.append(image)
        return grey(image)

    for module in (empty_look, straightened):
        monkeypatch.setattr(module, "grey", counted)
    learnt.look.__dict__.pop("grey", None)
    reader = PieceReader(learnt)
    for seed in (3, 4):
        reader.read(photograph(THIRD, SLANTED, seed=seed), as_corners(SLANTED, off=2.0))
    assert sum(one is learnt.look.image for one in drawn) == 1
    assert len({id(one) for one in drawn}) == len(drawn) > 4
