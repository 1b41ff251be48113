"""Dadamax in words: refusals, questions, answers, events, what is said aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.drawing.cards import rank_letter
from companion.languages import Sentences
from companion.words import fill

FACES = Sentences(
    __name__,
    {
        "9": "Nine",
        "10": "Ten",
        "J": "Jack",
        "Q": "Queen",
        "K": "King",
        "A": "Ace",
        "figure": "Figure",
        "blank": "Nothing",
    },
    "face",
)

_SQUARES = Sentences(
    __name__,
    {
        "square": "on square {square}",
        "start": "on its start square",
        "home": "on arrival square {rank}",
        "more": ("one square more", "{count} squares more"),
        "back": ("one square back", "{count} squares back"),
    },
    "square",
)

SENTENCES = Sentences(__name__, {
    # refusals
    "game_over": "The race is over.",
    "unknown_action": "There is no such move in this game.",
    "unknown_player": "I do not know that player.",
    "table_only": "That is for the table to say.",
    "wrong_phase": "Not now.",
    "not_your_turn": "It is {expected}’s turn.",
    "placement_pending": "First, horse {horse} goes to square {expected}.",
    "horse_locked": "This series was begun with horse {expected}.",
    "horse_required": "Say first which horse runs.",
    "unknown_horse": "There is no horse {seen}.",
    "not_your_horse": "Horse {horse} is not yours.",
    "horse_finished": "Horse {horse} is home already.",
    "bad_face": "This die has no such face.",
    "wrong_dice_count_1": "Home straight: one die only. That throw does not count.",
    "wrong_dice_count_2": "Two dice! That throw does not count.",
    "wrong_dice_count": "It takes {expected} dice. That throw does not count.",
    "nothing_to_bank": "Throw the dice first.",
    "on_obstacle_must_reroll": "Obstacle: you have to throw again.",
    "wrong_square": "Horse {horse} belongs {place}.",
    "wrong_square_steps": "Horse {horse}: {steps}. It belongs {place}.",
    "wrong_square_lost": "Series lost: put horse {horse} back {place}.",
    "wrong_square_taken": "That is horse {taken_by}’s square now: put horse {horse} back {place}.",
    # questions and answers
    "which_horse": "Which horse runs, {player}?",
    "figure_or_blank": "This die: a figure or nothing?",
    "sticker_or_blank": "This die: a sticker (4, 5, 6) or nothing?",
    "how_many_figures": "How many figures do you see?",
    "how_many_stickers": "How many stickers (4, 5, 6) do you see?",
    "cocked_die": "A die is cocked: throw again, or say what counts.",
    "throw_again": "Throw again",
    "cocked": "Cocked",
    "what_was_thrown": "What was thrown?",
    "horse": "Horse {horse}",
    "figure": "A figure",
    "blank": "Nothing",
    "figures": "{figures}",
    "figures_0": "None",
    "figures_1": "One",
    "figures_2": "Two",
    "dice": "{faces}",
    # what hands put right
    "move_horse_start": "Horse {horse} ({player}): back to the start.",
    "move_horse": "Horse {horse} ({player}): to square {square}.",
    # what can be done, what is waited for, what a form asks
    "do_first_player": "Who begins?",
    "do_roll": "{by} throws the dice",
    "do_stop": "{by} stops",
    "do_confirm_position": "Horse {horse} is on square {square}",
    "arg_player": "Player",
    "arg_dice": "Dice",
    "arg_horse": "Horse",
    "wait_first_player": "Draw lots: who begins?",
    "wait_roll": "{player} throws the dice.",
    "wait_roll_or_stop": "{player} throws again or stops.",
    "wait_position": "Horse {horse} goes to square {square}.",
    "wait_nothing": "The race is over.",
    # the journal's lines
    "did_first_player": "{player} begins",
    "did_roll": "{by} throws {faces}",
    "did_stop": "{by} stops",
    "did_confirm_position": "horse {horse} seen on {square}",
    # events
    "race_started": "{first} begins.",
    "turn_started": "{player} to play.",
    "rolled": "{player}: {faces}.",
    "series_grew": "{total} so far.",
    "series_lost": "Nothing! {lost} squares lost.",
    "series_lost_1": "Nothing! One square lost.",
    "series_lost_0": "Nothing!",
    "must_reroll": "Obstacle: throw again!",
    "one_die_from_now": "Home straight: one die.",
    "horse_moved": "Horse {horse} moves to square {square_to}.",
    "horses_swapped": "Horse {displaced} goes back to square {displaced_to}.",
    "horses_swapped_0": "Horse {displaced} goes back to the start.",
    "horse_finished_home": "{owner}’s horse {horse} is home, number {rank}!",
    "position_confirmed": "Horse {horse} is in its place.",
    "game_over_won": "{winner} has won the race!",
})  # fmt: skip
"""Every code of this game. Some have a variant for a special number, see ``sentence``."""

_SPOKEN = frozenset(
    {"series_lost", "must_reroll", "one_die_from_now", "horses_swapped", "horse_finished", "turn_started"}
)


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    named = dict(arguments)
    if "dice" in named and isinstance(named["dice"], Sequence):
        named["faces"] = " + ".join(face_name(face, language) for face in named["dice"])
    if code == "wrong_square":
        named |= _where_it_belongs(arguments, language)
    return fill(SENTENCES, _variant(code, arguments), named, language)


def _variant(code: str, arguments: Mapping[str, Any]) -> str:
    """The wording for a special number: nothing lost, back to the start, one die or two."""
    match code:
        case "wrong_dice_count" if arguments.get("expected") in (1, 2):
            return f"wrong_dice_count_{arguments['expected']}"
        case "series_lost" if arguments.get("lost") in (0, 1):
            return f"series_lost_{arguments['lost']}"
        case "wrong_square":
            return _wrong_square(arguments)
        case "horses_swapped" if arguments.get("displaced_to") == 0:
            return "horses_swapped_0"
        case "move_horse" if arguments.get("square") == 0:
            return "move_horse_start"
        case "figures" if arguments.get("figures") in (0, 1, 2):
            return f"figures_{arguments['figures']}"
        case "horse_finished" if "rank" in arguments:
            return "horse_finished_home"
        case "game_over" if "winner" in arguments:
            return "game_over_won"
        case _:
            return code


def _wrong_square(arguments: Mapping[str, Any]) -> str:
    """Section 7: why a pawn stands wrong, where that is known; else by how much, where it is seen on the track."""
    expected, seen = arguments.get("expected"), arguments.get("seen")
    if "lost" in arguments:
        return "wrong_square_lost"
    if type(expected) is not int or type(seen) is not int or "rank" in arguments or expected == seen:
        return "wrong_square"
    return "wrong_square_taken" if "taken_by" in arguments and expected < seen else "wrong_square_steps"


def _where_it_belongs(arguments: Mapping[str, Any], language: str) -> dict[str, str]:
    """Where a pawn belongs, and how it gets there: "2 cases de plus", "une case en arrière"."""
    expected, seen, rank = (arguments.get(name) for name in ("expected", "seen", "rank"))
    code = "home" if rank is not None else "start" if expected == 0 else "square"
    named = {"place": _SQUARES.said(code, language, square="–" if expected is None else expected, rank=rank)}
    if type(expected) is int and type(seen) is int:
        way = "more" if expected > seen else "back"
        named["steps"] = _SQUARES.counted(way, abs(expected - seen), language)
    return named


def face_name(face: str | int, language: str) -> str:
    """A face by its name: "Valet", "Jack"; a number stays a number."""
    return FACES.said(face, language) if isinstance(face, str) and face in FACES else str(face)


def face_letter(face: str | int, language: str) -> str:
    """What is printed on the face in this language: V D R, J Q K, 9, 10, A."""
    return rank_letter(f"{face}S", language)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: the losses, the obstacles, the swaps, the arrivals, and whose turn it is now."""
    return [
        sentence(str(event["event"]), event, language)
        for event in events
        if event["event"] in _SPOKEN or (event["event"] == "game_over" and "winner" in event)
    ]


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form: a face by its name, a horse by its number, a player by theirs."""
    return face_name(value, language) if argument == "dice" else str(value)
