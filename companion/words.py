"""Words at the edge: codes of the program and of the games, said in a family's language."""

from __future__ import annotations

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
    "bad_options": (
        "Ces joueurs ou ces règles de la maison ne vont pas ensemble : vois « {key} ».",
        "These players or house rules do not fit together: see “{key}”.",
    ),
    "untold": ("on ne le dit pas", "not told"),
    "without": ("sans", "without"),
    "yes": ("oui", "yes"),
    "no": ("non", "no"),
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
    return fill(COMMON, code, arguments, language)


def has_words(game_id: str, code: str) -> bool:
    """Whether a game, or the program, has words for a code."""
    return code in load(game_id).words.SENTENCES or code in COMMON


def label(game_id: str, code: str, language: str, arguments: Mapping[str, Any] | None = None) -> str:
    """A label of a form in words; where a game has none, the bare name: what follows the first underscore."""
    try:
        return sentence(game_id, code, arguments or {}, language)
    except KeyError:
        return code.partition("_")[2].replace("_", " ")


def value_name(game_id: str, argument: str, value: Any, language: str) -> str:
    """How a choice for an argument reads in a form: a card by its name, a player by theirs, yes or no."""
    name: str = load(game_id).words.value_name(argument, value, language)
    if name == str(value) and (value is None or isinstance(value, bool)):
        return fill(COMMON, {None: "untold", True: "yes", False: "no"}[value], {}, language)
    return name


def sign(game_id: str, value: Any, language: str) -> str | None:
    """A card in a few strokes ("V♥"), None for anything else or where a game has no such signs."""
    card_sign = getattr(load(game_id).words, "card_sign", None)
    known = card_sign is not None and isinstance(value, str) and value[-1:] in _SUITS
    return str(card_sign(value, language)) if known and card_sign else None


def face_name(game_id: str, face: str | int, language: str) -> str:
    """A die's or card's face by name: "Valet", "Jack", "5"."""
    name: str = load(game_id).words.face_name(face, language)
    return name


def spoken(game_id: str, events: Iterable[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud after these events (in the record's form), in order; most say nothing."""
    lines: list[str] = load(game_id).words.spoken(list(events), language)
    return lines
