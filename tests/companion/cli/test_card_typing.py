"""Cards as people type them."""

from __future__ import annotations

import pytest

from companion.card_words import card_name, card_sign
from companion.cli.enrolment.card_typing import typed_card
from vision.card_names import CARDS


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_every_card_is_understood_as_it_is_said_and_as_it_is_signed(language: str) -> None:
    for code in CARDS:
        assert typed_card(str(card_name(code, language)), language) == code
        assert typed_card(card_sign(code, language), language) == code


@pytest.mark.parametrize(
    ("text", "language", "code"),
    [
        ("roi de cœur", "fr", "KH"),
        ("ROI DE COEUR", "fr", "KH"),
        ("Rco", "fr", "KH"),
        ("10p", "fr", "10S"),
        ("1 trefle", "fr", "AC"),
        ("as de trèfle", "fr", "AC"),
        ("V♦", "fr", "JD"),
        ("d pique", "fr", "QS"),
        ("qs", "en", "QS"),
        ("10 of hearts", "en", "10H"),
        ("king hearts", "en", "KH"),
        ("Herz-König", "de", "KH"),
        ("pik 10", "de", "10S"),
        ("B♦", "de", "JD"),
        ("die Kreuz Dame", "de", "QC"),
        ("kr 7", "de", "7C"),
    ],
)
def test_short_and_careless_forms(text: str, language: str, code: str) -> None:
    assert typed_card(text, language) == code


@pytest.mark.parametrize(
    ("text", "language"),
    [("", "fr"), ("roi", "fr"), ("roi c", "fr"), ("11 h", "en"), ("hearts", "en"), ("?", "en")],
)
def test_what_may_be_two_cards_or_none_is_not_guessed(text: str, language: str) -> None:
    assert typed_card(text, language) is None
