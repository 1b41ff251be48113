"""Crapette in words: cards and places by their names, refusals, faults, the log, what is said aloud."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from companion.action import BANK, TABLE
from companion.drawing.cards import rank_letter
from companion.languages import Sentences, grammar
from companion.words import fill

SENTENCES = Sentences(__name__, {
    # refusals
    "bad_players": "Crapette is played by two.",
    "bad_setup": "These cards cannot lie there at the start.",
    "bad_setup_dealt": "{player}’s cards do not fit together: a pack has every card only once.",
    "unknown_action": "There is no such move in Crapette.",
    "unknown_player": "I do not know that player here.",
    "game_over": "The game is over.",
    "wrong_phase": "Not now.",
    "decision_pending": "Decide first: take the move back or leave it.",
    "decision_pending_named": "{expected} decides first: take the move back or leave it.",
    "missing_argument": "Something is missing: tell me all of it.",
    "missing_argument_card": "Which card is it?",
    "missing_argument_from": "Where does the card come from?",
    "missing_argument_to": "Where does the card go?",
    "unknown_zone": "I do not know that place on the table.",
    "same_zone": "The card is there already.",
    "same_zone_named": "The card is already {zone_at}.",
    "bad_source": "A card of the stock is drawn first.",
    "bad_target": "No card is put there.",
    "bad_target_named": "No card is put {zone_at}.",
    "zone_empty": "There is no card here.",
    "zone_empty_named": "There is no card {zone_at}.",
    "face_down": "This card lies face down: turn it first.",
    "bad_count": "That number of cards is not there.",
    "bad_count_one": "Only one card can be taken here.",
    "bad_count_most": "1 to {expected} cards here.",
    "unknown_card": "I do not know that card.",
    "card_not_there": "That card is not there. Look again.",
    "card_not_there_seen": "{seen_card} is not there. Look again.",
    "hand_occupied": "There is a card in hand already.",
    "hand_occupied_card": "There is a card in hand already: {expected_card}.",
    "stock_empty": "The stock is empty.",
    "hand_empty": "There is no card in hand.",
    "reserve_empty": "The reserve is empty.",
    "reserve_face_up": "The top of the reserve is face up already.",
    "stock_not_empty": "There are cards left in the stock.",
    "waste_empty": "The waste is empty.",
    "not_your_turn": "It is not your turn.",
    "not_your_turn_named": "It is {expected}’s turn.",
    "must_draw": "There are cards left: turn the waste over or draw.",
    "calling_off": "With the coach nobody calls “Crapette”.",
    "unknown_code": "I do not know that fault.",
    "not_your_call": "That is not for you to say.",
    "not_your_call_named": "That is for {expected} to say.",
    "nothing_to_accept": "There is nothing to accept.",
    "no_take_back": "No move is taken back here.",
    "nothing_to_take_back": "There is nothing to take back.",
    "already_shown": "That bottom card has been shown already.",
    "impossible_card": "That card cannot be here: it is elsewhere.",
    "impossible_card_seen": "{seen_card} cannot be here: both are out, or your pack has shown it already.",
    "card_contradicts": "That is not the card expected. Look again.",
    "card_contradicts_seen": "It is not {seen_card}: the card that lies there has been seen before, and it is another one. Look again.",
    # faults: the card was wrongly placed
    "out_of_turn": "Played out of turn.",
    "own_waste_played": "No card is taken from one’s own waste.",
    "opponent_pile_played": "No card may be taken from the opponent.",
    "foundation_card_moved": "A card on a foundation does not come down.",
    "covered_card_moved": "That card was covered: take the free one.",
    "own_pile_loaded": "Nobody loads their own piles.",
    "several_cards_moved": "One card at a time.",
    "wrong_foundation": "That card does not go on that foundation.",
    "wrong_series": "That card does not fit this series: one lower, and the other colour.",
    "wrong_load": "That card may not load this pile.",
    "early_recycle": "The waste is not turned over yet.",
    # faults: something was missed
    "missed_foundation_play": "A card could go up on a foundation.",
    "missed_foundation_play_move": "{card} could go up {target}.",
    "wrong_foundation_order": "Another card had to go up first.",
    "wrong_foundation_order_move": "{card} had to go up first.",
    "missed_uncovering": "The empty case had to uncover a card that goes up first.",
    "missed_uncovering_move": "{card} had to go {target} first: the card under it could go up.",
    "missed_case_freeing": "A case could be freed.",
    "missed_case_freeing_move": "{card} could go {target} to free a case.",
    "reserve_not_turned": "The top of the reserve had not been turned.",
    "stock_before_reserve": "The reserve comes before the stock.",
    "stock_before_reserve_move": "The reserve comes before the stock: {card} could go {target}.",
    "unused_empty_case": "An empty case had to be filled.",
    "unused_empty_case_move": "{card} had to fill {target_bare}.",
    "missed_series_play": "The card in hand could go on a series.",
    "missed_series_play_move": "{card} could go {target}.",
    "missed_load": "The card in hand could load the opponent.",
    "missed_load_move": "{card} could load {target_bare}.",
    # events
    "first_player": "{player} begins.",
    "tie": "A tie: you say who begins.",
    "card_moved": "{by} moves {card} {source} {target}.",
    "card_moved_several": "{by} moves {count} cards {source} {target}.",
    "card_drawn": "{player} draws {card}.",
    "card_discarded": "{player} puts {card} on the waste.",
    "reserve_turned": "{player} turns the reserve: {card}.",
    "reserve_emptied": "{player} has used up the reserve!",
    "stock_exhausted": "{player} has used up the stock.",
    "passed": "{player} passes.",
    "stock_recycled": "{player} turns the waste over: {count} cards in the stock.",
    "stock_recycled_one": "{player} turns the waste over: one card in the stock.",
    "case_freed": "A case is free.",
    "case_freed_named": "{case_named} is free.",
    "pile_loaded": "{card} loads {pile_named}.",
    "foundation_completed": "A foundation is complete!",
    "foundation_completed_suit": "The foundation of {suit_named} is complete!",
    "reminder": "{player}, turn the top of your reserve.",
    "infraction": "A fault.",
    "infraction_why": "{by}: {why_within}.",
    "crapette_called": "Crapette!",
    "crapette_called_whom": "Crapette, {against}! {why}",
    "crapette_called_why": "Crapette! {why}",
    "crapette_called_back": "Crapette, {against}! {why} {steps_told}",
    "step_back": "Put the card back {target_at}.",
    "step_back_card": "Put {card} back {target_at}.",
    "step_back_several": "Put {count} cards back {target_at}.",
    "step_hand": "Put the card in hand {target_at}.",
    "step_hand_card": "Put {card} {target_at}.",
    "crapette_called_wrongly": "{by} calls “Crapette!”, but I see no fault.",
    "proof_made": "{player} proves it: {card} {target}.",
    "penalty_card": "A card goes {source} {target}.",
    "turn_passed": "{to} to play.",
    "turn_passed_again": "{to} plays again.",
    "turn_skipped": "{player} misses a turn.",
    "taken_back": "{player} takes the move back.",
    "stalemate_possible": "Nothing moves on. You may agree on a draw.",
    "draw_offered": "{player} offers a draw.",
    "corrected": "Put right.",
    "corrected_named": "Put right: {zone_named}.",
    "win_claimed": "{player} has played the last card!",
    "game_won": "{player} has won!",
    "game_won_points": "{player} has won, with {points_won} points!",
    "game_drawn": "A draw.",
    "game_drawn_blocked": "Nobody can play any more: a draw.",
    "game_drawn_winner": "The game stops: {winner} wins, with the fewest cards.",
    # buttons
    "do_move": "Move a card",
    "do_move_by": "{by} moves a card",
    "do_move_asking_count": "{by} moves several cards",
    "do_move_asking_card": "{by} takes a covered card",
    "do_move_card": "{by} plays {card} {source}",
    "do_move_whole": "{by} plays {card} {source} {target}",
    "do_draw": "Draw a card from the stock",
    "do_draw_by": "{by} draws a card from the stock",
    "do_draw_card": "{by} draws {card}",
    "do_discard": "Put the card in hand on the waste",
    "do_discard_by": "{by} puts the card in hand on the waste",
    "do_turn_reserve": "Turn the top of the reserve",
    "do_turn_reserve_by": "{by} turns the reserve",
    "do_turn_reserve_card": "{by} turns the reserve: {card}",
    "do_recycle": "Turn the waste over",
    "do_recycle_by": "{by} turns the waste over",
    "do_pass": "Pass",
    "do_pass_by": "{by} passes",
    "do_call": "Crapette!",
    "do_call_by": "{by}: “Crapette!”",
    "do_accept": "All right, it stays",
    "do_accept_by": "{by}: all right, it stays",
    "do_take_back": "Take the move back",
    "do_take_back_by": "{by} takes the move back",
    "do_agree_draw": "Agree on a draw",
    "do_agree_draw_by": "{by} agrees on a draw",
    "sure_agree_draw": "The game stops, with no winner, as soon as the other player wants it too.",
    "do_show_under": "Show the bottom card of the reserve",
    "do_show_under_by": "{by} shows the bottom card of the reserve",
    "do_choose_first": "Choose who begins",
    "do_choose_first_named": "{player} begins",
    "do_correct": "Put right what lies there",
    "do_correct_named": "Put {zone_named} right",
    # the log
    "did_move": "{by} moves a card",
    "did_move_places": "{by} moves a card {source} {target}",
    "did_move_several": "{by} moves {count} cards {source} {target}",
    "did_move_whole": "{by} moves {card} {source} {target}",
    "did_draw": "{by} draws a card from the stock",
    "did_draw_card": "{by} draws {card}",
    "did_discard": "{by} puts the card in hand on the waste",
    "did_discard_card": "{by} puts {card} on the waste",
    "did_turn_reserve": "{by} turns the reserve",
    "did_turn_reserve_card": "{by} turns the reserve: {card}",
    "did_recycle": "{by} turns the waste over",
    "did_pass": "{by} passes",
    "did_call": "{by}: “Crapette!”",
    "did_call_why": "{by}: “Crapette!” ({why_within})",
    "did_accept": "{by} lets it stand",
    "did_take_back": "{by} takes the move back",
    "did_agree_draw": "{by} agrees on a draw",
    "did_show_under": "{by} shows the bottom card",
    "did_show_under_card": "{by} shows {card} at the bottom",
    "did_choose_first": "it is settled who begins",
    "did_choose_first_named": "{player} begins",
    "did_correct": "the table is put right",
    "did_correct_named": "{zone_named} is put right",
    # the fields of a form
    "arg_by": "Who?",
    "arg_from": "From where?",
    "arg_to": "To where?",
    "arg_card": "Which card?",
    "arg_cards": "Which cards?",
    "arg_count": "How many cards?",
    "arg_code": "Which fault?",
    "arg_player": "Who?",
    "arg_zone": "Where?",
    # what the table waits for
    "wait_show_under": "{player}, show the bottom card of your reserve.",
    "wait_choose_first": "Who begins?",
    "wait_proof": "{player} may prove it: {card} {source} {target}.",
    "wait_turn_reserve": "{player}, turn the top of your reserve.",
    "wait_hand": "{player} plays, or puts {card} on the waste.",
    "wait_play": "{player} to play.",
    "wait_recycle": "{player} may turn the waste over.",
    "wait_decision": "{player}: take the move back, or leave it?",
    "wait_confirm": "{player}: does the win stand, or “Crapette!”?",
    "wait_over": "The game is over.",
    # what hands put right
    "lay_nothing": "Empty {zone_named}.",
    "lay_face_down": "{count} cards face down {zone_at}.",
    "lay_face_down_one": "One card face down {zone_at}.",
    "lay_pile": "{count} cards {zone_at}, {top_card} on top.",
    "lay_pile_one": "{top_card} {zone_at}.",
    "lay_case": "{zone_at}: {cards_listed}.",
    "lay_case_empty": "Empty {zone_named}.",
    # house rules
    "option_referee": "Who notices the faults?",
    "option_referee_auto": "The referee announces them",
    "option_referee_on_call": "The players call “Crapette!”",
    "option_referee_coach": "The coach warns, without penalty",
    "option_hints": "Help on the screen",
    "option_hints_all": "All possible moves",
    "option_hints_obligations": "Only what must be played",
    "option_hints_off": "No help",
    "option_reserve_size": "Cards in the reserve",
    "option_first_player": "Who begins?",
    "option_first_player_highest": "The highest top of a reserve",
    "option_first_player_lowest": "The lowest top of a reserve",
    "option_first_player_chosen": "The players choose",
    "option_first_player_tie": "If both cards are of equal rank",
    "option_first_player_tie_suit_then_under": "Suit, then the bottom card",
    "option_first_player_tie_under": "The bottom card",
    "option_foundation_duty": "Cards that must go up",
    "option_foundation_duty_all": "All of them",
    "option_foundation_duty_reserve_and_aces": "The reserve and the aces",
    "option_foundation_order": "Order of the cards that go up",
    "option_foundation_order_any": "Any order",
    "option_foundation_order_lowest_first": "Lowest first",
    "option_foundation_order_reserve_first": "The reserve first",
    "option_foundation_return": "A card may come down from a foundation",
    "option_uncovering": "Uncovering a card that can go up",
    "option_uncovering_empty_case": "A must when a case is empty",
    "option_uncovering_any_place": "A must whenever possible",
    "option_uncovering_off": "Never a must",
    "option_case_freeing": "Freeing a case",
    "option_case_freeing_one_move": "A must if one move does it",
    "option_case_freeing_column": "A must for a whole column too",
    "option_case_freeing_chain": "A must in several moves too",
    "option_case_freeing_off": "Never a must",
    "option_chain_limit": "Moves at most to free a case",
    "option_reserve_duty": "The top of the reserve must be played",
    "option_reserve_duty_series_and_loads": "On a case or on the opponent’s piles",
    "option_reserve_duty_series": "On a case only",
    "option_reserve_duty_off": "Only if one likes",
    "option_empty_case_duty": "An empty case must be filled",
    "option_empty_case_duty_reserve_and_hand": "From the reserve, else with the card drawn",
    "option_empty_case_duty_reserve": "From the reserve only",
    "option_empty_case_duty_off": "Only if one likes",
    "option_hand_duty": "The card drawn must be played",
    "option_hand_duty_series": "On a case",
    "option_hand_duty_series_and_loads": "On a case or on the opponent’s piles",
    "option_hand_duty_off": "Only if one likes",
    "option_reserve_turn": "Turning the top of one’s reserve",
    "option_reserve_turn_prompt": "There is a reminder",
    "option_reserve_turn_strict": "Forgetting it is a fault",
    "option_sequences": "Moving several cards at once",
    "option_sequences_single": "Never",
    "option_sequences_if_possible_singly": "If there are enough empty cases",
    "option_sequences_run": "Any run in order",
    "option_loading": "The opponent may be loaded",
    "option_load_match": "To load takes a card next in rank",
    "option_load_match_same_suit": "Of the same suit",
    "option_load_match_same_colour": "Of the same colour",
    "option_load_match_alternate": "Of the other colour",
    "option_load_from_cases": "Cards of the cases may be loaded too",
    "option_own_waste_playable": "The top of one’s own waste may be played",
    "option_opponent_waste_playable": "The top of the opponent’s waste may be played",
    "option_early_draw": "Drawing while the other one plays",
    "option_recycle": "Turning the waste over",
    "option_recycle_when_exhausted": "As soon as the stock is empty",
    "option_recycle_when_needed": "On one’s turn, to draw a card",
    "option_omission_undo": "After an omission the move is taken back",
    "option_hand_after_call": "After “Crapette!” the card in hand goes",
    "option_hand_after_call_waste": "On the waste",
    "option_hand_after_call_stock": "Back on the stock",
    "option_proof": "The move that was missed",
    "option_proof_caller_plays": "The opponent plays it",
    "option_proof_shown": "It is only shown",
    "option_call_window": "“Crapette!” may be called",
    "option_call_window_turn": "Until the opponent’s next move",
    "option_call_window_next_action": "Until the next move of anybody",
    "option_wrong_call": "A wrong “Crapette!”",
    "option_wrong_call_nothing": "Costs nothing",
    "option_wrong_call_skip_turn": "Costs a turn",
    "option_wrong_call_card": "Brings a card of the opponent’s waste",
    "option_penalty_cards": "Penalty cards for a fault",
    "option_stalemate": "When nothing moves on any more",
    "option_stalemate_offer": "A draw is offered",
    "option_stalemate_auto": "The game is drawn",
    "option_stalemate_off": "The game goes on",
    "option_stalemate_winner": "Winner of a drawn game",
    "option_stalemate_winner_none": "Nobody",
    "option_stalemate_winner_fewest_cards": "Whoever has the fewest cards",
    "option_scoring": "Points",
    "option_scoring_off": "Not counted",
    "option_scoring_bank": "30, and the loser’s cards",
})  # fmt: skip
"""Every code of this game. A code with a longer name is its wording when more is known."""

RANK_NAMES = Sentences(
    __name__,
    {
        "A": "the ace",
        "2": "the two",
        "3": "the three",
        "4": "the four",
        "5": "the five",
        "6": "the six",
        "7": "the seven",
        "8": "the eight",
        "9": "the nine",
        "10": "the ten",
        "J": "the jack",
        "Q": "the queen",
        "K": "the king",
    },
    "rank",
)
SUIT_NAMES = Sentences(
    __name__,
    {
        "S": "spades",
        "H": "hearts",
        "D": "diamonds",
        "C": "clubs",
    },
    "suit",
)
BARE_RANKS = Sentences(
    __name__,
    {
        "A": "ace",
        "2": "two",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
        "10": "ten",
        "J": "jack",
        "Q": "queen",
        "K": "king",
    },
    "bare rank",
)
_CARDS = Sentences(__name__, {"named": "{rank} of {suit}"}, "card")
_CHOICES = Sentences(__name__, {"untold": "I do not say", "table": "the table"}, "choice")
SUIT_SIGNS: Mapping[str, str] = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

_FACES = Sentences(
    __name__,
    {
        "back": "a card face down",
        "empty": "nothing",
    },
    "face",
)
_CARD = re.compile(r"(10|[2-9AJQK])([SHDC])")
_ZONE = re.compile(r"([FT])([1-8])|(reserve|stock|waste|hand):(.+)", re.DOTALL)
_PLACES = Sentences(__name__, {
    "F": "foundation {name}",
    "F source": "from foundation {name}",
    "F target": "to foundation {name}",
    "F at": "on foundation {name}",
    "F heading": "Foundation {name}",
    "T": "case {name}",
    "T source": "from case {name}",
    "T target": "to case {name}",
    "T at": "on case {name}",
    "T heading": "Case {name}",
    "reserve": "{owner}’s reserve",
    "reserve source": "from {owner}’s reserve",
    "reserve target": "to {owner}’s reserve",
    "reserve at": "on {owner}’s reserve",
    "reserve heading": "{owner}’s reserve",
    "stock": "{owner}’s stock",
    "stock source": "from {owner}’s stock",
    "stock target": "to {owner}’s stock",
    "stock at": "on {owner}’s stock",
    "stock heading": "{owner}’s stock",
    "waste": "{owner}’s waste",
    "waste source": "from {owner}’s waste",
    "waste target": "to {owner}’s waste",
    "waste at": "on {owner}’s waste",
    "waste heading": "{owner}’s waste",
    "hand": "{owner}’s hand",
    "hand source": "from {owner}’s hand",
    "hand target": "to {owner}’s hand",
    "hand at": "in {owner}’s hand",
    "hand heading": "{owner}’s hand",
    "own reserve": "{owner}’s reserve",
    "own reserve source": "from {owner}’s reserve",
    "own reserve target": "to {owner}’s reserve",
    "own reserve at": "on {owner}’s reserve",
    "own stock": "{owner}’s stock",
    "own stock source": "from {owner}’s stock",
    "own stock target": "to {owner}’s stock",
    "own stock at": "on {owner}’s stock",
    "own waste": "{owner}’s waste",
    "own waste source": "from {owner}’s waste",
    "own waste target": "to {owner}’s waste",
    "own waste at": "on {owner}’s waste",
    "own hand": "{owner}’s hand",
    "own hand source": "from {owner}’s hand",
    "own hand target": "to {owner}’s hand",
    "own hand at": "in {owner}’s hand",
}, "place")  # fmt: skip


def sentence(code: str, arguments: Mapping[str, Any], language: str) -> str:
    """A code of this game in words, as full as what is known allows; raises KeyError for a code that is not its own."""
    named = _named(code, arguments, language)
    variants = [
        variant for variant in _variants(code, arguments) if _fields(variant, language) <= named.keys()
    ]
    said = fill(SENTENCES, variants[0] if variants else code, named, language)
    return (
        said[:1].upper() + said[1:]
        if _begins_with_a_thing(variants[0] if variants else code, language)
        else said
    )


def _variants(code: str, arguments: Mapping[str, Any]) -> Iterator[str]:
    """The wordings of a code, the fullest first; the plain code comes last."""
    match code:
        case "crapette_called" if arguments.get("valid") is False:
            yield "crapette_called_wrongly"
        case "crapette_called" if arguments.get("steps"):
            yield "crapette_called_back"
        case "step_back" if _is_several(arguments.get("count")):
            yield "step_back_several"
        case "turn_passed" if arguments.get("from") == arguments.get("to") is not None:
            yield "turn_passed_again"
        case "game_drawn" if arguments.get("winner") is None and arguments.get("reason") == "blocked":
            yield "game_drawn_blocked"
        case "stock_recycled" | "lay_face_down" | "lay_pile" if arguments.get("count") == 1:
            yield f"{code}_one"
        case "lay_case" if not arguments.get("cards"):
            yield "lay_case_empty"
        case "bad_setup" if str(arguments.get("key")).startswith("deal."):
            yield "bad_setup_dealt"
        case "missing_argument" if arguments.get("expected") in ("card", "from", "to"):
            yield f"missing_argument_{arguments['expected']}"
        case "bad_count":
            yield "bad_count_one" if arguments.get("expected") == 1 else "bad_count_most"
        case "card_moved" | "did_move" if _is_several(arguments.get("count")):
            yield f"{code}_several"
        case _ if code.startswith("option_"):
            yield code
    for suffix in _SUFFIXES:
        if f"{code}_{suffix}" in SENTENCES:
            yield f"{code}_{suffix}"
    yield code


_SUFFIXES = (
    "whole",
    "whom",
    "why",
    "move",
    "winner",
    "points",
    "suit",
    "card",
    "expected",
    "seen",
    "places",
    "named",
    "by",
)
"""Endings of wordings that need no other condition than that their fields are known."""


def _is_several(count: object) -> bool:
    return type(count) is int and count > 1


@cache
def _fields(code: str, language: str) -> frozenset[str]:
    """The fields that a wording fills in."""
    return SENTENCES.fields(code, language)


@cache
def _begins_with_a_thing(code: str, language: str) -> bool:
    """Whether a wording begins with a card or a place, whose name is written small; never with a player's name."""
    text, field, _, _ = next(iter(string.Formatter().parse(SENTENCES.said(code, language))))
    things = {"card", "seen_card", "top_card", "case_named", "zone_named", "zone_at"}
    return text == "" and field in things


