"""French and English are complete: nothing missing, nothing doubtful, compiled files up to date."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po

from companion.games import all_games
from companion.words import COMMON, LANGUAGES

ROOT = Path(__file__).parents[2]


def folder(language: str) -> Path:
    return ROOT / "web" / "translations" / language / "LC_MESSAGES"


def catalog(language: str) -> Catalog:
    with (folder(language) / "messages.po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(messages: Catalog) -> dict[str, Any]:
    return {str(message.id): message.string for message in messages if message.id}


@pytest.fixture(scope="module")
def used() -> set[Any]:
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = extract_from_dir(ROOT, method_map=methods, options_map=options)
    return {message for _, _, message, _, _ in found}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_is_missing_doubtful_or_left_over(language: str, used: set[Any]) -> None:
    messages = {message.id: message for message in catalog(language) if message.id}
    assert set(messages) == used
    for message in messages.values():
        forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        assert all(forms), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_the_same(language: str) -> None:
    for message in catalog(language):
        ids = message.id if isinstance(message.id, (list, tuple)) else (message.id,)
        forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        wanted = set(re.findall(r"%\(\w+\)s", ids[-1]))
        for form in forms:
            assert set(re.findall(r"%\(\w+\)s", form)) == wanted, message.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_is_up_to_date(language: str) -> None:
    fresh = io.BytesIO()
    write_mo(fresh, catalog(language))
    fresh.seek(0)
    with (folder(language) / "messages.mo").open("rb") as file:
        committed = compiled(read_mo(file))
    assert committed == compiled(read_mo(fresh))


def test_french_typography() -> None:
    for message in (message for message in catalog("fr") if message.id):
        forms = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        for form in forms:
            assert "'" not in form, form
            assert not re.search(r"[^\u00a0][:;!?]", form), form


POLITE = re.compile(r"\b(?:vous|votre|vos|dites|faites)\b|\b\w{2,}ez\b", re.IGNORECASE)
NO_VERBS = {"assez", "chez", "nez"}


def polite(text: str) -> list[str]:
    return [found for found in POLITE.findall(text) if found.lower() not in NO_VERBS]


def test_the_page_says_tu() -> None:
    """One person holds the tablet: it says *tu* to whoever that is, and *on* of the family; never *vous*."""
    said = {message.id: message.string for message in catalog("fr") if message.id}
    sentences = {code: french for code, (french, _) in COMMON.items()}
    for game in all_games():
        sentences |= {f"{game.id} {code}": french for code, (french, _) in game.words.SENTENCES.items()}
    for forms in said.values():
        for text in forms if isinstance(forms, (list, tuple)) else (forms,):
            assert polite(text) == [], text
    for code, text in sentences.items():
        assert polite(text) == [], (code, text)
