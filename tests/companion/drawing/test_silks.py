"""One set of silks for every game: told apart by colour, pattern and letter; what is written on one can be read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.drawing.silks import SILKS, disc, filling, patterns, token
from companion.games.change_horses import silks as of_change_horses
from companion.games.change_horses.rules.state import HORSES
from companion.games.super_crack import silks as of_super_crack
from companion.games.super_crack.rules.profile import COLOURS


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    shares = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (
        share / 12.92 if share <= 0.03928 else ((share + 0.055) / 1.055) ** 2.4 for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", SILKS)
def test_what_is_written_on_a_silk_can_be_read(colour: str) -> None:
    silk = SILKS[colour]
    dark, light = sorted((luminance(silk.colour), luminance(silk.ink)))
    assert (light + 0.05) / (dark + 0.05) >= 5.3


def test_no_two_silks_are_told_apart_by_colour_alone() -> None:
    assert len({silk.colour for silk in SILKS.values()}) == len({silk.drawn for silk in SILKS.values()}) == 6


def test_a_page_holds_the_patterns_of_the_colours_it_shows() -> None:
    drawn = patterns(["red", "blue"])
    ElementTree.fromstring(drawn)
    assert set(re.findall(r'id="([\w-]+)"', drawn)) == {"silk-red", "silk-blue"}
    assert "style=" not in patterns()


def test_a_token_is_well_formed_and_as_large_as_asked() -> None:
    drawn = ElementTree.fromstring(token("silk", 40, disc("green", "V", 20, 20, 20)))
    assert drawn.get("width") == "40" and drawn.get("viewBox") == "0 0 40 40"
    assert filling("green") == "url(#silk-green)"


def test_both_games_of_silks_wear_the_same_ones() -> None:
    ridden = {of_change_horses.SILKS[letter] for letter in HORSES}
    assert ridden == set(SILKS.values())
    for colour in COLOURS:
        letter = next(letter for letter in HORSES if of_change_horses.SILKS[letter] is SILKS[colour])
        assert f'fill="{SILKS[colour].colour}"' in of_super_crack.token(colour, "fr")
        assert of_change_horses.filling(letter) == filling(colour)
        assert filling(colour) in of_super_crack.token(colour, "fr")