def _named(code: str, arguments: Mapping[str, Any], language: str) -> dict[str, Any]:
    """The arguments that are known, with cards and places by their names."""
    told = {name: value for name, value in arguments.items() if value is not None and _is_plain(value)}
    moves = arguments.get("moves")
    if isinstance(moves, Sequence) and moves and isinstance(moves[0], Mapping) and code != "infraction":
        told |= moves[0]
    named: dict[str, Any] = dict(told)
    for name, role in (("from", "source"), ("to", "target")):
        if (said := place_name(told.get(name), language, role, told.get("by"))) is not None:
            named[role] = said
    if str(told.get("key")).startswith("deal."):
        named["player"] = str(told["key"]).removeprefix("deal.")
        named["of_player"] = grammar(__name__, language).of_name(named["player"])
    named["target_at"] = place_name(told.get("to"), language, "at")
    named["target_bare"] = place_name(told.get("to"), language)
    for name in ("zone", "case", "pile"):
        named[f"{name}_named"] = place_name(told.get(name), language)
        named[f"{name}_at"] = place_name(told.get(name), language, "at")
    named["card"] = card_name(told.get("card"), language)
    for name in ("seen", "expected", "top"):
        named[f"{name}_card"] = card_name(told.get(name), language)
    if isinstance(cards := arguments.get("cards"), Sequence) and not isinstance(cards, str):
        named["cards_listed"] = ", ".join(face_name(str(card), language) for card in cards)
    if (suit := str(told.get("suit"))) in SUIT_NAMES:
        named["suit_named"] = SUIT_NAMES.said(suit, language)
    if isinstance(points := arguments.get("points"), Mapping) and "player" in told:
        named["points_won"] = points.get(told["player"])
    if arguments.get("code") in SENTENCES:
        named["why"] = why = sentence(str(arguments["code"]), {"moves": moves}, language)
        named["why_within"] = grammar(__name__, language).within(why)
    if steps := arguments.get("steps"):
        named["steps_told"] = _steps_told(steps, language)
    return {name: value for name, value in named.items() if value is not None}


