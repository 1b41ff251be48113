"""Names of players: short, readable, harmless, and not alike."""

from __future__ import annotations

import pytest

from companion.action import Rejected
from companion.names import clean_name, clean_names, graphemes


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("x" * 25, "too_long"),
        ("a\u202eb", "characters"),
        ("a\u200bb", "characters"),
        ("a\nb", "characters"),
        ("\u0301a", "characters"),
        ("a\ue000", "characters"),
        ("a\u200eb", "characters"),
        ("\u2067Ada", "characters"),
        ("a\u200db", "characters"),
        ("\u200d\U0001f467", "characters"),
        ("\U0001f467\u200d", "characters"),
        ("Z\u0334\u0335\u0336\u0337a", "characters"),
        ("\U0001f467" * 25, "too_long"),
        ("\U0001f1eb\U0001f1f7" * 25, "too_long"),
        ("table", "reserved"),
        ("Bank", "reserved"),
    ],
)
def test_bad_names(given: str, reason: str) -> None:
    with pytest.raises(Rejected, match=f"bad_name_{reason}"):
        clean_name(given)


def test_names_are_put_in_one_form() -> None:
    assert clean_name("  Ine\u0300s   B ") == "Inès B"
    assert clean_name("e\u0301" * 24) == "é" * 24


@pytest.mark.parametrize(
    "letter",
    ["x", "\u0644", "g\u0308", "\U0001f98a", "\U0001f44d\U0001f3fd", "\U0001f1eb\U0001f1f7"],
    ids=["plain", "from right to left", "with a mark", "emoji", "skin tone", "flag"],
)
def test_a_name_has_as_many_letters_as_people_count(letter: str) -> None:
    assert clean_name(letter * 24) == letter * 24


def test_an_emoji_put_together_from_several_is_one_letter() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    rainbow = "\U0001f3f3\ufe0f\u200d\U0001f308"
    assert graphemes(f"A{family}{rainbow}") == ["A", family, rainbow]
    assert clean_name(family * 6 + rainbow * 6) == family * 6 + rainbow * 6
    with pytest.raises(Rejected, match="too_long"):
        clean_name(family * 13)


def test_names_that_differ_only_in_capitals_are_alike() -> None:
    with pytest.raises(Rejected, match="names_alike"):
        clean_names(("Ada", "ada"))
