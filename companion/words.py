"""Words at the edge: codes of the program and of the games, said in a family's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from companion.games import game_ids, load
from companion.languages import Sentences

_SUITS = tuple("SHDC")

COMMON = Sentences(
    __name__,
    {
        "no_game": "No game is open: choose one.",
        "question_open": "Answer the question first.",
        "no_question": "That question is no longer open.",
        "unknown_choice": "That answer is not one of those offered.",
        "nothing_to_undo": "There is nothing to undo.",
        "not_possible": "That is not possible. The reason is a secret: try it on the player’s own page, which tells it.",
        "not_your_seat": "This phone plays for {expected} only.",
        "unknown_entry": "That move is not in the journal.",
        "not_amendable": "That entry cannot be changed.",
        "unknown_game": "I do not know that game.",
        "cards_untold": "A card is still missing. {places}.",
        "not_to_go_on": "That game cannot be gone on with.",
        "not_over": "The game is not over: it still keeps its secrets.",
        "bad_record": "This file is no game that I can replay (line {line}).",
        "bad_seating": "Nobody can sit like that here.",
        "bad_players": "It takes {low} to {high} players.",
        "bad_name_empty": "A name is missing.",
        "bad_name_too_long": "A name has at most {longest} letters.",
        "bad_name_characters": "This name has a character that cannot be shown.",
        "bad_name_reserved": "That name is taken by the table itself.",
        "names_alike": "Two players have the same name.",
        "journal_locked": "Another program holds the table’s journal: end it, then try again.",
        "journal_failed": "The move could not be written down: free some space on the disk, then try again.",
        "journal_unreadable": "Earlier games cannot be read from the disk now. The game in play goes on.",
        "bad_option": "The option “{key}” does not fit here.",
        "bad_profile": "This board is not possible: see “{key}”.",
        "bad_setup": "This starting position is not possible: see “{key}”.",
        "no_longer_possible": "After your change this move is no longer possible: {move}. What now?",
        "changed_corrected": "Corrected: “{before}” becomes “{after}”.",
        "changed_corrected_secretly": "Corrected: {after}.",
        "changed_taken_back": "Taken back: {move}.",
        "changed_left_out": "This move was no longer possible and counts no more: {move}.",
        "changed_now_fault": "So this is a fault now: {move}. {why}",
        "changed_no_fault": "So this is no longer a fault: {move}.",
        "bad_options": "These players or house rules do not fit together: see “{key}”.",
        "untold": "not told",
        "without": "without",
        "yes": "yes",
        "no": "no",
        "which_card": "Which card is this?",
        "what_happened": "What happened?",
        "nothing_happened": "Nothing, all is as it was",
        "nothing_allowed": "Nothing that the rules allow",
        "put_back": "It was put back",
        "told_otherwise": "Not “{before}”, but “{after}”",
        "leave_out": "Leave it out",
        "then": ", then ",
        "and": " and ",
        "stop_here": "Stop there",
        "take_back_change": "Undo my change",
    },
)
"""Every code that is not a game's own."""


