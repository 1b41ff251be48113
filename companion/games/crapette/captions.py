"""What stands on the drawn table and beside it, what the game says is in ``words``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.card_words import RANK_NAMES, bare_card_name, rank_of_suit
from companion.games.crapette.words import card_sign, place_name, sentence
from companion.languages import Sentences

_CAPTIONS = Sentences(
    __name__,
    {
        "table": "Table of Crapette",
        "reserve": "Reserve",
        "stock": "Stock",
        "waste": "Waste",
        "hand": "In hand",
        "empty": "empty",
        "face_down": "face down",
        "cards": ("{count} card", "{count} cards"),
        "cards_0": "{count} cards",
        "rank_number": "the {number}",
        "colon": ": ",
        "hint": "A possible move",
        "due": "Play this first",
        "no_hint": "Nothing is due",
        "show_hint": "A hint",
        "hide_hint": "Hide the hint",
        "carry_on": "Well spotted!|Carry on",
        "see_photo": "See the|photo again",
        "has_turn": "{player} has the turn",
        "keeps_turn": "{player} keeps the turn",
        "call": "Crapette!",
        "on_the_table": "On the table",
        "restoring": "Put these cards back",
        "unfinished": "Take your time, I am watching.",
        "unread": "{places}: I cannot read a card. Lay it flat.",
        "look_again": "I am having another look…",
        "play_on": "One card is not clear yet. Play on, I shall see it.",
        "should": "it should be {should} (I see {shows})",
        "take_away": "take {shows} away",
        "lay": "put {should} back",
        "nothing": "nothing",
        "back": "a back",
        "some_card": "a card",
        "take_back": "I take it back",
        "leave_it": "It stays like this",
        "understood": "All right",
        "coach": "Careful, {player}",
        "chosen": "Tap where it goes",
        "put_on": "Put it here",
        "taken": "Card taken",
        "cancel": "Put it down",
        "wrong_card": "Wrong card?",
        "wrong_title": "Which card is it really?",
        "which_of_them": "Which one is wrong?",
        "drawn_title": "Which card?",
        "win_stands": "Well done, it stands",
        "sign_first": "Who begins?",
        "all_moves": "Every possible move",
        "won": "{player} has won!",
        "drawn": "A draw",
        "again": "Play again",
        "points": "{points} points",
        "pass": "I pass",
        "seat": "You play for {player}",
        "another_card": "Another card",
        "had_to_go_up": "{card} had to go up on {top}.",
        "ace_had_to_go_up": "{card} had to go up on a foundation.",
    },
    "caption",
)
"""Every caption; "|" is where a button breaks its line."""


def caption(key: str, language: str, **named: object) -> str:
    """A caption with its fields filled in; raises KeyError for an unknown one."""
    return _CAPTIONS.said(key, language, **named)


def cards_left(count: int, language: str) -> str:
    """ "37 cartes", "1 card"."""
    return _CAPTIONS.counted("cards", count, language)


def zone_told(view: Mapping[str, Any], zone: str, language: str) -> str:
    """A zone and what lies there, for whoever cannot see the drawing: "Case 3 : roi de pique, dame de cœur"."""
    return f"{zone_name(zone, language)}{caption('colon', language)}{_lying(view, zone, language)}"


def zone_name(zone: str, language: str) -> str:
    """A zone by its name, as a heading: "Case 3", "Crapette de Bea"."""
    return place_name(zone, language, "heading") or zone[:1].upper() + zone[1:]


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
    rank = _rank_in_figures(top[:-1], language)
    return caption("had_to_go_up", language, card=named, top=rank, top_card=_in_figures(top, language))


def _in_figures(card: str, language: str) -> str:
    """ "Le 5 de trèfle", "The king of hearts"."""
    said = rank_of_suit(_rank_in_figures(card[:-1], language), card[-1], language)
    return f"{said[:1].upper()}{said[1:]}"


def _rank_in_figures(rank: str, language: str) -> str:
    """A rank within a sentence: "le 4", "le roi"."""
    return (
        caption("rank_number", language, number=rank) if rank.isdigit() else RANK_NAMES.said(rank, language)
    )


def _lying(view: Mapping[str, Any], zone: str, language: str) -> str:
    kind, _, player = zone.partition(":")
    if kind == "stock":
        count = view["stocks"][player]["count"]
        return cards_left(count, language) if count else caption("empty", language)
    if zone in view["cases"]:
        cards = view["cases"][zone]
        return ", ".join(bare_card_name(face, language) for face in cards) or caption("empty", language)
    if zone in view["foundations"]:
        top = view["foundations"][zone]["top"]
        return bare_card_name(top, language) if top else caption("empty", language)
    if kind == "hand":
        card = view["hands"][player]
        return bare_card_name(card, language) if card else caption("empty", language)
    pile = view[f"{kind}s"][player]
    if not pile["count"]:
        return caption("empty", language)
    shown = bare_card_name(pile["top"], language) if pile["top"] else caption("face_down", language)
    return f"{shown}, {cards_left(pile['count'], language)}"


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
