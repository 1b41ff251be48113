"""A language that nobody speaks, made of the English sentences: accented, two fifths longer, else the same.

What is read in it without an accent does not come from a catalogue; what no longer fits would not fit in German. Its
letters are those of the page's own font, so that it is as wide as a language would be.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

from babel.dates import get_day_names, get_month_names
from babel.messages.catalog import Catalog

from companion import languages, teaching
from companion.games import all_games, catalogue_homes
from companion.languages import HOUSE, LANGUAGES, SOURCE, brought
from companion.languages.collecting import compiled, read

LANGUAGE = "eo"
"""Esperanto, whose plurals and dates Babel knows, and which nobody has written here."""
LONGER = 0.4
_PLAIN, _ACCENTED = "acdeinouyACDEINOUY", "äçðéîñöüýÄÇÐÉÎÑÖÜÝ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_WORD = re.compile(r"[^\W\d_]+")
_UNTOUCHED = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[sd%]|&#?\w+;|<[^>]+>)")
_VOWELS = "äéîöüýÄÉÎÖÜÝ"
_FOREIGN = re.compile(rf"[^\W\d_]*[{_PLAIN}][^\W\d_]*")
_NOT_SAID = re.compile(
    rf"""<(script|style|code)\b.*?</\1>|<(\w+)\b[^>]*\blang="(?!{LANGUAGE}")[^>]*>.*?</\2>""", re.DOTALL
)
_TEXT = re.compile(r">([^<>]+)<")
_SHOWN = (
    r"alt|title|placeholder|aria-(?:label|valuetext|description)|data-(?:voice-\w+|lost|back|copied|words)"
)
_ATTRIBUTE = re.compile(rf"""\s(?:{_SHOWN})="([^"]+)\"""")
_NOT_WORDS = re.compile(r"\S+/(?:join|watch)/\w+|\{\w+\}|\b\d\d[a-f]\b")
"""Addresses, fields that a script fills in, and the numbers of rules ("59a")."""
TITLES = tuple(game.title for game in all_games())
_GRAMMAR = '''"""The English grammar, accented."""

from companion.languages.en import COMPLETE, DECIMAL_MARK, PLACE, SMALL_WORDS, SPEECH, THOUSANDS_MARK, within

NAME = "Pseudo"
COMPLETE = False


def of_name(name: str) -> str:
    return f"{of} {name}"


def of_things(named: str) -> str:
    return f"{of} {named}"


def ordinal(number: int) -> str:
    return f"{number}{th}"
'''


def accented(text: str) -> str:
    """A sentence as the language says it; its fields, tags and entities stay. A lone letter stays a letter."""
    lengthened = len("".join(_WORD.findall(_UNTOUCHED.sub("", text)))) > 1
    owed = 0.0
    said = []
    for place, part in enumerate(_UNTOUCHED.split(text)):
        if place % 2 or not lengthened:
            said.append(part if place % 2 else part.translate(_ACCENTS))
            continue
        written = 0
        for word in _WORD.finditer(part):
            owed += LONGER * len(word[0])
            more = round(owed) if set(_VOWELS) & set(word[0].translate(_ACCENTS)) else 0  # "mm" stays
            owed -= more
            said += part[written : word.start()], _longer(word[0].translate(_ACCENTS), more)
            written = word.end()
        said.append(part[written:])
    return "".join(said)


def _longer(word: str, more: int) -> str:
    """A word with so many letters more: its vowels are drawn out, one after the other."""
    places = [place for place, letter in enumerate(word) if letter in _VOWELS]
    times = [1] * len(word)
    for extra in range(more):
        times[places[extra % len(places)]] += 1
    return "".join(letter + letter.lower() * (count - 1) for letter, count in zip(word, times, strict=True))


def foreign(text: str, names: Iterable[str] = ()) -> list[str]:
    """The words of a text that this language does not say; people, games and single letters on cards keep theirs."""
    kept = {word for name in (*names, *TITLES, "Companion") for word in _WORD.findall(name)}
    kept |= {*get_month_names(locale=LANGUAGE).values(), *get_day_names(locale=LANGUAGE).values()}
    found = _FOREIGN.findall(text.replace("\u00ad", ""))
    return [word for word in found if word not in kept and not (word.isupper() and len(word) <= 2)]


def foreign_on(page: str, names: Iterable[str] = ()) -> list[str]:
    """The same of a page: what is read and what is read aloud, each with what stands around it.

    What says itself that it is in another language (``lang``), and what is typed at a terminal, may be.
    """
    page = _NOT_SAID.sub("", page)
    said = [_NOT_WORDS.sub("", text) for text in (*_TEXT.findall(page), *_ATTRIBUTE.findall(page))]
    return [text for text in dict.fromkeys(map(unescape, said)) if foreign(text, names)]


def _translated(home: str) -> Catalog:
    """Every sentence of a home, as the catalogue of any whole language lists them."""
    catalogue = Catalog(locale=LANGUAGE, charset="utf-8")
    whole = next(language for language in LANGUAGES if language != SOURCE)
    listed = brought(home, whole, "LC_MESSAGES/messages.po")
    assert listed is not None, home
    for message in read(listed, whole):
        if message.id:
            said: Any = tuple(map(accented, message.id)) if message.pluralizable else accented(message.id)
            catalogue.add(message.id, said, context=message.context)
    return catalogue


def _retold(text: str) -> str:
    """A help file: headings keep their numbers."""
    return re.sub(
        r"^(#+ (?:(?:[A-Z]{2}-\d+[a-z]?|referee-[a-z]+) )*)?(.*)$",
        lambda line: (line[1] or "") + accented(line[2]),
        text,
        flags=re.MULTILINE,
    )


def write(target: Path) -> dict[str, Path]:
    """Writes the language of the house and of every game below a folder; gives by home where its languages lie."""
    written = {}
    for home in catalogue_homes():
        written[home] = target / home.rpartition(".")[2] / "languages"
        own = written[home] / LANGUAGE
        (own / "LC_MESSAGES").mkdir(parents=True)
        (own / "LC_MESSAGES" / "messages.mo").write_bytes(compiled(_translated(home)))
        for name in ("help.md", "referee.md"):
            if text := brought(home, SOURCE, name):
                (own / name).write_text(_retold(text.read_text(encoding="utf-8")), encoding="utf-8")
    grammar = _GRAMMAR.replace("{of}", accented("of")).replace("{th}", accented("th"))
    (written[HOUSE] / LANGUAGE / "__init__.py").write_text(grammar, encoding="utf-8")
    return written


@contextmanager
def spoken(target: Path) -> Iterator[str]:
    """The language is there: its folders lie beside those of the house and of the games."""
    written = write(target)
    # A game's languages are no package of their own: what is added to the game is added to them.
    paths = [
        (importlib.import_module(home).__path__, str(where.parent))
        for home, where in written.items()
        if home != HOUSE
    ]
    paths.append((languages.__path__, str(written[HOUSE])))
    for path, where in paths:
        path.append(where)
    _forget()
    try:
        yield LANGUAGE
    finally:
        for path, where in paths:
            path.remove(where)
        sys.modules.pop(f"{languages.__name__}.{LANGUAGE}", None)
        _forget()


def _forget() -> None:
    """What was looked up before is looked up again."""
    importlib.invalidate_caches()
    for known in (languages.catalogue, languages._grammar_of, teaching.chapters):
        known.cache_clear()
