"""The drawn course: fields line up, horses keep apart, silks tell colours by pattern and letter, nothing inline."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from math import dist
from typing import Any
from xml.etree import ElementTree

import pytest

from companion.drawing import symbols
from companion.games import load
from companion.games.change_horses import captions, drawing, oval, silks
from companion.games.change_horses.rules.state import HORSES
from companion.languages import LANGUAGES

PLAYERS = ("Ada", "Bea", "Cyd", "Dan", "Eve")


def view(count: int = 4, options: dict[str, Any] | None = None, **setup: Any) -> dict[str, Any]:
    game = load("change_horses")
    state = game.new_game(PLAYERS[:count], options or {}, setup)
    return dict(game.view(state, None).public)


def racing(**more: Any) -> dict[str, Any]:
    rows = {"A": (4, 3), "B": (6, 6), "C": (1, 5), "D": (2, 1), "E": (5, 3), "F": (3, 13)}
    horses = {letter: {"lane": lane, "row": row} for letter, (lane, row) in rows.items()}
    board = [{"by": "Ada", "card": "AB"}, {"by": "Bea", "card": "AF", "covered_by": "Cyd"}]
    front = {"Ada": ["CE"], "Bea": ["BC"], "Cyd": ["DF", "AC"], "Dan": ["AE", "BD"]}
    positions = {name: place for place, name in enumerate(PLAYERS[:4], start=1)}
    laid = {"phase": "play", "turn": "Cyd", "round": 3, "horses": horses, "board": board, "front": front}
    return view(positions=positions, **{**laid, **more})


def parsed(drawn: str) -> ElementTree.Element:
    assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", drawn)
    assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(symbols.symbols())
    known = set(re.findall(r'id="([\w-]+)"', silks.patterns()))
    assert set(re.findall(r"url\(#([\w-]+)\)", drawn)) <= known
    return ElementTree.fromstring(drawn)


@pytest.mark.parametrize("make", [oval.wide_course, oval.narrow_course])
@pytest.mark.parametrize("fields", [12, 13])
def test_fields_run_round_the_course_anticlockwise_and_close(make: Any, fields: int) -> None:
    course = make(6, fields)
    for lane in range(1, 7):
        points = [course.at(field / 4, course.radius(lane)) for field in range(4 * fields + 1)]
        assert dist(points[0], points[-1]) < 0.1
        assert all(0 < x < course.width and 0 < y < course.height for x, y in points)
        turned = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(points))
        assert turned < 0, "y goes down, so a negative area runs against the clock"


@pytest.mark.parametrize("row", range(12))
def test_CH_54_a_photo_finish_is_drawn_with_its_horses_level_and_in_the_picture(row: int) -> None:
    horses = {letter: {"lane": lane, "row": 30 + 2 * lane} for lane, letter in enumerate(HORSES, start=1)}
    for letter in "AF":
        horses[letter]["row"] = row
    photo = {"horses": ["A", "F"], "by": "shared", "players": ["Ada", "Bea"], "place": 1}
    shown = {**view(phase="certificates", horses=horses), "photo_finish": photo}
    drawn = drawing.photo_finish(shown, "fr")
    parsed(drawn)
    left, top, width, height = map(float, re.findall(r'viewBox="([^"]+)"', drawn)[0].split())
    assert width / height == pytest.approx(4 / 3, rel=0.01)
    course = oval.sheet_of(shown)
    for lane in (1, 6):
        x, y = course.at(row + 0.5, course.radius(lane))
        assert left + 15 < x < left + width - 15 and top + 15 < y < top + height - 15


@pytest.mark.parametrize("make", [oval.wide_course, oval.narrow_course])
def test_horses_side_by_side_do_not_cover_each_other(make: Any) -> None:
    for row in range(12):
        laid = view(
            horses={letter: {"lane": lane, "row": row} for lane, letter in enumerate(HORSES, start=1)}
        )
        course = make(6, 12)
        places = drawing.standing(laid, course)
        assert set(places) == set(HORSES)
        nearest = min(dist(one, other) for one, other in combinations(places.values(), 2))
        assert nearest > 1.8 * course.token, row


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_course_shows_every_horse_and_who_is_home(narrow: bool, language: str) -> None:
    drawn = drawing.course(racing(), language, narrow=narrow)
    root = parsed(drawn)
    keys = sorted(key for one in root.iter() if (key := one.get("data-key", "")).startswith("horse-"))
    assert keys == [f"horse-{letter}" for letter in HORSES]
    assert drawn.count("chequered") == 1
    assert (captions.caption("stumbled", language) in drawn) is not narrow
    assert drawn.count('class="hole"') == (0 if narrow else 6)


def test_before_the_horses_are_placed_the_course_is_empty() -> None:
    laid = view()
    assert "data-key" not in drawing.course(laid, "fr") and drawing.told(laid, "fr") == []


def test_where_horses_go_is_drawn_and_told() -> None:
    laid = racing()
    laid["moves_due"] = [{"horse": "C", "lane": 1, "from": 5, "to": 8}]
    assert drawing.course(laid, "fr").count('class="way"') == 1
    assert "Rouge (C), couloir 1, case 5, va à la case 8" in drawing.told(laid, "fr")
    assert "Purple (F), lane 3, over the line" in drawing.told(laid, "en")
    assert drawing.going(laid, "C") == laid["moves_due"][0] and drawing.going(laid, "A") is None


def test_silks_differ_by_colour_pattern_and_letter() -> None:
    parsed(f"<svg>{silks.disc('A', 0, 0, 20)}</svg>")
    assert len({silk.colour for silk in silks.SILKS.values()}) == 6
    assert len({silk.drawn for silk in silks.SILKS.values()}) == 6
    assert [f">{letter}</text>" in silks.token(letter) for letter in HORSES] == [True] * 6


def test_a_card_names_its_two_colours() -> None:
    said = {"fr": "jaune et orange (AB)", "en": "yellow and orange (AB)", "de": "gelb und orange (AB)"}
    drawn = {language: parsed(drawing.card("AB", language)).get("aria-label") for language in said}
    assert drawn == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_and_certificates_say_what_they_are(language: str) -> None:
    hidden = parsed(drawing.certificate(None, language)).get("aria-label")
    assert hidden == captions.caption("not_noted", language)
    for letter in HORSES:
        assert f"({letter})" in (parsed(drawing.certificate(letter, language)).get("aria-label") or "")
    for drawn in (drawing.rays(), silks.patterns()):
        ElementTree.fromstring(drawn)


def test_parity_says_who_stays() -> None:
    moves = {letter: goes for letter, _, goes in drawing.tally(racing())}
    assert moves == {"A": 1, "B": 1, "C": None, "D": None, "E": None, "F": None}


def test_a_long_name_is_shortened_beside_its_animal() -> None:
    names = ("Léo", "Mamie Josette", "Bartholomé le Magnifique", "Maximiliano-Alexandre")
    assert [drawing.short_name(name, 4) for name in names] == ["Léo", "Mamie", "Barth…", "Maxim…"]
    assert drawing.short_name("Bartholomé", 5) == "Bar…"


def test_every_caption_is_in_both_languages_and_says_tu() -> None:
    for key in captions._CAPTIONS:
        french, english = (captions._CAPTIONS.said(key, language) for language in ("fr", "en"))
        assert french and english, key
        assert not re.search(r"\b(?:vous|votre|vos)\b", french), key
        assert set(re.findall(r"{\w+}", french)) == set(re.findall(r"{\w+}", english)), key
        assert not re.search(r"[^\u00a0][:;!?]", french), key
