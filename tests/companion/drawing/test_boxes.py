"""The lids of the boxes: one for every game, every symbol there, nothing a strict page forbids."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.drawing import boxes, symbols
from companion.game import Game
from companion.games import game_ids
from companion.languages import LANGUAGES
from tests.companion.games.kit import each_game


@each_game
def test_every_game_has_a_lid_that_a_strict_page_may_carry(game: Game) -> None:
    for language in LANGUAGES:
        lid = boxes.cover(game.id, game.title, language)
        ElementTree.fromstring(lid)
        assert "style=" not in lid and "<script" not in lid
        there = set(re.findall(r'<symbol id="([\w-]+)"', symbols.sprite()))
        assert set(re.findall(r'href="#([\w-]+)"', lid)) <= there


def test_the_letters_on_cards_and_dice_follow_the_language() -> None:
    assert ">R</text>" in boxes.cover("poker_dice_race", "Dadamax", "fr")
    assert ">K</text>" in boxes.cover("poker_dice_race", "Dadamax", "en")


def test_a_game_nobody_drew_a_lid_for_gets_one_with_its_title_escaped() -> None:
    assert "Trios &amp; &lt;co&gt;" in boxes.cover("trios", "Trios & <co>", "fr")
    assert boxes.lettering("trios") is None and boxes.letter("trios", "trios") == "T"


def test_no_symbol_comes_twice_into_a_page() -> None:
    page = symbols.sprite()
    names = re.findall(r'<symbol id="([\w-]+)"', page)
    assert len(names) == len(set(names))


def test_the_boxes_stand_in_order_and_their_letters_differ() -> None:
    order = boxes.in_order(["trios", *game_ids()])
    assert set(order[:-1]) == set(game_ids()) and order[0] == "super_crack" and order[-1] == "trios"
    assert len({boxes.letter(game, game) for game in game_ids()}) == len(game_ids())


@pytest.mark.parametrize("game", game_ids())
def test_a_lettering_is_wider_than_it_is_high(game: str) -> None:
    symbol = boxes.lettering(game)
    assert symbol is not None, f"{game} brings no lettering.svg"
    assert 3 < symbols.ratio(symbol) < 14