def _steps_told(steps: Sequence[Mapping[str, Any]], language: str) -> str:
    """What goes back after a call, one sentence for all that goes from one place to another."""
    together: dict[tuple[Any, Any], list[Any]] = {}
    for step in steps:
        together.setdefault((step["from"], step["to"]), []).append(step["card"])
    return " ".join(
        sentence(
            "step_hand" if str(source).startswith("hand:") else "step_back",
            {"card": cards[0], "to": target, "count": len(cards)},
            language,
        )
        for (source, target), cards in together.items()
    )


def _is_plain(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


# ---------------------------------------------------------------- names


def card_name(card: object, language: str) -> str | None:
    """A card with its article: "le valet de cœur", "the jack of hearts"; None for what is no card."""
    found = _CARD.fullmatch(card) if isinstance(card, str) else None
    if found is None:
        return None
    return rank_of_suit(RANK_NAMES.said(found[1], language), found[2], language)


def bare_card_name(card: str, language: str) -> str:
    """A card without its article: "valet de cœur", "jack of hearts"; anything else as it is."""
    found = _CARD.fullmatch(card)
    return card if found is None else rank_of_suit(BARE_RANKS.said(found[1], language), found[2], language)


def rank_of_suit(rank: str, suit: str, language: str) -> str:
    """A rank, however it is written, with its suit: "le 5 de cœur"."""
    return _CARDS.said("named", language, rank=rank, suit=SUIT_NAMES.said(suit, language))


def card_sign(card: str, language: str) -> str:
    """A card in few signs, with the letters of the family's cards: "V♥", "J♥"."""
    found = _CARD.fullmatch(card)
    if found is None:
        return face_name(card, language)
    return f"{rank_letter(card, language)}{SUIT_SIGNS[found[2]]}"


def face_name(face: str | int, language: str) -> str:
    """What can be seen of a card by its name: "l’as de pique", "a card face down"."""
    said = card_name(face, language)
    if said is not None:
        return said
    return _FACES.said(str(face), language) if str(face) in _FACES else str(face)


def place_name(zone: object, language: str, role: str = "", of: object = None) -> str | None:
    """A place as people say it: "la pile 3", "le pot de Bea"; None for what is no place.

    ``role`` adds how a card gets there: "source" ("de la case 5"), "target" and "at" ("sur la pile 3"); a "heading"
    stands alone ("Pot de Bea"). ``of`` is the player who is spoken of: what is his own is "son pot".
    """
    found = _ZONE.fullmatch(zone) if isinstance(zone, str) else None
    if found is None:
        return None
    if found[1]:
        return _PLACES.said(f"{found[1]} {role}".strip(), language, name=found[2])
    kind = f"own {found[3]}" if found[4] == of else found[3]
    owner = found[4]
    of_owner = grammar(__name__, language).of_name(owner)
    return _PLACES.said(f"{kind} {role}".strip(), language, owner=owner, of_owner=of_owner)


def value_name(argument: str, value: Any, language: str) -> str:
    """How a choice reads in a form: a card, a place, a player, a fault by its name."""
    if value is None:
        return _CHOICES.said("untold", language)
    if isinstance(value, list | tuple):
        listed = ", ".join(value_name(argument, one, language) for one in value)
        return listed or _FACES.said("empty", language)
    if value in (TABLE, BANK):
        return _CHOICES.said("table", language)
    if argument == "code" and value in SENTENCES:
        return sentence(value, {}, language)
    return place_name(value, language) or card_name(value, language) or str(value)


# ---------------------------------------------------------------- told and aloud


def told(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What the last action brought about, one sentence an event; a fault that was called is told by the call alone."""
    called = {event.get("code") for event in events if event["event"] == "crapette_called"}
    return [
        sentence(
            name,
            {**event, "moves": _omitted(event, events)} if name == "crapette_called" else event,
            language,
        )
        for event in events
        if (name := str(event["event"])) != "infraction" or event.get("code") not in called
    ]


_SPOKEN = frozenset(
    {
        "first_player",
        "tie",
        "crapette_called",
        "reminder",
        "turn_passed",
        "turn_skipped",
        "foundation_completed",
        "reserve_emptied",
        "stalemate_possible",
        "draw_offered",
        "win_claimed",
        "game_won",
        "game_drawn",
    }
)


def spoken(events: Sequence[Mapping[str, Any]], language: str) -> list[str]:
    """What is said aloud: calls with their reason, a coach's warning, whose turn it is, the end."""
    called = any(event["event"] == "crapette_called" for event in events)
    lines, warned = [], False
    for event in events:
        name = str(event["event"])
        if name == "crapette_called":
            lines.append(sentence(name, {**event, "moves": _omitted(event, events)}, language))
        elif name == "infraction":
            if event.get("announced") and not called and not warned:
                lines.append(sentence(name, event, language))
                warned = True
        elif name in _SPOKEN:
            lines.append(sentence(name, event, language))
    return lines


def _omitted(call: Mapping[str, Any], events: Sequence[Mapping[str, Any]]) -> Any:
    """The moves that were missed, from the fault that this call is about."""
    for event in events:
        if event["event"] == "infraction" and event.get("code") == call.get("code"):
            return event.get("moves")
    return None
