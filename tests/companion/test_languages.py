"""Every language is whole: no sentence is missing, doubtful or left over; no other code asks which one it is."""

from __future__ import annotations

import inspect
import re
import string
import tomllib
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from companion.games import all_games, catalogue_homes
from companion.languages import (
    HOUSE,
    LANGUAGES,
    SOURCE,
    Sentences,
    brought,
    catalogue,
    folders,
    grammar,
    known_languages,
    language_name,
)
from companion.languages.collecting import compiled, forms, homes, read, renew
from companion.words import COMMON

ROOT = Path(__file__).parents[2]
TRANSLATED = tuple(language for language in LANGUAGES if language != SOURCE)
WRITTEN = tuple(language for language in known_languages() if language != SOURCE)
"""Also those that nobody is offered yet: what is there has to be right."""


@pytest.fixture(scope="module")
def wanted() -> dict[Path, Catalog]:
    return homes(ROOT)


def kept(languages: Path, language: str) -> Catalog:
    return read(languages / language / "LC_MESSAGES" / "messages.po", language)


def entries(messages: Catalog) -> dict[tuple[Any, str | None], Any]:
    return {(message.id, message.context): message for message in messages if message.id}


def test_a_plural_of_which_nothing_is_translated_is_missing(tmp_path: Path) -> None:
    wanted = Catalog()
    wanted.add(("%(num)s card", "%(num)s cards"))
    renewed = renew(tmp_path, "fr", wanted, {})
    assert [all(forms(message.string)) for message in renewed if message.id] == [False]


@pytest.mark.parametrize("language", WRITTEN)
def test_no_sentence_is_missing_doubtful_or_left_over(language: str, wanted: dict[Path, Catalog]) -> None:
    """Of a language that is still being written, in every home where it has begun."""
    for languages, template in wanted.items():
        there = entries(kept(languages, language))
        if language not in LANGUAGES and not any(any(forms(message.string)) for message in there.values()):
            continue
        assert list(there) == list(entries(template)), f"{languages}: make translations"
        for key, message in there.items():
            assert all(forms(message.string)), f"{languages / language}: {key} is not translated"
            assert not message.fuzzy, f"{languages / language}: {key} is doubtful"


@pytest.mark.parametrize("language", WRITTEN)
def test_a_translation_names_what_its_sentence_names(language: str, wanted: dict[Path, Catalog]) -> None:
    for languages in wanted:
        for (english, context), message in entries(kept(languages, language)).items():
            named = fields(forms(english)[-1])
            for place, form in enumerate(filter(None, forms(message.string))):
                free = {"owner"} if str(context).startswith("place own ") else set()
                free |= {"count"} if isinstance(english, tuple) and place == 0 else set()  # "one card"
                assert named - free <= fields(form) <= named, (context, form)


def fields(text: str) -> set[str]:
    """What a sentence names; whose something is, and how a card gets to a place, are ways to name the same."""
    page = set(re.findall(r"%\((\w+)\)s", text))
    if page or "%(" in text:
        return page
    named = {name for _, name, _, _ in string.Formatter().parse(text) if name}
    return {re.sub(r"^of_|_(?:at|bare|named|card)$", "", name) for name in named}


@pytest.mark.parametrize("language", WRITTEN)
def test_the_compiled_files_are_up_to_date(language: str, wanted: dict[Path, Catalog]) -> None:
    for languages in wanted:
        po = languages / language / "LC_MESSAGES" / "messages.po"
        if po.is_file():
            assert po.with_suffix(".mo").read_bytes() == compiled(read(po, language)), po


@pytest.mark.parametrize("language", WRITTEN)
def test_every_grammar_has_the_functions_of_the_english_one(language: str) -> None:
    for home in catalogue_homes():
        if not brought(home, SOURCE, "__init__.py"):
            assert not brought(home, language, "__init__.py"), home
            continue
        if language not in LANGUAGES and not brought(home, language, "__init__.py"):
            continue
        assert signatures(home, language) == signatures(home, SOURCE), home


