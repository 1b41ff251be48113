"""The drawn rack: a rising line, a kink at a break, what is not known, and nothing inline."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.drawing import symbols
from companion.games.racko import captions, drawing
from companion.languages import LANGUAGES

ASCENDING = (3, 9, 14, 19, 27, 28, 29, 39, 46, 58)
BROKEN = (3, 8, 14, 26, 29, 37, 22, 41, 46, 52)


def parsed(drawn: str) -> ElementTree.Element:
    assert not re.search(r"\sstyle=|<style|<script|\son[a-z]+=", drawn)
    assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(symbols.symbols())
    return ElementTree.fromstring(drawn)


def classes(drawn: str) -> list[str]:
    return [name for one in parsed(drawn).iter() for name in (one.get("class") or "").split()]


def line_of(drawn: str) -> list[tuple[float, float]]:
    path = next(one for one in parsed(drawn).iter() if one.get("class") == "rising")
    numbers = [float(part) for part in re.findall(r"[\d.]+", path.get("d") or "")]
    return list(zip(numbers[0::2], numbers[1::2], strict=True))


@pytest.mark.parametrize("narrow", [False, True])
def test_a_rack_in_order_rises_and_every_slot_is_ticked(narrow: bool) -> None:
    drawn = drawing.rack(ASCENDING, 60, "fr", narrow=narrow)
    points = line_of(drawn)
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    assert classes(drawn).count("right") == 10 and "wrong" not in classes(drawn)
    assert classes(drawn).count("run") == 3
    assert parsed(drawn).get("aria-label", "").startswith("fente 5 3, fente 10 9")


def test_a_break_is_a_kink_and_nothing_after_it_counts() -> None:
    drawn = drawing.rack(BROKEN, 60, "fr")
    across = [x for x, _ in line_of(drawn)]
    assert across[6] < across[5] and across[5] > across[4]
    assert classes(drawn).count("right") == 6 and classes(drawn).count("wrong") == 4
    assert (
        drawing.rack_told(BROKEN, False, "fr")
        == "Rupture à la fente 35\u00a0: le 22 est plus petit que le 37."
    )


def test_only_the_longest_run_is_told_and_the_bonus_only_where_it_is_played() -> None:
    assert drawing.run(ASCENDING) == (4, 6)
    assert drawing.run((20, 21, 22, 27, 28, 29, 30, 41, 42, 43)) == (3, 6)
    assert drawing.run((1, 3, 5, 7, 9, 11, 13, 14, 20, 22)) is None
    assert drawing.rack_told(ASCENDING, True, "en") == "27, 28 and 29 follow one another: bonus."
    assert drawing.rack_told(ASCENDING, False, "en") == "27, 28 and 29 follow one another."


def test_an_unknown_slot_of_the_own_rack_is_asked_and_judged_by_nobody() -> None:
    drawn = drawing.own_rack((None, 9, None, 30, 20, None, None, None, None, None), 60, "en")
    assert classes(drawn).count("empty") == 7 and len(line_of(drawn)) == 3
    assert "wrong" not in classes(drawn) and "right" not in classes(drawn)
    assert "slot 5 unknown, slot 10 9" in (parsed(drawn).get("aria-label") or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_say_what_they_are(language: str) -> None:
    assert parsed(drawing.card(37, 60, language)).get("aria-label") == "37"
    hidden = captions.caption("hidden", language)
    for drawn in (drawing.card(None, 60, language), drawing.back(language)):
        assert parsed(drawn).get("aria-label") == hidden
    for drawn in (drawing.no_card(language), drawing.ticks(4, broken=True)):
        parsed(drawn)


def test_the_mark_on_a_card_moves_with_its_number() -> None:
    marks = [
        float(re.findall(r'd="M([\d.]+)', drawing.card(value, 60, "fr"))[0]) for value in (1, 20, 40, 60)
    ]
    assert marks == sorted(marks) and marks[0] < 60 < 190 < marks[-1]


def test_every_caption_is_in_both_languages_and_says_tu() -> None:
    for key in captions._CAPTIONS:
        french, english = (captions._CAPTIONS.said(key, language) for language in ("fr", "en"))
        assert french and english, key
        assert not re.search(r"\b(?:vous|votre|vos)\b", french), key
        assert set(re.findall(r"{\w+}", french)) == set(re.findall(r"{\w+}", english)), key
        assert not re.search(r"[^\u00a0][:;!?]", french), key
