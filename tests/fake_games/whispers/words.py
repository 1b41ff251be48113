"""Whispers in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.words import fill

SENTENCES: Mapping[str, tuple[str, str]] = {
    "game_over": ("C’est fini : {winner} gagne.", "It is over: {winner} wins."),
    "unknown_action": ("Ce coup n’existe pas.", "There is no such move."),
    "unknown_player": ("Je ne connais pas ce joueur.", "I do not know that player."),
    "table_only": ("C’est à la table de le dire.", "That is for the table to say."),
    "wrong_phase": ("Pas maintenant.", "Not now."),
    "not_your_turn": ("C’est à {expected}.", "It is {expected}’s turn."),
    "not_your_number": ("Ton nombre est {expected}, pas {seen}.", "Your number is {expected}, not {seen}."),
    "already_seen": ("C’est déjà vu.", "Seen already."),
    "bad_value": ("« {key} » ne va pas.", "“{key}” does not fit."),
    "dealt": ("{count} nombres distribués.", "{count} numbers dealt."),
    "number_seen": ("Ton nombre est {number}.", "Your number is {number}."),
    "said": ("{player} offre {bid}.", "{player} bids {bid}."),
    "clapped": ("{player} applaudit.", "{player} claps."),
    "do_deal": ("Distribuer", "Deal"),
    "do_peek": ("{by} regarde son nombre", "{by} looks at the number"),
    "do_say": ("{by} dit tout", "{by} says it all"),
    "do_clap": ("{by} applaudit", "{by} claps"),
    "did_deal": ("La table distribue", "The table deals"),
    "did_peek": ("{by} regarde son nombre", "{by} looks at the number"),
    "did_peek_known": ("{by} regarde son nombre : {number}", "{by} looks at the number: {number}"),
    "did_say": ("{by} dit tout", "{by} says it all"),
    "did_clap": ("{by} applaudit", "{by} claps"),
    "arg_numbers": ("Les nombres", "The numbers"),
    "arg_number": ("Le nombre", "The number"),
    "arg_word": ("Le mot", "The word"),
    "arg_bid": ("L’offre", "The bid"),
    "option_loud": ("À voix haute", "Aloud"),
    "option_tune_low": ("grave", "low"),
    "wait_deal": ("Distribue les nombres.", "Deal the numbers."),
    "wait_say": ("{player} dit tout.", "{player} says it all."),
    "wait_nothing": ("C’est fini.", "It is over."),
}


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    if code == "did_peek" and arguments.get("number") is not None:
        code = "did_peek_known"
    return fill(SENTENCES, code, arguments, language)


def face_name(face: str | int, language: str) -> str:
    return str(face)


def value_name(argument: str, value: Any, language: str) -> str:
    return f"{value['horse']} {value['dir']}" if isinstance(value, dict) else str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    aloud = ("dealt", "number_seen", "said")
    return [sentence(str(event["event"]), event, language) for event in events if event["event"] in aloud]
