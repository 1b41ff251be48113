"""The drawn track fits any valid board, and every colour comes with its pattern and its letter."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.drawing import symbols
from companion.drawing.silks import SILKS
from companion.games import load
from companion.games.super_crack import drawing
from companion.games.super_crack.rules.profile import COLOURS
from companion.games.super_crack.track import course
from companion.languages import LANGUAGES

PLAYERS = ("Ada", "Bea", "Cyd")
BOARDS = (
    {"finish": 50, "red_zone": 12, "rivers": [[19]], "hedges": [[33]], "dots": [5, 11, 16]},
    {"finish": 12, "red_zone": 3, "rivers": [[4, 5]], "hedges": [[8]], "dots": [2]},
    {"finish": 120, "red_zone": 40, "rivers": [[20], [60, 61]], "hedges": [[90, 91, 92]], "dots": [7, 119]},
)
each_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: str(board["finish"]))
narrow_or_wide = pytest.mark.parametrize("narrow", [False, True])


def racing(board: dict[str, Any] | None = None, **setup: Any) -> dict[str, Any]:
    game = load("super_crack")
    horses = {str(n): {"owner": PLAYERS[n % 3], "square": 0} for n in range(1, 16)} | setup.pop("horses", {})
    laid = {
        "phase": "racing",
        "turn": "Ada",
        "horses": horses,
        **({"board": board} if board else {}),
        **setup,
    }
    state = game.new_game(PLAYERS, {}, laid, None)
    shown: dict[str, Any] = dict(game.view(state).public)
    return shown


def drawn(view: dict[str, Any], **options: Any) -> str:
    svg = drawing.track(view, "fr", **options)
    ElementTree.fromstring(svg)
    return svg


@each_board
@narrow_or_wide
def test_every_horse_stands_inside_the_picture_wherever_it_is(board: dict[str, Any], narrow: bool) -> None:
    laid = course(board, narrow=narrow)
    least = drawing.track(racing(board), "fr", narrow=narrow)
    assert "<svg" in least
    longest = laid.horse * (1.86 + 0.72)
    for square in (-board["red_zone"], 0, board["finish"]):
        assert laid.line(square) - longest >= laid.left - longest * 0.25
        assert laid.line(square) <= laid.end
    assert laid.middle(1) > laid.top and laid.middle(16) < laid.height


@each_board
@narrow_or_wide
def test_a_track_is_well_formed_and_uses_known_symbols(board: dict[str, Any], narrow: bool) -> None:
    svg = drawn(racing(board), narrow=narrow, next_up=3)
    known = {f"#{name}" for name in symbols.symbols()}
    assert set(re.findall(r'href="(#[\w-]+)"', svg)) <= known
    assert "style=" not in svg and "<script" not in svg
    patterns = set(re.findall(r'id="(silk-\w+)"', drawing.patterns()))
    assert set(re.findall(r"url\(#(silk-\w+)\)", svg)) <= patterns
    assert svg.count('class="lane-next"') == 1


def test_lanes_show_number_owner_and_who_is_free() -> None:
    view = racing()
    svg = drawn(view)
    assert svg.count('class="runner"') == 15 and svg.count('class="free-lane"') == 1
    assert ">libre<" in svg
    for player in PLAYERS:
        assert svg.count(f'"#{symbols.seat_animal(PLAYERS, player)}"') == 5


def test_words_above_the_track_never_run_into_each_other() -> None:
    crowded = {"finish": 14, "red_zone": 2, "rivers": [[1]], "hedges": [[2]], "dots": []}
    svg = drawn(racing(crowded))
    assert ">Départ<" in svg and ">Arrivée<" in svg and ">Haie<" not in svg


def test_a_trapped_horse_shows_the_one_it_needs() -> None:
    free = drawn(racing(horses={"1": {"owner": "Ada", "square": 18}}))
    stuck = drawn(racing(horses={"1": {"owner": "Ada", "square": 19}}))
    assert stuck.count("#c8202f") == free.count("#c8202f") + 2


def test_a_horse_that_moved_says_how_far() -> None:
    moved = {"event": "horse_moved", "horse": 2, "square_from": 3, "square_to": 8, "by": "die"}
    stayed = {**moved, "horse": 4, "square_to": 3}
    back = {**moved, "horse": 5, "square_from": 6, "square_to": 2}
    svg = drawn(racing(), events=[moved, stayed, back])
    assert ">+5<" in svg and ">−4<" in svg and svg.count('class="step"') == 2


def test_arrived_horses_wear_their_rank() -> None:
    view = racing(horses={"2": {"owner": "Bea", "square": 50}}, arrivals=[2])
    svg = drawn(view)
    assert svg.count('class="medal"') == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colour_is_never_told_by_its_paint_alone(language: str) -> None:
    letters = set()
    for colour in COLOURS:
        token = drawing.token(colour, language)
        ElementTree.fromstring(token)
        assert f"url(#silk-{colour})" in token and SILKS[colour].colour in token
        letters |= set(re.findall(r"<text[^>]*>(\w)<", token))
        assert f"url(#silk-{colour})" in drawing.counted((colour,) * 4)
        assert f"url(#silk-{colour})" in drawing.all_colours()
        assert f"url(#silk-{colour})" in drawing.chip(3, colour)
        assert f"url(#silk-{colour})" in drawing.podium_card(1, 3, colour, "ours", language)
        assert f"url(#silk-{colour})" in drawing.stall_picture(3, colour)
    assert len(letters) == 4


def test_pictures_are_well_formed() -> None:
    pictures = (
        drawing.die(5, "fr"),
        drawing.burst(),
        drawing.horse_token(12, "green"),
        drawing.podium_card(2, 12, "yellow", "chat", "en"),
        drawing.patterns(),
        drawing.all_colours(),
        drawing.counted(("red", "blue", "blue", "green")),
    )
    for picture in pictures:
        ElementTree.fromstring(picture)
        assert "style=" not in picture


def test_a_horse_alone_does_not_slide_as_the_one_on_the_track() -> None:
    assert "data-key" in drawn(racing()) and "data-key" not in drawing.horse_token(3, "red")