def fill(sentences: Sentences, code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A sentence with its arguments filled in; raises KeyError for a code without words."""
    return sentences.said(code, language).format_map(_Named(arguments))


class _Named(dict[str, Any]):
    """Arguments of a sentence; one that is not known is said as a dash rather than failing at the table."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(game_id: str | None, code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of a game, or one common to all, in words; raises KeyError for an unknown code."""
    if game_id in game_ids():
        if code in ("bad_option", "bad_options") and arguments.get("key") in load(str(game_id)).options:
            arguments = {**arguments, "key": label(str(game_id), f"option_{arguments['key']}", language)}
        with suppress(KeyError):
            said: str = load(str(game_id)).words.sentence(code, arguments, language)
            return said
    if code == "bad_players":
        low, high = arguments.get("expected", (2, 4))
        arguments = {"low": low, "high": high}
    if code == "no_longer_possible":
        move = arguments["action"]
        arguments = {"move": sentence(game_id, f"did_{move['do']}", move, language)}
    if code == "moves":
        retold = arguments.get("retold", {"count": 0})
        moves = arguments["actions"][retold["count"] :]
        told = [sentence(game_id, f"did_{move['do']}", move, language) for move in moves]
        if retold["count"]:
            told.insert(0, _change(game_id, "told_otherwise", retold, language))
        return COMMON.said("then", language).join(told)
    if code.startswith("changed_"):
        return _change(game_id, code, arguments, language)
    return fill(COMMON, code, arguments, language)


def _change(game_id: str | None, code: str, arguments: Mapping[str, Any], language: str) -> str:
    """What a correction changed (``companion.mending``), its moves and faults in words."""
    named = {
        name: sentence(game_id, f"did_{arguments[key]['do']}", arguments[key], language).removesuffix(".")
        for name, key in (("move", "action"), ("before", "before"), ("after", "after"))
        if key in arguments
    }
    if named.get("before") == named.get("after") and code == "changed_corrected":
        code = "changed_corrected_secretly"
    if "fault" in arguments:
        fault = arguments["fault"]
        named["why"] = sentence(game_id, fault["code"], fault, language)
    return fill(COMMON, code, named, language)


def listed(names: Iterable[str], language: str, joint: str | None = None) -> str:
    """Names in a row: "Ada", "Ada et Bea", "Ada, Bea et Cyd"; ``joint`` stands before the last instead of "and"."""
    *first, last = list(names) or [""]
    return ", ".join(first) + (joint or COMMON.said("and", language)) + last if first else last


def has_words(game_id: str, code: str) -> bool:
    """Whether a game, or the program, has words for a code."""
    return code in load(game_id).words.SENTENCES or code in COMMON


def label(game_id: str, code: str, language: str, arguments: Mapping[str, Any] | None = None) -> str:
    """A label of a form in words; where a game has none, the bare name: what follows the first underscore."""
    try:
        return sentence(game_id, code, arguments or {}, language)
    except KeyError:
        return code.partition("_")[2].replace("_", " ")


def value_name(
    game_id: str, argument: str, value: Any, language: str, view: Mapping[str, Any] | None = None
) -> str:
    """How a choice for an argument reads in a form: a card by its name, a player by theirs, yes or no.

    With a ``view`` a game may say more of it than its name: the colour of a horse.
    """
    if (seen := _in_view("value_name_in", game_id, argument, value, language, view)) is not None:
        return seen
    name: str = load(game_id).words.value_name(argument, value, language)
    if name == str(value) and (value is None or isinstance(value, bool)):
        return fill(COMMON, {None: "untold", True: "yes", False: "no"}[value], {}, language)
    return name


def sign(
    game_id: str, argument: str, value: Any, language: str, view: Mapping[str, Any] | None = None
) -> str | None:
    """A choice in a few strokes: a card ("V♥"), or what a game says of it in a ``view``; None where it has no sign."""
    if (seen := _in_view("sign_in", game_id, argument, value, language, view)) is not None:
        return seen
    card_sign = getattr(load(game_id).words, "card_sign", None)
    known = card_sign is not None and isinstance(value, str) and value[-1:] in _SUITS
    return str(card_sign(value, language)) if known and card_sign else None


def _in_view(
    naming: str, game_id: str, argument: str, value: Any, language: str, view: Mapping[str, Any] | None
) -> str | None:
    """What a game's own function, if it has this one, says of a choice in a view."""
    name_in = getattr(load(game_id).words, naming, None)
    said: str | None = name_in(view, argument, value, language) if name_in and view else None
    return said


def face_name(game_id: str, face: str | int, language: str) -> str:
    """A die's or card's face by name: "Valet", "Jack", "5"."""
    name: str = load(game_id).words.face_name(face, language)
    return name


def spoken(game_id: str, events: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud after these events (in the record's form), in order; most say nothing."""
    lines: list[str] = load(game_id).words.spoken(list(events), language)
    return lines
