"""``make translations``: collects the sentences of the house and of every game, and writes and compiles catalogues.

Folders of games that lie elsewhere may be named: ``python -m companion.languages.collecting FOLDER…``. A sentence
that moved to another home or got another code keeps its translation.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[2]
_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)
_PAGE = {"trim_blocks": "true", "lstrip_blocks": "true"}


def sentences_in(
    file: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[int, str, Any, list[str]]]:
    """Babel's extractor of ``Sentences(__name__, {code: English, …}, kind)``."""
    for call in ast.walk(ast.parse(file.read())):
        if not (
            isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Sentences"
        ):
            continue
        kind = f"{ast.literal_eval(call.args[2])} " if len(call.args) > 2 else ""
        for code, english in ast.literal_eval(call.args[1]).items():
            one = isinstance(english, str)
            texts = (english,) if one else english
            yield call.lineno, "pgettext" if one else "npgettext", (kind + code, *texts), []


def template_of(home: Path, *without: Path) -> Catalog:
    """Every sentence below a folder, of Python code and of page templates; not of the folders left out."""
    found, left_out = Catalog(), {path.resolve() for path in without}
    methods: list[tuple[str, Any]] = [("**.html", "jinja2"), ("**.py", "python"), ("**.py", sentences_in)]
    for method in methods:
        for _, _, message, _, context in extract_from_dir(
            home,
            method_map=[method],
            options_map={"**.html": _PAGE},
            directory_filter=lambda path: Path(path).resolve() not in left_out,
        ):
            found.add(message, context=context)
    return found


def homes(root: Path = ROOT, *elsewhere: Path) -> dict[Path, Catalog]:
    """What has to be translated in every folder of languages: the house's and each game's."""
    games = root / "companion" / "games"
    house = template_of(root / "companion", games)
    for room in ("web", "calibration"):
        for message in template_of(root / room):
            if message.id:
                house.add(message.id, context=message.context)
    found = {root / "companion" / "languages": house}
    for game in (*sorted(path.parent for path in games.glob("*/manifest.py")), *elsewhere):
        found[game / "languages"] = template_of(game)
    return found


def read(path: Path, language: str) -> Catalog:
    """A catalogue as it is kept; an empty one where there is none yet."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as programs read it."""
    written = io.BytesIO()
    catalogue.creation_date = _ALWAYS  # so that the same sentences are always the same file
    write_mo(written, catalogue)
    return written.getvalue()


def renew(languages: Path, language: str, wanted: Catalog, elsewhere: dict[Any, Any]) -> Catalog:
    """Brings one catalogue in line with the sentences that there are; ``elsewhere`` are translations by English."""
    path = languages / language / "LC_MESSAGES" / "messages.po"
    kept, renewed = read(path, language), Catalog(locale=language, charset="utf-8")
    for message in wanted:
        if message.id:
            had = kept.get(message.id, message.context)
            string = had.string if had and had.string else elsewhere.get(message.id, "")
            renewed.add(message.id, string, context=message.context)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = io.BytesIO()
    write_po(text, renewed, no_location=True, omit_header=True, width=110)
    _write(path, header(language).encode() + text.getvalue())
    _write(path.with_suffix(".mo"), compiled(read(path, language)))
    return renewed


def forms(string: str | Sequence[str] | None) -> tuple[str, ...]:
    """Every form in which a catalogue says a sentence: one, or as many as nouns have beside numbers."""
    return (string,) if isinstance(string, str) else tuple(string or ("",))


def header(language: str) -> str:
    """The head of a catalogue: its language, and how many forms a noun has beside numbers."""
    lines = (
        f"Language: {language}",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {Catalog(locale=language).plural_forms}",
    )
    return "\n".join(('msgid ""', 'msgstr ""', *(f'"{line}\\n"' for line in lines))) + "\n\n"


def _write(path: Path, content: bytes) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.write_bytes(content)


def main(*elsewhere: Path, root: Path = ROOT) -> None:
    """Renews every catalogue, and says what is still untranslated."""
    wanted = homes(root, *elsewhere)
    house = root / "companion" / "languages"
    for language in sorted(path.parent.name for path in house.glob("*/__init__.py")):
        if language == "en":
            continue
        known = {
            message.id: message.string
            for languages in wanted
            for message in read(languages / language / "LC_MESSAGES" / "messages.po", language)
            if message.id and message.string and not isinstance(message.id, tuple)
        }
        for languages, template in wanted.items():
            renewed = renew(languages, language, template, known)
            missing = [one.id for one in renewed if one.id and not all(forms(one.string))]
            if missing:
                print(f"{languages}/{language}: {len(missing)} to be translated")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
