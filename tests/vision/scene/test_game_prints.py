"""Each print of the three games is whole, the same again for the same number, and no two of its cards look alike."""

import itertools
import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games import brought
from vision.scene.game_box import BACK, BoxArt, GameBox
from vision.scene.game_prints import print_box
from vision.scene.numbered_prints import draw_numbered_card, numbered_style

_CARDS = {"racko": 60, "super_crack": 26 + 16, "change_horses": 15 + 1 + 5 + 6 + 6}


def _box(game: str, seed: int) -> GameBox:
    return print_box(game, json.loads(brought(game, "prints.json") or "{}"), seed)


@pytest.fixture(scope="module", params=[(game, seed) for game in _CARDS for seed in (1, 2)], ids=str)
def printed(request: pytest.FixtureRequest) -> tuple[str, GameBox]:
    game, seed = request.param
    return game, _box(game, seed)


def test_every_card_is_there_once_in_one_size(printed: tuple[str, GameBox]) -> None:
    game, box = printed
    assert len(box.labels) == len(set(box.labels)) == _CARDS[game]
    assert {card.shape for card in box.cards.values()} == {box.back.shape}
    assert box.back.shape[1] / box.back.shape[0] == pytest.approx(box.size_mm[0] / box.size_mm[1], rel=0.01)
    assert 0.4 < box.ratio <= 1.0


def test_no_two_cards_look_alike_not_even_small_and_upside_down(printed: tuple[str, GameBox]) -> None:
    _, box = printed
    small = {
        label: cv2.resize(card, (64, 96), interpolation=cv2.INTER_AREA).astype(np.int16)
        for label, card in box.cards.items()
    }
    for (first, one), (second, other) in itertools.combinations(small.items(), 2):
        for turned in (other, other[::-1, ::-1]):
            apart = np.abs(one - turned).max(axis=2) > 48
            assert apart.sum() >= 8, (first, second)


@pytest.mark.parametrize("game", _CARDS)
def test_the_same_number_is_the_same_print_and_another_is_another(game: str) -> None:
    once, again, other = _box(game, 5), _box(game, 5), _box(game, 6)
    label = once.labels[3]
    assert all(np.array_equal(once.cards[one], again.cards[one]) for one in once.labels)
    assert np.array_equal(once.back, again.back)
    assert once.labels == other.labels
    assert (
        once.cards[label].shape != other.cards[label].shape or (once.cards[label] != other.cards[label]).any()
    )


def test_6_and_9_have_a_bar_where_the_print_says_so() -> None:
    for seed in range(30):
        style = numbered_style(seed, 60)
        bare = replace(style, bars="none")
        for number in (6, 9, 16, 24, 60):
            same = np.array_equal(draw_numbered_card(style, number), draw_numbered_card(bare, number))
            assert same == (not style.barred(number)), (seed, number)
        assert not style.barred(24)
        assert style.barred(6) == style.barred(9)
        assert style.barred(6) or not style.turned, "6 and 9 could not be told apart"


def test_most_prints_have_bars() -> None:
    assert sum(numbered_style(seed, 60).barred(6) for seed in range(60)) > 42


def test_a_box_is_laid_like_a_deck() -> None:
    box = _box("change_horses", 3)
    art = BoxArt(box)
    drawn = art.draw("AB", 4.0)
    assert drawn.picture.shape == (round(box.size_mm[1] * 4), round(box.size_mm[0] * 4), 4)
    assert drawn.picture[0, 0, 3] == 0, "the corners are round"
    assert not np.array_equal(drawn.picture, art.draw(BACK, 4.0).picture)
    with pytest.raises(ValueError, match="has no AG"):
        art.draw("AG", 4.0)


def test_a_plan_of_no_known_kind_is_refused() -> None:
    with pytest.raises(KeyError):
        print_box("noughts", {"kind": "crosses"}, 1)
