"""Whispers in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.languages import Sentences
from companion.words import fill

SENTENCES = Sentences(
    __name__,
    {
        "game_over": "It is over: {winner} wins.",
        "unknown_action": "There is no such move.",
        "unknown_player": "I do not know that player.",
        "table_only": "That is for the table to say.",
        "wrong_phase": "Not now.",
        "not_your_turn": "It is {expected}’s turn.",
        "not_your_number": "Your number is {expected}, not {seen}.",
        "already_seen": "Seen already.",
        "bad_value": "“{key}” does not fit.",
        "dealt": "{count} numbers dealt.",
        "number_seen": "Your number is {number}.",
        "said": "{player} bids {bid}.",
        "clapped": "{player} claps.",
        "do_deal": "Deal",
        "do_peek": "{by} looks at the number",
        "do_say": "{by} says it all",
        "do_clap": "{by} claps",
        "did_deal": "The table deals",
        "did_peek": "{by} looks at the number",
        "did_peek_known": "{by} looks at the number: {number}",
        "did_say": "{by} says it all",
        "did_clap": "{by} claps",
        "arg_numbers": "The numbers",
        "arg_number": "The number",
        "arg_word": "The word",
        "arg_bid": "The bid",
        "option_loud": "Aloud",
        "option_tune_low": "low",
        "wait_deal": "Deal the numbers.",
        "wait_say": "{player} says it all.",
        "wait_nothing": "It is over.",
    },
)


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
