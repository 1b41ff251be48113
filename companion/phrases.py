"""The voice's fixed vocabulary: the sentences of each game that are known before anybody plays, and a name for each.

A sentence without arguments is always the same; one whose only argument is a player is known once the family is.
"""

from __future__ import annotations

import hashlib
import string
from collections.abc import Iterable, Iterator
from contextlib import suppress

from companion.games import load
from companion.languages import Sentences
from companion.words import sentence

FILE_ENDING = ".wav"
_NAME_LENGTH = 16
_VERSION = "1"
"""Another where the same text is to be recorded anew: in a better voice, at another pace."""

WHO = frozenset({"player", "to", "by", "winner", "against"})
"""The arguments that stand for a player, when a sentence has no other."""


def phrase_name(text: str, language: str) -> str:
    """The name of the file that holds a sentence; it changes with the text and with how phrases are recorded."""
    digest = hashlib.sha256(f"{_VERSION}\n{language}\n{text}".encode()).hexdigest()
    return digest[:_NAME_LENGTH] + FILE_ENDING


def fixed_phrases(game_id: str, language: str, players: Iterable[str] = ()) -> tuple[str, ...]:
    """What may be said aloud of a game in always the same words, and what only names one of the players; sorted."""
    game, names = load(game_id), tuple(dict.fromkeys(players))
    said = set()
    for code, template in _templates(game_id, language):
        if not _sayable(code, game.codes.events | game.codes.refusals | game.codes.infractions):
            continue
        fields = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        if not fields:
            said.add(template)
        elif len(fields) == 1 and fields <= WHO:
            said |= set(_naming(game_id, code, fields.pop(), names, language))
    return tuple(sorted(said))


def _templates(game_id: str, language: str) -> Iterator[tuple[str, str]]:
    sentences: Sentences = load(game_id).words.SENTENCES
    return ((code, sentences.said(code, language)) for code in sentences)


def _sayable(code: str, known: frozenset[str]) -> bool:
    """Whether a sentence is of an event, a refusal or a fault, or a variant of one: ``turn_passed_again``."""
    parts = code.split("_")
    return any("_".join(parts[:count]) in known for count in range(1, len(parts) + 1))


def _naming(game_id: str, code: str, who: str, names: Iterable[str], language: str) -> Iterator[str]:
    for name in names:
        with suppress(KeyError, ValueError, IndexError, TypeError, AttributeError):
            yield sentence(game_id, code, {who: name}, language)
