"""The languages of the house: one folder a language, one way to write and to say a sentence.

**Sentences.** The English sentence stands in the code, under a code of its own, in ``Sentences``::

    SENTENCES = Sentences(__name__, {"rolled": "{player} throws {value}."})
    SENTENCES.said("rolled", "fr")                    # "{player} lance {value}."
    SENTENCES.said("rolled", "fr", player="Ada", …)   # filled in

Its translation stands in the language's gettext catalogue under that code as context (``msgctxt``), so two places
with the same English may read differently elsewhere. A code whose wording changes with a number has two,
``"cards": ("{count} card", "{count} cards")``, and is said by ``counted``. Templates and Flask code use gettext.

**Folders.** What the house says lies in ``companion/languages/<language>/``, what a game says in
``companion/games/<id>/languages/<language>/``: ``LC_MESSAGES/messages.po`` and the ``messages.mo`` made of it
(``make translations`` collects, carries over and compiles them all), and texts (``help.md``, ``referee.md``).
English needs no catalogue.

**Grammar.** What no list of sentences can say (articles that melt together, elision, endings) are functions in the
folder's ``__init__.py``. English names them all; every other language writes functions of the same names and
parameters, and ``grammar(__name__, language).of_name("Ada")`` calls them. No code outside these folders asks which
language it is. A game's grammar is looked up first, then the house's; what a language lacks is said by English.

**A new language** is a folder here whose ``__init__.py`` says ``NAME`` (as its speakers call it), ``PLACE`` (in
menus), ``SPEECH`` (for browsers), ``COMPLETE``, and the grammar. Families are offered it (``LANGUAGES``) once it is
complete.
"""

from __future__ import annotations

import gettext
import importlib
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

HOUSE = "companion"
"""The package whose folder ``languages`` holds what belongs to no game."""
SOURCE = "en"
"""The language in which the sentences stand in the code."""
_GAMES = "companion.games."


def home_of(module: str) -> str:
    """The package whose catalogues hold a module's sentences: its game's, else the house."""
    if module.startswith(_GAMES):
        return _GAMES + module.removeprefix(_GAMES).partition(".")[0]
    return HOUSE


def folders(home: str) -> tuple[Path, ...]:
    """The folders of a home's languages: every place of its package ``languages``, its own one first."""
    found = find_spec(f"{home}.languages")
    return tuple(map(Path, (found.submodule_search_locations or ()) if found else ()))


def brought(home: str, language: str, name: str) -> Path | None:
    """A file that a language brings to a home ("help.md"); None where it brings none."""
    files = (folder / language / name for folder in folders(home))
    return next(filter(Path.is_file, files), None)


@cache
def catalogue(home: str, language: str) -> gettext.NullTranslations:
    """A home's sentences in a language; English ones where it has none."""
    file = brought(home, language, "LC_MESSAGES/messages.mo")
    if file is None:
        return gettext.NullTranslations()
    with file.open("rb") as compiled:
        return gettext.GNUTranslations(compiled)


class Grammar:
    """What the folders of a language, a game's own first, know beside sentences; English knows the rest."""

    def __init__(self, home: str, language: str) -> None:
        places = dict.fromkeys((each, spoken) for spoken in (language, SOURCE) for each in (home, HOUSE))
        self._modules = tuple(
            importlib.import_module(f"{each}.languages.{spoken}")
            for each, spoken in places
            if brought(each, spoken, "__init__.py")
        )

    def __getattr__(self, name: str) -> Any:
        for module in self._modules:
            if hasattr(module, name):
                return getattr(module, name)
        raise AttributeError(f"no language knows {name}")


@cache
def _grammar_of(home: str, language: str) -> Grammar:
    return Grammar(home, language)


def grammar(module: str, language: str) -> Grammar:
    """The grammar of a language for a module: of its game, then of the house."""
    return _grammar_of(home_of(module), language)


class Sentences:
    """Sentences by their codes, in English, and what they are in every language.

    ``kind`` tells apart the codes of several collections of one home ("caption", "panel").
    """

    def __init__(self, module: str, english: Mapping[str, str | tuple[str, str]], kind: str = "") -> None:
        self._home = home_of(module)
        self._english = english
        self._kind = f"{kind} " if kind else ""

    def __contains__(self, code: object) -> bool:
        return code in self._english

    def __iter__(self) -> Iterator[str]:
        return iter(self._english)

    def said(self, code: str, language: str, **arguments: Any) -> str:
        """A sentence, its fields filled in if arguments are given; raises KeyError for an unknown code."""
        english = self._english[code]
        one = english if isinstance(english, str) else english[0]
        text = catalogue(self._home, language).pgettext(self._kind + code, one)
        return text.format_map(arguments) if arguments else text

    def fields(self, code: str, language: str) -> frozenset[str]:
        """The names of the fields that a sentence fills in."""
        parsed = string.Formatter().parse(self.said(code, language))
        return frozenset(field for _, field, _, _ in parsed if field)

    def counted(self, code: str, count: int, language: str, **arguments: Any) -> str:
        """The wording for a number of things, all its fields filled in; for none a code with ``_0`` goes first."""
        if count == 0 and f"{code}_0" in self._english:
            return self.said(f"{code}_0", language, count=count, **arguments)
        english = self._english[code]
        one, several = (english, english) if isinstance(english, str) else english
        text = catalogue(self._home, language).npgettext(self._kind + code, one, several, count)
        return text.format_map({"count": count, **arguments})

    def phrase(self, code: str, **arguments: Any) -> Phrase:
        """A sentence to be said later, in whatever language is read then."""
        return Phrase(self, code, tuple(arguments.items()))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence that has not been put into a language yet."""

    sentences: Sentences
    code: str
    arguments: tuple[tuple[str, Any], ...] = ()

    def said(self, language: str) -> str:
        """The phrase in a language."""
        return self.sentences.said(self.code, language, **dict(self.arguments))


def known_languages() -> tuple[str, ...]:
    """Every language that has a folder here, also one that is being written, in the order of the menus."""
    found = (path.parent.name for folder in folders(HOUSE) for path in folder.glob("*/__init__.py"))
    return tuple(sorted(found, key=lambda language: int(grammar(HOUSE, language).PLACE)))


LANGUAGES = tuple(language for language in known_languages() if grammar(HOUSE, language).COMPLETE)
"""The languages that a family may choose, in the order of the menus."""


def language_name(language: str) -> str:
    """A language as its speakers call it: "Français"."""
    return str(grammar(HOUSE, language).NAME)
