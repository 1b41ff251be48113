"""Packs that were played with for years are the same cards, only older."""

import cv2
import numpy as np
import pytest

from vision.scene.aged_deck import CreasedDeck, _shade, bleached, worn
from vision.scene.deck import Deck, random_deck_style

STYLE = random_deck_style(7)


def test_the_sun_takes_contrast() -> None:
    faded = bleached(STYLE, np.random.default_rng(2))

    def contrast(deck: Deck) -> float:
        card = deck.draw("KS", 3.0).picture[..., :3].astype(np.float64)
        return float(np.ptp(np.percentile(card, [5, 95])))

    assert contrast(Deck(faded)) < 0.9 * contrast(Deck(STYLE))
    assert faded.paper[0] < STYLE.paper[0], "paper turns yellow"


def test_hands_make_rims_grey() -> None:
    rim = Deck(worn(STYLE, np.random.default_rng(2))).draw("9D", 3.0).picture[130, 1:3, :3]
    assert rim.mean() < Deck(STYLE).draw("9D", 3.0).picture[130, 1:3, :3].mean()


def test_a_card_keeps_its_folds() -> None:
    deck = CreasedDeck(Deck(STYLE), 5)
    cards = deck.cards[:8]
    folded = 0
    for card in cards:
        first, again, flat = (
            one.draw(card, 3.0).picture for one in (deck, CreasedDeck(Deck(STYLE), 5), Deck(STYLE))
        )
        assert np.array_equal(first, again) and np.array_equal(first[..., 3], flat[..., 3])
        folded += not np.array_equal(first, flat)
    assert 3 <= folded <= len(cards)


@pytest.mark.parametrize("light", [True, False])
def test_a_line_shades_what_lies_under_it_and_leaves_the_rest(light: bool) -> None:
    card = Deck(STYLE).draw("KH", 3.0).picture
    for end in ((20, 30), (180, 250), (400, 60), (-30, -5)):
        line = np.zeros(card.shape[:2], np.uint8)
        cv2.line(line, (-10, -10) if end[0] < 0 else (60, 90), end, 255, 2, cv2.LINE_AA)
        cover = (line.astype(np.float32) / 255.0 * 0.4)[..., None]
        lightest = card[..., 3:].astype(np.float32) if light else np.float32(0.0)
        expected = (card[..., :3] * (1 - cover) + lightest * cover).astype(np.uint8)
        shaded = card.copy()
        _shade(shaded, line, 0.4, light=light)
        assert np.array_equal(shaded[..., :3], expected) and np.array_equal(shaded[..., 3], card[..., 3])
