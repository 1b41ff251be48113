"""Dadamax in words, French and English: refusals, questions, answers, events, what is said aloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.words import fill

FACES: Mapping[str, tuple[str, str]] = {
    "9": ("Neuf", "Nine"),
    "10": ("Dix", "Ten"),
    "J": ("Valet", "Jack"),
    "Q": ("Dame", "Queen"),
    "K": ("Roi", "King"),
    "A": ("As", "Ace"),
    "figure": ("Figure", "Figure"),
    "blank": ("Rien", "Nothing"),
}
LETTERS: Mapping[str, tuple[str, str]] = {"J": ("V", "J"), "Q": ("D", "Q"), "K": ("R", "K")}

SENTENCES: Mapping[str, tuple[str, str]] = {
    # refusals
    "game_over": ("La course est finie.", "The race is over."),
    "unknown_action": ("Ce coup n’existe pas dans ce jeu.", "There is no such move in this game."),
    "unknown_player": ("Je ne connais pas ce joueur.", "I do not know that player."),
    "table_only": ("C’est à la table de le dire.", "That is for the table to say."),
    "wrong_phase": ("Ce n’est pas le moment.", "Not now."),
    "not_your_turn": ("C’est à {expected} de jouer.", "It is {expected}’s turn."),
    "placement_pending": ("D’abord, le cheval {horse} va en case {expected}.", "First, horse {horse} goes to square {expected}."),
    "horse_locked": ("La série est commencée avec le cheval {expected}.", "This series was begun with horse {expected}."),
    "horse_required": ("Dis d’abord quel cheval court.", "Say first which horse runs."),
    "unknown_horse": ("Il n’y a pas de cheval {seen}.", "There is no horse {seen}."),
    "not_your_horse": ("Le cheval {horse} n’est pas à toi.", "Horse {horse} is not yours."),
    "horse_finished": ("Le cheval {horse} est déjà arrivé.", "Horse {horse} is home already."),
    "bad_face": ("Ce dé n’a pas cette face.", "This die has no such face."),
    "wrong_dice_count_1": ("Ligne droite : un seul dé. Ce lancer ne compte pas.", "Home straight: one die only. That throw does not count."),
    "wrong_dice_count_2": ("Deux dés ! Ce lancer ne compte pas.", "Two dice! That throw does not count."),
    "wrong_dice_count": ("Il faut {expected} dés. Ce lancer ne compte pas.", "It takes {expected} dice. That throw does not count."),
    "nothing_to_bank": ("Lance d’abord les dés.", "Throw the dice first."),
    "on_obstacle_must_reroll": ("Case obstacle : il faut relancer.", "Obstacle: you have to throw again."),
    "wrong_square": ("Cheval {horse} : case {expected} attendue, vu en {seen}.", "Horse {horse}: expected on {expected}, seen on {seen}."),
    # questions and answers
    "which_horse": ("Quel cheval court, {player} ?", "Which horse runs, {player}?"),
    "figure_or_blank": ("Ce dé : une figure ou rien ?", "This die: a figure or nothing?"),
    "sticker_or_blank": ("Ce dé : une pastille (4, 5, 6) ou rien ?", "This die: a sticker (4, 5, 6) or nothing?"),
    "how_many_figures": ("Combien de figures vois-tu ?", "How many figures do you see?"),
    "how_many_stickers": ("Combien de pastilles (4, 5, 6) vois-tu ?", "How many stickers (4, 5, 6) do you see?"),
    "cocked_die": ("Un dé est cassé : relance, ou dis ce qui compte.", "A die is cocked: throw again, or say what counts."),
    "throw_again": ("Relancer", "Throw again"),
    "cocked": ("Cassé", "Cocked"),
    "what_was_thrown": ("Qu’est-ce qui est tombé ?", "What was thrown?"),
    "horse": ("Le cheval {horse}", "Horse {horse}"),
    "figure": ("Une figure", "A figure"),
    "blank": ("Rien", "Nothing"),
    "figures": ("{figures}", "{figures}"),
    "figures_0": ("Aucune", "None"),
    "figures_1": ("Une", "One"),
    "figures_2": ("Deux", "Two"),
    "dice": ("{faces}", "{faces}"),
    # what hands put right
    "move_horse_start": ("Cheval {horse} ({player}) : retour au départ.", "Horse {horse} ({player}): back to the start."),
    "move_horse": ("Cheval {horse} ({player}) : case {square}.", "Horse {horse} ({player}): to square {square}."),
    # what can be done, what is waited for, what a form asks
    "do_first_player": ("Qui commence ?", "Who begins?"),
    "do_roll": ("{by} lance les dés", "{by} throws the dice"),
    "do_stop": ("{by} s’arrête", "{by} stops"),
    "do_confirm_position": ("Le cheval {horse} est en case {square}", "Horse {horse} is on square {square}"),
    "arg_player": ("Joueur", "Player"),
    "arg_dice": ("Dés", "Dice"),
    "arg_horse": ("Cheval", "Horse"),
    "wait_first_player": ("Tire au sort qui commence.", "Draw lots: who begins?"),
    "wait_roll": ("{player} lance les dés.", "{player} throws the dice."),
    "wait_roll_or_stop": ("{player} relance ou s’arrête.", "{player} throws again or stops."),
    "wait_position": ("Le cheval {horse} va en case {square}.", "Horse {horse} goes to square {square}."),
    "wait_nothing": ("La course est finie.", "The race is over."),
    # the journal's lines
    "did_first_player": ("{player} commence", "{player} begins"),
    "did_roll": ("{by} lance {faces}", "{by} throws {faces}"),
    "did_stop": ("{by} s’arrête", "{by} stops"),
    "did_confirm_position": ("cheval {horse} vu en {square}", "horse {horse} seen on {square}"),
    # events
    "race_started": ("{first} commence.", "{first} begins."),
    "turn_started": ("À {player} de jouer.", "{player} to play."),
    "rolled": ("{player} : {faces}.", "{player}: {faces}."),
    "series_grew": ("{total} en poche.", "{total} so far."),
    "series_lost": ("Rien ! {lost} perdus.", "Nothing! {lost} lost."),
    "series_lost_0": ("Rien !", "Nothing!"),
    "must_reroll": ("Case obstacle : il faut relancer !", "Obstacle: throw again!"),
    "one_die_from_now": ("Ligne droite : un seul dé.", "Home straight: one die."),
    "horse_moved": ("Le cheval {horse} avance en case {square_to}.", "Horse {horse} moves to square {square_to}."),
    "horses_swapped": ("Le cheval {displaced} recule en case {displaced_to}.", "Horse {displaced} goes back to square {displaced_to}."),
    "horses_swapped_0": ("Le cheval {displaced} retourne au départ.", "Horse {displaced} goes back to the start."),
    "horse_finished_home": ("Le cheval {horse} de {owner} est arrivé, numéro {rank} !", "{owner}’s horse {horse} is home, number {rank}!"),
    "position_confirmed": ("Cheval {horse} bien placé.", "Horse {horse} is in its place."),
    "game_over_won": ("{winner} a gagné la course !", "{winner} has won the race!"),
}  # fmt: skip
"""Every code of this game: (French, English). Some have a variant for a special number, see ``sentence``."""

_SPOKEN = frozenset(
    {"series_lost", "must_reroll", "one_die_from_now", "horses_swapped", "horse_finished", "turn_started"}
)


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words; raises KeyError for a code that is not this game's."""
    named = dict(arguments)
    if "dice" in named and isinstance(named["dice"], Sequence):
        named["faces"] = " + ".join(face_name(face, language) for face in named["dice"])
    return fill(SENTENCES, _variant(code, arguments), named, language)


def _variant(code: str, arguments: Mapping[str, Any]) -> str:
    """The wording for a special number: nothing lost, back to the start, one die or two."""
    match code:
        case "wrong_dice_count" if arguments.get("expected") in (1, 2):
            return f"wrong_dice_count_{arguments['expected']}"
        case "series_lost" if arguments.get("lost") == 0:
            return "series_lost_0"
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


def face_name(face: str | int, language: str) -> str:
    """A face by its name: "Valet", "Jack"; a number stays a number."""
    named = FACES.get(str(face)) if isinstance(face, str) else None
    return named[0 if language == "fr" else 1] if named else str(face)


def face_letter(face: str | int, language: str) -> str:
    """What is printed on the face in this language: V D R, J Q K, 9, 10, A."""
    letters = LETTERS.get(str(face))
    return letters[0 if language == "fr" else 1] if letters else str(face)


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
