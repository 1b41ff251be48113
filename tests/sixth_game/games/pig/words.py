"""Pig in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.languages import Sentences
from companion.words import fill

SENTENCES = Sentences(
    __name__,
    {
        "game_over": "The game is over.",
        "game_over_won": "{winner} has won!",
        "unknown_action": "There is no such move in this game.",
        "unknown_player": "I do not know that player.",
        "not_your_turn": "It is {expected}’s turn.",
        "bad_card": "That card is not in the stock.",
        "nothing_to_write": "Turn up a card first.",
        "turned_up": "{player} turns up {card}.",
        "points_lost": "A king! {player} loses the points.",
        "points_written": "{player} now has {score}.",
        "do_turn_up": "{by} turns up a card",
        "do_stop": "{by} stops",
        "did_turn_up": "{by} turns up {card}",
        "did_stop": "{by} stops",
        "arg_card": "Card",
        "option_target": "Points that win the game",
        "wait_card": "{player} turns up a card.",
        "wait_card_or_stop": "{player} goes on or stops.",
        "wait_nothing": "The game is over.",
        "card_back": "{card} goes back onto the stock, covered.",
        "card_out": "{card} goes onto the pile.",
    },
)


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    variant = "game_over_won" if code == "game_over" and "winner" in arguments else code
    return fill(SENTENCES, variant, arguments, language)


def face_name(face: str | int, language: str) -> str:
    """A card by what is printed on it."""
    return str(face)


def value_name(argument: str, value: Any, language: str) -> str:
    """A card or a name, as it is."""
    return str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """Only what hurts or ends the game is said aloud."""
    aloud = ("points_lost", "game_over")
    return [sentence(str(event["event"]), event, language) for event in events if event["event"] in aloud]
