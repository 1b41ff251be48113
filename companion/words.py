"""Words at the edge: codes of the program and of the games, said in a family's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from companion.games import game_ids, load

LANGUAGES = ("fr", "en")
_SUITS = tuple("SHDC")

COMMON: Mapping[str, tuple[str, str]] = {
    "no_game": ("Aucune partie n’est ouverte : choisis un jeu.", "No game is open: choose one."),
    "question_open": ("Réponds d’abord à la question.", "Answer the question first."),
    "no_question": ("Cette question n’est plus posée.", "That question is no longer open."),
    "unknown_choice": ("Cette réponse n’est pas proposée.", "That answer is not one of those offered."),
    "nothing_to_undo": ("Il n’y a rien à annuler.", "There is nothing to undo."),
    "not_possible": (
        "Ce n’est pas possible. La raison est secrète : essaie sur la page du joueur, elle la dit.",
        "That is not possible. The reason is a secret: try it on the player’s own page, which tells it.",
    ),
    "not_your_seat": (
        "Ce téléphone joue pour {expected} seulement.",
        "This phone plays for {expected} only.",
    ),
    "unknown_entry": ("Ce coup n’est pas dans le journal.", "That move is not in the journal."),
    "not_amendable": ("Cette ligne ne se corrige pas.", "That entry cannot be changed."),
    "unknown_game": ("Je ne connais pas ce jeu.", "I do not know that game."),
    "cards_untold": ("Il manque encore une carte. {places}.", "A card is still missing. {places}."),
    "not_to_go_on": ("Cette partie ne se reprend pas.", "That game cannot be gone on with."),
    "not_over": (
        "La partie n’est pas finie : elle garde encore ses secrets.",
        "The game is not over: it still keeps its secrets.",
    ),
    "bad_record": (
        "Ce fichier n’est pas une partie que je peux rejouer (ligne {line}).",
        "This file is no game that I can replay (line {line}).",
    ),
    "bad_players": (
        "Il faut de {low} à {high} joueurs.",
        "It takes {low} to {high} players.",
    ),
    "bad_name_empty": ("Il manque un nom.", "A name is missing."),
    "bad_name_too_long": ("Un nom a au plus {longest} lettres.", "A name has at most {longest} letters."),
    "bad_name_characters": (
        "Ce nom a un signe qui ne s’affiche pas.",
        "This name has a character that cannot be shown.",
    ),
    "bad_name_reserved": ("Ce nom est celui de la table.", "That name is taken by the table itself."),
    "names_alike": ("Deux joueurs ont le même nom.", "Two players have the same name."),
    "journal_failed": (
        "Le coup n’a pas pu être noté : fais de la place sur le disque, puis recommence.",
        "The move could not be written down: free some space on the disk, then try again.",
    ),
    "bad_option": ("Le réglage « {key} » ne va pas ici.", "The option “{key}” does not fit here."),
    "bad_profile": (
        "Ce plateau n’est pas possible : vois « {key} ».",
        "This board is not possible: see “{key}”.",
    ),
    "bad_setup": (
        "Cette position de départ n’est pas possible : vois « {key} ».",
        "This starting position is not possible: see “{key}”.",
    ),
    "no_longer_possible": (
        "Après ta correction, ce coup n’est plus possible : {move}. On fait quoi ?",
        "After your change this move is no longer possible: {move}. What now?",
    ),
    "changed_corrected": (
        "Corrigé : « {before} » devient « {after} ».",
        "Corrected: “{before}” becomes “{after}”.",
    ),
    "changed_corrected_secretly": ("Corrigé : {after}.", "Corrected: {after}."),
    "changed_taken_back": ("Annulé : {move}.", "Taken back: {move}."),
    "changed_left_out": (
        "Ce coup n’était plus possible, il ne compte plus : {move}.",
        "This move was no longer possible and counts no more: {move}.",
    ),
    "changed_now_fault": (
        "Du coup, c’est maintenant une faute : {move}. {why}",
        "So this is a fault now: {move}. {why}",
    ),
    "changed_no_fault": (
        "Du coup, ce n’est plus une faute : {move}.",
        "So this is no longer a fault: {move}.",
    ),
    "bad_options": (
        "Ces joueurs ou ces règles de la maison ne vont pas ensemble : vois « {key} ».",
        "These players or house rules do not fit together: see “{key}”.",
    ),
    "untold": ("on ne le dit pas", "not told"),
    "without": ("sans", "without"),
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
    "which_card": ("Quelle carte est-ce ?", "Which card is this?"),
    "what_happened": ("Que s’est-il passé ?", "What happened?"),
    "nothing_happened": ("Rien, tout est comme avant", "Nothing, all is as it was"),
    "put_back": ("On a remis comme avant", "It was put back"),
    "leave_out": ("On l’oublie", "Leave it out"),
    "stop_here": ("On s’arrête là", "Stop there"),
    "take_back_change": ("J’annule ma correction", "Undo my change"),
}
"""Every code that is not a game's own: (French, English)."""


def fill(
    sentences: Mapping[str, tuple[str, str]], code: str, arguments: Mapping[str, Any], language: str
) -> str:
    """A sentence with its arguments filled in; raises KeyError for a code without words."""
    return sentences[code][LANGUAGES.index(language)].format_map(_Named(arguments))


class _Named(dict[str, Any]):
    """Arguments of a sentence; one that is not known is said as a dash rather than failing at the table."""

    def __missing__(self, key: str) -> str:
        return "–"


def sentence(game_id: str | None, code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of a game, or one common to all, in words ("fr" or "en"); raises KeyError for an unknown code."""
    if game_id in game_ids():
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
        told = [sentence(game_id, f"did_{move['do']}", move, language) for move in arguments["actions"]]
        return {"fr": ", puis ", "en": ", then "}[language].join(told)
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


def of_name(name: str) -> str:
    """French "de" before a name: "d’Ada", "de Bea"."""
    first = unicodedata.normalize("NFD", name[:1]).lower()[:1]
    return f"d’{name}" if first and first in "aeiouyœæ" else f"de {name}"


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
