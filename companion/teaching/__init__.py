"""The rules as children read them, and the five sentences of a first game: words at the edge, by rule number.

A game brings ``languages/<language>/help.md`` (chapters ``# …``, rules ``## CR-10 CR-11 Title`` and a line or two of
text) and ``help.py``: ``RULE_OF``, the rule that answers each refusal and infraction, and ``LESSON``. What concerns
the referee rather than a rule of the game (``referee-…``) is common to all (``referee.md`` in
``companion/languages``).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

from companion.games import game_ids
from companion.languages import HOUSE, SOURCE, Phrase, brought

BEGINNING = "begin"
"""The key of the sentence that a first game opens with."""
_HEADING = re.compile(r"## ((?:(?:[A-Z]{2}-\d+[a-z]?|referee-[a-z]+) )+)(\S.*)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule in a child's words; ``keys`` are the numbers that it stands for (``CR-40``)."""

    keys: tuple[str, ...]
    title: str
    text: str

    @property
    def is_numbered(self) -> bool:
        """Whether it is a rule of the game, not a word about the referee."""
        return not self.keys[0].startswith("referee-")


@dataclass(frozen=True, slots=True)
class Chapter:
    """Rules that belong together."""

    title: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A sentence of the first game, said when one of these codes occurs for the first time.

    ``codes`` are events, refusals or infractions; none for the sentence that the game opens with. ``at`` is where on
    the game's own page it points: selectors, the first that is seen counts.
    """

    key: str
    rule: str
    codes: tuple[str, ...]
    words: Phrase
    at: str = "#waiting"


class BadHelp(ValueError):
    """A help file that is not written as it should be."""


def has_help(game_id: str) -> bool:
    """Whether a game brings its rules in a child's words."""
    return game_id in game_ids() and brought(_home(game_id), SOURCE, "help.md") is not None


@cache
def chapters(game_id: str, language: str) -> tuple[Chapter, ...]:
    """A game's rules, then what concerns the referee; raises KeyError for a game without help, ``BadHelp``."""
    if not has_help(game_id):
        raise KeyError(game_id)
    return _read(_home(game_id), language, "help.md") + _read(HOUSE, language, "referee.md")


def rule(game_id: str, key: str, language: str) -> Rule | None:
    """The rule of this number; None where there is none."""
    if not has_help(game_id):
        return None
    every = (one for chapter in chapters(game_id, language) for one in chapter.rules)
    return next((one for one in every if key in one.keys), None)


def rule_of(game_id: str, code: str) -> str | None:
    """The key of the rule that answers a refusal or an infraction; None for a code that no rule answers."""
    help_of = _module(game_id)
    number: str | None = None if help_of is None else help_of.RULE_OF.get(code)
    return number


def lessons(game_id: str) -> tuple[Lesson, ...]:
    """The sentences of a first game, in order; none for a game without help."""
    help_of = _module(game_id)
    return () if help_of is None else tuple(help_of.LESSON)


def codes_of(events: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The codes that have just occurred: of every event, and of the fault that it tells if it is announced."""
    found: list[str] = []
    for event in events:
        found.append(str(event["event"]))
        if event["event"] == "infraction" and event.get("announced"):
            found.append(str(event["code"]))
    return tuple(found)


def biting(game_id: str, codes: Iterable[str], known: Iterable[str], *, begins: bool) -> Lesson | None:
    """The sentence to say now: the first one not known yet that one of these codes calls for.

    ``begins`` is whether nothing has been played yet.
    """
    happened, over = set(codes), set(known)
    for lesson in lessons(game_id):
        due = begins if not lesson.codes else bool(happened & set(lesson.codes))
        if due and lesson.key not in over:
            return lesson
    return None


def read(text: str) -> tuple[Chapter, ...]:
    """The chapters of a help file; raises ``BadHelp``."""
    found: list[tuple[str, list[Rule]]] = []
    for block in re.split(r"^(?=#)", text, flags=re.MULTILINE):
        heading, _, body = block.strip().partition("\n")
        if not heading:
            continue
        if heading.startswith("# "):
            if body.strip():
                raise BadHelp(f"text without a rule after {heading!r}")
            found.append((heading[2:], []))
            continue
        match = _HEADING.fullmatch(heading)
        if match is None or not found or not body.strip():
            raise BadHelp(f"{heading!r} is no rule with a number, a title and a text")
        found[-1][1].append(
            Rule(tuple(match[1].split()), match[2], " ".join(re.split(r"[ \n]+", body.strip(" \n"))))
        )
    return tuple(Chapter(title, tuple(rules)) for title, rules in found)


def _home(game_id: str) -> str:
    return f"companion.games.{game_id}"


def _read(home: str, language: str, name: str) -> tuple[Chapter, ...]:
    """The chapters of a text; of the English one where a language that is being written has none yet."""
    file = brought(home, language, name) or brought(home, SOURCE, name)
    try:
        return () if file is None else read(file.read_text(encoding="utf-8"))
    except BadHelp as error:
        raise BadHelp(f"{file}: {error}") from None


@cache
def _module(game_id: str) -> ModuleType | None:
    return importlib.import_module(f"companion.games.{game_id}.help") if has_help(game_id) else None
