"""A card cut out of a picture: straight, fine print as a tint, its paper white by any lamp."""

from __future__ import annotations

import cv2
import numpy as np

from vision.printed.cut_out import HEIGHT, WIDTH, Outline, balanced, cut_out


def test_a_cut_out_card_stands_straight() -> None:
    card = np.full((150, 100, 3), 240, np.uint8)
    card[:75, :50] = (0, 0, 255)  # upper left
    corners = np.array([[70, 40], [160, 70], [120, 205], [28, 172]], np.float32)
    source = np.array([[0, 0], [100, 0], [100, 150], [0, 150]], np.float32)
    picture = cv2.warpPerspective(card, cv2.getPerspectiveTransform(source, corners), (250, 250))
    seen = cut_out(picture, Outline(corners.astype(np.float64)))
    assert seen.shape == (HEIGHT, WIDTH, 3)
    assert seen[HEIGHT // 4, WIDTH // 4, 0] < 40
    assert seen[HEIGHT // 4, 3 * WIDTH // 4].min() > 200
    assert seen[3 * HEIGHT // 4, WIDTH // 4].min() > 200


def test_fine_stripes_become_a_tint_and_no_pattern() -> None:
    picture = np.full((600, 400, 3), 255, np.uint8)
    picture[::3] = (0, 160, 0)
    outline = Outline(np.array([[0, 0], [400, 0], [400, 600], [0, 600]], np.float64))
    middle = cut_out(picture, outline)[20:-20, 20:-20].astype(float)
    assert middle.std(axis=(0, 1)).max() < 12
    assert middle[..., 1].mean() - middle[..., 2].mean() > 40


def test_paper_is_white_by_any_lamp() -> None:
    card = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    card[30:60, 20:40] = (30, 30, 200)
    for gains in ((1.0, 1.0, 1.0), (0.55, 0.75, 0.8), (0.35, 0.34, 0.33), (0.9, 0.8, 0.68)):
        lit = np.clip(card * np.array(gains), 0, 255).astype(np.uint8)
        seen = balanced(lit)
        assert np.ptp(seen[5, 5].astype(int)) < 12
        assert seen[5, 5].min() > 215
        assert seen[45, 30, 2] > 150 > 80 > seen[45, 30, 0]


def test_coloured_paper_stays_coloured() -> None:
    red = np.full((HEIGHT, WIDTH, 3), (40, 40, 190), np.uint8)
    seen = balanced(red)
    assert int(seen[5, 5, 2]) - int(seen[5, 5, 0]) > 120


def test_a_black_card_with_small_pale_figures_stays_black_in_dim_light() -> None:
    card = np.full((HEIGHT, WIDTH, 3), 16, np.uint8)
    card[20:32, 26:38] = 120
    assert (card > 100).mean() < 0.05
    noisy = np.clip(card + np.random.default_rng(1).normal(0, 3, card.shape), 0, 255).astype(np.uint8)
    seen = balanced(noisy).astype(float)
    assert seen[26, 32].min() > 215
    assert seen[60:].mean() < 70 and seen[60:].std() < 15


def test_a_lamps_reflection_is_not_taken_for_the_paper_of_a_pale_card() -> None:
    card = np.full((HEIGHT, WIDTH, 3), 170, np.uint8)
    card[10:22, 10:22] = 255
    assert balanced(card)[60, 40].min() > 215


def test_an_outline_can_begin_at_any_corner() -> None:
    outline = Outline(np.array([[0, 0], [40, 0], [40, 60], [0, 60]], np.float64))
    assert outline.ratio == 40 / 60
    assert outline.turned(1).corners.tolist() == [[40, 0], [40, 60], [0, 60], [0, 0]]
    assert outline.box == (0.0, 0.0, 40.0, 60.0)
