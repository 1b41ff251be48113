"""What stands on the drawn table and beside it, French and English; what the game says is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.crapette.words import (
    RANK_NAMES,
    SUIT_NAMES,
    card_name,
    card_sign,
    place_name,
    sentence,
)

_CAPTIONS: Mapping[str, tuple[str, str]] = {
    "table": ("Table de Crapette", "Table of Crapette"),
    "reserve": ("Crapette", "Reserve"),
    "stock": ("Talon", "Stock"),
    "waste": ("Pot", "Waste"),
    "hand": ("En main", "In hand"),
    "empty": ("vide", "empty"),
    "face_down": ("carte cachée", "face down"),
    "card": ("carte", "card"),
    "cards": ("cartes", "cards"),
    "colon": (" : ", ": "),
    "hint": ("Un coup possible", "A possible move"),
    "due": ("À jouer d’abord", "Play this first"),
    "no_hint": ("Rien d’obligatoire", "Nothing is due"),
    "show_hint": ("Un indice", "A hint"),
    "hide_hint": ("Cacher l’indice", "Hide the hint"),
    "carry_on": ("Bien vu !|On continue", "Well spotted!|Carry on"),
    "see_photo": ("Revoir|la photo", "See the|photo again"),
    "has_turn": ("{player} a la main", "{player} has the turn"),
    "keeps_turn": ("{player} garde la main", "{player} keeps the turn"),
    "call": ("Crapette !", "Crapette!"),
    "on_the_table": ("Sur la table", "On the table"),
    "restoring": ("Remets ces cartes en place", "Put these cards back"),
    "unfinished": ("Prends ton temps, je regarde.", "Take your time, I am watching."),
    "unread": (
        "{places} : je lis mal une carte. Mets-la bien à plat.",
        "{places}: I cannot read a card. Lay it flat.",
    ),
    "look_again": ("Je regarde encore une fois…", "I am having another look…"),
    "should": ("il faut {should} (je vois {shows})", "it should be {should} (I see {shows})"),
    "take_away": ("enlève {shows}", "take {shows} away"),
    "lay": ("remets {should}", "put {should} back"),
    "nothing": ("rien", "nothing"),
    "back": ("un dos", "a back"),
    "some_card": ("une carte", "a card"),
    "take_back": ("Je reprends mon coup", "I take it back"),
    "leave_it": ("Ça reste comme ça", "It stays like this"),
    "understood": ("D’accord", "All right"),
    "coach": ("Attention, {player}", "Careful, {player}"),
    "chosen": ("Touche l’endroit où elle va", "Tap where it goes"),
    "put_on": ("Poser ici", "Put it here"),
    "taken": ("Carte prise", "Card taken"),
    "cancel": ("Je la repose", "Put it down"),
    "wrong_card": ("Carte fausse ?", "Wrong card?"),
    "wrong_title": ("Quelle carte est-ce en vrai ?", "Which card is it really?"),
    "which_of_them": ("Laquelle est fausse ?", "Which one is wrong?"),
    "drawn_title": ("Quelle carte ?", "Which card?"),
    "win_stands": ("Bravo, c’est gagné", "Well done, it stands"),
    "sign_first": ("Qui commence ?", "Who begins?"),
    "all_moves": ("Jouer sans toucher la table", "Play without touching the table"),
    "won": ("{player} a gagné !", "{player} has won!"),
    "drawn": ("Match nul", "A draw"),
    "again": ("On rejoue", "Play again"),
    "points": ("{points} points", "{points} points"),
    "pass": ("Je passe", "I pass"),
    "seat": ("Tu joues pour {player}", "You play for {player}"),
    "surely_very": ("sûr, {percent}", "sure, {percent}"),
    "surely_rather": ("plutôt sûr, {percent}", "fairly sure, {percent}"),
    "surely_maybe": ("possible, {percent}", "possible, {percent}"),
    "had_to_go_up": ("{card} devait monter sur {top}.", "{card} had to go up on the {top}."),
    "ace_had_to_go_up": ("{card} devait monter sur une pile.", "{card} had to go up on a foundation."),
}
"""Every caption: (French, English); "|" is where a button breaks its line."""


def caption(key: str, language: str, **named: object) -> str:
    """A caption with its fields filled in; raises KeyError for an unknown one."""
    said = _CAPTIONS[key][0 if language == "fr" else 1]
    return said.format(**named) if named else said


def cards_left(count: int, language: str) -> str:
    """ "37 cartes", "1 card"."""
    return f"{count} {caption('card' if count == 1 else 'cards', language)}"


def zone_told(view: Mapping[str, Any], zone: str, language: str) -> str:
    """A zone and what lies there, for whoever cannot see the drawing: "Case 3 : roi de pique, dame de cœur"."""
    return f"{zone_name(zone, language)}{caption('colon', language)}{_lying(view, zone, language)}"


def zone_name(zone: str, language: str) -> str:
    """A zone by its name, as a heading: "Case 3", "Crapette de Bea"."""
    said = place_name(zone, language) or zone
    if language == "fr":
        said = said.removeprefix("la ").removeprefix("le ")
    return said[:1].upper() + said[1:]


def missed_told(view: Mapping[str, Any], call: Mapping[str, Any], language: str) -> str:
    """Why "Crapette!" was called, as short as it can be said to a child: "Le 5 de trèfle devait monter sur le 4." """
    moves = call["moves"]
    if call["code"] != "missed_foundation_play" or not moves:
        said = sentence(call["code"], {"moves": moves}, language)
        return said.replace(" :", "\u00a0:").replace(" !", "\u00a0!")
    card, top = moves[0]["card"], view["foundations"][moves[0]["to"]]["top"]
    named = _in_figures(card, language)
    if top is None:
        return caption("ace_had_to_go_up", language, card=named)
    return caption("had_to_go_up", language, card=named, top=_in_figures(top, language, rank_only=True))


def _in_figures(card: str, language: str, *, rank_only: bool = False) -> str:
    """ "Le 5 de trèfle", "The king of hearts"; or only its rank within a sentence, "le 4", "4"."""
    rank, suit = card[:-1], SUIT_NAMES[card[-1]][0 if language == "fr" else 1]
    said = RANK_NAMES[rank][0 if language == "fr" else 1]
    if rank.isdigit():
        said = f"{'le' if language == 'fr' else 'the'} {rank}"
    if rank_only:
        return said.removeprefix("the ")
    return f"{said[:1].upper()}{said[1:]} {'de' if language == 'fr' else 'of'} {suit}"


def _lying(view: Mapping[str, Any], zone: str, language: str) -> str:
    kind, _, player = zone.partition(":")
    if kind == "stock":
        count = view["stocks"][player]["count"]
        return cards_left(count, language) if count else caption("empty", language)
    if zone in view["cases"]:
        cards = view["cases"][zone]
        return ", ".join(_card(face, language) for face in cards) or caption("empty", language)
    if zone in view["foundations"]:
        top = view["foundations"][zone]["top"]
        return _card(top, language) if top else caption("empty", language)
    if kind == "hand":
        card = view["hands"][player]
        return _card(card, language) if card else caption("empty", language)
    pile = view[f"{kind}s"][player]
    if not pile["count"]:
        return caption("empty", language)
    shown = _card(pile["top"], language) if pile["top"] else caption("face_down", language)
    return f"{shown}, {cards_left(pile['count'], language)}"


def _card(face: str, language: str) -> str:
    said = card_name(face, language) or face
    for article in ("le ", "la ", "l’", "the "):
        said = said.removeprefix(article)
    return said


def difference_told(one: Mapping[str, Any], language: str) -> str:
    """What hands change in a zone that does not lie as it should: "Case 1 : enlève 9♠"."""
    should, shows = list(one["should"]), list(one["shows"])
    alike = 0
    while alike < min(len(should), len(shows)) and should[alike] == shows[alike]:
        alike += 1
    should, shows = should[alike:], shows[alike:]
    key = "should" if should and shows else "lay" if should else "take_away"
    told = {"should": faces_told(should, language), "shows": faces_told(shows, language)}
    return f"{zone_name(one['zone'], language)}{caption('colon', language)}{caption(key, language, **told)}"


def unread_told(zones: Sequence[str], language: str) -> str:
    """What is asked of people where a card cannot be read: "Main d’Ada : je lis mal une carte..." """
    return caption("unread", language, places=", ".join(zone_name(zone, language) for zone in zones))


def faces_told(faces: object, language: str) -> str:
    """What lies or should lie somewhere, in signs: "9♠ 8♥", "rien", "un dos"."""
    named = {"back": "back", "empty": "nothing", "unreadable": "some_card"}
    shown = [str(face) for face in faces] if isinstance(faces, list | tuple) else []
    told = [caption(named[face], language) if face in named else card_sign(face, language) for face in shown]
    return " ".join(told) or caption("nothing", language)
