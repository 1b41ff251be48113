"""The tint of an ink tells a deck's suits apart where blur and darkness hide their shapes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.card_names import CARDS
from vision.cards.inks import DeckInks, tints

PAPER = (225, 232, 235)
BLACK, RED, GREEN = (30, 28, 30), (40, 30, 190), (40, 110, 30)


def crop(ink: tuple[int, int, int], *, light: float = 1.0, blur: float = 0.0) -> NDArray[np.uint8]:
    """An index: a figure and a sign of this ink (BGR) on paper, under so much light, out of focus by so many px."""
    image = np.full((72, 48, 3), PAPER, np.uint8)
    cv2.putText(image, "7", (12, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 4)
    cv2.circle(image, (24, 54), 7, ink, -1)
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), np.uint8)
    return np.asarray(np.clip(image * light, 0, 255), np.uint8)


@pytest.mark.parametrize("light", [1.0, 0.35])
@pytest.mark.parametrize("blur", [0.0, 3.0])
def test_an_ink_keeps_its_tint_in_the_dark_and_out_of_focus(light: float, blur: float) -> None:
    black, red, green = tints(np.stack([crop(ink, light=light, blur=blur) for ink in (BLACK, RED, GREEN)]))
    assert black.min() > 0.85
    assert red[2] < 0.35 and red[:2].min() > 0.8
    assert green[1] < 0.65 and green[2] > 0.85


def test_bare_paper_and_a_dark_table_beside_the_index_have_no_tint_of_their_own() -> None:
    bare = np.full((72, 48, 3), PAPER, np.uint8)
    beside = crop(RED)
    beside[:, :5] = 12
    told = tints(np.stack([bare, beside]))
    assert not told[0].any()
    assert told[1][2] < 0.35


def deck(hearts: tuple[int, int, int], spades: tuple[int, int, int]) -> DeckInks:
    """Hearts and diamonds in one ink, clubs and spades in another."""
    codes = range(len(CARDS))
    inks = [hearts if CARDS[code][-1] in "HD" else spades for code in codes]
    return DeckInks.of(tints(np.stack([crop(ink) for ink in inks])), list(codes))


def likely(**chances: float) -> NDArray[np.float64]:
    """Probabilities of cards; the rest shares what is left."""
    cards = np.full(len(CARDS), (1.0 - sum(chances.values())) / (len(CARDS) - len(chances)))
    for name, chance in chances.items():
        cards[CARDS.index(name[1:])] = chance
    return cards


def test_a_black_index_out_of_focus_is_no_diamond_of_a_deck_whose_diamonds_are_red() -> None:
    """Film 9693: the aces and nines of clubs were read as diamonds, surely, in a dim room."""
    (dim,) = tints(crop(BLACK, light=0.35, blur=3.0)[None])
    told = deck(RED, BLACK).told(likely(_AD=0.6, _AC=0.3), dim)
    assert CARDS[int(told.argmax())] == "AC" and told.max() > 0.85
    assert told.sum() == pytest.approx(1.0)


@pytest.mark.parametrize(
    "read",
    [
        pytest.param(likely(_QD=0.9, _QC=0.05), id="a court card has a picture beside its index"),
        pytest.param(likely(_AD=0.5, _KD=0.5), id="of the rank it says nothing"),
    ],
)
def test_what_the_ink_cannot_tell_stays_as_it_was_read(read: NDArray[np.float64]) -> None:
    (black,) = tints(crop(BLACK)[None])
    told = deck(RED, BLACK).told(read, black)
    ranks = [rows.reshape(4, 13).sum(axis=0) for rows in (read, told)]
    assert np.allclose(*ranks)
    courts = [CARDS.index(card) for card in ("QD", "QC", "KD", "KC")]
    assert np.allclose(read[courts], told[courts])


def test_a_deck_whose_suits_were_not_all_seen_says_nothing() -> None:
    inks = DeckInks.of(tints(crop(RED)[None]), [CARDS.index("7H")])
    read = likely(_AD=0.6, _AC=0.3)
    (black,) = tints(crop(BLACK)[None])
    assert np.array_equal(inks.told(read, black), read)
