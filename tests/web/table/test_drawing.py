"""The track fits any valid board, and no drawing carries what a strict page forbids."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.drawing import svg, symbols
from companion.games import load
from companion.games.poker_dice_race import drawing
from companion.languages import LANGUAGES

LABELS = dict.fromkeys(("track", "start", "finish", "finish_note", "river", "straight"), 'a <b> & "c"')


def view(length: int, players: tuple[str, ...] = ("Ada", "Bea"), **setup: Any) -> dict[str, Any]:
    game = load("poker_dice_race")
    board = {"length": length, "obstacles": [[2, 3], [length - 2, length - 1]]}
    state = game.new_game(players, {}, {"phase": "racing", "turn": "Ada", "board": board, **setup}, None)
    shown: dict[str, Any] = dict(game.view(state).public)
    return shown


@pytest.mark.parametrize("arrange", [drawing.wide_layout, drawing.narrow_layout])
@pytest.mark.parametrize("length", range(6, 81))
def test_squares_lie_inside_and_apart_and_follow_each_other(arrange: Any, length: int) -> None:
    layout = arrange(length, 4, 4)
    cells = (*layout.squares, *layout.arrivals, *layout.starts)
    assert len(cells) == length + 8
    for cell in cells:
        assert cell.x >= 0 and cell.x + cell.width <= layout.width
        assert cell.y >= 0 and cell.y + cell.height <= layout.height
        assert cell.width >= 26 and cell.height >= 30
    for one, other in combinations(cells, 2):
        apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart_x or apart_y
    for one, other in zip(layout.squares, layout.squares[1:], strict=False):
        same_row, same_column = one.y == other.y, one.x == other.x
        joined = max(abs(one.x - other.x) - one.width, abs(one.y - other.y) - max(one.height, other.height))
        assert (same_row or same_column) and joined < 20


def test_the_default_board_is_drawn_as_in_the_picture() -> None:
    layout = drawing.wide_layout(28, 4, 4)
    rows = sorted({round(cell.y) for cell in layout.squares}, reverse=True)
    assert len(rows) == 5
    assert [sum(round(cell.y) == row for cell in layout.squares) for row in rows] == [11, 1, 11, 1, 4]
    assert {name for name, *_ in layout.notes} == {"start", "finish", "river", "straight"}


@pytest.mark.parametrize("narrow", [False, True])
def test_a_board_is_well_formed_and_uses_known_symbols(narrow: bool) -> None:
    laid = view(
        28,
        ("Ada", "Bea", "Cyd", "Dan"),
        board={"length": 28, "obstacles": [[10, 11], [20, 21]]},
        horses={"1": {"square": 12}, "2": {"square": 15}, "3": {"rank": 1}},
        series={"horse": 1, "rolls": [["K", "9"], ["Q", "J"]]},
    )
    drawn = drawing.board(laid, LABELS, narrow=narrow)
    root = ElementTree.fromstring(drawn)
    assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", drawn)
    assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(symbols.symbols())
    keys = [piece.get("data-key") for piece in root.iter() if piece.get("data-key")]
    assert sorted(keys) == ["horse-1", "horse-2", "horse-3", "horse-4"]


def test_where_nobody_stands_a_ghost_shows_the_landing() -> None:
    free = view(28, series={"horse": 1, "rolls": [["K", "9"]]})
    drawn = drawing.board(free, LABELS)
    assert 'data-key="ghost-1"' in drawn
    taken = view(28, horses={"3": {"square": 1}}, series={"horse": 1, "rolls": [["K", "9"]]})
    assert "ghost" not in drawing.board(taken, LABELS)
    assert drawing.board(taken, LABELS).count(f'fill="{svg.GOLD}"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("face", ["9", "10", "J", "Q", "K", "A", 1, 2, 3, 4, 5, 6])
def test_a_figure_wears_gold_and_says_its_name(face: str | int, language: str) -> None:
    drawn = drawing.die(face, language)
    ElementTree.fromstring(drawn)
    assert (svg.GOLD in drawn) is drawing.is_figure(face)
    assert "aria-label" in drawn


def test_letters_follow_the_language() -> None:
    assert ">V</text>" in drawing.die("J", "fr")
    assert ">J</text>" in drawing.die("J", "en")


def test_text_is_escaped() -> None:
    assert "&lt;b&gt;" in svg.text("<b>", 0, 0, 20)
    assert svg.attributes(aria_label='"<>&') == " aria-label='\"&lt;&gt;&amp;'"


def test_symbols_hold_nothing_inline() -> None:
    assert not re.search(r"\sstyle=|<style|<script", symbols.sprite())
    assert symbols.ratio("l-dadamax") == pytest.approx(6.845, abs=0.01)
    with pytest.raises(KeyError):
        symbols.ratio("nothing")


def test_chances_are_one_a_player() -> None:
    laid = view(28)
    rows = list(drawing.badges(laid, {"1": 0.6, "2": 0.6, "3": 0.4, "4": 0.4}))
    assert [(player, chance) for player, _, chance in rows] == [("Ada", 0.6), ("Bea", 0.4)]
