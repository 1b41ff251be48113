"""Names of players: short, readable, harmless, and not alike."""

from __future__ import annotations

import pytest

from companion.game import Rejected
from companion.names import clean_name, clean_names


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


def test_names_that_differ_only_in_capitals_are_alike() -> None:
    with pytest.raises(Rejected, match="names_alike"):
        clean_names(("Ada", "ada"))