def signatures(home: str, language: str) -> dict[str, Any]:
    module = __import__(f"{home}.languages.{language}", fromlist=["_"])
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    own = {
        name: value
        for name, value in public.items()
        if getattr(value, "__module__", module.__name__) == module.__name__
    }
    return {
        name: str(inspect.signature(value)) if callable(value) else type(value).__name__
        for name, value in own.items()
        if not inspect.ismodule(value)
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_brings_its_rules_in_every_language(language: str) -> None:
    assert brought(HOUSE, language, "referee.md")
    for home in catalogue_homes():
        if brought(home, SOURCE, "help.md"):
            assert brought(home, language, "help.md"), home


def test_languages_are_found_by_their_folders() -> None:
    assert LANGUAGES == ("fr", "en", "de")
    assert [language_name(language) for language in LANGUAGES] == ["Français", "English", "Deutsch"]


def test_a_sentence_is_said_filled_in_and_counted() -> None:
    said = Sentences("companion.games.crapette.panels", {"cards": ("{count} card", "{count} cards")}, "panel")
    assert [said.counted("cards", count, "fr") for count in (1, 2)] == ["1 carte", "2 cartes"]
    assert [said.counted("cards", count, "en") for count in (1, 2)] == ["1 card", "2 cards"]
    assert COMMON.said("bad_players", "fr", low=2, high=4) == "Il faut de 2 à 4 joueurs."
    assert COMMON.fields("bad_players", "fr") == {"low", "high"}
    with pytest.raises(KeyError):
        COMMON.said("nothing of the kind", "fr")


def test_what_a_language_lacks_is_said_in_english() -> None:
    assert COMMON.said("yes", "tlh") == "yes"
    assert grammar("companion.games.racko.words", "tlh").of_name("Ada") == "of Ada"
    with pytest.raises(AttributeError):
        _ = grammar("companion.words", "fr").nothing_of_the_kind


def test_french_typography() -> None:
    for language, home in ((language, home) for language in ("fr",) for home in catalogue_homes()):
        for message in entries(kept(folders(home)[0], language)).values():
            for form in forms(message.string):
                assert "'" not in form, form
                if message.context is None:
                    assert not re.search(r"[^\u00a0][:;!?]", form), form


POLITE = re.compile(r"\b(?:vous|votre|vos|dites|faites)\b|\b\w{2,}ez\b", re.IGNORECASE)
NO_VERBS = {"assez", "chez", "nez"}
IDIOMS = {"Faites vos jeux !"}


def test_the_page_says_tu() -> None:
    """One person holds the tablet: it says *tu* to whoever that is, and *on* of the family; never *vous*."""
    for home in catalogue_homes():
        for message in entries(kept(folders(home)[0], "fr")).values():
            for form in set(forms(message.string)) - IDIOMS:
                assert [found for found in POLITE.findall(form) if found.lower() not in NO_VERBS] == [], form


def test_german_typography() -> None:
    for home in catalogue_homes():
        for message in entries(kept(folders(home)[0], "de")).values():
            for form in forms(message.string):
                assert not re.search(r"['\"«»”]", form), form
                assert form.count("„") == form.count("“"), form
                assert not re.search(r"[\s\u00a0][!?;]|\w\s:", form), form


def test_german_says_du() -> None:
    """ "Sie" within a sentence would be the polite form; at its beginning it is "she" or "they"."""
    for home in catalogue_homes():
        for message in entries(kept(folders(home)[0], "de")).values():
            for form in forms(message.string):
                assert not re.search(r"(?<![.:!?…–] )(?<!^)(?<!„)\b(?:Sie|Ihnen|Ihre?[mnrs]?)\b", form), form


def test_no_code_outside_the_languages_asks_which_language_it_is() -> None:
    asked = re.compile(r"""[!=]= ?["'](?:fr|en|de)["']|["'](?:fr|en|de)["'] ?[!=]=""")
    rooms = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["packages"]
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for room in rooms
        for ending in ("py", "html", "js")
        for path in (ROOT / room).rglob(f"*.{ending}")
        if "languages" not in path.parts
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if asked.search(line)
    ]
    assert found == []


def test_every_game_writes_its_sentences_in_the_one_way() -> None:
    for game in all_games():
        assert isinstance(game.words.SENTENCES, Sentences), game.id
        assert catalogue(f"companion.games.{game.id}", "fr").info()
