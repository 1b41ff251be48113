"""Pig in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.words import fill

SENTENCES: Mapping[str, tuple[str, str]] = {
    "game_over": ("La partie est finie.", "The game is over."),
    "game_over_won": ("{winner} a gagné !", "{winner} has won!"),
    "unknown_action": ("Ce coup n’existe pas dans ce jeu.", "There is no such move in this game."),
    "unknown_player": ("Je ne connais pas ce joueur.", "I do not know that player."),
    "not_your_turn": ("C’est à {expected} de jouer.", "It is {expected}’s turn."),
    "bad_die": ("Le dé montre de 1 à 6.", "The die shows 1 to 6."),
    "nothing_to_write": ("Lance d’abord le dé.", "Throw the die first."),
    "rolled": ("{player} lance {value}.", "{player} throws {value}."),
    "points_lost": ("Un ! {player} perd ses points.", "A one! {player} loses the points."),
    "points_written": ("{player} en est à {score}.", "{player} now has {score}."),
    "do_roll": ("{by} lance le dé", "{by} throws the die"),
    "do_stop": ("{by} s’arrête", "{by} stops"),
    "did_roll": ("{by} lance {value}", "{by} throws {value}"),
    "did_stop": ("{by} s’arrête", "{by} stops"),
    "arg_value": ("Dé", "Die"),
    "wait_roll": ("{player} lance le dé.", "{player} throws the die."),
    "wait_roll_or_stop": ("{player} relance ou s’arrête.", "{player} throws again or stops."),
    "wait_nothing": ("La partie est finie.", "The game is over."),
    "move_peg": ("La fiche de {player} : {points}.", "{player}’s peg: {points}."),
}


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    variant = "game_over_won" if code == "game_over" and "winner" in arguments else code
    return fill(SENTENCES, variant, arguments, language)


def face_name(face: str | int, language: str) -> str:
    """A peg by its player, a die by its number."""
    return str(face).removeprefix("peg_")


def value_name(argument: str, value: Any, language: str) -> str:
    """A number or a name, as it is."""
    return str(value)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """Only what hurts or ends the game is said aloud."""
    aloud = ("points_lost", "game_over")
    return [sentence(str(event["event"]), event, language) for event in events if event["event"] in aloud]
