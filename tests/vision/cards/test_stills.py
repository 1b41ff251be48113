"""What several stills of one table show is told once: surer where they agree, less sure where they do not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.card_tables import deck, spread, table
from vision.card_names import FIGURES, SUITS
from vision.cards.answers import EMBEDDING, FIGURE_REJECT, SUIT_REJECT
from vision.cards.finding import BackSpot, IndexSpot
from vision.cards.reader import CardReader
from vision.cards.reading import ReadIndex
from vision.cards.stills import fuse_backs, fuse_looks

NAMES = ("AS", "10H", "7D", "KC", "QS")


def look(figure: str, p: float, x: float = 50.0, heat: float = 0.8, up: float = -1.0) -> ReadIndex:
    """A look at an index of a spade: how likely it is a figure, the rest shared by the others."""
    figures = np.full(FIGURE_REJECT + 1, (1.0 - p) / FIGURE_REJECT, np.float32)
    figures[FIGURES.index(figure)] = p
    suits = np.full(SUIT_REJECT + 1, 0.01, np.float32)
    suits[SUITS.index("S")] = 0.96
    spot = IndexSpot((x, 50.0), (0.0, up), (8.0, 20.0), (x + 30.0, 90.0), heat)
    return ReadIndex(spot, figures, suits, np.zeros(EMBEDDING, np.float32))


def named(read: ReadIndex) -> tuple[str, float]:
    at = int(read.figures[:-1].argmax())
    return FIGURES[at], float(read.figures[at])


def test_stills_that_agree_are_surer_than_each_but_less_so_than_if_they_knew_nothing_of_each_other() -> None:
    (fused,) = fuse_looks([[look("7", 0.7)], [look("7", 0.7, x=51.0)], [look("7", 0.7, x=49.0)]])
    figure, share = named(fused)
    independent = 0.7**3 / (0.7**3 + FIGURE_REJECT * (0.3 / FIGURE_REJECT) ** 3)
    assert figure == "7" and 0.7 < share < independent
    assert float(fused.figures.sum()) == pytest.approx(1.0, abs=1e-5)


def test_one_still_is_outvoted_by_two() -> None:
    (fused,) = fuse_looks([[look("8", 0.6)], [look("3", 0.6)], [look("3", 0.6)]])
    figure, share = named(fused)
    assert figure == "3" and share < 0.6


def test_what_one_still_alone_shows_is_doubted() -> None:
    (fused,) = fuse_looks([[look("7", 0.9, heat=0.8)], [], []])
    assert fused.spot.heat < 0.5 and named(fused)[0] == "7"
    (seen,) = fuse_looks([[look("7", 0.9, heat=0.8)], [look("7", 0.9, heat=0.7)], [look("7", 0.9, heat=0.6)]])
    assert seen.spot.heat > 0.7 > fused.spot.heat


def test_corners_beside_each_other_or_on_their_heads_stay_two() -> None:
    assert len(fuse_looks([[look("7", 0.9)], [look("7", 0.9, x=80.0)]])) == 2
    assert len(fuse_looks([[look("7", 0.9)], [look("7", 0.9, up=1.0)]])) == 2
    # Two corners of one still never become one.
    assert len(fuse_looks([[look("7", 0.9), look("7", 0.9, x=52.0)], []])) == 2


def test_one_still_says_what_it_says_and_four_are_too_many() -> None:
    only = [look("7", 0.9), look("8", 0.9, x=200.0)]
    assert fuse_looks([only]) == only
    for stills in ([], [only] * 4):
        with pytest.raises(ValueError, match="give 1 to 3"):
            fuse_looks(stills)


def test_a_back_is_told_where_most_stills_show_it() -> None:
    def back(x: float, heat: float) -> BackSpot:
        return BackSpot((x, 100.0), (0.0, -1.0), 80.0, heat)

    (told,) = fuse_backs([[back(50, 0.9), back(300, 0.9)], [back(52, 0.7)], [back(49, 0.8)]])
    assert told.centre == (50, 100.0) and told.heat == pytest.approx(0.8)


def test_noisy_stills_of_one_table_are_read_together() -> None:
    clean = table(spread(deck(31), NAMES, 15), 15, 1.5).image.astype(np.float32)
    chance = np.random.default_rng(3)
    stills = [
        np.clip(clean * 0.7 + chance.normal(0, 12, clean.shape), 0, 255).astype(np.uint8) for _ in range(3)
    ]
    reader = CardReader()
    fused = reader.read_stills(stills, 1.5).cards
    assert sorted(card.card or "" for card in fused if card.score >= 0.5) == sorted(NAMES)
    assert reader.read_stills(stills[:1], 1.5) == reader.read(stills[0], 1.5)
    with pytest.raises(ValueError, match="of one size"):
        reader.read_stills([stills[0], np.asarray(cv2.resize(stills[1], (200, 200)), np.uint8)], 1.5)
